package memory

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// An Ending is how a compiled execution ends, by gcc's address sanitizer.
type Ending byte

// The endings.
const (
	Clean    Ending = 'c' // main returns, and no block is left
	Left     Ending = 'l' // main returns, and the variables that still exist lead to all blocks that are left
	Lost     Ending = 't' // main returns, and they do not
	Exited   Ending = 'x' // the program ends otherwise, and no block is left
	ExitLeft Ending = 'y' // the same, and some are
	Access   Ending = 'd' // a bad access
	Release  Ending = 'f' // a bad release
	Strange  Ending = '?' // anything else
)

// prelude runs each program on each combination of its inputs in a process of its own. The sanitizer's hooks count the blocks that are live, which is what the leak
// sanitizer finds with no roots; where some are, that sanitizer says in a second run whether variables of files and blocks lead to them. The variables of main are no roots:
// main has returned.
const prelude = `#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>
int __lsan_do_recoverable_leak_check(void);
const char *__asan_get_report_description(void);
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, unsigned long), void (*)(const volatile void *));
const char *__asan_default_options(void) { return "symbolize=0:redzone=128:detect_stack_use_after_return=1"; }
const char *__lsan_default_options(void) { return "use_stacks=0:use_registers=0:use_tls=0"; }
void __asan_on_error(void) {
  const char *what = __asan_get_report_description();
  _exit(what && (strcmp(what, "double-free") == 0 || strcmp(what, "bad-free") == 0 || strcmp(what, "alloc-dealloc-mismatch") == 0) ? 'f' : 'd');
}
static int live, leaks, combination;
static void born(const volatile void *p, unsigned long n) { live++; }
static void died(const volatile void *p) { if (p) live--; }
static int bits(int n) { int v = combination & ((1 << n) - 1); combination >>= n; return v; }
_Bool __VERIFIER_nondet_bool(void) { return bits(1); }
unsigned char __VERIFIER_nondet_uchar(void) { return bits(2); }
static void cupel_exit(int code) { _exit(live ? 'y' : 'x'); }
static void cupel_abort(void) { _exit(live ? 'y' : 'x'); }
#define exit cupel_exit
#define abort cupel_abort
`

const starter = `
int main(int argc, char **argv) {
  int null = open("/dev/null", O_WRONLY), at = 0;
  struct rlimit limit = {2, 3};
  dup2(null, 2);
  __sanitizer_install_malloc_and_free_hooks(born, died);
  for (int p = 0; p < sizeof programs / sizeof programs[0]; p++)
    for (int k = 0; k < 1 << programs[p].bits; k++, at++) {
      char c = '-';
      if (argc == 1 || argv[1][at] == 'l') {
        pid_t pid = fork();
        if (pid == 0) {
          setrlimit(RLIMIT_CPU, &limit);
          combination = k;
          live = 0;
          programs[p].main();
          _exit(argc > 1 && __lsan_do_recoverable_leak_check() ? 't' : live ? 'l' : 'c');
        }
        int st = 0;
        waitpid(pid, &st, 0);
        c = WIFEXITED(st) ? WEXITSTATUS(st) : '?';
      }
      write(1, &c, 1);
    }
  _exit(0);
}
`

// Endings compiles programs as one and runs them: of each the endings by the combination of inputs.
func Endings(ctx context.Context, ps []Program) ([][]Ending, error) {
	dir, err := os.MkdirTemp("", "cupel-memory-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var b strings.Builder
	b.WriteString(prelude)
	for i, p := range ps {
		b.WriteString(p.prefixed(fmt.Sprintf("c%d_", i)))
	}
	b.WriteString("static struct { int (*main)(void); int bits; } programs[] = {\n")
	for i, p := range ps {
		fmt.Fprintf(&b, "  {c%d_main, %d},\n", i, p.Bits)
	}
	b.WriteString("};\n" + starter)
	source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(source, []byte(b.String()), 0o644); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, "gcc", "-w", "-O0", "-fsanitize=address", "-o", exe, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	first, err := exec.CommandContext(ctx, exe).Output()
	if err != nil {
		return nil, err
	}
	second, err := exec.CommandContext(ctx, exe, string(first)).Output()
	if err != nil {
		return nil, err
	}
	if len(first) != len(second) {
		return nil, fmt.Errorf("%d endings, then %d", len(first), len(second))
	}
	all := make([][]Ending, len(ps))
	at := 0
	for i, p := range ps {
		for range 1 << p.Bits {
			e := first[at]
			if e == 'l' {
				e = second[at]
			}
			all[i] = append(all[i], Ending(e))
			at++
		}
	}
	return all, nil
}
