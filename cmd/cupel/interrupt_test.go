package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cupel/tests/effort"
)

// TestInterrupts: a user's interrupts, at whatever time, one or two, to the terminal's process group or to the process, give a verdict line
// and never a fault. It waits for the clock only to interrupt at random times; in make long it does so 200 times.
func TestInterrupts(t *testing.T) {
	n := effort.Count(4, 20, 200)
	seed := effort.Seed(1)
	r := rand.New(rand.NewPCG(seed, 0))
	cupel := callable(t)
	files := lengthy(t)
	engines := []string{"auto", "symex", "cegar", "bmc", "kinduction", "gps", "traceabs"}
	for i := range n {
		file, engine := files[r.IntN(len(files))], engines[i%len(engines)]
		twice, group := r.IntN(2) == 0, r.IntN(2) == 0
		first, second := time.Duration(r.IntN(1500))*time.Millisecond, time.Duration(r.IntN(120))*time.Millisecond
		what := fmt.Sprintf("%s on %s, seed %d, run %d: interrupted after %v, twice %v (%v), the group %v", engine, filepath.Base(file), seed, i, first, twice, second, group)
		var out, errs bytes.Buffer
		cmd := exec.Command(cupel, "verify", "--engine", engine, "--timeout", lastResort.String(), file)
		cmd.Stdout, cmd.Stderr = &out, &errs
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		ended := inherited(t, cmd)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		working(t, cmd)
		to := cmd.Process.Pid
		if group {
			to = -to
		}
		time.Sleep(first)
		_ = syscall.Kill(to, syscall.SIGINT)
		if twice {
			time.Sleep(second)
			_ = syscall.Kill(to, syscall.SIGINT)
		}
		_ = cmd.Wait()
		ended()
		code := cmd.ProcessState.ExitCode()
		if code < 0 || code > exitUnknown || strings.Count(out.String(), "VERDICT: ") != 1 || strings.Contains(errs.String(), "internal error") {
			t.Errorf("%s: exit code %d, %s\n%s%s", what, code, cmd.ProcessState, &out, &errs)
		}
	}
}

