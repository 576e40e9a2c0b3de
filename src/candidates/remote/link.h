/// A worker at the other end of a stream of bytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "candidates/stop.h"

namespace d3d12fuzz::remote {

/// What became of a transfer.
enum class Transfer {
  done,
  closed,     ///< the other end is gone
  timed_out,  ///< not all went through in time
};

class Link {
 public:
  virtual ~Link() = default;

  /// Sends all bytes. \throws Stopped, and the link is of no more use
  virtual Transfer send(std::span<const std::byte> bytes, std::chrono::milliseconds limit) = 0;

  /// Receives as many bytes as there is room for. \throws Stopped, and the link is of no more use
  virtual Transfer receive(std::span<std::byte> bytes, std::chrono::milliseconds limit) = 0;

  /// Begins a new case: what the worker writes to its standard error from now on belongs to it.
  virtual void mark() {}

  /// Of a worker that has closed the link: how it ended ("exit status 3"), as far as this end can know.
  virtual std::string ending() { return "connection closed"; }

  /// What the worker wrote to its standard error since the mark, as far as this end can know; and the last line of it.
  virtual std::string text() { return {}; }
  virtual std::string last_line() { return {}; }
};

/// A link over two descriptors that do not block, which may be the same; closes them.
class DescriptorLink : public Link {
 public:
  /// \param stop  ends each wait; empty: nothing does
  DescriptorLink(int in, int out, StopFunction stop = {}) : in_(in), out_(out), stop_(std::move(stop)) {}
  ~DescriptorLink() override;
  DescriptorLink(const DescriptorLink&) = delete;
  DescriptorLink& operator=(const DescriptorLink&) = delete;

  Transfer send(std::span<const std::byte> bytes, std::chrono::milliseconds limit) override;
  Transfer receive(std::span<std::byte> bytes, std::chrono::milliseconds limit) override;

 private:
  int in_;
  int out_;
  StopFunction stop_;
};

/// Connects to a worker that listens.
/// \param address   "HOST:PORT"
/// \param patience  how long a refused connection is tried again: a worker that died is about to be back
/// \param stop      ends this wait and those of the link
/// \throws InputError if the address is none, or nobody answers there; Stopped
std::unique_ptr<Link> connect_tcp(const std::string& address, std::chrono::milliseconds patience,
                                  const StopFunction& stop);

/// Starts a worker that speaks over its standard input and output. It ends with this process, and when the link does.
/// \param command  as a shell reads it; started in the place of the shell
/// \param stop     ends the waits of the link
/// \throws InputError if the system refuses
std::unique_ptr<Link> start_pipe(const std::string& command, const StopFunction& stop);

}  // namespace d3d12fuzz::remote
