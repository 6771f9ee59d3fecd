package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain is also the benchmark that TestKilled kills.
func TestMain(m *testing.M) {
	dir := os.Getenv("CUPEL_BENCH_TEST")
	if dir == "" {
		os.Exit(m.Run())
	}
	_, err := Execute(context.Background(), []Config{{Name: "a"}}, tasks("sleep"), Options{Binary: filepath.Join(dir, "sleeper"), Workers: 1, Dir: dir})
	fmt.Println(err)
}

// TestKilled: a benchmark that is killed without warning leaves neither a running process nor a lock.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	alive := filepath.Join(dir, "alive")
	// The run reports that it has started, and keeps the pipe open while it lives.
	script := fmt.Sprintf("#!/bin/sh\nexec 3>%s\necho started >&3\nexec sleep 600\n", alive)
	if err := errors.Join(syscall.Mkfifo(alive, 0o600), os.WriteFile(filepath.Join(dir, "sleeper"), []byte(script), 0o755)); err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "CUPEL_BENCH_TEST="+dir)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(alive)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	run := bufio.NewReader(pipe)
	if line, err := run.ReadString('\n'); line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	var locked *LockedError
	if _, err := Execute(context.Background(), nil, nil, Options{Dir: dir}); !errors.As(err, &locked) || locked.Owner != fmt.Sprint(parent.Process.Pid) {
		t.Errorf("two at a time: %v", err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	if rest, err := io.ReadAll(run); len(rest) > 0 || err != nil { // to the run's end
		t.Errorf("%q, %v", rest, err)
	}
	if _, err := Execute(context.Background(), nil, nil, Options{Dir: dir}); err != nil {
		t.Error(err)
	}
}

// TestDigests: a run is repeated when the program or a file of the flags is another.
func TestDigests(t *testing.T) {
	dir := t.TempDir()
	binary, calls := fake(t, dir)
	o := Options{Binary: binary, Workers: 1, Dir: filepath.Join(dir, "out")}
	for _, c := range []struct {
		task, flags string
		calls       int
	}{
		{"1", "", 1}, {"1", "", 1}, {"2", "", 2}, {"1", "", 2}, {"1", "p", 3}, {"1", "p", 3}, {"", "1p", 4},
	} {
		ts := tasks("safe")
		ts[0].Digest = c.task
		if _, err := Execute(context.Background(), []Config{{Name: "a", Digest: c.flags}}, ts, o); err != nil {
			t.Fatal(err)
		}
		if data, _ := os.ReadFile(calls); bytes.Count(data, []byte("x")) != c.calls {
			t.Errorf("%q %q: %d calls, want %d", c.task, c.flags, bytes.Count(data, []byte("x")), c.calls)
		}
	}
}

// TestDigest: contents count, those of included files as well; names do not.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	get := func(files []string, texts ...string) string {
		d, err := Digest(files, texts...)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a := put("a.c", "#include \"b.h\"\n#include \"gone.h\"\nint main(void) {}\n")
	put("b.h", "  # include \"c.h\"\n#include \"a.c\"\n")
	put("c.h", "int x;\n")
	first := get([]string{a}, "property")
	if again := get([]string{a}, "property"); again != first {
		t.Error("the same files differ")
	}
	if get([]string{a}, "another") == first || get([]string{a, put("d.c", "")}, "property") == first {
		t.Error("different questions are the same")
	}
	put("c.h", "int y;\n")
	if get([]string{a}, "property") == first {
		t.Error("an included file has changed unnoticed")
	}
	if _, err := Digest([]string{filepath.Join(dir, "none")}); err == nil {
		t.Error("no error")
	}
}

// TestDisagrees: a counterexample that the compiled program does not follow is told apart from other missing verdicts.
func TestDisagrees(t *testing.T) {
	for kind, want := range map[string]bool{"disagreement": true, "unconfirmed": false} {
		var r Run
		if r.read([]byte(`{"verdict": "UNKNOWN", "reason": "x", "reason_kind": "`+kind+`"}`), "", "", 2); r.Verdict != "UNKNOWN" || r.Disagrees != want {
			t.Errorf("%s: %+v", kind, r)
		}
	}
}

// TestFault: the verifier's own faults are distinguished from mistakes in the input.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		stderr string
		exit   int
		want   bool
	}{
		{"x.c:1:1: syntax error", 3, false},
		{"internal error: please report it", 4, true},
		{"fatal error: stack overflow\n\ngoroutine 1 [running]:", 2, true},
		{"", -1, false}, // killed, perhaps by somebody who was short of memory
	} {
		var r Run
		if r.read(nil, c.stderr, "", c.exit); r.Verdict != "ERROR" || r.Fault != c.want {
			t.Errorf("%+v: %+v", c, r)
		}
	}
	var b bytes.Buffer
	if err := Summarize([]Run{{Config: "a", Task: "f/1", Verdict: "ERROR", Reason: "exit 4: x", Fault: true}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "faults of the verifier: 1\n  a on f/1: exit 4: x\n") {
		t.Error(b.String())
	}
}
