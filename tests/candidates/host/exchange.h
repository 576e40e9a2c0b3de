/// What the harness says to a worker, and what comes back, as bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/wire/frame.h"
#include "domains/d3d12_types.h"

namespace d3d12fuzz::test {

/// HELLO, and a request for one case: an empty root signature.
/// \param case_milliseconds  that the worker is told
inline std::string request_of_one_case(std::uint32_t case_milliseconds) {
  wire::Buffer out;
  wire::append_hello(case_milliseconds, out);
  MemoryImage image;
  const MemoryImage::BlockId input = image.add(sizeof(d3d12fuzz_root_signature_input), MemoryImage::Placement::input);
  const MemoryImage::BlockId result =
      image.add_output(sizeof(d3d12fuzz_root_signature_result), sizeof(d3d12fuzz_root_signature_result));
  const MemoryImage::BlockId desc =
      image.add(sizeof(D3D12_VERSIONED_ROOT_SIGNATURE_DESC), MemoryImage::Placement::read_only);
  image.put(desc, D3D_ROOT_SIGNATURE_VERSION_1_0);
  image.point(input, offsetof(d3d12fuzz_root_signature_input, desc), desc);
  image.point(result, offsetof(d3d12fuzz_root_signature_result, progress), MemoryImage::kOutside);
  const std::size_t size = wire::case_record_size(image);
  wire::Buffer record;
  wire::write_case_record(D3D12FUZZ_FUNCTION_ROOT_SIGNATURE, image, record.extend(size));
  const wire::FrameHeader header{
      .type = D3D12FUZZ_FRAME_CASES, .number = 1, .count = 1, .size = static_cast<std::uint32_t>(size)};
  wire::write_header(header, out.extend(wire::kFrameHeaderSize));
  std::string text(reinterpret_cast<const char*>(out.data()), out.size());
  return text.append(reinterpret_cast<const char*>(record.data()), size);
}

struct Frame {
  std::uint32_t type;
  std::string payload;
};

/// The frames that some bytes are; one of type 0 where they end within a frame.
inline std::vector<Frame> frames_of(std::string_view bytes) {
  std::vector<Frame> frames;
  while (!bytes.empty()) {
    wire::FrameHeader header;
    if (bytes.size() >= wire::kFrameHeaderSize) {
      header = wire::read_header(reinterpret_cast<const std::byte*>(bytes.data()));
      bytes.remove_prefix(wire::kFrameHeaderSize);
    }
    if (header.type == 0 || header.size > bytes.size()) return frames.push_back({}), frames;
    frames.push_back({header.type, std::string(bytes.substr(0, header.size))});
    bytes.remove_prefix(header.size);
  }
  return frames;
}

/// The types of the frames alone.
inline std::vector<std::uint32_t> types_of(std::string_view bytes) {
  std::vector<std::uint32_t> types;
  for (const Frame& frame : frames_of(bytes)) types.push_back(frame.type);
  return types;
}

/// The last word that some bytes end with; one of no case and no death if they do not.
inline wire::LastWord last_word_of(std::string_view bytes) {
  const std::vector<Frame> frames = frames_of(bytes);
  const wire::LastWord none{.case_number = 0xFFFFFFFF, .death = 0xFFFFFFFF};
  if (frames.empty() || frames.back().type != D3D12FUZZ_FRAME_LAST_WORD) return none;
  const std::string& payload = frames.back().payload;
  return wire::read_last_word({reinterpret_cast<const std::byte*>(payload.data()), payload.size()}).value_or(none);
}

}  // namespace d3d12fuzz::test
