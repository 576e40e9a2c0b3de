/* A D3D12 library that never answers. */
#include <stddef.h>

__attribute__((visibility("default"))) int D3D12SerializeVersionedRootSignature(const void* desc, void** blob,
                                                                                void** error) {
  (void)desc;
  (void)blob;
  (void)error;
  for (volatile unsigned turns = 0;; ++turns) continue;
}

__attribute__((visibility("default"))) int D3D12CreateVersionedRootSignatureDeserializer(const void* bytes, size_t size,
                                                                                         const void* iid,
                                                                                         void** deserializer) {
  (void)bytes;
  (void)size;
  (void)iid;
  (void)deserializer;
  for (volatile unsigned turns = 0;; ++turns) continue;
}
