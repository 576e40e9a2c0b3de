#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw InputError(path.string() + ": " + std::string(what) + ": " + std::strerror(errno));
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string read_all(int descriptor, const std::filesystem::path& name) {
  std::string content;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(descriptor, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name, "cannot be read");
    if (count == 0) return content;
    content.append(buffer, static_cast<std::size_t>(count));
    if (content.size() > kLargestFile) {
      throw InputError(name.string() + ": larger than 16 MiB, expected at most as much");
    }
  }
}

constexpr std::string_view kTemporary = ".tmp";  // and the number of the process behind it

void write_and_rename(const std::filesystem::path& path, std::string_view content, bool durably) {
  struct stat existing{};
  if (stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    throw InputError(path.string() +
                     ": cannot be written: " + (S_ISDIR(existing.st_mode) ? "Is a directory" : "Not a regular file"));
  }
  const std::filesystem::path temporary = path.string() + std::string(kTemporary) + std::to_string(getpid());
  const auto give_up = [&] {
    const int reason = errno;
    unlink(temporary.c_str());
    errno = reason;
    fail(path, "cannot be written");
  };
  {
    const File file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.get() < 0) fail(path, "cannot be written");
    while (!content.empty()) {
      const ssize_t count = write(file.get(), content.data(), content.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) give_up();
      content.remove_prefix(static_cast<std::size_t>(count));
    }
    if (durably && fsync(file.get()) != 0) give_up();
  }
  if (rename(temporary.c_str(), path.c_str()) != 0) give_up();
}

/// Whether a process of that number runs the program that this one runs. Numbers are used again.
bool runs_this_program(const std::string& process) {
  std::error_code error;
  const std::filesystem::path theirs = std::filesystem::read_symlink("/proc/" + process + "/exe", error);
  if (error) return false;
  return theirs == std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "cannot be read");
  struct stat status{};
  if (fstat(file.get(), &status) != 0) fail(path, "cannot be read");
  if (S_ISDIR(status.st_mode)) throw InputError(path.string() + ": is a folder, expected a file");
  return read_all(file.get(), path);
}

std::string read_standard_input() { return read_all(STDIN_FILENO, "standard input"); }

void write_file(const std::filesystem::path& path, std::string_view content) { write_and_rename(path, content, false); }

void write_file_durably(const std::filesystem::path& path, std::string_view content) {
  write_and_rename(path, content, true);
}

void remove_abandoned_files(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    const std::size_t at = name.rfind(kTemporary);
    if (at == std::string::npos) continue;
    const std::string process = name.substr(at + kTemporary.size());
    if (process.empty() || process.find_first_not_of("0123456789") != std::string::npos) continue;
    // What bears this process's own number was left by another, since this one is not writing.
    if (process != std::to_string(getpid()) && runs_this_program(process)) continue;
    std::filesystem::remove(entry->path(), error);
  }
  if (error) throw InputError(folder.string() + ": cannot be tidied: " + error.message());
}

void make_writable_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw InputError(path.string() + ": folder cannot be made: " + error.message());
  if (!std::filesystem::is_directory(path, error)) throw InputError(path.string() + ": is not a folder");
  if (access(path.c_str(), W_OK | X_OK) != 0) fail(path, "folder cannot be written");
}

}  // namespace d3d12fuzz
