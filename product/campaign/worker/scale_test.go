package worker_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// resident is the resident memory of this process in MB, the server's and the workers', and the largest that it was.
func resident(t *testing.T) (now, peak int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		need.Missing(t, "/proc")
	}
	for line := range strings.Lines(string(status)) {
		_, _ = fmt.Sscanf(line, "VmRSS: %d kB", &now)
		_, _ = fmt.Sscanf(line, "VmHWM: %d kB", &peak)
	}
	return now / 1024, peak / 1024
}

// TestScale: many jobs, of which each takes no time at all, with workers and server in this process: the rates are those of the queue.
// CUPEL_PROGRAMS sets the number of jobs; the log has rates and memory at each tenth.
func TestScale(t *testing.T) {
	n := effort.Programs(1000, 10_000, 1_000_000)
	r := newRig(t)
	file := filepath.Join(r.dir, "t.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := campaign.Submission{Binary: r.hash, Limits: campaign.Limits{Time: time.Second}, Configs: []bench.Config{{Name: "a"}}}
	for i := range n {
		s.Tasks = append(s.Tasks, bench.Task{Name: fmt.Sprintf("f/t%d", i), Family: "f", Path: file, Files: []string{file}, Flags: []string{fmt.Sprint("--seed=", i)}, Expected: "true"})
	}
	start := time.Now()
	c := r.submit(s)
	took := time.Since(start)
	now, peak := resident(t)
	t.Logf("%d jobs queued in %.1f s, %.0f a second; resident %d MB, at most %d", n, took.Seconds(), float64(n)/took.Seconds(), now, peak)
	s.Tasks = nil
	for range 8 {
		r.work(func(context.Context, bench.Config, bench.Task, int, bench.Options) (*bench.Run, error) {
			return &bench.Run{Verdict: "TRUE", CPU: 0.01}, nil
		})
	}
	start = time.Now()
	last, count := start, 0
	seen := make([]bool, n)
	if err := r.store.Follow(t.Context(), c, 0, func(_ uint64, d campaign.Done) bool {
		if seen[d.Job] {
			t.Errorf("job %d is done twice", d.Job)
		}
		seen[d.Job] = true
		if count++; count%max(1, n/10) == 0 {
			now, peak := resident(t)
			t.Logf("%d done, %.0f a second; resident %d MB, at most %d", count, float64(n/10)/time.Since(last).Seconds(), now, peak)
			last = time.Now()
		}
		return count < n
	}); err != nil {
		t.Fatal(err)
	}
	took = time.Since(start)
	t.Logf("%d jobs done in %.1f s, %.0f a second", n, took.Seconds(), float64(n)/took.Seconds())
	start = time.Now()
	done, err := r.store.Ended(t.Context(), c)
	if err != nil || len(done) != n {
		t.Fatalf("%d of %d: %v", len(done), n, err)
	}
	t.Logf("status read in %.1f s", time.Since(start).Seconds())
	start = time.Now()
	runs, err := r.store.Results(t.Context(), c, done)
	if err != nil || len(runs) != n || !runs[n-1].Solved() {
		t.Fatalf("%d of %d: %v", len(runs), n, err)
	}
	t.Logf("results read in %.1f s", time.Since(start).Seconds())
}
