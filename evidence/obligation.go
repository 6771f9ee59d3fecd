package evidence

import (
	"context"

	"cupel/analysis/absint/relational"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// obligationLevel limits a proof to a twentieth of a verification's work.
var obligationLevel = relational.Options{PackSize: 4, Rows: 60, Work: 100_000}

// prove removes findings that the relational analysis refutes.
func (s *explanation) prove(ctx context.Context, p *program.Program, fs *findings) {
	if s.stages.Closed || len(fs.order) == 0 || len(p.Edges) > maxJointEdges {
		return
	}
	all := map[Obligation]bool{}
	for _, o := range fs.order {
		all[o] = true
	}
	if s.neverFails(ctx, p, all) {
		fs.order = nil
		return
	}
	if len(fs.order) == 1 || len(fs.order)*len(p.Edges) > maxSingleEdges {
		return
	}
	var open []Obligation
	for _, o := range fs.order {
		if !s.neverFails(ctx, p, map[Obligation]bool{o: true}) {
			open = append(open, o)
		}
	}
	fs.order = open
}

// neverFails reports whether the relational analysis proves that none of the obligations fails first.
func (s *explanation) neverFails(ctx context.Context, p *program.Program, os map[Obligation]bool) bool {
	q, _, err := passes.Default.Run(ctx, failing(p, os))
	if err != nil {
		return false
	}
	if lowered, err := s.tools.Lower(ctx, q); err == nil {
		q = lowered
	}
	program.MarkLoopHeads(q)
	return relational.Analyze(ctx, q, obligationLevel).Safe()
}

// failing returns the program with the failure of any of the obligations as its error.
func failing(p *program.Program, os map[Obligation]bool) *program.Program {
	c := program.NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l).Cut = ""
	}
	c.Init = c.Location(p.Init)
	c.Error = c.NewLocation("", program.Pos{})
	for _, e := range p.Edges {
		src, from := c.Location(e.Src), 0
		for i := range e.Ops {
			op := &e.Ops[i]
			if op.Kind != program.OpCheck || !os[Obligation{op.Note, op.Pos}] {
				continue
			}
			before := c.NewLocation(e.Src.Func, op.Pos)
			after := c.NewLocation(e.Src.Func, op.Pos)
			c.NewEdge(src, before, e.Ops[from:i]...)
			c.NewEdge(before, c.Error, program.Assume(p.Terms.Not(op.Expr)))
			c.NewEdge(before, after, program.Assume(op.Expr))
			src, from = after, i+1
		}
		c.NewEdge(src, c.Location(e.Dst), e.Ops[from:]...)
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program
}
