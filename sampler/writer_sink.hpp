// SPDX-License-Identifier: MIT
#pragma once

#include "recording/writer.hpp"
#include "sampler/sink.hpp"

namespace vpsfit::sampler {

/// A recording as the sink of a session.
class WriterSink : public Sink {
 public:
  explicit WriterSink(recording::Writer& writer) : writer_(writer) {}

  Result<BegunRun> begin_run(const recording::RunStart& start) override {
    VPSFIT_TRY(const auto id, writer_.begin_run(start));
    return BegunRun{id, writer_.run_name(id)};
  }
  Result<void> end_run(recording::RunId run, const recording::RunEnd& end) override {
    return writer_.end_run(run, end);
  }
  Result<recording::WindowId> begin_window(recording::RunId run, std::string_view name,
                                           const recording::Edge& edge) override {
    return writer_.begin_window(run, name, edge);
  }
  Result<void> end_window(recording::WindowId window, const recording::Edge& edge) override {
    return writer_.end_window(window, edge);
  }
  Result<void> tick(const recording::Tick& tick, std::int64_t missed,
                    const std::vector<recording::TickRow>& rows) override {
    return writer_.tick(tick, missed, rows);
  }
  Result<void> notice(recording::RunId run, const Notice& notice) override { return writer_.notice(run, notice); }
  void hold() override { writer_.hold(); }
  Result<void> release() override { return writer_.release(); }
  [[nodiscard]] std::size_t unsaved_ticks() const override { return writer_.unsaved_ticks(); }

 private:
  recording::Writer& writer_;
};

}  // namespace vpsfit::sampler
