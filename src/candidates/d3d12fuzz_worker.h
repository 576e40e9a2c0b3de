/*
 * d3d12fuzz_worker.h: the candidate's side of the wire. Plain C11; with d3d12fuzz_worker.c and d3d12fuzz_candidate.h
 * all that a devkit needs: link these with the backend, hand a connection to d3d12fuzz_worker_serve.
 *
 * The harness sends each case as an image of memory: blocks of bytes, and where in them pointers to other blocks stand.
 * The worker puts the blocks into memory, sets the pointers, calls the candidate, and sends the output blocks back. It
 * knows nothing of any domain but which function to call.
 *
 * THE PROTOCOL, version 1
 *
 * Numbers are little-endian. Both ends are 64-bit and lay structs out alike. A connection carries frames in both
 * directions; over a pipe or TCP they follow each other, in shared memory they lie where a doorbell says. Each frame is
 * a header and a payload:
 *
 *   offset  size  frame header
 *        0     4  type, D3D12FUZZ_FRAME_*
 *        4     4  number of the request that it belongs to; 0 of HELLO and its answer
 *        8     4  count: records in the payload
 *       12     4  size of the payload in bytes, at most D3D12FUZZ_MAX_PAYLOAD
 *
 * HELLO opens the conversation, harness to worker; count 0:
 *        0     8  "d3d12fuz"
 *        8     4  D3D12FUZZ_PROTOCOL_VERSION
 *       12     4  D3D12FUZZ_CANDIDATE_VERSION
 *       16     4  milliseconds that the harness gives one case; 0 for no limit
 *       20     4  0
 *
 * WELCOME answers it; count 0:
 *        0     8  "d3d12fuz"
 *        8     4  D3D12FUZZ_PROTOCOL_VERSION
 *       12     4  D3D12FUZZ_CANDIDATE_VERSION
 *       16     4  size of a pointer: 8
 *       20     4  0x01020304, as this processor stores it
 *       24     4  d3d12fuzz_candidate.capabilities
 *       28     4  d3d12fuzz_candidate.tolerances
 *       32     8  bit i: function D3D12FUZZ_FUNCTION_i is supported
 *       40        implementation_version, build_id, path, device: each its size in 4 bytes, then so many bytes
 *
 * REFUSED answers it instead if the candidate cannot be opened, or a frame was not understood; the payload is one line
 * of text. The worker closes the connection after it.
 *
 * CASES asks for `count` cases, harness to worker. The payload is that many case records, each at a multiple of 16:
 *        0     4  size of the record, a multiple of 16
 *        4     4  D3D12FUZZ_FUNCTION_*
 *        8     4  number of blocks, at least 2
 *       12     4  number of pointers
 *       16        blocks, 16 bytes each: size; how many bytes of it the record carries; D3D12FUZZ_BLOCK_*; 0.
 *                 Block 0 is the function's input struct, block 1 its result struct.
 *                 pointers, 16 bytes each: block and offset where it stands (a multiple of 8; the record carries those
 *                 8 bytes), block that it points to or D3D12FUZZ_PROGRESS, 0
 *                 the bytes that the record carries, block by block, each padded to a multiple of 16
 *
 * CASES_WATCHED is CASES, but has DONE tell what the worker looks for once a request: that costs some microseconds, and
 * of several cases nothing tells which did it.
 *
 * OUTCOMES answers with one or more of them, worker to harness, in order. The payload is `count` outcome records, each
 * at a multiple of 8:
 *        0     4  size of the record, a multiple of 8
 *        4     4  number of the case within its request, from 0
 *        8     4  D3D12FUZZ_CONDUCT_* of the call
 *       12     4  number of output blocks
 *       16    52  d3d12fuzz_progress after the call
 *       68     4  0
 *       72        for each output block 4 bytes: how many bytes of it follow; the rest is D3D12FUZZ_FILL still.
 *                 Padded to a multiple of 8.
 *                 the output blocks, each padded to a multiple of 8
 *
 * DONE ends the answer to a request, when all its cases have their outcome; count is how many. Payload:
 *        0     4  D3D12FUZZ_CONDUCT_* that was found only now, of one of the cases; 0 unless the request was watched
 *        4     4  0
 *
 * LAST_WORD is what a worker says when it dies of a case, if it still can; the connection ends after it. count 0:
 *        0     4  number of the case within its request; 0xFFFFFFFF if none was running
 *        4     4  D3D12FUZZ_DEATH_*
 *        8     4  the signal's number, as Linux numbers them; the code of the exception; or the exit status, which is
 *                 D3D12FUZZ_UNKNOWN_STATUS where the worker cannot know it
 *       12    52  d3d12fuzz_progress at that moment
 *       64        text: lines of "module+0x1234", innermost frame first
 *
 * Whoever reads a frame that breaks these rules ends the connection.
 */
