/* The main function of a target without an engine. */

#include <stddef.h>
#include <stdint.h>

#include "fuzzing/d3d12fuzz_target.h"

/* What an engine would bring for the target's mutator. Nothing is mutated here. */
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) {
  (void)data;
  (void)max_size;
  return size;
}

int main(int argc, char** argv) { return d3d12fuzz_replay_main(argc, argv); }
