package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// callable is the path of the command, whose processes start it by the path of their program: a link that is resolved would start the tests.
func callable(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cupel := filepath.Join(t.TempDir(), "cupel")
	if os.Link(self, cupel) == nil {
		return cupel
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cupel, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return cupel
}

// supervised starts cupel verify on a task that takes long and returns the command, the process that does the work, and a function that waits
// for the end of both. The work has begun then: its input comes through a pipe that holds only a part of it, and has been written.
func supervised(t *testing.T, out, errs *bytes.Buffer, args ...string) (cmd *exec.Cmd, worker int, ended func()) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "long.c")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	input, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	cmd = exec.Command(callable(t), append(append([]string{"verify", "--engine", "symex", "--timeout", lastResort.String()}, args...), file)...)
	cmd.Stdout, cmd.Stderr = out, errs
	ended = inherited(t, cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := input.SetWriteDeadline(time.Now().Add(lastResort)); err != nil {
		t.Fatal(err)
	}
	if _, err := input.WriteString(long + strings.Repeat(" \n", 1<<18)); err != nil {
		_ = cmd.Process.Kill()
		t.Fatalf("nobody reads the input: %v", err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if worker, err = strconv.Atoi(strings.TrimSpace(string(children))); err != nil {
		_ = cmd.Process.Kill()
		t.Fatalf("no worker: %q", children)
	}
	return cmd, worker, ended
}

// lastResort ends what hangs; nothing waits for it.
const lastResort = 10 * time.Minute

// inherited gives a command files that all its processes inherit, and returns a function that waits until none of these processes is left. It must be
// called before the command starts; a process that keeps running is an error.
func inherited(t *testing.T, cmd *exec.Cmd) (ended func()) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	for range 8 { // a program that hands files on uses the first numbers
		cmd.ExtraFiles = append(cmd.ExtraFiles, w)
	}
	return func() {
		t.Helper()
		if err := errors.Join(w.Close(), r.SetReadDeadline(time.Now().Add(lastResort))); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("%v leaves processes: %v", cmd.Args, err)
		}
	}
}

const long = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) s += i * __VERIFIER_nondet_uint();
  if (s * s == 3) reach_error();
}
`

// TestFault: the end of a worker by a fault gives a verdict, an exit code of its own and a line that asks for a report.
func TestFault(t *testing.T) {
	for _, tt := range []struct {
		name   string
		args   []string
		signal syscall.Signal
		out    string
		errs   string
	}{
		{"abort", nil, syscall.SIGABRT, "RESULT: unknown\nVERDICT: UNKNOWN (internal error: SIGABRT: abort; please report this with the input)\n", "internal error: SIGABRT: abort; please report this with the input\n"},
		{"fault in C", nil, syscall.SIGSEGV, "VERDICT: UNKNOWN (internal error: ", "please report this with the input"},
		{"killed", nil, syscall.SIGKILL, "VERDICT: UNKNOWN (internal error: killed", "--memory"},
		{"json", []string{"--format", "json"}, syscall.SIGABRT, `"verdict": "UNKNOWN"`, "please report this with the input"},
	} {
		var out, errs bytes.Buffer
		cmd, worker, ended := supervised(t, &out, &errs, tt.args...)
		if err := syscall.Kill(worker, tt.signal); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		ended()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitFault {
			t.Errorf("%s: %v, want exit code %d", tt.name, err, exitFault)
		}
		if !strings.Contains(out.String(), tt.out) {
			t.Errorf("%s: output %q", tt.name, &out)
		}
		if !strings.Contains(errs.String(), tt.errs) || strings.Contains(errs.String(), "goroutine") {
			t.Errorf("%s: standard error %q", tt.name, &errs)
		}
	}
}

// TestAddressSpace: a run in a limited address space ends with a reason before an allocation fails in the middle of something.
func TestAddressSpace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.c")
	if err := os.WriteFile(file, []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("sh", "-c", `ulimit -v 1600000 && exec "$@"`, "sh", callable(t), "verify", "--engine", "symex", "--timeout", lastResort.String(), file)
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitUnknown || !strings.Contains(out.String(), "VERDICT: UNKNOWN (memory limit of the address space") {
		t.Errorf("%v: %s%s", err, &out, &errs)
	}
}

// TestSupervisorSignals: a signal to the parent process reaches the worker, which reports it and ends soon; and the worker does not survive its parent.
func TestSupervisorSignals(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		var out, errs bytes.Buffer
		cmd, _, ended := supervised(t, &out, &errs)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		ended()
		if cmd.ProcessState.ExitCode() != exitUnknown || !strings.Contains(out.String(), "VERDICT: UNKNOWN (interrupted") || errs.Len() > 0 {
			t.Errorf("%v: %v, %s%s", signal, err, &out, &errs)
		}
	}
	var out, errs bytes.Buffer
	cmd, _, ended := supervised(t, &out, &errs)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	ended()
}

// TestRlimits: limits of the system are set before anything is read, for the supervisor and for the process that works; limits that are none end the command.
func TestRlimits(t *testing.T) {
	cupel := callable(t)
	pipe := filepath.Join(t.TempDir(), "p.c")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(cupel, "verify", pipe) // reads until somebody writes
	cmd.Env = append(os.Environ(), "CUPEL_RLIMITS=core=0 fsize=12345 nofile=77 cpu=99")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // when it is open for reading, too
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	pids := append(strings.Fields(string(children)), strconv.Itoa(cmd.Process.Pid))
	if len(pids) != 2 {
		t.Errorf("processes %v", pids)
	}
	for _, pid := range pids {
		text, err := os.ReadFile("/proc/" + pid + "/limits")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`core file size +0 +0 `, `file size +12345 +12345 `, `open files +77 +77 `, `cpu time +99 +99 `} {
			if !regexp.MustCompile(want).Match(text) {
				t.Errorf("%s: no %q in\n%s", pid, want, text)
			}
		}
	}
	wrong := exec.Command(cupel, "version")
	wrong.Env = append(os.Environ(), "CUPEL_RLIMITS=core=0 many=1")
	if out, err := wrong.CombinedOutput(); err == nil || !strings.Contains(string(out), "CUPEL_RLIMITS") {
		t.Errorf("%v: %s", err, out)
	}
}
