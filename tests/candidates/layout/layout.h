/*
 * The layout of everything that crosses the wire or a plug-in's interface, in numbers: sizes and offsets must be the
 * same with every compiler, in C and C++, on Linux and Windows. This is included by one file of each language.
 */
#include <stddef.h>

#ifndef _WIN32
#include <wsl/winadapter.h>
#endif
#include <directx/d3d12.h>
/* The C headers need the D3D12 types before them. */
#include "candidates/d3d12fuzz_worker.h"

#ifdef __cplusplus
#define D3D12FUZZ_ASSERT static_assert
#else
#define D3D12FUZZ_ASSERT _Static_assert
#endif
#define SIZE(type, size) D3D12FUZZ_ASSERT(sizeof(type) == (size), "size of " #type)
#define FIELD(type, field, offset) D3D12FUZZ_ASSERT(offsetof(type, field) == (offset), #type "." #field)

/* ---- The project's own ------------------------------------------------------------------------------------------ */

SIZE(d3d12fuzz_stage_result, 8);
FIELD(d3d12fuzz_stage_result, status, 0);
FIELD(d3d12fuzz_stage_result, hresult, 4);

SIZE(d3d12fuzz_progress, 52);
FIELD(d3d12fuzz_progress, running_stage, 0);
FIELD(d3d12fuzz_progress, stages, 4);

SIZE(d3d12fuzz_lookup, 16);
FIELD(d3d12fuzz_lookup, register_class, 0);
FIELD(d3d12fuzz_lookup, shader_register, 4);
FIELD(d3d12fuzz_lookup, register_space, 8);
FIELD(d3d12fuzz_lookup, shader_stage, 12);

SIZE(d3d12fuzz_lookup_result, 16);
FIELD(d3d12fuzz_lookup_result, found, 0);
FIELD(d3d12fuzz_lookup_result, index, 4);
FIELD(d3d12fuzz_lookup_result, slot, 8);

SIZE(d3d12fuzz_described_parameter, 28);
FIELD(d3d12fuzz_described_parameter, parameter_type, 0);
FIELD(d3d12fuzz_described_parameter, shader_visibility, 4);
FIELD(d3d12fuzz_described_parameter, num_ranges, 8);
FIELD(d3d12fuzz_described_parameter, shader_register, 12);
FIELD(d3d12fuzz_described_parameter, register_space, 16);
FIELD(d3d12fuzz_described_parameter, num_32bit_values, 20);
FIELD(d3d12fuzz_described_parameter, flags, 24);

SIZE(d3d12fuzz_described_range, 24);
FIELD(d3d12fuzz_described_range, range_type, 0);
FIELD(d3d12fuzz_described_range, num_descriptors, 4);
FIELD(d3d12fuzz_described_range, base_shader_register, 8);
FIELD(d3d12fuzz_described_range, register_space, 12);
FIELD(d3d12fuzz_described_range, flags, 16);
FIELD(d3d12fuzz_described_range, offset_in_descriptors_from_table_start, 20);

SIZE(d3d12fuzz_described_static_sampler, 56);
FIELD(d3d12fuzz_described_static_sampler, filter, 0);
FIELD(d3d12fuzz_described_static_sampler, address_u, 4);
FIELD(d3d12fuzz_described_static_sampler, address_v, 8);
FIELD(d3d12fuzz_described_static_sampler, address_w, 12);
FIELD(d3d12fuzz_described_static_sampler, mip_lod_bias, 16);
FIELD(d3d12fuzz_described_static_sampler, max_anisotropy, 20);
FIELD(d3d12fuzz_described_static_sampler, comparison_func, 24);
FIELD(d3d12fuzz_described_static_sampler, border_color, 28);
FIELD(d3d12fuzz_described_static_sampler, min_lod, 32);
FIELD(d3d12fuzz_described_static_sampler, max_lod, 36);
FIELD(d3d12fuzz_described_static_sampler, shader_register, 40);
FIELD(d3d12fuzz_described_static_sampler, register_space, 44);
FIELD(d3d12fuzz_described_static_sampler, shader_visibility, 48);
FIELD(d3d12fuzz_described_static_sampler, flags, 52);

