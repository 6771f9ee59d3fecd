package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cupel/product/campaign"
)

// ended is a job of which this worker knows what came out.
type ended struct {
	*assignment
	kept    *campaign.Record // that the server has; nil: not known
	rec     *campaign.Record // that it is to have, if kept is nil
	known   bool             // it was not made for this job
	failure string           // why there is none
}

// done is what the campaign hears of it.
func (e *ended) done(worker string) campaign.Done {
	d := campaign.Done{Job: e.Job, Key: e.key, Verdict: "ERROR", Worker: worker, Known: e.known, Failure: e.failure}
	if e.kept != nil {
		r := &e.kept.Run
		d.Verdict, d.CPU, d.Wall, d.MemoryMB = r.Verdict, r.CPU, r.Wall, r.MemoryMB
	}
	return d
}

// send tells the server what came out of jobs, of all at a time that end within a short time, until there are no more: also where this worker
// ends meanwhile, since who follows the campaign ends workers when it hears of the last job.
func (w *worker) send(ctx context.Context) {
	ctx, cancel := outlasting(ctx, endTime)
	defer cancel()
	for e := range w.ended {
		es := []*ended{&e}
		others := time.After(lingerTime)
	more:
		for len(es) < maxBatch {
			select {
			case e, ok := <-w.ended:
				if !ok {
					break more
				}
				es = append(es, &e)
			case <-others:
				break more
			}
		}
		w.finish(ctx, w.keep(ctx, es))
	}
}

// keep keeps the records of jobs, and returns the jobs that have one, or need none.
func (w *worker) keep(ctx context.Context, es []*ended) (kept []*ended) {
	var recs []*campaign.Record
	var from []*ended
	for _, e := range es {
		if e.kept != nil || e.rec == nil {
			kept = append(kept, e)
			continue
		}
		recs, from = append(recs, e.rec), append(from, e)
	}
	for i, k := range w.store.Keep(ctx, recs...) {
		e := from[i]
		w.mu.Lock()
		delete(w.sending, e.key)
		w.mu.Unlock()
		if k.Err != nil {
			w.failed(ctx, e.assignment, fmt.Errorf("keeping the verdict: %w", k.Err))
			continue
		}
		e.kept = k.Record
		kept = append(kept, e)
	}
	return kept
}

// finish says that jobs are done and removes them from the queue.
func (w *worker) finish(ctx context.Context, es []*ended) {
	byCampaign := map[string][]*ended{}
	for _, e := range es {
		byCampaign[e.c.ID] = append(byCampaign[e.c.ID], e)
	}
	for id, es := range byCampaign {
		var done []campaign.Done
		for _, e := range es {
			done = append(done, e.done(w.Name))
		}
		var over []*campaign.Leased
		for i, err := range w.store.Finish(ctx, id, done...) {
			if err != nil {
				w.report(ctx, es[i].assignment, errors.Join(err, w.back(es[i].assignment, retryTime)))
				continue
			}
			over = append(over, es[i].Leased)
		}
		w.Counters.Done.Add(uint64(len(over)))
		if len(over) == 0 {
			continue
		}
		if err := campaign.End(ctx, over...); err != nil && ctx.Err() == nil {
			w.log("campaign %s: %v", id, err)
		}
		w.leases.remove(over...)
	}
}

// outlasting is a context that ends some time after another one.
func outlasting(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return longer, func() { stop(); cancel() }
}
