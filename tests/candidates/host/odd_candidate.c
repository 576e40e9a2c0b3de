/* A candidate that is odd in the way that its options name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "candidates/d3d12fuzz_candidate.h"

static char oddity[64];

/* An address where nothing is. */
static void (*volatile nowhere)(void) = (void (*)(void))16;

static int asked_for(const char* name) { return strcmp(oddity, name) == 0; }

static void evaluate(void* context, const d3d12fuzz_root_signature_input* input,
                     d3d12fuzz_root_signature_result* result) {
  (void)context, (void)input;
  result->progress->running_stage = D3D12FUZZ_STAGE_CREATE;
  if (asked_for("prints")) {
    printf("this is no frame\n");
    fflush(stdout);
  }
  if (asked_for("aborts")) abort();
  if (asked_for("calls-nowhere")) nowhere();
  if (asked_for("exits")) exit(3);
#ifndef _WIN32
  if (asked_for("forks-and-exits")) {
    const pid_t child = fork();
    if (child == 0) exit(3);
    waitpid(child, NULL, 0);
  }
#endif
  while (asked_for("hangs")) continue;
  result->progress->stages[D3D12FUZZ_STAGE_CREATE].status = D3D12FUZZ_STATUS_ACCEPTED;
}

int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  (void)version;
  snprintf(oddity, sizeof(oddity), "%s", options);
  if (asked_for("aborts-when-opened")) abort();
  if (asked_for("has-no-device")) {
    out->error = "there is no device";
    return D3D12FUZZ_CANNOT_OPEN;
  }
  out->version = asked_for("is-of-version-2") ? 2 : D3D12FUZZ_CANDIDATE_VERSION;
  out->root_signature = evaluate;
  return out->version == 2 ? D3D12FUZZ_OTHER_VERSION : D3D12FUZZ_OPENED;
}
