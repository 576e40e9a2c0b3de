/// Rows of the fault table. Descriptions, and shapes that bring an implementation down.
#pragma once

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/many_entries.h"

namespace d3d12fuzz::builtin {

inline constexpr ManyEntries kParameters33("V=1.0", "K(1,0,", ",ALL)", 33);

inline constexpr FaultInfo kDescriptionFaults[] = {
    // Descriptions.
    {Fault::upgrade_without_flags, "upgrade-without-flags", "gives 1.0 ranges no flags when asked for 1.1 or 1.2",
     "D8, DT-081", "V=1.0 T[ALL](R(SRV,1,0,0,A))"},
    {Fault::downgrade_keeps_flags, "downgrade-keeps-flags", "keeps range flags when asked for 1.0", "DT-083",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x1))"},
    {Fault::default_flags_materialised, "default-flags-materialised",
     "writes the implied DATA_* mode into flags of ranges that state none", "DT-045",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))"},
    {Fault::flags_and_offset_swapped, "flags-and-offset-swapped",
     "reads the last two words of a 1.1 or 1.2 range in the wrong order", "D5, DT-045",
     "V=1.1 T[ALL](R(SRV,1,0,0,A,0x0))"},
    {Fault::append_resolved_in_description, "append-resolved-in-description",
     "gives resolved slots where the description should say append", "DT-012, DT-081", "V=1.0 T[ALL](R(SRV,1,0,0,A))"},
    {Fault::descriptor_upgrade_without_flags, "descriptor-upgrade-without-flags",
     "gives 1.0 root descriptors no flags when asked for 1.1 or 1.2", "D8, DT-081", "V=1.0 D(CBV,0,0,ALL)"},
    {Fault::descriptor_upgrade_like_ranges, "descriptor-upgrade-like-ranges",
     "gives 1.0 root descriptors DESCRIPTORS_VOLATILE too, as ranges get it", "D8, DT-081", "V=1.0 D(CBV,0,0,ALL)"},
    {Fault::descriptor_downgrade_keeps_flags, "descriptor-downgrade-keeps-flags",
     "keeps flags of root descriptors when asked for 1.0", "DT-083", "V=1.1 D(CBV,0,0,ALL,0x2)"},
    {Fault::descriptor_default_flags_materialised, "descriptor-default-flags-materialised",
     "writes the implied DATA_* mode into flags of root descriptors that state none", "DT-045",
     "V=1.1 D(CBV,0,0,ALL,0x0)"},
    {Fault::descriptor_flags_dropped, "descriptor-flags-dropped",
     "gives root descriptors without their flags at every version", "DT-045, DT-083", "V=1.1 D(CBV,0,0,ALL,0x2)"},
    {Fault::upgrade_overwrites_constants, "upgrade-overwrites-constants",
     "stores the flags of a 1.0 root descriptor before it knows the type, where root constants have their number",
     "D9, DT-081", "V=1.0 K(1,0,0,ALL)"},
    {Fault::upgrade_to_1_2_without_flags, "upgrade-to-1-2-without-flags",
     "gives what is stored as 1.0 its flags when asked for 1.1, but not for 1.2", "D8, DT-081", "V=1.0 D(CBV,0,0,ALL)"},
    {Fault::root_register_and_space_swapped, "root-register-and-space-swapped",
     "exchanges register and space of root constants and root descriptors", "D5, DT-081", "V=1.0 K(1,0,1,ALL)"},
    {Fault::constants_visibility_lost, "constants-visibility-lost", "gives root constants the visibility ALL",
     "M47, DT-081", "V=1.0 K(1,0,0,VERTEX)"},
    {Fault::static_samplers_reversed, "static-samplers-reversed", "gives static samplers in reverse order",
     "D38, DT-081", "V=1.0 S(0,0,ALL); S(0,1,ALL)"},
    {Fault::sampler_flag_from_border, "sampler-flag-from-border",
     "sets UINT_BORDER_COLOR for integer border colours of older versions when asked for 1.2", "DT-081",
     "V=1.0 S(0,0,ALL,Border=3)"},
    {Fault::sampler_downgrade_refused, "sampler-downgrade-refused",
     "fails to describe static samplers with flags below version 1.2", "DT-083", "V=1.2 S(0,0,ALL,Border=3,Flags=0x1)"},
    {Fault::sampler_downgrade_keeps_flags, "sampler-downgrade-keeps-flags",
     "keeps flags of static samplers when asked for less than 1.2", "DT-083", "V=1.2 S(0,0,ALL,Border=3,Flags=0x1)"},
    {Fault::sampler_downgrade_rewrites_border, "sampler-downgrade-rewrites-border",
     "turns integer border colours of version 1.2 into float ones when asked for less", "DT-083",
     "V=1.2 S(0,0,ALL,Border=3)"},
    {Fault::sampler_negative_zero_lost, "sampler-negative-zero-lost", "loses the sign of a MipLODBias of -0",
     "DT-068, DT-081", "V=1.0 S(0,0,ALL,Bias=0x80000000)"},
    {Fault::sampler_denormal_flushed, "sampler-denormal-flushed", "flushes a denormal MinLOD to zero", "DT-069, DT-081",
     "V=1.0 S(0,0,ALL,MinLOD=0x1)"},
    {Fault::sampler_infinity_clamped, "sampler-infinity-clamped",
     "gives the largest finite number for an infinite MaxLOD", "DT-069, DT-081", "V=1.0 S(0,0,ALL,MaxLOD=0x7F800000)"},
    {Fault::sampler_lods_swapped, "sampler-lods-swapped", "exchanges MinLOD and MaxLOD", "D5, DT-081",
     "V=1.0 S(0,0,ALL)"},
    {Fault::sampler_address_w_is_v, "sampler-address-w-is-v", "copies AddressV into AddressW", "S19, DT-081",
     "V=1.0 S(0,0,ALL,W=2)"},

    // Legal shapes that bring the implementation down.
    {Fault::crash_on_fifth_range, "crash-on-fifth-range", "aborts in create when a table has more than four ranges",
     "D33, D45", "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A),R(SRV,1,0,2,A),R(SRV,1,0,3,A),R(SRV,1,0,4,A))"},
    {Fault::hang_on_range_after_unbounded, "hang-on-range-after-unbounded",
     "never returns from create when another range follows an unbounded one", "DT-006",
     "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,0))"},
    {Fault::crash_on_33_parameters, "crash-on-33-parameters",
     "aborts in create when there are more than 32 root parameters, one a bit of a mask", "D40, D45, DT-050",
     kParameters33.text()},
    {Fault::exit_on_table_with_static_sampler, "exit-on-table-with-static-sampler",
     "ends the process in create when a root signature has both a range and a static sampler", "D45",
     "V=1.0 T[ALL](R(SRV,1,0,0,A)); S(0,0,ALL)"},
};

}  // namespace d3d12fuzz::builtin
