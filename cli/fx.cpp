// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <vector>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/fx_text.hpp"
#include "cli/output.hpp"
#include "cli/state_folder.hpp"
#include "cli/terminal.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "fetch/ecb.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "fx-rates/ecb_file.hpp"
#include "fx-rates/publication.hpp"
#include "fx-rates/store.hpp"
#include "report/page/plot.hpp"
#include "report/page/plot_rates.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view fx_usage = R"(Keeps the euro reference rates of the European Central Bank and crosses them.

Usage: vpsfit fx import [--store=FILE] [--as-of=DATE] <file>...
       vpsfit fx update [--store=FILE] [--as-of=DATE] [--ca-file=FILE] [--timeout=TIME] [--api-server=URL] [--site=URL]
       vpsfit fx rate <pair> --date=DATE [--store=FILE] [--as-of=DATE] [--json]
       vpsfit fx convert <amount> <pair> --date=DATE [--store=FILE] [--as-of=DATE] [--json]
       vpsfit fx list [--store=FILE] [--json]
       vpsfit fx history <pair> [--from=DATE] [--to=DATE] [--store=FILE]
                         [--json | --csv | --plot | --svg=FILE]

import reads eurofxref.csv, eurofxref-hist.csv, their zips, the XML files and
answers of the data API. All files are taken or none; a published rate that
changed is an alarm.
update asks the bank for what the store lacks: its data API, and its web site where
that fails. It asks nothing while nothing new can be out (the rates of a day come
about 16:00 Frankfurt time), and keeps the store as it was where both fail.
rate prints how much of the second currency one of the first buys. A day
without publication has the rate of the last one, where only weekends and
closing days lie between; the reason why there is no rate stands in brackets,
like [stale].
history lists the rates of all days that have one. A plot joins the rates of days
that follow each other; a day without publication is a gap in it.

  --date=DATE   the day of the rate
  --store=FILE  where the rates are kept (default: $XDG_STATE_HOME/vpsfit/fx.db);
                rate, convert, list and history also read a file of the ECB
  --as-of=DATE  the day that counts as today; import refuses later days
  --from=DATE   the first day of the history
  --to=DATE     its last day
  --ca-file=FILE  trust the authorities in it (PEM) instead of the system's
  --timeout=TIME  the longest an answer may take (usual: 60s)
  --api-server=URL  ask it instead of https://data-api.ecb.europa.eu (a mirror)
  --site=URL    ask it instead of https://www.ecb.europa.eu
  --json        print JSON
  --csv         print CSV
  --plot        draw the history in characters
  --svg=FILE    draw it as an SVG image there; "-" is standard output
)";

Result<std::filesystem::path> store_path(const Arguments& arguments) {
  if (const auto given = arguments.text("--store")) return std::filesystem::path(*given);
  VPSFIT_TRY(const auto folder, state_folder());
  return folder / "fx.db";
}

Result<fx::Store> open_store(const Arguments& arguments) {
  VPSFIT_TRY(const auto path, store_path(arguments));
  return fx::open_rates(path);
}

Result<std::optional<Date>> day(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::optional<Date>();
  VPSFIT_TRY(const Date parsed, parse_date(*text));
  return std::optional<Date>(parsed);
}

WallTime now() { return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()); }

Result<ExitCode> import(const Arguments& arguments) {
  VPSFIT_TRY(const auto latest, day(arguments, "--as-of"));
  VPSFIT_TRY(const auto path, store_path(arguments));
  const std::string imported_at = to_text(now());
  std::vector<fx::Import> files;
  for (const std::string& name : arguments.list("<file>")) {
    VPSFIT_TRY(const std::string content, files::read_whole(name, fx::max_quotes_bytes));
    auto quotes = fx::parse_ecb(content, latest);
    if (!quotes) return fail(std::move(quotes).error().in(printable(name)));
    files.push_back(
        {std::filesystem::path(name).filename().string(), files::sha256(content), imported_at, std::move(*quotes)});
  }
  VPSFIT_TRY(fx::Store store, fx::Store::open_or_create(path));
  VPSFIT_TRY(const auto imported, store.import(files));
  VPSFIT_CHECK(print(import_text(imported)));
  return ExitCode::done;
}

/// The newest day of the store on disk; nothing where there is no store yet.
Result<std::optional<Date>> newest_day(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::optional<Date>();
  VPSFIT_TRY(const fx::Store store, fx::Store::open(path));
  return store.publication_up_to(Date{date::year{9999} / 12 / 31});
}

/// The moment that counts as now: with --as-of the last minute of that day in Frankfurt.
Result<WallTime> moment(const Arguments& arguments) {
  VPSFIT_TRY(const auto as_of, day(arguments, "--as-of"));
  if (!as_of) return now();
  const WallTime late = *as_of + std::chrono::hours(23) + std::chrono::minutes(59);
  return late - fx::frankfurt_offset(late);
}

