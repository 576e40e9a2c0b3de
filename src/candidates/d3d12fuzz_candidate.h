/*
 * What a candidate implements: plain C11, official D3D12 structs in, caller-owned buffers out.
 *
 * Include the official <directx/d3d12.h> (or <d3d12.h>) before this header.
 *
 * A candidate fills a d3d12fuzz_candidate and leaves a domain's function null if it does not support the domain.
 * Every observable is optional: a candidate reports what it really observes and sets the bit that says so.
 */
#ifndef D3D12FUZZ_CANDIDATE_H
#define D3D12FUZZ_CANDIDATE_H

#include <stdint.h>

/* Changes whenever the meaning or the layout of anything below changes. */
#define D3D12FUZZ_CANDIDATE_VERSION 1u

/* Steps at which an implementation may refuse, in the order in which they run. */
enum {
  D3D12FUZZ_STAGE_SERIALIZE = 0,
  D3D12FUZZ_STAGE_DESERIALIZE = 1,
  D3D12FUZZ_STAGE_CREATE = 2,
  D3D12FUZZ_STAGE_BUILD = 3,
  D3D12FUZZ_STAGE_RECORD = 4,
  D3D12FUZZ_STAGE_EXECUTE = 5,
  D3D12FUZZ_STAGE_COUNT = 6
};

enum {
  D3D12FUZZ_STATUS_NOT_REACHED = 0, /* the candidate has no such step, or an earlier one refused */
  D3D12FUZZ_STATUS_ACCEPTED = 1,
  D3D12FUZZ_STATUS_REJECTED = 2,
  D3D12FUZZ_STATUS_UNSUPPORTED = 3, /* not implemented, out of memory, device removed: never judged */
  D3D12FUZZ_STATUS_CRASHED = 4,     /* written by the harness, never by a candidate */
  D3D12FUZZ_STATUS_TIMED_OUT = 5    /* likewise */
};

typedef struct d3d12fuzz_stage_result {
  uint32_t status; /* D3D12FUZZ_STATUS_* */
  int32_t hresult; /* the HRESULT where the step has one, else 0 */
} d3d12fuzz_stage_result;

/* How far a candidate has come. The harness may place it where it survives a crash of the candidate. */
typedef struct d3d12fuzz_progress {
  uint32_t running_stage; /* set by the candidate right before it enters a stage (D3D12FUZZ_STAGE_*) */
  d3d12fuzz_stage_result stages[D3D12FUZZ_STAGE_COUNT]; /* all NOT_REACHED at call; set after each stage */
} d3d12fuzz_progress;

/* ---- Domain root_signature ------------------------------------------------------------------------------------ */

/* Register classes as HLSL names them. */
enum {
  D3D12FUZZ_REGISTER_CLASS_T = 0, /* shader resource view */
  D3D12FUZZ_REGISTER_CLASS_U = 1, /* unordered access view */
  D3D12FUZZ_REGISTER_CLASS_B = 2, /* constant buffer view */
  D3D12FUZZ_REGISTER_CLASS_S = 3  /* sampler */
};

/* Shader stages that look a register up. The numbers of 1 to 7 are those of D3D12_SHADER_VISIBILITY. */
enum {
  D3D12FUZZ_SHADER_STAGE_VERTEX = 1,
  D3D12FUZZ_SHADER_STAGE_HULL = 2,
  D3D12FUZZ_SHADER_STAGE_DOMAIN = 3,
  D3D12FUZZ_SHADER_STAGE_GEOMETRY = 4,
  D3D12FUZZ_SHADER_STAGE_PIXEL = 5,
  D3D12FUZZ_SHADER_STAGE_AMPLIFICATION = 6,
  D3D12FUZZ_SHADER_STAGE_MESH = 7,
  D3D12FUZZ_SHADER_STAGE_COMPUTE = 8 /* compute and ray tracing: see only what is visible to ALL */
};

typedef struct d3d12fuzz_lookup {
  uint32_t register_class; /* D3D12FUZZ_REGISTER_CLASS_* */
  uint32_t shader_register;
  uint32_t register_space;
  uint32_t shader_stage; /* D3D12FUZZ_SHADER_STAGE_* */
} d3d12fuzz_lookup;

typedef struct d3d12fuzz_lookup_result {
  uint32_t found;     /* 1 if a root parameter that the stage sees covers the register, else 0 */
  uint32_t parameter; /* index of that root parameter; 0 if none */
  uint64_t slot;      /* descriptors from the start of that parameter's table; 0 if none */
} d3d12fuzz_lookup_result;

