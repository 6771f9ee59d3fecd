package evidence

import (
	"context"

	"cupel/analysis/absint/interval"
	"cupel/core/program"
)

// An AccessPlace is a place of a program at which memory is accessed or released, or pointers are ordered.
type AccessPlace struct {
	Obligation
	Within []*program.Location // from which the edges lead that do so
	Fine   bool                // intervals prove that it is as C demands, wherever the place occurs in the program
}

// Accesses lists the places at which a program uses memory, in the program's order. Intervals that assume all of them prove one: the first that is wrong in an execution
// is so in a state that they describe.
func Accesses(ctx context.Context, p *program.Program) []AccessPlace {
	var out []AccessPlace
	at := map[Obligation]int{}
	note := func(what string, l *program.Location, op *program.Op, e *program.Edge, fine bool) {
		o := Obligation{what, op.Pos}
		if !o.Pos.IsValid() {
			o.Pos = e.Pos
		}
		i, known := at[o]
		if !known {
			i = len(out)
			at[o] = i
			out = append(out, AccessPlace{Obligation: o, Fine: true})
		}
		out[i].Within = append(out[i].Within, l)
		out[i].Fine = out[i].Fine && fine
	}
	m := objectsOf(p)
	var r *interval.Result
	if len(p.Edges) <= maxAccessEdges {
		if r = interval.Analyze(ctx, p); !r.Complete() {
			r = nil
		}
	}
	dead := m.mayBeDead(p)
	for _, e := range p.Edges {
		var st *interval.State
		reached := true
		if r != nil {
			st = r.At(e.Src)
			reached = st != nil
		}
		gone := dead[e.Src.ID].clone()
		for i := range e.Ops {
			op := &e.Ops[i]
			if what := questionable(op); what != "" {
				note(what, e.Src, op, e, !reached || m.fine(st, gone, op))
			}
			gone.step(m, op)
			if r != nil && reached {
				st = r.Step(st, op)
				reached = st != nil
			}
		}
	}
	return out
}
