/*
 * d3d12fuzz_candidate.h: what an implementation under test (a "candidate") implements. Plain C11, and C++.
 *
 * A candidate is a d3d12fuzz_candidate filled by one function, d3d12fuzz_open_candidate. The same function serves a
 * static library linked with a fuzz target or a worker, a shared object (plugin:libmine.so), a DLL of Windows, and a
 * devkit that links d3d12fuzz_worker.c. BACKENDS.md, beside this file, has the steps for each.
 *
 * Calls. A domain's function is handed one case, as official D3D12 structs or as bytes, and reports what the
 *   implementation made of it. A function that is null says that the domain is not supported. Every observable is
 *   optional: report what is really observed and set the bit that says so. What an implementation does not have at all
 *   (a version, a platform, memory that ran out, a removed device) is UNSUPPORTED, which is counted and never judged;
 *   E_INVALIDARG and its kind are REJECTED.
 * Ownership. All memory that a call is handed is the caller's: write into the result's buffers, at most as much as
 *   their capacities say. Inputs must not be written; they may lie in memory that cannot be, or end at a page that
 *   cannot be read. Pointers to empty arrays may be null or point nowhere.
 * Lifetimes. Input and result are valid during the call alone: keep nothing of them. Strings of the d3d12fuzz_candidate
 *   are the candidate's and stay valid until `destroy`.
 * Threads. Calls come from one thread, one at a time. A candidate may have threads of its own.
 * Process. Calls come in a worker process that is replaced if the candidate dies in it. What the process has in common
 *   must be as before when a call returns: floating-point control, locale, signal handlers, open descriptors.
 *   Standard output and error are captured.
 * Numbers. Sizes are in bytes, costs in DWORDs, slots in descriptors; enumerations hold the numbers of the official
 *   ones. Any field of a desc but its Version may hold an illegal value, and so may any byte of a blob: that is the
 *   point.
 * Errors. There is no error path but the statuses below. A call that cannot say anything leaves all NOT_REACHED.
 *
 * Layouts are those of 64-bit little-endian processors with 8-byte pointers; static assertions in the project's tests
 * hold them equal on Linux and Windows.
 */
#ifndef D3D12FUZZ_CANDIDATE_H
#define D3D12FUZZ_CANDIDATE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever the meaning or the layout of anything below changes. */
#define D3D12FUZZ_CANDIDATE_VERSION 4u

/* The official desc, of <directx/d3d12.h> or <d3d12.h>; whoever reads it includes that. */
typedef struct D3D12_VERSIONED_ROOT_SIGNATURE_DESC D3D12_VERSIONED_ROOT_SIGNATURE_DESC;

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

/* What serves a register. */
enum {
  D3D12FUZZ_FOUND_NOTHING = 0,
  D3D12FUZZ_FOUND_PARAMETER = 1, /* a root parameter: table, root constants or root descriptor */
  D3D12FUZZ_FOUND_STATIC_SAMPLER = 2
};

typedef struct d3d12fuzz_lookup_result {
  uint32_t found; /* D3D12FUZZ_FOUND_*: what covers the register and is seen by the stage */
  uint32_t index; /* of that root parameter or static sampler; 0 if nothing was found */
  uint64_t slot;  /* of a table: descriptors from its start; else 0 */
} d3d12fuzz_lookup_result;

