//go:build linux

package child

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is also the parent that TestKilled kills: it starts a process, prints its number
// and waits.
func TestMain(m *testing.M) {
	if os.Getenv("CUPEL_CHILD_TEST") == "" {
		os.Exit(m.Run())
	}
	cmd := exec.Command("sleep", "600")
	if err := Start(cmd); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(cmd.Process.Pid)
	_ = cmd.Wait()
}

// TestKilled: nothing is left when the parent is killed without warning.
func TestKilled(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "CUPEL_CHILD_TEST=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if !alive(pid) {
		t.Fatalf("process %d is not there", pid)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	for end := time.Now().Add(time.Minute); alive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("the child outlives its parent")
		}
	}
}

// alive reports whether a process runs; one that has ended and waits for its parent does not.
func alive(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}

// TestStart: the threads of the goroutines that start processes may end before the
// processes do.
func TestStart(t *testing.T) {
	for range 20 {
		started := make(chan *exec.Cmd)
		go func() {
			cmd := exec.Command("sh", "-c", "sleep 0.05; echo done")
			if err := Start(cmd); err != nil {
				t.Error(err)
			}
			started <- cmd
		}()
		if err := (<-started).Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if err := Start(exec.Command("/nonexistent")); err == nil {
		t.Error("no error")
	}
}
