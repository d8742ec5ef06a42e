// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cores.hpp"
#include "core/load.hpp"
#include "core/notice.hpp"
#include "core/rational.hpp"
#include "core/usage.hpp"

/// What a core of the server does, measured: the same work was done on the measuring host ("here") and on the server
/// ("there"), and the CPU time that a unit of it took is compared.
namespace vpsfit::forecast {

/// What was done, and how it is known that it was as much.
enum class Work {
  counted,   ///< requests, counted by the load generator
  declared,  ///< requests by the declared rate: nobody counted them
  command,   ///< the same command, from its start to its end
};

struct CalibrationRun {
  std::string run;
  CpuTime cpu_usage;
  std::chrono::microseconds window{};
  Rational work;  ///< requests, or 1 for a command; > 0
};

struct CalibrationSide {
  std::string path;        ///< of the recording, as it was typed
  std::string sha256;      ///< of its content
  std::string started_at;  ///< of its first run, RFC 3339 UTC
  std::string cpu_model;   ///< empty: unknown
  std::string architecture;
  std::int64_t cpus = 0;  ///< 0: unknown
  std::vector<CalibrationRun> runs;
};

/// The figure and its range over the runs.
struct CorePerformance {
  Rational value;    ///< least CPU for a unit of work here / most CPU for one there: the least favourable
  Rational highest;  ///< most CPU for a unit of work here / least CPU for one there
  std::size_t here_run = 0, there_run = 0;  ///< that decide `value`: the first ones of equals
};

struct Calibration {
  std::string sha256;  ///< of the file that it was read from; empty before it was written
  std::string subject, window;
  Work work = Work::counted;
  Load load;
  std::string plan;  ///< "vendor/id" of the server; empty: not said
  CalibrationSide here, there;
  std::optional<CorePerformance> figure;  ///< nullopt where it is refused
  std::vector<Notice> refusals;           ///< why it gives no figure; empty: it does
  std::vector<Notice> notices;
};

/// One side as it was measured.
struct MeasuredSide {
  CalibrationSide side;              ///< without runs
  Usage usage;                       ///< with the requests of its runs where a generator counted them
  std::string mode;                  ///< of the load: "rate", "requests", "saturated"; empty: no generator told
  std::vector<std::string> command;  ///< of all runs, where each was this one, whole, and ended well; else empty
};

/// Puts the two sides together. Refusals (5xx) say why that gives no figure: no usable run, other or an unknown amount
/// of work, a load that takes what it gets, a run that was throttled, lost processes, failed requests, missed its rate,
/// has too few samples or used no CPU. `plan` is "vendor/id" or empty.
[[nodiscard]] Calibration calibrate(const MeasuredSide& here, const MeasuredSide& there, const std::string& plan);

/// Exact; nullopt where a side has no run, or a run has no CPU or no work.
[[nodiscard]] std::optional<CorePerformance> core_performance(const CalibrationSide& here,
                                                              const CalibrationSide& there);

/// Why a forecast may not use it for this subject: it was measured on other processors than those of `here`. What is
/// unknown refuses nothing.
[[nodiscard]] std::vector<Notice> calibration_refusals(const Calibration& calibration, const Usage& usage);

}  // namespace vpsfit::forecast