SIZE(d3d12fuzz_description, 56);
FIELD(d3d12fuzz_description, flags, 0);
FIELD(d3d12fuzz_description, num_parameters, 4);
FIELD(d3d12fuzz_description, num_ranges, 8);
FIELD(d3d12fuzz_description, num_static_samplers, 12);
FIELD(d3d12fuzz_description, parameter_capacity, 16);
FIELD(d3d12fuzz_description, range_capacity, 20);
FIELD(d3d12fuzz_description, static_sampler_capacity, 24);
FIELD(d3d12fuzz_description, parameters, 32);
FIELD(d3d12fuzz_description, ranges, 40);
FIELD(d3d12fuzz_description, static_samplers, 48);

SIZE(d3d12fuzz_root_signature_input, 40);
FIELD(d3d12fuzz_root_signature_input, desc, 0);
FIELD(d3d12fuzz_root_signature_input, lookups, 8);
FIELD(d3d12fuzz_root_signature_input, num_lookups, 16);
FIELD(d3d12fuzz_root_signature_input, serializer, 20);
FIELD(d3d12fuzz_root_signature_input, legacy_version, 24);
FIELD(d3d12fuzz_root_signature_input, observe_blob, 28);
FIELD(d3d12fuzz_root_signature_input, platform, 32);
FIELD(d3d12fuzz_root_signature_input, resource_binding_tier, 36);

SIZE(d3d12fuzz_root_signature_result, 240);
FIELD(d3d12fuzz_root_signature_result, progress, 0);
FIELD(d3d12fuzz_root_signature_result, observed, 8);
FIELD(d3d12fuzz_root_signature_result, blob_written, 12);
FIELD(d3d12fuzz_root_signature_result, error_blob_set, 16);
FIELD(d3d12fuzz_root_signature_result, blob_capacity, 20);
FIELD(d3d12fuzz_root_signature_result, blob_size, 24);
FIELD(d3d12fuzz_root_signature_result, blob, 32);
FIELD(d3d12fuzz_root_signature_result, cost, 40);
FIELD(d3d12fuzz_root_signature_result, range_offsets, 48);
FIELD(d3d12fuzz_root_signature_result, table_sizes, 56);
FIELD(d3d12fuzz_root_signature_result, lookups, 64);
FIELD(d3d12fuzz_root_signature_result, description_1_0, 72);
FIELD(d3d12fuzz_root_signature_result, description_1_1, 128);
FIELD(d3d12fuzz_root_signature_result, description_1_2, 184);

SIZE(d3d12fuzz_root_signature_blob_input, 32);
FIELD(d3d12fuzz_root_signature_blob_input, blob, 0);
FIELD(d3d12fuzz_root_signature_blob_input, blob_size, 8);
FIELD(d3d12fuzz_root_signature_blob_input, deserializer, 16);
FIELD(d3d12fuzz_root_signature_blob_input, platform, 20);
FIELD(d3d12fuzz_root_signature_blob_input, resource_binding_tier, 24);
FIELD(d3d12fuzz_root_signature_blob_input, reserved, 28);

SIZE(d3d12fuzz_root_signature_blob_result, 200);
FIELD(d3d12fuzz_root_signature_blob_result, progress, 0);
FIELD(d3d12fuzz_root_signature_blob_result, observed, 8);
FIELD(d3d12fuzz_root_signature_blob_result, blob_capacity, 12);
FIELD(d3d12fuzz_root_signature_blob_result, blob_size, 16);
FIELD(d3d12fuzz_root_signature_blob_result, blob, 24);
FIELD(d3d12fuzz_root_signature_blob_result, description_1_0, 32);
FIELD(d3d12fuzz_root_signature_blob_result, description_1_1, 88);
FIELD(d3d12fuzz_root_signature_blob_result, description_1_2, 144);

SIZE(d3d12fuzz_candidate, 104);
FIELD(d3d12fuzz_candidate, version, 0);
FIELD(d3d12fuzz_candidate, capabilities, 4);
FIELD(d3d12fuzz_candidate, tolerances, 8);
FIELD(d3d12fuzz_candidate, reserved, 12);
FIELD(d3d12fuzz_candidate, implementation_version, 16);
FIELD(d3d12fuzz_candidate, build_id, 24);
FIELD(d3d12fuzz_candidate, path, 32);
FIELD(d3d12fuzz_candidate, device, 40);
FIELD(d3d12fuzz_candidate, context, 48);
FIELD(d3d12fuzz_candidate, root_signature, 56);
FIELD(d3d12fuzz_candidate, root_signature_batch, 64);
FIELD(d3d12fuzz_candidate, root_signature_blob, 72);
FIELD(d3d12fuzz_candidate, root_signature_blob_batch, 80);
FIELD(d3d12fuzz_candidate, destroy, 88);
FIELD(d3d12fuzz_candidate, error, 96);

