// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <set>
#include <stdexcept>

#include "core/notice.hpp"
#include "core/notice_texts.hpp"

using namespace vpsfit;

TEST_CASE("a notice says its arguments") {
  const auto notice = make_notice("oom_kill", {{"run", "2"}, {"count", "1"}});
  CHECK(notice_text(notice) == "The kernel killed 1 process(es) of run 2 for lack of memory.");
}

TEST_CASE("an argument with braces in it stays what it is") {
  const auto notice = make_notice("oom_kill", {{"run", "{count}"}, {"count", "{run}"}});
  CHECK(notice_text(notice) == "The kernel killed {run} process(es) of run {count} for lack of memory.");
}

TEST_CASE("a code without a text is a broken promise") {
  CHECK_THROWS_AS((void)make_notice("no_such_code"), std::logic_error);
}

TEST_CASE("numbers and codes are unique, and numbers ascend") {
  std::set<std::string_view> codes;
  int last = 0;
  for (const auto& row : notice_texts()) {
    CHECK_MESSAGE(codes.insert(row.code).second, row.code);
    CHECK_MESSAGE(row.number > last, row.code);
    last = row.number;
  }
}
