package worker_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/product/campaign/server"
	"cupel/product/campaign/worker"
)

// rig is a server with a campaign and workers whose runs are computed by the test.
type rig struct {
	t      *testing.T
	server *server.Server
	store  *campaign.Store
	dir    string
	binary string
	hash   string

	mu   sync.Mutex
	runs map[string]int // by task and configuration
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), binary: os.Args[0], hash: campaign.Hash([]byte("a binary")), runs: map[string]int{}}
	r.start()
	t.Cleanup(func() { r.server.Stop() })
	return r
}

func (r *rig) start() {
	r.t.Helper()
	s, err := server.Start(r.dir, server.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	r.server = s
	r.store, _ = r.connect()
}

// connect is a store with a connection of its own.
func (r *rig) connect() (*campaign.Store, *nats.Conn) {
	r.t.Helper()
	nc, err := nats.Connect(r.server.URL, append(server.ConnectOptions("test"), nats.Token(r.server.Token))...)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(nc.Close)
	s, err := campaign.Open(r.t.Context(), nc, 1)
	if err != nil {
		r.t.Fatal(err)
	}
	return s, nc
}

// submission has tasks 0, 1, ... of two configurations; the verdict of task n is TRUE where n is even.
func (r *rig) submission(tasks int, configs ...string) campaign.Submission {
	r.t.Helper()
	s := campaign.Submission{Binary: r.hash, Limits: campaign.Limits{Time: time.Second, MemoryMB: 100}, Lease: time.Second}
	for _, c := range configs {
		s.Configs = append(s.Configs, bench.Config{Name: c, Flags: []string{"--engine", c}})
	}
	for n := range tasks {
		file := filepath.Join(r.dir, fmt.Sprintf("t%d.c", n))
		if err := os.WriteFile(file, fmt.Appendf(nil, "int main(void) { return %d; }", n), 0o644); err != nil {
			r.t.Fatal(err)
		}
		s.Tasks = append(s.Tasks, bench.Task{Name: fmt.Sprintf("f/t%d", n), Family: "f", Path: file, Files: []string{file}, Expected: fmt.Sprint(n%2 == 0)})
	}
	return s
}

func (r *rig) submit(s campaign.Submission) *campaign.Campaign {
	r.t.Helper()
	c, err := r.store.Submit(r.t.Context(), s)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// run is what a worker does in place of a verifier: it reads the file that it was sent.
func (r *rig) run(_ context.Context, c bench.Config, t bench.Task, repetition int, o bench.Options) (*bench.Run, error) {
	text, err := os.ReadFile(filepath.Join(o.RunDir, t.Path))
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.runs[fmt.Sprint(t.Name, " ", c.Name, " ", repetition)]++
	r.mu.Unlock()
	var n int
	if _, err := fmt.Sscanf(string(text), "int main(void) { return %d; }", &n); err != nil {
		return nil, err
	}
	return &bench.Run{Verdict: map[bool]string{true: "TRUE", false: "FALSE"}[n%2 == 0], CPU: 0.5, Wall: 1}, nil
}

type runFunc = func(context.Context, bench.Config, bench.Task, int, bench.Options) (*bench.Run, error)

// work starts a worker, which ends with the returned function.
func (r *rig) work(run runFunc) (stop func()) {
	r.t.Helper()
	s, _ := r.connect()
	return r.workWith(s, run)
}

var names int

func (r *rig) workWith(s *campaign.Store, run runFunc) (stop func()) {
	return r.workAs(s, worker.Options{Run: run})
}

// workAs starts a worker with some options of its own.
func (r *rig) workAs(s *campaign.Store, o worker.Options) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	names++
	o.Name, o.Binary, o.Hash, o.Jobs, o.Dir = fmt.Sprint("w", names), r.binary, r.hash, 2, r.t.TempDir()
	ended := make(chan error, 1)
	go func() { ended <- worker.Work(ctx, s, o) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				r.t.Error(err)
			}
		})
	}
	r.t.Cleanup(stop)
	return stop
}

