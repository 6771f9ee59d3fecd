package solc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"cupel/internal/child"
)

// run runs a command with limits and returns what it printed.
func run(ctx context.Context, args []string, stdin []byte) ([]byte, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = bytes.NewReader(stdin)
	out, diag := &limited{max: maxOutput}, &limited{max: 1 << 16}
	cmd.Stdout, cmd.Stderr = out, diag
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LC_ALL=C"}
	if err := child.Start(cmd); err != nil {
		return nil, fmt.Errorf("the Solidity compiler cannot be started: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(watchPause)
	defer tick.Stop()
	var stopped error
	for {
		select {
		case err := <-ended:
			switch {
			case stopped != nil:
				return nil, stopped
			case err != nil:
				return nil, fmt.Errorf("the Solidity compiler failed: %w: %s", err, strings.TrimSpace(diag.String()))
			case out.full:
				return nil, errors.New("the Solidity compiler prints too much")
			}
			return out.Bytes(), nil
		case <-ctx.Done():
			if stopped == nil {
				stopped = fmt.Errorf("the Solidity compiler was ended: %w", ctx.Err())
				_ = cmd.Process.Kill()
			}
			ctx = context.WithoutCancel(ctx)
		case <-tick.C:
			if stopped == nil && resident(cmd.Process.Pid) > runMemory {
				stopped = fmt.Errorf("the Solidity compiler was ended: it takes more than %d MB", runMemory)
				_ = cmd.Process.Kill()
			}
		}
	}
}

// resident is the resident memory of a process in MB; 0: not known.
func resident(pid int) int {
	if !memoryWatched {
		return 0
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return pages * os.Getpagesize() >> 20
}

// limited keeps the first max bytes.
type limited struct {
	bytes.Buffer
	max  int
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.max {
		l.full = true
		return len(p), nil
	}
	return l.Buffer.Write(p)
}

var _ io.Writer = (*limited)(nil)
