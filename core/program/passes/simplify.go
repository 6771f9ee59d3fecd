package passes

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// SimplifyOptions lists the structure that Simplify must preserve.
type SimplifyOptions struct {
	// DropLoopPos also merges away locations at which a source loop's condition
	// is evaluated, when they are on no cycle's entry. Invariants for a witness
	// belong to those.
	DropLoopPos bool
}

// Simplify joins straight-line code into single edges and removes code on no path to a target: edges that cannot be
// taken, locations that are unreachable or reach neither error nor cut, and branches whose outcomes do the same.
var Simplify = NewSimplify(SimplifyOptions{})

// NewSimplify returns Simplify with options.
func NewSimplify(o SimplifyOptions) Pass {
	return measured("simplify", "joins straight-line code and removes edges and locations on no way to a target",
		func(ctx context.Context, p *program.Program) (*program.Program, error) {
			d := newDraft(p, func(e *program.Edge) ([]program.Op, bool) { return simplifyOps(e.Ops, len(e.Src.Out) > 1) })
			keep := func(l *program.Location) bool {
				return l == p.Init || d.isTarget(l) || !o.DropLoopPos && l.LoopPos.IsValid()
			}
			order := program.ReversePostorder(p)
			d.prune()
			for changed := true; changed; {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				changed = false
				for _, l := range order {
					changed = d.mergeBranches(l) || changed
					if !keep(l) {
						changed = d.contract(l) || changed
					}
				}
			}
			return d.build(), nil
		})
}

// simplifyOps drops assumptions that hold and reports false when one cannot.
// The assumption a branch starts with stays.
func simplifyOps(ops []program.Op, branch bool) ([]program.Op, bool) {
	var out []program.Op
	for i, o := range ops {
		switch o.Kind {
		case program.OpAssume:
			if o.Expr.IsFalse() {
				return nil, false
			}
			if o.Expr.IsTrue() && !(branch && i == 0) {
				continue
			}
		case program.OpCheck:
			if o.Expr.IsTrue() {
				continue
			}
		case program.OpChoice:
			var alts [][]program.Op
			for _, alt := range o.Alts {
				// Alternatives stay aligned with their Parts.
				if a, ok := simplifyOps(alt, false); ok {
					alts = append(alts, a)
				} else {
					alts = append(alts, alt)
				}
			}
			o.Alts = alts
		}
		out = append(out, o)
	}
	return out, true
}

// contract removes l when it has one outgoing edge and either one incoming edge or no operations on the outgoing one.
func (d *draft) contract(l *program.Location) bool {
	if len(d.out[l.ID]) != 1 || len(d.in[l.ID]) == 0 {
		return false
	}
	next := d.out[l.ID][0]
	if next.dst == l || len(d.in[l.ID]) > 1 && next.size > 0 {
		return false
	}
	for _, e := range slices.Clone(d.in[l.ID]) {
		if sabotage.Active(sabotage.PassContract) && next.size > 0 {
			n := *next
			n.segs, n.size = nil, 0
			d.extend(e, &n)
			continue
		}
		d.extend(e, next)
	}
	d.remove(next)
	return true
}

// guard splits an edge's operations into the assumption it starts with (nil:
// none) and the rest.
func (e *draftEdge) guard() (*logic.Term, []program.Op) {
	var ops []program.Op
	for _, s := range e.segs {
		ops = append(ops, s.ops...)
	}
	if len(ops) > 0 && ops[0].Kind == program.OpAssume {
		return ops[0].Expr, ops[1:]
	}
	return nil, ops
}

// mergeBranches joins edges from l to one location that differ only in the
// assumption they start with.
func (d *draft) mergeBranches(l *program.Location) bool {
	es := d.out[l.ID]
	for i, a := range es {
		for _, b := range es[i+1:] {
			if a.dst != b.dst || a.size != b.size || a.size > maxMergedOps {
				continue
			}
			ca, ra := a.guard()
			cb, rb := b.guard()
			if ca == nil || cb == nil || !slices.EqualFunc(ra, rb, sameOp) {
				continue
			}
			c := d.p.Terms.Or(ca, cb)
			if sabotage.Active(sabotage.PassMerge) {
				c = ca
			}
			ops := ra
			if !c.IsTrue() || len(es) > 2 {
				ops = append([]program.Op{program.Assume(c)}, ra...)
			}
			n := &draftEdge{src: l, dst: a.dst, first: a.first, size: len(ops),
				segs: []*segment{{ops: ops, parts: &program.Parts{Lost: true}, size: len(ops)}}}
			if a.goal == b.goal {
				n.goal = a.goal
			}
			d.remove(a)
			d.remove(b)
			d.add(n)
			return true
		}
	}
	return false
}

// sameOp reports whether two operations do the same, positions aside.
func sameOp(a, b program.Op) bool {
	return a.Kind == b.Kind && a.Var == b.Var && a.Expr == b.Expr && a.Size == b.Size && a.Input == b.Input &&
		a.Kind != program.OpChoice && a.Kind != program.OpCall
}
