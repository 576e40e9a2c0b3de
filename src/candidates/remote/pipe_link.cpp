#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "candidates/remote/link.h"
#include "candidates/worker/output_capture.h"
#include "candidates/worker/process.h"

namespace d3d12fuzz::remote {
namespace {

using worker::OutputCapture;
using worker::Process;

/// From the end of the link to that of the worker.
constexpr std::chrono::milliseconds kGrace{200};

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw InputError(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int out() const { return ends_[0]; }
  int in() const { return ends_[1]; }
  int take_out() { return std::exchange(ends_[0], -1); }
  int take_in() { return std::exchange(ends_[1], -1); }

 private:
  int ends_[2] = {-1, -1};
};

[[noreturn]] void become(const std::string& command, int in, int out, const OutputCapture& capture, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) signal(signal_number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  capture.redirect_here();
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

class PipeLink final : public Link {
 public:
  PipeLink(const std::string& command, const StopFunction& stop) {
    // A worker that is gone must not end this process, here nor in any other place that writes to it.
    signal(SIGPIPE, SIG_IGN);
    Pipe requests;
    Pipe replies;
    const pid_t parent = getpid();
    if (process_.start()) become(command, requests.out(), replies.in(), capture_, parent);
    fcntl(requests.in(), F_SETFL, O_NONBLOCK);
    fcntl(replies.out(), F_SETFL, O_NONBLOCK);
    stream_ = std::make_unique<DescriptorLink>(replies.take_out(), requests.take_in(), stop);
  }

  ~PipeLink() override {
    // A worker ends when its input does; some need to clean up.
    stream_.reset();
    process_.end(kGrace);
  }

  Transfer send(std::span<const std::byte> bytes, std::chrono::milliseconds limit) override {
    return stream_->send(bytes, limit);
  }
  Transfer receive(std::span<std::byte> bytes, std::chrono::milliseconds limit) override {
    return stream_->receive(bytes, limit);
  }

  void mark() override { mark_ = capture_.mark(); }

  std::string ending() override {
    process_.end(std::chrono::seconds(1));
    return process_.ending();
  }

  std::string text() override { return capture_.position() == mark_ ? std::string() : capture_.text_since(mark_); }

  std::string last_line() override { return capture_.last_line_since(mark_); }

 private:
  OutputCapture capture_;
  Process process_;
  std::unique_ptr<DescriptorLink> stream_;
  std::int64_t mark_ = 0;
};

}  // namespace

std::unique_ptr<Link> start_pipe(const std::string& command, const StopFunction& stop) {
  return std::make_unique<PipeLink>(command, stop);
}

}  // namespace d3d12fuzz::remote
