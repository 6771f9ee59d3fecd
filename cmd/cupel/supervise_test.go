package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// callable is the path of a cupel: the test binary is one when it is called so.
func callable(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cupel := filepath.Join(t.TempDir(), "cupel")
	if err := os.Symlink(self, cupel); err != nil {
		t.Fatal(err)
	}
	return cupel
}

// supervised starts cupel verify on a task that takes long and returns the
// command and the process that does the work.
func supervised(t *testing.T, out, errs *bytes.Buffer, args ...string) (*exec.Cmd, int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "long.c")
	if err := os.WriteFile(file, []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	cupel := callable(t)
	cmd := exec.Command(cupel, append(append([]string{"verify", "--engine", "symex", "--timeout", "60s"}, args...), file)...)
	cmd.Stdout, cmd.Stderr = out, errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		time.Sleep(50 * time.Millisecond)
		data, _ := os.ReadFile("/proc/" + strconv.Itoa(cmd.Process.Pid) + "/task/" + strconv.Itoa(cmd.Process.Pid) + "/children")
		if f := strings.Fields(string(data)); len(f) > 0 {
			worker, err := strconv.Atoi(f[0])
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond) // until it has begun
			return cmd, worker
		}
	}
	_ = cmd.Process.Kill()
	t.Fatal("no worker")
	return nil, 0
}

const long = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  for (unsigned i = 0; i < n; i++) s += i * __VERIFIER_nondet_uint();
  if (s * s == 3) reach_error();
}
`

// TestFault: what ends the worker is a verdict, an exit code of its own and a
// line that asks for a report.
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
		cmd, worker := supervised(t, &out, &errs, tt.args...)
		if err := syscall.Kill(worker, tt.signal); err != nil {
			t.Fatal(err)
		}
		if tt.name == "killed" {
			time.Sleep(10 * time.Millisecond)
		}
		err := cmd.Wait()
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

// TestSupervisorSignals: a signal to the process that was started reaches the worker,
// and the worker does not survive it.
func TestSupervisorSignals(t *testing.T) {
	var out, errs bytes.Buffer
	cmd, _ := supervised(t, &out, &errs)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != exitUnknown || !strings.Contains(out.String(), "VERDICT: UNKNOWN (interrupted") {
		t.Errorf("terminated: %v, %s%s", err, &out, &errs)
	}
	cmd, worker := supervised(t, &out, &errs)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	for range 50 {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(worker) + "/stat")
		if err != nil || strings.Contains(string(data), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the worker goes on without its supervisor")
	_ = syscall.Kill(worker, syscall.SIGKILL)
}
