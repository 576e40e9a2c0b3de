#include "base/json_text.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_stack.hpp>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

/// Builds the value as the library's own handler does, and refuses a key that its object already has.
class Handler {
 public:
  static constexpr std::size_t max_object_size = 1 << 20;
  static constexpr std::size_t max_array_size = 1 << 20;
  static constexpr std::size_t max_key_size = 1 << 12;
  static constexpr std::size_t max_string_size = 1 << 24;

  Handler() { stack_.reset(); }
  json::value release() { return stack_.release(); }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t count, json::error_code&) {
    keys_.pop_back();
    stack_.push_object(count);
    return true;
  }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t count, json::error_code&) {
    stack_.push_array(count);
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    key_.append(part.data(), part.size());
    stack_.push_chars(part);
    return true;
  }
  bool on_key(json::string_view part, std::size_t, json::error_code& error) {
    key_.append(part.data(), part.size());
    if (!keys_.back().insert(key_).second) {
      duplicate_ = key_;
      error = json::make_error_code(json::error::syntax);
      return false;
    }
    key_.clear();
    stack_.push_key(part);
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    stack_.push_string(part);
    return true;
  }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, json::error_code&) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, json::string_view, json::error_code&) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, json::string_view, json::error_code& error) {
    if (!std::isfinite(number)) {
      error = json::make_error_code(json::error::exponent_overflow);
      return false;
    }
    stack_.push_double(number);
    return true;
  }
  bool on_bool(bool value, json::error_code&) {
    stack_.push_bool(value);
    return true;
  }
  bool on_null(json::error_code&) {
    stack_.push_null();
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  const std::optional<std::string>& duplicate() const { return duplicate_; }

 private:
  json::value_stack stack_;
  std::vector<std::set<std::string>> keys_;
  std::string key_;
  std::optional<std::string> duplicate_;
};

std::string position_in(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  const std::size_t start = text.substr(0, offset).rfind('\n');
  const std::size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
  return std::to_string(line) + ":" + std::to_string(column);
}

bool fits_one_line(const json::array& array) {
  return array.size() <= 16 &&
         std::none_of(array.begin(), array.end(), [](const json::value& v) { return v.is_object() || v.is_array(); });
}

void write_value(const json::value& value, std::string& out, std::size_t indent) {
  const auto new_line = [&](std::size_t depth) {
    out += '\n';
    out.append(2 * depth, ' ');
  };
  if (value.is_object() && !value.get_object().empty()) {
    out += '{';
    bool first = true;
    for (const json::key_value_pair& member : value.get_object()) {
      if (!first) out += ',';
      first = false;
      new_line(indent + 1);
      out += json::serialize(json::string_view(member.key()));
      out += ": ";
      write_value(member.value(), out, indent + 1);
    }
    new_line(indent);
    out += '}';
  } else if (value.is_array() && !value.get_array().empty()) {
    const bool one_line = fits_one_line(value.get_array());
    out += '[';
    bool first = true;
    for (const json::value& element : value.get_array()) {
      if (!first) out += one_line ? ", " : ",";
      first = false;
      if (!one_line) new_line(indent + 1);
      write_value(element, out, indent + 1);
    }
    if (!one_line) new_line(indent);
    out += ']';
  } else {
    out += json::serialize(value);
  }
}

}  // namespace

json::value parse_json(std::string_view text, std::string_view name) {
  json::basic_parser<Handler> parser{json::parse_options{}};
  json::error_code error;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  const auto fail = [&](const std::string& what) {
    return InputError(std::string(name) + ":" + position_in(text, used) + ": " + what);
  };
  if (parser.handler().duplicate()) {
    throw fail("key \"" + *parser.handler().duplicate() + "\" stands twice in one object, expected once");
  }
  if (error) {
    if (error == json::error::incomplete) throw fail("the text ends too early, expected a complete JSON value");
    throw fail("not valid JSON: " + error.message());
  }
  const std::size_t rest = text.find_first_not_of(" \t\r\n", used);
  if (rest != std::string_view::npos) {
    throw InputError(std::string(name) + ":" + position_in(text, rest) +
                     ": text after the JSON value, expected the end");
  }
  return parser.handler().release();
}

std::string write_json(const json::value& value) {
  std::string out;
  write_value(value, out, 0);
  out += '\n';
  return out;
}

}  // namespace d3d12fuzz