// results waits for all jobs and checks that each has its own result, once.
func (r *rig) results(c *campaign.Campaign) []bench.Run {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), 2*time.Minute)
	defer cancel()
	var done []campaign.Done
	if err := r.store.Follow(ctx, c, 0, func(_ uint64, d campaign.Done) bool {
		done = append(done, d)
		return len(done) < c.Jobs
	}); err != nil {
		r.t.Fatalf("%d of %d jobs: %v", len(done), c.Jobs, err)
	}
	seen := map[int]bool{}
	for _, d := range done {
		if seen[d.Job] {
			r.t.Errorf("job %d is done twice", d.Job)
		}
		seen[d.Job] = true
	}
	runs, err := r.store.Results(ctx, c, done)
	if err != nil {
		r.t.Fatal(err)
	}
	return runs
}

// TestCampaign: every run has its result with the labels of cupel bench, in its order; a second campaign computes what is new alone.
func TestCampaign(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(30, "a", "b"))
	r.work(r.run)
	r.work(r.run)
	runs := r.results(c)
	for i, x := range runs {
		if want := fmt.Sprintf("f/t%d", i/2); x.Task != want || x.Config != []string{"a", "b"}[i%2] || !x.Solved() || x.Version != campaign.Version(r.hash) {
			t.Errorf("%d: %+v", i, x)
		}
	}
	if again := r.submit(r.submission(30, "a", "b")); again.ID != c.ID || len(r.results(again)) != 60 {
		t.Errorf("the same plan is campaign %s, was %s", again.ID, c.ID)
	}
	more := r.submission(31, "a", "c")
	r.results(r.submit(more))
	if n := len(r.runs); n != 60+2+30 {
		t.Errorf("%d runs", n)
	}
	for name, n := range r.runs {
		if n != 1 {
			t.Errorf("%s was run %d times", name, n)
		}
	}
}

// TestRepeat: repetitions are runs of their own.
func TestRepeat(t *testing.T) {
	r := newRig(t)
	s := r.submission(2, "a")
	s.Limits.Repeat = 3
	r.work(r.run)
	runs := r.results(r.submit(s))
	if len(runs) != 6 || runs[2].Repetition != 3 || runs[3].Task != "f/t1" || len(r.runs) != 6 {
		t.Errorf("%d runs: %+v", len(runs), runs)
	}
}

// TestDeath: a worker that is gone without a word loses nothing; its jobs are done by another.
func TestDeath(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(6, "a"))
	s, nc := r.connect()
	started := make(chan bool, 10)
	r.workWith(s, func(ctx context.Context, _ bench.Config, _ bench.Task, _ int, _ bench.Options) (*bench.Run, error) {
		started <- true
		<-ctx.Done()
		return nil, ctx.Err()
	})
	<-started
	<-started
	nc.Close() // what the kernel does for a process that was killed
	r.work(r.run)
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
}

// TestTwice: a lease that ends while the worker still runs the job makes two runs of it and one result, and a note where they differ.
func TestTwice(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(2, "a"))
	late := make(chan bool)
	r.work(func(_ context.Context, _ bench.Config, task bench.Task, _ int, _ bench.Options) (*bench.Run, error) {
		<-late
		return &bench.Run{Verdict: map[string]string{"f/t0": "FALSE", "f/t1": "FALSE"}[task.Name]}, nil
	})
	deadline := time.Now().Add(time.Minute)
	for {
		p, err := r.store.Status(t.Context(), c, &campaign.Tally{}, &campaign.CheckTally{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Leased == 2 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the jobs are not taken")
		}
		time.Sleep(20 * time.Millisecond)
	}
	// Two records are kept in place of the slow worker's, as another one would whose lease began later.
	plan, err := campaign.NewReader(r.store).Plan(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		job, err := campaign.NewReader(r.store).Job(t.Context(), plan, n)
		if err != nil {
			t.Fatal(err)
		}
		rec := &campaign.Record{Key: plan.Key(job), Binary: r.hash, Worker: "other", Run: bench.Run{Verdict: []string{"TRUE", "FALSE"}[n]}}
		if k := r.store.Keep(t.Context(), rec)[0]; !k.First || k.Err != nil {
			t.Fatal(k)
		}
	}
	close(late)
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
	conflicts, err := r.store.Conflicts(t.Context())
	if err != nil || len(conflicts) != 1 || !conflicts[0].Contradiction() || conflicts[0].Kept != "TRUE" || conflicts[0].Keeper != "other" {
		t.Errorf("%v, %+v", err, conflicts)
	}
}

