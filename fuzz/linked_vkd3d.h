/// libvkd3d, linked from its static archives.
#pragma once

#include "candidates/d3d12/library_file.h"

namespace d3d12fuzz {

/// Its serializer and its deserializers. There is no device, so that creation is unsupported. Quiets its log unless the
/// environment asks for it.
d3d12::LoadedLibrary linked_vkd3d();

}  // namespace d3d12fuzz
