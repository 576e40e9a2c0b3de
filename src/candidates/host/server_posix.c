#define _GNU_SOURCE /* sigaction, prctl */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "candidates/host/plugin.h"
#include "candidates/host/server.h"

/* In a child: ends with its parent. */
static void follow(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* The parent may have ended before the line above. */
  if (getppid() != parent) _exit(1);
}

int check_in_process_of_its_own(const host_options* options) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return bad_input("cannot start a process: %s", strerror(errno));
  if (child == 0) {
    follow(parent);
    _exit(check_plugin(options->plugin, options->plugin_options));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == STATUS_BAD_INPUT)) {
    return WEXITSTATUS(status);
  }
  if (WIFSIGNALED(status)) {
    return bad_input("plug-in '%s': dies of signal %d when it is opened", options->plugin, WTERMSIG(status));
  }
  return bad_input("plug-in '%s': ends the process with status %d when it is opened", options->plugin,
                   WEXITSTATUS(status));
}

/* The processes that serve, each the leader of a group; 0 for none. Those beyond end with this process, but not what
   their candidates forked. Changed while signals are blocked. */
enum { kMostServing = 256 };
static volatile pid_t serving[kMostServing];

static void replace(pid_t old, pid_t by) {
  for (int i = 0; i < kMostServing; ++i) {
    if (serving[i] != old) continue;
    serving[i] = by;
    return;
  }
}

/* Takes along what candidates forked, unless that left their groups. Until a child is waited for its number is its own,
   and that of its group. */
static void bury_children(int signal_number) {
  (void)signal_number;
  const int error = errno;
  siginfo_t ended = {.si_pid = 0};
  while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0) {
    kill(-ended.si_pid, SIGKILL);
    waitpid(ended.si_pid, NULL, 0);
    replace(ended.si_pid, 0);
    ended.si_pid = 0;
  }
  errno = error;
}

static void end_with_children(int signal_number) {
  for (int i = 0; i < kMostServing; ++i) {
    if (serving[i] != 0) kill(-serving[i], SIGKILL);
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Signals that concern the children. */
static sigset_t watch_children(void) {
  static const int deadly[] = {SIGTERM, SIGINT, SIGHUP};
  sigset_t all;
  sigemptyset(&all);
  sigaddset(&all, SIGCHLD);
  for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); ++i) sigaddset(&all, deadly[i]);
  const struct sigaction bury = {.sa_handler = bury_children, .sa_flags = SA_NOCLDSTOP, .sa_mask = all};
  sigaction(SIGCHLD, &bury, NULL);
  const struct sigaction end = {.sa_handler = end_with_children, .sa_mask = all};
  for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); ++i) {
    /* As nohup has it, it stays. */
    struct sigaction present;
    if (sigaction(deadly[i], NULL, &present) == 0 && present.sa_handler != SIG_IGN) sigaction(deadly[i], &end, NULL);
  }
  return all;
}

static void stop_watching_children(const sigset_t* signals) {
  for (int number = 1; number < NSIG; ++number) {
    if (sigismember(signals, number) == 1) signal(number, SIG_DFL);
  }
}

int serve_connections(tcp_socket listener, const host_options* options,
                      int (*serve)(const host_options* options, tcp_socket connection)) {
  const sigset_t signals = watch_children();
  const pid_t parent = getpid();
  while (1) {
    const tcp_socket connection = tcp_accept(listener);
    if (connection == TCP_NO_SOCKET) return STATUS_BAD_INPUT;
    sigset_t before;
    sigprocmask(SIG_BLOCK, &signals, &before);
    const pid_t child = fork();
    if (child == 0) {
      follow(parent);
      /* A candidate that signals its group means its own. */
      setpgid(0, 0);
      stop_watching_children(&signals);
      sigprocmask(SIG_SETMASK, &before, NULL);
      tcp_close(listener);
      return serve(options, connection);
    }
    if (child > 0) {
      setpgid(child, child); /* whichever of the two comes first */
      replace(0, child);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    /* The other end sees that it is closed, and may try again. */
    if (child < 0) bad_input("cannot start a process: %s", strerror(errno));
    tcp_close(connection);
  }
}
