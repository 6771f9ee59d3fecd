package adjacency

import (
	"context"
	"math/big"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
)

// Uses returns the places where the numerical values of addresses matter in a module: those that the front end knows, and the comparisons that may depend on
// which objects are adjacent. It inlines calls up to a recursion bound.
func Uses(ctx context.Context, m *program.Module, recursionBound int) []program.Pos {
	if len(m.Equalities) == 0 {
		return m.AddressUses
	}
	all := append(append([]program.Pos(nil), m.AddressUses...), m.Equalities...)
	ctx, cancel := work.Within(ctx, maxWork)
	defer cancel()
	p, err := passes.Inline(m, passes.InlineOptions{RecursionBound: recursionBound, MaxLocations: maxLocations})
	if err != nil || ctx.Err() != nil {
		return all
	}
	open := Open(ctx, p, m.Equalities)
	if ctx.Err() != nil {
		return all
	}
	return append(append([]program.Pos(nil), m.AddressUses...), open...)
}

// Open returns those of the places at which p compares pointers with an outcome that may depend on which objects are adjacent.
func Open(ctx context.Context, p *program.Program, places []program.Pos) []program.Pos {
	wanted := map[program.Pos]bool{}
	for _, pos := range places {
		wanted[pos] = true
	}
	o := &opener{p: p, wanted: wanted, objects: objectsOf(p)}
	o.follow(ctx)
	var ranges *interval.Result
	if len(o.left) > 0 && len(p.Edges) <= maxEdges {
		ranges = interval.Analyze(ctx, p)
	}
	found := map[program.Pos]bool{}
	for _, e := range p.Edges {
		var st *interval.State
		if ranges != nil {
			if st = ranges.At(e.Src); st == nil {
				continue
			}
		}
		for i := range e.Ops {
			op := &e.Ops[i]
			if o.left[op] && !o.apart(st, op) {
				found[op.Pos] = true
			}
			if st != nil {
				if st = ranges.Step(st, op); st == nil {
					break
				}
			}
		}
	}
	var open []program.Pos
	for _, pos := range places {
		if found[pos] {
			open = append(open, pos)
			delete(found, pos)
		}
	}
	return open
}

// extent is the address range of a named object.
type extent struct {
	base    *logic.Term
	lo, end *big.Int
	of      *program.Object
	shares  bool // it may be one with another object
}

// objectsOf are the named objects whose size is the same in all executions.
func objectsOf(p *program.Program) []extent {
	varies := map[*logic.Term]bool{}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAlloc && op.Expr.IsConst() && !op.Size.IsConst() {
				varies[op.Expr] = true
			}
		}
	}
	var out []extent
	for _, o := range p.Objects {
		if o.Size > 0 && o.Base.IsConst() && !varies[o.Base] {
			lo := o.Base.BVBig()
			out = append(out, extent{o.Base, lo, new(big.Int).Add(lo, big.NewInt(o.Size)), o, slices.ContainsFunc(p.Objects, o.MayShare)})
		}
	}
	return out
}

// apart reports whether intervals show that both pointers of a comparison lie in one named object, or that neither is one past the end of an object, or that
// one lies inside of its object, not at its beginning.
func (o *opener) apart(st *interval.State, op *program.Op) bool {
	if st == nil {
		return false
	}
	type where struct {
		x             *extent
		begins, ended bool
	}
	locate := func(t *logic.Term) (w where) {
		r := st.Unsigned(t)
		lo, hi := r.Lo(), r.Hi()
		for i := range o.objects {
			if x := &o.objects[i]; lo != nil && hi != nil && x.lo.Cmp(lo) <= 0 && hi.Cmp(x.end) <= 0 {
				return where{x, x.lo.Cmp(lo) == 0, hi.Cmp(x.end) == 0}
			}
		}
		return where{nil, true, true}
	}
	p, q := locate(op.Expr), locate(op.Origin)
	switch {
	case p.x != nil && p.x == q.x:
		return true
	case p.x != nil && q.x != nil && p.x.of.MayShare(q.x.of), p.x == nil && q.x != nil && q.x.shares, q.x == nil && p.x != nil && p.x.shares:
		return false
	case !p.ended && !q.ended:
		return true
	}
	return !p.begins && !p.ended || !q.begins && !q.ended
}
