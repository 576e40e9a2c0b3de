#include "support/notation.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace d3d12fuzz::test {
namespace {

using namespace root_signature;

struct NamedReal {
  std::string_view name;
  std::uint32_t bits;
};
constexpr NamedReal kReals[] = {
    {"NaN", 0x7FC00000}, {"INF", 0x7F800000}, {"-INF", 0xFF800000}, {"FLT_MAX", 0x7F7FFFFF}};

/// Calls `visit` with the name and the member of each field of a static sampler that is written as Field=value.
template <class Sampler, class Visitor>
void for_each_field(Sampler& sampler, Visitor&& visit) {
  visit("Filter", sampler.filter);
  visit("U", sampler.address_u);
  visit("V", sampler.address_v);
  visit("W", sampler.address_w);
  visit("MipLODBias", sampler.mip_lod_bias);
  visit("MaxAnisotropy", sampler.max_anisotropy);
  visit("Comparison", sampler.comparison_func);
  visit("Border", sampler.border_color);
  visit("MinLOD", sampler.min_lod);
  visit("MaxLOD", sampler.max_lod);
  visit("Flags", sampler.flags);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<RootSignatureCase> parse() {
    while (!skip_separators()) {
      if (!item() || !at_separator()) return std::nullopt;
    }
    value_.version = version_.value_or(any_sampler_flags_ ? Version::v1_2 : any_flags_ ? Version::v1_1 : Version::v1_0);
    RootSignatureCase sound = value_;
    repair(sound);
    if (sound != value_) return std::nullopt;
    return value_;
  }

 private:
  bool item() {
    if (take("V=1.0")) return set(version_, Version::v1_0);
    if (take("V=1.1")) return set(version_, Version::v1_1);
    if (take("V=1.2")) return set(version_, Version::v1_2);
    if (take("F=")) return numeric(value_.flags);
    if (take("T[")) return table();
    if (take("K(")) return constants();
    if (take("D(")) return descriptor();
    if (take("X(")) return unknown();
    if (take("S(")) return sampler();
    if (take("L(")) return lookup();
    if (take("Z=legacy:")) {
      return set(value_.serialization.serializer, Serializer::legacy) && numeric(value_.serialization.legacy_version);
    }
    if (take("B")) return set(value_.serialization.observe_blob, ObserveBlob::yes);
    if (take("TIER=")) {
      return numeric(value_.target.resource_binding_tier) &&
             find_name(leaf_meaning(ResourceBindingTier{}), raw(value_.target.resource_binding_tier)) != nullptr;
    }
    return take("P=xbox") && set(value_.target.platform, Platform::xbox_series);
  }

  template <class T, class U>
  static bool set(T& out, U value) {
    out = value;
    return true;
  }

  static bool is_separator(char c) { return c == ' ' || c == ';' || c == ','; }
  bool at_separator() const { return rest_.empty() || is_separator(rest_[0]); }

  /// \return whether the text is at its end
  bool skip_separators() {
    while (!rest_.empty() && is_separator(rest_[0])) rest_.remove_prefix(1);
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

  static std::optional<std::uint32_t> parse_real(std::string_view text) {
    if (text.starts_with("0x")) return parse_number(text);
    for (const NamedReal& named : kReals) {
      if (named.name == text) return named.bits;
    }
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    float value = 0;
    if (!(stream >> value) || stream.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
    return std::bit_cast<std::uint32_t>(value);
  }

  template <Leaf T>
  static bool assign(T& out, std::optional<std::uint32_t> value) {
    if (value) out = static_cast<T>(*value);
    return value.has_value();
  }

  template <Leaf T>
  bool named(T& out) {
    const std::string_view text = word();
    for (const NamedValue& name : leaf_meaning(out).names) {
      if (name.name == text) return set(out, static_cast<T>(name.value));
    }
    return assign(out, parse_number(text));
  }

  template <Leaf T>
  bool numeric(T& out, std::string_view sentinel = {}) {
    const std::string_view text = word();
    if (!sentinel.empty() && text == sentinel) return set(out, static_cast<T>(0xFFFFFFFFu));
    return assign(out, parse_number(text));
  }

  bool table() {
    DescriptorTable parameter;
    if (!named(parameter.shader_visibility) || !take("](")) return false;
    while (!take(")")) {
      take(",");
      if (!take("R(")) return false;
      DescriptorRange& range = parameter.descriptor_ranges.emplace_back();
      if (!named(range.range_type) || !take(",") || !numeric(range.num_descriptors, "U") || !take(",") ||
          !numeric(range.base_shader_register) || !take(",") || !numeric(range.register_space) || !take(",") ||
          !numeric(range.offset_in_descriptors_from_table_start, "A") || !optional_flags(range.flags) || !take(")")) {
        return false;
      }
    }
    value_.parameters.push_back(parameter);
    return true;
  }

  template <Leaf T>
  bool optional_flags(T& out) {
    if (!take(",")) return true;
    any_flags_ = true;
    return numeric(out);
  }

  /// `register,space,visibility`, which all that has registers shares.
  template <class T>
  bool place(T& out) {
    return numeric(out.shader_register) && take(",") && numeric(out.register_space) && take(",") &&
           named(out.shader_visibility);
  }

  bool constants() {
    RootConstants parameter;
    if (!numeric(parameter.num_32bit_values) || !take(",") || !place(parameter) || !take(")")) return false;
    value_.parameters.emplace_back(parameter);
    return true;
  }

  bool descriptor() {
    RootDescriptor parameter;
    if (!named(parameter.descriptor_type) ||
        find_name(leaf_meaning(parameter.descriptor_type), raw(parameter.descriptor_type)) == nullptr || !take(",") ||
        !place(parameter) || !optional_flags(parameter.flags) || !take(")")) {
      return false;
    }
    value_.parameters.emplace_back(parameter);
    return true;
  }

  bool unknown() {
    UnknownParameter parameter;
    if (!numeric(parameter.parameter_type) || !take(",") || !named(parameter.shader_visibility) || !take(")")) {
      return false;
    }
    value_.parameters.emplace_back(parameter);
    return true;
  }

  bool sampler() {
    StaticSampler& sampler = value_.static_samplers.emplace_back();
    if (!place(sampler)) return false;
    while (take(",")) {
      if (!sampler_field(sampler)) return false;
    }
    return take(")");
  }

  bool sampler_field(StaticSampler& sampler) {
    const std::size_t equals = rest_.find('=');
    if (equals == std::string_view::npos) return false;
    std::string_view name = rest_.substr(0, equals);
    rest_.remove_prefix(equals + 1);
    if (name == "Bias") name = "MipLODBias";
    if (name == "Cmp") name = "Comparison";
    any_sampler_flags_ = any_sampler_flags_ || name == "Flags";
    bool read = false;
    for_each_field(sampler, [&](std::string_view field, auto& leaf) {
      if (field != name) return;
      read = leaf_meaning(leaf).kind == LeafKind::real ? assign(leaf, parse_real(word())) : named(leaf);
    });
    return read;
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
  bool any_sampler_flags_ = false;
};

std::string number(std::uint32_t value) { return value < 0x10000 ? std::to_string(value) : hex(value); }

template <Leaf T>
std::string name_of(T value) {
  const LeafMeaning& meaning = leaf_meaning(value);
  if (meaning.kind == LeafKind::flags || meaning.kind == LeafKind::real) return hex(raw(value));
  const NamedValue* named = find_name(meaning, raw(value));
  return named == nullptr ? number(raw(value)) : std::string(named->name);
}

template <Leaf T>
std::string numeric(T value, std::string_view sentinel) {
  return raw(value) == 0xFFFFFFFF ? std::string(sentinel) : number(raw(value));
}

template <class T>
std::string place(const T& value) {
  return number(raw(value.shader_register)) + "," + number(raw(value.register_space)) + "," +
         name_of(value.shader_visibility);
}

std::string written(const DescriptorTable& table) {
  std::string text = "T[" + name_of(table.shader_visibility) + "](";
  for (const DescriptorRange& range : table.descriptor_ranges) {
    text += (text.ends_with('(') ? "R(" : ",R(") + name_of(range.range_type) + "," +
            numeric(range.num_descriptors, "U") + "," + number(raw(range.base_shader_register)) + "," +
            number(raw(range.register_space)) + "," + numeric(range.offset_in_descriptors_from_table_start, "A");
    if (range.flags != RangeFlags::none) text += "," + name_of(range.flags);
    text += ")";
  }
  return text + ")";
}

std::string written(const RootConstants& constants) {
  return "K(" + number(raw(constants.num_32bit_values)) + "," + place(constants) + ")";
}

std::string written(const RootDescriptor& descriptor) {
  std::string text = "D(" + name_of(descriptor.descriptor_type) + "," + place(descriptor);
  if (descriptor.flags != RootDescriptorFlags::none) text += "," + name_of(descriptor.flags);
  return text + ")";
}

std::string written(const UnknownParameter& unknown) {
  return "X(" + number(raw(unknown.parameter_type)) + "," + name_of(unknown.shader_visibility) + ")";
}

std::string written(const StaticSampler& sampler) {
  std::string text = "S(" + place(sampler);
  std::vector<std::uint32_t> usual;
  const StaticSampler default_sampler;
  for_each_field(default_sampler, [&](std::string_view, auto leaf) { usual.push_back(raw(leaf)); });
  std::size_t next = 0;
  for_each_field(sampler, [&](std::string_view field, auto leaf) {
    if (raw(leaf) != usual[next++]) text += "," + std::string(field) + "=" + name_of(leaf);
  });
  return text + ")";
}

std::string written(const RegisterLookup& lookup) {
  return "L(" + name_of(lookup.register_class) + "," + number(raw(lookup.shader_register)) + "," +
         number(raw(lookup.register_space)) + "," + name_of(lookup.shader_stage) + ")";
}

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

std::string to_notation(const RootSignatureCase& value) {
  std::string text = "V=" + name_of(value.version);
  const auto add = [&](const std::string& item) { text += " " + item; };
  if (value.flags != RootSignatureFlags::none) add("F=" + name_of(value.flags));
  if (value.serialization.serializer == Serializer::legacy) {
    add("Z=legacy:" + number(raw(value.serialization.legacy_version)));
  }
  if (value.serialization.observe_blob == ObserveBlob::yes) add("B");
  if (value.target.platform == Platform::xbox_series) add("P=xbox");
  if (value.target.resource_binding_tier != ResourceBindingTier::tier_3) {
    add("TIER=" + name_of(value.target.resource_binding_tier));
  }
  for (const RootParameter& parameter : value.parameters) {
    add(std::visit([](const auto& alternative) { return written(alternative); }, parameter));
  }
  for (const StaticSampler& sampler : value.static_samplers) add(written(sampler));
  for (const RegisterLookup& lookup : value.lookups) add(written(lookup));
  return text;
}

}  // namespace d3d12fuzz::test
