// SPDX-License-Identifier: MIT
#include "report/page/style.hpp"

#include "files/sha256.hpp"

// The parts that a page and a plot of its own share. Colours keep a contrast of 4.5 to their background in both
// schemes; measured figures are blue and solid, forecast ones violet and dashed, so that they differ without colour
// too.
#define VPSFIT_PLOT_RULES                                                                                         \
  "svg text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Noto Sans CJK KR\",sans-serif;" \
  "fill:var(--ink)}svg .a{fill:var(--soft);font-size:11px}svg .v{font-weight:600}"                                \
  "svg path{fill:none}svg .g{stroke:var(--line);stroke-width:1}svg .z{stroke:var(--soft);stroke-width:1}"         \
  "svg .m{stroke:var(--measured);stroke-width:3}"                                                                 \
  "svg .d{fill:var(--measured);fill-opacity:.45;stroke:var(--measured)}"                                          \
  "svg .b{fill:var(--forecast);fill-opacity:.3;stroke:var(--forecast);stroke-dasharray:4 2}"                      \
  "svg .b.neg{fill:var(--warn);stroke:var(--warn)}"                                                               \
  "svg .w{fill:var(--band)}svg .w.odd{fill:var(--band2)}svg .gap{fill:var(--warn);fill-opacity:.25}"              \
  "svg .cpu{stroke:var(--measured);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}"                  \
  "svg .mem{stroke:var(--second);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}"                    \
  "svg .lim{stroke:var(--warn);stroke-width:1.5;stroke-dasharray:7 4}"                                            \
  "svg .peak{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:2 3}"

#define VPSFIT_COLOURS                                                                                            \
  ":root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dbe1;--band:#eef2f6;"        \
  "--band2:#e2e9f0;--measured:#0a5ca8;--second:#9a4a06;--forecast:#6b3fa0;--warn:#b3261e;--card:#f7f4fb;--link:#" \
  "0a5ca8}"                                                                                                       \
  "@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e8ebee;--soft:#a3adb8;--line:#39424c;"         \
  "--band:#1d242b;--band2:#27303a;--measured:#6db3f2;--second:#f0a35e;--forecast:#c3a2f0;--warn:#ff8a80;--card:#" \
  "1e1a26;"                                                                                                       \
  "--link:#8ec5f7}}"

