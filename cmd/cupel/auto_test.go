package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

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

// TestKilledWorkers: whichever worker dies whenever, no verdict is wrong, the run ends in time,
// and no process is left.
func TestKilledWorkers(t *testing.T) {
	cupel, dir := callable(t), t.TempDir()
	d := rand.New(rand.NewPCG(effort.Seed(1), 2))
	n := 0
	for source, want := range killed {
		n++
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", n))
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		for i := range effort.Count(3, 10, 70) {
			args := []string{"verify", "--engine", "auto", "--no-run", "--invariants", "none", "--timeout", "3s", "--jobs", strconv.Itoa(1 + i%2), file}
			if i%3 == 0 {
				args = append(args[:len(args)-1], "--certify", "--certify-timeout", "2s", file)
			}
			killOne(t, d, cupel, args, want)
		}
	}
}

// killOne runs a command and kills workers now and then.
func killOne(t *testing.T, d *rand.Rand, cupel string, args []string, want string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(cupel, args...)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = &out, &errs, &syscall.SysProcAttr{Setsid: true} // by its session what is left is found
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	limit := time.After(30 * time.Second)
	for done := false; !done; {
		select {
		case <-ended:
			done = true
		case <-limit:
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			t.Fatalf("%v hangs", args)
		case <-time.After(time.Duration(d.IntN(400)) * time.Millisecond):
			if w := workersOf(cmd.Process.Pid); len(w) > 0 {
				_ = syscall.Kill(w[d.IntN(len(w))], syscall.SIGKILL)
			}
		}
	}
	text := strings.TrimSpace(out.String())
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if last != "VERDICT: "+want && !strings.HasPrefix(last, "VERDICT: UNKNOWN") {
		t.Errorf("%v: %q, want %q\n%s%s", args, last, want, text, errs.String())
	}
	for range 40 {
		if len(session(cmd.Process.Pid)) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("%v leaves processes: %v", args, session(cmd.Process.Pid))
}

// workersOf are the workers in a session.
func workersOf(sid int) []int {
	var out []int
	for pid, line := range session(sid) {
		if strings.Contains(line, "\x00"+workerName+"\x00") {
			out = append(out, pid)
		}
	}
	return out
}

// session are the processes of a session with their command lines.
func session(sid int) map[int]string {
	out := map[int]string{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(data), ") ")
		f := strings.Fields(rest) // state, parent, group, session
		if len(f) < 4 || f[3] != strconv.Itoa(sid) || f[0] == "Z" || f[0] == "X" {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		out[pid] = string(line)
	}
	return out
}
