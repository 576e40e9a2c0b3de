/* A D3D12 library that cannot make up its mind: it refuses every second description, and implements none of the others.
 */
#include <stddef.h>

enum { not_implemented = (int)0x80004001, invalid_argument = (int)0x80070057 };

__attribute__((visibility("default"))) int D3D12SerializeVersionedRootSignature(const void* desc, void** blob,
                                                                                void** error) {
  static int calls;
  (void)desc;
  (void)blob;
  (void)error;
  return ++calls % 2 != 0 ? invalid_argument : not_implemented;
}

__attribute__((visibility("default"))) int D3D12CreateVersionedRootSignatureDeserializer(const void* bytes, size_t size,
                                                                                         const void* iid,
                                                                                         void** deserializer) {
  (void)bytes;
  (void)size;
  (void)iid;
  (void)deserializer;
  return not_implemented;
}
