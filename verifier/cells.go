package verifier

import (
	"context"

	"cupel/absint/relational"
	"cupel/absint/segments"
	"cupel/engine"
	"cupel/logic"
	"cupel/program"
	"cupel/program/distinguished"
	"cupel/program/passes"
	"cupel/work"
)

// The values of Config.Cells.
const (
	CellsAuto     = "auto" // CellsSegments where the engine is Auto, CellsOff with others
	CellsOff      = "off"
	CellsOn       = "on"       // all that follows
	CellsSegments = "segments" // an analysis by segments of indices, package absint/segments
	CellsSearch   = "search"   // the engine searches the program over cells
)

// onCells lets the engine prove the program with distinguished cells in place of arrays, or find an error there that is one of the program; nil: it does
// not, or there are no arrays on which the error depends.
func (l *lowering) onCells(ctx context.Context, o engine.Observer) (*answer, error) {
	how := l.cfg.Cells
	if how == CellsAuto && l.engine.Name == Auto {
		how = CellsSegments
	}
	if how == CellsAuto || how == CellsOff || l.closed != nil {
		return nil, nil
	}
	cells := distinguished.Transform(l.lowered)
	if cells == nil {
		return nil, nil
	}
	if how != CellsSearch {
		if found := segments.Analyze(ctx, cells, segmentOptions); found.Safe() {
			return l.onOriginal(&engine.Result{Verdict: engine.True, By: "segments of indices", Proof: &engine.Proof{Invariants: l.cellFacts(cells, found.Invariant)}},
				"an analysis of all cells by segments of indices"), nil
		}
	}
	if how == CellsSegments {
		return nil, nil
	}
	p, _, err := passes.Default.Run(ctx, cells.Program)
	if err != nil {
		return nil, err
	}
	p = distinguished.Phases(p)
	sub, cancel := work.Within(ctx, work.Share(ctx, cellsWork, cellsShare))
	defer cancel()
	a, err := l.apart(p).decide(sub, o)
	switch {
	case err != nil && ctx.Err() == nil && sub.Err() != nil: // the rest is for the program as it is
		return nil, nil
	case err != nil:
		return nil, err
	case a.Verdict == engine.False:
		a.source = l.source
		return a, nil
	case a.Verdict != engine.True:
		return nil, nil
	}
	summary := "with single cells at any index in place of arrays"
	if a.Proof.Summary != "" {
		summary += ": " + a.Proof.Summary
	}
	return l.onOriginal(l.withFacts(ctx, a.Result, cells), summary), nil
}

// withFacts is a proof of the program with single cells, with claims about all cells where it is to be certified: those of the segments, which hold whatever the
// engine's proof is. Its own are about phases that the program does not have.
func (l *lowering) withFacts(ctx context.Context, r *engine.Result, cells *distinguished.Cells) *engine.Result {
	if !l.cfg.Certify {
		return r
	}
	res, proof := *r, *r.Proof
	proof.Invariants = l.cellFacts(cells, segments.Analyze(ctx, cells, segmentOptions).Invariant)
	res.Proof = &proof
	return &res
}

// segmentOptions are those of the analysis by segments.
var segmentOptions = relational.Options{PackSize: 10, Rows: 200, Work: 4_000_000}

// cellFacts are facts about locations of a program over cells, at those of the lowered program.
func (l *lowering) cellFacts(cells *distinguished.Cells, at func(*program.Location) *logic.Term) map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, m := range cells.Locs {
		if o := l.lowered.Nearest(m); o != nil {
			if t := at(m); t != nil {
				out[o] = t
			}
		}
	}
	return out
}

// onOriginal is a proof about cells as one of the program as it is. Its invariants are about locations of that.
func (l *lowering) onOriginal(r *engine.Result, summary string) *answer {
	whole := program.Clone(l.lowered)
	program.MarkLoopHeads(whole.Program)
	res := *r
	res.Proof = &engine.Proof{Summary: summary, Invariants: map[*program.Location]*logic.Term{}}
	if r.Proof != nil {
		res.Proof.Strict = r.Proof.Strict
		for o, t := range r.Proof.Invariants {
			if l.lowered.Has(o) && whole.Location(o).LoopHead {
				res.Proof.Invariants[whole.Location(o)] = t
			}
		}
	}
	return (&attempt{blocks: &blocks{lowering: l, encoding: "sbe", prepared: whole.Program}}).answer(&res)
}

// apart is another program in place of the lowered one, whose variables are nobody else's: facts about it are not exchanged.
func (l *lowering) apart(p *program.Program) *lowering {
	j, s, in, out := *l.job, *l.source, *l.inlining, *l
	j.pool = nil
	s.job, in.source, out.inlining, out.lowered = &j, &s, &in, p
	return &out
}
