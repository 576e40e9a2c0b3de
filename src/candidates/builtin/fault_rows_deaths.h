/// Rows of the fault table. Legal shapes that bring an implementation down.
#pragma once

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/many_entries.h"

namespace d3d12fuzz::builtin {

inline constexpr ManyEntries kParameters33("V=1.0", "K(1,0,", ",ALL)", 33);

inline constexpr FaultInfo kDeathFaults[] = {
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
