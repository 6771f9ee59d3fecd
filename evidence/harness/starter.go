package harness

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A process of this program needs milliseconds to confine itself and execute another one, too much for
// thousands of executions. The starter is an equivalent small C program, compiled like the harness; its tables
// are those of seccomp.go and landlock.go.
const starterText = `
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fail(const char *what) {
  fprintf(stderr, LAUNCHER ": %s: %s\n", what, strerror(errno));
  exit(NOT_CONFINED);
}

static void limits(int what, const char *name, rlim_t value, rlim_t most) {
  struct rlimit l = {value, most};
  if (setrlimit(what, &l) < 0) fail(name);
}

static void limit(int what, const char *name, rlim_t value) { limits(what, name, value, value); }

static void landlock(void) {
  unsigned long long files = LANDLOCK_FILES;
  int set = syscall(LANDLOCK_CREATE, &files, sizeof files, 0);
  if (set < 0) return;
  for (unsigned i = 0; i < sizeof readable / sizeof *readable; i++) {
    struct { unsigned long long access; int fd; } __attribute__((packed)) rule = {readable[i].access, open(readable[i].path, O_PATH | O_CLOEXEC)};
    if (rule.fd < 0) continue;
    syscall(LANDLOCK_ADD, set, LANDLOCK_BENEATH, &rule, 0);
    close(rule.fd);
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(LANDLOCK_RESTRICT, set, 0);
  close(set);
}

static void seccomp(void) {
  struct { unsigned short n; struct instruction *filter; } program = {sizeof filter / sizeof *filter, filter};
  for (unsigned i = 0; i < program.n; i++)
    if (filter[i].k == SOME_PID) filter[i].k = getpid();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail("no_new_privs");
  if (prctl(PR_SET_SECCOMP, SECCOMP_FILTER, &program) < 0) fail("seccomp");
}

/* argv: seconds of processor time, the program, its arguments. */
int main(int argc, char **argv) {
  if (argc < 3) return NOT_CONFINED;
  limits(RLIMIT_CPU, "processor time", atoi(argv[1]), atoi(argv[1]) + 1); /* SIGXCPU first: it tells why */
  limit(RLIMIT_FSIZE, "file size", FILE_MB << 20);
  limit(RLIMIT_CORE, "core", 0);
  limit(RLIMIT_NOFILE, "files", FILES);
  landlock();
  limit(RLIMIT_AS, "memory", (rlim_t)MEMORY_MB << 20);
  seccomp();
  execve(argv[2], argv + 2, environment);
  return fail("execve");
}
`

// somePID represents the process's own ID in the starter's filter: no process has it.
const somePID = 1<<31 - 1

// starterSource returns the starter for programs in dir.
func starterSource(dir string) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("#define LAUNCHER \"%s\"\n", launcher)
	for _, c := range []struct {
		name  string
		value uint64
	}{
		{"NOT_CONFINED", notConfined}, {"SOME_PID", somePID}, {"SECCOMP_FILTER", modeFilter},
		{"LANDLOCK_CREATE", landlockCreate}, {"LANDLOCK_ADD", landlockAdd}, {"LANDLOCK_RESTRICT", landlockRestrict},
		{"LANDLOCK_FILES", landlockFiles}, {"LANDLOCK_BENEATH", landlockBeneath},
		{"MEMORY_MB", programMB}, {"FILE_MB", programFileMB}, {"FILES", programFiles},
	} {
		w("#define %s %d\n", c.name, c.value)
	}
	w("static struct instruction { unsigned short code; unsigned char yes, no; unsigned k; } filter[] = {\n")
	for _, i := range filter(somePID) {
		w("  {%d, %d, %d, %du},\n", i.Code, i.Jt, i.Jf, i.K)
	}
	w("};\nstatic const struct { unsigned access; const char *path; } readable[] = {\n")
	for _, d := range append([]string{dir}, readable...) {
		w("  {%d, %s},\n", accessTo(d), cString(d))
	}
	w("};\nstatic char *environment[] = {")
	for _, e := range environment {
		w("%s, ", cString(e))
	}
	w("0};\n%s", starterText)
	return b.String()
}

// cString is a string literal of C.
func cString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "\\%03o", c)
	}
	return b.String() + `"`
}

// newStarter compiles the starter of programs in dir.
func newStarter(ctx context.Context, dir string) (string, error) {
	source, exe := filepath.Join(dir, "starter.c"), filepath.Join(dir, "starter")
	if err := os.WriteFile(source, []byte(starterSource(dir)), 0o644); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	if text, err := compiler(ctx, "gcc", "-O1", "-w", "-o", exe, source); err != nil {
		return "", fmt.Errorf("harness: the starter: gcc: %s", firstError(text))
	}
	return exe, nil
}
