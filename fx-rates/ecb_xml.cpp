// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::string_view envelope_namespace = "http://www.gesmes.org/xml/2002-08-01";
constexpr std::string_view rates_namespace = "http://www.ecb.int/vocabulary/2002-08-01/eurofxref";

std::size_t offset(const pugi::xml_node& node) {
  const auto at = node.offset_debug();
  return at > 0 ? static_cast<std::size_t>(at) : 0;
}

/// The namespace that the prefix stands for on this element; "" is the default one.
std::string_view declared_namespace(const pugi::xml_node& node, std::string_view prefix) {
  const std::string name = prefix.empty() ? "xmlns" : "xmlns:" + std::string(prefix);
  return node.attribute(name.c_str()).value();
}

Result<pugi::xml_node> envelope(const QuoteCollector& quotes, const pugi::xml_document& document) {
  pugi::xml_node root;
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() == pugi::node_doctype)
      return quotes.wrong(offset(node), "there is a document type declaration, which the ECB's files never have");
    if (node.type() != pugi::node_element) continue;
    if (root) return quotes.wrong(offset(node), "a second document begins here");
    root = node;
  }
  const std::string_view name = root.name();
  const auto colon = name.find(':');
  const std::string_view prefix = colon == std::string_view::npos ? "" : name.substr(0, colon);
  const std::string_view local = colon == std::string_view::npos ? name : name.substr(colon + 1);
  if (local != "Envelope" || declared_namespace(root, prefix) != envelope_namespace)
    return quotes.wrong(offset(root), fmt::format("the root element is '{}' and not the gesmes:Envelope of the ECB",
                                                  printable(name, 60)));
  if (declared_namespace(root, "") != rates_namespace)
    return quotes.wrong(offset(root), fmt::format("the default namespace is '{}' and not '{}'",
                                                  printable(declared_namespace(root, ""), 80), rates_namespace));
  return root;
}

Result<void> figure(QuoteCollector& quotes, Date day, const pugi::xml_node& cube) {
  const auto currency = cube.attribute("currency");
  const auto rate = cube.attribute("rate");
  if (std::string_view(cube.name()) != "Cube" || !currency || !rate || cube.first_child())
    return quotes.wrong(offset(cube), fmt::format("a Cube with a currency and a rate is wanted for {}", to_text(day)));
  const auto code = quotes.currency(currency.value());
  if (!code) return quotes.wrong(offset(cube), code.error().message);
  return quotes.add(day, *code, rate.value(), offset(cube));
}

Result<void> one_day(QuoteCollector& quotes, const pugi::xml_node& cube) {
  const auto time = cube.attribute("time");
  if (std::string_view(cube.name()) != "Cube" || !time)
    return quotes.wrong(offset(cube), "a Cube with a time is wanted");
  const auto day = quotes.day(time.value());
  if (!day) return quotes.wrong(offset(cube), day.error().message);
  for (const pugi::xml_node& child : cube.children()) VPSFIT_CHECK(figure(quotes, *day, child));
  return {};
}

}  // namespace

Result<Quotes> parse_xml(std::string_view content, std::optional<Date> latest) {
  QuoteCollector quotes(content, latest);
  VPSFIT_CHECK(quotes.check_size());
  pugi::xml_document document;
  const auto parsed = document.load_buffer(content.data(), content.size(), pugi::parse_default | pugi::parse_doctype,
                                           pugi::encoding_utf8);
  if (!parsed)
    return quotes.wrong(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)),
                        fmt::format("the XML is cut or broken here: {}", parsed.description()));
  VPSFIT_TRY(const pugi::xml_node root, envelope(quotes, document));
  const pugi::xml_node days = root.child("Cube");
  if (!days || days.next_sibling("Cube"))
    return quotes.wrong(offset(root), "the envelope holds not exactly one outer Cube");
  for (const pugi::xml_node& day : days.children()) VPSFIT_CHECK(one_day(quotes, day));
  return std::move(quotes).finish("xml");
}

}  // namespace vpsfit::fx
