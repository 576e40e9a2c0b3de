/*
 * An engine's layout of root arguments as a candidate: where each descriptor of a table lies, how large the tables are,
 * and how many DWORDs the root arguments take.
 *
 * Like most engines it trusts its caller: it refuses the little that its own arithmetic needs refused, and declares
 * that it does not validate the rest.
 */
#include <wsl/winadapter.h>
/* winadapter.h goes first. */
#include <directx/d3d12.h>

#include "d3d12fuzz_candidate.h"

/* What the engine keeps of a root signature. */
typedef struct layout {
  uint64_t cost;           /* in DWORDs */
  uint64_t* range_offsets; /* in descriptors, over all tables in order */
  uint64_t* table_sizes;   /* in descriptors, for each parameter */
} layout;

enum { COST_LIMIT = 64 };

/* The end of a range in descriptors; D3D12FUZZ_UNBOUNDED if it has none. */
static uint64_t end_of(uint64_t start, UINT count) { return count == UINT_MAX ? D3D12FUZZ_UNBOUNDED : start + count; }

/* Lays out one table; returns its size, or 0 if it cannot be laid out. */
static uint64_t lay_out_table(const D3D12_ROOT_DESCRIPTOR_TABLE1* table, uint64_t* offsets) {
  uint64_t size = 0;
  uint64_t next = 0; /* where a range goes that is appended */
  for (UINT r = 0; r < table->NumDescriptorRanges; ++r) {
    const D3D12_DESCRIPTOR_RANGE1* range = &table->pDescriptorRanges[r];
    uint64_t start = range->OffsetInDescriptorsFromTableStart;
    if (start == D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND) {
#ifdef EXAMPLE_FAULT
      /* Behind the highest slot so far; the rule is: behind the range before. */
      if (size != D3D12FUZZ_UNBOUNDED) next = size;
#endif
      if (next == D3D12FUZZ_UNBOUNDED) return 0;
      start = next;
    }
    if (range->NumDescriptors == 0) return 0;
    offsets[r] = start;
    next = end_of(start, range->NumDescriptors);
    if (next > size) size = next;
  }
  return size;
}

/* Returns 0 if the desc has no layout. */
static int lay_out(const D3D12_ROOT_PARAMETER1* parameters, UINT count, D3D12_ROOT_SIGNATURE_FLAGS flags, layout* out) {
  uint64_t* offsets = out->range_offsets;
  out->cost = 0;
  for (UINT p = 0; p < count; ++p) {
    const D3D12_ROOT_PARAMETER1* parameter = &parameters[p];
    out->table_sizes[p] = 0;
    switch (parameter->ParameterType) {
      case D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        out->cost += 1;
        if (parameter->DescriptorTable.NumDescriptorRanges == 0) break;
        out->table_sizes[p] = lay_out_table(&parameter->DescriptorTable, offsets);
        if (out->table_sizes[p] == 0) return 0;
        offsets += parameter->DescriptorTable.NumDescriptorRanges;
        break;
      case D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS:
        out->cost += parameter->Constants.Num32BitValues;
        break;
      case D3D12_ROOT_PARAMETER_TYPE_CBV:
      case D3D12_ROOT_PARAMETER_TYPE_SRV:
      case D3D12_ROOT_PARAMETER_TYPE_UAV:
        out->cost += 2;
        break;
      default:
        return 0;
    }
  }
  /* Local root arguments lie in shader records, which have room for more. */
  return out->cost <= COST_LIMIT || (flags & D3D12_ROOT_SIGNATURE_FLAG_LOCAL_ROOT_SIGNATURE) != 0;
}

/* ---- The candidate -------------------------------------------------------------------------------------------- */

static void root_signature(void* context, const d3d12fuzz_root_signature_input* input,
                           d3d12fuzz_root_signature_result* result) {
  (void)context;
  d3d12fuzz_stage_result* create = &result->progress->stages[D3D12FUZZ_STAGE_CREATE];
  /* Said before the work begins, so that a crash is known to be one of this stage. */
  result->progress->running_stage = D3D12FUZZ_STAGE_CREATE;
  layout made = {.range_offsets = result->range_offsets, .table_sizes = result->table_sizes};
  int accepted = 0;
  switch (input->desc->Version) {
    case D3D_ROOT_SIGNATURE_VERSION_1_1: {
      const D3D12_ROOT_SIGNATURE_DESC1* desc = &input->desc->Desc_1_1;
      accepted = lay_out(desc->pParameters, desc->NumParameters, desc->Flags, &made);
      break;
    }
    case D3D_ROOT_SIGNATURE_VERSION_1_2: {
      const D3D12_ROOT_SIGNATURE_DESC2* desc = &input->desc->Desc_1_2;
      accepted = lay_out(desc->pParameters, desc->NumParameters, desc->Flags, &made);
      break;
    }
    default:
      create->status = D3D12FUZZ_STATUS_UNSUPPORTED; /* counted, and never judged */
      create->hresult = E_NOTIMPL;
      return;
  }
  if (!accepted) {
    create->status = D3D12FUZZ_STATUS_REJECTED;
    create->hresult = E_INVALIDARG;
    return;
  }
  create->status = D3D12FUZZ_STATUS_ACCEPTED;
  result->cost = made.cost;
  result->observed = D3D12FUZZ_OBSERVED_COST | D3D12FUZZ_OBSERVED_RANGE_OFFSETS | D3D12FUZZ_OBSERVED_TABLE_SIZES;
}

int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  out->version = D3D12FUZZ_CANDIDATE_VERSION;
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return D3D12FUZZ_OTHER_VERSION;
  if (options[0] != '\0') return D3D12FUZZ_BAD_OPTIONS;
  out->tolerances = D3D12FUZZ_TOLERATES_ILLEGAL;
  out->implementation_version = "1.0";
  out->root_signature = root_signature;
  return D3D12FUZZ_OPENED;
}
