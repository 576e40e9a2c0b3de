#include "domains/root_signature/hlsl.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/tree_json.h"

namespace d3d12fuzz::root_signature {
namespace {

/// Small numbers in decimal, those that only make sense bit by bit in hexadecimal.
std::string number(std::uint32_t value) { return value < 0x10000 ? std::to_string(value) : hex(value); }

template <Leaf T>
std::string name_of_leaf(T value) {
  return leaf_text(leaf_meaning(value), raw(value));
}

/// "SHADER_VISIBILITY_PIXEL", or the number of a value that has no name.
template <Leaf T>
std::string enumerator(std::string_view prefix, T value) {
  const NamedValue* named = find_name(leaf_meaning(value), raw(value));
  return named == nullptr ? number(raw(value)) : std::string(prefix) + std::string(named->name);
}

/// The shortest decimal number that is exactly the float; bits where the decimal does not show all there is to see.
std::string real(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (std::isnan(value)) return "NaN /* " + hex(bits) + " */";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + "INF /* " + hex(bits) + " */";
  std::array<char, 32> digits;
  std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::fpclassify(value) == FP_SUBNORMAL ? text + " /* " + hex(bits) + " */" : text;
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

std::string visibility_text(ShaderVisibility visibility) {
  return "visibility = " + enumerator("SHADER_VISIBILITY_", visibility);
}

/// What all that has registers ends with.
void add_space_and_visibility(RegisterSpace space, ShaderVisibility visibility, Arguments& arguments) {
  if (raw(space) != 0) arguments.add("space = " + number(raw(space)));
  if (visibility != ShaderVisibility::all) arguments.add(visibility_text(visibility));
}

std::string range_text(const DescriptorRange& range) {
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
      text = "RangeType(" + number(raw(range.range_type)) + ")(register ";
  }
  text += std::to_string(raw(range.base_shader_register));
  if (range.num_descriptors == DescriptorCount::unbounded) {
    text += ", numDescriptors = unbounded";
  } else if (raw(range.num_descriptors) != 1) {
    text += ", numDescriptors = " + number(raw(range.num_descriptors));
  }
  if (raw(range.register_space) != 0) text += ", space = " + number(raw(range.register_space));
  if (range.offset_in_descriptors_from_table_start != TableOffset::append) {
    text += ", offset = " + number(raw(range.offset_in_descriptors_from_table_start));
  }
  if (range.flags != RangeFlags::none) text += ", flags = " + name_of_leaf(range.flags);
  return text + ")";
}

std::string text_of(const DescriptorTable& table) {
  Arguments arguments("DescriptorTable(");
  for (const DescriptorRange& range : table.descriptor_ranges) arguments.add_line(range_text(range));
  if (table.shader_visibility != ShaderVisibility::all) {
    arguments.add_line(visibility_text(table.shader_visibility));
  }
  return arguments.close();
}

std::string text_of(const RootConstants& constants) {
  Arguments arguments("RootConstants(");
  arguments.add("num32BitConstants = " + number(raw(constants.num_32bit_values)));
  arguments.add("b" + std::to_string(raw(constants.shader_register)));
  add_space_and_visibility(constants.register_space, constants.shader_visibility, arguments);
  return arguments.close();
}

std::string text_of(const RootDescriptor& descriptor) {
  const char register_class = descriptor.descriptor_type == RootDescriptorType::cbv   ? 'b'
                              : descriptor.descriptor_type == RootDescriptorType::srv ? 't'
                                                                                      : 'u';
  Arguments arguments(name_of_leaf(descriptor.descriptor_type) + "(");
  arguments.add(register_class + std::to_string(raw(descriptor.shader_register)));
  add_space_and_visibility(descriptor.register_space, descriptor.shader_visibility, arguments);
  if (descriptor.flags != RootDescriptorFlags::none) arguments.add("flags = " + name_of_leaf(descriptor.flags));
  return arguments.close();
}

std::string text_of(const UnknownParameter& unknown) {
  Arguments arguments("RootParameterType(");
  arguments.add(number(raw(unknown.parameter_type)));
  if (unknown.shader_visibility != ShaderVisibility::all) arguments.add(visibility_text(unknown.shader_visibility));
  return arguments.close();
}

std::string text_of(const StaticSampler& sampler) {
  const StaticSampler usual;
  Arguments arguments("StaticSampler(");
  arguments.add("s" + std::to_string(raw(sampler.shader_register)));
  const auto add_enumerator = [&](auto member, std::string_view name, std::string_view prefix) {
    if (sampler.*member != usual.*member) {
      arguments.add(std::string(name) + " = " + enumerator(prefix, sampler.*member));
    }
  };
  const auto add_real = [&](auto member, std::string_view name) {
    if (sampler.*member != usual.*member) arguments.add(std::string(name) + " = " + real(raw(sampler.*member)));
  };
  add_enumerator(&StaticSampler::filter, "filter", "FILTER_");
  add_enumerator(&StaticSampler::address_u, "addressU", "TEXTURE_ADDRESS_");
  add_enumerator(&StaticSampler::address_v, "addressV", "TEXTURE_ADDRESS_");
  add_enumerator(&StaticSampler::address_w, "addressW", "TEXTURE_ADDRESS_");
  add_real(&StaticSampler::mip_lod_bias, "mipLODBias");
  if (sampler.max_anisotropy != usual.max_anisotropy) {
    arguments.add("maxAnisotropy = " + number(raw(sampler.max_anisotropy)));
  }
  add_enumerator(&StaticSampler::comparison_func, "comparisonFunc", "COMPARISON_");
  add_enumerator(&StaticSampler::border_color, "borderColor", "STATIC_BORDER_COLOR_");
  add_real(&StaticSampler::min_lod, "minLOD");
  add_real(&StaticSampler::max_lod, "maxLOD");
  add_space_and_visibility(sampler.register_space, sampler.shader_visibility, arguments);
  if (sampler.flags != SamplerFlags::none) arguments.add("flags = " + name_of_leaf(sampler.flags));
  return arguments.close();
}

std::string serialization_text(const Serialization& serialization) {
  std::string text;
  if (serialization.serializer == Serializer::legacy) {
    text =
        "// serialized by D3D12SerializeRootSignature with version " + number(raw(serialization.legacy_version)) + "\n";
  }
  if (serialization.observe_blob == ObserveBlob::yes) text += "// the serialized bytes are looked at\n";
  return text;
}

std::string target_text(const Target& target) {
  const Target usual;
  std::string text;
  if (target.platform != usual.platform) text = "// for platform " + name_of_leaf(target.platform) + "\n";
  if (target.resource_binding_tier != usual.resource_binding_tier) {
    text += "// for a device of resource binding tier " + name_of_leaf(target.resource_binding_tier) + "\n";
  }
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

}  // namespace

std::string to_hlsl(const RootSignatureCase& value) {
  std::string text = "// root signature version " + name_of_leaf(value.version) + "\n";
  std::string separator;
  const auto add = [&](const std::string& paragraph) {
    text += separator + paragraph;
    separator = ",\n";
  };
  if (value.flags != RootSignatureFlags::none) add("RootFlags(" + name_of_leaf(value.flags) + ")");
  for (const RootParameter& parameter : value.parameters) {
    add(std::visit([](const auto& alternative) { return text_of(alternative); }, parameter));
  }
  for (const StaticSampler& sampler : value.static_samplers) add(text_of(sampler));
  text += separator.empty() ? "// no parameters\n" : "\n";
  for (const RegisterLookup& lookup : value.lookups) {
    text += (lookup.shader_stage == ShaderStage::amplification ? "// an " : "// a ") +
            name_of_leaf(lookup.shader_stage) + " shader looks up register " + name_of_leaf(lookup.register_class) +
            std::to_string(raw(lookup.shader_register)) + ", space " + number(raw(lookup.register_space)) + "\n";
  }
  return text + serialization_text(value.serialization) + target_text(value.target) + lowering_text(value.lowering);
}

}  // namespace d3d12fuzz::root_signature
