/* The candidate's side of the wire; see d3d12fuzz_worker.h. C11 and the platform's own interfaces, nothing else. */

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "d3d12fuzz_worker.h"

#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#elif defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif
#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

enum {
  FRAME_HEADER_SIZE = 16,
  CASE_HEADER_SIZE = 16,
  BLOCK_SIZE = 16,
  POINTER_SIZE = 16,
  OUTCOME_HEADER_SIZE = 72,
  PROGRESS_OFFSET = 16,
  HELLO_SIZE = 24,
  DONE_SIZE = 8,
  DONE_FRAME_SIZE = FRAME_HEADER_SIZE + DONE_SIZE,
  LAST_WORD_SIZE = 64,
  MAX_BLOCKS = 65536
};

static const char MAGIC[8] = {'d', '3', 'd', '1', '2', 'f', 'u', 'z'};

/* progress is sent as it lies in memory */
_Static_assert(sizeof(d3d12fuzz_progress) == 52, "d3d12fuzz_progress has a layout of its own here");
_Static_assert(sizeof(void*) == 8, "pointers of 8 bytes are expected");

static uint32_t get_u32(const uint8_t* at) {
  uint32_t value;
  memcpy(&value, at, sizeof(value));
  return value;
}

static void put_u32(uint8_t* at, uint32_t value) { memcpy(at, &value, sizeof(value)); }

static size_t padded(size_t size, size_t to) { return (size + to - 1) / to * to; }

/* ---- Memory that does not move --------------------------------------------------------------------------------- */

/* All bytes of a chunk are D3D12FUZZ_FILL at first. */

typedef struct chunk {
  struct chunk* next;
  size_t size;
  size_t used;
  /* the bytes follow, at a multiple of 16 */
} chunk;

enum { CHUNK_HEADER_SIZE = 32, SMALLEST_CHUNK = 256 << 10 };
_Static_assert(sizeof(chunk) <= CHUNK_HEADER_SIZE, "the header of a chunk has room");

typedef struct arena {
  chunk* first;
  chunk* current;
} arena;

static uint8_t* take(arena* from, size_t size) {
  size = padded(size, 16);
  for (chunk* at = from->current; at != NULL; at = at->next) {
    if (at->size - at->used < size) continue;
    uint8_t* const bytes = (uint8_t*)at + CHUNK_HEADER_SIZE + at->used;
    at->used += size;
    from->current = at;
    return bytes;
  }
  const size_t wanted = size > SMALLEST_CHUNK ? size : SMALLEST_CHUNK;
  chunk* const added = malloc(CHUNK_HEADER_SIZE + wanted);
  if (added == NULL) return NULL;
  *added = (chunk){from->first, wanted, size};
  memset((uint8_t*)added + CHUNK_HEADER_SIZE, D3D12FUZZ_FILL, wanted);
  from->first = added;
  from->current = added;
  return (uint8_t*)added + CHUNK_HEADER_SIZE;
}

static void reset(arena* which) {
  for (chunk* at = which->first; at != NULL; at = at->next) at->used = 0;
  which->current = which->first;
}

static void free_arena(arena* which) {
  while (which->first != NULL) {
    chunk* const next = which->first->next;
    free(which->first);
    which->first = next;
  }
  which->current = NULL;
}

/* ---- Pages that end where nothing can be read ------------------------------------------------------------------ */

/* Slots of the same size, whole pages, with an inaccessible page behind each. */
typedef struct guarded_pages {
  int state; /* 0: not made yet, 1: there, -1: not to be had */
  uint32_t num_slots;
  size_t slot_size; /* at least so much is wanted; made whole pages */
  size_t stride;    /* from slot to slot */
  uint8_t* writable;
  uint8_t* read_only; /* another view of the same pages; on Windows the same, protected while it has to be */
  uint32_t used;
} guarded_pages;

/* Blocks go to the smallest slot that has room for them. */
enum { NUM_SMALL_SLOTS = 256, NUM_LARGE_SLOTS = 16 };
static const guarded_pages SMALL_SLOTS = {.num_slots = NUM_SMALL_SLOTS, .slot_size = 1};
static const guarded_pages LARGE_SLOTS = {.num_slots = NUM_LARGE_SLOTS, .slot_size = D3D12FUZZ_LARGEST_GUARDED};

static void count_in_pages(guarded_pages* pages, size_t page) {
  pages->slot_size = padded(pages->slot_size, page);
  pages->stride = pages->slot_size + page;
}

#if defined(__linux__)

/* Maps the slots of the file, one behind the other there, at every stride. */
static uint8_t* map_slots(int file, const guarded_pages* pages, int protection) {
  const size_t size = pages->num_slots * pages->stride;
  uint8_t* const base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
  for (size_t i = 0; i < pages->num_slots; ++i) {
    /* A private mapping would part the two views. */
    if (mmap(base + i * pages->stride, pages->slot_size, protection, MAP_SHARED | MAP_FIXED, file,
             (off_t)(i * pages->slot_size)) == MAP_FAILED) {
      munmap(base, size);
      return NULL;
    }
  }
  return base;
}

static void make_guarded_pages(guarded_pages* pages) {
  pages->state = -1;
  count_in_pages(pages, (size_t)sysconf(_SC_PAGESIZE));
  const int file = memfd_create("d3d12fuzz-guarded", MFD_CLOEXEC);
  if (file < 0) return;
  if (ftruncate(file, (off_t)(pages->num_slots * pages->slot_size)) == 0) {
    pages->writable = map_slots(file, pages, PROT_READ | PROT_WRITE);
    if (pages->writable != NULL) pages->read_only = map_slots(file, pages, PROT_READ);
    if (pages->read_only != NULL) pages->state = 1;
  }
  close(file);
}

