// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "sampler/session.hpp"

/// The part of a session that deals with targets that come, go and are paused.
namespace vpsfit::sampler {
namespace {

using recording::Edge;
using std::chrono::nanoseconds;

LifeWatch::Token token_of(const Subject& subject) { return static_cast<LifeWatch::Token>(subject.run_id()); }

}  // namespace

bool Session::some_active() const {
  return std::any_of(subjects_.begin(), subjects_.end(), [](const Subject& subject) { return subject.active(); });
}

void Session::watch_life(const Subject& subject) {
  if (lives_ != nullptr) lives_->watch(token_of(subject), subject.life_descriptors());
}

void Session::unwatch_life(const Subject& subject) {
  if (lives_ != nullptr) lives_->forget(token_of(subject));
}

/// One of several that is gone already does not keep the others from being measured.
Result<void> Session::begin_runs() {
  for (auto& subject : subjects_) {
    auto begun = subject.begin(sink_, clock_.now(), clock_.wall());
    const bool gone = !begun && begun.error().kind == ErrorKind::unavailable;
    if (!begun && !(gone && (subjects_.size() > 1 || arrivals_ != nullptr))) return begun;
    if (gone) {
      outcome_.incomplete = true;
      observer_.remark(begun.error().message);
      continue;
    }
    observer_.run_begun(subject);
    watch_life(subject);
  }
  if (some_active() || arrivals_ != nullptr) return {};
  return fail(ErrorKind::unavailable, "all targets are gone before the first reading");
}

/// Between ticks: who ended, who was paused, who came.
Result<void> Session::on_news() {
  if (state_ == State::done) return {};
  if (lives_ != nullptr) {
    const auto changed = lives_->changed();
    for (auto& subject : subjects_) {
      if (!subject.active() || std::find(changed.begin(), changed.end(), token_of(subject)) == changed.end()) continue;
      subject.look(clock_);
      watch_life(subject);  // a child may have come with descriptors of its own
    }
    if (!changed.empty() && state_ != State::waiting) VPSFIT_CHECK(bury_the_gone());
  }
  if (arrivals_ != nullptr && state_ != State::done) VPSFIT_CHECK(welcome());
  return {};
}

Result<void> Session::welcome() {
  for (const auto& line : arrivals_->take_remarks()) observer_.remark(line);
  for (auto& subject : arrivals_->take()) VPSFIT_CHECK(take_in(std::move(subject)));
  forget_the_dead();
  // The first of them, where nothing was there before, starts the windows.
  return state_ == State::waiting && outcome_.ticks > 0 && some_active() ? begin() : Result<void>{};
}

/// Its run begins now, and the windows that are open are opened for it too.
Result<void> Session::take_in(Subject subject) {
  subject.let_go();
  auto begun = subject.begin(sink_, clock_.now(), clock_.wall());
  if (!begun) {
    if (begun.error().kind == ErrorKind::io) return begun;
    observer_.remark(begun.error().message);
    return {};
  }
  observer_.run_begun(subject);
  observer_.remark(
      fmt::format("{} appeared: run {}", printable(subject.name(), 80), printable(subject.run_name(), 40)));
  watch_life(subject);
  const Edge edge = subject.read_edge(clock_);
  const auto* const window = schedule_.current();
  if (state_ == State::measuring && !subject.gone()) {
    const auto late = window != nullptr && window->duration ? edge.at - schedule_.window_began() : nanoseconds{0};
    if (window != nullptr)
      VPSFIT_CHECK(subject.open_window(sink_, window->name, edge, late > plan_.interval ? late : nanoseconds{0}));
    for (const auto& name : marked_) VPSFIT_CHECK(subject.open_window(sink_, name, edge));
  }
  subjects_.push_back(std::move(subject));
  if (subjects_.back().gone() && state_ != State::waiting) return bury_the_gone();
  return {};
}

void Session::forget_the_dead() {
  std::erase_if(subjects_, [&](const Subject& subject) {
    if (!subject.active()) outcome_.incomplete = outcome_.incomplete || subject.incomplete();
    return !subject.active();
  });
}

}  // namespace vpsfit::sampler
