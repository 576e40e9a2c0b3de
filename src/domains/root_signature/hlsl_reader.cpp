#include "domains/root_signature/hlsl_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <locale>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "base/error.h"

namespace d3d12fuzz::root_signature {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_word(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || c == '.'; }

/// Of UTF-8.
bool is_within_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

class Reader {
 public:
  /// \param places, source  where each byte of the text stands in which file; none and the text if it is all there is
  Reader(std::string_view text, std::span<const std::size_t> places, std::string_view source, Version version,
         std::string_view name)
      : text_(text), places_(places), source_(source), version_(version), name_(name) {}

  RootSignatureCase read() {
    RootSignatureCase value;
    value.version = version_;
    next();
    while (true) {
      read_element(value);
      if (word_.empty()) return value;
      expect(",", "',' or the end");
    }
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const { fail_with(found(), expected); }

  [[noreturn]] void fail_with(const std::string& what, std::string_view expected) const {
    const std::size_t place = places_.empty() ? start_ : start_ < places_.size() ? places_[start_] : places_.back() + 1;
    throw InputError(place_text(source_, place, name_) + ": found " + what + ", expected " + std::string(expected));
  }

  std::string found() const {
    if (word_.empty()) return "the end";
    constexpr std::size_t longest = 60;
    return "'" + std::string(word_.substr(0, longest)) + (word_.size() > longest ? "..." : "") + "'";
  }

  void skip_comment() {
    const bool to_line_end = text_[start_ + 1] == '/';
    const std::size_t end = text_.find(to_line_end ? "\n" : "*/", start_ + 2);
    if (end == std::string_view::npos && !to_line_end) fail_with("a comment without end", "*/");
    end_ = end == std::string_view::npos ? text_.size() : end + (to_line_end ? 1 : 2);
  }

  /// Goes to the next word: a name, a number with its sign, or one other character. Empty at the end.
  void next() {
    while (true) {
      start_ = std::min(text_.find_first_not_of(" \t\r\n\f\v", end_), text_.size());
      if (!text_.substr(start_).starts_with("//") && !text_.substr(start_).starts_with("/*")) break;
      skip_comment();
    }
    end_ = start_;
    if (start_ < text_.size()) {
      const char first = text_[end_++];
      // A character of several bytes is not parted, or the error that names it would be no text.
      while (end_ < text_.size() && is_within_character(text_[end_])) ++end_;
      const bool number = is_digit(first) || first == '-' || first == '+' || first == '.';
      const bool decimal = number && !lowered(text_.substr(start_, 3)).starts_with("0x");
      while ((is_word(first) || number) && end_ < text_.size()) {
        const bool exponent = decimal && lower(text_[end_ - 1]) == 'e' && (text_[end_] == '-' || text_[end_] == '+');
        if (!is_word(text_[end_]) && !exponent) break;
        ++end_;
      }
    }
    word_ = text_.substr(start_, end_ - start_);
  }

  bool is(std::string_view word) const { return word_.size() == word.size() && lowered(word_) == lowered(word); }

  bool take(std::string_view word) {
    if (!is(word)) return false;
    next();
    return true;
  }

  void expect(std::string_view word, std::string_view expected) {
    if (!take(word)) fail(expected);
  }
  void expect(std::string_view word) { expect(word, "'" + std::string(word) + "'"); }

  static std::optional<std::uint32_t> as_number(std::string_view text) {
    int base = 10;
    if (lowered(text.substr(0, 2)) == "0x") {
      base = 16;
      text.remove_prefix(2);
    }
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

  template <Leaf T>
  void read_value(std::string_view prefix, T& out) {
    const LeafMeaning& meaning = leaf_meaning(T{});
    if (meaning.kind == LeafKind::real) {
      out = static_cast<T>(real());
    } else if (meaning.kind == LeafKind::flags) {
      std::uint32_t bits = 0;
      do bits |= name_or_number(meaning, prefix);
      while (take("|"));
      out = static_cast<T>(bits);
    } else {
      out = static_cast<T>(name_or_number(meaning, prefix));
    }
  }

  std::uint32_t name_or_number(const LeafMeaning& meaning, std::string_view prefix) {
    std::optional<std::uint32_t> value = as_number(word_);
    for (const NamedValue& named : meaning.names) {
      if (!value && is(std::string(prefix) + std::string(named.name))) value = static_cast<std::uint32_t>(named.value);
    }
    if (!value) {
      fail((meaning.names.empty() ? ""
                                  : std::string(prefix) + std::string(meaning.names[0].name) + ", another name or ") +
           "a number from 0 to 4294967295");
    }
    next();
    return *value;
  }

  std::uint32_t real() {
    float value = std::numeric_limits<float>::infinity();
    if (is("-INF")) {
      value = -value;
    } else if (!is("INF")) {
      std::string digits(word_);
      if (lower(digits.empty() ? ' ' : digits.back()) == 'f') digits.pop_back();
      // Not every library has from_chars for floats.
      std::istringstream stream(digits);
      stream.imbue(std::locale::classic());
      if (!(stream >> value) || stream.peek() != std::istringstream::traits_type::eof()) {
        fail("a floating-point number");
      }
    }
    next();
    return std::bit_cast<std::uint32_t>(value);
  }

  bool read_register(char letter, ShaderRegister& out) {
    if (word_.size() < 2 || lower(word_[0]) != letter || !is_digit(word_[1])) return false;
    const std::string_view digits = word_.substr(1);
    if (!std::ranges::all_of(digits, is_digit) || !as_number(digits)) {
      fail(std::string("a register from ") + letter + "0 to " + letter + "4294967295");
    }
    out = static_cast<ShaderRegister>(*as_number(digits));
    next();
    return true;
  }

  /// Reads "(", the register and arguments, ")". `read(key)` reads the value of a key that it knows, else returns
  /// false.
  template <class Read>
  void read_arguments(char letter, ShaderRegister& shader_register, std::string_view needed, Read&& read) {
    const std::string a_register = std::string("a register such as ") + letter + "0";
    std::set<std::string, std::less<>> seen;
    expect("(");
    do {
      const std::string key = lowered(word_);
      const std::string known = key.size() > 1 && key[0] == letter && is_digit(key[1]) ? "register" : key;
      if (!seen.insert(known).second) fail("each argument once");
      if (read_register(letter, shader_register)) continue;
      if (!read(std::string_view(key))) fail(a_register + " or the name of an argument");
    } while (take(","));
    if (!is(")")) fail("',' or ')'");
    if (!seen.contains("register")) fail(a_register);
    if (!needed.empty() && !seen.contains(lowered(needed))) fail(needed);
    next();
  }

  template <Leaf T>
  bool assign(std::string_view key, std::string_view name, std::string_view prefix, T& out) {
    if (key != lowered(name)) return false;
    next();
    expect("=");
    read_value(prefix, out);
    return true;
  }

  template <Leaf T>
  bool assign_flags(std::string_view key, Version since, T& out) {
    if (key == "flags" && version_ < since) {
      fail(since == Version::v1_2 ? "version 1.2, which has flags of static samplers"
                                  : "version 1.1 or 1.2, which have flags");
    }
    return assign(key, "flags", "", out);
  }

  template <class Element>
  bool read_common(std::string_view key, Element& element) {
    return assign(key, "space", "", element.register_space) ||
           assign(key, "visibility", "SHADER_VISIBILITY_", element.shader_visibility);
  }

  template <class T>
  void add(std::vector<T>& list, T element, std::string_view what) const {
    if (list.size() == max_elements<T>) fail("at most " + std::to_string(max_elements<T>) + " " + std::string(what));
    list.push_back(std::move(element));
  }

  DescriptorRange read_range() {
    DescriptorRange range;
    const char letter = is("SRV") ? 't' : is("UAV") ? 'u' : is("CBV") ? 'b' : is("Sampler") ? 's' : 0;
    if (letter == 0) fail("CBV, SRV, UAV, Sampler or visibility");
    range.range_type = static_cast<RangeType>(name_or_number(leaf_meaning(RangeType{}), ""));
    read_arguments(letter, range.base_shader_register, "", [&](std::string_view key) {
      return assign(key, "numDescriptors", "", range.num_descriptors) ||
             assign(key, "space", "", range.register_space) ||
             assign(key, "offset", "DESCRIPTOR_RANGE_OFFSET_", range.offset_in_descriptors_from_table_start) ||
             assign_flags(key, Version::v1_1, range.flags);
    });
    return range;
  }

  DescriptorTable read_table() {
    DescriptorTable table;
    bool has_visibility = false;
    expect("(");
    do {
      if (is("visibility")) {
        if (std::exchange(has_visibility, true)) fail("each argument once");
        assign("visibility", "visibility", "SHADER_VISIBILITY_", table.shader_visibility);
      } else {
        add(table.descriptor_ranges, read_range(), "ranges in a table");
      }
    } while (take(","));
    if (!is(")")) fail("',' or ')'");
    if (table.descriptor_ranges.empty()) fail("a range: a table without has no form in HLSL");
    next();
    return table;
  }

  RootConstants read_constants() {
    RootConstants constants;
    read_arguments('b', constants.shader_register, "num32BitConstants", [&](std::string_view key) {
      return assign(key, "num32BitConstants", "", constants.num_32bit_values) || read_common(key, constants);
    });
    return constants;
  }

  RootDescriptor read_descriptor(RootDescriptorType type, char letter) {
    RootDescriptor descriptor = {.descriptor_type = type};
    read_arguments(letter, descriptor.shader_register, "", [&](std::string_view key) {
      return read_common(key, descriptor) || assign_flags(key, Version::v1_1, descriptor.flags);
    });
    return descriptor;
  }

  StaticSampler read_static_sampler() {
    StaticSampler sampler;
    read_arguments('s', sampler.shader_register, "", [&](std::string_view key) {
      return assign(key, "filter", "FILTER_", sampler.filter) ||
             assign(key, "addressU", "TEXTURE_ADDRESS_", sampler.address_u) ||
             assign(key, "addressV", "TEXTURE_ADDRESS_", sampler.address_v) ||
             assign(key, "addressW", "TEXTURE_ADDRESS_", sampler.address_w) ||
             assign(key, "mipLODBias", "", sampler.mip_lod_bias) ||
             assign(key, "maxAnisotropy", "", sampler.max_anisotropy) ||
             assign(key, "comparisonFunc", "COMPARISON_", sampler.comparison_func) ||
             assign(key, "borderColor", "STATIC_BORDER_COLOR_", sampler.border_color) ||
             assign(key, "minLOD", "", sampler.min_lod) || assign(key, "maxLOD", "", sampler.max_lod) ||
             read_common(key, sampler) || assign_flags(key, Version::v1_2, sampler.flags);
    });
    return sampler;
  }

  void read_element(RootSignatureCase& value) {
    if (is("RootFlags")) {
      if (std::exchange(has_flags_, true)) fail("RootFlags once");
      next();
      expect("(");
      read_value("", value.flags);
      expect(")", "'|' or ')'");
    } else if (is("StaticSampler")) {
      next();
      add(value.static_samplers, read_static_sampler(), "static samplers");
    } else {
      add(value.parameters, read_parameter(), "parameters");
    }
  }

  RootParameter read_parameter() {
    if (take("DescriptorTable")) return read_table();
    if (take("RootConstants")) return read_constants();
    if (take("CBV")) return read_descriptor(RootDescriptorType::cbv, 'b');
    if (take("SRV")) return read_descriptor(RootDescriptorType::srv, 't');
    if (take("UAV")) return read_descriptor(RootDescriptorType::uav, 'u');
    fail("RootFlags, RootConstants, CBV, SRV, UAV, DescriptorTable or StaticSampler");
  }

  std::string_view text_;
  std::span<const std::size_t> places_;
  std::string_view source_;
  Version version_;
  std::string_view name_;
  std::size_t start_ = 0;  ///< of the word
  std::size_t end_ = 0;    ///< behind it
  std::string_view word_;
  bool has_flags_ = false;
};

}  // namespace

RootSignatureCase from_hlsl(std::string_view text, Version version, std::string_view name) {
  return Reader(text, {}, text, version, name).read();
}

RootSignatureCase from_hlsl(const PlacedText& text, std::string_view source, Version version, std::string_view name) {
  return Reader(text.text, text.places, source, version, name).read();
}

}  // namespace d3d12fuzz::root_signature
