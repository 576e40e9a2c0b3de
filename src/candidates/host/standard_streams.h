/* Standard input and output as a connection. */
#ifndef D3D12FUZZ_HOST_STANDARD_STREAMS_H
#define D3D12FUZZ_HOST_STANDARD_STREAMS_H

#include <stddef.h>

/* Takes both for the connection, before a candidate is loaded: what it reads is empty then, and what it prints goes to
   standard error. Returns 0, or another number if the system refuses. */
int streams_take(void);

/* For a d3d12fuzz_connection and a watchdog; the context is not used. */
int streams_read(void* context, void* bytes, size_t size);
int streams_write(void* context, const void* bytes, size_t size);
int streams_peer_is_gone(void* context);

#endif /* D3D12FUZZ_HOST_STANDARD_STREAMS_H */