static void free_guarded_pages(guarded_pages* pages) {
  if (pages->writable != NULL) munmap(pages->writable, pages->num_slots * pages->stride);
  if (pages->read_only != NULL) munmap(pages->read_only, pages->num_slots * pages->stride);
}

static void protect_slot(const guarded_pages* pages, uint32_t slot, int read_only) {
  (void)pages, (void)slot, (void)read_only;
}

#elif defined(_WIN32)

static void make_guarded_pages(guarded_pages* pages) {
  pages->state = -1;
  count_in_pages(pages, 4096);
  uint8_t* const base = VirtualAlloc(NULL, pages->num_slots * pages->stride, MEM_RESERVE, PAGE_NOACCESS);
  if (base == NULL) return;
  for (size_t i = 0; i < pages->num_slots; ++i) {
    if (VirtualAlloc(base + i * pages->stride, pages->slot_size, MEM_COMMIT, PAGE_READWRITE) == NULL) {
      VirtualFree(base, 0, MEM_RELEASE);
      return;
    }
  }
  pages->writable = base;
  pages->read_only = base;
  pages->state = 1;
}

static void free_guarded_pages(guarded_pages* pages) {
  if (pages->writable != NULL) VirtualFree(pages->writable, 0, MEM_RELEASE);
}

static void protect_slot(const guarded_pages* pages, uint32_t slot, int read_only) {
  DWORD before;
  VirtualProtect(pages->writable + slot * pages->stride, pages->slot_size, read_only ? PAGE_READONLY : PAGE_READWRITE,
                 &before);
}

#else

static void make_guarded_pages(guarded_pages* pages) { pages->state = -1; }
static void free_guarded_pages(guarded_pages* pages) { (void)pages; }
static void protect_slot(const guarded_pages* pages, uint32_t slot, int read_only) {
  (void)pages, (void)slot, (void)read_only;
}

#endif

static int have_guarded_pages(guarded_pages* pages) {
  if (pages->state == 0) make_guarded_pages(pages);
  return pages->state == 1;
}

static uint8_t* end_of_slot(uint8_t* base, const guarded_pages* pages, uint32_t slot) {
  return base + slot * pages->stride + pages->slot_size;
}

/* ---- What a process has in common with its candidate ------------------------------------------------------------ */

typedef struct floating_point {
  int rounding;
  uint32_t control;     /* of vector instructions */
  uint16_t x87_control; /* of the older ones */
} floating_point;

/* Exception flags are no part of it: any calculation raises them. */
static floating_point floating_point_now(void) {
  floating_point now = {0, 0, 0};
#if defined(__x86_64__) || defined(_M_X64)
  now.control = _mm_getcsr() & 0xFFC0u;
#if defined(__GNUC__)
  __asm__ volatile("fnstcw %0" : "=m"(now.x87_control));
#endif
#elif defined(__aarch64__) && defined(__GNUC__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  now.control = (uint32_t)control;
#else
  now.rounding = fegetround();
#endif
  return now;
}

static int same_floating_point(floating_point a, floating_point b) {
  return a.rounding == b.rounding && a.control == b.control && a.x87_control == b.x87_control;
}

static void restore_floating_point(floating_point to) {
#if defined(__x86_64__) || defined(_M_X64)
  _mm_setcsr((_mm_getcsr() & ~0xFFC0u) | to.control);
#if defined(__GNUC__)
  __asm__ volatile("fldcw %0" : : "m"(to.x87_control));
#endif
#elif defined(__aarch64__) && defined(__GNUC__)
  const uint64_t control = to.control;
  __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
  fesetround(to.rounding);
#endif
}

#if defined(__linux__)
/* Signals whose handlers a harness or a program around it relies on. */
static const int WATCHED_SIGNALS[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,  SIGILL,  SIGTRAP, SIGSYS, SIGTERM,
                                      SIGINT,  SIGPIPE, SIGALRM, SIGCHLD, SIGUSR1, SIGUSR2, SIGHUP};
enum { NUM_WATCHED = sizeof(WATCHED_SIGNALS) / sizeof(WATCHED_SIGNALS[0]), MAX_DESCRIPTORS = 64 };
#endif

typedef struct surroundings {
  char locale[256];
#if defined(__linux__)
  locale_t thread_locale;
  struct sigaction actions[NUM_WATCHED];
  sigset_t blocked;
  struct pollfd descriptors[MAX_DESCRIPTORS]; /* those that are open */
  uint32_t num_descriptors;
#endif
} surroundings;

static void observe_surroundings(surroundings* out) {
  memset(out, 0, sizeof(*out));
  const char* const locale = setlocale(LC_ALL, NULL);
  if (locale != NULL) strncpy(out->locale, locale, sizeof(out->locale) - 1);
#if defined(__linux__)
  out->thread_locale = uselocale((locale_t)0);
  for (int i = 0; i < NUM_WATCHED; ++i) sigaction(WATCHED_SIGNALS[i], NULL, &out->actions[i]);
  sigprocmask(SIG_BLOCK, NULL, &out->blocked);
  for (int i = 0; i < MAX_DESCRIPTORS; ++i) {
    if (fcntl(i, F_GETFD) >= 0) out->descriptors[out->num_descriptors++] = (struct pollfd){i, 0, 0};
  }
#endif
}

#if defined(__linux__)
static uint32_t check_signals(const surroundings* before) {
  uint32_t conduct = 0;
  for (int i = 0; i < NUM_WATCHED; ++i) {
    struct sigaction now;
    if (sigaction(WATCHED_SIGNALS[i], NULL, &now) != 0) continue;
    if (now.sa_handler == before->actions[i].sa_handler) continue;
    conduct = D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS;
    sigaction(WATCHED_SIGNALS[i], &before->actions[i], NULL);
  }
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  for (int i = 0; i < NUM_WATCHED; ++i) {
    if (sigismember(&blocked, WATCHED_SIGNALS[i]) == sigismember(&before->blocked, WATCHED_SIGNALS[i])) continue;
    conduct = D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS;
    sigprocmask(SIG_SETMASK, &before->blocked, NULL);
  }
  return conduct;
}

