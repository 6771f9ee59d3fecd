package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// grace is what a run may take beyond its limit before it is killed.
const grace = 5 * time.Second

func newRun(c Config, t Task, o Options) *Run {
	return &Run{Config: c.Name, Flags: strings.Join(c.Flags, " "), Limits: fmt.Sprintf("%v,%dMB,evidence=%v", o.Time, o.MemoryMB, o.Evidence),
		Task: t.Name, Family: t.Family, Expected: t.Expected}
}

// verifierReport is the part of the verifier's JSON output the tables use.
type verifierReport struct {
	Verdict   string `json:"verdict"`
	Reason    string `json:"reason"`
	Confirmed string `json:"confirmed"`
	Harness   string `json:"harness"`
	Certified string `json:"certified"`
}

// execute runs the verifier once.
func execute(ctx context.Context, c Config, t Task, o Options) (*Run, error) {
	args := append([]string{"verify", "--format", "json", "--timeout", o.Time.String(),
		"--memory", strconv.Itoa(o.MemoryMB)}, c.Flags...)
	if o.Evidence {
		dir, err := os.MkdirTemp("", "cupel-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		args = append(args, "--certify", "--harness", dir)
	}
	cmd := exec.Command(o.Binary, append(args, t.Path)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the verifier: %w", err)
	}
	r := newRun(c, t, o)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	kill := func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	limit := time.NewTimer(o.Time + grace)
	if o.Evidence || hasFlag(c.Flags, "--certify") || hasFlag(c.Flags, "--harness") {
		limit.Reset(o.Time + time.Minute + grace)
	}
	defer limit.Stop()
	poll := time.NewTicker(100 * time.Millisecond)
	defer poll.Stop()
	killed := ""
wait:
	for {
		select {
		case <-ended:
			break wait
		case <-limit.C:
			killed = "TIMEOUT"
			kill()
		case <-poll.C:
			// A quarter above the limit: the verifier itself should have stopped.
			if o.MemoryMB > 0 && residentMB(cmd.Process.Pid) > float64(o.MemoryMB)*1.25 {
				killed = "MEMORY"
				kill()
			}
		case <-ctx.Done():
			kill()
		}
	}
	r.Wall = time.Since(start).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.CPU = float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
		r.MemoryMB = float64(u.Maxrss) / 1024
	}
	r.read(stdout.Bytes(), stderr.String(), killed, cmd.ProcessState.ExitCode())
	r.Category = categorize(r.Verdict, t)
	return r, nil
}

// read fills in what the verifier said.
func (r *Run) read(stdout []byte, stderr, killed string, exit int) {
	var rep verifierReport
	switch err := json.Unmarshal(stdout, &rep); {
	case killed != "":
		r.Verdict, r.Reason = killed, "killed"
	case err == nil && rep.Verdict != "":
		r.Verdict, r.Reason = rep.Verdict, rep.Reason
		r.Confirmed, r.Harness, r.Certified = rep.Confirmed, rep.Harness, rep.Certified
		if rep.Verdict == "UNKNOWN" && strings.HasPrefix(rep.Reason, "time limit") {
			r.Verdict = "TIMEOUT"
		}
		if rep.Verdict == "UNKNOWN" && strings.HasPrefix(rep.Reason, "memory limit") {
			r.Verdict = "MEMORY"
		}
	default:
		line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
		r.Verdict, r.Reason = "ERROR", fmt.Sprintf("exit %d: %s", exit, line)
	}
}

func hasFlag(flags []string, name string) bool {
	for _, f := range flags {
		if f == name || strings.HasPrefix(f, name+"=") {
			return true
		}
	}
	return false
}

// residentMB reads a process's resident memory.
func residentMB(pid int) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / (1 << 20)
}
