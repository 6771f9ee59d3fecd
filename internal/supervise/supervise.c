#define _GNU_SOURCE
#include "supervise.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cupel_supervision *cupel_supervised;

enum { unknown = 2, fault = 4 };

static void put(int fd, const char *s, size_t n) {
  while (n > 0) {
    ssize_t k = write(fd, s, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return;
    s += k, n -= (size_t)k;
  }
}

// The worker's standard error goes through the supervisor: of a crash, the
// line that says what happened is kept, and the stacks are left out unless
// CUPEL_DEBUG is set.
static char crash[256];
static int errors = -1; // the end to read from

static const char *const marks[] = {"fatal error: ", "panic: ", "SIGABRT: ", "SIGSEGV: ", "SIGBUS: ", "SIGFPE: ", "SIGILL: ", "runtime: ", "unexpected fault address "};

// line handles one line of the worker's standard error.
static void line(const char *s, size_t n) {
  for (unsigned i = 0; !crash[0] && i < sizeof marks / sizeof *marks; i++) {
    if (n < strlen(marks[i]) || strncmp(s, marks[i], strlen(marks[i]))) continue;
    size_t k = n < sizeof crash - 1 ? n : sizeof crash - 1;
    for (size_t j = 0; j < k; j++)
      crash[j] = s[j] == '"' || s[j] == '\\' || (unsigned char)s[j] < ' ' ? ' ' : s[j];
    while (k > 0 && crash[k - 1] == ' ') k--;
    crash[k] = 0;
  }
  if (!crash[0] || getenv("CUPEL_DEBUG")) put(STDERR_FILENO, s, n);
}

// drain passes on what is there to read; false: nothing more will come.
static int drain(void) {
  static char buf[1 << 14];
  static size_t held; // the beginning of a line
  for (;;) {
    ssize_t n = read(errors, buf + held, sizeof buf - held);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0) {
      line(buf, held);
      held = 0;
      return 0;
    }
    size_t have = held + (size_t)n, from = 0;
    for (size_t i = held; i < have; i++)
      if (buf[i] == '\n') {
        line(buf + from, i + 1 - from);
        from = i + 1;
      }
    if (from == 0 && have == sizeof buf) { // a line without an end
      line(buf, have);
      from = have;
    }
    memmove(buf, buf + from, have - from);
    held = have - from;
  }
}

// A command whose answer is a line with a reason, and what surrounds the reason in it and in the JSON object.
struct command {
  const char *name, *text, *end, *json, *rest;
  int live; // whether it rewrites a line of a terminal, which it must see
};

static const struct command commands[] = {
  {"verify", "RESULT: unknown\nVERDICT: UNKNOWN (", ")\n", "  \"verdict\": \"UNKNOWN\",\n  \"reason\": ", ",\n  \"result\": \"unknown\"\n", 0},
  {"condition", "CONDITION: PARTIAL (", ")\n", "  \"status\": \"partial\",\n  \"reason\": ", ",\n  \"condition\": \"0\",\n  \"notation\": \"c\"\n", 1},
  {"test", "TESTS: none found (", ")\n", "  \"tests\": [],\n  \"unread\": true,\n  \"stopped\": ", "\n", 1},
  {"solidity", "Inconclusive results: ", ".\n", 0, 0, 0},
  {"check", "0 tasks: ", "\n", 0, 0, 0},
  {"petri", 0, 0, 0, 0, 0},
  {"boogie", 0, 0, 0, 0, 0},
};

// command returns the description of a command that is supervised, or 0.
static const struct command *command(const char *name) {
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(name, commands[i].name)) return &commands[i];
  return 0;
}

// verdict prints that of a run that has none of its own, unless it is printing one.
static void verdict(const char *why, int argc, char **argv) {
  char out[1024];
  const struct command *c = command(argv[1]);
  if (cupel_supervised->answered || !c->text) return;
  int json = 0;
  for (int i = 2; i < argc; i++)
    json |= !strcmp(argv[i], "--format=json") || (!strcmp(argv[i], "json") && !strcmp(argv[i - 1], "--format")) || !strcmp(argv[i], "--json");
  if (json && c->json)
    snprintf(out, sizeof out, "{\n%s\"%s\"%s}\n", c->json, why, c->rest);
  else if (json)
    return;
  else
    snprintf(out, sizeof out, "%s%s%s", c->text, why, c->end);
  put(STDOUT_FILENO, out, strlen(out));
}

// report prints the verdict of a run that was lost and returns the exit code.
static int report(int status, int argc, char **argv) {
  char why[512];
  int code = fault;
  if (strstr(crash, "goroutine stack exceeds")) {
    code = unknown;
    snprintf(why, sizeof why, "the stack is exhausted: the input is nested too deeply; if it is not, please report this with the input");
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    snprintf(why, sizeof why, "internal error: killed, perhaps because the machine's memory is exhausted (give a limit, --memory); if not, please report this with the input");
  } else if (crash[0]) {
    snprintf(why, sizeof why, "internal error: %.300s; please report this with the input", crash);
  } else if (WIFSIGNALED(status)) {
    snprintf(why, sizeof why, "internal error: ended by signal %d; please report this with the input", WTERMSIG(status));
  } else {
    snprintf(why, sizeof why, "internal error: ended with exit code %d; please report this with the input", WEXITSTATUS(status));
  }
  verdict(why, argc, argv);
  strcat(why, "\n");
  put(STDERR_FILENO, why, strlen(why));
  return code;
}

