// SPDX-License-Identifier: MIT
#include "sampler/engine_stats.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

using json::Value;

const Value* below(const Value* value, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys)
    if (value != nullptr) value = value->find(key);
  return value;
}

std::optional<std::int64_t> count(const Value& stats, std::initializer_list<std::string_view> keys) {
  const Value* const value = below(&stats, keys);
  return value != nullptr && value->kind() == Value::Kind::number ? parse_count(value->text()) : std::nullopt;
}

std::optional<CpuTime> time_of(const Value& stats, std::initializer_list<std::string_view> keys) {
  const auto nanoseconds = count(stats, keys);
  return nanoseconds ? std::optional(CpuTime{*nanoseconds / 1000}) : std::nullopt;
}

std::optional<Bytes> bytes_of(const Value& stats, std::initializer_list<std::string_view> keys) {
  const auto bytes = count(stats, keys);
  return bytes ? std::optional(Bytes{*bytes}) : std::nullopt;
}

/// The two parts of the CPU time belong to a whole: more than a tenth beside it is a wrong unit.
bool fits(const std::optional<CpuTime>& part, const std::optional<CpuTime>& other, CpuTime whole) {
  if (!part || !other) return false;
  const std::int64_t sum = part->count() + other->count(),
                     off = sum > whole.count() ? sum - whole.count() : whole.count() - sum;
  return off <= whole.count() / 10 + 10'000;
}

recording::Instant now() { return std::chrono::steady_clock::now(); }

}  // namespace

Result<EngineStats> parse_engine_stats(std::string_view text) {
  VPSFIT_TRY(const Value stats, json::parse(text));
  if (stats.kind() != Value::Kind::object)
    return fail(ErrorKind::input, "the engine's figures are no JSON object", {}, "is this an engine's socket?");
  EngineStats result;
  auto& reading = result.reading;
  reading.usage = time_of(stats, {"cpu_stats", "cpu_usage", "total_usage"});
  reading.user = time_of(stats, {"cpu_stats", "cpu_usage", "usage_in_usermode"});
  reading.system = time_of(stats, {"cpu_stats", "cpu_usage", "usage_in_kernelmode"});
  if (!reading.usage || !fits(reading.user, reading.system, *reading.usage))
    reading.user = reading.system = std::nullopt;
  reading.periods = count(stats, {"cpu_stats", "throttling_data", "periods"});
  reading.throttled_periods = count(stats, {"cpu_stats", "throttling_data", "throttled_periods"});
  reading.throttled = time_of(stats, {"cpu_stats", "throttling_data", "throttled_time"});
  reading.memory = bytes_of(stats, {"memory_stats", "usage"});
  auto& detail = result.detail;
  detail.anon = bytes_of(stats, {"memory_stats", "stats", "anon"});
  detail.file = bytes_of(stats, {"memory_stats", "stats", "file"});
  detail.inactive_file = bytes_of(stats, {"memory_stats", "stats", "inactive_file"});
  detail.active_file = bytes_of(stats, {"memory_stats", "stats", "active_file"});
  detail.pids = count(stats, {"pids_stats", "current"});
  result.running = reading.usage.value_or(CpuTime{0}).count() > 0 || reading.memory.value_or(Bytes{0}).count() > 0;
  return result;
}

EngineSource::EngineSource(HttpTransport transport, EngineSocket socket, std::string id,
                           std::chrono::milliseconds period, std::chrono::milliseconds gone_after)
    : transport_(std::move(transport)),
      socket_(std::move(socket)),
      path_(fmt::format("/containers/{}/stats?stream=false&one-shot=true", url_escape(id))),
      period_(period),
      gone_after_(gone_after),
      reached_at_(now()) {
  thread_ = std::thread([this] { work(); });
}

EngineSource::~EngineSource() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

/// One question more. False: there is nothing left to ask.
bool EngineSource::ask() {
  const auto before = now();
  auto called = call_engine(transport_, socket_, path_, patience);
  const auto after = now();
  const bool reached = called.has_value(), missing = reached && called->status == 404;
  auto body = reached ? body_of(*std::move(called), socket_, path_) : fail(std::move(called).error());
  auto answer = body ? parse_engine_stats(*body) : fail(std::move(body).error());

  const std::lock_guard lock(mutex_);
  if (reached) reached_at_ = after;
  if (answer && answer->running) {
    newest_ = *std::move(answer);
    newest_at_ = before + (after - before) / 2;
    is_new_ = true;
    trouble_.reset();
    return true;
  }
  trouble_ = answer ? Error{ErrorKind::unavailable, "the container does not run", {}, "start it first"}
                    : std::move(answer).error();
  if (answer || missing) {
    farewell_ = answer ? Farewell::exited : Farewell::removed;
    return false;
  }
  if (after - reached_at_ < gone_after_) return true;
  farewell_ = Farewell::engine_gone;
  return false;
}

void EngineSource::work() {
  for (;;) {
    gone_ = !ask();
    std::unique_lock lock(mutex_);
    changed_.notify_all();
    if (gone_ || changed_.wait_for(lock, period_, [&] { return stop_; })) return;
  }
}

Result<void> EngineSource::wait_for_first() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience + std::chrono::seconds(1), [&] { return newest_ || trouble_; });
  if (newest_) return {};
  if (trouble_) return fail(*trouble_);
  return fail(ErrorKind::unavailable, "the engine does not answer", printable(socket_.path.string()));
}

void EngineSource::read(recording::Reading& into) {
  const std::lock_guard lock(mutex_);
  into = is_new_ && newest_ ? newest_->reading : recording::Reading{};
  is_new_ = false;
}

void EngineSource::read(recording::Detail& into) {
  const std::lock_guard lock(mutex_);
  into = newest_ ? newest_->detail : recording::Detail{};
}

recording::Instant EngineSource::read_timed(const Clock& clock, recording::Reading& into) {
  const std::lock_guard lock(mutex_);
  into = newest_ ? newest_->reading : recording::Reading{};
  return newest_ ? newest_at_ : clock.now();
}

Farewell EngineSource::farewell() const {
  const std::lock_guard lock(mutex_);
  return farewell_;
}

}  // namespace vpsfit::sampler
