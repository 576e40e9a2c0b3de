// The reference model's rules on root constants, root descriptors and unknown parameters.

#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

void judge_register(ShaderRegister shader_register, RegisterSpace register_space, Judge& judge) {
  judge.check("DT-021"_rule, raw(register_space) < 0xFFFFFFF0u);
  if (raw(shader_register) == 0xFFFFFFFFu) judge.broke("DT-049"_rule);
}

void judge_descriptor_flags(const RootDescriptor& descriptor, Judge& judge) {
  constexpr std::uint32_t known_bits = 0x2 | 0x4 | 0x8;
  const std::uint32_t flags = raw(descriptor.flags);
  judge.check("DT-046"_rule, (flags & ~known_bits) == 0 && std::popcount(flags) <= 1);
  if (descriptor.descriptor_type == RootDescriptorType::uav && descriptor.flags == RootDescriptorFlags::data_static) {
    judge.met("DT-040"_rule);
  }
  if (flags == 0) judge.met("DT-045"_rule);
}

}  // namespace

void judge_parameter(Version version, const RootParameter& parameter, Judge& judge) {
  judge.check("DT-032"_rule, raw(visibility_of(parameter)) <= 7);
  judge.check("DT-034"_rule, !std::holds_alternative<UnknownParameter>(parameter));
  if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
    judge_register(constants->shader_register, constants->register_space, judge);
    if (raw(constants->num_32bit_values) == 0) judge.broke("DT-053"_rule);
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
    judge_register(descriptor->shader_register, descriptor->register_space, judge);
    if (version != Version::v1_0) judge_descriptor_flags(*descriptor, judge);
  }
}

}  // namespace d3d12fuzz::root_signature
