#include "candidates/builtin/stored_signature.h"

#include "candidates/builtin/desc_view.h"

namespace d3d12fuzz::builtin {

void StoredSignature::clear() {
  parameters.clear();
  ranges.clear();
  static_samplers.clear();
  resolved_offsets.clear();
}

void copy_desc(const DescView& desc, Fault fault, StoredSignature& out) {
  out.clear();
  out.version = desc.version();
  out.flags = desc.flags();
  for (std::uint32_t i = 0; i < desc.num_parameters(); ++i) {
    const ParameterView parameter = desc.parameter(i);
    out.parameters.push_back(parameter.fields);
    for (std::uint32_t range = 0; range < parameter.fields.num_ranges; ++range) {
      out.ranges.push_back(desc.range(parameter, range));
    }
  }
  for (std::uint32_t i = 0; i < desc.num_static_samplers(); ++i) {
    out.static_samplers.push_back(desc.static_sampler(i, fault));
  }
}

}  // namespace d3d12fuzz::builtin
