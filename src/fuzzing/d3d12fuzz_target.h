/*
 * d3d12fuzz_target.h: what a program defines that links libd3d12fuzz_target.a and a candidate. Plain C11, and C++.
 *
 * With libFuzzer, or an engine of its kind, that makes a fuzz target; with libd3d12fuzz_replay.a, which has the main
 * function, a program that replays files and checks properties. d3d12fuzz_add_fuzz_targets of the CMake package does
 * all this; without CMake write a file that includes this one and defines d3d12fuzz_the_target.
 */
#ifndef D3D12FUZZ_TARGET_H
#define D3D12FUZZ_TARGET_H

#ifdef __cplusplus
extern "C" {
#endif

/* All texts are UTF-8 and must not be null. */
typedef struct d3d12fuzz_target {
  const char* name;              /* of the candidate, in reports */
  const char* domain;            /* "root_signature" */
  const char* options;           /* what d3d12fuzz_open_candidate is handed */
  const char* known_differences; /* the text of a list of known differences, or "" */
  const char* known_file;        /* what that list is called in errors */
} d3d12fuzz_target;

extern const d3d12fuzz_target d3d12fuzz_the_target;

/* The program without an engine; libd3d12fuzz_replay.a is a main function that calls it. Returns its exit status. */
int d3d12fuzz_replay_main(int argc, char** argv);

#ifdef __cplusplus
}
#endif

#endif /* D3D12FUZZ_TARGET_H */
