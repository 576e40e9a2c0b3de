#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <winsock2.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "candidates/host/server.h"

/*
 * Starts this program once more with its own command line and more behind it.
 *
 * job  if not null, the process joins it before it runs
 * id   receives its number
 * Returns its handle; null if that fails, with one line said on standard error.
 */
static HANDLE start_self(const wchar_t* more, HANDLE job, DWORD* id) {
  wchar_t program[32768];
  GetModuleFileNameW(NULL, program, sizeof(program) / sizeof(program[0]));
  const wchar_t* const own = GetCommandLineW();
  const size_t size = wcslen(own) + wcslen(more) + 1;
  wchar_t* const line = malloc(size * sizeof(*line));
  if (line == NULL) {
    bad_input("cannot start a process: out of memory");
    return NULL;
  }
  wcscpy(line, own);
  wcscat(line, more);
  STARTUPINFOW startup = {.cb = sizeof(startup)};
  PROCESS_INFORMATION process;
  const BOOL started =
      CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, &process);
  free(line);
  if (!started) {
    bad_input("cannot start a process: Windows error %lu", (unsigned long)GetLastError());
    return NULL;
  }
  if (job != NULL) AssignProcessToJobObject(job, process.hProcess);
  ResumeThread(process.hThread);
  CloseHandle(process.hThread);
  *id = process.dwProcessId;
  return process.hProcess;
}

int check_in_process_of_its_own(const host_options* options) {
  DWORD id;
  const HANDLE process = start_self(L" --check", NULL, &id);
  if (process == NULL) return STATUS_BAD_INPUT;
  DWORD status = STATUS_BAD_INPUT;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &status);
  CloseHandle(process);
  if (status == 0 || status == STATUS_BAD_INPUT) return (int)status;
  return bad_input("plug-in '%s': ends the process with status 0x%lx when it is opened", options->plugin,
                   (unsigned long)status);
}

/* Its processes end when its last handle is closed, which this process holds. */
static HANDLE make_job(void) {
  const HANDLE job = CreateJobObjectW(NULL, NULL);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {
      .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof(limit));
  return job;
}

/* Starts a process and hands it the connection through a pipe, since that needs the number of the process. */
static void start_server(tcp_socket connection, HANDLE job) {
  SECURITY_ATTRIBUTES inheritable = {.nLength = sizeof(inheritable), .bInheritHandle = TRUE};
  HANDLE from_parent;
  HANDLE to_child;
  if (!CreatePipe(&from_parent, &to_child, &inheritable, 0)) {
    bad_input("cannot make a pipe: Windows error %lu", (unsigned long)GetLastError());
    return;
  }
  SetHandleInformation(to_child, HANDLE_FLAG_INHERIT, 0);
  wchar_t more[64];
  swprintf(more, sizeof(more) / sizeof(more[0]), L" --inherited %lld", (long long)(intptr_t)from_parent);
  DWORD id;
  const HANDLE process = start_self(more, job, &id);
  CloseHandle(from_parent);
  if (process != NULL) {
    WSAPROTOCOL_INFOW description;
    DWORD written;
    if (WSADuplicateSocketW((SOCKET)connection, id, &description) != 0 ||
        !WriteFile(to_child, &description, sizeof(description), &written, NULL)) {
      bad_input("cannot hand a connection over: Windows sockets error %d", WSAGetLastError());
    }
    CloseHandle(process);
  }
  CloseHandle(to_child);
}

/* The processes serve in MODE_INHERITED: they are this program anew. */
int serve_connections(tcp_socket listener, const host_options* options,
                      int (*serve)(const host_options* options, tcp_socket connection)) {
  (void)options, (void)serve;
  const HANDLE job = make_job();
  while (1) {
    const tcp_socket connection = tcp_accept(listener);
    if (connection == TCP_NO_SOCKET) return STATUS_BAD_INPUT;
    start_server(connection, job);
    tcp_close(connection);
  }
}

tcp_socket inherited_connection(const char* handle) {
  const HANDLE from_parent = (HANDLE)(intptr_t)strtoll(handle, NULL, 10);
  WSAPROTOCOL_INFOW description;
  DWORD size = 0;
  SOCKET connection = INVALID_SOCKET;
  if (ReadFile(from_parent, &description, sizeof(description), &size, NULL) && size == sizeof(description)) {
    connection = WSASocketW(FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, &description, 0, 0);
  }
  CloseHandle(from_parent);
  if (connection == INVALID_SOCKET) {
    bad_input("was not handed a connection");
    return TCP_NO_SOCKET;
  }
  return (tcp_socket)connection;
}
