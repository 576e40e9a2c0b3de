// The reference model's rules on registers: who holds which, what conflicts, what a lookup finds.

#include <algorithm>

#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::uint64_t kLastRegister = 0xFFFFFFFF;

RegisterClass class_of(RangeType type) {
  constexpr RegisterClass classes[] = {RegisterClass::t, RegisterClass::u, RegisterClass::b, RegisterClass::s};
  return classes[raw(type)];
}

RegisterClass class_of(RootDescriptorType type) {
  switch (type) {
    case RootDescriptorType::cbv:
      return RegisterClass::b;
    case RootDescriptorType::srv:
      return RegisterClass::t;
    case RootDescriptorType::uav:
      return RegisterClass::u;
  }
  return RegisterClass::b;
}

/// An entry of one register.
template <class Desc>
RegisterEntry one_register(EntryKind kind, RegisterClass register_class, const Desc& desc, std::size_t index) {
  return {.kind = kind,
          .register_class = register_class,
          .register_space = desc.register_space,
          .visibility = desc.shader_visibility,
          .first_register = raw(desc.shader_register),
          .last_register = raw(desc.shader_register),
          .index = static_cast<std::uint16_t>(index)};
}

bool intersect(const RegisterEntry& a, const RegisterEntry& b) {
  return a.first_register <= b.last_register && b.first_register <= a.last_register;
}

/// Whether an entry of another visibility starts between the two, which is where a scan over neighbours loses its way.
bool interleaved(std::span<const RegisterEntry> entries, const RegisterEntry& a, const RegisterEntry& b) {
  const std::uint64_t low = std::min(a.first_register, b.first_register);
  const std::uint64_t high = std::max(a.first_register, b.first_register);
  return std::any_of(entries.begin(), entries.end(), [&](const RegisterEntry& other) {
    return other.register_class == a.register_class && other.register_space == a.register_space &&
           other.visibility != a.visibility && other.first_register >= low && other.first_register <= high;
  });
}

/// The rows that name the same conflict where implementations are known to lose it: by the kinds of entry, by where an
/// interval ends, by what stands between.
void check_special_rows(std::span<const RegisterEntry> entries, const RegisterEntry& a, const RegisterEntry& b,
                        bool conflict, Judge& judge) {
  const auto either_is = [&](EntryKind kind) { return a.kind == kind || b.kind == kind; };
  if (either_is(EntryKind::constants)) judge.check("DT-026"_rule, !conflict);
  if (either_is(EntryKind::descriptor) && either_is(EntryKind::range)) judge.check("DT-027"_rule, !conflict);
  if (either_is(EntryKind::static_sampler)) judge.check("DT-028"_rule, !conflict);
  if (a.unbounded || b.unbounded) judge.check("DT-029"_rule, !conflict);
  const auto wraps = [](const RegisterEntry& entry) {
    return entry.kind == EntryKind::range && entry.first_register > 0 && entry.last_register == kLastRegister;
  };
  if (wraps(a) || wraps(b)) judge.check("DT-030"_rule, !conflict);
  if (a.visibility == b.visibility && interleaved(entries, a, b)) judge.check("DT-031"_rule, !conflict);
}

}  // namespace

void collect_registers(const RootSignatureCase& value, std::vector<RegisterEntry>& out) {
  out.clear();
  std::uint16_t range_number = 0;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    if (const auto* table = std::get_if<DescriptorTable>(&value.parameters[p])) {
      for (const DescriptorRange& range : table->descriptor_ranges) {
        const std::uint16_t number = range_number++;
        if (!is_known(range.range_type) || raw(range.num_descriptors) == 0) continue;
        out.push_back({.kind = EntryKind::range,
                       .register_class = class_of(range.range_type),
                       .register_space = range.register_space,
                       .visibility = table->shader_visibility,
                       .unbounded = range.num_descriptors == DescriptorCount::unbounded,
                       .first_register = raw(range.base_shader_register),
                       .last_register = last_register(range),
                       .index = static_cast<std::uint16_t>(p),
                       .range = number});
      }
    } else if (const auto* constants = std::get_if<RootConstants>(&value.parameters[p])) {
      out.push_back(one_register(EntryKind::constants, RegisterClass::b, *constants, p));
    } else if (const auto* descriptor = std::get_if<RootDescriptor>(&value.parameters[p])) {
      out.push_back(one_register(EntryKind::descriptor, class_of(descriptor->descriptor_type), *descriptor, p));
    }
  }
  for (std::size_t s = 0; s < value.static_samplers.size(); ++s) {
    out.push_back(one_register(EntryKind::static_sampler, RegisterClass::s, value.static_samplers[s], s));
  }
}

void judge_overlap(std::span<const RegisterEntry> entries, Judge& judge) {
  bool other_kind_met = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const RegisterEntry& a = entries[i];
    for (std::size_t j = i + 1; j < entries.size(); ++j) {
      const RegisterEntry& b = entries[j];
      if (a.register_class != b.register_class || a.register_space != b.register_space) {
        // Never a conflict (DT-024); to have seen it once is enough.
        if (!other_kind_met) other_kind_met = intersect(a, b);
        continue;
      }
      const bool conflict = intersect(a, b);
      // Just inside the rules.
      const bool adjacent = a.last_register + 1 == b.first_register || b.last_register + 1 == a.first_register;
      if (!conflict && !adjacent) continue;
      const bool equal = a.visibility == b.visibility;
      const bool all = a.visibility == ShaderVisibility::all || b.visibility == ShaderVisibility::all;
      if (!equal && !all) {
        if (conflict) judge.met("DT-025"_rule);  // two different stages never conflict
        continue;
      }
      judge.check(equal ? "DT-023"_rule : "DT-025"_rule, !conflict);
      check_special_rows(entries, a, b, conflict, judge);
    }
  }
  if (other_kind_met) judge.met("DT-024"_rule);
}

const RegisterEntry* resolve_lookup(std::span<const RegisterEntry> entries, const RegisterLookup& lookup) {
  for (const RegisterEntry& entry : entries) {
    const bool seen = entry.visibility == ShaderVisibility::all || raw(entry.visibility) == raw(lookup.shader_stage);
    if (seen && entry.register_class == lookup.register_class && entry.register_space == lookup.register_space &&
        entry.first_register <= raw(lookup.shader_register) && raw(lookup.shader_register) <= entry.last_register) {
      return &entry;
    }
  }
  return nullptr;
}

}  // namespace d3d12fuzz::root_signature
