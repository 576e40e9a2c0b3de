#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#define _GNU_SOURCE /* accept4 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#endif

#include <stdio.h>
#include <string.h>

#include "candidates/host/options.h"
#include "candidates/host/tcp.h"

/* What a connection that cannot be accepted says of those that come after it. */
typedef enum accept_failure {
  OF_ONE_CONNECTION, /* nothing */
  OF_A_SHORTAGE,     /* they cannot be accepted either until others end */
  OF_THE_LISTENER    /* none ever will be */
} accept_failure;

enum { kNapMilliseconds = 50 };

#ifdef _WIN32
enum { MSG_NOSIGNAL = 0 };

void tcp_start(void) {
  WSADATA data;
  WSAStartup(MAKEWORD(2, 2), &data);
}

static const char* last_error(void) {
  static char text[64];
  snprintf(text, sizeof(text), "Windows sockets error %d", WSAGetLastError());
  return text;
}

static int was_interrupted(void) { return WSAGetLastError() == WSAEINTR; }

static accept_failure failure_to_accept(void) {
  switch (WSAGetLastError()) {
    case WSAEINTR:
    case WSAECONNRESET:
    case WSAECONNABORTED:
      return OF_ONE_CONNECTION;
    case WSAEMFILE:
    case WSAENOBUFS:
      return OF_A_SHORTAGE;
    default:
      return OF_THE_LISTENER;
  }
}

static void nap(void) { Sleep(kNapMilliseconds); }

static tcp_socket accept_once(tcp_socket listener) {
  const SOCKET accepted = accept((SOCKET)listener, NULL, NULL);
  if (accepted == INVALID_SOCKET) return TCP_NO_SOCKET;
  SetHandleInformation((HANDLE)accepted, HANDLE_FLAG_INHERIT, 0);
  return (tcp_socket)accepted;
}

void tcp_close(tcp_socket socket) { closesocket((SOCKET)socket); }

int tcp_peer_is_gone(void* context) {
  const SOCKET socket = *(const SOCKET*)context;
  /* What can be read is looked at without taking it, and only then: the other thread may wait for it. */
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(socket, &readable);
  struct timeval at_once = {0, 0};
  char byte;
  if (select(0, &readable, NULL, NULL, &at_once) != 1) return 0;
  return recv(socket, &byte, 1, MSG_PEEK) <= 0;
}
#else
typedef int SOCKET;

void tcp_start(void) {}

static const char* last_error(void) { return strerror(errno); }

static int was_interrupted(void) { return errno == EINTR; }

static accept_failure failure_to_accept(void) {
  switch (errno) {
    case EINTR:
    case ECONNABORTED:
    case EPERM: /* a firewall's */
    /* What the network has to say of the connection, Linux tells here. */
    case EPROTO:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENONET:
      return OF_ONE_CONNECTION;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
      return OF_A_SHORTAGE;
    default:
      return OF_THE_LISTENER;
  }
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = kNapMilliseconds * 1000000L}, NULL); }

static tcp_socket accept_once(tcp_socket listener) { return accept4((int)listener, NULL, NULL, SOCK_CLOEXEC); }

void tcp_close(tcp_socket socket) { close((int)socket); }

