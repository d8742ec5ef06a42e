// SPDX-License-Identifier: MIT
#include "json/parse.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/text.hpp"

namespace vpsfit::json {
namespace {

/// Counts lines while the library reads, and remembers where the last value (or key) began.
struct Position {
  std::int32_t line = 1;
  std::int32_t column = 0;
  std::int32_t previous_column = 0;  ///< of the last line, for what ended at a line break
  std::int32_t start_line = 1;
  std::int32_t start_column = 1;
  std::size_t read = 0;  ///< bytes
  void step(char c) {
    ++read;
    if (c == '\n') {
      previous_column = column;
      ++line;
      column = 0;
    } else {
      ++column;
    }
    follow(c);
  }

 private:
  void start() { start_line = line, start_column = column; }
  /// Just enough of the grammar to know where a string, a word or a bracket begins.
  void follow(char c) {
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
      return;
    }
    const bool in_word =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' || c == '.';
    if (c == '"' || c == '{' || c == '[' || (in_word && !in_word_)) start();
    in_string_ = c == '"';
    in_word_ = in_word;
  }
  bool in_string_ = false;
  bool escaped_ = false;
  bool in_word_ = false;
};

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Position* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() { return position_->step(*at_++), *this; }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Position* position_;
};

/// Builds the tree from the library's events; the first objection stops the reading.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const Position& position, std::string_view list, Elements* elements)
      : position_(position), list_(list), elements_(elements) {}

  bool null() override { return add(Value()); }
  bool boolean(bool truth) override { return add(Value(truth)); }
  bool number_integer(number_integer_t number) override { return add(Value::number(std::to_string(number))); }
  bool number_unsigned(number_unsigned_t number) override { return add(Value::number(std::to_string(number))); }
  bool number_float(number_float_t /*rounded*/, const string_t& text) override { return add(Value::number(text)); }
  bool string(string_t& text) override { return add(Value(std::move(text))); }
  bool binary(binary_t& /*bytes*/) override { return object_to("binary data"); }
  bool start_array(std::size_t /*size*/) override {
    if (is_list(1) && !elements_->begin(open_.front().value)) return stop();
    return open(Value::array());
  }
  bool start_object(std::size_t /*size*/) override { return open(Value::object()); }
  bool end_array() override { return close(); }
  bool end_object() override { return close(); }
  bool key(string_t& name) override {
    if (!open_.back().is_new(name)) return object_to(fmt::format("the key \"{}\" stands twice", printable(name, 60)));
    open_.back().key = std::move(name);
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    if (error.id == 406) return object_to(fmt::format("the number {} is too large", printable(last_token, 60)));
    const std::string what = error.what();
    const auto colon = what.find(": ", what.find("column"));
    return object_to("not valid JSON: " + printable(colon == std::string::npos ? what : what.substr(colon + 2), 160));
  }

  Value root;
  std::string objection;
  bool stopped = false;  ///< by the taker of the elements

 private:
  struct Open {
    Value value;
    std::string key;
    std::int32_t line = 0;  ///< of the opening bracket
    std::int32_t column = 0;
    std::set<std::string> keys;  ///< of an object with many members; empty before

    /// A few members are compared one by one; many are kept in order, since a file may hold as many as it likes (and a
    /// hash could be fed with keys that collide).
    [[nodiscard]] bool is_new(const std::string& name) {
      constexpr std::size_t few = 32;
      const auto& members = value.members();
      if (members.size() < few) return value.find(name) == nullptr;
      if (keys.empty())
        for (const auto& member : members) keys.insert(member.first);
      return keys.insert(name).second;
    }
  };

  /// Does what is read next belong into the list whose items are handed on? depth: 1 for the list itself, 2 for an
  /// item.
  [[nodiscard]] bool is_list(std::size_t depth) const {
    return elements_ != nullptr && open_.size() == depth && open_.front().value.kind() == Value::Kind::object &&
           open_.front().key == list_ &&
           open_.back().value.kind() == (depth == 1 ? Value::Kind::object : Value::Kind::array);
  }
  bool stop() {
    stopped = true;
    if (!open_.empty()) root = std::move(open_.front().value);
    return false;
  }
  bool object_to(std::string why) {
    if (objection.empty()) objection = std::move(why);
    return false;
  }
  bool open(Value value) {
    if (open_.size() >= static_cast<std::size_t>(max_depth))
      return object_to(fmt::format("nested deeper than {} levels", max_depth));
    open_.push_back({std::move(value), {}, position_.start_line, position_.start_column, {}});
    return true;
  }
  bool close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    return add(std::move(done.value), done.line, done.column);
  }
  bool add(Value value) { return add(std::move(value), position_.start_line, position_.start_column); }
  bool add(Value value, std::int32_t line, std::int32_t column) {
    value.set_position(line, column);
    if (open_.empty()) {
      root = std::move(value);
    } else if (is_list(2)) {
      return elements_->element(std::move(value), index_++, position_.read) || stop();
    } else if (open_.back().value.kind() == Value::Kind::array) {
      open_.back().value.push(std::move(value));
    } else {
      open_.back().value.set(std::move(open_.back().key), std::move(value));
    }
    return true;
  }

  const Position& position_;
  std::string_view list_;
  Elements* elements_;
  std::size_t index_ = 0;
  std::vector<Open> open_;
};

Result<Value> read(std::string_view text, std::string_view list, Elements* elements) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return fail(ErrorKind::input, "it is empty where JSON is expected", ":1:1",
                "was it written to the end, and is it the file that was meant?");
  Position position;
  Builder builder(position, list, elements);
  const char* const begin = text.data();
  const bool good = nlohmann::json::sax_parse(CountingIterator(begin, &position),
                                              CountingIterator(begin + text.size(), &position), &builder);
  if (!builder.stopped && (!good || !builder.objection.empty()))
    return fail(ErrorKind::input, builder.objection.empty() ? "not valid JSON" : builder.objection,
                position.column == 0 && position.line > 1
                    ? fmt::format(":{}:{}", position.line - 1, position.previous_column)
                    : fmt::format(":{}:{}", position.line, position.column));
  return std::move(builder.root);
}

}  // namespace

Result<Value> parse(std::string_view text) { return read(text, {}, nullptr); }

Result<Value> parse_elements(std::string_view text, std::string_view key, Elements& elements) {
  return read(text, key, &elements);
}

std::string dump(const Value& value, int indent) {
  struct Convert {
    nlohmann::ordered_json operator()(const Value& v) const {
      switch (v.kind()) {
        case Value::Kind::null:
          return nullptr;
        case Value::Kind::boolean:
          return v.truth();
        case Value::Kind::number:
          return nlohmann::ordered_json::parse(v.text());
        case Value::Kind::string:
          return v.text();
        case Value::Kind::array: {
          auto array = nlohmann::ordered_json::array();
          for (const auto& item : v.items()) array.push_back((*this)(item));
          return array;
        }
        case Value::Kind::object:
          break;
      }
      auto object = nlohmann::ordered_json::object();
      for (const auto& [key, member] : v.members()) object.push_back({key, (*this)(member)});
      return object;
    }
  };
  return Convert{}(value).dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace vpsfit::json
