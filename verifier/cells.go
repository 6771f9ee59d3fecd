package verifier

import (
	"context"

	"cupel/engine"
	"cupel/program"
	"cupel/program/distinguished"
	"cupel/program/passes"
	"cupel/work"
)

// The values of Config.Cells.
const (
	CellsOff = "off"
	CellsOn  = "on"
)

// onCells lets the engine prove the program with distinguished cells in place of arrays, or find an error there that is one of the program; nil: it does
// not, or there are no arrays on which the error depends.
func (l *lowering) onCells(ctx context.Context, o engine.Observer) (*answer, error) {
	if l.cfg.Cells != CellsOn || l.closed != nil {
		return nil, nil
	}
	p := distinguished.Transform(l.lowered)
	if p == nil {
		return nil, nil
	}
	p, _, err := passes.Default.Run(ctx, p)
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
	whole := program.Clone(l.lowered).Program
	program.MarkLoopHeads(whole)
	res := *a.Result
	res.Proof = &engine.Proof{Strict: a.Proof.Strict, Summary: "with single cells at any index in place of arrays"}
	if a.Proof.Summary != "" {
		res.Proof.Summary += ": " + a.Proof.Summary
	}
	return (&attempt{blocks: &blocks{lowering: l, encoding: "sbe", prepared: whole}}).answer(&res), nil
}

// apart is another program in place of the lowered one, whose variables are nobody else's: facts about it are not exchanged.
func (l *lowering) apart(p *program.Program) *lowering {
	j, s, in, out := *l.job, *l.source, *l.inlining, *l
	j.pool = nil
	s.job, in.source, out.inlining, out.lowered = &j, &s, &in, p
	return &out
}
