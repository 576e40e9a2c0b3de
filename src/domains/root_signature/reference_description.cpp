// What the reference model expects a deserializer to give back at each version.

#include "domains/root_signature/observables.h"
#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

/// Appends the expected fields of one description.
class DescriptionWriter {
 public:
  DescriptionWriter(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Version version,
                    Expectation& out)
      : value_(value), ranges_(ranges), version_(version), first_(first_field(version)), out_(out) {}

  void write() {
    expect(out_, key(first_, DescriptionField::flags), raw(value_.flags));
    expect(out_, key(first_, DescriptionField::num_parameters), value_.parameters.size());
    expect(out_, key(first_, DescriptionField::num_static_samplers), value_.static_samplers.size());
    write_parameters();
    if (!ranges_.empty()) write_ranges();
    if (!value_.static_samplers.empty()) write_static_samplers();
  }

 private:
  /// Calls `get(parameter)` for each parameter of one kind, or of any.
  template <class Kind, class Get>
  void for_each_parameter(DescriptionField field, Get&& get) {
    for (std::size_t p = 0; p < value_.parameters.size(); ++p) {
      if constexpr (std::is_same_v<Kind, RootParameter>) {
        expect(out_, key(first_, field, p), get(value_.parameters[p]));
      } else if (const auto* parameter = std::get_if<Kind>(&value_.parameters[p])) {
        expect(out_, key(first_, field, p), get(*parameter));
      }
    }
  }

  void write_parameters() {
    for_each_parameter<RootParameter>(DescriptionField::parameter_type, type_of);
    for_each_parameter<RootParameter>(DescriptionField::shader_visibility,
                                      [](const RootParameter& p) { return raw(visibility_of(p)); });
    for_each_parameter<DescriptorTable>(DescriptionField::num_descriptor_ranges,
                                        [](const DescriptorTable& t) { return t.descriptor_ranges.size(); });
    write_registers(DescriptionField::shader_register, [](const auto& p) { return raw(p.shader_register); });
    write_registers(DescriptionField::register_space, [](const auto& p) { return raw(p.register_space); });
    for_each_parameter<RootConstants>(DescriptionField::num_32bit_values,
                                      [](const RootConstants& c) { return raw(c.num_32bit_values); });
    for_each_parameter<RootDescriptor>(DescriptionField::root_descriptor_flags,
                                       [&](const RootDescriptor& d) { return descriptor_flags(d); });
  }

  /// A field that root constants and root descriptors share.
  template <class Get>
  void write_registers(DescriptionField field, Get&& get) {
    for (std::size_t p = 0; p < value_.parameters.size(); ++p) {
      if (const auto* constants = std::get_if<RootConstants>(&value_.parameters[p])) {
        expect(out_, key(first_, field, p), get(*constants));
      } else if (const auto* descriptor = std::get_if<RootDescriptor>(&value_.parameters[p])) {
        expect(out_, key(first_, field, p), get(*descriptor));
      }
    }
  }

  template <class Get>
  void for_each_range(DescriptionField field, Get&& get) {
    const std::size_t start = out_.observables.size();
    out_.observables.resize(start + ranges_.size());
    ExpectedObservable* at = out_.observables.data() + start;
    for (const ResolvedRange& range : ranges_) {
      const std::uint64_t wanted = get(*range.range);
      *at++ = {key(first_, field, range.parameter, range.index), wanted, wanted};
    }
  }

