#include "support/hlsl_source.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <set>
#include <tuple>

namespace d3d12fuzz::test {
namespace {

using namespace root_signature;

struct Unexpected {
  std::string what;
};

class Parser {
 public:
  Parser(std::string_view text, Version version) : rest_(text), version_(version) {}

  RootSignatureCase read() {
    RootSignatureCase value;
    value.version = version_;
    do read_element(value);
    while (take(","));
    if (!rest_.empty()) fail("expected , or the end");
    return value;
  }

  std::string_view rest() const { return rest_; }

 private:
  [[noreturn]] static void fail(std::string what) { throw Unexpected{std::move(what)}; }

  void skip_spaces() { rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(' '))); }

  bool take(std::string_view text) {
    skip_spaces();
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  void expect(std::string_view text) {
    if (!take(text)) fail("expected " + std::string(text));
  }

  std::string_view take_while(std::string_view characters) {
    skip_spaces();
    const std::string_view taken = rest_.substr(0, rest_.find_first_not_of(characters));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view identifier() {
    return take_while("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  }

  std::uint32_t number() {
    const std::string_view digits = take_while("0123456789");
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc{}) fail("expected a number of 32 bits");
    return value;
  }

  /// As compilers do that read through double.
  std::uint32_t real() {
    const std::string_view digits = take_while("0123456789.e+-");
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) fail("expected a floating-point number");
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }

  template <Leaf T>
  T name(std::string_view prefix, std::string_view text) {
    for (const NamedValue& named : leaf_meaning(T{}).names) {
      if (text == std::string(prefix) + std::string(named.name)) return static_cast<T>(named.value);
    }
    fail("unknown name " + std::string(text));
  }

  template <Leaf T>
  void read_name(std::string_view prefix, T& out) {
    out = name<T>(prefix, identifier());
  }

  template <Leaf T>
  void read_number(T& out) {
    out = static_cast<T>(number());
  }

  template <Leaf T>
  void read_real(T& out) {
    out = static_cast<T>(real());
  }

  template <Leaf T>
  void read_flags(T& out) {
    std::uint32_t bits = 0;
    if (!take("0")) {
      do bits |= raw(name<T>("", identifier()));
      while (take("|"));
    }
    out = static_cast<T>(bits);
  }

  /// Reads "(", arguments and ")". `read(key)` reads the value behind "key =", and returns false if there is no such
  /// key.
  /// \param letter  of the register that one argument is
  template <class Read>
  void read_arguments(char letter, ShaderRegister& shader_register, Read&& read) {
    expect("(");
    std::set<std::string, std::less<>> seen;
    do {
      const std::string key(identifier());
      if (key.size() > 1 && key.front() == letter && key.find_first_not_of("0123456789", 1) == std::string::npos) {
        if (!seen.insert("register").second) fail("a second register");
        std::uint32_t index = 0;
        const auto [end, error] = std::from_chars(key.data() + 1, key.data() + key.size(), index);
        if (error != std::errc{}) fail("a register beyond 32 bits");
        shader_register = static_cast<ShaderRegister>(index);
        continue;
      }
      if (!seen.insert(key).second) fail("a second " + key);
      expect("=");
      if (!read(std::string_view(key))) fail("unknown argument " + key);
    } while (take(","));
    expect(")");
    if (!seen.contains("register")) fail("expected a register");
  }

  template <class Element>
  bool read_common(std::string_view key, Element& element) {
    if (key == "space") return read_number(element.register_space), true;
    if (key == "visibility") return read_name("SHADER_VISIBILITY_", element.shader_visibility), true;
    return false;
  }

  template <Leaf Flags>
  bool read_flags_of(std::string_view key, Version since, Flags& flags) {
    if (key != "flags" || version_ < since) return false;
    read_flags(flags);
    return true;
  }

  DescriptorRange read_range(std::string_view kind) {
    constexpr std::uint32_t uav = 0x2;
    constexpr std::uint32_t cbv_or_srv = 0x4;
    DescriptorRange range;
    char letter = 0;
    std::uint32_t usual_flags = 0;
    if (kind == "CBV") {
      std::tie(range.range_type, letter, usual_flags) = std::tuple(RangeType::cbv, 'b', cbv_or_srv);
    } else if (kind == "SRV") {
      std::tie(range.range_type, letter, usual_flags) = std::tuple(RangeType::srv, 't', cbv_or_srv);
    } else if (kind == "UAV") {
      std::tie(range.range_type, letter, usual_flags) = std::tuple(RangeType::uav, 'u', uav);
    } else if (kind == "Sampler") {
      std::tie(range.range_type, letter) = std::tuple(RangeType::sampler, 's');
    } else {
      fail("unknown range " + std::string(kind));
    }
    if (version_ != Version::v1_0) range.flags = static_cast<RangeFlags>(usual_flags);
    read_arguments(letter, range.base_shader_register, [&](std::string_view key) {
      if (key == "numDescriptors") {
        if (take("unbounded")) return range.num_descriptors = DescriptorCount::unbounded, true;
        return read_number(range.num_descriptors), true;
      }
      if (key == "space") return read_number(range.register_space), true;
      if (key == "offset") return read_number(range.offset_in_descriptors_from_table_start), true;
      return read_flags_of(key, Version::v1_1, range.flags);
    });
    return range;
  }

  DescriptorTable read_table() {
    DescriptorTable table;
    expect("(");
    bool more = true;
    while (more) {
      const std::string_view kind = identifier();
      if (kind == "visibility") {
        expect("=");
        read_name("SHADER_VISIBILITY_", table.shader_visibility);
        break;
      }
      table.descriptor_ranges.push_back(read_range(kind));
      more = take(",");
    }
    expect(")");
    if (table.descriptor_ranges.empty()) fail("expected a range");
    return table;
  }

  RootConstants read_constants() {
    RootConstants constants;
    constants.num_32bit_values = ConstantCount{};
    bool counted = false;
    read_arguments('b', constants.shader_register, [&](std::string_view key) {
      if (key != "num32BitConstants") return read_common(key, constants);
      counted = true;
      return read_number(constants.num_32bit_values), true;
    });
    if (!counted) fail("expected num32BitConstants");
    return constants;
  }

  RootDescriptor read_descriptor(RootDescriptorType type, char letter) {
    RootDescriptor descriptor = {.descriptor_type = type};
    if (version_ != Version::v1_0) {
      descriptor.flags = type == RootDescriptorType::uav ? RootDescriptorFlags::data_volatile
                                                         : RootDescriptorFlags::data_static_while_set_at_execute;
    }
    read_arguments(letter, descriptor.shader_register, [&](std::string_view key) {
      return read_common(key, descriptor) || read_flags_of(key, Version::v1_1, descriptor.flags);
    });
    return descriptor;
  }

  StaticSampler read_static_sampler() {
    StaticSampler sampler;
    read_arguments('s', sampler.shader_register, [&](std::string_view key) {
      if (key == "filter") return read_name("FILTER_", sampler.filter), true;
      if (key == "addressU") return read_name("TEXTURE_ADDRESS_", sampler.address_u), true;
      if (key == "addressV") return read_name("TEXTURE_ADDRESS_", sampler.address_v), true;
      if (key == "addressW") return read_name("TEXTURE_ADDRESS_", sampler.address_w), true;
      if (key == "mipLODBias") return read_real(sampler.mip_lod_bias), true;
      if (key == "maxAnisotropy") return read_number(sampler.max_anisotropy), true;
      if (key == "comparisonFunc") return read_name("COMPARISON_", sampler.comparison_func), true;
      if (key == "borderColor") return read_name("STATIC_BORDER_COLOR_", sampler.border_color), true;
      if (key == "minLOD") return read_real(sampler.min_lod), true;
      if (key == "maxLOD") return read_real(sampler.max_lod), true;
      return read_common(key, sampler) || read_flags_of(key, Version::v1_2, sampler.flags);
    });
    return sampler;
  }

  void read_element(RootSignatureCase& value) {
    const std::string_view kind = identifier();
    if (kind == "RootFlags") {
      if (has_flags_) fail("a second RootFlags");
      has_flags_ = true;
      expect("(");
      read_flags(value.flags);
      expect(")");
    } else if (kind == "DescriptorTable") {
      value.parameters.emplace_back(read_table());
    } else if (kind == "RootConstants") {
      value.parameters.emplace_back(read_constants());
    } else if (kind == "CBV") {
      value.parameters.emplace_back(read_descriptor(RootDescriptorType::cbv, 'b'));
    } else if (kind == "SRV") {
      value.parameters.emplace_back(read_descriptor(RootDescriptorType::srv, 't'));
    } else if (kind == "UAV") {
      value.parameters.emplace_back(read_descriptor(RootDescriptorType::uav, 'u'));
    } else if (kind == "StaticSampler") {
      value.static_samplers.push_back(read_static_sampler());
    } else {
      fail("unknown element " + std::string(kind));
    }
  }

  std::string_view rest_;
  Version version_;
  bool has_flags_ = false;
};

}  // namespace

ParsedSource parse_hlsl_source(std::string_view source, Version version) {
  constexpr std::string_view before = "#define RS \"";
  constexpr std::string_view after = "\"\n";
  if (!source.starts_with(before) || !source.ends_with(after) || source.size() < before.size() + after.size()) {
    return {.error = "expected #define RS \"...\" on one line"};
  }
  Parser parser(source.substr(before.size(), source.size() - before.size() - after.size()), version);
  try {
    return {.value = parser.read()};
  } catch (const Unexpected& unexpected) {
    return {.error = unexpected.what + " before \"" + std::string(parser.rest().substr(0, 40)) + "\""};
  }
}

}  // namespace d3d12fuzz::test
