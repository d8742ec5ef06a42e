// SPDX-License-Identifier: MIT
#include "report/page/style.hpp"

#include "files/sha256.hpp"

// The parts that a page and a plot of its own share. Colours keep a contrast of 4.5 to their background in both
// schemes; measured figures are blue and solid, forecast ones violet and dashed, so that they differ without colour
// too.
#define VPSFIT_PLOT_RULES                                                                                     \
  "svg text{font-size:12px;fill:var(--ink)}svg .a{fill:var(--soft);font-size:11px}svg .v{font-weight:600}"    \
  "svg path{fill:none}svg .g{stroke:var(--line);stroke-width:1}svg .z{stroke:var(--soft);stroke-width:1}svg " \
  ".m{stroke:var(--measured);stroke-width:3}svg .d{fill:var(--measured);fill-opacity:.35;"                    \
  "stroke:var(--measured)}svg .b{fill:var(--forecast);fill-opacity:.3;stroke:var(--forecast);"                \
  "stroke-dasharray:4 2}svg .b.neg{fill:var(--warn);stroke:var(--warn)}svg .w{fill:var(--band)}svg .w.odd{"   \
  "fill:var(--band2)}svg .gap{fill:var(--warn);fill-opacity:.3}svg .cpu{stroke:var(--measured);"              \
  "stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}svg .mem{stroke:var(--second);"                \
  "stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}svg .lim{stroke:var(--warn);stroke-width:1.5;" \
  "stroke-dasharray:7 4}svg .peak{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:2 3}"

#define VPSFIT_COLOURS                                                                                     \
  ":root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dbe1;--band:#eef2f6;" \
  "--band2:#e2e9f0;--measured:#0a5ca8;--second:#9a4a06;--forecast:#6b3fa0;--edge:#cbb9e2;--warn:#b3261e;"  \
  "--card:#faf8fd;--same:#ece4f6;--link:#0a5ca8}@media (prefers-color-scheme:dark){:root{--paper:#14181d;" \
  "--ink:#e8ebee;--soft:#a3adb8;--line:#39424c;--band:#1d242b;--band2:#27303a;--measured:#6db3f2;"         \
  "--second:#f0a35e;--forecast:#c3a2f0;--edge:#54436d;--warn:#ff8a80;--card:#1a1820;--same:#2c2439;"       \
  "--link:#8ec5f7}}"