  void write_ranges() {
    for_each_range(DescriptionField::range_type, [](const DescriptorRange& r) { return raw(r.range_type); });
    for_each_range(DescriptionField::num_descriptors, [](const DescriptorRange& r) { return raw(r.num_descriptors); });
    for_each_range(DescriptionField::base_shader_register,
                   [](const DescriptorRange& r) { return raw(r.base_shader_register); });
    for_each_range(DescriptionField::range_register_space,
                   [](const DescriptorRange& r) { return raw(r.register_space); });
    for_each_range(DescriptionField::range_flags, [&](const DescriptorRange& r) { return range_flags(r); });
    if (upgraded()) {
      // Two answers for samplers (DT-082).
      for (ExpectedObservable* at = &out_.observables.back() - (ranges_.size() - 1); at <= &out_.observables.back();
           ++at) {
        if (at->value == 0x1) at->alternative = 0x3;
      }
    }
    for_each_range(DescriptionField::offset_in_descriptors_from_table_start,
                   [](const DescriptorRange& r) { return raw(r.offset_in_descriptors_from_table_start); });
  }

  template <class Get>
  void for_each_sampler(DescriptionField field, Get&& get) {
    for (std::size_t s = 0; s < value_.static_samplers.size(); ++s) {
      expect(out_, key(first_, field, s), get(value_.static_samplers[s]));
    }
  }

  void write_static_samplers() {
    using Sampler = StaticSampler;
    for_each_sampler(DescriptionField::filter, [](const Sampler& s) { return raw(s.filter); });
    for_each_sampler(DescriptionField::address_u, [](const Sampler& s) { return raw(s.address_u); });
    for_each_sampler(DescriptionField::address_v, [](const Sampler& s) { return raw(s.address_v); });
    for_each_sampler(DescriptionField::address_w, [](const Sampler& s) { return raw(s.address_w); });
    for_each_sampler(DescriptionField::mip_lod_bias, [](const Sampler& s) { return raw(s.mip_lod_bias); });
    for_each_sampler(DescriptionField::max_anisotropy, [](const Sampler& s) { return raw(s.max_anisotropy); });
    for_each_sampler(DescriptionField::comparison_func, [](const Sampler& s) { return raw(s.comparison_func); });
    for_each_sampler(DescriptionField::border_color, [](const Sampler& s) { return raw(s.border_color); });
    for_each_sampler(DescriptionField::min_lod, [](const Sampler& s) { return raw(s.min_lod); });
    for_each_sampler(DescriptionField::max_lod, [](const Sampler& s) { return raw(s.max_lod); });
    for_each_sampler(DescriptionField::sampler_shader_register,
                     [](const Sampler& s) { return raw(s.shader_register); });
    for_each_sampler(DescriptionField::sampler_register_space, [](const Sampler& s) { return raw(s.register_space); });
    for_each_sampler(DescriptionField::sampler_shader_visibility,
                     [](const Sampler& s) { return raw(s.shader_visibility); });
    // Version 1.2 alone has the field: given up below (DT-083), 0 where it comes from below (DT-081).
    for_each_sampler(DescriptionField::sampler_flags,
                     [&](const Sampler& s) { return version_ == Version::v1_2 ? raw(s.flags) : 0u; });
  }

  /// Whether what version 1.0 meant must be said in flags (DT-081).
  bool upgraded() const { return value_.version == Version::v1_0 && version_ != Version::v1_0; }

  /// Kept (DT-045), given up (DT-083) or those that say what version 1.0 meant (DT-081, of samplers DT-082).
  std::uint64_t range_flags(const DescriptorRange& range) const {
    if (version_ == Version::v1_0) return 0;
    if (!upgraded()) return raw(range.flags);
    return range.range_type == RangeType::sampler ? 0x1 : 0x3;
  }
  std::uint64_t descriptor_flags(const RootDescriptor& descriptor) const {
    if (version_ == Version::v1_0) return 0;
    return upgraded() ? 0x2 : raw(descriptor.flags);
  }

  const RootSignatureCase& value_;
  std::span<const ResolvedRange> ranges_;
  Version version_;
  Field first_;
  Expectation& out_;
};

}  // namespace

void expect_description(const RootSignatureCase& value, std::span<const ResolvedRange> ranges, Version version,
                        Expectation& out) {
  DescriptionWriter(value, ranges, version, out).write();
}

}  // namespace d3d12fuzz::root_signature
