package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cupel/engine"
	"cupel/internal/child"
)

func newRun(c Config, t Task, repetition int, o Options) *Run {
	r := &Run{Config: c.Name, Version: o.Version, Flags: strings.Join(slices.Concat(t.Flags, c.Flags), " "), Limits: o.Limits(),
		Task: t.Name, Digest: digest(t.Digest, c.Digest), Family: t.Family, Expected: t.Expected, Repetition: repetition}
	r.describe(t)
	return r
}

// Limits describes what a run may use.
func (o Options) Limits() string {
	t := o.Time.String()
	if o.CPU {
		t += " cpu"
	}
	if o.Tool != nil {
		t = o.Tool.Name + "," + t
	}
	if o.Harness && !o.Evidence {
		return fmt.Sprintf("%s,%dMB,harness", t, o.MemoryMB)
	}
	return fmt.Sprintf("%s,%dMB,evidence=%v", t, o.MemoryMB, o.Evidence)
}

// wall is the time limit of a run by the clock; 0: none.
func (o Options) wall() time.Duration {
	if o.CPU {
		return 3 * o.Time
	}
	return o.Time
}

// verifierReport is the part of the verifier's JSON output the tables use.
type verifierReport struct {
	Verdict   string        `json:"verdict"`
	Reason    string        `json:"reason"`
	Kind      string        `json:"reason_kind"`
	DecidedBy string        `json:"decided_by"`
	Confirmed string        `json:"confirmed"`
	Harness   string        `json:"harness"`
	Certified string        `json:"certified"`
	Stats     []engine.Stat `json:"statistics"`
	// Certificate has the level of what Certified describes, "none" for none.
	Certificate struct {
		Level string `json:"level"`
	} `json:"certificate"`
}

// arguments are the verifier's, but for the evidence and the task. Flags of the
// configuration come last and so override the limits.
func arguments(c Config, o Options) []string {
	args := []string{"verify", "--format", "json", "--timeout", o.wall().String(), "--memory", strconv.Itoa(o.MemoryMB)}
	if o.CPU {
		args = append(args, "--cpu-time", o.Time.String())
	}
	return append(args, c.Flags...)
}

// One runs the verifier once. When ctx ends, the result says nothing.
func One(ctx context.Context, c Config, t Task, repetition int, o Options) (*Run, error) {
	args := o.command(c, t)
	if o.Evidence || o.Harness {
		dir, err := os.MkdirTemp("", "cupel-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		args = append(args, "--harness", dir)
		if o.Evidence {
			args = append(args, "--certify")
		}
	}
	cmd := exec.Command(o.Binary, append(args, t.Path)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second // a child that keeps the pipes open
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Dir = o.RunDir
	if o.Prepare != nil {
		if err := o.Prepare(cmd); err != nil {
			return nil, fmt.Errorf("limiting the verifier: %w", err)
		}
	}
	start := time.Now()
	if err := child.Start(cmd); err != nil {
		return nil, fmt.Errorf("starting the verifier: %w", err)
	}
	r := newRun(c, t, repetition, o)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	kill := func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var limit <-chan time.Time
	if d := allowance(c, o); d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		limit = timer.C
	}
	interrupt := ctx.Done()
	poll := time.NewTicker(100 * time.Millisecond)
	defer poll.Stop()
	killed := ""
wait:
	for {
		select {
		case <-ended:
			break wait
		case <-limit:
			killed = "TIMEOUT"
			kill()
		case <-poll.C:
			// A quarter above the limit: the verifier itself should have stopped.
			if o.MemoryMB > 0 && residentMB(cmd.Process.Pid) > float64(o.MemoryMB)*1.25 {
				killed = "MEMORY"
				kill()
			}
			if o.Over != nil && killed == "" {
				if killed = o.Over(); killed != "" {
					kill()
				}
			}
		case <-interrupt:
			interrupt = nil
			kill()
		}
	}
	r.Wall = time.Since(start).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.CPU = float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
		r.MemoryMB = float64(u.Maxrss) / 1024
	}
	r.Exit = cmd.ProcessState.ExitCode()
	if o.Over != nil && killed == "" && r.Exit < 0 { // ended by the system, between two looks
		killed = o.Over()
	}
	r.Stderr = string(stderr.Bytes()[max(0, stderr.Len()-maxStderr):])
	o.finish(r, stdout.Bytes(), stderr.String(), killed, r.Exit)
	o.categorize(r, t)
	return r, nil
}

