#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

void repair(RootSignatureCase& value) {
  if (value.serialization.serializer == Serializer::legacy) {
    value.version = Version::v1_0;  // the only desc that it takes
  } else {
    value.serialization.legacy_version = LegacyVersion::v1_0;
  }
  for (RootParameter& parameter : value.parameters) {
    if (auto* unknown = std::get_if<UnknownParameter>(&parameter)) {
      constexpr std::uint32_t known_types = 5;
      if (raw(unknown->parameter_type) < known_types) unknown->parameter_type = UnknownParameterType{known_types};
    } else if (value.version == Version::v1_0) {
      if (auto* table = std::get_if<DescriptorTable>(&parameter)) {
        for (DescriptorRange& range : table->descriptor_ranges) range.flags = RangeFlags::none;
      } else if (auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
        descriptor->flags = RootDescriptorFlags::none;
      }
    }
  }
  if (value.version != Version::v1_2) {
    for (StaticSampler& sampler : value.static_samplers) sampler.flags = SamplerFlags::none;
  }
}

std::uint32_t type_of(const RootParameter& parameter) {
  struct Type {
    std::uint32_t operator()(const DescriptorTable&) const { return 0; }
    std::uint32_t operator()(const RootConstants&) const { return 1; }
    std::uint32_t operator()(const RootDescriptor& descriptor) const { return raw(descriptor.descriptor_type); }
    std::uint32_t operator()(const UnknownParameter& unknown) const { return raw(unknown.parameter_type); }
  };
  return std::visit(Type{}, parameter);
}

std::span<const DescriptorRange> ranges_of(const RootParameter& parameter) {
  const auto* table = std::get_if<DescriptorTable>(&parameter);
  return table == nullptr ? std::span<const DescriptorRange>() : std::span(table->descriptor_ranges);
}

}  // namespace d3d12fuzz::root_signature