/* One root parameter as a deserializer gave it back. */
typedef struct d3d12fuzz_described_parameter {
  uint32_t parameter_type;
  uint32_t shader_visibility;
  uint32_t num_ranges; /* of a descriptor table; its ranges follow those of the tables before it */
} d3d12fuzz_described_parameter;

/* One descriptor range as a deserializer gave it back; flags is 0 in a 1.0 description. */
typedef struct d3d12fuzz_described_range {
  uint32_t range_type;
  uint32_t num_descriptors;
  uint32_t base_shader_register;
  uint32_t register_space;
  uint32_t flags;
  uint32_t offset_in_descriptors_from_table_start;
} d3d12fuzz_described_range;

/*
 * A root signature as a deserializer gave it back at one version. The arrays are the caller's. A candidate writes at
 * most parameter_capacity and range_capacity elements, and always the counts that it found.
 */
typedef struct d3d12fuzz_description {
  uint32_t flags;
  uint32_t num_parameters;
  uint32_t num_ranges; /* over all tables */
  uint32_t parameter_capacity;
  uint32_t range_capacity;
  d3d12fuzz_described_parameter* parameters;
  d3d12fuzz_described_range* ranges;
} d3d12fuzz_description;

/* Bits of d3d12fuzz_root_signature_result.observed. */
enum {
  D3D12FUZZ_OBSERVED_COST = 1u << 0,
  D3D12FUZZ_OBSERVED_RANGE_OFFSETS = 1u << 1,
  D3D12FUZZ_OBSERVED_TABLE_SIZES = 1u << 2,
  D3D12FUZZ_OBSERVED_LOOKUPS = 1u << 3,
  D3D12FUZZ_OBSERVED_DESCRIPTION_1_0 = 1u << 4,
  D3D12FUZZ_OBSERVED_DESCRIPTION_1_1 = 1u << 5
};

/* The size of a table that holds an unbounded range. */
#define D3D12FUZZ_UNBOUNDED UINT64_MAX

typedef struct d3d12fuzz_root_signature_input {
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*
      desc; /* Version is 1.0 or 1.1; any other field may hold an illegal value */
  const d3d12fuzz_lookup* lookups;
  uint32_t num_lookups;
} d3d12fuzz_root_signature_input;

typedef struct d3d12fuzz_root_signature_result {
  d3d12fuzz_progress* progress; /* never null; serialize, deserialize and create are this domain's stages */
  uint32_t observed;            /* 0 at call; D3D12FUZZ_OBSERVED_* of what the candidate wrote below */
  uint64_t cost;                /* in DWORDs of root arguments */
  uint64_t* range_offsets;      /* room for one per range of the input, over all tables in order: resolved start slot */
  uint64_t* table_sizes;        /* room for one per parameter: highest slot + 1, D3D12FUZZ_UNBOUNDED, 0 if empty */
  d3d12fuzz_lookup_result* lookups;      /* room for num_lookups */
  d3d12fuzz_description description_1_0; /* what the deserializer gives when asked for version 1.0 */
  d3d12fuzz_description description_1_1; /* and for 1.1 */
} d3d12fuzz_root_signature_result;

/* ---- The candidate -------------------------------------------------------------------------------------------- */

typedef struct d3d12fuzz_candidate {
  uint32_t version; /* D3D12FUZZ_CANDIDATE_VERSION */
  void* context;    /* handed back as first argument */
  /* Called from one thread at a time. The input is read-only memory at times; nothing of it may be kept. */
  void (*root_signature)(void* context, const d3d12fuzz_root_signature_input* input,
                         d3d12fuzz_root_signature_result* result);
  void (*destroy)(void* context); /* null if there is nothing to destroy */
} d3d12fuzz_candidate;

/*
 * What a shared object exports under the name "d3d12fuzz_open_candidate". `version` is the harness's
 * D3D12FUZZ_CANDIDATE_VERSION; `options` is the candidate's own, possibly empty. Returns 0 and fills *out, or returns
 * non-zero if it does not know the version or the options.
 */
typedef int (*d3d12fuzz_open_candidate_fn)(uint32_t version, const char* options, d3d12fuzz_candidate* out);

#endif /* D3D12FUZZ_CANDIDATE_H */
