// SPDX-License-Identifier: MIT
#include "report/page/markup.hpp"

#include <stdexcept>

#include "core/text.hpp"

namespace vpsfit::report {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text, 65536)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

void Markup::start(std::string_view name, Attributes attributes) {
  out_ += '<';
  out_ += name;
  for (const auto& [key, value] : attributes) {
    out_ += ' ';
    out_ += key;
    out_ += "=\"";
    out_ += escaped(value);
    out_ += '"';
  }
}

Markup& Markup::open(std::string_view name, Attributes attributes) {
  start(name, attributes);
  out_ += '>';
  open_.emplace_back(name);
  return *this;
}

Markup& Markup::close() {
  if (open_.empty()) throw std::logic_error("an element is closed that was not opened");
  out_ += "</" + open_.back() + ">";
  open_.pop_back();
  return *this;
}

Markup& Markup::text(std::string_view text) { return out_ += escaped(text), *this; }

Markup& Markup::leaf(std::string_view name, std::string_view content, Attributes attributes) {
  return open(name, attributes).text(content).close();
}

Markup& Markup::empty(std::string_view name, Attributes attributes) {
  start(name, attributes);
  out_ += "/>";
  return *this;
}

Markup& Markup::add(const Markup& other) { return out_ += other.str(), *this; }

Markup& Markup::literal(Literal literal) { return out_ += literal.text(), *this; }

const std::string& Markup::str() const {
  if (!open_.empty()) throw std::logic_error("the element " + open_.back() + " was left open");
  return out_;
}

}  // namespace vpsfit::report
