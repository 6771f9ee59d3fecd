package verifier

import (
	"context"
	"iter"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
)

// others are the answers of other engines about the program of a proof, as cases for its certificate. Each engine
// searches when its answer is asked for, with its defaults and a bounded amount of work. A proof for all addresses
// has none: the others would be about those that were chosen.
func (a *answer) others(ctx context.Context) iter.Seq[*evidence.Case] {
	return func(yield func(*evidence.Case) bool) {
		if len(a.source.addressUses(ctx)) > 0 {
			return
		}
		for _, name := range secondProofs {
			if name == a.setup().cfg.Engine && !a.ran || ctx.Err() != nil {
				continue
			}
			if c := a.source.secondProof(ctx, name); c != nil && !yield(c) {
				return
			}
		}
	}
}

// secondProof is the answer of another engine; nil: it has none.
func (s *source) secondProof(ctx context.Context, name string) *evidence.Case {
	cfg, run := s.setup.cfg, s.setup.run
	cfg.Engine, cfg.Choices, cfg.FactsIn, cfg.FactsOut, cfg.Explain, cfg.Induction, run.member.link = name, nil, nil, "", false, InductionOff, nil
	if cfg.Cells == CellsOnly {
		cfg.Cells = CellsOff
	}
	u, err := newSetup(s.setup.task, cfg, run)
	if err != nil {
		return nil
	}
	units := secondWork
	if cfg.CertifyTimeout > 0 {
		units = min(units, int(secondShare*float64(work.For(cfg.CertifyTimeout))))
	}
	ctx, cancel := work.Within(work.Planned(ctx, units), units)
	defer cancel()
	if d, ok := ctx.Deadline(); ok { // the search also spends time that is not counted as work
		ctx, cancel = context.WithTimeout(ctx, time.Until(d)/2)
		defer cancel()
	}
	ctx, stop := watch(ctx, cfg.MemoryMB, 0, work.ProcessorTime)
	defer stop()
	found, err := (&source{setup: u, module: s.module, model: s.model}).byEngine(ctx, executions{}, engine.Quiet{})
	if err != nil || found.result == nil || found.result.Verdict == engine.Unknown {
		return nil
	}
	return found.evidenceCase()
}
