/// Whether this process may touch some memory.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

namespace d3d12fuzz::test {

/// Asks the kernel, which does not die of it.
inline bool readable(const void* at) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const bool can = write(ends[1], at, 1) == 1;
  EXPECT_TRUE(can || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return can;
}

/// Whether it can be read and written.
inline bool writable(const void* at) {
  if (!readable(at)) return false;
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  // Its own byte is written there, so that nothing changes.
  EXPECT_EQ(write(ends[1], at, 1), 1);
  const bool can = read(ends[0], const_cast<void*>(at), 1) == 1;
  EXPECT_TRUE(can || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return can;
}

}  // namespace d3d12fuzz::test