/* One call of the system for all. */
static uint32_t check_descriptors(const surroundings* before) {
  struct pollfd descriptors[MAX_DESCRIPTORS];
  memcpy(descriptors, before->descriptors, before->num_descriptors * sizeof(descriptors[0]));
  if (poll(descriptors, before->num_descriptors, 0) <= 0) return 0;
  for (uint32_t i = 0; i < before->num_descriptors; ++i) {
    if ((descriptors[i].revents & POLLNVAL) != 0) return D3D12FUZZ_CONDUCT_DESCRIPTORS;
  }
  return 0;
}
#endif

/* Compares, and puts right what can be. */
static uint32_t check_surroundings(const surroundings* before) {
  uint32_t conduct = 0;
  const char* const locale = setlocale(LC_ALL, NULL);
  if (locale != NULL && strncmp(locale, before->locale, sizeof(before->locale) - 1) != 0) {
    conduct |= D3D12FUZZ_CONDUCT_LOCALE;
    setlocale(LC_ALL, before->locale);
  }
#if defined(__linux__)
  if (uselocale((locale_t)0) != before->thread_locale) {
    conduct |= D3D12FUZZ_CONDUCT_LOCALE;
    uselocale(before->thread_locale);
  }
  conduct |= check_signals(before) | check_descriptors(before);
#endif
  return conduct;
}

/* ---- Forks ------------------------------------------------------------------------------------------------------ */

/* How often a process became this one by forking. */
static volatile unsigned times_forked;

#if defined(__linux__)
static void count_fork(void) { ++times_forked; }

static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

static void start_watching_forks(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
}

/* A fork that the candidate made and let return is no worker: it would answer a second time. */
static void leave_if_forked_since(unsigned before) {
  if (times_forked != before) _exit(0);
}
#else
static void start_watching_forks(void) {}
static void leave_if_forked_since(unsigned before) { (void)before; }
#endif

/* ---- Calls ------------------------------------------------------------------------------------------------------ */

/* Bytes before, between and behind output blocks that nobody may write. They hold D3D12FUZZ_FILL, too. */
enum { MARGIN = 32 };

/* Blocks that every call has. */
enum { INPUT_BLOCK = 0, RESULT_BLOCK = 1 };

typedef struct block {
  uint8_t* home;          /* where its bytes are kept: in the record, or in the arena */
  const uint8_t* address; /* what the candidate is handed */
  uint32_t size;
  uint32_t carried; /* bytes of it that the record has */
  uint32_t placement;
  const guarded_pages* pages; /* that it was placed in; null for none */
  uint32_t slot;              /* of these */
  uint32_t used; /* of an output after the call: bytes up to the last one that is no longer as it was filled */
} block;

typedef struct call {
  uint32_t function;
  uint32_t first_block;
  uint32_t num_blocks;
  uint32_t num_outputs;
  uint8_t* outputs; /* all output blocks, one behind the other, with what is around them */
  size_t outputs_size;
  uint8_t* data; /* of the record, and what it was before the call */
  const uint8_t* data_before;
  size_t data_size;
  d3d12fuzz_progress* progress;
  uint32_t conduct;
  size_t outcome_size;
} call;

struct d3d12fuzz_worker {
  const d3d12fuzz_candidate* candidate;
  d3d12fuzz_worker_before_fn before;
  d3d12fuzz_worker_after_fn after;
  void* hook_context;
  surroundings surroundings;
  guarded_pages small_slots;
  guarded_pages large_slots;
  arena memory;
  arena outputs; /* all of it is D3D12FUZZ_FILL but what calls have written, until these are cleared */
  block* blocks;
  size_t num_blocks;
  size_t block_room;
  call calls[D3D12FUZZ_MAX_CASES];
  uint32_t num_calls;
  const void* inputs[D3D12FUZZ_MAX_CASES];
  void* results[D3D12FUZZ_MAX_CASES];
};

int d3d12fuzz_candidate_supports(const d3d12fuzz_candidate* candidate, uint32_t function) {
  switch (function) {
    case D3D12FUZZ_FUNCTION_ROOT_SIGNATURE:
      return candidate->root_signature != NULL;
    case D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB:
      return candidate->root_signature_blob != NULL;
    default:
      return 0;
  }
}

d3d12fuzz_worker* d3d12fuzz_worker_create(const d3d12fuzz_candidate* candidate) {
  d3d12fuzz_worker* const worker = calloc(1, sizeof(*worker));
  if (worker == NULL) return NULL;
  worker->candidate = candidate;
  worker->small_slots = SMALL_SLOTS;
  worker->large_slots = LARGE_SLOTS;
  start_watching_forks();
  observe_surroundings(&worker->surroundings);
  return worker;
}

void d3d12fuzz_worker_destroy(d3d12fuzz_worker* worker) {
  if (worker == NULL) return;
  free_arena(&worker->memory);
  free_arena(&worker->outputs);
  free_guarded_pages(&worker->small_slots);
  free_guarded_pages(&worker->large_slots);
  free(worker->blocks);
  free(worker);
}

void d3d12fuzz_worker_set_hooks(d3d12fuzz_worker* worker, d3d12fuzz_worker_before_fn before,
                                d3d12fuzz_worker_after_fn after, void* context) {
  worker->before = before;
  worker->after = after;
  worker->hook_context = context;
}

