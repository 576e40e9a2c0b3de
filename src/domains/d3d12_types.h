/// The official D3D12 types, in the one order of headers that works on every platform.
#pragma once

#ifndef _WIN32
#include <wsl/winadapter.h>
#endif
#include <directx/d3d12.h>
