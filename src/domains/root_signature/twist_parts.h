/// The twists of each part of a root signature, and what they share.
#pragma once

#include <span>
#include <utility>

#include "base/choice_source.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {

/// A change that puts a case just outside a rule, or just inside it.
using Twist = void (*)(ChoiceSource&, RootSignatureCase&);

std::span<const Twist> table_twists();
std::span<const Twist> entry_twists();
std::span<const Twist> sampler_twists();

/// A table of the case with at least one range; makes one if there is none.
DescriptorTable& some_table(ChoiceSource& choices, RootSignatureCase& value);

/// A static sampler of the case; makes one if there is none.
StaticSampler& some_sampler(ChoiceSource& choices, RootSignatureCase& value);

/// A register space that the case does not use otherwise, mostly.
inline RegisterSpace fresh_space(ChoiceSource& choices) { return static_cast<RegisterSpace>(100 + choices.below(100)); }

/// Puts a parameter at any place, if there is room.
void insert_parameter(ChoiceSource& choices, RootSignatureCase& value, RootParameter parameter);

}  // namespace d3d12fuzz::root_signature
