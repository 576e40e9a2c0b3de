// Every fault of the built-in candidate that reads serialized root signatures shows on its smallest case, in a process
// of its own, with the blob before a page that cannot be read.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "candidates/builtin/blob_call.h"

namespace d3d12fuzz::builtin {
namespace {

enum Shown { kSame = 42, kDifferent = 43, kDied };

template <class Element>
std::string bytes_of(const std::vector<Element>& elements, std::uint32_t count) {
  const std::size_t shown = std::min<std::size_t>(count, elements.size());
  return std::string(reinterpret_cast<const char*>(elements.data()), shown * sizeof(Element));
}

std::string text_of(const Description& description) {
  const d3d12fuzz_description& counts = description.counts;
  std::string out;
  for (const std::uint32_t number :
       {counts.flags, counts.num_parameters, counts.num_ranges, counts.num_static_samplers}) {
    out += std::to_string(number) + " ";
  }
  return out + bytes_of(description.parameters, counts.num_parameters) +
         bytes_of(description.ranges, counts.num_ranges) + bytes_of(description.samplers, counts.num_static_samplers);
}

/// All that a harness can compare.
std::string text_of(const BlobAnswer& answer) {
  std::string out;
  for (const d3d12fuzz_stage_result& stage : answer.progress.stages) out += std::to_string(stage.status) + " ";
  return out + std::to_string(answer.result.observed) + std::string(answer.blob.begin(), answer.blob.end()) +
         text_of(answer.at_1_0) + text_of(answer.at_1_1) + text_of(answer.at_1_2);
}

/// Asks in a child process whether the fault changes the answer.
Shown show(const FaultInfo& fault, BlobCase asked) {
  const std::string right = text_of(ask_blob(asked.blob, asked.question));
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    asked.question.fault = fault.fault;
    _exit(text_of(ask_blob(asked.blob, asked.question)) == right ? kSame : kDifferent);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && (WEXITSTATUS(status) == kSame || WEXITSTATUS(status) == kDifferent)) {
    return static_cast<Shown>(WEXITSTATUS(status));
  }
  return kDied;
}

TEST(BlobFaults, show_on_their_smallest_cases) {
  for (const FaultInfo& fault : faults_of(kBlobDomain)) {
    const Shown shown = show(fault, blob_case(fault.smallest_case));
    EXPECT_NE(shown, kSame) << fault.id << " does not show on " << fault.smallest_case;
    if (!is_fatal(fault.fault)) EXPECT_EQ(shown, kDifferent) << fault.id << " dies of " << fault.smallest_case;
  }
}

/// Memory that is not the blob's is really read.
TEST(BlobFaults, of_memory_die_at_the_page_behind_the_blob) {
  struct Deadly {
    Fault fault;
    const char* blob;
  };
  // Those whose smallest case shows otherwise get one that has them read far enough.
  constexpr Deadly others[] = {
      {Fault::read_total_size_trusted, "V=1.0 SIZE=66"},
      {Fault::read_part_table_unchecked, "V=1.0 C+4=0 C+24=36 C+28=2 C+32=0 SIZE=36"},
      {Fault::read_part_table_size_in_32_bits, "V=1.0 C+4=0 C+24=36 C+28=0x40000001 C+32=0 SIZE=36"},
      {Fault::read_part_size_trusted, "V=1.0 D(CBV,0,0,ALL) C+40=52 D+32=44"},
      {Fault::read_part_end_in_32_bits, "V=1.0 D(CBV,0,0,ALL) C+40=0xFFFFFFD4 D+32=44"},
      {Fault::read_root_signature_header_unchecked, "V=1.0 C+24=67 C+40=23 SIZE=67"},
      {Fault::read_static_samplers_of_1_0, "V=1.2 S(0,0,ALL) C+24=120 C+40=76 SIZE=120"},
  };
  for (const FaultInfo& fault : faults_of(kBlobDomain)) {
    if (!is_fatal(fault.fault)) continue;
    std::string_view blob = fault.smallest_case;
    for (const Deadly& other : others) {
      if (other.fault == fault.fault) blob = other.blob;
    }
    EXPECT_EQ(show(fault, blob_case(blob)), kDied) << fault.id << " lives through " << blob;
  }
}

}  // namespace
}  // namespace d3d12fuzz::builtin
