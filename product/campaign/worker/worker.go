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
	// Check refuses flags that a run may not have.
	Check func(flags []string) error
	// Run runs the verifier once; nil: bench.One.
	Run func(ctx context.Context, c bench.Config, t bench.Task, repetition int, o bench.Options) (*bench.Run, error)
	Log io.Writer // nil: none
	// Counters are counted up; nil: nothing is.
	Counters *Counters
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
	same  func() error // the binary is the one whose hash is known

	mu     sync.Mutex
	reader *campaign.Reader
	queues map[string]*campaign.Queue
	now    map[string]bool // what runs
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
	w := &worker{Options: o, store: s, watch: s.Watch(ctx), host: host, same: same, reader: campaign.NewReader(s), queues: map[string]*campaign.Queue{}, now: map[string]bool{}, checked: map[string]error{}}
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

// loop takes one job after the other.
func (w *worker) loop(ctx context.Context) error {
	for ctx.Err() == nil {
		cs, changed := w.mine()
		wait := pullTime
		if len(cs) > 1 {
			wait = 0 // the others may have some
		}
		busy := false
		for _, c := range cs {
			l, err := w.take(ctx, &c, wait)
			if err != nil && ctx.Err() == nil {
				if !campaign.Gone(err) {
					w.log("campaign %s: %v", c.ID, err)
				}
				continue
			}
			if l == nil {
				continue
			}
			busy = true
			if err := w.handle(ctx, &c, l); errors.Is(err, ErrReplaced) {
				return err
			} else if err != nil && ctx.Err() == nil {
				w.log("campaign %s, job %d: %v", c.ID, l.Job, err)
			}
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

// mine are the campaigns that run and want this worker's binary.
func (w *worker) mine() (cs []campaign.Campaign, changed <-chan struct{}) {
	all, changed := w.watch.Running()
	note := ""
	for _, c := range all {
		if c.Binary == w.Hash {
			cs = append(cs, c)
		} else {
			note = fmt.Sprintf("campaign %s wants the build %s, and this is %s", c.ID, campaign.Version(c.Binary), campaign.Version(w.Hash))
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

// take leases a job of a campaign; nil: there is none.
func (w *worker) take(ctx context.Context, c *campaign.Campaign, wait time.Duration) (*campaign.Leased, error) {
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
	l, err := q.Take(ctx, wait)
	if err != nil { // the campaign may have been queued again
		w.mu.Lock()
		delete(w.queues, c.ID)
		w.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(idleTime):
		}
	}
	return l, err
}

// handle brings a job to its end, or gives it back.
func (w *worker) handle(ctx context.Context, c *campaign.Campaign, l *campaign.Leased) error {
	if w.watch.State(c.ID) != campaign.Running {
		return l.Return(idleTime)
	}
	plan, job, err := w.read(ctx, c, l.Job)
	if err != nil {
		return w.failed(ctx, c, l, fmt.Errorf("reading the plan: %w", err))
	}
	if w.Recheck {
		return w.recheck(ctx, c, l, plan, job)
	}
	key := plan.Key(job)
	rec, err := w.store.Known(ctx, key)
	if err != nil {
		return errors.Join(err, l.Return(retryTime))
	}
	known := rec != nil
	if rec == nil {
		if over, err := w.over(ctx, c, l, key); over || err != nil {
			return err
		}
		if err := w.same(); err != nil {
			return errors.Join(err, l.Return(0))
		}
		if rec, err = w.run(ctx, c, l, plan, job, key); err != nil {
			return w.failed(ctx, c, l, err)
		}
		if rec == nil { // interrupted, or cancelled
			return l.Return(0)
		}
		if rec, _, err = w.store.Keep(ctx, rec); err != nil {
			return w.failed(ctx, c, l, fmt.Errorf("keeping the verdict: %w", err))
		}
	}
	r := &rec.Run
	return w.finish(ctx, c, l, campaign.Done{Job: l.Job, Key: key, Verdict: r.Verdict, CPU: r.CPU, Wall: r.Wall, MemoryMB: r.MemoryMB, Worker: w.Name, Known: known})
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

// finish says that a job is done and removes it from the queue, also where this worker ends meanwhile: who follows the campaign ends workers when it hears of the last job.
func (w *worker) finish(ctx context.Context, c *campaign.Campaign, l *campaign.Leased, d campaign.Done) error {
	ctx, cancel := outlasting(ctx, endTime)
	defer cancel()
	if err := w.store.Finish(ctx, c.ID, d); err != nil {
		return errors.Join(err, l.Return(retryTime))
	}
	w.Counters.Done.Add(1)
	return l.End(ctx)
}

// outlasting is a context that ends some time after another one.
func outlasting(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return longer, func() { stop(); cancel() }
}

// over ends a job with too many attempts.
func (w *worker) over(ctx context.Context, c *campaign.Campaign, l *campaign.Leased, key string) (bool, error) {
	if l.Attempt <= maxFailures {
		return false, nil // each attempt has one reason at most
	}
	failures, err := w.store.Failures(ctx, c.ID, l.Job)
	if err != nil {
		return false, errors.Join(err, l.Return(retryTime))
	}
	if len(failures) < maxFailures && l.Attempt <= maxAttempts {
		return false, nil
	}
	return true, w.finish(ctx, c, l, campaign.Done{Job: l.Job, Key: key, Verdict: "ERROR", Worker: w.Name, Failure: campaign.Reasons(failures, l.Attempt-1)})
}

// failed keeps why an attempt has failed and gives the job back.
func (w *worker) failed(ctx context.Context, c *campaign.Campaign, l *campaign.Leased, reason error) error {
	if ctx.Err() != nil {
		return l.Return(0)
	}
	w.Counters.Failed.Add(1)
	err := w.store.NoteFailure(ctx, c.ID, l.Job, campaign.Attempt{Number: l.Attempt, Worker: w.Name, Reason: reason.Error()})
	return errors.Join(reason, err, l.Return(retryTime))
}

// run runs a job while its lease is extended; nil without an error: it was interrupted, and says nothing.
func (w *worker) run(ctx context.Context, c *campaign.Campaign, l *campaign.Leased, plan *campaign.Plan, job campaign.Job, key string) (*campaign.Record, error) {
	flags := slices.Concat(job.Task.Flags, job.Config.Args)
	if plan.Limits.Evidence && !w.Harness {
		return nil, errors.New("this worker compiles and runs no programs (--evidence); start workers with --allow-harness")
	}
	if err := w.checkFlags(flags); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go w.hold(ctx, c.ID, l, cancel)
	name := job.Task.Name + " " + job.Config.Name
	w.mark(name, true)
	defer w.mark(name, false)
	dir, err := w.directory(ctx, slices.Concat(job.Task.Place, job.Config.Place))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o := plan.Limits.Options(w.Binary, plan.Version())
	o.RunDir, o.Prepare = dir, confine(o)
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
	rec := &campaign.Record{Key: key, Run: *run, Binary: w.Hash, Worker: w.Name, Ended: time.Now().UTC(), Log: run.Stderr}
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

// hold extends a lease until ctx ends, and cancels the run of a campaign that was cancelled.
func (w *worker) hold(ctx context.Context, id string, l *campaign.Leased, cancel func()) {
	w.mu.Lock()
	lease := campaign.Lease
	if q := w.queues[id]; q != nil {
		lease = q.Lease
	}
	w.mu.Unlock()
	tick := time.NewTicker(lease / leaseParts)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if w.watch.State(id) == campaign.Cancelled {
				cancel()
				return
			}
			if err := l.Extend(); err != nil && ctx.Err() == nil {
				w.log("campaign %s, job %d: %v", id, l.Job, err)
			}
		}
	}
}

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
