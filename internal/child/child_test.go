//go:build linux

package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestMain is also the parent that TestKilled kills: it starts a process that keeps standard output open and waits for it.
func TestMain(m *testing.M) {
	if os.Getenv("CUPEL_CHILD_TEST") == "" {
		os.Exit(m.Run())
	}
	cmd := exec.Command("sleep", "600")
	cmd.Stdout = os.Stdout
	if err := Start(cmd); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("started")
	_ = cmd.Wait()
}

// TestKilled: nothing is left when the parent is killed without warning.
func TestKilled(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "CUPEL_CHILD_TEST=1")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	parent.Stdout = w
	if err := errors.Join(parent.Start(), w.Close()); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(r)
	if line, err := out.ReadString('\n'); line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	if err := r.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil { // less than the child sleeps
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(out); len(rest) > 0 || err != nil { // to the end of all that have it open
		t.Errorf("the child outlives its parent: %q, %v", rest, err)
	}
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

// TestProcessorTime: a child counts while it runs, and once when it was waited for.
func TestProcessorTime(t *testing.T) {
	before := ProcessorTime()
	cmd := exec.Command("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; read x")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := Start(cmd); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	running := ProcessorTime() - before
	if running <= 0 {
		t.Error("a child that runs does not count")
	}
	_ = in.Close()
	_ = cmd.Wait()
	if ended := ProcessorTime() - before; ended < running-50*time.Millisecond || ended > running+running/2+time.Second {
		t.Errorf("%v while it ran, %v when it had ended", running, ended)
	}
}
