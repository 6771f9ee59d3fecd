package harness

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/tests/need"
)

// An escape is an attempt of a hostile program. Its body sets failed when the attempt fails.
type escape struct{ name, body string }

// only64 reports whether an escape needs a 64-bit program.
func (e escape) only64() bool { return e.name == "openat2" || e.name == "io_uring" }

// escapes are attempts against a directory with one file, and what finds out whether they left anything there.
func escapes(t *testing.T) (list []escape, untouched func(name string)) {
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	if err := os.WriteFile(victim, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	port := listener.Addr().(*net.TCPAddr).Port
	secret := "CUPEL_TEST_SECRET"
	t.Setenv(secret, "1")
	quoted := func(name string) string { return fmt.Sprintf("%q", filepath.Join(outside, name)) }
	list = []escape{
		{"a new file", `failed = !fopen(` + quoted("new") + `, "w")`},
		{"overwriting", `failed = open(` + quoted("victim") + `, O_WRONLY | O_TRUNC) < 0`},
		{"reading and writing", `failed = open(` + quoted("victim") + `, O_RDWR) < 0`},
		{"openat", `failed = openat(AT_FDCWD, ` + quoted("new") + `, O_CREAT | O_WRONLY, 0644) < 0`},
		{"openat2", `struct { unsigned long long flags, mode, resolve; } how = { O_CREAT | O_WRONLY, 0644, 0 }; failed = syscall(437, AT_FDCWD, ` + quoted("new") + `, &how, sizeof how) < 0`},
		{"creat", `failed = creat(` + quoted("new") + `, 0644) < 0`},
		{"unlink", `failed = unlink(` + quoted("victim") + `) < 0`},
		{"rename", `failed = rename(` + quoted("victim") + `, ` + quoted("new") + `) < 0`},
		{"truncate", `failed = truncate(` + quoted("victim") + `, 0) < 0`},
		{"chmod", `failed = chmod(` + quoted("victim") + `, 0777) < 0`},
		{"mkdir", `failed = mkdir(` + quoted("new") + `, 0777) < 0`},
		{"symbolic link", `failed = symlink(` + quoted("victim") + `, "here") < 0 && open("here", O_WRONLY) < 0`},
		{"hard link", `failed = link(` + quoted("victim") + `, "here") < 0`},
		{"through /proc", `failed = open("/proc/self/cwd/../x", O_CREAT | O_WRONLY, 0644) < 0 && open("/proc/self/mem", O_RDWR) < 0`},
		{"reading a file", `failed = open(` + quoted("victim") + `, O_RDONLY) < 0`},
		{"environment", `failed = !getenv("` + secret + `")`},
		{"fork", `failed = fork() < 0`},
		{"vfork", `failed = syscall(SYS_VFORK) < 0`},
		{"fork bomb", `failed = 1; for (int i = 0; i < 1000; i++) if (fork() >= 0) failed = 0`},
		{"system", `failed = system("touch ` + filepath.Join(outside, "new") + `") != 0`},
		{"another program", `char *a[] = {"touch", ` + quoted("new") + `, 0}; failed = execv("/usr/bin/touch", a) < 0`},
		{"TCP", `struct sockaddr_in s = {0}; s.sin_family = AF_INET; s.sin_port = htons(` + fmt.Sprint(port) + `); s.sin_addr.s_addr = htonl(0x7f000001); int d = socket(AF_INET, SOCK_STREAM, 0); failed = d < 0 && connect(d, (struct sockaddr *)&s, sizeof s) < 0`},
		{"UDP", `failed = socket(AF_INET, SOCK_DGRAM, 0) < 0`},
		{"local socket", `int p[2]; failed = socket(AF_UNIX, SOCK_STREAM, 0) < 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, p) < 0`},
		{"kill the parent", `failed = kill(getppid(), SIGKILL) < 0`},
		{"kill everything", `failed = kill(-1, SIGKILL) < 0 && kill(0, SIGKILL) < 0`},
		{"ptrace", `failed = ptrace(PTRACE_ATTACH, getppid(), 0, 0) < 0`},
		{"the parent's limits", `struct rlimit l = {1, 1}; failed = prlimit(getppid(), RLIMIT_NOFILE, &l, 0) < 0`},
		{"more memory", `struct rlimit l = {~0ul, ~0ul}; failed = setrlimit(RLIMIT_AS, &l) < 0`},
		{"mount", `failed = mount("none", "/tmp", "tmpfs", 0, 0) < 0 && unshare(CLONE_NEWNS) < 0`},
		{"shared memory", `failed = shmget(77, 4096, IPC_CREAT | 0600) < 0`},
		{"terminal input", `char c = 'x'; failed = ioctl(0, TIOCSTI, &c) < 0`},
		{"io_uring", `failed = syscall(425, 8, 0) < 0`},
	}
	for i := range list {
		list[i].body = strings.ReplaceAll(list[i].body, "SYS_VFORK", "SYS_vfork")
	}
	return list, func(name string) {
		files, _ := os.ReadDir(outside)
		text, err := os.ReadFile(victim)
		info, _ := os.Stat(victim)
		if len(files) != 1 || err != nil || string(text) != "as it was" || info.Mode().Perm() != 0o644 {
			t.Fatalf("%s: %v, %q, %v", name, files, text, err)
		}
	}
}

// several compiles the bodies into one program as Run does, and returns a function that executes one of them, confined as by Run. The number of the body
// is the part of the program's name after the last hyphen.
func several(t *testing.T, model program.DataModel, before string, bodies []escape, after string) func(i int, limit time.Duration) *Result {
	t.Helper()
	need.Tool(t, "gcc")
	dir := t.TempDir()
	if model == program.ILP32 {
		need.Execution32(t)
	}
	src := escapeHeaders + before + "int main(int argc, char **argv) {\n  int failed = 0;\n  switch (atoi(strrchr(argv[0], '-') + 1)) {\n"
	for i, e := range bodies {
		src += fmt.Sprintf("  case %d: { %s; } break;\n", i, e.body)
	}
	s := &Spec{Source: filepath.Join(dir, "program.c"), Model: model, Errors: []string{"reach_error"}}
	if err := os.WriteFile(s.Source, []byte(src+"  }\n"+after+"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	harness, err := Write(filepath.Join(dir, "harness"), s)
	if err != nil {
		t.Fatal(err)
	}
	b := &build{dir: dir, model: model, errors: s.Errors}
	exe, complaint, err := b.all(t.Context(), harness, []Unit{{Source: s.Source}})
	if complaint != "" || err != nil {
		t.Fatal(complaint, err)
	}
	return func(i int, limit time.Duration) *Result {
		place := t.TempDir() // the only directory that a program may read
		name := filepath.Join(place, fmt.Sprintf("program-%d", i))
		if err := os.Link(exe, name); err != nil {
			t.Fatal(err)
		}
		r := &Result{}
		execute(t.Context(), name, limit, nil, r)
		return r
	}
}

// lastResort is the limit of programs that end by themselves: it is for those that hang.
const lastResort = 10 * time.Minute

// TestEscapes: the attempts of a hostile program to escape fail and leave no trace. It then reaches the error.
func TestEscapes(t *testing.T) {
	list, untouched := escapes(t)
	for _, model := range []program.DataModel{program.LP64, program.ILP32} {
		t.Run(model.String(), func(t *testing.T) {
			list := slices.Clone(list)
			if model == program.ILP32 {
				list = slices.DeleteFunc(list, escape.only64)
			}
			run := several(t, model, "void reach_error() {}\n", list, "  if (failed) reach_error();\n")
			for i, e := range list {
				if r := run(i, lastResort); !r.Hit {
					t.Errorf("%s is not contained: %+v", e.name, r)
				}
				untouched(e.name)
			}
		})
	}
}

// TestEscapesAll: the same of a program that is run with many sequences, and it cannot reach the other
// executions.
func TestEscapesAll(t *testing.T) {
	list, untouched := escapes(t)
	list = append(list,
		escape{"the starter", `failed = open("starter", O_WRONLY) < 0 && open("program", O_RDWR) < 0 && unlink("starter") < 0 && rename("program", "starter") < 0`},
		escape{"more processor time", `struct rlimit l = {~0ul, ~0ul}; failed = setrlimit(RLIMIT_CPU, &l) < 0 && prlimit(0, RLIMIT_CPU, &l, 0) < 0`},
		escape{"the others", `failed = 1; for (int p = getpid() - 50; p < getpid() + 50; p++) if (p != getpid() && kill(p, SIGKILL) == 0) failed = 0`})
	for _, model := range models(t) {
		src := escapeHeaders + "int __VERIFIER_nondet_int(void);\nvoid reach_error() {}\nint main(void) {\n  int failed = 0;\n  switch (__VERIFIER_nondet_int()) {\n"
		var sequences []Sequence
		var names []string
		for i, e := range list {
			if model == program.ILP32 && e.only64() {
				continue
			}
			src += fmt.Sprintf("  case %d: { %s; } break;\n", i, e.body)
			sequences, names = append(sequences, values(int64(i))), append(names, e.name)
		}
		outcomes, err := tryAll(context.Background(), t, src+"  }\n  if (failed) reach_error();\n}\n", Spec{Model: model}, sequences...)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range outcomes {
			if o.Ending != Reached {
				t.Errorf("%s (%v) is not contained: %v (%s)", names[i], model, o.Ending, o.Detail)
			}
		}
		untouched(model.String())
	}
}

const escapeHeaders = `#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
`

// greed are programs that exceed the available resources and are stopped by a limit other than that of time; endless are those that run until the time
// limit.
var (
	greed = []escape{
		{"10 GB file", `FILE *f = fopen("big", "w"); for (long i = 0; f && i < 10000; i++) { static char mb[1 << 20]; if (fwrite(mb, 1, sizeof mb, f) < sizeof mb) exit(1); } if (f) reach_error()`},
		{"10 GB memory", `for (int i = 0; i < 80; i++) { char *p = malloc(1 << 27); if (!p) exit(1); memset(p, 1, 1 << 12); } reach_error()`},
		{"10,000 files open", `int n = 0; while (n < 10000 && open(".", O_RDONLY) >= 0) n++; if (n >= 100) reach_error()`},
		{"endless recursion", `return deeper() + 1`},
	}
	endless = []escape{
		{"endless output", `for (;;) puts("and so on and so on and so on and so on and so on and so on")`},
		{"ignored signals", `for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (;;) {}`},
		{"asleep", `for (;;) sleep(1000)`},
	}
)

const deeper = "void reach_error() {}\nstatic int deeper(void) { return deeper() + 1; }\n"

// TestGreed: a program that takes without end is stopped.
func TestGreed(t *testing.T) {
	all := append(slices.Clone(greed), endless...)
	run := several(t, program.LP64, deeper, all, "")
	for i, e := range all {
		limit, want := lastResort, "ended without reaching"
		if i >= len(greed) {
			limit, want = 100*time.Millisecond, "no end within"
		}
		if r := run(i, limit); r.Hit || !strings.Contains(r.Detail, want) || len(r.Output) > 4*maxOutput {
			t.Errorf("%s: %v %s, %d bytes of output", e.name, r.Hit, r.Detail, len(r.Output))
		}
	}
}

// TestGreedAll: so is one that does it in many executions. What only sleeps takes no processor time; TestAsleep has it.
func TestGreedAll(t *testing.T) {
	src := escapeHeaders + "int __VERIFIER_nondet_int(void);\n" + deeper + "int main(void) {\n  switch (__VERIFIER_nondet_int()) {\n"
	all := append(slices.Clone(greed), endless[:2]...)
	var sequences []Sequence
	for i, e := range all {
		src += fmt.Sprintf("  case %d: { %s; } break;\n", i, e.body)
		sequences = append(sequences, values(int64(i)))
	}
	outcomes, err := tryAll(t.Context(), t, src+"  }\n}\n", Spec{Model: program.LP64, Timeout: time.Second}, sequences...)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outcomes {
		if i < len(greed) && o.Ending != Ended && o.Ending != Crashed || o.Ending == Reached || o.Ending == Diverged || o.Ending == NotRun || len(o.Detail) > 200 {
			t.Errorf("%s: %v (%s)", all[i].name, o.Ending, o.Detail)
		}
	}
}
