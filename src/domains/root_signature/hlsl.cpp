#include "domains/root_signature/hlsl.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/tree_json.h"

namespace d3d12fuzz::root_signature {
namespace {

/// Who reads the text.
struct Reader {
  bool is_compiler;
  Version version;  ///< of the root signature

  /// HLSL gives flags that are not written another value than none where the version has them (DT-045).
  bool needs_flags() const { return is_compiler && version != Version::v1_0; }
};
constexpr Reader kPerson = {.is_compiler = false, .version = Version::v1_0};

/// Of numbers from 0x10000 on people see the bits; compilers know decimal numbers alone.
std::string number(std::uint32_t value, const Reader& reader) {
  return reader.is_compiler || value < 0x10000 ? std::to_string(value) : hex(value);
}

template <Leaf T>
std::string name_of_leaf(T value) {
  return leaf_text(leaf_meaning(value), raw(value));
}

template <Leaf T>
std::string flags_text(T flags) {
  return "flags = " + (raw(flags) == 0 ? "0" : name_of_leaf(flags));
}

/// "SHADER_VISIBILITY_PIXEL", or the number of a value that has no name.
template <Leaf T>
std::string enumerator(std::string_view prefix, T value, const Reader& reader) {
  const NamedValue* named = find_name(leaf_meaning(value), raw(value));
  return named == nullptr ? number(raw(value), reader) : std::string(prefix) + std::string(named->name);
}

/// The shortest decimal number that is exactly that.
template <std::floating_point T>
std::string decimal(T value) {
  std::array<char, 32> digits;
  std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// Bits stand beside a decimal that does not show all there is to see.
std::string real(std::uint32_t bits, const Reader& reader) {
  const auto value = std::bit_cast<float>(bits);
  // Exact to a compiler that reads through double too: the shortest text of FLT_MAX is above it.
  if (reader.is_compiler) return decimal(static_cast<double>(value));
  if (std::isnan(value)) return "NaN /* " + hex(bits) + " */";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + "INF /* " + hex(bits) + " */";
  return std::fpclassify(value) == FP_SUBNORMAL ? decimal(value) + " /* " + hex(bits) + " */" : decimal(value);
}

/// Arguments in parentheses, broken where a line would get too long.
class Arguments {
 public:
  explicit Arguments(std::string_view opening) : text_(opening), indent_(opening.size()) {}

  void add(const std::string& argument) {
    constexpr std::size_t widest = 116;
    if (!text_.ends_with('(')) text_ += text_.size() - line_ + argument.size() > widest ? break_line() : ", ";
    text_ += argument;
  }

  /// On a line of its own.
  void add_line(const std::string& argument) {
    if (!text_.ends_with('(')) text_ += break_line();
    text_ += argument;
  }

  std::string close() const { return text_ + ")"; }

 private:
  std::string break_line() {
    line_ = text_.size() + 2;
    return ",\n" + std::string(indent_, ' ');
  }

  std::string text_;
  std::size_t indent_;
  std::size_t line_ = 0;  ///< where the current line starts
};

std::string visibility_text(ShaderVisibility visibility, const Reader& reader) {
  return "visibility = " + enumerator("SHADER_VISIBILITY_", visibility, reader);
}

/// What all that has registers ends with.
void add_space_and_visibility(RegisterSpace space, ShaderVisibility visibility, const Reader& reader,
                              Arguments& arguments) {
  if (raw(space) != 0) arguments.add("space = " + number(raw(space), reader));
  if (visibility != ShaderVisibility::all) arguments.add(visibility_text(visibility, reader));
}

std::string range_text(const DescriptorRange& range, const Reader& reader) {
  std::string text;
  switch (range.range_type) {
    case RangeType::srv:
      text = "SRV(t";
      break;
    case RangeType::uav:
      text = "UAV(u";
      break;
    case RangeType::cbv:
      text = "CBV(b";
      break;
    case RangeType::sampler:
      text = "Sampler(s";
      break;
    default:
      text = "RangeType(" + number(raw(range.range_type), reader) + ")(register ";
  }
  text += std::to_string(raw(range.base_shader_register));
  if (range.num_descriptors == DescriptorCount::unbounded) {
    text += ", numDescriptors = unbounded";
  } else if (raw(range.num_descriptors) != 1) {
    text += ", numDescriptors = " + number(raw(range.num_descriptors), reader);
  }
  if (raw(range.register_space) != 0) text += ", space = " + number(raw(range.register_space), reader);
  if (range.offset_in_descriptors_from_table_start != TableOffset::append) {
    text += ", offset = " + number(raw(range.offset_in_descriptors_from_table_start), reader);
  }
  if (range.flags != RangeFlags::none || reader.needs_flags()) text += ", " + flags_text(range.flags);
  return text + ")";
}

std::string text_of(const DescriptorTable& table, const Reader& reader) {
  Arguments arguments("DescriptorTable(");
  for (const DescriptorRange& range : table.descriptor_ranges) arguments.add_line(range_text(range, reader));
  if (table.shader_visibility != ShaderVisibility::all) {
    arguments.add_line(visibility_text(table.shader_visibility, reader));
  }
  return arguments.close();
}

std::string text_of(const RootConstants& constants, const Reader& reader) {
  Arguments arguments("RootConstants(");
  arguments.add("num32BitConstants = " + number(raw(constants.num_32bit_values), reader));
  arguments.add("b" + std::to_string(raw(constants.shader_register)));
  add_space_and_visibility(constants.register_space, constants.shader_visibility, reader, arguments);
  return arguments.close();
}

std::string text_of(const RootDescriptor& descriptor, const Reader& reader) {
  const char register_class = descriptor.descriptor_type == RootDescriptorType::cbv   ? 'b'
                              : descriptor.descriptor_type == RootDescriptorType::srv ? 't'
                                                                                      : 'u';
  Arguments arguments(name_of_leaf(descriptor.descriptor_type) + "(");
  arguments.add(register_class + std::to_string(raw(descriptor.shader_register)));
  add_space_and_visibility(descriptor.register_space, descriptor.shader_visibility, reader, arguments);
  if (descriptor.flags != RootDescriptorFlags::none || reader.needs_flags()) {
    arguments.add(flags_text(descriptor.flags));
  }
  return arguments.close();
}

std::string text_of(const UnknownParameter& unknown, const Reader& reader) {
  Arguments arguments("RootParameterType(");
  arguments.add(number(raw(unknown.parameter_type), reader));
  if (unknown.shader_visibility != ShaderVisibility::all)
    arguments.add(visibility_text(unknown.shader_visibility, reader));
  return arguments.close();
}

std::string text_of(const StaticSampler& sampler, const Reader& reader) {
  const StaticSampler usual;
  Arguments arguments("StaticSampler(");
  arguments.add("s" + std::to_string(raw(sampler.shader_register)));
  const auto add_enumerator = [&](auto member, std::string_view name, std::string_view prefix) {
    if (sampler.*member != usual.*member) {
      arguments.add(std::string(name) + " = " + enumerator(prefix, sampler.*member, reader));
    }
  };
  const auto add_real = [&](auto member, std::string_view name) {
    if (sampler.*member != usual.*member) arguments.add(std::string(name) + " = " + real(raw(sampler.*member), reader));
  };
  add_enumerator(&StaticSampler::filter, "filter", "FILTER_");
  add_enumerator(&StaticSampler::address_u, "addressU", "TEXTURE_ADDRESS_");
  add_enumerator(&StaticSampler::address_v, "addressV", "TEXTURE_ADDRESS_");
  add_enumerator(&StaticSampler::address_w, "addressW", "TEXTURE_ADDRESS_");
  add_real(&StaticSampler::mip_lod_bias, "mipLODBias");
  if (sampler.max_anisotropy != usual.max_anisotropy) {
    arguments.add("maxAnisotropy = " + number(raw(sampler.max_anisotropy), reader));
  }
  add_enumerator(&StaticSampler::comparison_func, "comparisonFunc", "COMPARISON_");
  add_enumerator(&StaticSampler::border_color, "borderColor", "STATIC_BORDER_COLOR_");
  add_real(&StaticSampler::min_lod, "minLOD");
  add_real(&StaticSampler::max_lod, "maxLOD");
  add_space_and_visibility(sampler.register_space, sampler.shader_visibility, reader, arguments);
  if (sampler.flags != SamplerFlags::none) arguments.add(flags_text(sampler.flags));
  return arguments.close();
}

std::string serialization_text(const Serialization& serialization) {
  std::string text;
  if (serialization.serializer == Serializer::legacy) {
    text = "// serialized by D3D12SerializeRootSignature with version " +
           number(raw(serialization.legacy_version), kPerson) + "\n";
  }
  if (serialization.observe_blob == ObserveBlob::yes) text += "// the serialized bytes are looked at\n";
  return text;
}

std::string lowering_text(const Lowering& lowering) {
  const Lowering usual;
  std::string text;
  if (lowering.dead_bytes != usual.dead_bytes) {
    text += "// padding and dead union bytes are " + name_of_leaf(lowering.dead_bytes) + "\n";
  }
  switch (lowering.array_placement) {
    case ArrayPlacement::heap:
      break;
    case ArrayPlacement::before_guard_page:
      text += "// each array ends at an inaccessible page\n";
      break;
    case ArrayPlacement::read_only:
      text += "// each array is read-only and ends at an inaccessible page\n";
      break;
  }
  if (lowering.empty_array == EmptyArray::dangling) {
    text += "// pointers of empty arrays are not null and must not be followed\n";
  }
  return text;
}

/// The root elements, one a paragraph; an empty text if there are none.
std::string elements_text(const RootSignatureCase& value, const Reader& reader) {
  std::string text;
  const auto add = [&](const std::string& element) { text += (text.empty() ? "" : ",\n") + element; };
  if (value.flags != RootSignatureFlags::none) add("RootFlags(" + name_of_leaf(value.flags) + ")");
  for (const RootParameter& parameter : value.parameters) {
    add(std::visit([&](const auto& alternative) { return text_of(alternative, reader); }, parameter));
  }
  for (const StaticSampler& sampler : value.static_samplers) add(text_of(sampler, reader));
  return text;
}

/// The same on one line.
std::string joined(std::string_view paragraphs) {
  std::string line;
  for (const char c : paragraphs) {
    if (c == ' ' && line.ends_with(' ')) continue;
    line += c == '\n' ? ' ' : c;
  }
  return line;
}

}  // namespace

std::string target_text(const Target& target) {
  const Target usual;
  std::string text;
  if (target.platform != usual.platform) text = "// for platform " + name_of_leaf(target.platform) + "\n";
  if (target.resource_binding_tier != usual.resource_binding_tier) {
    text += "// for a device of resource binding tier " + name_of_leaf(target.resource_binding_tier) + "\n";
  }
  return text;
}

std::string to_hlsl(const RootSignatureCase& value) {
  const std::string elements = elements_text(value, kPerson);
  std::string text = "// root signature version " + name_of_leaf(value.version) + "\n" +
                     (elements.empty() ? "RootFlags(0)" : elements) + "\n";
  for (const RegisterLookup& lookup : value.lookups) {
    text += (lookup.shader_stage == ShaderStage::amplification ? "// an " : "// a ") +
            name_of_leaf(lookup.shader_stage) + " shader looks up register " + name_of_leaf(lookup.register_class) +
            std::to_string(raw(lookup.shader_register)) + ", space " + number(raw(lookup.register_space), kPerson) +
            "\n";
  }
  return text + serialization_text(value.serialization) + target_text(value.target) + lowering_text(value.lowering);
}

std::string to_hlsl_source(const RootSignatureCase& value) {
  const std::string elements = elements_text(value, {.is_compiler = true, .version = value.version});
  // That there is nothing is said by an element too: grammars differ on the empty string.
  return "#define RS \"" + (elements.empty() ? "RootFlags(0)" : joined(elements)) + "\"\n";
}

}  // namespace d3d12fuzz::root_signature