Result<ExitCode> update(const Arguments& arguments) {
  VPSFIT_TRY(const auto path, store_path(arguments));
  VPSFIT_TRY(const auto newest, newest_day(path));
  VPSFIT_TRY(const WallTime at, moment(arguments));
  const auto expected = fx::expected_publication(at);
  if (newest && *newest >= expected.possible) {
    VPSFIT_CHECK(print(
        fmt::format("nothing to ask for: the store has {}, the newest day that can be published\n", to_text(*newest))));
    return ExitCode::done;
  }
  VPSFIT_TRY(const auto network, Network::make(arguments));
  fetch::EcbServers servers;
  servers.api = arguments.text("--api-server").value_or(servers.api);
  servers.site = arguments.text("--site").value_or(servers.site);
  VPSFIT_TRY(const auto answer,
             fetch::fetch_rates(servers, newest, expected.certain, expected.possible, network->fetcher()));
  for (const Error& error : answer.failures)
    say(fmt::format("vpsfit: {}: {}; asked the other channel", error.place, error.message));
  const Date last = answer.quotes.rows.back().day;
  VPSFIT_TRY(fx::Store store, fx::Store::open_or_create(path));
  VPSFIT_TRY(const auto imported,
             store.import({{answer.url, files::sha256(answer.text), to_text(now()), answer.quotes}}));
  VPSFIT_CHECK(print(import_text(imported)));
  if (last < expected.possible) say(fmt::format("vpsfit: the rates of {} are not out yet", to_text(expected.possible)));
  return ExitCode::done;
}

/// The rate that --date and the pair ask for. The clock only chooses the words where there is none.
Result<fx::Rate> asked_rate(const Arguments& arguments) {
  VPSFIT_TRY(const fx::Pair pair, fx::parse_pair(arguments.text("<pair>").value_or("")));
  VPSFIT_TRY(const auto asked, day(arguments, "--date"));
  VPSFIT_TRY(const auto as_of, day(arguments, "--as-of"));
  VPSFIT_TRY(const fx::Store store, open_store(arguments));
  return store.rate(pair, asked.value_or(Date{}), as_of.value_or(date::floor<date::days>(now())));
}

Result<ExitCode> rate(const Arguments& arguments) {
  VPSFIT_TRY(const fx::Rate found, asked_rate(arguments));
  VPSFIT_CHECK(print(arguments.flag("--json") ? rate_document(found) : rate_text(found)));
  return ExitCode::done;
}

Result<ExitCode> convert(const Arguments& arguments) {
  VPSFIT_TRY(const Rational amount, parse_decimal(arguments.text("<amount>").value_or("")));
  VPSFIT_TRY(const fx::Rate found, asked_rate(arguments));
  const Money money(amount, found.from);
  VPSFIT_CHECK(print(arguments.flag("--json") ? conversion_document(money, found) : conversion_text(money, found)));
  return ExitCode::done;
}

Result<ExitCode> list(const Arguments& arguments) {
  VPSFIT_TRY(const fx::Store store, open_store(arguments));
  VPSFIT_TRY(const auto currencies, store.currencies());
  VPSFIT_TRY(const auto sources, store.sources());
  VPSFIT_CHECK(print(arguments.flag("--json") ? list_document(currencies, sources) : list_text(currencies, sources)));
  return ExitCode::done;
}

/// An image over the rates that it is drawn from would be the end of them.
Result<void> check_image(const std::filesystem::path& image, const std::filesystem::path& store) {
  std::error_code ignored;
  if (image != store && !std::filesystem::equivalent(image, store, ignored)) return {};
  return fail(ErrorKind::input, fmt::format("'{}' holds the rates", printable(image.string())), "--svg",
              "name another file: it would be overwritten");
}

Result<ExitCode> history(const Arguments& arguments) {
  VPSFIT_TRY(const fx::Pair pair, fx::parse_pair(arguments.text("<pair>").value_or("")));
  VPSFIT_TRY(const auto from, day(arguments, "--from"));
  VPSFIT_TRY(const auto to, day(arguments, "--to"));
  if (from && to && *from > *to)
    return fail(ErrorKind::input, fmt::format("--from {} is after --to {}", to_text(*from), to_text(*to)), {},
                "give the earlier day first");
  VPSFIT_TRY(const fx::Store store, open_store(arguments));
  VPSFIT_TRY(const auto rates,
             store.history(pair, from.value_or(fx::first_publication), to.value_or(Date{date::year{9999} / 12 / 31})));
  if (rates.empty())
    return fail(ErrorKind::unavailable, fmt::format("the store has no rate of {} for these days", pair.code()), {},
                "'vpsfit fx list' shows the days of every currency");
  if (const auto image = arguments.text("--svg")) {
    VPSFIT_TRY(const auto store_file, store_path(arguments));
    VPSFIT_CHECK(check_image(*image, store_file));
    VPSFIT_CHECK(deliver(report::standalone(report::plot_rates(pair, rates)), image));
    return ExitCode::done;
  }
  VPSFIT_CHECK(print(arguments.flag("--json")  ? history_document(pair, rates)
                     : arguments.flag("--csv") ? history_csv(rates)
                     : arguments.flag("--plot")
                         ? report::plot_rates_text(pair, rates, std::min<std::size_t>(output_width(), 100))
                         : history_text(pair, rates)));
  return ExitCode::done;
}

Result<ExitCode> run_fx(const Arguments& arguments) {
  if (arguments.flag("import")) return import(arguments);
  if (arguments.flag("update")) return update(arguments);
  if (arguments.flag("rate")) return rate(arguments);
  if (arguments.flag("convert")) return convert(arguments);
  if (arguments.flag("list")) return list(arguments);
  return history(arguments);
}

}  // namespace

extern const Command fx_command;
const Command fx_command{"fx", "keep the ECB's exchange rates and cross them", fx_usage, run_fx};

}  // namespace vpsfit::cli