// exitFault is the verifier's exit code when it found a fault of its own.
const exitFault = 4

// exitCodes are those that go with a verdict.
var exitCodes = map[string]int{"TRUE": 0, "FALSE": 1, "UNKNOWN": 2}

// read fills in the verifier's results.
func (r *Run) read(stdout []byte, stderr, killed string, exit int) {
	var rep verifierReport
	err := json.Unmarshal(stdout, &rep)
	code, known := exitCodes[rep.Verdict]
	switch {
	case killed != "":
		r.Verdict, r.Reason = killed, "killed"
	case err == nil && known && code == exit:
		r.Verdict, r.Reason, r.DecidedBy = rep.Verdict, rep.Reason, rep.DecidedBy
		r.Confirmed, r.Harness, r.Certified, r.Certificate = rep.Confirmed, rep.Harness, rep.Certified, rep.Certificate.Level
		r.Stats = numbers(rep.Stats)
		r.Disagrees = engine.ReasonKind(rep.Kind) == engine.Disagreement
		switch engine.ReasonKind(rep.Kind) {
		case engine.TimeLimit, engine.CPULimit:
			r.Verdict = "TIMEOUT"
		case engine.MemoryLimit:
			r.Verdict = "MEMORY"
		}
	default: // also a verdict that the process's end contradicts
		line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
		r.Verdict, r.Reason = "ERROR", fmt.Sprintf("exit %d: %s", exit, line)
		r.Fault = exit == exitFault || strings.Contains(stderr, "\ngoroutine ") // the run-time system's way to crash
	}
}

// numbers are the statistics that are numbers.
func numbers(all []engine.Stat) map[string]float64 {
	out := map[string]float64{}
	for _, s := range all {
		if x, _, ok := s.Number(); ok {
			out[s.Key()] = x
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// allowance is the time after which a run is killed; 0: never. A configuration
// may have limits of its own.
func allowance(c Config, o Options) time.Duration {
	limit, certify := o.wall(), time.Minute
	if d, ok := durationFlag(c.Flags, "--timeout"); ok {
		limit = d
	}
	if limit <= 0 {
		return 0
	}
	if d, ok := durationFlag(c.Flags, "--certify-timeout"); ok {
		certify = d
	}
	if o.Evidence || o.Harness || hasFlag(c.Flags, "--certify") || hasFlag(c.Flags, "--harness") || hasFlag(c.Flags, "--witness") {
		if certify <= 0 {
			return 0
		}
		limit += certify
	}
	if o.Grace > 0 {
		return limit + o.Grace
	}
	return limit + grace
}

func hasFlag(flags []string, name string) bool {
	for _, f := range flags {
		if f == name || strings.HasPrefix(f, name+"=") {
			return true
		}
	}
	return false
}

// durationFlag returns the value that the flags give name last.
func durationFlag(flags []string, name string) (d time.Duration, ok bool) {
	for i, f := range flags {
		v, found := strings.CutPrefix(f, name+"=")
		if f == name && i+1 < len(flags) {
			v, found = flags[i+1], true
		}
		if x, err := time.ParseDuration(v); found && err == nil {
			d, ok = x, true
		}
	}
	return d, ok
}

// residentMB reads the resident memory of a process and its children: the
// verifier's work is done by a child of the process that was started.
func residentMB(pid int) float64 {
	sum := ownMB(pid)
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return sum
	}
	for _, f := range strings.Fields(string(children)) {
		if child, err := strconv.Atoi(f); err == nil {
			sum += ownMB(child)
		}
	}
	return sum
}

func ownMB(pid int) float64 {
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