int d3d12fuzz_worker_takes_batches(const d3d12fuzz_worker* worker, uint32_t function) {
  const d3d12fuzz_candidate* const candidate = worker->candidate;
  if (!d3d12fuzz_candidate_supports(candidate, function)) return 0;
  return function == D3D12FUZZ_FUNCTION_ROOT_SIGNATURE ? candidate->root_signature_batch != NULL
                                                       : candidate->root_signature_blob_batch != NULL;
}

uint32_t d3d12fuzz_worker_check_conduct(const d3d12fuzz_worker* worker) {
  return check_surroundings(&worker->surroundings);
}

/* Makes room for more blocks. Returns 0, or another number if there is no memory. */
static int make_room(d3d12fuzz_worker* worker, size_t more) {
  if (worker->num_blocks + more <= worker->block_room) return 0;
  const size_t room = 2 * (worker->num_blocks + more) + 256;
  block* const grown = realloc(worker->blocks, room * sizeof(block));
  if (grown == NULL) return 1;
  worker->blocks = grown;
  worker->block_room = room;
  return 0;
}

/* Takes a slot in guarded pages for a block, if there is one. Returns whether. */
static int take_slot(guarded_pages* pages, block* at) {
  if (!have_guarded_pages(pages) || pages->used == pages->num_slots || at->size > pages->slot_size) return 0;
  at->pages = pages;
  at->slot = pages->used++;
  at->address =
      end_of_slot(at->placement == D3D12FUZZ_BLOCK_GUARDED ? pages->writable : pages->read_only, pages, at->slot) -
      at->size;
  return 1;
}

/* Finds a place for an input block whose bytes stand at `data`. */
static void place_input(d3d12fuzz_worker* worker, block* at, uint8_t* data) {
  guarded_pages* const small = &worker->small_slots;
  at->home = data;
  at->address = data;
  switch (at->placement) {
    case D3D12FUZZ_BLOCK_GUARDED:
    case D3D12FUZZ_BLOCK_READ_ONLY:
      if (!take_slot(small, at)) take_slot(&worker->large_slots, at);
      return;
    case D3D12FUZZ_BLOCK_NOWHERE:
      /* Without guarded pages an address that no platform maps. */
      at->address = have_guarded_pages(small) ? end_of_slot(small->writable, small, 0) : (const uint8_t*)(uintptr_t)16;
      return;
    default:
      return;
  }
}

/* Copies what goes to guarded pages there, when its pointers are set. */
static void fill_guarded(const block* at) {
  const guarded_pages* const pages = at->pages;
  if (pages == NULL) return;
  protect_slot(pages, at->slot, 0);
  memcpy(end_of_slot(pages->writable, pages, at->slot) - at->size, at->home, at->size);
  if (at->placement == D3D12FUZZ_BLOCK_READ_ONLY) protect_slot(pages, at->slot, 1);
}

/* Reads the table of blocks. Returns 0, or another number if it breaks the protocol. */
static int read_blocks(d3d12fuzz_worker* worker, const uint8_t* table, call* added) {
  if (make_room(worker, added->num_blocks) != 0) return 1;
  block* at = worker->blocks + worker->num_blocks;
  size_t used = 0;
  added->outputs_size = MARGIN;
  for (uint32_t i = 0; i < added->num_blocks; ++i, table += BLOCK_SIZE, ++at) {
    at->size = get_u32(table);
    at->carried = get_u32(table + 4);
    at->placement = get_u32(table + 8);
    at->pages = NULL;
    const int is_output = at->placement == D3D12FUZZ_BLOCK_OUTPUT;
    if (at->placement > D3D12FUZZ_BLOCK_OUTPUT || at->carried > at->size || at->size > D3D12FUZZ_MAX_PAYLOAD ||
        (!is_output && at->carried != at->size) || (at->placement == D3D12FUZZ_BLOCK_NOWHERE && at->size != 0) ||
        padded(at->carried, 16) > added->data_size - used) {
      return 1;
    }
    used += padded(at->carried, 16);
    if (!is_output) continue;
    ++added->num_outputs;
    added->outputs_size += padded(at->size, 16) + MARGIN;
    if (added->outputs_size > D3D12FUZZ_MAX_PAYLOAD) return 1;
  }
  worker->num_blocks += added->num_blocks;
  return used != added->data_size;
}

/* Finds places for all blocks of a call. Returns 0, or another number if there is no memory. */
static int place_blocks(d3d12fuzz_worker* worker, call* added) {
  added->outputs = take(&worker->outputs, added->outputs_size);
  if (added->outputs == NULL) return 1;
  uint8_t* output = added->outputs + MARGIN;
  uint8_t* data = added->data;
  block* at = worker->blocks + added->first_block;
  for (uint32_t i = 0; i < added->num_blocks; ++i, ++at) {
    if (at->placement == D3D12FUZZ_BLOCK_OUTPUT) {
      at->home = output;
      at->address = output;
      at->used = at->carried;
      if (at->carried != 0) memcpy(output, data, at->carried);
      output += padded(at->size, 16) + MARGIN;
    } else {
      place_input(worker, at, data);
    }
    data += padded(at->carried, 16);
  }
  return 0;
}

/* Sets the pointers. */
static int load_pointers(d3d12fuzz_worker* worker, const uint8_t* table, uint32_t count, const call* added) {
  const block* const blocks = worker->blocks + added->first_block;
  for (uint32_t i = 0; i < count; ++i, table += POINTER_SIZE) {
    const uint32_t in = get_u32(table);
    const uint32_t offset = get_u32(table + 4);
    const uint32_t target = get_u32(table + 8);
    if (in >= added->num_blocks || (target >= added->num_blocks && target != D3D12FUZZ_PROGRESS)) return 1;
    if (offset % 8 != 0 || blocks[in].carried < 8 || offset > blocks[in].carried - 8) return 1;
    const void* const address = target == D3D12FUZZ_PROGRESS ? (const void*)added->progress : blocks[target].address;
    memcpy(blocks[in].home + offset, &address, sizeof(address));
  }
  return 0;
}

