/* One process for each connection, so that a crash of the candidate costs that connection alone. */
#ifndef D3D12FUZZ_HOST_SERVER_H
#define D3D12FUZZ_HOST_SERVER_H

#include "candidates/host/options.h"
#include "candidates/host/tcp.h"

/* Opens the plug-in in a process of its own and closes it again. Returns an exit status: 0, or another with one line
   said on standard error. */
int check_in_process_of_its_own(const host_options* options);

/*
 * Accepts connections for ever; any number may be open at a time. The processes that serve them end when this one does.
 *
 * serve  called in those processes; returns their exit status
 * Returns an exit status: of a process that served, or if no connection can be accepted any more.
 */
int serve_connections(tcp_socket listener, const host_options* options,
                      int (*serve)(const host_options* options, tcp_socket connection));

#ifdef _WIN32
/* In a process that serves: the connection that it was started for, by the handle on its command line. TCP_NO_SOCKET if
   there is none, with one line said on standard error. */
tcp_socket inherited_connection(const char* handle);
#endif

#endif /* D3D12FUZZ_HOST_SERVER_H */
