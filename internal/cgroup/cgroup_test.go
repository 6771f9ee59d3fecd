package cgroup

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// layout is a directory with files as the kernel makes them.
func layout(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func contents(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestOpen: a group is taken if it has the controllers that bounds need, and these are handed on.
func TestOpen(t *testing.T) {
	dir := layout(t, map[string]string{"cgroup.controllers": "cpuset cpu io memory pids\n", "cgroup.subtree_control": ""})
	if _, err := Open(dir); err != nil || contents(t, dir, "cgroup.subtree_control") != "+memory +pids" {
		t.Error(err)
	}
	for name, files := range map[string]map[string]string{
		"no controller memory": {"cgroup.controllers": "cpu pids\n", "cgroup.subtree_control": ""},
		"is not delegated":     {"cgroup.controllers": "memory pids\n"},
		"is no control group":  {},
	} {
		if _, err := Open(layout(t, files)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAbove: where the group above that of a process lies.
func TestAbove(t *testing.T) {
	const mounts = "24 30 0:21 / /proc rw,nosuid - proc proc rw\n35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
	for _, c := range []struct{ own, mounts, want string }{
		{"0::/user.slice/u.service/worker\n", mounts, "/sys/fs/cgroup/user.slice/u.service"},
		{"4:memory:/x\n0::/a/b\n", mounts, "/sys/fs/cgroup/a"},
		{"0::/\n", mounts, ""},
		{"4:memory:/x\n", mounts, ""},
		{"0::/a/b\n", "24 30 0:21 / /proc rw - proc proc rw\n", ""},
	} {
		if got, err := above(c.own, c.mounts); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v", c.own, got, err)
		}
	}
}

// TestNumbers: bounds are written to the kernel's files, and what is used is read from them.
func TestNumbers(t *testing.T) {
	dir := layout(t, map[string]string{"memory.max": "max\n", "memory.oom.group": "0\n", "pids.max": "max\n",
		"cpu.stat": "usage_usec 1500000\nuser_usec 1000000\n", "memory.events": "low 0\noom 2\noom_kill 0\n"})
	g := &Group{path: dir}
	if d, err := g.ProcessorTime(); err != nil || d != 1500*time.Millisecond {
		t.Error(d, err)
	}
	if is, err := g.OutOfMemory(); err != nil || is {
		t.Error(is, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "memory.events"), []byte("oom_kill 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if is, err := g.OutOfMemory(); err != nil || !is {
		t.Error(is, err)
	}
	if err := g.bound(Limits{Memory: 1 << 20, Processes: 7}); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"memory.max": "1048576", "memory.oom.group": "1\n", "pids.max": "7"} {
		if got := contents(t, dir, name); !strings.HasPrefix(got, strings.TrimSpace(want)) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if err := (&Group{path: layout(t, nil)}).bound(Limits{Processes: 7}); err == nil {
		t.Error("a bound that cannot be set is no error")
	}
}

// TestProcesses: a process begins in its group; when that is closed, it is gone, and so is what it has started and left. Where this machine lets us make groups they
// are real ones; controllers are not needed for this.
func TestProcesses(t *testing.T) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	p := &Parent{Mount(string(mounts))}
	g, err := p.New(fmt.Sprint("cupel-test-", os.Getpid()), Limits{})
	if err != nil {
		t.Logf("no groups can be made here (%v): the layout alone is tested", err)
		return
	}
	closed := false
	defer func() {
		if !closed {
			_ = g.Close()
		}
	}()
	cmd := exec.Command("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; setsid sleep 600 & echo $!; exec sleep 600")
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	g.Enter(cmd.SysProcAttr)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if d, err := g.ProcessorTime(); err != nil || d <= 0 {
		t.Errorf("%v, %v", d, err)
	}
	procs := contents(t, g.path, "cgroup.procs")
	if !strings.Contains(procs, fmt.Sprint(cmd.Process.Pid)+"\n") || !strings.Contains(procs, line) {
		t.Errorf("%q has not %d and %q", procs, cmd.Process.Pid, line)
	}
	closed = true
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	if _, err := os.Stat(g.path); !os.IsNotExist(err) {
		t.Errorf("the group is still there: %v", err)
	}
}