// TestPoison: a job whose attempts fail is given up after three, with the reasons; others are not held up.
func TestPoison(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(4, "a"))
	var mu sync.Mutex
	attempts := 0
	r.work(func(ctx context.Context, cfg bench.Config, task bench.Task, k int, o bench.Options) (*bench.Run, error) {
		if task.Name != "f/t2" {
			return r.run(ctx, cfg, task, k, o)
		}
		mu.Lock()
		defer mu.Unlock()
		if attempts++; attempts%2 == 0 {
			return &bench.Run{Verdict: "ERROR", Reason: "exit 4: fault", Fault: true, Exit: 4}, nil
		}
		return nil, errors.New("no room")
	})
	runs := r.results(c)
	x := runs[2]
	if x.Verdict != "ERROR" || !x.Fault || attempts != 3 || strings.Count(x.Reason, "no room") != 2 || strings.Count(x.Reason, "exit 4: fault") != 1 {
		t.Errorf("%d attempts: %+v", attempts, x)
	}
	for _, i := range []int{0, 1, 3} {
		if !runs[i].Solved() {
			t.Errorf("%+v", runs[i])
		}
	}
}

// TestStates: nothing is begun while a campaign is paused; a cancelled one ends its runs, and goes on when it is resumed.
func TestStates(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(6, "a"))
	set := func(state campaign.State) {
		t.Helper()
		if err := r.store.Set(t.Context(), c.ID, state); err != nil {
			t.Fatal(err)
		}
	}
	started, ended := make(chan bool, 10), make(chan bool, 10)
	set(campaign.Paused)
	stop := r.work(func(ctx context.Context, _ bench.Config, _ bench.Task, _ int, _ bench.Options) (*bench.Run, error) {
		started <- true
		<-ctx.Done()
		ended <- true
		return nil, ctx.Err()
	})
	select {
	case <-started:
		t.Error("a job was begun while the campaign is paused")
	case <-time.After(time.Second):
	}
	set(campaign.Running)
	<-started
	<-started
	set(campaign.Cancelled)
	<-ended
	<-ended
	stop()
	set(campaign.Running)
	r.work(r.run)
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
}

// TestRestart: a server that ends in the midst of a campaign goes on where it was, with workers that have waited for it.
func TestRestart(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(40, "a"))
	slowly := func(ctx context.Context, cfg bench.Config, task bench.Task, k int, o bench.Options) (*bench.Run, error) {
		time.Sleep(50 * time.Millisecond)
		return r.run(ctx, cfg, task, k, o)
	}
	r.work(slowly)
	r.work(slowly)
	for range 3 {
		time.Sleep(150 * time.Millisecond)
		r.server.Stop()
		r.start()
	}
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
}

// TestImmutable: the server refuses to replace or remove what was kept.
func TestImmutable(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(1, "a"))
	r.work(r.run)
	r.results(c)
	_, nc := r.connect()
	js, err := nc.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	done, err := r.store.Ended(t.Context(), c)
	if err != nil || len(done) != 1 {
		t.Fatal(done, err)
	}
	for _, subject := range []string{"cupel.verdict." + done[0].Key, fmt.Sprint("cupel.done.", c.ID, ".0")} {
		if _, err := js.Publish(subject, []byte("{}")); err == nil {
			t.Errorf("%s was replaced", subject)
		}
	}
	if err := js.PurgeStream("CUPEL_VERDICTS"); err == nil {
		t.Error("verdicts were purged")
	}
	if err := js.DeleteMsg("CUPEL_VERDICTS", 1); err == nil {
		t.Error("a verdict was deleted")
	}
}

