package oracle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Truth is what trying all inputs says.
type Truth struct {
	Unsafe    bool // some defined execution reaches the error
	Undefined int  // executions with undefined behaviour
	Runs      int
}

// driver runs the program on every combination of inputs, each in a process of
// its own so that globals are fresh and undefined behaviour is contained.
const driver = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int cupel_values[8], cupel_pos;
static int cupel_next(void) { return cupel_pos < 8 ? cupel_values[cupel_pos++] : 0; }
int __VERIFIER_nondet_int(void) { return cupel_next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)cupel_next(); }
void reach_error(void) { _exit(107); }
static void cupel_abort(void) { _exit(0); }
#define abort cupel_abort
#define main cupel_main
#include "PROGRAM"
#undef main
int main(void) {
  int n = INPUTS, total = 1, hit = 0, undef = 0;
  for (int i = 0; i < n; i++) total *= VALUES;
  for (int k = 0; k < total; k++) {
    for (int i = 0, r = k; i < n; i++, r /= VALUES) cupel_values[i] = r % VALUES;
    pid_t pid = fork();
    if (pid == 0) { alarm(2); cupel_main(); _exit(0); }
    int st = 0;
    waitpid(pid, &st, 0);
    if (WIFSIGNALED(st)) undef++;
    else if (WEXITSTATUS(st) == 107) hit++;
  }
  printf("%d %d %d\n", hit, undef, total);
  return 0;
}
`

// Available reports whether gcc is installed.
func Available() bool {
	_, err := exec.LookPath("gcc")
	return err == nil
}

// Decide compiles a program and runs it on all inputs.
func Decide(ctx context.Context, p Program) (Truth, error) {
	dir, err := os.MkdirTemp("", "cupel-oracle-")
	if err != nil {
		return Truth{}, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(p.Source), 0o644); err != nil {
		return Truth{}, err
	}
	d := strings.NewReplacer("PROGRAM", "p.c", "INPUTS", fmt.Sprint(p.Inputs), "VALUES", fmt.Sprint(values)).Replace(driver)
	if err := os.WriteFile(filepath.Join(dir, "d.c"), []byte(d), 0o644); err != nil {
		return Truth{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	exe := filepath.Join(dir, "d")
	// gcc defines left shifts of negative numbers; the sanitizer would object.
	out, err := exec.CommandContext(ctx, "gcc", "-std=gnu11", "-O0", "-w", "-fsanitize=undefined", "-fno-sanitize=shift-base",
		"-fsanitize-undefined-trap-on-error", "-o", exe, filepath.Join(dir, "d.c")).CombinedOutput()
	if err != nil {
		return Truth{}, fmt.Errorf("oracle: gcc: %w\n%s", err, out)
	}
	out, err = exec.CommandContext(ctx, exe).Output()
	if err != nil {
		return Truth{}, fmt.Errorf("oracle: %w", err)
	}
	var t Truth
	hit := 0
	if _, err := fmt.Sscan(string(out), &hit, &t.Undefined, &t.Runs); err != nil {
		return Truth{}, fmt.Errorf("oracle: %q: %w", out, err)
	}
	t.Unsafe = hit > 0
	return t, nil
}

// DecideAll decides programs on several cores; results are in their order.
func DecideAll(ctx context.Context, ps []Program, workers int) ([]Truth, error) {
	ts := make([]Truth, len(ps))
	errs := make([]error, len(ps))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for i := range next {
				ts[i], errs[i] = Decide(ctx, ps[i])
			}
		})
	}
	for i := range ps {
		next <- i
	}
	close(next)
	wg.Wait()
	return ts, errors.Join(errs...)
}
