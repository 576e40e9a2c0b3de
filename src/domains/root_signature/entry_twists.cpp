// Twists of root constants, root descriptors, the cost and the root flags.

#include <algorithm>

#include "domains/root_signature/twist_parts.h"

namespace d3d12fuzz::root_signature {
namespace {

ShaderVisibility some_visibility(ChoiceSource& choices) {
  return choices.one_in(2) ? ShaderVisibility::all : static_cast<ShaderVisibility>(choices.below(8));
}

/// A root constants or root descriptor parameter in a space of its own.
RootParameter fresh_entry(ChoiceSource& choices) {
  if (choices.one_in(2)) return RootConstants{.register_space = fresh_space(choices)};
  return RootDescriptor{.descriptor_type = static_cast<RootDescriptorType>(choices.between(2, 4)),
                        .register_space = fresh_space(choices)};
}

// DT-034
void parameter_type(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t types[] = {5, 6, 7, 0x80000000, 0xFFFFFFFF};
  insert_parameter(choices, value,
                   UnknownParameter{.parameter_type = static_cast<UnknownParameterType>(choices.pick(types))});
}

// DT-021
void register_space(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t spaces[] = {0xFFFFFFEF, 0xFFFFFFF0, 0xFFFFFFF8, 0xFFFFFFFF};
  const auto space = static_cast<RegisterSpace>(choices.pick(spaces));
  RootParameter entry = fresh_entry(choices);
  if (auto* constants = std::get_if<RootConstants>(&entry)) {
    constants->register_space = space;
  } else {
    std::get<RootDescriptor>(entry).register_space = space;
  }
  insert_parameter(choices, value, std::move(entry));
}

// DT-049
void last_register(ChoiceSource& choices, RootSignatureCase& value) {
  const auto last = static_cast<ShaderRegister>(0xFFFFFFFEu + choices.below(2));
  RootParameter entry = fresh_entry(choices);
  if (auto* constants = std::get_if<RootConstants>(&entry)) {
    constants->shader_register = last;
  } else {
    std::get<RootDescriptor>(entry).shader_register = last;
  }
  insert_parameter(choices, value, std::move(entry));
}

// DT-032
void visibility(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t visibilities[] = {6, 7, 8, 9, 0xFF, 0x80000000, 0xFFFFFFFF};
  if (value.parameters.empty()) value.parameters.push_back(fresh_entry(choices));
  const auto drawn = static_cast<ShaderVisibility>(choices.pick(visibilities));
  std::visit([&](auto& parameter) { parameter.shader_visibility = drawn; }, choices.pick(std::span(value.parameters)));
}

// DT-040, DT-045, DT-046
void descriptor_flags(ChoiceSource& choices, RootSignatureCase& value) {
  if (value.version == Version::v1_0) value.version = Version::v1_1;
  std::uint32_t flags = choices.below(16);
  if (choices.one_in(4)) flags = 1u << choices.below(32);
  if (choices.one_in(4)) flags = 0x8 | 1u << choices.below(32);
  insert_parameter(choices, value,
                   RootDescriptor{.descriptor_type = static_cast<RootDescriptorType>(choices.between(2, 4)),
                                  .register_space = fresh_space(choices),
                                  .flags = static_cast<RootDescriptorFlags>(flags)});
}

// DT-053
void no_constants(ChoiceSource& choices, RootSignatureCase& value) {
  insert_parameter(choices, value,
                   RootConstants{.register_space = fresh_space(choices), .num_32bit_values = ConstantCount{0}});
}

std::uint64_t cost_of(const RootParameter& parameter) {
  if (const auto* constants = std::get_if<RootConstants>(&parameter)) return raw(constants->num_32bit_values);
  return std::holds_alternative<RootDescriptor>(parameter) ? 2 : 1;
}

// DT-050, DT-051, DT-055, ST-054: a cost of 63 to 66, as it is or beyond 2^32; a shader record of about 4064 bytes.
void cost_limit(ChoiceSource& choices, RootSignatureCase& value) {
  std::uint64_t cost = 0;
  for (const RootParameter& parameter : value.parameters) cost += cost_of(parameter);
  std::uint64_t wanted = choices.between(62, 66);
  if (choices.one_in(4)) value.flags = RootSignatureFlags::local_root_signature;
  if (choices.one_in(8)) {
    value.flags = RootSignatureFlags::local_root_signature;
    wanted = choices.between(1014, 1018);
  }
  const bool wrapped = choices.one_in(4);
  if (wrapped) {
    // Two of them reach beyond 32 bits.
    insert_parameter(
        choices, value,
        RootConstants{.register_space = RegisterSpace{300}, .num_32bit_values = ConstantCount{0x80000000}});
    wanted += 0x80000000u - choices.below(70);
  }
  if (cost >= wanted) return;
  insert_parameter(choices, value,
                   RootConstants{.register_space = RegisterSpace{301},
                                 .num_32bit_values = static_cast<ConstantCount>(wanted - cost)});
}

// DT-023, DT-025 to DT-030: an entry of one register where something stands already, or right beside it.
void overlap(ChoiceSource& choices, RootSignatureCase& value) {
  if (value.parameters.empty()) value.parameters.push_back(fresh_entry(choices));
  const RootParameter original = choices.pick(std::span(value.parameters));
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  RegisterSpace space{};
  RootDescriptorType type = RootDescriptorType::cbv;
  if (const auto* table = std::get_if<DescriptorTable>(&original)) {
    if (table->descriptor_ranges.empty()) return;
    const DescriptorRange& range = choices.pick(std::span(table->descriptor_ranges));
    if (raw(range.range_type) > 2) return;
    constexpr RootDescriptorType types[] = {RootDescriptorType::srv, RootDescriptorType::uav, RootDescriptorType::cbv};
    type = types[raw(range.range_type)];
    first = raw(range.base_shader_register);
    count = raw(range.num_descriptors);
    space = range.register_space;
  } else if (const auto* constants = std::get_if<RootConstants>(&original)) {
    first = raw(constants->shader_register);
    space = constants->register_space;
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&original)) {
    type = descriptor->descriptor_type;
    first = raw(descriptor->shader_register);
    space = descriptor->register_space;
  }
  const std::uint32_t steps[] = {0, 0, count - 1, count, count / 2, 0xFFFFFFFFu};  // the last one wraps to first - 1
  const auto place = static_cast<ShaderRegister>(first + choices.pick(steps));
  ShaderVisibility seen = visibility_of(original);
  if (choices.one_in(3)) seen = some_visibility(choices);
  switch (choices.below(type == RootDescriptorType::cbv ? 3 : 2)) {
    case 0:
    case 1:
      return insert_parameter(
          choices, value,
          RootDescriptor{
              .descriptor_type = type, .shader_register = place, .register_space = space, .shader_visibility = seen});
    default:
      return insert_parameter(
          choices, value, RootConstants{.shader_register = place, .register_space = space, .shader_visibility = seen});
  }
}

// DT-025: the same register once for each of several stages; serialized, equal payloads (DT-080).
void repeat_for_stages(ChoiceSource& choices, RootSignatureCase& value) {
  if (value.parameters.empty()) value.parameters.push_back(fresh_entry(choices));
  RootParameter& original = choices.pick(std::span(value.parameters));
  const auto set_stage = [](RootParameter& parameter, std::uint32_t stage) {
    std::visit([&](auto& any) { any.shader_visibility = static_cast<ShaderVisibility>(stage); }, parameter);
  };
  std::uint32_t stage = choices.between(1, 7);
  set_stage(original, stage);
  RootParameter copy = original;
  for (std::uint32_t left = choices.between(1, 2); left > 0; --left) {
    stage = stage % 7 + 1;
    set_stage(copy, stage);
    insert_parameter(choices, value, copy);
  }
  if (choices.one_in(2)) value.serialization.observe_blob = ObserveBlob::yes;
}

// DT-056 to DT-061; the highest bit is where implementations differ (DT-057).
void root_flags(ChoiceSource& choices, RootSignatureCase& value) {
  std::uint32_t flags = choices.one_in(2) ? 1u << choices.below(32) : choices.below(0x1000);
  if (choices.one_in(8)) flags = 0x80000000;
  if (choices.one_in(4)) flags |= raw(value.flags);
  value.flags = static_cast<RootSignatureFlags>(flags);
}

// DT-079
void legacy_version(ChoiceSource& choices, RootSignatureCase& value) {
  static constexpr std::uint32_t versions[] = {0, 1, 1, 2, 3, 99, 0xFFFFFFFF};
  value.serialization.serializer = Serializer::legacy;
  value.serialization.legacy_version = static_cast<LegacyVersion>(choices.pick(versions));
}

}  // namespace

std::span<const Twist> entry_twists() {
  static constexpr Twist twists[] = {repeat_for_stages, parameter_type,   register_space, last_register, visibility,
                                     descriptor_flags,  descriptor_flags, no_constants,   cost_limit,    cost_limit,
                                     cost_limit,        overlap,          overlap,        overlap,       root_flags,
                                     root_flags,        legacy_version};
  return twists;
}

}  // namespace d3d12fuzz::root_signature