#ifndef D3D12FUZZ_WORKER_H
#define D3D12FUZZ_WORKER_H

#include <stddef.h>
#include <stdint.h>

#include "d3d12fuzz_candidate.h"

#ifdef __cplusplus
extern "C" {
#endif

#define D3D12FUZZ_PROTOCOL_VERSION 1u
#define D3D12FUZZ_MAX_PAYLOAD (64u << 20)
#define D3D12FUZZ_MAX_CASES 1024u /* of one request */

enum {
  D3D12FUZZ_FRAME_HELLO = 1,
  D3D12FUZZ_FRAME_WELCOME = 2,
  D3D12FUZZ_FRAME_REFUSED = 3,
  D3D12FUZZ_FRAME_CASES = 4,
  D3D12FUZZ_FRAME_OUTCOMES = 5,
  D3D12FUZZ_FRAME_DONE = 6,
  D3D12FUZZ_FRAME_LAST_WORD = 7,
  D3D12FUZZ_FRAME_CASES_WATCHED = 8
};

enum {
  D3D12FUZZ_FUNCTION_ROOT_SIGNATURE = 0,
  D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB = 1,
  D3D12FUZZ_FUNCTION_COUNT = 2
};

/*
 * Where a block goes. Memory that ends at an unreadable page is limited: of the blocks that are taken in at once 256 of
 * at most a page have it, and 16 of at most D3D12FUZZ_LARGEST_GUARDED bytes. What is larger, or is more, lies in
 * ordinary memory.
 */
enum {
  D3D12FUZZ_BLOCK_INPUT = 0,     /* ordinary memory */
  D3D12FUZZ_BLOCK_GUARDED = 1,   /* ends at a page that cannot be read, where the platform can do that */
  D3D12FUZZ_BLOCK_READ_ONLY = 2, /* the same, and cannot be written */
  D3D12FUZZ_BLOCK_NOWHERE = 3,   /* of size 0: an address that cannot be read */
  D3D12FUZZ_BLOCK_OUTPUT = 4     /* the candidate's to write; what the record does not carry is D3D12FUZZ_FILL */
};

#define D3D12FUZZ_LARGEST_GUARDED (64u << 10)

/* The target of the pointer to the d3d12fuzz_progress of the case. */
#define D3D12FUZZ_PROGRESS 0xFFFFFFFFu

/* What output memory holds before the call: no address, large in counts. */
#define D3D12FUZZ_FILL 0xA5u

/* What a call must not do, whatever it answers. */
enum {
  D3D12FUZZ_CONDUCT_WROTE_OUTSIDE = 1u << 0,   /* behind or before a buffer of the result */
  D3D12FUZZ_CONDUCT_WROTE_INPUT = 1u << 1,     /* into an input */
  D3D12FUZZ_CONDUCT_FLOATING_POINT = 1u << 2,  /* left rounding, exception masks or denormal handling changed */
  D3D12FUZZ_CONDUCT_LOCALE = 1u << 3,          /* left another locale */
  D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS = 1u << 4, /* left another handler for a signal, or other signals blocked */
  D3D12FUZZ_CONDUCT_DESCRIPTORS = 1u << 5,     /* closed a descriptor that is not its own */
  D3D12FUZZ_CONDUCT_LEAK = 1u << 6,            /* keeps more memory after each such call */
  D3D12FUZZ_CONDUCT_BITS = 7
};

enum {
  D3D12FUZZ_DEATH_SIGNAL = 0,
  D3D12FUZZ_DEATH_EXCEPTION = 1,
  D3D12FUZZ_DEATH_TIMEOUT = 2,
  D3D12FUZZ_DEATH_EXIT = 3
};
#define D3D12FUZZ_UNKNOWN_STATUS 0xFFFFFFFFu

/* ---- Evaluating cases ----------------------------------------------------------------------------------------- */

/* Whether the candidate has the function D3D12FUZZ_FUNCTION_*. */
int d3d12fuzz_candidate_supports(const d3d12fuzz_candidate* candidate, uint32_t function);

/* A candidate with the memory that its calls reuse. */
typedef struct d3d12fuzz_worker d3d12fuzz_worker;

/* `candidate` stays the caller's and must live longer. Null if memory runs out. */
d3d12fuzz_worker* d3d12fuzz_worker_create(const d3d12fuzz_candidate* candidate);
void d3d12fuzz_worker_destroy(d3d12fuzz_worker* worker);

/*
 * Called around each call of the candidate, as close to it as can be; null for nothing. What `after` returns joins the
 * D3D12FUZZ_CONDUCT_* of the call.
 */
typedef void (*d3d12fuzz_worker_before_fn)(void* context);
typedef uint32_t (*d3d12fuzz_worker_after_fn)(void* context);
void d3d12fuzz_worker_set_hooks(d3d12fuzz_worker* worker, d3d12fuzz_worker_before_fn before,
                                d3d12fuzz_worker_after_fn after, void* context);

/*
 * Takes in a case record, to be called next. It is written to: inputs stay where they are, pointers are set in place.
 * Several records may be taken in, of one function, if the candidate has a function for batches.
 *
 * record    at a multiple of 16, `size` bytes; must stay until d3d12fuzz_worker_clear
 * progress  of the case; where it survives the process, if a crash is to be told apart
 * Returns 0; another number if the record breaks the protocol, the candidate lacks the function, or memory runs out.
 */
int d3d12fuzz_worker_load(d3d12fuzz_worker* worker, void* record, size_t size, d3d12fuzz_progress* progress);

/* Whether several records of a function can be taken in at once. */
int d3d12fuzz_worker_takes_batches(const d3d12fuzz_worker* worker, uint32_t function);

/* Calls the candidate with the records taken in. */
void d3d12fuzz_worker_call(d3d12fuzz_worker* worker);

/* Bytes of the outcome record of the i-th record taken in, after the call. */
size_t d3d12fuzz_worker_outcome_size(const d3d12fuzz_worker* worker, uint32_t i);

/* Writes that outcome record to `out`, at a multiple of 8. `case_number` is that within the request. */
void d3d12fuzz_worker_write_outcome(const d3d12fuzz_worker* worker, uint32_t i, uint32_t case_number, void* out);

/* Forgets the records taken in. */
void d3d12fuzz_worker_clear(d3d12fuzz_worker* worker);

/*
 * D3D12FUZZ_CONDUCT_* that is looked for once a request: what was changed since the worker was created. All but closed
 * descriptors is put right: after these the process had better be replaced.
 */
uint32_t d3d12fuzz_worker_check_conduct(const d3d12fuzz_worker* worker);

/* ---- Serving a connection ------------------------------------------------------------------------------------- */

/* A connection as the platform has it. Both functions return 0 if all `size` bytes went through, else another number.
 */
typedef struct d3d12fuzz_connection {
  void* context;
  int (*read)(void* context, void* bytes, size_t size);
  int (*write)(void* context, const void* bytes, size_t size);
} d3d12fuzz_connection;

/*
 * Opens the candidate and answers requests until the other end closes the connection.
 * Returns 0 then, another number if the connection failed or broke the protocol.
 */
int d3d12fuzz_worker_serve(const d3d12fuzz_connection* connection, d3d12fuzz_open_candidate_fn open,
                           const char* options);

/*
 * Tells of the death of this process from a signal handler, a handler of exit() or their like, while
 * d3d12fuzz_worker_serve runs. Outcomes that are ready go first. `frames` is text as LAST_WORD has it. Once only: later
 * calls do nothing.
 */
void d3d12fuzz_worker_last_word(uint32_t death, uint32_t code, const char* frames);

/* Why a candidate could not be opened, in one line, from what d3d12fuzz_open_candidate returned and filled. */
void d3d12fuzz_describe_refusal(int result, const char* options, const d3d12fuzz_candidate* candidate, char* text,
                                size_t size);

/* How many cases d3d12fuzz_worker_serve has begun so far, and the milliseconds that the harness gives one; for a
   watchdog. A case is running if `running` is not 0. */
typedef struct d3d12fuzz_worker_state {
  uint32_t begun;
  uint32_t running;
  uint32_t case_milliseconds;
} d3d12fuzz_worker_state;
d3d12fuzz_worker_state d3d12fuzz_worker_observe(void);

#ifdef __cplusplus
}
#endif

#endif /* D3D12FUZZ_WORKER_H */