SIZE(d3d12fuzz_connection, 24);
FIELD(d3d12fuzz_connection, context, 0);
FIELD(d3d12fuzz_connection, read, 8);
FIELD(d3d12fuzz_connection, write, 16);

SIZE(d3d12fuzz_worker_state, 12);
FIELD(d3d12fuzz_worker_state, begun, 0);
FIELD(d3d12fuzz_worker_state, running, 4);
FIELD(d3d12fuzz_worker_state, case_milliseconds, 8);

/* ---- The official structs --------------------------------------------------------------------------------------- */

SIZE(D3D12_DESCRIPTOR_RANGE, 20);
FIELD(D3D12_DESCRIPTOR_RANGE, RangeType, 0);
FIELD(D3D12_DESCRIPTOR_RANGE, NumDescriptors, 4);
FIELD(D3D12_DESCRIPTOR_RANGE, BaseShaderRegister, 8);
FIELD(D3D12_DESCRIPTOR_RANGE, RegisterSpace, 12);
FIELD(D3D12_DESCRIPTOR_RANGE, OffsetInDescriptorsFromTableStart, 16);

SIZE(D3D12_DESCRIPTOR_RANGE1, 24);
FIELD(D3D12_DESCRIPTOR_RANGE1, RangeType, 0);
FIELD(D3D12_DESCRIPTOR_RANGE1, NumDescriptors, 4);
FIELD(D3D12_DESCRIPTOR_RANGE1, BaseShaderRegister, 8);
FIELD(D3D12_DESCRIPTOR_RANGE1, RegisterSpace, 12);
FIELD(D3D12_DESCRIPTOR_RANGE1, Flags, 16);
FIELD(D3D12_DESCRIPTOR_RANGE1, OffsetInDescriptorsFromTableStart, 20);

SIZE(D3D12_ROOT_DESCRIPTOR_TABLE, 16);
FIELD(D3D12_ROOT_DESCRIPTOR_TABLE, NumDescriptorRanges, 0);
FIELD(D3D12_ROOT_DESCRIPTOR_TABLE, pDescriptorRanges, 8);

SIZE(D3D12_ROOT_DESCRIPTOR_TABLE1, 16);
FIELD(D3D12_ROOT_DESCRIPTOR_TABLE1, NumDescriptorRanges, 0);
FIELD(D3D12_ROOT_DESCRIPTOR_TABLE1, pDescriptorRanges, 8);

SIZE(D3D12_ROOT_CONSTANTS, 12);
FIELD(D3D12_ROOT_CONSTANTS, ShaderRegister, 0);
FIELD(D3D12_ROOT_CONSTANTS, RegisterSpace, 4);
FIELD(D3D12_ROOT_CONSTANTS, Num32BitValues, 8);

SIZE(D3D12_ROOT_DESCRIPTOR, 8);
FIELD(D3D12_ROOT_DESCRIPTOR, ShaderRegister, 0);
FIELD(D3D12_ROOT_DESCRIPTOR, RegisterSpace, 4);

SIZE(D3D12_ROOT_DESCRIPTOR1, 12);
FIELD(D3D12_ROOT_DESCRIPTOR1, ShaderRegister, 0);
FIELD(D3D12_ROOT_DESCRIPTOR1, RegisterSpace, 4);
FIELD(D3D12_ROOT_DESCRIPTOR1, Flags, 8);

SIZE(D3D12_ROOT_PARAMETER, 32);
FIELD(D3D12_ROOT_PARAMETER, ParameterType, 0);
FIELD(D3D12_ROOT_PARAMETER, DescriptorTable, 8);
FIELD(D3D12_ROOT_PARAMETER, Constants, 8);
FIELD(D3D12_ROOT_PARAMETER, Descriptor, 8);
FIELD(D3D12_ROOT_PARAMETER, ShaderVisibility, 24);

SIZE(D3D12_ROOT_PARAMETER1, 32);
FIELD(D3D12_ROOT_PARAMETER1, ParameterType, 0);
FIELD(D3D12_ROOT_PARAMETER1, DescriptorTable, 8);
FIELD(D3D12_ROOT_PARAMETER1, Constants, 8);
FIELD(D3D12_ROOT_PARAMETER1, Descriptor, 8);
FIELD(D3D12_ROOT_PARAMETER1, ShaderVisibility, 24);