/* Everything of a record but what it does to the worker's counts. */
static int load_record(d3d12fuzz_worker* worker, uint8_t* record, size_t size, call* added) {
  if (size < CASE_HEADER_SIZE || get_u32(record) != size || size % 16 != 0) return 1;
  added->function = get_u32(record + 4);
  added->num_blocks = get_u32(record + 8);
  const uint32_t num_pointers = get_u32(record + 12);
  if (!d3d12fuzz_candidate_supports(worker->candidate, added->function)) return 1;
  if (worker->num_calls > 0 &&
      (added->function != worker->calls[0].function || !d3d12fuzz_worker_takes_batches(worker, added->function))) {
    return 1;
  }
  if (added->num_blocks < 2 || added->num_blocks > MAX_BLOCKS || num_pointers > MAX_BLOCKS) return 1;
  const size_t tables = CASE_HEADER_SIZE + (size_t)added->num_blocks * BLOCK_SIZE + (size_t)num_pointers * POINTER_SIZE;
  if (tables > size) return 1;
  added->data = record + tables;
  added->data_size = size - tables;
  added->first_block = (uint32_t)worker->num_blocks;
  added->num_outputs = 0;
  const uint8_t* const block_table = record + CASE_HEADER_SIZE;
  if (read_blocks(worker, block_table, added) != 0 || place_blocks(worker, added) != 0) return 1;
  if (load_pointers(worker, block_table + (size_t)added->num_blocks * BLOCK_SIZE, num_pointers, added) != 0) return 1;
  const block* const blocks = worker->blocks + added->first_block;
  if (blocks[RESULT_BLOCK].placement != D3D12FUZZ_BLOCK_OUTPUT) return 1;
  for (uint32_t i = 0; i < added->num_blocks; ++i) fill_guarded(&blocks[i]);
  uint8_t* const before = take(&worker->memory, added->data_size);
  if (before == NULL) return 1;
  memcpy(before, added->data, added->data_size);
  added->data_before = before;
  return 0;
}

int d3d12fuzz_worker_load(d3d12fuzz_worker* worker, void* record, size_t size, d3d12fuzz_progress* progress) {
  if (worker->num_calls == D3D12FUZZ_MAX_CASES) return 1;
  call* const added = &worker->calls[worker->num_calls];
  memset(progress, 0, sizeof(*progress));
  added->progress = progress;
  added->conduct = 0;
  added->outcome_size = 0;
  const size_t blocks_before = worker->num_blocks;
  added->outputs = NULL;
  if (load_record(worker, record, size, added) != 0) {
    if (added->outputs != NULL) memset(added->outputs, D3D12FUZZ_FILL, added->outputs_size);
    worker->num_blocks = blocks_before;
    return 1;
  }
  worker->inputs[worker->num_calls] = worker->blocks[added->first_block + INPUT_BLOCK].address;
  worker->results[worker->num_calls] = worker->blocks[added->first_block + RESULT_BLOCK].home;
  ++worker->num_calls;
  return 0;
}

/* Whether bytes are as they were filled: all alike, and the first of them right. */
static int is_filled(const uint8_t* bytes, size_t size) {
  return size == 0 || (bytes[0] == D3D12FUZZ_FILL && memcmp(bytes, bytes + 1, size - 1) == 0);
}

static size_t used_bytes(const uint8_t* bytes, size_t size) {
  if (is_filled(bytes, size)) return 0;
  enum { STEP = 128 };
  while (size > STEP && is_filled(bytes + size - STEP, STEP)) size -= STEP;
  while (bytes[size - 1] == D3D12FUZZ_FILL) --size;
  return size;
}

/* Looks at the memory of a call that has returned, and measures its outcome. */
static void examine(const d3d12fuzz_worker* worker, call* done) {
  block* const blocks = worker->blocks + done->first_block;
  int untouched = 0; /* the outputs from here on */
  if (memcmp(done->data, done->data_before, done->data_size) != 0) done->conduct |= D3D12FUZZ_CONDUCT_WROTE_INPUT;
  done->outcome_size = OUTCOME_HEADER_SIZE + padded(4 * (size_t)done->num_outputs, 8);
  for (uint32_t i = 0; i < done->num_blocks; ++i) {
    block* const at = &blocks[i];
    if (at->pages != NULL && memcmp(at->address, at->home, at->size) != 0) {
      done->conduct |= D3D12FUZZ_CONDUCT_WROTE_INPUT;
    }
    if (at->placement != D3D12FUZZ_BLOCK_OUTPUT) continue;
    at->used = 0;
    if (untouched) continue;
    if (!is_filled(at->home - MARGIN, MARGIN) ||
        !is_filled(at->home + at->size, padded(at->size, 16) - at->size + MARGIN)) {
      done->conduct |= D3D12FUZZ_CONDUCT_WROTE_OUTSIDE;
    }
    at->used = (uint32_t)used_bytes(at->home, at->size);
    done->outcome_size += padded(at->used, 8);
    /* A call that refuses writes nothing behind the result struct, which comes first. */
    const uint8_t* const behind = at->home + padded(at->size, 16);
    if (i == RESULT_BLOCK) untouched = is_filled(behind, (size_t)(done->outputs + done->outputs_size - behind));
  }
}

