// SPDX-License-Identifier: MIT
#include "recording/reader.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/text.hpp"
#include "files/reason.hpp"
#include "recording/lock.hpp"
#include "recording/reader_impl.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

constexpr int patience_ms = 2000;  ///< with a writer that is just repairing a cut recording
/// Up to here all pages are looked at when a file is opened (a fraction of a second); beyond, when they are used.
constexpr std::int64_t checked_size = std::int64_t{64} * 1024 * 1024;

Result<void> check_file(const std::filesystem::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0)
    return fail(ErrorKind::io, "cannot open: " + files::reason(errno), printable(file.string()),
                errno == ENOENT ? "check the name" : "");
  if (!S_ISREG(info.st_mode))
    return fail(ErrorKind::input, S_ISDIR(info.st_mode) ? "is a folder, not a recording" : "is not an ordinary file",
                printable(file.string()), "give the file that 'vpsfit sample --out' wrote");
  if (info.st_size == 0)
    return fail(ErrorKind::input, "is empty, so it is not a recording", printable(file.string()),
                "give the file that 'vpsfit sample --out' wrote");
  return {};
}

bool has_log(const std::filesystem::path& file) {
  struct stat info {};
  return ::stat((file.string() + "-wal").c_str(), &info) == 0 && info.st_size > 0;
}

/// SQLite reads a last page of which a part is missing as if zeros stood there.
Result<void> check_length(const std::filesystem::path& file, const sqlite::Database& database, std::int64_t length) {
  struct stat info {};
  if (has_log(file) || ::stat(file.c_str(), &info) != 0 || info.st_size >= length) return {};
  return fail(
      ErrorKind::input,
      fmt::format("the recording is damaged: {} bytes are there, {} are missing", info.st_size, length - info.st_size),
      database.place(), "the file was cut: take a copy that is whole");
}

Result<void> check_pages(const std::filesystem::path& file, const sqlite::Database& database) {
  VPSFIT_TRY(const auto pages, database.number("PRAGMA page_count"));
  VPSFIT_TRY(const auto size, database.number("PRAGMA page_size"));
  const std::int64_t length = pages.value_or(0) * size.value_or(0);
  VPSFIT_CHECK(check_length(file, database, length));
  if (length > checked_size) return {};
  VPSFIT_TRY(sqlite::Statement check, database.prepare("PRAGMA quick_check(1)"));
  const int code = check.step();
  if (code != SQLITE_ROW) return fail(database.error(code));
  sqlite::Fields fields(check, database, "the check");
  if (const std::string finding = fields.text(0); finding != "ok")
    return fail(ErrorKind::input, "the recording is damaged: " + printable(finding), database.place(),
                "take a copy that is whole, or save what is left with sqlite3's .recover");
  return fields.result();
}

Result<sqlite::Database> open_checked(const std::filesystem::path& file, sqlite::Mode mode, const std::string& place) {
  VPSFIT_TRY(auto database, sqlite::Database::open(file, mode, place));
  sqlite3_busy_timeout(database.get(), patience_ms);
  // Hostile definitions of ours are refused below; a view of theirs is never followed.
  sqlite3_db_config(database.get(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  VPSFIT_CHECK(check_format(database));
  VPSFIT_CHECK(check_pages(file, database));
  return database;
}

}  // namespace

Result<void> Reader::Impl::Snapshot::result() const {
  if (code_ != SQLITE_OK) return fail(database_.error(code_));
  return {};
}

Result<Reader> Reader::open(const std::filesystem::path& file) {
  VPSFIT_CHECK(check_file(file));
  const auto target = resolved(file);  // the log stands beside the real file
  const std::string place = printable(file.string());
  auto database = open_checked(target, sqlite::Mode::read, place);
  // A recording that was left in WAL mode with nothing in its log needs files beside it that cannot be made in a folder
  // that cannot be written. Where no log is and nobody writes, the file itself is everything.
  const bool shut_out = !database && database.error().kind == ErrorKind::io;
  if (shut_out && !has_log(target) && !is_being_written(target))
    database = open_checked(target, sqlite::Mode::immutable, place);
  if (!database) return fail(std::move(database).error());
  return Reader(std::make_unique<Impl>(std::move(*database), file));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

const std::filesystem::path& Reader::file() const { return impl_->file(); }

Result<std::vector<RunSummary>> Reader::runs(std::string_view memory_definition) const {
  VPSFIT_TRY(const MemoryDefinition definition, parse_memory_definition(memory_definition));
  // Asked before and after: a sampler that ends while we look has written its last words or is still seen here.
  const bool written_before = is_being_written(impl_->file());
  const Impl::Snapshot snapshot(impl_->database());
  VPSFIT_CHECK(snapshot.result());
  VPSFIT_TRY(const auto records, impl_->runs());
  const bool written = written_before || is_being_written(impl_->file());
  std::int64_t newest = 0;
  for (const RunRecord& record : records) newest = std::max(newest, record.session);
  std::vector<bool> running;
  for (const RunRecord& record : records) running.push_back(written && !record.end && record.session == newest);
  return summarize_runs(*impl_, records, definition, running);
}

Result<void> Reader::series(RunId run, const std::function<bool(const SeriesRow&)>& row) const {
  const Impl::Snapshot snapshot(impl_->database());
  VPSFIT_CHECK(snapshot.result());
  VPSFIT_TRY(const auto records, impl_->runs());
  const auto found = std::find_if(records.begin(), records.end(), [&](const RunRecord& r) { return r.id == run; });
  if (found == records.end())
    return fail(ErrorKind::input, fmt::format("there is no run number {}", run), printable(impl_->file().string()));
  return impl_->series(*found, [&](std::int64_t, const SeriesRow& one) { return row(one); });
}

Result<void> Reader::check_figures() const {
  const sqlite::Database& database = impl_->database();
  VPSFIT_CHECK(database.scan("readings", reading_columns(), "readings", [](sqlite::Fields& fields) {
    (void)reading_at(fields, 0);
    return true;
  }));
  return database.scan("details", detail_columns(), "details", [](sqlite::Fields& fields) {
    (void)detail_at(fields, 0);
    return true;
  });
}

Result<std::string> Reader::content_hash() const {
  const Impl::Snapshot snapshot(impl_->database());
  VPSFIT_CHECK(snapshot.result());
  return impl_->content_hash();
}

}  // namespace vpsfit::recording
