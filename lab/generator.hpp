// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "lab/experiment.hpp"
#include "lab/histogram.hpp"

/// Load generators that others wrote: how each is called and what its output means.
namespace vpsfit::lab {

/// From which moment a latency counts. Figures of different origins never stand in one column.
enum class LatencyOrigin {
  scheduled,    ///< the moment at which the request was due
  rebuilt,      ///< the same, computed afterwards from the log of a generator that sends late
  actual_send,  ///< the moment at which it was sent: right for a closed loop, too kind at a fixed rate
  backfilled,   ///< the generator added made-up samples that cannot be taken out again: not published
  unknown,      ///< it reported no latency
};
[[nodiscard]] std::string_view to_text(LatencyOrigin origin);

/// What a generator is asked to do once.
struct LoadOrder {
  std::string url;  ///< "http://127.0.0.1:8080/path"
  Request request;
  LoadMode mode = LoadMode::saturated;
  std::int64_t connections = 1, threads = 1;
  Rational rate;              ///< requests per second, of mode rate
  std::int64_t requests = 0;  ///< of mode requests
  std::chrono::nanoseconds duration{};
  std::chrono::seconds timeout{2};
  std::filesystem::path folder;  ///< where its files stand
};

/// How to call it. Its standard output and error are kept; where `log` is named, that file too.
struct Invocation {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> files;  ///< name in the order's folder, content: written before
  std::string log;                                         ///< name in the folder of what it writes; empty: nothing
};

/// What it left.
struct RawOutput {
  std::string standard_output, standard_error, log;
};

/// A figure as the generator printed it.
struct Quantile {
  std::int64_t ppm = 0;  ///< 990000 is the 99th percentile
  std::int64_t us = 0;
  bool operator==(const Quantile&) const = default;
};

/// What a generator reported, in one shape. Latencies are whole microseconds. What it does not tell is nothing.
struct LoadReport {
  std::optional<std::int64_t> sent;  ///< requests begun
  std::int64_t answered = 0;         ///< answers of any status
  std::int64_t good = 0;             ///< answers with 2xx (3xx where the generator does not tell them apart)
  std::int64_t other_status = 0;     ///< answers with another status
  std::int64_t socket_errors = 0;    ///< connect, read, write
  std::int64_t timeouts = 0;
  std::optional<std::int64_t> bytes_in;
  std::chrono::microseconds elapsed{};  ///< as the generator measured it, > 0
  LatencyOrigin origin = LatencyOrigin::unknown;
  std::optional<Histogram> latency;  ///< us, of all answers
  std::optional<std::int64_t> latency_max_us;
  std::vector<Quantile> printed;                ///< what it printed itself, ascending
  std::optional<std::int64_t> schedule_lag_us;  ///< the latest a request was sent after it was due
  std::optional<std::int64_t> skipped;          ///< requests that were due and never sent
  std::int64_t resolution_us = 1;               ///< the finest difference that it can tell
  std::vector<std::string> remarks;             ///< what readers should know
};

/// What of an answer a generator counts as bytes received.
enum class CountedBytes {
  answers,  ///< all that came over the connection: status line, headers and body
  bodies,   ///< without the headers
  unknown,  ///< its makers do not say
};

/// An adapter. `origin_at_rate`: nothing where it cannot keep a rate.
struct Generator {
  std::string_view name;  ///< also the program's name
  std::optional<LatencyOrigin> origin_at_rate;
  bool counts_requests = false;  ///< can it stop after so many requests?
  bool full_distribution = false;
  CountedBytes bytes_in = CountedBytes::unknown;
  std::string_view version_argument;  ///< prints its version
  Result<Invocation> (*invoke)(const LoadOrder& order);
  Result<LoadReport> (*parse)(const LoadOrder& order, const RawOutput& raw);

  [[nodiscard]] bool can(LoadMode mode) const {
    return mode == LoadMode::rate ? origin_at_rate.has_value() : mode == LoadMode::requests ? counts_requests : true;
  }
};

/// All of them.
[[nodiscard]] std::span<const Generator> generators();
[[nodiscard]] std::vector<std::string> generator_names();
/// nullptr: not known.
[[nodiscard]] const Generator* find_generator(std::string_view name);

/// The best for a mode among those that `installed` says are here: at a rate the one that counts from the schedule,
/// else the one whose distribution is whole. `wish` "auto" or a name. Fails: input (cannot do this mode), unavailable
/// (not installed; says what could be).
[[nodiscard]] Result<const Generator*> choose_generator(std::string_view wish, LoadMode mode,
                                                        bool (*installed)(std::string_view program));

/// Whole seconds, rounded up, at least one: what most generators take.
[[nodiscard]] std::int64_t whole_seconds(std::chrono::nanoseconds duration);

}  // namespace vpsfit::lab