/* Calls a domain's function with one case, or the one for batches with several. */
#define CALL_FUNCTION(name)                                                                         \
  if (count == 1) {                                                                                 \
    candidate->name(context, worker->inputs[0], worker->results[0]);                                \
  } else {                                                                                          \
    candidate->name##_batch(context, count, (const d3d12fuzz_##name##_input* const*)worker->inputs, \
                            (d3d12fuzz_##name##_result* const*)worker->results);                    \
  }

static void call_function(const d3d12fuzz_worker* worker) {
  const d3d12fuzz_candidate* const candidate = worker->candidate;
  void* const context = candidate->context;
  const uint32_t count = worker->num_calls;
  if (worker->calls[0].function == D3D12FUZZ_FUNCTION_ROOT_SIGNATURE) {
    CALL_FUNCTION(root_signature)
  } else {
    CALL_FUNCTION(root_signature_blob)
  }
}

void d3d12fuzz_worker_call(d3d12fuzz_worker* worker) {
  if (worker->num_calls == 0) return;
  const floating_point before = floating_point_now();
  const unsigned forks_before = times_forked;
  if (worker->before != NULL) worker->before(worker->hook_context);
  call_function(worker);
  leave_if_forked_since(forks_before);
  uint32_t conduct = worker->after != NULL ? worker->after(worker->hook_context) : 0;
  if (!same_floating_point(before, floating_point_now())) {
    conduct |= D3D12FUZZ_CONDUCT_FLOATING_POINT;
    restore_floating_point(before);
  }
  for (uint32_t i = 0; i < worker->num_calls; ++i) {
    worker->calls[i].conduct |= conduct;
    examine(worker, &worker->calls[i]);
  }
}

size_t d3d12fuzz_worker_outcome_size(const d3d12fuzz_worker* worker, uint32_t i) {
  return worker->calls[i].outcome_size;
}

void d3d12fuzz_worker_write_outcome(const d3d12fuzz_worker* worker, uint32_t i, uint32_t case_number, void* out) {
  const call* const done = &worker->calls[i];
  const block* const blocks = worker->blocks + done->first_block;
  uint8_t* const record = out;
  memset(record, 0, OUTCOME_HEADER_SIZE);
  put_u32(record, (uint32_t)done->outcome_size);
  put_u32(record + 4, case_number);
  put_u32(record + 8, done->conduct);
  put_u32(record + 12, done->num_outputs);
  memcpy(record + PROGRESS_OFFSET, done->progress, sizeof(d3d12fuzz_progress));
  uint8_t* sizes = record + OUTCOME_HEADER_SIZE;
  uint8_t* data = sizes + padded(4 * (size_t)done->num_outputs, 8);
  memset(sizes, 0, (size_t)(data - sizes));
  for (uint32_t b = 0; b < done->num_blocks; ++b) {
    if (blocks[b].placement != D3D12FUZZ_BLOCK_OUTPUT) continue;
    const size_t used = blocks[b].used;
    put_u32(sizes, (uint32_t)used);
    sizes += 4;
    if (used == 0) continue;
    const size_t room = padded(used, 8);
    memset(data + room - 8, 0, 8);
    memcpy(data, blocks[b].home, used);
    data += room;
  }
}

/* Fills again what a call has written. */
static void refill_outputs(const d3d12fuzz_worker* worker, const call* done) {
  if ((done->conduct & D3D12FUZZ_CONDUCT_WROTE_OUTSIDE) != 0) memset(done->outputs, D3D12FUZZ_FILL, done->outputs_size);
  const block* at = worker->blocks + done->first_block;
  for (const block* const end = at + done->num_blocks; at != end; ++at) {
    if (at->placement == D3D12FUZZ_BLOCK_OUTPUT && at->used != 0) memset(at->home, D3D12FUZZ_FILL, at->used);
  }
}

void d3d12fuzz_worker_clear(d3d12fuzz_worker* worker) {
  for (uint32_t i = 0; i < worker->num_calls; ++i) refill_outputs(worker, &worker->calls[i]);
  worker->num_calls = 0;
  worker->num_blocks = 0;
  worker->small_slots.used = 0;
  worker->large_slots.used = 0;
  reset(&worker->memory);
  reset(&worker->outputs);
}

/* ---- Serving a connection --------------------------------------------------------------------------------------- */

/* Outcomes are sent when so many bytes are ready; a larger one goes by itself. */
enum { OUTCOME_ROOM = 256 << 10 };

typedef struct server {
  const d3d12fuzz_connection* connection;
  d3d12fuzz_worker* worker;
  uint8_t* cases; /* the payload of a request */
  size_t cases_room;
  uint8_t* outcomes; /* a frame of outcomes in the making, behind the room for its header */
  size_t outcomes_room;
  size_t outcomes_size;
  uint32_t num_outcomes;
  uint32_t request;
  d3d12fuzz_progress progress[D3D12FUZZ_MAX_CASES];
} server;

/* For a signal handler and a watchdog, which have no other way to them. */
static server* volatile the_server;
static volatile uint32_t running_case; /* number within the request, plus 1; 0 for none, D3D12FUZZ_MAX_CASES + 1 for a
                                          batch */
static volatile uint32_t cases_begun;
static volatile uint32_t case_milliseconds;

static void put_header(uint8_t* at, uint32_t type, uint32_t number, uint32_t count, size_t size) {
  put_u32(at, type);
  put_u32(at + 4, number);
  put_u32(at + 8, count);
  put_u32(at + 12, (uint32_t)size);
}

static int send_frame(const d3d12fuzz_connection* to, uint32_t type, uint32_t number, uint32_t count,
                      const void* payload, size_t size) {
  uint8_t header[FRAME_HEADER_SIZE];
  put_header(header, type, number, count, size);
  if (to->write(to->context, header, sizeof(header)) != 0) return 1;
  return size == 0 ? 0 : to->write(to->context, payload, size);
}

/* Sends the outcomes that are ready, and in the same breath what stands behind them already. */
static int flush_outcomes(server* serving, size_t behind) {
  if (serving->num_outcomes == 0) return 0;
  put_header(serving->outcomes, D3D12FUZZ_FRAME_OUTCOMES, serving->request, serving->num_outcomes,
             serving->outcomes_size);
  const size_t size = FRAME_HEADER_SIZE + serving->outcomes_size + behind;
  serving->num_outcomes = 0;
  serving->outcomes_size = 0;
  return serving->connection->write(serving->connection->context, serving->outcomes, size);
}

/* Makes room for `size` bytes, what is there is lost. */
static int reserve(uint8_t** bytes, size_t* room, size_t size) {
  if (*room >= size) return 0;
  free(*bytes);
  *bytes = malloc(size);
  *room = *bytes != NULL ? size : 0;
  return *bytes == NULL;
}

static int add_outcome(server* serving, uint32_t i, uint32_t case_number) {
  const size_t size = d3d12fuzz_worker_outcome_size(serving->worker, i);
  if (size > D3D12FUZZ_MAX_PAYLOAD) return 1;
  if (FRAME_HEADER_SIZE + serving->outcomes_size + size + DONE_FRAME_SIZE > serving->outcomes_room) {
    if (flush_outcomes(serving, 0) != 0) return 1;
    if (reserve(&serving->outcomes, &serving->outcomes_room, FRAME_HEADER_SIZE + size + DONE_FRAME_SIZE) != 0) return 1;
  }
  d3d12fuzz_worker_write_outcome(serving->worker, i, case_number,
                                 serving->outcomes + FRAME_HEADER_SIZE + serving->outcomes_size);
  serving->outcomes_size += size;
  ++serving->num_outcomes;
  return 0;
}

static void run_call(server* serving, uint32_t running) {
  ++cases_begun;
  running_case = running;
  d3d12fuzz_worker_call(serving->worker);
  running_case = 0;
}

/* Answers a request whose payload has been read. Returns 0, or another number if it breaks the protocol. */
static int answer(server* serving, uint32_t count, size_t size, int watched) {
  d3d12fuzz_worker* const worker = serving->worker;
  const int at_once =
      count > 1 && size >= CASE_HEADER_SIZE && d3d12fuzz_worker_takes_batches(worker, get_u32(serving->cases + 4));
  size_t at = 0;
  uint32_t loaded = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (size - at < CASE_HEADER_SIZE) return 1;
    const uint32_t record_size = get_u32(serving->cases + at);
    if (record_size > size - at) return 1;
    if (d3d12fuzz_worker_load(worker, serving->cases + at, record_size, &serving->progress[i]) != 0) return 1;
    at += record_size;
    ++loaded;
    if (at_once && i + 1 < count) continue;
    run_call(serving, at_once ? D3D12FUZZ_MAX_CASES + 1 : i + 1);
    for (uint32_t done = 0; done < loaded; ++done) {
      if (add_outcome(serving, done, i + 1 - loaded + done) != 0) return 1;
    }
    d3d12fuzz_worker_clear(worker);
    loaded = 0;
  }
  if (at != size) return 1;
  uint8_t* const done = serving->outcomes + FRAME_HEADER_SIZE + serving->outcomes_size;
  put_header(done, D3D12FUZZ_FRAME_DONE, serving->request, count, DONE_SIZE);
  put_u32(done + FRAME_HEADER_SIZE, watched ? d3d12fuzz_worker_check_conduct(worker) : 0);
  put_u32(done + FRAME_HEADER_SIZE + 4, 0);
  return flush_outcomes(serving, DONE_FRAME_SIZE);
}

