// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/text.hpp"
#include "recording/reader_impl.hpp"
#include "recording/row_values.hpp"
#include "recording/schema.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
Result<std::vector<WindowRecord>> Reader::Impl::windows(const RunRecord& run) const {
  VPSFIT_TRY(const bool contexts, has_table(database_, "edge_contexts"));
  VPSFIT_TRY(auto statement,
             database_.prepare(
                 fmt::format("SELECT w.id, w.name, e.side = 'end', e.at_ns, {}, {}{} FROM windows w LEFT JOIN edges e "
                             "ON e.window = w.id{} WHERE w.run = ?1 ORDER BY w.id, e.side",
                             reading_columns("e."), detail_columns("e."), contexts ? ", " + context_columns("c.") : "",
                             contexts ? " LEFT JOIN edge_contexts c ON c.window = w.id AND c.side = e.side" : "")));
  statement.bind(1, run.id);
  std::vector<WindowRecord> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "windows");
    const WindowId id = fields.whole(0);
    const std::string name = fields.text(1, longest_name);
    if (!check_name("window", name)) fields.object(1, "is not a name");
    const bool is_end = fields.whole(2, 0, 1) == 1;  // NULL where a window has no edge at all
    const Edge edge{instant_at(fields, 3, run.grid_start), reading_at(fields, 4), detail_at(fields, 4 + reading_fields),
                    contexts ? context_at(fields, 4 + reading_fields + detail_fields) : Context{}};
    const bool known = !result.empty() && result.back().id == id;
    if (is_end != known) fields.object(2, "is not preceded by the window's other edge");
    if (is_end && known && edge.at < result.back().begin.at) fields.object(3, "lies before the window's begin");
    VPSFIT_CHECK(fields.result());
    if (is_end) {
      result.back().end = edge;
    } else {
      result.push_back({id, name, edge, std::nullopt});
    }
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

Result<std::vector<Gap>> Reader::Impl::gaps(const RunRecord& run) const {
  VPSFIT_TRY(auto statement, database_.prepare("SELECT first_number, ticks, reason FROM gaps WHERE session = ?1 "
                                               "ORDER BY first_number"));
  statement.bind(1, run.session);
  std::vector<Gap> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "gaps");
    const std::int64_t first = fields.whole(0, -far, far);
    const std::int64_t ticks = fields.whole(1, 0, far);
    const bool dropped = fields.text(2) == "dropped";
    VPSFIT_CHECK(fields.result());
    result.push_back({first, ticks, dropped ? "dropped" : "missed"});
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

Result<std::vector<Notice>> Reader::Impl::notices(const RunRecord& run) const {
  VPSFIT_TRY(auto statement, database_.prepare("SELECT code, args FROM notices WHERE run = ?1 ORDER BY id"));
  statement.bind(1, run.id);
  std::vector<Notice> result;
  const Result<void> done = each_row(database_, statement, [&]() -> Result<bool> {
    sqlite::Fields fields(statement, database_, "notices");
    const std::string code = fields.text(0, longest_name);
    const std::string args = fields.text(1, longest_list);
    VPSFIT_CHECK(fields.result());
    auto notice = parse_notice(code, args);
    if (!notice) return fail(std::move(notice).error().in(database_.place()));
    result.push_back(std::move(*notice));
    return true;
  });
  VPSFIT_CHECK(done);
  return result;
}

}  // namespace vpsfit::recording
