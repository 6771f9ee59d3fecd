package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cupel/internal/cgroup"
	"cupel/product/bench"
	"cupel/product/campaign"
)

// Options of a worker.
type Options struct {
	Name   string // among all workers of the server
	Binary string // the verifier
	Hash   string // SHA-256 of its file
	Jobs   int    // at a time
	Dir    string // for directories of runs, which others do not use
	// Recheck: check the witnesses of verdicts, and run nothing else.
	Recheck bool
	// Harness: runs may compile programs and run them.
	Harness bool
	// Caps bound the limits of campaigns that it takes part in.
	Caps Caps
	// Groups is where runs have control groups of their own; nil: they have none.
	Groups *cgroup.Parent
	// Check refuses flags that a run may not have; with an OverCap those that give it more than Caps.
	Check func(flags []string) error
	// Run runs the verifier once; nil: bench.One.
	Run func(ctx context.Context, c bench.Config, t bench.Task, repetition int, o bench.Options) (*bench.Run, error)
	Log io.Writer // nil: none
	// Counters are counted up; nil: nothing is.
	Counters *Counters
}

// Caps bound what a run may use; 0: they do not.
type Caps struct {
	Time     time.Duration
	MemoryMB int
}

// OverCap: flags give a run more than a worker allows.
type OverCap struct{ Flag, Value, Cap string }

func (e *OverCap) Error() string {
	return fmt.Sprintf("has the flag %s %s, and this worker allows %s at most", e.Flag, e.Value, e.Cap)
}

// Counters are what a worker has done so far.
type Counters struct {
	Done, Failed atomic.Uint64 // jobs, attempts
	Running      atomic.Int64
	CPU          atomic.Uint64 // of runs, in milliseconds
}

// worker is what the loops share.
type worker struct {
	Options
	store *campaign.Store
	watch *campaign.Watch
	host  string
	files cache
	leases
	ended  chan ended
	groups atomic.Uint64 // control groups of runs, by which these are named
	same   func() error  // the binary is the one whose hash is known

	mu     sync.Mutex
	reader *campaign.Reader
	queues map[string]*campaign.Queue
	now    map[string]bool // what runs
	// sending are the records on their way to the server, by key.
	sending map[string]*campaign.Record
	// checked are the flags that were looked at.
	checked map[string]error
	note    string
}

// ErrReplaced: the verifier is another one than when the worker was started.
var ErrReplaced = errors.New("the verifier's file has been replaced; start the worker again")

