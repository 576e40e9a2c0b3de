/* TCP, as POSIX and Windows have it. */
#ifndef D3D12FUZZ_HOST_TCP_H
#define D3D12FUZZ_HOST_TCP_H

#include <stddef.h>
#include <stdint.h>

/* A socket's descriptor or handle. */
typedef intptr_t tcp_socket;
enum { TCP_NO_SOCKET = -1 };

/* To be called once in a process, before all else here. */
void tcp_start(void);

/*
 * Listens at "[ADDRESS:]PORT", which is 127.0.0.1 unless it is given.
 *
 * at  receives the address and port that it listens at, with room for `size` bytes
 * Returns TCP_NO_SOCKET if that fails, with one line said on standard error.
 */
tcp_socket tcp_listen(const char* address, char* at, size_t size);

/* Waits for a connection that can be accepted, and as long as the system is short of what one takes. TCP_NO_SOCKET if
   none ever can be, with one line said on standard error. Processes that this one
   starts do not inherit it. */
tcp_socket tcp_accept(tcp_socket listener);

void tcp_close(tcp_socket socket);

/* For a d3d12fuzz_connection and a watchdog; `context` points to a tcp_socket. */
int tcp_read(void* context, void* bytes, size_t size);
int tcp_write(void* context, const void* bytes, size_t size);
int tcp_peer_is_gone(void* context);

#endif /* D3D12FUZZ_HOST_TCP_H */