/* One root parameter as a deserializer gave it back. Fields that its type does not have are 0. */
typedef struct d3d12fuzz_described_parameter {
  uint32_t parameter_type;
  uint32_t shader_visibility;
  uint32_t num_ranges;       /* of a descriptor table; its ranges follow those of the tables before it */
  uint32_t shader_register;  /* of root constants and root descriptors */
  uint32_t register_space;   /* likewise */
  uint32_t num_32bit_values; /* of root constants */
  uint32_t flags;            /* of a root descriptor; 0 in a 1.0 description */
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
 * One static sampler as a deserializer gave it back: the words of D3D12_STATIC_SAMPLER_DESC1 in their order, floats by
 * their bits. flags is 0 in a description below 1.2.
 */
typedef struct d3d12fuzz_described_static_sampler {
  uint32_t filter;
  uint32_t address_u;
  uint32_t address_v;
  uint32_t address_w;
  uint32_t mip_lod_bias;
  uint32_t max_anisotropy;
  uint32_t comparison_func;
  uint32_t border_color;
  uint32_t min_lod;
  uint32_t max_lod;
  uint32_t shader_register;
  uint32_t register_space;
  uint32_t shader_visibility;
  uint32_t flags;
} d3d12fuzz_described_static_sampler;

/*
 * A root signature as a deserializer gave it back at one version. The arrays are the caller's. A candidate writes at
 * most as many elements as the capacities say, and always the counts that it found.
 */
typedef struct d3d12fuzz_description {
  uint32_t flags;
  uint32_t num_parameters;
  uint32_t num_ranges; /* over all tables */
  uint32_t num_static_samplers;
  uint32_t parameter_capacity;
  uint32_t range_capacity;
  uint32_t static_sampler_capacity;
  d3d12fuzz_described_parameter* parameters;
  d3d12fuzz_described_range* ranges;
  d3d12fuzz_described_static_sampler* static_samplers;
} d3d12fuzz_description;

/* Bits of d3d12fuzz_root_signature_result.observed; of d3d12fuzz_root_signature_blob_result.observed BLOB and
   DESCRIPTION_* alone. */
enum {
  D3D12FUZZ_OBSERVED_COST = 1u << 0,
  D3D12FUZZ_OBSERVED_RANGE_OFFSETS = 1u << 1,
  D3D12FUZZ_OBSERVED_TABLE_SIZES = 1u << 2,
  D3D12FUZZ_OBSERVED_LOOKUPS = 1u << 3,
  D3D12FUZZ_OBSERVED_DESCRIPTION_1_0 = 1u << 4,
  D3D12FUZZ_OBSERVED_DESCRIPTION_1_1 = 1u << 5,
  D3D12FUZZ_OBSERVED_DESCRIPTION_1_2 = 1u << 6,
  D3D12FUZZ_OBSERVED_BLOB = 1u << 7,
  D3D12FUZZ_OBSERVED_OUT_POINTERS = 1u << 8
};

/* The size of a table that holds an unbounded range. */
#define D3D12FUZZ_UNBOUNDED UINT64_MAX

/* The function that serializes. */
enum {
  D3D12FUZZ_SERIALIZER_VERSIONED = 0, /* D3D12SerializeVersionedRootSignature(desc, …) */
  D3D12FUZZ_SERIALIZER_LEGACY = 1     /* D3D12SerializeRootSignature(&desc->Desc_1_0, legacy_version, …) */
};

enum { D3D12FUZZ_PLATFORM_PC = 0, D3D12FUZZ_PLATFORM_XBOX_SERIES = 1 };

/*
 * A candidate answers UNSUPPORTED for what it does not implement at all, be it a version, a platform or a serializer:
 * at serialize if it cannot even serialize for it; at create if its device has another binding tier.
 */
typedef struct d3d12fuzz_root_signature_input {
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC*
      desc; /* Version is 1.0, 1.1 or 1.2; any other field may hold an illegal value */
  const d3d12fuzz_lookup* lookups;
  uint32_t num_lookups;
  uint32_t serializer;            /* D3D12FUZZ_SERIALIZER_*; with LEGACY desc->Version is 1.0 */
  uint32_t legacy_version;        /* of LEGACY: the version argument, perhaps illegal; else 1 */
  uint32_t observe_blob;          /* 1 if the serialized bytes are wanted; else they need not be copied */
  uint32_t platform;              /* D3D12FUZZ_PLATFORM_*: the one whose rules apply */
  uint32_t resource_binding_tier; /* 1 to 3: that of the device */
} d3d12fuzz_root_signature_input;

typedef struct d3d12fuzz_root_signature_result {
  d3d12fuzz_progress* progress; /* never null; serialize, deserialize and create are this domain's stages */
  uint32_t observed;            /* 0 at call; D3D12FUZZ_OBSERVED_* of what the candidate wrote below */
  uint32_t blob_written;        /* OUT_POINTERS, after a refusal: 1 if *ppBlob is not what it was before the call */
  uint32_t error_blob_set;      /* OUT_POINTERS, after success: 1 if *ppErrorBlob is not NULL */
  uint32_t blob_capacity;       /* bytes that `blob` has room for; 0 unless observe_blob */
  uint64_t blob_size;           /* BLOB: bytes of the whole serialized root signature, which may be more */
  uint8_t* blob;                /* BLOB: as many of its bytes as there is room for */
  uint64_t cost;                /* in DWORDs of root arguments */
  uint64_t* range_offsets;      /* room for one per range of the input, over all tables in order: resolved start slot */
  uint64_t* table_sizes; /* room for one per parameter: highest slot + 1, D3D12FUZZ_UNBOUNDED, 0 if empty or not a
                            table */
  d3d12fuzz_lookup_result* lookups;      /* room for num_lookups */
  d3d12fuzz_description description_1_0; /* what the deserializer gives when asked for version 1.0 */
  d3d12fuzz_description description_1_1; /* and for 1.1 */
  d3d12fuzz_description description_1_2; /* and for 1.2 */
} d3d12fuzz_root_signature_result;

/* ---- Domain root_signature_blob ------------------------------------------------------------------------------- */

/* The function that makes the deserializer. */
enum {
  D3D12FUZZ_DESERIALIZER_VERSIONED = 0, /* D3D12CreateVersionedRootSignatureDeserializer */
  D3D12FUZZ_DESERIALIZER_LEGACY = 1     /* D3D12CreateRootSignatureDeserializer, which gives version 1.0 alone */
};

/*
 * A serialized root signature that nobody vouches for: any of its bytes may be wrong, and so may its size. Deserialize
 * and create are this domain's stages. Creation is given the same bytes, not what the deserializer made of them, if the
 * deserializer took them.
 *
 * A candidate answers UNSUPPORTED for what it does not implement at all: at deserialize for a deserializer or a
 * platform, at create if its device has another binding tier.
 */
typedef struct d3d12fuzz_root_signature_blob_input {
  const uint8_t* blob;            /* at any address, odd ones too; may be null or point nowhere if blob_size is 0 */
  uint64_t blob_size;             /* bytes that may be read; what the blob says of its own size may differ */
  uint32_t deserializer;          /* D3D12FUZZ_DESERIALIZER_* */
  uint32_t platform;              /* D3D12FUZZ_PLATFORM_*: the one whose rules apply */
  uint32_t resource_binding_tier; /* 1 to 3: that of the device */
  uint32_t reserved;              /* 0 */
} d3d12fuzz_root_signature_blob_input;

/* Nothing but progress is looked at unless the deserializer took the blob. */
typedef struct d3d12fuzz_root_signature_blob_result {
  d3d12fuzz_progress* progress;          /* never null */
  uint32_t observed;                     /* 0 at call; D3D12FUZZ_OBSERVED_* of what the candidate wrote below */
  uint32_t blob_capacity;                /* bytes that `blob` has room for */
  uint64_t blob_size;                    /* BLOB: bytes of what `blob` is to hold, which may be more */
  uint8_t* blob;                         /* BLOB: the description at the version that the input stores, serialized
                                            again: as many bytes as there is room for. Not observed of LEGACY */
  d3d12fuzz_description description_1_0; /* what the deserializer gives when asked for version 1.0 */
  d3d12fuzz_description description_1_1; /* and for 1.1; not observed of LEGACY */
  d3d12fuzz_description description_1_2; /* and for 1.2; likewise */
} d3d12fuzz_root_signature_blob_result;

/* ---- The candidate -------------------------------------------------------------------------------------------- */

/* Bits of d3d12fuzz_candidate.capabilities: what may be asked. 0 is the safe choice. */
enum {
  /* Cases whose outcome Direct3D leaves undefined may be handed over; others get none. */
  D3D12FUZZ_TAKES_UNDEFINED = 1u << 0
};

/* Bits of d3d12fuzz_candidate.tolerances: what is by design, so that it is counted and never reported. */
enum {
  /* Does not validate, as engine backends and release builds do not: may accept what a rule forbids. */
  D3D12FUZZ_TOLERATES_ILLEGAL = 1u << 0,
  /* Has limits of its own: may refuse what every rule allows. */
  D3D12FUZZ_TOLERATES_REFUSALS = 1u << 1
};

/* Handed one case. `context` is that of the candidate. */
typedef void (*d3d12fuzz_root_signature_fn)(void* context, const d3d12fuzz_root_signature_input* input,
                                            d3d12fuzz_root_signature_result* result);

/* Handed `count` cases at once, 1 to 1024; fills results[i] for inputs[i], each as if alone. */
typedef void (*d3d12fuzz_root_signature_batch_fn)(void* context, uint32_t count,
                                                  const d3d12fuzz_root_signature_input* const* inputs,
                                                  d3d12fuzz_root_signature_result* const* results);

/* The same for root_signature_blob. */
typedef void (*d3d12fuzz_root_signature_blob_fn)(void* context, const d3d12fuzz_root_signature_blob_input* input,
                                                 d3d12fuzz_root_signature_blob_result* result);
typedef void (*d3d12fuzz_root_signature_blob_batch_fn)(void* context, uint32_t count,
                                                       const d3d12fuzz_root_signature_blob_input* const* inputs,
                                                       d3d12fuzz_root_signature_blob_result* const* results);

typedef struct d3d12fuzz_candidate {
  uint32_t version;      /* D3D12FUZZ_CANDIDATE_VERSION of the header that it was built with; first in every version */
  uint32_t capabilities; /* D3D12FUZZ_TAKES_* */
  uint32_t tolerances;   /* D3D12FUZZ_TOLERATES_* */
  uint32_t reserved;     /* 0 */

  /* Who answers, for findings; UTF-8, at most 255 bytes each, null where it does not apply. */
  const char* implementation_version; /* "1.2 (Debian 1.2-12)" */
  const char* build_id;               /* what finds this very build again */
  const char* path;                   /* of the library under test, where that is another file */
  const char* device;                 /* device and driver, where there is one */

  void* context; /* handed back as first argument */
  d3d12fuzz_root_signature_fn root_signature;
  d3d12fuzz_root_signature_batch_fn root_signature_batch; /* optional, beside root_signature */
  d3d12fuzz_root_signature_blob_fn root_signature_blob;
  d3d12fuzz_root_signature_blob_batch_fn root_signature_blob_batch; /* optional, beside root_signature_blob */
  void (*destroy)(void* context);                                   /* null if there is nothing to destroy */

  /* Why the candidate could not be opened, in one line; read only when opening it failed. Null if there is no more to
     say. */
  const char* error;
} d3d12fuzz_candidate;

/* What d3d12fuzz_open_candidate returns. */
enum {
  D3D12FUZZ_OPENED = 0,
  D3D12FUZZ_OTHER_VERSION = 1, /* does not know the version asked for; has set out->version to its own */
  D3D12FUZZ_BAD_OPTIONS = 2,   /* does not understand the options */
  D3D12FUZZ_CANNOT_OPEN = 3    /* lacks something: a library, a device */
};

/*
 * What a candidate exports under the name "d3d12fuzz_open_candidate", with D3D12FUZZ_EXPORT. `version` is the
 * harness's D3D12FUZZ_CANDIDATE_VERSION; `options` is the candidate's own text, possibly empty, never null. `out` is
 * all zero at call. It may be called again after `destroy`.
 */
typedef int (*d3d12fuzz_open_candidate_fn)(uint32_t version, const char* options, d3d12fuzz_candidate* out);

#ifdef _WIN32
#define D3D12FUZZ_EXPORT __declspec(dllexport)
#else
#define D3D12FUZZ_EXPORT __attribute__((visibility("default")))
#endif

D3D12FUZZ_EXPORT int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out);

#ifdef __cplusplus
}
#endif

#endif /* D3D12FUZZ_CANDIDATE_H */