SIZE(D3D12_STATIC_SAMPLER_DESC, 52);
FIELD(D3D12_STATIC_SAMPLER_DESC, Filter, 0);
FIELD(D3D12_STATIC_SAMPLER_DESC, AddressU, 4);
FIELD(D3D12_STATIC_SAMPLER_DESC, AddressV, 8);
FIELD(D3D12_STATIC_SAMPLER_DESC, AddressW, 12);
FIELD(D3D12_STATIC_SAMPLER_DESC, MipLODBias, 16);
FIELD(D3D12_STATIC_SAMPLER_DESC, MaxAnisotropy, 20);
FIELD(D3D12_STATIC_SAMPLER_DESC, ComparisonFunc, 24);
FIELD(D3D12_STATIC_SAMPLER_DESC, BorderColor, 28);
FIELD(D3D12_STATIC_SAMPLER_DESC, MinLOD, 32);
FIELD(D3D12_STATIC_SAMPLER_DESC, MaxLOD, 36);
FIELD(D3D12_STATIC_SAMPLER_DESC, ShaderRegister, 40);
FIELD(D3D12_STATIC_SAMPLER_DESC, RegisterSpace, 44);
FIELD(D3D12_STATIC_SAMPLER_DESC, ShaderVisibility, 48);

SIZE(D3D12_STATIC_SAMPLER_DESC1, 56);
FIELD(D3D12_STATIC_SAMPLER_DESC1, Filter, 0);
FIELD(D3D12_STATIC_SAMPLER_DESC1, AddressU, 4);
FIELD(D3D12_STATIC_SAMPLER_DESC1, AddressV, 8);
FIELD(D3D12_STATIC_SAMPLER_DESC1, AddressW, 12);
FIELD(D3D12_STATIC_SAMPLER_DESC1, MipLODBias, 16);
FIELD(D3D12_STATIC_SAMPLER_DESC1, MaxAnisotropy, 20);
FIELD(D3D12_STATIC_SAMPLER_DESC1, ComparisonFunc, 24);
FIELD(D3D12_STATIC_SAMPLER_DESC1, BorderColor, 28);
FIELD(D3D12_STATIC_SAMPLER_DESC1, MinLOD, 32);
FIELD(D3D12_STATIC_SAMPLER_DESC1, MaxLOD, 36);
FIELD(D3D12_STATIC_SAMPLER_DESC1, ShaderRegister, 40);
FIELD(D3D12_STATIC_SAMPLER_DESC1, RegisterSpace, 44);
FIELD(D3D12_STATIC_SAMPLER_DESC1, ShaderVisibility, 48);
FIELD(D3D12_STATIC_SAMPLER_DESC1, Flags, 52);

SIZE(D3D12_ROOT_SIGNATURE_DESC, 40);
FIELD(D3D12_ROOT_SIGNATURE_DESC, NumParameters, 0);
FIELD(D3D12_ROOT_SIGNATURE_DESC, pParameters, 8);
FIELD(D3D12_ROOT_SIGNATURE_DESC, NumStaticSamplers, 16);
FIELD(D3D12_ROOT_SIGNATURE_DESC, pStaticSamplers, 24);
FIELD(D3D12_ROOT_SIGNATURE_DESC, Flags, 32);

SIZE(D3D12_ROOT_SIGNATURE_DESC1, 40);
FIELD(D3D12_ROOT_SIGNATURE_DESC1, NumParameters, 0);
FIELD(D3D12_ROOT_SIGNATURE_DESC1, pParameters, 8);
FIELD(D3D12_ROOT_SIGNATURE_DESC1, NumStaticSamplers, 16);
FIELD(D3D12_ROOT_SIGNATURE_DESC1, pStaticSamplers, 24);
FIELD(D3D12_ROOT_SIGNATURE_DESC1, Flags, 32);

SIZE(D3D12_ROOT_SIGNATURE_DESC2, 40);
FIELD(D3D12_ROOT_SIGNATURE_DESC2, NumParameters, 0);
FIELD(D3D12_ROOT_SIGNATURE_DESC2, pParameters, 8);
FIELD(D3D12_ROOT_SIGNATURE_DESC2, NumStaticSamplers, 16);
FIELD(D3D12_ROOT_SIGNATURE_DESC2, pStaticSamplers, 24);
FIELD(D3D12_ROOT_SIGNATURE_DESC2, Flags, 32);

SIZE(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, 48);
FIELD(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Version, 0);
FIELD(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_0, 8);
FIELD(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_1, 8);
FIELD(D3D12_VERSIONED_ROOT_SIGNATURE_DESC, Desc_1_2, 8);
