#include "fuzz/child_process.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/error.h"

namespace d3d12fuzz {

SharedProgress::SharedProgress() {
  void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw InputError("no memory can be shared with child processes");
  progress_ = static_cast<Progress*>(memory);
}

SharedProgress::~SharedProgress() { munmap(progress_, sizeof(Progress)); }

int in_child(const std::function<int()>& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw InputError("no child process can be started");
  if (child == 0) {
    int status = kBadInput;
    try {
      status = body();
    } catch (const InputError& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    std::fflush(nullptr);
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace d3d12fuzz
