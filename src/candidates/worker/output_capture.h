/// What a worker writes to its standard streams, kept in memory and within bounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace d3d12fuzz::worker {

/// A line as it can be shown: cut after 500 bytes, and all but printable ASCII replaced.
std::string printable(std::string_view line);

/// An unnamed file in memory that stands in for a worker's standard output and error. Parent and worker share it and
/// its position.
class OutputCapture {
 public:
  /// \throws InputError if the system has no descriptor or memory
  OutputCapture();
  ~OutputCapture();
  OutputCapture(const OutputCapture&) = delete;
  OutputCapture& operator=(const OutputCapture&) = delete;

  /// In the worker: sends both streams of this process here.
  void redirect_here() const;

  /// In the worker: where the text that is written from now on begins. Drops old text when there is much of it; what
  /// does not fit is refused to the writer.
  std::int64_t mark() const;

  /// Where the text ends that was written so far.
  std::int64_t position() const;

  /// Drops all text.
  void rewind() const;

  /// The text written since a mark, at most 1 MiB of it; a line that found no more room is left out.
  std::string text_since(std::int64_t mark) const;

  /// The last line written since a mark that is not empty, else an empty text. A sanitizer's summary goes before lines
  /// that follow it. Cut after 500 bytes, and all but printable ASCII replaced.
  std::string last_line_since(std::int64_t mark) const;

 private:
  int file_ = -1;
};

}  // namespace d3d12fuzz::worker
