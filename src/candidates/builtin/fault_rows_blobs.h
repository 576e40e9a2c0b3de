/// Rows of the fault table. Reading serialized root signatures, and what becomes of them.
#pragma once

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

inline constexpr FaultInfo kBlobFaults[] = {
    // Container.
    {Fault::read_magic_unchecked, "read-magic-unchecked", "does not look at the first four bytes of a container",
     "DT-088", "V=1.0 C+0=0", kBlobDomain},
    {Fault::read_container_version_unchecked, "read-container-version-unchecked", "takes a container of any version",
     "DT-088", "V=1.0 C+20=0", kBlobDomain},
    {Fault::read_foreign_part_rejected, "read-foreign-part-rejected",
     "refuses containers that have another part beside RTS0", "DT-102", "V=1.0 PART", kBlobDomain},
    {Fault::read_first_part_taken, "read-first-part-taken",
     "takes the first part for RTS0 without a look at its FourCC", "DT-091", "V=1.0 C+36=0", kBlobDomain},
    {Fault::read_part_size_clamped, "read-part-size-clamped",
     "cuts a part that leaves the container to what is there instead of refusing it", "DT-090", "V=1.0 C+40=25",
     kBlobDomain},

    // Header of RTS0.
    {Fault::read_version_0_accepted, "read-version-0-accepted",
     "takes version 0 of a serialized root signature for 1.0", "DT-094", "V=1.0 D+0=0", kBlobDomain},
    {Fault::read_newer_version_accepted, "read-newer-version-accepted",
     "takes any newer version of a serialized root signature for 1.2", "DT-094", "V=1.0 D+0=4", kBlobDomain},
    {Fault::read_root_flags_dropped, "read-root-flags-dropped", "gives serialized root signatures without their flags",
     "DT-056, DT-085", "V=1.0 F=0x1", kBlobDomain},
    {Fault::read_offsets_from_container, "read-offsets-from-container",
     "counts the offsets in RTS0 from the start of the container, as those of parts", "D5, DT-096",
     "V=1.0 D(CBV,0,0,ALL)", kBlobDomain},
    {Fault::read_offsets_from_part, "read-offsets-from-part", "counts the offsets in RTS0 from the header of the part",
     "D5, DT-096", "V=1.0 D(CBV,0,0,ALL)", kBlobDomain},
    {Fault::read_offset_of_nothing_checked, "read-offset-of-nothing-checked",
     "refuses offsets beyond the end of RTS0 even where the count is 0", "DT-099", "V=1.0 D+8=28", kBlobDomain},

    // Parameters.
    {Fault::read_parameters_in_fixed_place, "read-parameters-in-fixed-place",
     "looks for parameters right behind the header, wherever ParametersOffset points", "DT-096",
     "V=1.0 D(CBV,0,0,ALL); D(SRV,1,0,ALL) D+4=1 D+8=36", kBlobDomain},
    {Fault::read_visibility_after_payload, "read-visibility-after-payload",
     "reads the visibility of a serialized parameter last, as the struct has it", "D5, DT-085", "V=1.0 D(CBV,0,0,ALL)",
     kBlobDomain},
    {Fault::read_parameter_type_unchecked, "read-parameter-type-unchecked",
     "takes serialized parameters of unknown type for root descriptors", "DT-034", "V=1.0 D(CBV,0,0,ALL) D+24=5",
     kBlobDomain},
    {Fault::read_shared_payload_rejected, "read-shared-payload-rejected", "refuses parameters that share a payload",
     "DT-096", "V=1.0 D(CBV,0,0,ALL); D(SRV,0,0,ALL) D+44=48", kBlobDomain},
    {Fault::read_payloads_in_sequence, "read-payloads-in-sequence",
     "looks for each payload right behind the one before, wherever PayloadOffset points", "DT-096",
     "V=1.0 D(CBV,0,0,ALL) D+32=0", kBlobDomain},
    {Fault::read_constants_count_first, "read-constants-count-first",
     "reads the number of root constants before their register", "D5, DT-085", "V=1.0 K(1,0,0,ALL)", kBlobDomain},
    {Fault::read_root_descriptor_of_1_1, "read-root-descriptor-of-1-1",
     "wants room for the flags of root descriptors in version 1.0 too", "DT-096", "V=1.0 D(CBV,0,0,ALL)", kBlobDomain},
    {Fault::read_root_descriptor_flags_dropped, "read-root-descriptor-flags-dropped",
     "gives serialized root descriptors without their flags", "DT-045, DT-085", "V=1.1 D(CBV,0,0,ALL,0x2)",
     kBlobDomain},

    // Ranges.
    {Fault::read_ranges_behind_table, "read-ranges-behind-table",
     "looks for ranges right behind their table, wherever RangesOffset points", "DT-096",
     "V=1.0 T[ALL](R(SRV,1,0,0,A)) D+40=0", kBlobDomain},
    {Fault::read_ranges_of_1_0, "read-ranges-of-1-0",
     "reads ranges of every version as those of 1.0, with the flags for the offset", "D5, DT-096",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))", kBlobDomain},
    {Fault::read_ranges_of_1_1, "read-ranges-of-1-1", "reads ranges of every version as those of 1.1", "D5, DT-096",
     "V=1.0 T[ALL](R(SRV,1,0,0,A))", kBlobDomain},
    {Fault::read_range_flags_after_offset, "read-range-flags-after-offset",
     "reads the last two words of a serialized 1.1 range in the wrong order", "D5, DT-085",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))", kBlobDomain},
    {Fault::read_range_flags_dropped, "read-range-flags-dropped", "gives serialized ranges without their flags",
     "DT-045, DT-085", "V=1.1 T[ALL](R(SRV,1,0,0,A,0x1))", kBlobDomain},
    {Fault::read_append_resolved, "read-append-resolved", "resolves append while it reads", "DT-012, DT-085",
     "V=1.0 T[ALL](R(SRV,1,0,0,A))", kBlobDomain},

    // Static samplers.
    {Fault::read_static_samplers_of_1_2, "read-static-samplers-of-1-2",
     "reads static samplers of every version as those of 1.2", "D5, DT-096", "V=1.0 S(0,0,ALL)", kBlobDomain},
    {Fault::read_static_sampler_floats_normalised, "read-static-sampler-floats-normalised",
     "passes the floats of static samplers through arithmetic, which loses the sign of -0", "DT-068, DT-085",
     "V=1.0 S(0,0,ALL,Bias=0x80000000)", kBlobDomain},
    {Fault::read_static_sampler_flags_dropped, "read-static-sampler-flags-dropped",
     "gives serialized static samplers without their flags", "DT-083, DT-085", "V=1.2 S(0,0,ALL,Flags=0x1)",
     kBlobDomain},

    // Descriptions of what was read.
    {Fault::described_as_stored, "described-as-stored", "gives what is stored, unconverted, at every version",
     "DT-081, DT-083", "V=1.0 D(CBV,0,0,ALL)", kBlobDomain},
    {Fault::described_at_1_2_as_1_1, "described-at-1-2-as-1-1", "gives the description of 1.1 when asked for 1.2",
     "DT-083, DT-085", "V=1.2 S(0,0,ALL,Flags=0x1)", kBlobDomain},
    {Fault::legacy_deserializer_takes_1_0_alone, "legacy-deserializer-takes-1-0-alone",
     "refuses serialized root signatures of versions 1.1 and 1.2 in D3D12CreateRootSignatureDeserializer", "DT-085",
     "V=1.1 LEGACY", kBlobDomain},
    {Fault::written_again_at_1_0, "written-again-at-1-0", "serializes what it has read at version 1.0",
     "DT-080, DT-085", "V=1.1", kBlobDomain},

    // Creation from what was read.
    {Fault::created_unchecked, "created-unchecked", "creates whatever can be read and does not cost too much", "DT-101",
     "V=1.0 F=0x1000", kBlobDomain},
    {Fault::created_at_any_cost, "created-at-any-cost", "does not count what a serialized root signature costs",
     "DT-050, DT-101", "V=1.0 K(65,0,0,ALL)", kBlobDomain},
    {Fault::created_with_any_static_samplers, "created-with-any-static-samplers",
     "creates serialized root signatures without a look at their static samplers", "DT-101",
     "V=1.0 S(0,0,ALL,MaxAnisotropy=17)", kBlobDomain},
    {Fault::created_with_any_flags, "created-with-any-flags",
     "judges the description of 1.0, which has no flags of ranges, root descriptors and static samplers",
     "DT-046, DT-101", "V=1.1 D(CBV,0,0,ALL,0x1)", kBlobDomain},
};

}  // namespace d3d12fuzz::builtin