// Work runs jobs until ctx ends. What goes on then is given back.
func Work(ctx context.Context, s *campaign.Store, o Options) error {
	if o.Run == nil {
		o.Run = bench.One
	}
	if o.Counters == nil {
		o.Counters = &Counters{}
	}
	host, _ := os.Hostname()
	same, err := unchanged(o.Binary)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{Options: o, store: s, watch: s.Watch(ctx), host: host, same: same, reader: campaign.NewReader(s), queues: map[string]*campaign.Queue{}, now: map[string]bool{}, sending: map[string]*campaign.Record{}, checked: map[string]error{}, ended: make(chan ended, maxBatch)}
	w.leases.held = map[*campaign.Leased]*lease{}
	holding, release := context.WithCancel(context.WithoutCancel(ctx))
	defer release()
	go w.hold(holding)
	sent := make(chan struct{})
	go func() { defer close(sent); w.send(ctx) }()
	var wg sync.WaitGroup
	for range max(1, o.Jobs) {
		wg.Go(func() {
			if err := w.loop(ctx); err != nil {
				cancel(err)
			}
		})
	}
	go w.signs(ctx)
	wg.Wait()
	close(w.ended)
	<-sent
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// unchanged returns a function that tells whether a file is still the same.
func unchanged(path string) (func() error, error) {
	was, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return func() error {
		is, err := os.Stat(path)
		if err != nil || !os.SameFile(was, is) || is.Size() != was.Size() || !is.ModTime().Equal(was.ModTime()) {
			return ErrReplaced
		}
		return nil
	}, nil
}

// signs tells from time to time that this worker lives.
func (w *worker) signs(ctx context.Context) {
	for {
		w.mu.Lock()
		p := campaign.Presence{Name: w.Name, Host: w.host, Binary: w.Hash, Done: int(w.Counters.Done.Load()), Note: w.note}
		for j := range w.now {
			p.Jobs = append(p.Jobs, j)
		}
		w.mu.Unlock()
		slices.Sort(p.Jobs)
		if err := w.store.Announce(ctx, p); err != nil && ctx.Err() == nil {
			w.log("no sign of life: %v", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(signTime):
		}
	}
}

func (w *worker) log(format string, args ...any) {
	if w.Log != nil {
		fmt.Fprintf(w.Log, format+"\n", args...)
	}
}

// loop takes jobs and runs one after the other.
func (w *worker) loop(ctx context.Context) error {
	var p pace
	for ctx.Err() == nil {
		cs, changed := w.mine(ctx)
		wait := pullTime
		if len(cs) > 1 {
			wait = 0 // the others may have some
		}
		busy := false
		for _, c := range cs {
			ls, err := w.take(ctx, &c, p.size(), wait)
			if err != nil && ctx.Err() == nil && !campaign.Gone(err) {
				w.log("campaign %s: %v", c.ID, err)
			}
			if len(ls) == 0 {
				continue
			}
			busy = true
			start := time.Now()
			if err := w.handle(ctx, &c, ls); err != nil {
				return err
			}
			p.note(ls, time.Since(start))
		}
		if !busy && (wait == 0 || len(cs) == 0) {
			select {
			case <-ctx.Done():
			case <-changed:
			case <-time.After(idleTime):
			}
		}
	}
	return nil
}

// mine are the campaigns that run and that this worker takes part in.
func (w *worker) mine(ctx context.Context) (cs []campaign.Campaign, changed <-chan struct{}) {
	all, changed := w.watch.Running()
	note := ""
	for _, c := range all {
		if refusal := w.refusal(ctx, &c); refusal != "" {
			note = fmt.Sprintf("campaign %s %s", c.ID, refusal)
		} else {
			cs = append(cs, c)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if note != w.note && note != "" {
		w.log("%s", note)
	}
	w.note = note
	return cs, changed
}

// refusal is why this worker takes no jobs of a campaign; "": it does.
func (w *worker) refusal(ctx context.Context, c *campaign.Campaign) string {
	if c.Binary != w.Hash {
		return fmt.Sprintf("wants the build %s, and this is %s", campaign.Version(c.Binary), campaign.Version(w.Hash))
	}
	w.mu.Lock()
	plan, err := w.reader.Plan(ctx, c)
	w.mu.Unlock()
	if err != nil {
		return "" // an attempt at a job tells
	}
	switch l := plan.Limits; {
	case l.Evidence && !w.Harness:
		return "compiles programs and runs them (--evidence), and this worker does not; start workers with --allow-harness"
	case w.Caps.Time > 0 && (l.Time == 0 || l.Time > w.Caps.Time):
		return fmt.Sprintf("gives each run a time limit of %v (0: none), and this worker allows %v at most", l.Time, w.Caps.Time)
	case w.Caps.MemoryMB > 0 && (l.MemoryMB == 0 || l.MemoryMB > w.Caps.MemoryMB):
		return fmt.Sprintf("gives each run %d MB of memory (0: no limit), and this worker allows %d MB at most", l.MemoryMB, w.Caps.MemoryMB)
	}
	var over *OverCap
	for i := range plan.Configs {
		if errors.As(w.checkFlags(plan.Configs[i].Args), &over) {
			return over.Error()
		}
	}
	return ""
}

// take leases up to n jobs of a campaign, which are extended from then on.
func (w *worker) take(ctx context.Context, c *campaign.Campaign, n int, wait time.Duration) ([]*campaign.Leased, error) {
	w.mu.Lock()
	q := w.queues[c.ID]
	w.mu.Unlock()
	if q == nil {
		var err error
		open := w.store.Queue
		if w.Recheck {
			open = w.store.Checks
		}
		if q, err = open(ctx, c.ID); err != nil {
			return nil, err
		}
		w.mu.Lock()
		w.queues[c.ID] = q
		w.mu.Unlock()
	}
	ls, err := q.Take(ctx, n, wait)
	w.leases.add(c.ID, q.Lease, ls)
	if err != nil { // the campaign may have been queued again
		w.mu.Lock()
		delete(w.queues, c.ID)
		w.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(idleTime):
		}
	}
	return ls, err
}

// assignment is a job that this worker has.
type assignment struct {
	*campaign.Leased
	c    *campaign.Campaign
	plan *campaign.Plan
	job  campaign.Job
	key  string
}

// handle brings jobs to their ends, or gives them back.
func (w *worker) handle(ctx context.Context, c *campaign.Campaign, ls []*campaign.Leased) error {
	var as []assignment
	var keys []string
	for _, l := range ls {
		a := assignment{Leased: l, c: c}
		var err error
		if a.plan, a.job, err = w.read(ctx, c, l.Job); err != nil {
			w.failed(ctx, &a, fmt.Errorf("reading the plan: %w", err))
			continue
		}
		a.key = a.plan.Key(a.job)
		as, keys = append(as, a), append(keys, a.key)
	}
	if w.Recheck {
		for _, a := range as {
			w.report(ctx, &a, w.recheck(ctx, &a))
		}
		return nil
	}
	made := w.underWay(keys) // by other jobs with the same key; before the server is asked, which has what is not under way any more
	known, err := w.store.KnownAll(ctx, keys)
	if err != nil {
		for _, a := range as {
			w.report(ctx, &a, errors.Join(err, w.back(&a, retryTime)))
		}
		return nil
	}
	if len(as) > 1 { // of a single one they are read when it is run
		var files []campaign.File
		for _, a := range as {
			if known[a.key] == nil {
				files = slices.Concat(files, a.job.Task.Place, a.job.Config.Place)
			}
		}
		w.files.fetch(ctx, w.store, files)
	}
	for i, a := range as {
		rec, err := w.do(ctx, &a, known[a.key], made[a.key])
		w.report(ctx, &a, err)
		if errors.Is(err, ErrReplaced) {
			for _, rest := range as[i+1:] {
				w.report(ctx, &rest, w.back(&rest, 0))
			}
			return err
		}
		if rec != nil {
			made[a.key] = rec
		}
	}
	return nil
}

// report tells of an error of a job.
func (w *worker) report(ctx context.Context, a *assignment, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrReplaced) {
		w.log("campaign %s, job %d: %v", a.c.ID, a.Job, err)
	}
}

// back gives a job back, for a worker that asks after a while.
func (w *worker) back(a *assignment, after time.Duration) error {
	w.leases.remove(a.Leased)
	return a.Return(after)
}

// do runs a job unless its record is known to the server or was made before. What came out is on its way to the server then.
func (w *worker) do(ctx context.Context, a *assignment, known, made *campaign.Record) (*campaign.Record, error) {
	if ctx.Err() != nil {
		return nil, w.back(a, 0)
	}
	if w.watch.State(a.c.ID) != campaign.Running {
		return nil, w.back(a, idleTime)
	}
	if known != nil || made != nil {
		w.ended <- ended{assignment: a, kept: known, rec: made, known: true}
		return made, nil
	}
	if over, err := w.over(ctx, a); over || err != nil {
		return nil, err
	}
	if err := w.same(); err != nil {
		return nil, errors.Join(err, w.back(a, 0))
	}
	rec, err := w.run(ctx, a)
	if err != nil {
		w.failed(ctx, a, err)
		return nil, nil
	}
	if rec == nil { // interrupted, or cancelled
		return nil, w.back(a, 0)
	}
	w.mu.Lock()
	w.sending[a.key] = rec
	w.mu.Unlock()
	w.ended <- ended{assignment: a, rec: rec}
	return rec, nil
}

// underWay are those of some keys of which a record is on its way to the server.
func (w *worker) underWay(keys []string) map[string]*campaign.Record {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := map[string]*campaign.Record{}
	for _, k := range keys {
		if rec := w.sending[k]; rec != nil {
			found[k] = rec
		}
	}
	return found
}

// read is a job with its plan.
func (w *worker) read(ctx context.Context, c *campaign.Campaign, number int) (*campaign.Plan, campaign.Job, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	plan, err := w.reader.Plan(ctx, c)
	if err != nil {
		return nil, campaign.Job{}, err
	}
	job, err := w.reader.Job(ctx, plan, number)
	return plan, job, err
}

// over ends a job with too many attempts. Of one that was handed out before, it notes that an attempt begins: others that ended may have had it without
// beginning.
func (w *worker) over(ctx context.Context, a *assignment) (bool, error) {
	if a.Attempt == 1 {
		return false, nil
	}
	attempts, err := w.store.Attempts(ctx, a.c.ID, a.Job)
	if err == nil && len(campaign.Failures(attempts)) < maxFailures && len(attempts) < maxAttempts {
		err = w.store.NoteAttempt(ctx, a.c.ID, a.Job, campaign.Attempt{Number: a.Attempt, Worker: w.Name})
		if err == nil {
			return false, nil
		}
	}
	if err != nil {
		return false, errors.Join(err, w.back(a, retryTime))
	}
	w.ended <- ended{assignment: a, failure: campaign.Reasons(attempts)}
	return true, nil
}

// failed keeps why an attempt has failed and gives the job back.
func (w *worker) failed(ctx context.Context, a *assignment, reason error) {
	if ctx.Err() != nil {
		w.report(ctx, a, w.back(a, 0))
		return
	}
	w.Counters.Failed.Add(1)
	err := w.store.NoteAttempt(ctx, a.c.ID, a.Job, campaign.Attempt{Number: a.Attempt, Worker: w.Name, Reason: reason.Error()})
	w.report(ctx, a, errors.Join(reason, err, w.back(a, retryTime)))
}

// run runs a job while its lease is extended; nil without an error: it was interrupted, and says nothing.
func (w *worker) run(ctx context.Context, a *assignment) (*campaign.Record, error) {
	plan, job := a.plan, a.job
	flags := slices.Concat(job.Task.Flags, job.Config.Args)
	if err := w.checkFlags(flags); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.leases.runs(a.Leased, cancel)
	name := job.Task.Name + " " + job.Config.Name
	w.mark(name, true)
	defer w.mark(name, false)
	dir, err := w.directory(ctx, slices.Concat(job.Task.Place, job.Config.Place))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o := plan.Limits.Options(w.Binary, plan.Version())
	o.RunDir = dir
	end, err := w.confine(&o)
	if err != nil {
		return nil, err
	}
	defer end()
	task, config := job.Task.Task, job.Config.Config
	task.Path, config.Flags = job.Task.Entry, job.Config.Args
	if plan.Limits.Witness {
		config.Flags = slices.Concat(config.Flags, []string{"--witness", witnessName})
	}
	if plan.Limits.Report {
		config.Flags = slices.Concat(config.Flags, []string{"--report", reportName})
	}
	run, err := w.Run(ctx, config, task, job.Repetition, o)
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	w.Counters.CPU.Add(uint64(run.CPU * 1000))
	switch {
	case run.Verdict == "ERROR" && run.Exit != exitInput: // a fault, or what happened on this machine alone
		return nil, errors.New(run.Reason)
	}
	rec := &campaign.Record{Key: a.key, Run: *run, Binary: w.Hash, Worker: w.Name, Ended: time.Now().UTC(), Log: run.Stderr}
	if plan.Limits.Witness && bench.Decided(run.Verdict) {
		if rec.Witness, err = w.written(ctx, dir, witnessName); err != nil {
			return nil, err
		}
	}
	if plan.Limits.Report {
		if rec.Report, err = w.written(ctx, dir, reportName); err != nil {
			return nil, err
		}
	}
	return rec, nil
}

// checkFlags refuses flags that a run may not have; the same ones come again and again.
func (w *worker) checkFlags(flags []string) error {
	if w.Check == nil {
		return nil
	}
	key := strings.Join(flags, "\x00")
	w.mu.Lock()
	err, known := w.checked[key]
	w.mu.Unlock()
	if known {
		return err
	}
	if err = w.Check(flags); err != nil {
		err = fmt.Errorf("flags %q: %w", strings.Join(flags, " "), err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.checked) >= maxChecked {
		clear(w.checked)
	}
	w.checked[key] = err
	return err
}

// exitInput is the verifier's exit code for a mistake in the input, which is one everywhere.
const exitInput = 3

func (w *worker) mark(name string, runs bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if runs {
		w.now[name] = true
		w.Counters.Running.Add(1)
	} else {
		delete(w.now, name)
		w.Counters.Running.Add(-1)
	}
}
