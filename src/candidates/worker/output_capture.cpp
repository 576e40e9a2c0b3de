#include "candidates/worker/output_capture.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/error.h"

namespace d3d12fuzz::worker {
namespace {

/// Enough for a sanitizer's report of one case.
constexpr std::int64_t kCapacity = std::int64_t{1} << 20;
constexpr std::size_t kMaxLine = 500;

}  // namespace

std::string printable(std::string_view line) {
  std::string text(line.substr(0, kMaxLine));
  for (char& c : text) {
    if (c < 0x20 || c > 0x7E) c = '?';
  }
  return text;
}

OutputCapture::OutputCapture() : file_(memfd_create("d3d12fuzz-output", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (file_ < 0) throw InputError(std::string("cannot make a file in memory: ") + std::strerror(errno));
  // A worker that writes without end must not fill the memory.
  if (ftruncate(file_, kCapacity) != 0 || fcntl(file_, F_ADD_SEALS, F_SEAL_GROW) != 0) {
    const int error = errno;
    close(file_);
    throw InputError(std::string("cannot size a file in memory: ") + std::strerror(error));
  }
}

OutputCapture::~OutputCapture() { close(file_); }

void OutputCapture::redirect_here() const {
  dup2(file_, STDOUT_FILENO);
  dup2(file_, STDERR_FILENO);
}

std::int64_t OutputCapture::position() const { return lseek(file_, 0, SEEK_CUR); }

std::int64_t OutputCapture::mark() const {
  if (const std::int64_t end = position(); end < kCapacity / 2) return end;
  rewind();
  return 0;
}

void OutputCapture::rewind() const { lseek(file_, 0, SEEK_SET); }

std::string OutputCapture::text_since(std::int64_t mark) const {
  const std::int64_t end = std::clamp<std::int64_t>(position(), 0, kCapacity);
  const std::int64_t start = std::clamp<std::int64_t>(mark, 0, end);
  std::string text(static_cast<std::size_t>(end - start), '\0');
  const ssize_t count = pread(file_, text.data(), text.size(), start);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);

  // A line that found no more room is a fragment.
  if (end == kCapacity) text.resize(text.rfind('\n') + 1);
  return text;
}

std::string OutputCapture::last_line_since(std::int64_t mark) const {
  const std::string text = text_since(mark);
  std::string_view last;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, line_end - at);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) last = line;
    if (line.starts_with("SUMMARY: ")) break;
    at = line_end + 1;
  }
  return printable(last);
}

}  // namespace d3d12fuzz::worker