static int refuse(const d3d12fuzz_connection* to, const char* text) {
  send_frame(to, D3D12FUZZ_FRAME_REFUSED, 0, 0, text, strlen(text));
  return 1;
}

/* Appends a text and its size. */
static size_t put_text(uint8_t* at, const char* text) {
  size_t size = text != NULL ? strlen(text) : 0;
  if (size > 255) size = 255;
  put_u32(at, (uint32_t)size);
  if (size > 0) memcpy(at + 4, text, size);
  return 4 + size;
}

static int welcome(const d3d12fuzz_connection* to, const d3d12fuzz_candidate* candidate) {
  uint8_t payload[40 + 4 * (4 + 255)] = {0};
  memcpy(payload, MAGIC, sizeof(MAGIC));
  put_u32(payload + 8, D3D12FUZZ_PROTOCOL_VERSION);
  put_u32(payload + 12, D3D12FUZZ_CANDIDATE_VERSION);
  put_u32(payload + 16, sizeof(void*));
  put_u32(payload + 20, 0x01020304u);
  put_u32(payload + 24, candidate->capabilities);
  put_u32(payload + 28, candidate->tolerances);
  for (uint32_t i = 0; i < D3D12FUZZ_FUNCTION_COUNT; ++i) {
    if (d3d12fuzz_candidate_supports(candidate, i)) payload[32 + i / 8] |= (uint8_t)(1u << i % 8);
  }
  size_t size = 40;
  size += put_text(payload + size, candidate->implementation_version);
  size += put_text(payload + size, candidate->build_id);
  size += put_text(payload + size, candidate->path);
  size += put_text(payload + size, candidate->device);
  return send_frame(to, D3D12FUZZ_FRAME_WELCOME, 0, 0, payload, size);
}

void d3d12fuzz_describe_refusal(int result, const char* options, const d3d12fuzz_candidate* candidate, char* text,
                                size_t size) {
  if (result == D3D12FUZZ_OTHER_VERSION ||
      (result == D3D12FUZZ_OPENED && candidate->version != D3D12FUZZ_CANDIDATE_VERSION)) {
    if (candidate->version == 0) {
      snprintf(text, size, "the candidate was built with another version of d3d12fuzz_candidate.h; expected version %u",
               D3D12FUZZ_CANDIDATE_VERSION);
    } else {
      snprintf(text, size, "the candidate was built with version %u of d3d12fuzz_candidate.h; expected version %u",
               candidate->version, D3D12FUZZ_CANDIDATE_VERSION);
    }
  } else if (candidate->error != NULL) {
    snprintf(text, size, "%s", candidate->error);
  } else if (result == D3D12FUZZ_BAD_OPTIONS) {
    snprintf(text, size, "the candidate does not understand its options \"%s\"", options);
  } else {
    snprintf(text, size, "the candidate cannot be opened: d3d12fuzz_open_candidate returned %d", result);
  }
}