// TestInterruptsOfCommands: every command that verifies something answers an interrupt, at whatever time, with its line.
func TestInterruptsOfCommands(t *testing.T) {
	cupel, dir := callable(t), t.TempDir()
	file, contract, project := filepath.Join(dir, "long.c"), filepath.Join(dir, "none.sol"), filepath.Join(dir, "cupel.toml")
	if err := errors.Join(os.WriteFile(file, []byte(long), 0o644), os.WriteFile(project, []byte("[[task]]\nfile = \"long.c\"\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line string
		args []string
	}{
		{"CONDITION: PARTIAL (interrupted", []string{"condition", file}},
		{`"status": "partial"`, []string{"condition", "--format", "json", file}},
		{"TESTS: ", []string{"test", file}},
		{`"stopped": "interrupted`, []string{"test", "--format", "json", file}},
		{" tasks: ", []string{"check", "--project", project}},
		{"Inconclusive results: interrupted", []string{"solidity", contract}},
	} {
		for _, after := range []time.Duration{0, 300 * time.Millisecond} {
			if after > 0 && c.args[0] == "solidity" {
				continue // it has found by then that there is no such file
			}
			var out, errs bytes.Buffer
			cmd := exec.Command(cupel, c.args...)
			cmd.Stdout, cmd.Stderr = &out, &errs
			ended := inherited(t, cmd)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			working(t, cmd)
			time.Sleep(after)
			_ = cmd.Process.Signal(syscall.SIGINT)
			_ = cmd.Wait()
			ended()
			code := cmd.ProcessState.ExitCode()
			if c.args[0] == "solidity" && code == exitInput { // the signal was late
				continue
			}
			if code != exitUnknown || strings.Count(out.String(), c.line) != 1 || strings.Contains(errs.String(), "internal error") {
				t.Errorf("%v after %v: exit code %d, %s\n%s%s", c.args, after, code, cmd.ProcessState, &out, &errs)
			}
		}
	}
}

// TestIgnoredInterrupts: a job in a shell's background begins with interrupts ignored, and answers those that are sent to it all the same, early ones, too.
func TestIgnoredInterrupts(t *testing.T) {
	signal.Ignore(os.Interrupt)
	defer signal.Reset(os.Interrupt)
	file := filepath.Join(t.TempDir(), "long.c")
	if err := os.WriteFile(file, []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd := exec.Command(callable(t), "verify", "--timeout", lastResort.String(), file)
	cmd.Stdout, cmd.Stderr = &out, &out
	ended := inherited(t, cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	working(t, cmd)
	_ = cmd.Process.Signal(syscall.SIGINT)
	_ = cmd.Wait()
	ended()
	if code := cmd.ProcessState.ExitCode(); code != exitUnknown || strings.Count(out.String(), "VERDICT: UNKNOWN (interrupted") != 1 {
		t.Errorf("exit code %d, %s\n%s", code, cmd.ProcessState, &out)
	}
}

// working waits until there is a process that works and one that supervises it: before, nobody can answer.
func working(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	for children := ""; strings.TrimSpace(children) == ""; {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		children = string(text)
	}
}

// lengthy writes programs that take long in different phases.
func lengthy(t *testing.T) (files []string) {
	dir := t.TempDir()
	for name, text := range map[string]string{"long.c": long, "tree.c": tree(17), "format.c": formatting, "switch.c": machine(600)} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// tree has as many calls as a binary tree of a depth.
func tree(depth int) string {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint g0(int x) { return x + 1; }\n")
	for i := range depth {
		fmt.Fprintf(&b, "int g%d(int x) { int y = g%d(x); if (y & %d) y += 3; return g%[2]d(y) - %[1]d; }\n", i+1, i, 1<<(i%8))
	}
	fmt.Fprintf(&b, "int main(void) { int x = __VERIFIER_nondet_int() & 15; if (g%d(x) == 77777) reach_error(); return 0; }\n", depth)
	return b.String()
}

// machine is a state machine.
func machine(states int) string {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  int s = 0, a = 0, b = 0, c = 0;\n  while (__VERIFIER_nondet_int()) {\n    switch (s) {\n")
	for i := range states {
		fmt.Fprintf(&b, "    case %d: a += %d; if (a > b) { b = a + c; s = %d; } else s = %d; c ^= %d; break;\n", i, i%7, (i*37+11)%states, (i*61+5)%states, i%5)
	}
	b.WriteString("    }\n    if (a == -5) reach_error();\n  }\n  return 0;\n}\n")
	return b.String()
}

// formatting writes a number as text and reads it back.
const formatting = `#include <stdarg.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char *digits(unsigned v, char *end) { *--end = 0; do { *--end = '0' + v % 10; v /= 10; } while (v); return end; }
static int print(char *out, int room, const char *f, ...) {
  va_list ap;
  int n = 0;
  va_start(ap, f);
  for (; *f; f++) {
    if (*f != '%') { if (n < room) out[n++] = *f; continue; }
    f++;
    int width = 0, left = 0;
    char buf[16], *s = buf;
    if (*f == '-') { left = 1; f++; }
    while (*f >= '0' && *f <= '9') width = width * 10 + *f++ - '0';
    if (*f == 'd') {
      int v = va_arg(ap, int);
      s = digits(v < 0 ? 0u - (unsigned)v : (unsigned)v, buf + 16);
      if (v < 0) *--s = '-';
    } else if (*f == 's') s = va_arg(ap, char *);
    else { buf[0] = *f; buf[1] = 0; }
    int len = (int)strlen(s);
    if (!left) for (int i = len; i < width && n < room; i++) out[n++] = ' ';
    for (int i = 0; i < len && n < room; i++) out[n++] = s[i];
    if (left) for (int i = len; i < width && n < room; i++) out[n++] = ' ';
  }
  va_end(ap);
  if (n < room) out[n] = 0;
  return n;
}
static int parse(const char *s) {
  int neg = 0;
  unsigned v = 0;
  while (*s == ' ') s++;
  if (*s == '-') { neg = 1; s++; }
  while (*s >= '0' && *s <= '9') v = v * 10 + (unsigned)(*s++ - '0');
  return neg ? (int)(0u - v) : (int)v;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  char out[64];
  print(out, 63, "[%5d] %s %-8d|", x, "abc", x);
  if (parse(out + 1) != x) reach_error();
  return 0;
}
`

// TestLimitsHit: a limit that is met on purpose, in every phase of every command, names the phase and is exceeded by half a second of
// processor time at most; in make long with all commands.
func TestLimitsHit(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	safe := "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"
	big := safe + strings.Repeat("extern int pad;\n", 10) + "int main(void) { unsigned s = 0;\n"
	for i := range 20_000 {
		big += fmt.Sprintf("  if (__VERIFIER_nondet_uint() > %d) s += %d; else s ^= %d;\n", i, i%97, i%31)
	}
	big += "  if (s == 12345) reach_error();\n  return 0; }\n"
	fill := safe + "int a[1000], b[1000], c[1000];\nint main(void) { unsigned n = __VERIFIER_nondet_uint() % 1000;\n" +
		strings.Repeat("  for (unsigned i = 0; i < n; i++) { a[i] = b[n - 1 - i] + 1; c[i] = a[i] > b[i] ? a[i] : b[i]; b[i] = c[(i + 3) % 1000]; }\n", 6) +
		"  for (unsigned i = 0; i < n; i++) if (a[i] > 1000000) reach_error();\n  return 0; }\n"
	steps := safe + "int main(void) { unsigned s = 0; for (unsigned i = 0; i < 4000000000u; i++) s = s * 5 + i; if (s == __VERIFIER_nondet_uint()) reach_error(); return 0; }\n"
	names := map[string]string{"big": write("big.c", big), "tree": write("tree.c", tree(18)), "machine": write("machine.c", machine(3000)), "fill": write("fill.c", fill),
		"format": write("format.c", formatting), "long": write("long.c", long), "steps": write("steps.c", steps),
		"counts": write("counts.c", safe+"int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0; while (i < n) { i++; s += 2; } if (s != 2 * i) reach_error(); return 0; }\n")}
	beyond := 500 * time.Millisecond
	if !effort.Long() { // on a machine that does much else
		beyond *= 2
	}
	for i, c := range []struct {
		program string
		limit   string
		args    []string
	}{
		{"format", "2s", []string{"verify", "--engine", "auto"}},
		{"tree", "2s", []string{"verify", "--engine", "symex"}},
		{"big", "1s", []string{"verify", "--engine", "auto"}},
		{"tree", "3s", []string{"verify", "--engine", "auto"}},
		{"machine", "2s", []string{"verify", "--engine", "auto"}},
		{"machine", "3s", []string{"verify", "--engine", "kinduction", "--invariants", "relational"}},
		{"fill", "2s", []string{"verify", "--engine", "auto"}},
		{"fill", "2s", []string{"verify", "--engine", "quantified"}},
		{"steps", "1s", []string{"verify", "--engine", "bmc"}},
		{"format", "2s", []string{"verify", "--engine", "bmc"}},
		{"long", "1s", []string{"verify", "--engine", "cegar", "--interpolation", "cubes"}},
		{"long", "1s", []string{"verify", "--engine", "traceabs"}},
		{"long", "1s", []string{"verify", "--engine", "gps"}},
		{"long", "1s", []string{"verify", "--engine", "symexecia"}},
		{"counts", "2s", []string{"verify", "--engine", "gps", "--certify", "--require-certified", "--certify-timeout", "1ms"}},
		{"format", "2s", []string{"condition"}},
		{"format", "2s", []string{"test"}},
	} {
		if i >= effort.Count(3, 6, 100) {
			break
		}
		what := fmt.Sprintf("%s on %s.c within %s", strings.Join(c.args, " "), c.program, c.limit)
		limit, err := time.ParseDuration(c.limit)
		if err != nil {
			t.Fatal(err)
		}
		facts := filepath.Join(dir, fmt.Sprintf("facts%d.json", i))
		args := append([]string{}, c.args...)
		if args[0] == "verify" {
			args = append(args, "--stats", "--facts-out", facts)
		}
		var out bytes.Buffer
		cmd := exec.Command(callable(t), append(args, "--timeout", lastResort.String(), "--cpu-time", c.limit, names[c.program])...)
		cmd.Stdout, cmd.Stderr = &out, &out
		_ = cmd.Run()
		used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		t.Logf("%s: %v of processor time; %s", what, used.Round(10*time.Millisecond), last(&out))
		if code := cmd.ProcessState.ExitCode(); code != exitUnknown && code != 0 {
			t.Errorf("%s: exit code %d\n%s", what, code, &out)
		}
		if used > limit+beyond {
			t.Errorf("%s: %v of processor time", what, used)
		}
		if c.args[0] != "verify" {
			continue
		}
		if text := out.String(); strings.Contains(text, "processor time limit") && (!strings.Contains(text, "\nended in: ") || !strings.Contains(text, "\ntime front end: ")) {
			t.Errorf("%s: no phase\n%s", what, text)
		}
		if _, err := os.Stat(facts); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// last is the end of an output.
func last(out *bytes.Buffer) string {
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], " | ")
}
