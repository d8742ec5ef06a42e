// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/page/document.hpp"
#include "report/page/figures.hpp"
#include "report/page/markup.hpp"
#include "report/page/messages.hpp"

namespace vpsfit::report {

/// A document being said in one language.
struct Context {
  const Document& document;
  Language language;
  Figures figures{language};

  [[nodiscard]] std::string say(Message message, MessageArgs args = {}) const { return text(language, message, args); }
  /// One of two messages, by what the document's CPU figures are of.
  [[nodiscard]] Message by_statistic(Message averages, Message minutes) const {
    return document.forecast.goes_by_minutes() ? minutes : averages;
  }
  /// A decimal of the document with exactly so many decimals, half away from zero.
  [[nodiscard]] std::string rounded(std::string_view decimal, int digits) const;
  /// A decimal of the document with at most so many decimals, rounded as told, no trailing zeros.
  [[nodiscard]] std::string shortened(std::string_view decimal, int digits, Rounding rounding) const;
  /// A decimal of the document, a share, as a percentage.
  [[nodiscard]] std::string percent(std::string_view share, int digits, Rounding rounding) const;
  [[nodiscard]] std::string money(const MoneyText& money) const { return figures.money(money.amount, money.currency); }
  /// "2 vCPU / 4 GB"
  [[nodiscard]] std::string size(const PlanView& plan) const;
  /// What the load is called, or that it is unknown.
  [[nodiscard]] std::string load(const Load& load) const;
  /// Why a plan was passed over; a code that is not known stands for itself.
  [[nodiscard]] std::string reason(std::string_view code) const;
  /// That the core performance was measured, and how; empty where it is assumed.
  [[nodiscard]] std::string calibration() const;
  /// The title of the report.
  [[nodiscard]] std::string title() const;
};

/// Is the amount below zero, zero or above?
[[nodiscard]] int sign_of(const MoneyText& money);

}  // namespace vpsfit::report
