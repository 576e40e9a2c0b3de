#include "base/tree_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

/// The field of a choice that names the alternative.
constexpr json::string_view kType = "type";

/// "15.99 (0x417FD70A)", "NaN (0x7FC00000)", "-inf (0xFF800000)".
std::string real_text(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  std::array<char, 32> digits;
  std::string text = "NaN";  // whose sign and payload the bits say
  if (!std::isnan(value)) {
    text.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  return text + " (" + hex(bits) + ")";
}

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name) {}

  Node read(const json::value& value, const TypeInfo& type) {
    Node node;
    node.type = &type;
    switch (type.kind) {
      case TypeInfo::Kind::leaf:
        node.value = read_leaf(value, type);
        break;
      case TypeInfo::Kind::record:
        read_record(value, type, node);
        break;
      case TypeInfo::Kind::list:
        read_list(value, type, node);
        break;
      case TypeInfo::Kind::choice:
        read_choice(value, type, node);
        break;
    }
    return node;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(std::string(name_) + ": " + (path_.empty() ? "case" : path_) + ": " + what);
  }

  /// \param alternative  whether the record is that of a choice, and so has a field "type" besides its own
  void read_record(const json::value& value, const TypeInfo& type, Node& node, bool alternative = false) {
    if (!value.is_object()) fail("found " + kind_of(value) + ", expected an object");
    const json::object& object = value.get_object();
    for (const json::key_value_pair& member : object) {
      if (alternative && member.key() == kType) continue;
      const auto known = std::any_of(type.fields.begin(), type.fields.end(), [&](const FieldInfo& field) {
        return field.name == std::string_view(member.key().data(), member.key().size());
      });
      if (!known) fail("unknown field \"" + std::string(member.key()) + "\", expected " + field_names(type));
    }
    for (const FieldInfo& field : type.fields) {
      const json::value* found = object.if_contains(json::string_view(field.name.data(), field.name.size()));
      if (found == nullptr) fail("field \"" + std::string(field.name) + "\" is missing");
      const std::size_t length = path_.size();
      if (!path_.empty()) path_ += '.';
      path_ += field.name;
      node.children.push_back(read(*found, *field.type));
      path_.resize(length);
    }
  }

  void read_choice(const json::value& value, const TypeInfo& type, Node& node) {
    if (!value.is_object()) fail("found " + kind_of(value) + ", expected an object");
    const json::value* found = value.get_object().if_contains(kType);
    if (found == nullptr) fail("field \"type\" is missing, expected one of " + field_names(type));
    if (!found->is_string()) fail("found " + kind_of(*found) + " as type, expected one of " + field_names(type));
    const std::string_view name(found->get_string().data(), found->get_string().size());
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      if (type.fields[i].name != name) continue;
      node.value = i;
      Node& alternative = node.children.emplace_back();
      alternative.type = type.fields[i].type;
      read_record(value, *alternative.type, alternative, true);
      return;
    }
    fail("found type \"" + std::string(name) + "\", expected one of " + field_names(type));
  }

  void read_list(const json::value& value, const TypeInfo& type, Node& node) {
    if (!value.is_array()) fail("found " + kind_of(value) + ", expected an array");
    const json::array& array = value.get_array();
    if (array.size() > type.max_elements) {
      fail("found " + std::to_string(array.size()) + " elements, expected at most " +
           std::to_string(type.max_elements));
    }
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::size_t length = path_.size();
      path_ += '[' + std::to_string(i) + ']';
      node.children.push_back(read(array[i], *type.element));
      path_.resize(length);
    }
  }

  std::uint64_t read_leaf(const json::value& value, const TypeInfo& type) {
    const LeafMeaning& meaning = *type.meaning;
    std::optional<std::uint64_t> number;
    if (value.is_string()) {
      const std::string_view text(value.get_string().data(), value.get_string().size());
      switch (meaning.kind) {
        case LeafKind::flags:
          number = parse_flags(meaning, text);
          break;
        case LeafKind::real:
          number = parse_real(meaning, text);
          break;
        default:
          number = parse_name(meaning, text);
      }
      if (!number) fail("found \"" + std::string(text) + "\", expected " + choices(type));
    } else if (meaning.kind == LeafKind::real) {
      fail("found " + kind_of(value) + ", expected " + choices(type));
    } else if (value.is_uint64()) {
      number = value.get_uint64();
    } else if (value.is_int64() && value.get_int64() >= 0) {
      number = static_cast<std::uint64_t>(value.get_int64());
    } else {
      fail("found " + (value.is_number() ? json_text(value) : kind_of(value)) + ", expected " + choices(type));
    }
    if (*number > type.leaf_max || (meaning.closed && find_name(meaning, *number) == nullptr)) {
      fail("found " + std::to_string(*number) + ", expected " + choices(type));
    }
    return *number;
  }

  static std::optional<std::uint64_t> parse_name(const LeafMeaning& meaning, std::string_view text) {
    for (const NamedValue& named : meaning.names) {
      if (named.name == text) return named.value;
    }
    return std::nullopt;
  }

  /// "NONE", or names and hexadecimal numbers with " | " between them, each bit at most once.
  static std::optional<std::uint64_t> parse_flags(const LeafMeaning& meaning, std::string_view text) {
    if (text == "NONE") return 0;
    std::uint64_t bits = 0;
    while (true) {
      const std::size_t end = text.find(" | ");
      const std::string_view part = text.substr(0, end);
      std::uint64_t bit = 0;
      if (const auto named = parse_name(meaning, part)) {
        bit = *named;
      } else if (part.starts_with("0x")) {
        const auto [rest, error] = std::from_chars(part.data() + 2, part.data() + part.size(), bit, 16);
        if (error != std::errc{} || rest != part.data() + part.size()) return std::nullopt;
      }
      if (bit == 0 || (bits & bit) != 0) return std::nullopt;
      bits |= bit;
      if (end == std::string_view::npos) return bits;
      text.remove_prefix(end + 3);
    }
  }

  /// The bits decide; the value beside them is for the reader's eye, and must be theirs.
  static std::optional<std::uint64_t> parse_real(const LeafMeaning& meaning, std::string_view text) {
    const std::size_t bits = text.find("(0x");
    std::uint32_t number = 0;
    if (bits == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
    const char* const end = text.data() + text.size() - 1;
    const auto [rest, error] = std::from_chars(text.data() + bits + 3, end, number, 16);
    if (error != std::errc{} || rest != end || leaf_text(meaning, number) != text) return std::nullopt;
    return number;
  }

  static std::string kind_of(const json::value& value) {
    switch (value.kind()) {
      case json::kind::null:
        return "null";
      case json::kind::bool_:
        return "a boolean";
      case json::kind::string:
        return "a string";
      case json::kind::array:
        return "an array";
      case json::kind::object:
        return "an object";
      case json::kind::int64:
      case json::kind::uint64:
      case json::kind::double_:
        return "a number";
    }
    return "nothing";
  }

  static std::string json_text(const json::value& value) {
    if (value.is_double()) {
      return std::trunc(value.get_double()) == value.get_double() ? "a number beyond 64 bits or with an exponent"
                                                                  : "a number with a fraction";
    }
    return std::to_string(value.get_int64());
  }

  static std::string field_names(const TypeInfo& type) {
    std::string text;
    for (const FieldInfo& field : type.fields) {
      if (!text.empty()) text += ", ";
      text += field.name;
    }
    return text;
  }

  static std::string choices(const TypeInfo& type) {
    if (type.meaning->kind == LeafKind::real) return "a value with its bits such as \"" + real_text(0x3FC00000) + "\"";
    std::string text;
    for (const NamedValue& named : type.meaning->names) {
      if (!text.empty()) text += ", ";
      text += named.name;
    }
    if (type.meaning->closed) return "one of " + text;
    return (text.empty() ? ""
                         : (type.meaning->kind == LeafKind::flags ? "names joined by \" | \" out of " : "one of ") +
                               text + " or ") +
           "a number from 0 to " + std::to_string(type.leaf_max);
  }

  std::string_view name_;
  std::string path_;
};

}  // namespace

