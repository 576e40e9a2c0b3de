#include "support/notation.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace d3d12fuzz::test {
namespace {

using namespace root_signature;

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<RootSignatureCase> parse() {
    while (!skip_separators()) {
      bool read = false;
      if (take("V=1.0")) {
        version_ = Version::v1_0;
        read = true;
      } else if (take("V=1.1")) {
        version_ = Version::v1_1;
        read = true;
      } else if (take("F=")) {
        const auto flags = number();
        if (flags) value_.flags = static_cast<RootSignatureFlags>(*flags);
        read = flags.has_value();
      } else if (take("T[")) {
        read = table();
      } else if (take("L(")) {
        read = lookup();
      }
      if (!read) return std::nullopt;
    }
    value_.version = version_.value_or(any_flags_ ? Version::v1_1 : Version::v1_0);
    return value_;
  }

 private:
  /// \return whether the text is at its end
  bool skip_separators() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == ';' || rest_[0] == ',')) rest_.remove_prefix(1);
    return rest_.empty();
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view word() {
    const std::size_t end = rest_.find_first_of(",)] ;");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(found.size());
    return found;
  }

  static std::optional<std::uint32_t> parse_number(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
  }

  std::optional<std::uint32_t> number() { return parse_number(word()); }

  template <Leaf T>
  bool named(T& out) {
    const std::string_view text = word();
    for (const NamedValue& name : leaf_meaning(out).names) {
      if (name.name == text) {
        out = static_cast<T>(name.value);
        return true;
      }
    }
    const auto value = parse_number(text);
    if (value) out = static_cast<T>(*value);
    return value.has_value();
  }

  template <Leaf T>
  bool numeric(T& out, std::string_view sentinel = {}) {
    const std::string_view text = word();
    if (!sentinel.empty() && text == sentinel) {
      out = static_cast<T>(0xFFFFFFFFu);
      return true;
    }
    const auto value = parse_number(text);
    if (value) out = static_cast<T>(*value);
    return value.has_value();
  }

  bool table() {
    RootParameter parameter;
    if (!named(parameter.shader_visibility) || !take("](")) return false;
    while (!take(")")) {
      take(",");
      if (!take("R(")) return false;
      DescriptorRange range;
      if (!named(range.range_type) || !take(",") || !numeric(range.num_descriptors, "U") || !take(",") ||
          !numeric(range.base_shader_register) || !take(",") || !numeric(range.register_space) || !take(",") ||
          !numeric(range.offset_in_descriptors_from_table_start, "A")) {
        return false;
      }
      if (take(",")) {
        any_flags_ = true;
        if (!numeric(range.flags)) return false;
      }
      if (!take(")")) return false;
      parameter.descriptor_ranges.push_back(range);
    }
    value_.parameters.push_back(parameter);
    return true;
  }

  bool lookup() {
    RegisterLookup found;
    if (!named(found.register_class) || !take(",") || !numeric(found.shader_register) || !take(",") ||
        !numeric(found.register_space) || !take(",") || !named(found.shader_stage) || !take(")")) {
      return false;
    }
    value_.lookups.push_back(found);
    return true;
  }

  std::string_view rest_;
  RootSignatureCase value_;
  std::optional<Version> version_;
  bool any_flags_ = false;
};

}  // namespace

std::optional<RootSignatureCase> parse_notation(std::string_view text) { return Parser(text).parse(); }

RootSignatureCase notation(std::string_view text) {
  const std::optional<RootSignatureCase> value = parse_notation(text);
  if (!value) {
    std::fprintf(stderr, "not in the notation of the catalogue: %s\n", std::string(text).c_str());
    std::abort();
  }
  return *value;
}

}  // namespace d3d12fuzz::test
