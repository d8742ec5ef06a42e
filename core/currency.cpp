// SPDX-License-Identifier: MIT
#include "core/currency.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/text.hpp"

namespace vpsfit {
namespace {

// ISO 4217 list one (2024), by digits of the minor unit, and the currencies that left it since 1999 and that the ECB
// quoted.
constexpr std::string_view two_digits =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP "
    "CRC CUP CVE "
    "CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS "
    "KHR KPW KYD "
    "KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN "
    "PGK PHP PKR "
    "PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS "
    "UAH USD UYU "
    "UZS VED VES WST XCD YER ZAR ZMW ZWG CYP EEK HRK LTL LVL MTL ROL SIT SKK TRL";
constexpr std::string_view no_digits = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
constexpr std::string_view three_digits = "BHD IQD JOD KWD LYD OMR TND";

bool lists(std::string_view list, std::string_view code) {
  for (std::size_t at = 0; at + 3 <= list.size(); at += 4)
    if (list.substr(at, 3) == code) return true;
  return false;
}

std::vector<std::string> all_codes() {
  std::vector<std::string> codes;
  for (const auto list : {two_digits, no_digits, three_digits})
    for (const auto code : split(list, ' ')) codes.emplace_back(code);
  return codes;
}

/// A code that differs in one letter, in the case of letters or in the order of two neighbours: with three letters,
/// whatever is further away was not meant.
std::optional<std::string> near_code(std::string_view seen) {
  if (seen.size() != 3) return std::nullopt;
  std::string capitals(seen);
  for (char& c : capitals)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  std::optional<std::string> near;
  for (const auto& code : all_codes()) {
    int different = 0;
    for (std::size_t i = 0; i < 3; ++i) different += code[i] == capitals[i] ? 0 : 1;
    if (different == 0) return code;
    const bool swapped = (code[0] == capitals[1] && code[1] == capitals[0] && code[2] == capitals[2]) ||
                         (code[0] == capitals[0] && code[1] == capitals[2] && code[2] == capitals[1]);
    if (!near && (different == 1 || swapped)) near = code;
  }
  return near;
}

}  // namespace

Result<Currency> Currency::parse(std::string_view code) {
  Currency result;
  if (lists(two_digits, code)) {
    result.minor_digits_ = 2;
  } else if (lists(no_digits, code)) {
    result.minor_digits_ = 0;
  } else if (lists(three_digits, code)) {
    result.minor_digits_ = 3;
  } else {
    const auto near = near_code(code);
    return fail(ErrorKind::input, fmt::format("'{}' is not a currency", printable(code, 40)), {},
                near ? fmt::format("use an ISO 4217 code in capitals; did you mean {}?", *near)
                     : "use an ISO 4217 code in capitals, like USD or KRW");
  }
  std::copy(code.begin(), code.end(), result.code_.begin());
  return result;
}

}  // namespace vpsfit