std::string leaf_text(const LeafMeaning& meaning, std::uint64_t value) {
  if (meaning.kind == LeafKind::real) return real_text(static_cast<std::uint32_t>(value));
  if (meaning.kind == LeafKind::flags) {
    if (value == 0) return "NONE";
    std::string text;
    for (const NamedValue& named : meaning.names) {
      if ((value & named.value) != named.value || named.value == 0) continue;
      if (!text.empty()) text += " | ";
      text += named.name;
      value &= ~named.value;
    }
    if (value != 0) text += (text.empty() ? "" : " | ") + hex(value);
    return text;
  }
  if (const NamedValue* named = find_name(meaning, value)) return std::string(named->name);
  return std::to_string(value);
}

json::value tree_to_json(const Node& node) {
  switch (node.type->kind) {
    case TypeInfo::Kind::leaf: {
      const LeafMeaning& meaning = *node.type->meaning;
      if (meaning.kind == LeafKind::flags || meaning.kind == LeafKind::real ||
          find_name(meaning, node.value) != nullptr) {
        return json::value(leaf_text(meaning, node.value));
      }
      return json::value(node.value);
    }
    case TypeInfo::Kind::record: {
      json::object object;
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const std::string_view name = node.type->fields[i].name;
        object.emplace(json::string_view(name.data(), name.size()), tree_to_json(node.children[i]));
      }
      return object;
    }
    case TypeInfo::Kind::list: {
      json::array array;
      for (const Node& child : node.children) array.push_back(tree_to_json(child));
      return array;
    }
    case TypeInfo::Kind::choice: {
      const std::string_view name = node.type->fields[node.value].name;
      json::object object;
      object[kType] = json::string_view(name.data(), name.size());
      const json::value alternative = tree_to_json(node.children[0]);
      for (const json::key_value_pair& member : alternative.get_object()) object[member.key()] = member.value();
      return object;
    }
  }
  return nullptr;
}

Node tree_from_json(const json::value& value, const TypeInfo& type, std::string_view name) {
  return Reader(name).read(value, type);
}

}  // namespace d3d12fuzz
