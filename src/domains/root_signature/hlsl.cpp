#include "domains/root_signature/hlsl.h"

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

std::string table_text(const RootParameter& parameter) {
  std::string text = "DescriptorTable(";
  bool first = true;
  const auto separate = [&] {
    if (!first) text += ",\n                ";
    first = false;
  };
  for (const DescriptorRange& range : parameter.descriptor_ranges) {
    separate();
    text += range_text(range);
  }
  if (parameter.shader_visibility != ShaderVisibility::all) {
    separate();
    const bool known =
        find_name(leaf_meaning(parameter.shader_visibility), raw(parameter.shader_visibility)) != nullptr;
    text += "visibility = " + (known ? "SHADER_VISIBILITY_" + name_of_leaf(parameter.shader_visibility)
                                     : number(raw(parameter.shader_visibility)));
  }
  return text + ")";
}

}  // namespace

std::string to_hlsl(const RootSignatureCase& value) {
  std::string text = "// root signature version " + name_of_leaf(value.version) + "\n";
  std::string separator;
  if (value.flags != RootSignatureFlags::none) {
    text += "RootFlags(" + name_of_leaf(value.flags) + ")";
    separator = ",\n";
  }
  for (const RootParameter& parameter : value.parameters) {
    text += separator + table_text(parameter);
    separator = ",\n";
  }
  text += separator.empty() ? "// no parameters\n" : "\n";
  for (const RegisterLookup& lookup : value.lookups) {
    text += "// a " + name_of_leaf(lookup.shader_stage) + " shader looks up register " +
            name_of_leaf(lookup.register_class) + std::to_string(raw(lookup.shader_register)) + ", space " +
            number(raw(lookup.register_space)) + "\n";
  }
  const Lowering usual;
  if (value.lowering.dead_bytes != usual.dead_bytes) {
    text += "// padding and dead union bytes are " + name_of_leaf(value.lowering.dead_bytes) + "\n";
  }
  switch (value.lowering.array_placement) {
    case ArrayPlacement::heap:
      break;
    case ArrayPlacement::before_guard_page:
      text += "// each array ends at an inaccessible page\n";
      break;
    case ArrayPlacement::read_only:
      text += "// each array is read-only and ends at an inaccessible page\n";
      break;
  }
  if (value.lowering.empty_array == EmptyArray::dangling) {
    text += "// pointers of empty arrays are not null and must not be followed\n";
  }
  return text;
}

}  // namespace d3d12fuzz::root_signature
