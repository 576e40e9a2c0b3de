/// Frames of the protocol that d3d12fuzz_worker.h describes, and the records in them, as the harness writes and reads
/// them. What a worker sent is never trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/memory_image.h"
#include "candidates/d3d12fuzz_worker.h"
#include "candidates/wire/bytes.h"

namespace d3d12fuzz::wire {

inline constexpr std::size_t kFrameHeaderSize = 16;

struct FrameHeader {
  std::uint32_t type = 0;
  std::uint32_t number = 0;
  std::uint32_t count = 0;
  std::uint32_t size = 0;
};

void write_header(const FrameHeader& header, std::byte* to);
FrameHeader read_header(const std::byte* from);

/// Appends a HELLO frame.
void append_hello(std::uint32_t case_milliseconds, Buffer& out);

/// What a worker said of itself.
struct Welcome {
  std::uint32_t capabilities = 0;
  std::uint32_t tolerances = 0;
  std::uint64_t functions = 0;  ///< bit i: D3D12FUZZ_FUNCTION_i
  std::string implementation_version;
  std::string build_id;
  std::string path;
  std::string device;
};

/// \throws InputError if it is none, or of another protocol, version or layout, which the message names
Welcome read_welcome(std::span<const std::byte> payload);

/// Bytes of the case record that an image makes.
std::size_t case_record_size(const MemoryImage& image);

/// Writes it; `to` is at a multiple of 16 in memory of its reader.
void write_case_record(std::uint32_t function, const MemoryImage& image, std::byte* to);

/// One outcome record.
class OutcomeRecord {
 public:
  /// The record at the start of some bytes.
  /// \param case_number  that it must have
  /// \return nothing if there is no sound one
  static std::optional<OutcomeRecord> read(std::span<const std::byte> bytes, std::uint32_t case_number);

  std::size_t size() const { return size_; }
  std::uint32_t conduct() const { return load<std::uint32_t>(record_ + 8); }
  d3d12fuzz_progress progress() const { return load<d3d12fuzz_progress>(record_ + 16); }

  /// Copies the next output block to where `size` bytes belong, as it was after the call.
  /// \return false if the record has no further block, or a larger one
  bool take(void* to, std::size_t size);

  /// Passes over the next output block. \return false if the record has none
  bool skip();

  /// Whether all blocks were taken.
  bool at_end() const { return next_ == num_outputs_; }

 private:
  const std::byte* record_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t num_outputs_ = 0;
  std::uint32_t next_ = 0;
  const std::byte* data_ = nullptr;
};

/// What a worker said when it died.
struct LastWord {
  std::uint32_t case_number = 0;  ///< 0xFFFFFFFF for none
  std::uint32_t death = 0;        ///< D3D12FUZZ_DEATH_*
  std::uint32_t code = 0;
  d3d12fuzz_progress progress{};
  std::string text;
};

/// \return nothing if the payload is none
std::optional<LastWord> read_last_word(std::span<const std::byte> payload);

}  // namespace d3d12fuzz::wire
