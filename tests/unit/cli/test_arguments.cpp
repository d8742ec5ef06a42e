// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "cli/arguments.hpp"
#include "cli/command.hpp"

using namespace vpsfit;
using cli::Arguments;

namespace {

constexpr std::string_view usage = R"(Does something.

Usage: vpsfit thing --out=FILE [--window=WINDOW]... [--json] [--rate=RATE]... [<target>...]

  --out=FILE       where to
  --window=WINDOW  a window
)";

Result<Arguments> parse(std::vector<std::string> words) { return Arguments::parse(usage, words, {}); }

Error refused(std::vector<std::string> words) {
  auto arguments = parse(std::move(words));
  REQUIRE_FALSE(arguments.has_value());
  CHECK(arguments.error().kind == ErrorKind::input);
  return arguments.error();
}

}  // namespace

TEST_CASE("options, repeated options and words come through as typed") {
  const auto arguments = parse({"docker:web", "--window", "warmup=1s", "--out=x.db", "--window=load=2s", "--rate",
                                "USD/KRW=1335.27@2026-10-30", "b"});
  REQUIRE(arguments.has_value());
  CHECK(arguments->text("--out") == "x.db");
  CHECK(arguments->list("--window") == std::vector<std::string>{"warmup=1s", "load=2s"});
  CHECK(arguments->list("--rate") == std::vector<std::string>{"USD/KRW=1335.27@2026-10-30"});
  CHECK(arguments->list("<target>") == std::vector<std::string>{"docker:web", "b"});
  CHECK_FALSE(arguments->flag("--json"));
  CHECK_FALSE(arguments->text("--absent").has_value());
}

TEST_CASE("an option value may look like an option or be negative") {
  CHECK(parse({"--out", "-"})->text("--out") == "-");
  CHECK(parse({"--out=--json"})->text("--out") == "--json");
}

TEST_CASE("wrong use says what is wrong and what to do") {
  CHECK(refused({"--out=x", "--windw=a=1s"}).remedy.find("--window") != std::string::npos);
  CHECK(refused({"--out=x", "--jso"}).remedy.find("--json") !=
        std::string::npos);  // no prefixes: they would not be a promise
  CHECK(refused({"--out=x", "--out=y"}).message.find("twice") != std::string::npos);
  CHECK(refused({"--out"}).message.find("needs a value") != std::string::npos);
  CHECK(refused({"--out="}).message.find("empty") != std::string::npos);
  CHECK(refused({"--out=x", "--json=1"}).message.find("no value") != std::string::npos);
  CHECK_FALSE(refused({"a"}).message.empty());  // --out is missing
  CHECK(refused({"--out=x", "--\x1b[31m"}).message.find('\x1b') == std::string::npos);
}

TEST_CASE("every command has a usage text that names it and a line of summary") {
  for (const auto* command : cli::commands()) {
    CHECK_MESSAGE(command->usage.find("Usage: vpsfit " + std::string(command->name)) != std::string_view::npos,
                  std::string(command->name));
    CHECK_FALSE(command->summary.empty());
    CHECK(command->usage.ends_with('\n'));
  }
}