// TestCaps: a worker takes no jobs of campaigns, or of configurations, that allow runs more than it does, and says so; another one does.
func TestCaps(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *campaign.Submission)
		caps   worker.Caps
		note   string
	}{
		"time":        {func(*campaign.Submission) {}, worker.Caps{Time: 500 * time.Millisecond}, "500ms at most"},
		"no limit":    {func(s *campaign.Submission) { s.Limits.Time = 0 }, worker.Caps{Time: time.Hour}, "1h0m0s at most"},
		"memory":      {func(*campaign.Submission) {}, worker.Caps{MemoryMB: 99}, "99 MB at most"},
		"no memory":   {func(s *campaign.Submission) { s.Limits.MemoryMB = 0 }, worker.Caps{MemoryMB: 99}, "99 MB at most"},
		"evidence":    {func(s *campaign.Submission) { s.Limits.Evidence = true }, worker.Caps{}, "--allow-harness"},
		"flags":       {func(s *campaign.Submission) { s.Configs[0].Flags = []string{"--timeout", "1h"} }, worker.Caps{Time: time.Minute}, "--timeout 1h"},
		"within both": {func(*campaign.Submission) {}, worker.Caps{Time: time.Second, MemoryMB: 100}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			sub := r.submission(2, "a")
			c.change(&sub)
			campaignOf := r.submit(sub)
			s, _ := r.connect()
			r.workAs(s, worker.Options{Caps: c.caps, Run: r.run, Check: func(flags []string) error {
				if len(flags) == 2 && flags[0] == "--timeout" {
					return fmt.Errorf("flags: %w", &worker.OverCap{Flag: flags[0], Value: flags[1], Cap: "a minute"})
				}
				return nil
			}})
			if c.note != "" {
				for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
					ws, err := r.store.Workers(t.Context())
					if err == nil && len(ws) == 1 && strings.Contains(ws[0].Note, c.note) {
						break
					}
					if time.Now().After(deadline) {
						t.Fatalf("%v: %+v", err, ws)
					}
				}
				r.mu.Lock()
				if n := len(r.runs); n > 0 {
					t.Errorf("%d runs", n)
				}
				r.mu.Unlock()
				r.workAs(s, worker.Options{Harness: true, Run: r.run})
			}
			for _, x := range r.results(campaignOf) {
				if !x.Solved() {
					t.Errorf("%+v", x)
				}
			}
		})
	}
}

// TestBesides: jobs that workers had and did not begin before they ended are not given up, however often; one that was begun too often is.
func TestBesides(t *testing.T) {
	r := newRig(t)
	c := r.submit(r.submission(5, "a"))
	q, err := r.store.Queue(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	for attempt := 1; attempt <= 12; attempt++ {
		var had []*campaign.Leased // each job once: none goes back before all are here
		for len(had) < 5 {
			ls, err := q.Take(t.Context(), 5-len(had), time.Second)
			if err != nil {
				t.Fatal(err)
			}
			had = append(had, ls...)
		}
		for _, l := range had {
			var err error
			if l.Job == 3 && attempt <= 10 {
				err = r.store.NoteAttempt(t.Context(), c.ID, l.Job, campaign.Attempt{Number: l.Attempt, Worker: "w"})
			}
			if err := errors.Join(err, l.Return(0)); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.work(r.run)
	for i, x := range r.results(c) {
		if given := strings.Contains(x.Reason, "given up after 10 attempts: in 10 the worker ended"); x.Solved() == (i == 3) || given != (i == 3) {
			t.Errorf("%d: %+v", i, x)
		}
	}
}

// TestSame: tasks with the same contents are run once by a worker that has them together, and each has its result.
func TestSame(t *testing.T) {
	r := newRig(t)
	s := r.submission(40, "a")
	for i := range s.Tasks {
		s.Tasks[i].Path, s.Tasks[i].Files, s.Tasks[i].Expected = s.Tasks[0].Path, s.Tasks[0].Files, "true"
	}
	c := r.submit(s)
	r.work(r.run)
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
	if conflicts, err := r.store.Conflicts(t.Context()); err != nil || len(conflicts) > 0 {
		t.Errorf("%v %v", conflicts, err)
	}
	total := 0
	for _, n := range r.runs {
		total += n
	}
	if total > 2 { // one of each of its two loops
		t.Errorf("%d runs", total)
	}
}