int tcp_peer_is_gone(void* context) {
  char byte;
  const ssize_t count = recv((int)*(const tcp_socket*)context, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}
#endif

/* Splits "[ADDRESS:]PORT", of which ADDRESS may stand in brackets. Returns 0, or another number if it is too long. */
static int split(const char* text, char* host, size_t host_size, const char** port) {
  const char* const colon = strrchr(text, ':');
  *port = colon != NULL ? colon + 1 : text;
  const char* first = colon != NULL ? text : "127.0.0.1";
  size_t size = colon != NULL ? (size_t)(colon - text) : strlen(first);
  if (size >= 2 && first[0] == '[' && first[size - 1] == ']') {
    ++first;
    size -= 2;
  }
  if (size >= host_size) return 1;
  memcpy(host, first, size);
  host[size] = '\0';
  return 0;
}

static int is_port(const char* text) {
  unsigned value = 0;
  size_t digits = 0;
  for (; text[digits] >= '0' && text[digits] <= '9' && digits < 6; ++digits) {
    value = 10 * value + (unsigned)(text[digits] - '0');
  }
  return digits > 0 && text[digits] == '\0' && value <= 65535;
}

static tcp_socket listen_at(const struct addrinfo* at) {
  const tcp_socket listener = (tcp_socket)socket(at->ai_family, at->ai_socktype, at->ai_protocol);
  if (listener == TCP_NO_SOCKET) return TCP_NO_SOCKET;
#ifdef _WIN32
  SetHandleInformation((HANDLE)listener, HANDLE_FLAG_INHERIT, 0);
#else
  /* A worker that is started anew gets the port of the last one. On Windows this would share it. */
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
#endif
  if (bind((SOCKET)listener, at->ai_addr, (socklen_t)at->ai_addrlen) == 0 && listen((SOCKET)listener, SOMAXCONN) == 0) {
    return listener;
  }
  tcp_close(listener);
  return TCP_NO_SOCKET;
}

static void name_of(tcp_socket listener, char* at, size_t size) {
  struct sockaddr_storage address;
  socklen_t address_size = sizeof(address);
  char host[128] = "?";
  char port[16] = "?";
  if (getsockname((SOCKET)listener, (struct sockaddr*)&address, &address_size) == 0) {
    getnameinfo((struct sockaddr*)&address, address_size, host, sizeof(host), port, sizeof(port),
                NI_NUMERICHOST | NI_NUMERICSERV);
  }
  snprintf(at, size, strchr(host, ':') != NULL ? "[%s]:%s" : "%s:%s", host, port);
}

tcp_socket tcp_listen(const char* address, char* at, size_t size) {
  char host[256];
  const char* port;
  if (split(address, host, sizeof(host), &port) != 0 || !is_port(port)) {
    bad_input("--listen '%s': expected [ADDRESS:]PORT, with a port from 0 to 65535", address);
    return TCP_NO_SOCKET;
  }
  const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
  struct addrinfo* found = NULL;
  const int error = getaddrinfo(host, port, &wanted, &found);
  if (error != 0) {
    bad_input("--listen '%s': no such address: %s", address, gai_strerror(error));
    return TCP_NO_SOCKET;
  }
  const tcp_socket listener = listen_at(found);
  if (listener == TCP_NO_SOCKET) {
    bad_input("--listen '%s': %s", address, last_error());
  } else {
    name_of(listener, at, size);
  }
  freeaddrinfo(found);
  return listener;
}

tcp_socket tcp_accept(tcp_socket listener) {
  tcp_socket accepted;
  while ((accepted = accept_once(listener)) == TCP_NO_SOCKET) {
    const accept_failure failure = failure_to_accept();
    if (failure == OF_THE_LISTENER) {
      bad_input("cannot accept a connection: %s", last_error());
      return TCP_NO_SOCKET;
    }
    if (failure == OF_A_SHORTAGE) nap();
  }
  /* An answer is one frame: waiting for more to send with it only costs time. */
  const int yes = 1;
  setsockopt((SOCKET)accepted, IPPROTO_TCP, TCP_NODELAY, (const void*)&yes, sizeof(yes));
  return accepted;
}

/* Calls of sockets take an int on Windows. */
static int at_most(size_t size) { return size < (1 << 30) ? (int)size : 1 << 30; }

int tcp_read(void* context, void* bytes, size_t size) {
  const SOCKET socket = (SOCKET) * (const tcp_socket*)context;
  char* to = bytes;
  while (size > 0) {
    const intptr_t count = recv(socket, to, at_most(size), 0);
    if (count < 0 && was_interrupted()) continue;
    if (count <= 0) return 1;
    to += count;
    size -= (size_t)count;
  }
  return 0;
}

int tcp_write(void* context, const void* bytes, size_t size) {
  const SOCKET socket = (SOCKET) * (const tcp_socket*)context;
  const char* from = bytes;
  while (size > 0) {
    const intptr_t count = send(socket, from, at_most(size), MSG_NOSIGNAL);
    if (count < 0 && was_interrupted()) continue;
    if (count <= 0) return 1;
    from += count;
    size -= (size_t)count;
  }
  return 0;
}
