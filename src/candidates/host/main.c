/* d3d12fuzz-worker: serves a plug-in to the harness, over standard input and output or TCP. */

#include <stdio.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "candidates/d3d12fuzz_worker.h"
#include "candidates/host/death.h"
#include "candidates/host/options.h"
#include "candidates/host/plugin.h"
#include "candidates/host/server.h"
#include "candidates/host/standard_streams.h"
#include "candidates/host/tcp.h"
#include "candidates/host/watchdog.h"

static int serve(const host_options* options, const d3d12fuzz_connection* connection,
                 int (*peer_is_gone)(void* context)) {
  tell_of_deaths();
  start_watchdog(peer_is_gone, connection->context);
  int status = load_plugin(options->plugin);
  if (status != 0) return status;
  status = d3d12fuzz_worker_serve(connection, open_plugin, options->plugin_options);
  return plugin_failed() ? STATUS_BAD_INPUT : status;
}

static int serve_socket(const host_options* options, tcp_socket socket) {
  const d3d12fuzz_connection connection = {.context = &socket, .read = tcp_read, .write = tcp_write};
  return serve(options, &connection, tcp_peer_is_gone);
}

static int serve_streams(const host_options* options) {
  if (streams_take() != 0) return bad_input("standard input and output cannot be used");
  const d3d12fuzz_connection connection = {.context = NULL, .read = streams_read, .write = streams_write};
  return serve(options, &connection, streams_peer_is_gone);
}

#ifdef _WIN32
static int serve_inherited(const host_options* options) {
  const tcp_socket connection = inherited_connection(options->inherited);
  return connection != TCP_NO_SOCKET ? serve_socket(options, connection) : STATUS_BAD_INPUT;
}
#endif

static int listen_and_serve(const host_options* options) {
  const int status = check_in_process_of_its_own(options);
  if (status != 0) return status;
  char at[256];
  const tcp_socket listener = tcp_listen(options->listen, at, sizeof(at));
  if (listener == TCP_NO_SOCKET) return STATUS_BAD_INPUT;
#ifdef _WIN32
  /* The line ends alike everywhere. */
  _setmode(_fileno(stdout), _O_BINARY);
#endif
  printf("listening on %s\n", at);
  fflush(stdout);
  return serve_connections(listener, options, serve_socket);
}

int main(int argc, char** argv) {
  host_options options;
  const int status = parse_host_options(argc, argv, &options);
  if (status != 0) return status;
  tcp_start();
  switch (options.mode) {
    case MODE_LISTEN:
      return listen_and_serve(&options);
    case MODE_STDIO:
      return serve_streams(&options);
    case MODE_CHECK:
      return check_plugin(options.plugin, options.plugin_options);
    case MODE_INHERITED:
#ifdef _WIN32
      return serve_inherited(&options);
#endif
    case MODE_HELP:
    case MODE_NONE:
      break;
  }
  fputs(host_help, stdout);
  return 0;
}
