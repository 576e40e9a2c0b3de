/* A candidate that accepts everything and misbehaves in the way that its options name: a fault of conduct, or nothing.
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "candidates/d3d12fuzz_candidate.h"

static const char* deed;

/* The compiler would leave out an allocation that nobody sees. */
static void* volatile last_leak;

static int asked_for(const char* name) { return strcmp(deed, name) == 0; }

/* What a write through a pointer that was handed over as read-only looks like. */
static void flip(const void* byte) { *(unsigned char*)(size_t)byte ^= 0xFF; }

static void evaluate(void* context, const d3d12fuzz_root_signature_input* input,
                     d3d12fuzz_root_signature_result* result) {
  (void)context;
  result->progress->running_stage = D3D12FUZZ_STAGE_SERIALIZE;
  if (asked_for("writes-outside-its-buffers")) flip(result->lookups + input->num_lookups);
  if (asked_for("writes-before-its-buffers")) flip((const char*)result->lookups - 1);
  if (asked_for("writes-into-its-input")) flip(input->desc);
  if (asked_for("changes-floating-point-control")) fesetround(FE_UPWARD);
  if (asked_for("changes-the-locale")) setlocale(LC_ALL, "C.UTF-8");
  if (asked_for("changes-signal-handlers")) signal(SIGUSR1, SIG_IGN);
  if (asked_for("blocks-signals")) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
  }
  if (asked_for("closes-descriptors")) close(5);
  if (asked_for("leaks-memory")) last_leak = malloc(40);
  result->progress->stages[D3D12FUZZ_STAGE_SERIALIZE].status = D3D12FUZZ_STATUS_ACCEPTED;
}

/* Accepts any bytes, and gives a description that is theirs in its flags alone. */
static void evaluate_blob(void* context, const d3d12fuzz_root_signature_blob_input* input,
                          d3d12fuzz_root_signature_blob_result* result) {
  (void)context;
  (void)input;
  result->progress->stages[D3D12FUZZ_STAGE_DESERIALIZE].status = D3D12FUZZ_STATUS_ACCEPTED;
  result->description_1_0.flags = 5;
  result->observed = D3D12FUZZ_OBSERVED_DESCRIPTION_1_0;
}

D3D12FUZZ_EXPORT int d3d12fuzz_open_candidate(uint32_t version, const char* options, d3d12fuzz_candidate* out) {
  if (version != D3D12FUZZ_CANDIDATE_VERSION) return D3D12FUZZ_OTHER_VERSION;
  deed = strdup(options); /* outlives the caller's text, until the process ends */
  out->version = version;
  out->root_signature = evaluate;
  out->root_signature_blob = evaluate_blob;
  return D3D12FUZZ_OPENED;
}