namespace vpsfit::report {
namespace {

constexpr const char* page_rules = VPSFIT_COLOURS VPSFIT_PLOT_RULES
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Noto Sans\",sans-serif;overflow-wrap:break-word}"
    ":lang(ko) body,body:lang(ko){font-family:\"Apple SD Gothic Neo\",\"Malgun Gothic\",\"Noto Sans KR\",\"Noto Sans "
    "CJK "
    "KR\",sans-serif;word-break:keep-all;line-height:1.7}"
    "body:lang(ja){font-family:\"Hiragino Sans\",\"Yu Gothic\",Meiryo,\"Noto Sans JP\",\"Noto Sans CJK JP\",sans-serif;"
    "line-break:strict;line-height:1.75}"
    "body:lang(zh-TW){font-family:\"PingFang TC\",\"Microsoft JhengHei\",\"Noto Sans TC\",\"Noto Sans CJK "
    "TC\",sans-serif;line-height:1.75}"
    "body:lang(de){hyphens:auto}"
    "header,main,footer{max-width:64rem;margin:0 auto;padding:0 1rem}"
    "h1{font-size:1.7rem;line-height:1.25;margin:1rem 0 .3rem}h2{font-size:1.3rem;line-height:1.3;margin:.2rem 0 .6rem}"
    "h3{font-size:1.05rem;margin:1.4rem 0 .4rem}p{margin:.5rem 0}a{color:var(--link)}"
    "a:focus-visible,.scroll:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}"
    "nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.4rem 0;padding:0}"
    "nav a{display:inline-block;padding:.2rem 0}nav [aria-current]{font-weight:700;text-decoration:none;color:inherit}"
    ".facts{color:var(--soft);display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin:.2rem 0 "
    ".8rem;padding:0;list-style:none}"
    "section{margin:1.8rem 0;padding:1rem 1.1rem;border:1px solid var(--line);border-radius:8px}"
    ".measured{border-left:6px solid var(--measured)}"
    ".forecast{border:2px dashed var(--forecast);background:var(--card)}"
    ".chip{display:inline-block;font-size:.8rem;font-weight:700;padding:.05rem .6rem;border-radius:1rem}"
    ".measured .chip{background:var(--measured);color:var(--paper)}"
    ".forecast .chip{border:1.5px dashed var(--forecast);color:var(--forecast)}"
    ".map{border:1px solid var(--line);text-align:center}.map.chosen{background:var(--band)}"
    ".map.other{background:var(--paper)}.map.nothing{background:var(--card);color:var(--warn)}"
    ".map.nothing small{color:var(--warn)}.map.here{outline:3px solid var(--forecast);outline-offset:-3px}"
    ".scroll{overflow-x:auto;margin:.8rem 0}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;line-height:1.4}"
    "caption{text-align:left;font-weight:600;padding:.3rem 0}"
    "th,td{padding:.4rem .7rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}"
    "thead th{font-size:.85em;color:var(--soft);vertical-align:bottom;hyphens:auto}"
    "tbody th{font-weight:600;min-width:10rem;max-width:20rem;overflow-wrap:anywhere}td{max-width:34rem}"
    ".n{text-align:right;white-space:nowrap}thead .n{white-space:normal}"
    "td small,th small{display:block;color:var(--soft);font-size:.8em}.n "
    "small{white-space:normal}td:not(.n){min-width:8rem}"
    "code{font:.85em ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;word-break:break-all}"
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.9rem;margin:1rem 0;padding:0;"
    "list-style:none}"
    ".cards li{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;background:var(--paper)}"
    ".cards strong{display:block;font-size:1.6rem;line-height:1.25;font-variant-numeric:tabular-nums}"
    ".cards .more{color:var(--warn)}.cards p{margin:.2rem 0}.cards h3{margin:0 0 .4rem}"
    "figure{margin:1rem 0}figcaption{font-weight:600}svg{display:block;width:100%;min-width:36rem;height:auto}"
    "dl{display:grid;grid-template-columns:minmax(0,3fr) minmax(5rem,1fr);gap:.2rem 1rem;margin:.6rem 0}"
    "dt{color:var(--soft)}dd{margin:0;font-weight:600;text-align:right}"
    "ul.plain{padding-left:1.2rem}ul.plain li{margin:.3rem 0}summary{cursor:pointer;padding:.3rem 0}"
    "footer{color:var(--soft);padding-bottom:2rem}"
    "@media (max-width:30rem){body{font-size:15px}section{padding:.7rem .7rem}h1{font-size:1.35rem}"
    "th,td{padding:.35rem .45rem}tbody th{min-width:6rem}}"
    "@media "
    "print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--band:#f1f1f1;--band2:#e4e4e4;"
    "--measured:#0a5ca8;--second:#9a4a06;--forecast:#6b3fa0;--warn:#b3261e;--card:#fff;--link:#000}"
    "body{font-size:10pt}nav{display:none}section,figure,tr,.cards "
    "li{break-inside:avoid}"
    ".scroll{overflow:visible}table{font-size:7.5pt}th,td{padding:.15rem .3rem}tbody "
    "th,td{overflow-wrap:anywhere}tbody "
    "th,td:not(.n){min-width:0}section{padding:.5rem}svg{min-width:0;max-width:16cm}h2,h3,caption{break-after:avoid}"
    "}";

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) result += i + k > bytes.size() ? '=' : letters[group >> (18 - 6 * k) & 63U];
  }
  return result;
}

std::string from_hexadecimal(std::string_view digits) {
  const auto value = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(value(digits[i]) << 4U | value(digits[i + 1]));
  return bytes;
}

}  // namespace

Markup::Literal page_style() { return page_rules; }

std::string_view plot_style() { return VPSFIT_COLOURS "svg{background:var(--paper)}" VPSFIT_PLOT_RULES; }

std::string page_style_hash() { return "'sha256-" + base64(from_hexadecimal(files::sha256(page_rules))) + "'"; }

}  // namespace vpsfit::report