// end ends the supervisor like the worker.
static void end(int status, int argc, char **argv) {
  drain();
  if (WIFEXITED(status) && cupel_supervised->finished) _exit(WEXITSTATUS(status));
  if (WIFSIGNALED(status)) {
    int sig = WTERMSIG(status);
    if ((sig == SIGINT || sig == SIGTERM) && command(argv[1])->text && !cupel_supervised->answered) { // before it could answer
      verdict("interrupted before the task was read", argc, argv);
      _exit(unknown);
    }
    if (sig == SIGINT || sig == SIGTERM || sig == SIGHUP || sig == SIGPIPE || sig == SIGQUIT) {
      sigset_t one;
      sigemptyset(&one);
      sigaddset(&one, sig);
      signal(sig, SIG_DFL);
      sigprocmask(SIG_UNBLOCK, &one, 0);
      raise(sig);
    }
  }
  _exit(report(status, argc, argv));
}

// supervise waits for the worker. A signal from the terminal reaches both; one
// that was sent to this process alone is passed on: when the worker has not had
// as many shortly after.
static void supervise(pid_t child, int signals, int argc, char **argv) {
  int stops = 0, status;
  struct pollfd fds[] = {{.fd = signals, .events = POLLIN}, {.fd = errors, .events = POLLIN}};
  for (;;) {
    if (poll(fds, 2, -1) < 0) continue;
    if (fds[1].revents && !drain()) fds[1].fd = -1;
    struct signalfd_siginfo info;
    if (!(fds[0].revents & POLLIN) || read(signals, &info, sizeof info) != sizeof info) continue;
    int sig = (int)info.ssi_signo;
    if (sig == SIGCHLD) {
      if (waitpid(child, &status, WNOHANG) == child) end(status, argc, argv);
    } else if (sig == SIGINT || sig == SIGTERM) {
      stops++;
      if (info.ssi_code > 0) continue;
      struct timespec moment = {0, 50000000};
      nanosleep(&moment, 0);
      if (waitpid(child, &status, WNOHANG) == child) end(status, argc, argv);
      if (cupel_supervised->noticed < stops) kill(child, sig);
    } else {
      kill(child, sig);
    }
  }
}

// limit sets limits of the system for this process and its children, which CUPEL_RLIMITS names: "core=0 cpu=60". They are set here, before anything is read
// and before the fork, so that whoever starts very many runs needs no shell in between.
static void limit(void) {
  static const struct { const char *name; int resource; } known[] = {{"core", RLIMIT_CORE}, {"cpu", RLIMIT_CPU}, {"fsize", RLIMIT_FSIZE}, {"nofile", RLIMIT_NOFILE}};
  const char *s = getenv("CUPEL_RLIMITS");
  if (!s) return;
  char name[8];
  unsigned long long value;
  for (int n; sscanf(s, " %7[a-z]=%llu%n", name, &value, &n) == 2; s += n) {
    unsigned i = 0;
    while (i < sizeof known / sizeof *known && strcmp(name, known[i].name)) i++;
    struct rlimit r;
    if (i == sizeof known / sizeof *known || getrlimit(known[i].resource, &r) < 0) break;
    if (value < r.rlim_max) r.rlim_max = value;
    r.rlim_cur = r.rlim_max;
    if (setrlimit(known[i].resource, &r) < 0) break;
  }
  if (!*s) return;
  static const char wrong[] = "CUPEL_RLIMITS: limits that cannot be set\n";
  put(STDERR_FILENO, wrong, sizeof wrong - 1);
  _exit(fault);
}

__attribute__((constructor)) static void start(int argc, char **argv, char **envp) {
  (void)envp;
  limit();
  if (argc < 2 || !command(argv[1]) || getenv("CUPEL_UNSUPERVISED")) return;
  void *page = mmap(0, sizeof *cupel_supervised, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return;
  static const int passed[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
  sigset_t set, old;
  sigemptyset(&set);
  for (unsigned i = 0; i < sizeof passed / sizeof *passed; i++) sigaddset(&set, passed[i]);
  sigprocmask(SIG_BLOCK, &set, &old);
  cupel_supervised = page;
  errors = ends[0];
  int signals = signalfd(-1, &set, SFD_CLOEXEC);
  pid_t parent = getpid(), child = signals < 0 ? -1 : fork();
  if (child > 0) {
    close(ends[1]);
    fcntl(errors, F_SETFL, O_NONBLOCK);
    supervise(child, signals, argc, argv);
  }
  // An interrupt that is ignored, as that of a shell's background job is, would be lost until the worker listens.
  if (child == 0) signal(SIGINT, SIG_DFL);
  sigprocmask(SIG_SETMASK, &old, 0);
  if (child < 0) {
    cupel_supervised = 0;
    return;
  }
  if (!command(argv[1])->live || !isatty(STDERR_FILENO)) dup2(ends[1], STDERR_FILENO);
  close(ends[0]);
  close(ends[1]);
  close(signals);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(fault);
}
