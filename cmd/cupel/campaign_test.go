package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cupel/product/campaign"
	"cupel/tests/effort"
)

// shortTasks writes a set of tasks that take little; every sixth one cannot fail.
func shortTasks(t *testing.T, dir string, n int) (set string) {
	t.Helper()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var list strings.Builder
	write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	for i := range n {
		name := fmt.Sprintf("t%d", i)
		write(name+".c", fmt.Sprintf(`extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > %d && x %% 2 == 0 && x < %d) reach_error(); }
`, i, i+2+i%3))
		write(name+".yml", fmt.Sprintf("format_version: '2.0'\ninput_files: %s.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: %v\n", name, i%6 == 0))
		fmt.Fprintf(&list, "%s.yml\n", name)
	}
	write("all.set", list.String())
	return filepath.Join(dir, "all.set")
}

// outcomes are the verdicts of a table, with the rows that differ only in what was measured made equal.
func outcomes(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, row := range rows[1:] {
		var kept []string
		for i, name := range rows[0] {
			if slices.Contains([]string{"config", "task", "family", "expected", "verdict", "category", "flags", "version", "decided_by"}, name) {
				kept = append(kept, row[i])
			}
		}
		out = append(out, strings.Join(kept, ","))
	}
	return out
}

// TestCampaignChaos kills the server, its workers and workers of their own at random: every result is there exactly once, and all are those
// of cupel bench.
func TestCampaignChaos(t *testing.T) {
	cupel, dir := callable(t), t.TempDir()
	random := rand.New(rand.NewPCG(effort.Seed(1), 5))
	tasks := effort.Programs(24, 60, 2000)
	kills := max(6, tasks/10)
	set, out, calm := shortTasks(t, dir, tasks), filepath.Join(dir, "out"), filepath.Join(dir, "calm")
	flags := []string{"--quiet", "--run", "a=--engine bmc", "--timeout", "60s"}
	start := func(args ...string) *exec.Cmd {
		cmd := exec.Command(cupel, args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	run := func() *exec.Cmd {
		return start(append([]string{"campaign", "run", "--output", out, "--workers", "1", "--lease", "2s", set}, flags...)...)
	}
	kill := func(cmd *exec.Cmd) { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	finished := make(chan int, 1)
	main := run()
	wait := func(cmd *exec.Cmd) {
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() >= 0 {
			finished <- cmd.ProcessState.ExitCode()
		}
	}
	go wait(main)
	for _, err := os.Stat(filepath.Join(out, "server.json")); err != nil; _, err = os.Stat(filepath.Join(out, "server.json")) {
		time.Sleep(50 * time.Millisecond)
	}
	workers := []*exec.Cmd{start("worker", "--output", out), start("worker", "--output", out)}
	deadline := time.After(lastResort + time.Duration(tasks)*10*time.Second)
	done, code := 0, -1
	for code < 0 {
		select {
		case code = <-finished:
			continue
		case <-deadline:
			t.Fatal("the campaign does not end")
		case <-time.After(time.Duration(200+random.IntN(1500)) * time.Millisecond):
		}
		if done >= kills {
			continue
		}
		switch done++; random.IntN(4) {
		case 0:
			_ = main.Process.Kill()
			main = run()
			go wait(main)
		case 1: // one of its own, which it starts again
			lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", main.Process.Pid))
			for _, list := range lists {
				children, _ := os.ReadFile(list)
				for _, pid := range strings.Fields(string(children)) {
					if n, err := strconv.Atoi(pid); err == nil && n > 1 {
						_ = syscall.Kill(n, syscall.SIGKILL)
					}
				}
			}
		default:
			i := random.IntN(len(workers))
			kill(workers[i])
			workers[i] = start("worker", "--output", out)
		}
	}
	for _, w := range workers {
		kill(w)
	}
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	t.Logf("%d tasks, %d kills", tasks, done)
	var p campaign.Progress
	status, err := exec.Command(cupel, "campaign", "status", "--output", out, "--format", "json").Output()
	if err != nil || json.Unmarshal(status, &p) != nil || p.Done != tasks || p.Failed > 0 || len(p.Conflicts) > 0 {
		t.Errorf("%v: %s", err, status)
	}
	if text, err := exec.Command(cupel, append([]string{"bench", "--output", calm, "--workers", "2", set}, flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	journal, err := os.ReadFile(filepath.Join(out, "journal.jsonl"))
	if n := bytes.Count(journal, []byte("\n")); err != nil || n != tasks {
		t.Errorf("%d lines of the journal: %v", n, err)
	}
	disturbed, undisturbed := outcomes(t, filepath.Join(out, "results.csv")), outcomes(t, filepath.Join(calm, "results.csv"))
	if !slices.Equal(disturbed, undisturbed) {
		t.Errorf("with kills:\n%s\nwithout:\n%s", strings.Join(disturbed, "\n"), strings.Join(undisturbed, "\n"))
	}
}
