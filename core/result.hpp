// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace vpsfit {

/// What went wrong; decides the exit code (see cli/exit_code.hpp).
enum class ErrorKind {
  input,        ///< wrong use or malformed input: exit 2
  unavailable,  ///< the thing asked for is not here (target gone, controller off): exit 1
  io,           ///< the system refused (disk full, permission, network): exit 1
  refused,      ///< possible, but would give a wrong answer: exit 3
};

/// An ordinary failure: what happened with the value seen, where, and what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string message;  ///< one sentence with the offending value in it
  std::string place;    ///< file:line:column, /json/pointer, path; empty where there is none
  std::string remedy;   ///< what the user can do; empty where nothing is known

  /// The same error seen from further out: `outer` is put before the place ("plans.json" + "/plans/3" = "plans.json
  /// /plans/3").
  [[nodiscard]] Error in(std::string_view outer) && {
    place = place.empty() ? std::string(outer) : std::string(outer) + (place.front() == ':' ? "" : " ") + place;
    return std::move(*this);
  }
  /// The same error with advice.
  [[nodiscard]] Error with_remedy(std::string text) && {
    remedy = std::move(text);
    return std::move(*this);
  }
  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Makes the failing side of a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string message, std::string place = {},
                                                std::string remedy = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(message), std::move(place), std::move(remedy)});
}
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace vpsfit

#define VPSFIT_JOIN_(a, b) a##b
#define VPSFIT_JOIN(a, b) VPSFIT_JOIN_(a, b)
/// `VPSFIT_TRY(auto x, f())`: x is the value of f(), or the function returns f()'s error.
#define VPSFIT_TRY(declaration, expression) VPSFIT_TRY_(VPSFIT_JOIN(try_result_, __LINE__), declaration, expression)
#define VPSFIT_TRY_(result, declaration, expression)                                \
  auto result = (expression);                                                       \
  if (!result) return ::tl::unexpected<::vpsfit::Error>(std::move(result).error()); \
  declaration = std::move(*result)
/// `VPSFIT_CHECK(f())`: the function returns f()'s error, if there is one.
#define VPSFIT_CHECK(expression)                       \
  if (auto check_result = (expression); !check_result) \
  return ::tl::unexpected<::vpsfit::Error>(std::move(check_result).error())
