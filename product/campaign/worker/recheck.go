package worker

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"

	"cupel/product/bench"
	"cupel/product/campaign"
)

// validator is cupel witness validate, whose answer is kept in Verdict: an answer of a check.
var validator = &bench.Tool{
	Name: "witness validate",
	Arguments: func(o bench.Options) []string {
		return []string{"witness", "validate", "--format", "json", "--timeout", o.Wall().String(), "--memory", strconv.Itoa(o.MemoryMB)}
	},
	Read: func(r *bench.Run, stdout []byte, _ string, exit int) bool {
		var rep struct {
			Reason string `json:"reason"`
		}
		answers := map[int]string{0: campaign.Confirmed, 1: campaign.Rejected, 2: campaign.Undecided}
		answer, ok := answers[exit]
		if !ok || json.Unmarshal(stdout, &rep) != nil {
			return false
		}
		r.Verdict, r.Reason = answer, rep.Reason
		return true
	},
	Categorize: func(*bench.Run, bench.Task) string { return "" },
}

// recheck checks the witness of a job that is done, if it has one.
func (w *worker) recheck(ctx context.Context, a *assignment) error {
	defer w.leases.remove(a.Leased)
	rec, err := w.store.Known(ctx, a.key)
	if err != nil {
		return errors.Join(err, a.Return(retryTime))
	}
	if rec == nil || rec.Witness == nil || !bench.Decided(rec.Run.Verdict) {
		return campaign.End(ctx, a.Leased)
	}
	check := campaign.Check{Job: a.Job, Key: a.key, Witness: rec.Witness.Hash, Verdict: rec.Run.Verdict, Answer: campaign.Undecided, Worker: w.Name}
	if a.Attempt > maxFailures {
		check.Reason = "given up after several attempts"
	} else {
		run, err := w.validate(ctx, a, *rec.Witness)
		if err != nil {
			return errors.Join(err, a.Return(retryTime))
		}
		if run == nil {
			return a.Return(0)
		}
		check.Reason, check.CPU = run.Reason, run.CPU
		if run.Verdict == campaign.Confirmed || run.Verdict == campaign.Rejected {
			check.Answer = run.Verdict
		}
	}
	if err := w.store.KeepCheck(ctx, a.c.ID, check); err != nil {
		return errors.Join(err, a.Return(retryTime))
	}
	w.Counters.Done.Add(1)
	return campaign.End(ctx, a.Leased)
}

// validate runs the validator; nil without an error: it was interrupted.
func (w *worker) validate(ctx context.Context, a *assignment, witness campaign.File) (*bench.Run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.leases.runs(a.Leased, cancel)
	plan, job := a.plan, a.job
	name := "check of " + job.Task.Name + " " + job.Config.Name
	w.mark(name, true)
	defer w.mark(name, false)
	witness.Path = witnessName
	if witness.Size < 0 || witness.Size > campaign.MaxFile {
		return nil, errors.New("the witness is too large")
	}
	dir, err := w.directory(ctx, append(slices.Clone(job.Task.Place), witness))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o := plan.Limits.Options(w.Binary, plan.Version())
	o.Evidence, o.RunDir, o.Tool = false, dir, validator
	end, err := w.confine(&o)
	if err != nil {
		return nil, err
	}
	defer end()
	task := job.Task.Task
	task.Path, task.Flags = job.Task.Entry, nil
	run, err := w.Run(ctx, bench.Config{Flags: []string{witnessName}}, task, 0, o)
	if ctx.Err() != nil {
		return nil, nil
	}
	return run, err
}