namespace vpsfit::report {
namespace {

constexpr const char* page_rules = VPSFIT_COLOURS VPSFIT_PLOT_RULES
    "*{box-sizing:border-box}html{scroll-padding-top:.6rem;-webkit-text-size-adjust:100%}body{margin:0;"
    "background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Noto Sans\",sans-serif;overflow-wrap:break-word}body:lang(ko){font-family:\"Apple SD Gothic Neo\","
    "\"Malgun Gothic\",\"Noto Sans KR\",\"Noto Sans CJK KR\",sans-serif;word-break:keep-all;line-height:1.7}"
    "body:lang(ja){font-family:\"Hiragino Sans\",\"Yu Gothic\",Meiryo,\"Noto Sans JP\",\"Noto Sans CJK JP\","
    "sans-serif;line-break:strict;line-height:1.75}body:lang(zh-TW){font-family:\"PingFang TC\",\"Microsoft "
    "JhengHei\",\"Noto Sans TC\",\"Noto Sans CJK TC\",sans-serif;line-height:1.75}body:lang(de){hyphens:auto}"
    "header,main,footer{max-width:66rem;margin:0 auto;padding:0 1rem}header{padding-top:.6rem}h1{"
    "font-size:1.9rem;line-height:1.25;margin:1.2rem 0 .4rem;overflow-wrap:anywhere;text-wrap:balance}h2{"
    "font-size:1.35rem;line-height:1.3;margin:0}h3{font-size:1.05rem;line-height:1.4;margin:1.6rem 0 .4rem}p{"
    "margin:.6rem 0;max-width:50rem}a{color:var(--link);text-underline-offset:.15em}a:focus-visible,"
    ".scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}nav ul{list-style:none;"
    "display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:.4rem 0;padding:0}nav a{display:inline-block;"
    "padding:.2rem 0}nav [aria-current]{font-weight:700;text-decoration:none;color:inherit}.facts{"
    "color:var(--soft);display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin:.2rem 0 .8rem;padding:0;"
    "list-style:none}section{margin:1.4rem 0;padding:1.1rem 1.3rem 1.3rem;border:1px solid var(--line);"
    "border-radius:12px}.measured{border-left:5px solid var(--measured)}.forecast{border:1px dashed "
    "var(--edge);border-left:5px dashed var(--forecast);background:var(--card)}.head{display:flex;"
    "flex-wrap:wrap;align-items:center;gap:.3rem .8rem;margin:0 0 .7rem}.chip{font-size:.8rem;line-height:1.5;"
    "font-weight:700;padding:.05rem .65rem;border-radius:1rem;white-space:nowrap}.measured .chip{"
    "background:var(--measured);color:var(--paper)}.forecast .chip{border:1.5px dashed var(--forecast);"
    "color:var(--forecast)}.soft,small{color:var(--soft)}.scroll{overflow-x:auto;margin:1rem 0}table{"
    "border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;line-height:1.4}caption{"
    "text-align:left;font-weight:600;padding:.3rem 0}th,td{padding:.45rem .6rem;border-bottom:1px solid "
    "var(--line);text-align:left;vertical-align:top}th:first-child,td:first-child{padding-left:.2rem}thead th{"
    "font-size:.85em;font-weight:600;color:var(--soft);vertical-align:bottom;border-bottom:2px solid "
    "var(--line);min-width:4.2rem;overflow-wrap:normal;word-break:keep-all}tbody th{font-weight:600;min-width:8.5rem;"
    "max-width:18rem;overflow-wrap:anywhere}td{max-width:34rem;overflow-wrap:anywhere}tbody tr:last-child>*{"
    "border-bottom-color:transparent}.n{text-align:right;white-space:nowrap;overflow-wrap:normal}thead .n{"
    "white-space:normal}thead .c{text-align:center}td small,th small{display:block;font-size:.8em;"
    "line-height:1.5}td:not(.n){min-width:9.6rem}code{font:.85em ui-monospace,Menlo,Consolas,\"DejaVu Sans "
    "Mono\",monospace;word-break:break-all}.map{border:1px solid var(--line);text-align:center}.map.chosen{"
    "background:var(--same)}.map.other{background:var(--paper)}.map.nothing{background:var(--card);"
    "color:var(--warn)}.map.nothing small{color:var(--warn)}.map.here{outline:3px solid var(--forecast);"
    "outline-offset:-3px}.maps,.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,"
    "25rem),1fr));gap:0 2rem;align-items:start}.maps>*,.plots>*{min-width:0}.maps th,.maps td{padding:.35rem "
    ".3rem;min-width:0}.maps table{font-size:.85em}.maps thead th{min-width:3.2rem}.maps "
    "th:first-child{width:23%}.maps tbody th{"
    "min-width:3rem}.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15.5rem),1fr));"
    "gap:.9rem;margin:1rem 0;padding:0;list-style:none}.cards li{border:1px solid var(--edge);"
    "border-radius:10px;padding:.9rem 1.1rem;background:var(--paper);overflow-wrap:anywhere}.cards strong{"
    "display:block;font-size:1.8rem;line-height:1.25;font-variant-numeric:tabular-nums;color:var(--forecast)}"
    ".cards .more{color:var(--warn)}.cards p{margin:.15rem 0}.cards h3{margin:0 0 .5rem}.cards .soft{"
    "margin-top:.5rem;font-size:.9em}figure{margin:1rem 0}figcaption{font-weight:600;overflow-wrap:anywhere;"
    "margin-bottom:.3rem}svg{display:block;width:100%;max-width:33rem;height:auto}svg text{"
    "font-family:inherit}figure .scroll{margin:0}figure .scroll svg{min-width:24rem}dl{display:grid;"
    "grid-template-columns:minmax(8rem,max-content) minmax(0,1fr);gap:.25rem 1.4rem;margin:.8rem 0}dt{"
    "color:var(--soft)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}.wide{"
    "grid-template-columns:minmax(0,max-content) minmax(5.5rem,1fr)}ul.plain{padding-left:1.2rem;"
    "max-width:50rem}ul.plain li{margin:.35rem 0;overflow-wrap:anywhere}footer{color:var(--soft);"
    "padding-bottom:2rem}@media (max-width:36rem){body{font-size:15px}section{padding:.8rem .8rem 1rem;"
    "border-radius:8px}caption{max-width:calc(100vw - "
    "4rem)}h1{font-size:1.4rem}h2{font-size:1.2rem}th,td{padding:.4rem .45rem}tbody th{"
    "min-width:5.6rem;max-width:9rem}.cards strong{font-size:1.6rem}dl{grid-template-columns:minmax(0,2fr) "
    "minmax(0,3fr);gap:.25rem .8rem}.wide{grid-template-columns:minmax(0,3fr) minmax(5rem,2fr)}}@media print{"
    "@page{margin:14mm 12mm}:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;"
    "--band:#f1f1f1;--band2:#e4e4e4;--measured:#0a5ca8;--second:#9a4a06;--forecast:#6b3fa0;--edge:#cbb9e2;"
    "--warn:#b3261e;--card:#fff;--same:#ece4f6;--link:#000}body{font-size:9.5pt;line-height:1.45}header,main,"
    "footer{max-width:none;padding:0}nav{display:none}h1{font-size:17pt;margin-top:0}h2{font-size:13pt}"
    "section{margin:.8rem 0;padding:.5rem .8rem}figure,tr,.cards li{break-inside:avoid}h2,h3,caption,"
    "figcaption{break-after:avoid}.scroll{overflow:visible;margin:.5rem 0}figure .scroll svg{min-width:0}svg{"
    "max-width:12cm}.plots{grid-template-columns:1fr 1fr}.maps{grid-template-columns:1fr}table{"
    "font-size:7.5pt}th,td{padding:.15rem .3rem}tbody th,td:not(.n){min-width:1.9cm}.maps td,thead "
    "th{min-width:0}tbody th,td{"
    "overflow-wrap:anywhere}.map,.chip,.w,.d,.b,.gap,.cards li{-webkit-print-color-adjust:exact;"
    "print-color-adjust:exact}}";

// A plot of its own has no page around it that gives the font.
constexpr const char* plot_rules = VPSFIT_COLOURS
    "svg{background:var(--paper)}" VPSFIT_PLOT_RULES
    "svg text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"Apple SD Gothic Neo\","
    "\"Hiragino Sans\",\"PingFang TC\",\"Noto Sans CJK KR\",sans-serif}";

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

std::string_view plot_style() { return plot_rules; }

std::string page_style_hash() { return "'sha256-" + base64(from_hexadecimal(files::sha256(page_rules))) + "'"; }

}  // namespace vpsfit::report
