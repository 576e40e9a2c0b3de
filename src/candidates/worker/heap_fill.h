/// Makes memory that a candidate reads without having written it the same in every run.
///
/// A library that frees or follows what it never wrote dies at once then, in the case that makes it do so, and again
/// when the case is run alone. Else it lives on what an earlier case left there, corrupts the heap, and dies in a later
/// case that is innocent.
#pragma once

namespace d3d12fuzz::worker {

/// Has the allocator of this process fill what it hands out and takes back. Does nothing under a sanitizer, which does
/// that itself, or with another C library than glibc.
void fill_heap();

/// Fills the free blocks that glibc keeps aside and hands out as they are. Takes some 10 microseconds.
void refill_free_blocks();

}  // namespace d3d12fuzz::worker
