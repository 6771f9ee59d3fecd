package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"cupel/tests/effort"
)

// killed are programs that no analysis before the engines decides, with their verdicts.
var killed = map[string]string{
	`extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = 0, y = 0, s = 0;
  while (__VERIFIER_nondet_int()) { if (s == 0) { x += 2; s = 1; } else if (s == 1) { y += 2; s = 2; } else { s = 0; if (x > 100) x = y = 0; } }
  if (s == 0 && x != y) reach_error(); return 0; }`: "TRUE",
	`extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = 0, k = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) x += 3;
  if (x == 21 && k == 123456) reach_error(); return 0; }`: "FALSE",
	`extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) s += i * __VERIFIER_nondet_uint();
  if (s * s == 3) reach_error(); return 0; }`: "", // too hard
}

// TestKilledWorkers: whichever worker dies whenever, no verdict is wrong, the run ends, and no process is left. Workers die when they have
// used some processor time, drawn by each for itself (mortal); where no worker can decide a program, all of them do.
func TestKilledWorkers(t *testing.T) {
	cupel, dir := callable(t), t.TempDir()
	r := rand.New(rand.NewPCG(effort.Seed(1), 2))
	for n, source := range slices.Sorted(maps.Keys(killed)) {
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", n))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		for i := range effort.Count(1, 6, 70) {
			args := []string{"verify", "--engine", "auto", "--no-run", "--invariants", "none", "--timeout", lastResort.String(), "--jobs", strconv.Itoa(1 + i%2)}
			if i%3 == 0 {
				args = append(args, "--certify")
			}
			survive := r.IntN(3)
			if killed[source] == "" {
				survive = 0
			}
			ctx, cancel := context.WithTimeout(t.Context(), lastResort)
			var out, errs bytes.Buffer
			cmd := exec.CommandContext(ctx, cupel, append(args, file)...)
			cmd.Stdout, cmd.Stderr = &out, &errs
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d", mortality, survive, r.Uint32()))
			ended := inherited(t, cmd)
			_ = cmd.Run()
			if ctx.Err() != nil {
				t.Errorf("%v hangs", cmd.Args)
			}
			cancel()
			ended()
			text := strings.TrimSpace(out.String())
			last := text[strings.LastIndexByte(text, '\n')+1:]
			if last != "VERDICT: "+killed[source] && !strings.HasPrefix(last, "VERDICT: UNKNOWN") || strings.HasPrefix(last, "VERDICT: UNKNOWN (time") {
				t.Errorf("%v: %q, want %q\n%s%s", cmd.Args, last, killed[source], text, &errs)
			}
		}
	}
}

// mortality makes workers die soon: how many of four live long enough to decide, and a seed.
const mortality = "CUPEL_TEST_MORTALITY"

// mortal is main, except that workers die as given by mortality.
func mortal() {
	var survive int
	var seed uint64
	if n, _ := fmt.Sscan(os.Getenv(mortality), &survive, &seed); n == 2 && slices.Equal(os.Args[1:], []string{portfolioWorkerName}) {
		r := rand.New(rand.NewPCG(seed, uint64(os.Getpid())))
		life := 3 * time.Second // what decides takes a tenth; the others may search for ever
		if r.IntN(4) >= survive {
			life = time.Duration(1+r.IntN(100)) * time.Millisecond
		}
		if err := dieAfter(life); err != nil {
			panic(err)
		}
	}
	main()
}

// dieAfter kills this process when it has used so much processor time (timer_create(2)).
func dieAfter(cpu time.Duration) error {
	event := struct { // sigevent
		value       uintptr
		signal, how int32
		_           [48]byte
	}{signal: int32(syscall.SIGKILL)}
	var timer int32
	if _, _, err := syscall.Syscall(syscall.SYS_TIMER_CREATE, processClock, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&timer))); err != 0 {
		return err
	}
	at := [2]syscall.Timespec{1: syscall.NsecToTimespec(int64(cpu))} // once
	if _, _, err := syscall.Syscall6(syscall.SYS_TIMER_SETTIME, uintptr(timer), 0, uintptr(unsafe.Pointer(&at)), 0, 0, 0); err != 0 {
		return err
	}
	return nil
}

// processClock is CLOCK_PROCESS_CPUTIME_ID.
const processClock = 2
