package verifier

import (
	"sync"
	"time"

	"cupel/engine"
	"cupel/evidence"
)

// recorder keeps the progress of a run for a report: changes of the phase, and some samples in between.
type recorder struct {
	engine.Observer
	lock    sync.Mutex
	start   time.Time
	gap     time.Duration // between points of one phase
	samples []evidence.Sample
}

// recording is an observer whose reports are kept where a page is asked for.
func recording(o engine.Observer, cfg *Config) *recorder {
	if cfg.Report == "" {
		return nil
	}
	return &recorder{Observer: o, start: time.Now(), gap: firstGap}
}

// Progress implements engine.Observer.
func (r *recorder) Progress(p engine.Progress) {
	r.Observer.Progress(p)
	at := time.Since(r.start)
	r.lock.Lock()
	defer r.lock.Unlock()
	if n := len(r.samples); n > 0 && r.samples[n-1].Phase == p.Phase && at-time.Duration(r.samples[n-1].Seconds*float64(time.Second)) < r.gap {
		return
	}
	if len(r.samples) == maxSamples { // half of them, and from now on half as many
		r.gap *= 2
		kept := r.samples[:0]
		for i, s := range r.samples {
			if i%2 == 0 {
				kept = append(kept, s)
			}
		}
		r.samples = kept
	}
	r.samples = append(r.samples, evidence.Sample{Seconds: at.Seconds(), Phase: p.Phase, Steps: p.Iterations, Depth: p.Depth, Open: p.Frontier, Refinements: p.Refinements, Proven: p.Proven})
}

// told returns the samples; nil: none were recorded.
func (r *recorder) told() []evidence.Sample {
	if r == nil {
		return nil
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	return append([]evidence.Sample(nil), r.samples...)
}
