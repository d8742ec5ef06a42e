// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "json/value.hpp"
#include "lab/experiment.hpp"
#include "net/http.hpp"

namespace vpsfit::lab {

/// Is it the same JSON? The order of members does not count, 1 equals 1.0.
[[nodiscard]] bool same_json(const json::Value& a, const json::Value& b);

/// What is wrong with an answer to a contract case; empty: nothing.
[[nodiscard]] std::string objection(const ContractCase& wanted, const HttpResponse& answer);

/// The request to a server on this machine.
[[nodiscard]] HttpRequest to_http(const Request& request, std::int64_t port);

}  // namespace vpsfit::lab