static int serve_requests(server* serving) {
  const d3d12fuzz_connection* const connection = serving->connection;
  if (reserve(&serving->outcomes, &serving->outcomes_room, OUTCOME_ROOM) != 0) return 1;
  while (1) {
    uint8_t header[FRAME_HEADER_SIZE];
    if (connection->read(connection->context, header, sizeof(header)) != 0) return 0;
    const uint32_t count = get_u32(header + 8);
    const uint32_t size = get_u32(header + 12);
    const int watched = get_u32(header) == D3D12FUZZ_FRAME_CASES_WATCHED;
    if ((!watched && get_u32(header) != D3D12FUZZ_FRAME_CASES) || count == 0 || count > D3D12FUZZ_MAX_CASES ||
        size > D3D12FUZZ_MAX_PAYLOAD) {
      return refuse(connection, "the worker was sent a frame that it does not understand");
    }
    serving->request = get_u32(header + 4);
    if (reserve(&serving->cases, &serving->cases_room, size) != 0) return refuse(connection, "out of memory");
    if (connection->read(connection->context, serving->cases, size) != 0) return 1;
    if (answer(serving, count, size, watched) != 0) {
      return refuse(connection, "the worker was sent a case that it does not understand, or ran out of memory");
    }
  }
}

int d3d12fuzz_worker_serve(const d3d12fuzz_connection* connection, d3d12fuzz_open_candidate_fn open,
                           const char* options) {
  uint8_t hello[FRAME_HEADER_SIZE + HELLO_SIZE];
  if (connection->read(connection->context, hello, sizeof(hello)) != 0) return 1;
  const uint8_t* const payload = hello + FRAME_HEADER_SIZE;
  if (get_u32(hello) != D3D12FUZZ_FRAME_HELLO || get_u32(hello + 12) != HELLO_SIZE ||
      memcmp(payload, MAGIC, sizeof(MAGIC)) != 0) {
    return refuse(connection, "the worker was not greeted by d3d12fuzz");
  }
  char text[512];
  if (get_u32(payload + 8) != D3D12FUZZ_PROTOCOL_VERSION || get_u32(payload + 12) != D3D12FUZZ_CANDIDATE_VERSION) {
    snprintf(text, sizeof(text), "the worker knows protocol %u and interface %u, d3d12fuzz asked for %u and %u",
             D3D12FUZZ_PROTOCOL_VERSION, D3D12FUZZ_CANDIDATE_VERSION, get_u32(payload + 8), get_u32(payload + 12));
    return refuse(connection, text);
  }
  case_milliseconds = get_u32(payload + 16);

  d3d12fuzz_candidate candidate;
  memset(&candidate, 0, sizeof(candidate));
  const int result = open(D3D12FUZZ_CANDIDATE_VERSION, options, &candidate);
  if (result != D3D12FUZZ_OPENED || candidate.version != D3D12FUZZ_CANDIDATE_VERSION) {
    d3d12fuzz_describe_refusal(result, options, &candidate, text, sizeof(text));
    return refuse(connection, text);
  }
  int status = 1;
  server* const serving = calloc(1, sizeof(*serving));
  if (serving != NULL) {
    serving->connection = connection;
    serving->worker = d3d12fuzz_worker_create(&candidate);
  }
  if (serving == NULL || serving->worker == NULL) {
    refuse(connection, "out of memory");
  } else if (welcome(connection, &candidate) == 0) {
    the_server = serving;
    status = serve_requests(serving);
    the_server = NULL;
  }
  if (candidate.destroy != NULL) candidate.destroy(candidate.context);
  if (serving != NULL) {
    d3d12fuzz_worker_destroy(serving->worker);
    free(serving->cases);
    free(serving->outcomes);
    free(serving);
  }
  return status;
}

void d3d12fuzz_worker_last_word(uint32_t death, uint32_t code, const char* frames) {
  server* const serving = the_server;
  if (serving == NULL) return;
  the_server = NULL;
  const uint32_t running = running_case;
  const int in_one_case = running >= 1 && running <= D3D12FUZZ_MAX_CASES;
  /* Outside of a call the buffer may be in the making. */
  if (running != 0) flush_outcomes(serving, 0);
  uint8_t payload[LAST_WORD_SIZE + 4096];
  put_u32(payload, in_one_case ? running - 1 : UINT32_MAX);
  put_u32(payload + 4, death);
  put_u32(payload + 8, code);
  memset(payload + 12, 0, sizeof(d3d12fuzz_progress));
  if (in_one_case) memcpy(payload + 12, &serving->progress[running - 1], sizeof(d3d12fuzz_progress));
  size_t text_size = frames != NULL ? strlen(frames) : 0;
  if (text_size > sizeof(payload) - LAST_WORD_SIZE) text_size = sizeof(payload) - LAST_WORD_SIZE;
  if (text_size > 0) memcpy(payload + LAST_WORD_SIZE, frames, text_size);
  send_frame(serving->connection, D3D12FUZZ_FRAME_LAST_WORD, serving->request, 0, payload, LAST_WORD_SIZE + text_size);
}

d3d12fuzz_worker_state d3d12fuzz_worker_observe(void) {
  const d3d12fuzz_worker_state state = {cases_begun, running_case, case_milliseconds};
  return state;
}
