// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vpsfit::report {

/// Text from anywhere as text of HTML, SVG or an attribute in quotes: & < > " ' become entities; control characters,
/// line breaks, direction marks and bytes that are not UTF-8 become visible; cut at 65536 characters. The one way from
/// outside into a page.
[[nodiscard]] std::string escaped(std::string_view text);

/// Builds HTML or SVG element by element. Text and attribute values are always escaped; only other Markup and literals
/// of the program go in as they are.
class Markup {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  /// A literal of the program, checked by the compiler to be one.
  class Literal {
   public:
    consteval Literal(const char* text) : text_(text) {}  // NOLINT: written as "<!doctype html>"
    [[nodiscard]] constexpr std::string_view text() const { return text_; }

   private:
    std::string_view text_;
  };

  Markup& open(std::string_view name, Attributes attributes = {});
  /// Closes the innermost open element.
  Markup& close();
  Markup& text(std::string_view text);
  /// <name ...>text</name>
  Markup& leaf(std::string_view name, std::string_view text, Attributes attributes = {});
  /// <name ...> in HTML (meta, link, br), <name .../> in SVG: an element without content.
  Markup& empty(std::string_view name, Attributes attributes = {});
  Markup& add(const Markup& other);
  Markup& literal(Literal literal);

  [[nodiscard]] bool is_empty() const { return out_.empty(); }
  [[nodiscard]] std::size_t size() const { return out_.size(); }
  /// The whole text; an element left open is a broken promise of the caller (std::logic_error).
  [[nodiscard]] const std::string& str() const;

 private:
  void start(std::string_view name, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace vpsfit::report
