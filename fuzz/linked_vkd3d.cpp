#include "fuzz/linked_vkd3d.h"

#include <cstdlib>

#include "domains/d3d12_types.h"

namespace d3d12fuzz {

d3d12::LoadedLibrary linked_vkd3d() {
  // The library and its shader compiler have a log each. An overwritten choice of the user would be a nuisance.
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
  return {.serialize = reinterpret_cast<void*>(&D3D12SerializeVersionedRootSignature),
          .create_deserializer = reinterpret_cast<void*>(&D3D12CreateVersionedRootSignatureDeserializer),
          .create_deserializer_legacy = reinterpret_cast<void*>(&D3D12CreateRootSignatureDeserializer)};
}

}  // namespace d3d12fuzz
