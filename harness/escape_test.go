package harness

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEscapes: what a hostile program tries fails, and leaves nothing behind. Each body
// sets failed when the attempt fails, and then reaches the error.
func TestEscapes(t *testing.T) {
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	if err := os.WriteFile(victim, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	secret := "CUPEL_TEST_SECRET"
	t.Setenv(secret, "1")
	quoted := func(name string) string { return fmt.Sprintf("%q", filepath.Join(outside, name)) }
	for _, tt := range []struct{ name, body string }{
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
	} {
		for _, ilp32 := range []bool{false, true} {
			src := strings.ReplaceAll(escapeHeaders+fmt.Sprintf("void reach_error() {}\nint main(void) { int failed = 0; %s; if (failed) reach_error(); }\n", tt.body),
				"SYS_VFORK", "SYS_vfork")
			s := Spec{}
			if !ilp32 {
				s.Model = 1 // LP64
			} else if tt.name == "openat2" || tt.name == "io_uring" {
				continue
			}
			r := try(t, src, s)
			if !r.Hit {
				t.Errorf("%s (ILP32: %v) is not contained: %+v", tt.name, ilp32, r)
			}
			files, _ := os.ReadDir(outside)
			text, err := os.ReadFile(victim)
			info, _ := os.Stat(victim)
			if len(files) != 1 || err != nil || string(text) != "as it was" || info.Mode().Perm() != 0o644 {
				t.Fatalf("%s: %v, %q, %v", tt.name, files, text, err)
			}
		}
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

// TestGreed: a program that takes without end is stopped, soon.
func TestGreed(t *testing.T) {
	for _, tt := range []struct{ name, body string }{
		{"endless output", `for (;;) puts("and so on and so on and so on and so on and so on and so on")`},
		{"endless loop", `for (;;) {}`},
		{"ignored signals", `for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (;;) {}`},
		{"asleep", `for (;;) sleep(1000)`},
		{"10 GB file", `FILE *f = fopen("big", "w"); for (long i = 0; f && i < 10000; i++) { static char mb[1 << 20]; if (fwrite(mb, 1, sizeof mb, f) < sizeof mb) exit(1); } if (f) reach_error()`},
		{"10 GB memory", `for (int i = 0; i < 80; i++) { char *p = malloc(1 << 27); if (!p) exit(1); memset(p, 1, 1 << 27); } reach_error()`},
		{"10,000 files open", `int n = 0; while (n < 10000 && open(".", O_RDONLY) >= 0) n++; if (n >= 100) reach_error()`},
		{"endless recursion", `main()`},
	} {
		start := time.Now()
		r := try(t, escapeHeaders+"void reach_error() {}\nint main(void) { "+tt.body+"; }\n", Spec{Model: 1, Timeout: 2 * time.Second})
		if r.Hit || len(r.Output) > 4*maxOutput {
			t.Errorf("%s: %v %s, %d bytes of output", tt.name, r.Hit, r.Detail, len(r.Output))
		}
		if d := time.Since(start); d > 60*time.Second {
			t.Errorf("%s takes %v", tt.name, d)
		}
	}
}
