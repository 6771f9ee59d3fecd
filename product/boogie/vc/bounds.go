package vc

import (
	"math/big"
	"slices"

	"cupel/product/boogie"
)

// boundLoops computes intervals at the loop heads of a graph with loops; unreachable heads have no entry.
// Assertions are assumed after they were passed, since failing executions end there.
func (g *graph) boundLoops() map[int]map[*variable]interval {
	list, place := g.order()
	preds := g.predecessors(list)
	heads := map[int]bool{}
	for _, l := range g.loops() {
		heads[l.head] = true
	}
	if len(heads) == 0 {
		return nil
	}
	in, out := make([]intervals, len(g.blocks)), make([]intervals, len(g.blocks))
	visits := make([]int, len(g.blocks))
	steps := g.thresholds(list)
	arrive := func(v int) intervals {
		var s intervals
		if v == g.entry {
			s = intervals{}
		}
		for _, p := range preds[v] {
			s = merge(s, out[p], interval.join)
		}
		return s
	}
	for changed := true; changed; {
		changed = false
		for _, v := range list {
			s := arrive(v)
			if s == nil {
				continue
			}
			if heads[v] && in[v] != nil {
				// The first rounds join without widening, so that constants before a loop are found.
				if visits[v]++; visits[v] > 1 {
					s = merge(in[v], s, func(x, y interval) interval { return x.widen(y, steps) })
				} else {
					s = merge(in[v], s, interval.join)
				}
			}
			if in[v] != nil && in[v].equal(s) {
				continue
			}
			in[v], changed = s, true
			out[v] = g.flow(v, s)
		}
	}
	// Narrowing: post of a sound state is sound, and recovers bounds lost by widening.
	for range narrowings {
		for _, v := range list {
			if s := arrive(v); s != nil {
				in[v], out[v] = s, g.flow(v, s)
			} else {
				in[v], out[v] = nil, nil
			}
		}
	}
	r := map[int]map[*variable]interval{}
	for h := range heads {
		if in[h] != nil && place[h] >= 0 {
			r[h] = in[h]
		}
	}
	return r
}

// flow is the post-state of a block.
func (g *graph) flow(v int, before intervals) intervals {
	s := before.clone()
	for _, c := range g.blocks[v].cmds {
		switch c.op {
		case opAssume, opAssert:
			if s = g.refine(s, c.cond.e, c.cond.in, !c.negated); s == nil {
				return nil
			}
		case opAssign:
			values := make([]interval, len(c.vars))
			for i := range c.vars {
				if c.lhs == nil || isIdent(c.lhs[i].e) {
					values[i] = g.rangeOf(s, c.rhs[i].e, c.rhs[i].in, false)
				}
			}
			for i, x := range c.vars {
				s.set(x, values[i])
			}
		case opHavoc, opForget:
			for _, x := range c.vars {
				delete(s, x)
			}
		}
	}
	return s
}

func isIdent(e boogie.Expr) bool {
	_, ok := e.(*boogie.Ident)
	return ok
}

// rangeOf evaluates an int expression to an interval.
func (g *graph) rangeOf(s intervals, e boogie.Expr, in *scope, old bool) interval {
	if t := g.program.ast.TypeOf(e); t != nil && boogie.Expand(t) != boogie.Type(boogie.Int) {
		return interval{}
	}
	switch e := e.(type) {
	case *boogie.IntLit:
		return point(e.Value)
	case *boogie.Ident:
		if x := g.lookup(in, g.decl(e), old); x != nil {
			if boogie.Expand(x.typ) != boogie.Type(boogie.Int) {
				return interval{}
			}
			return s[x]
		}
	case *boogie.Old:
		return g.rangeOf(s, e.X, in, true)
	case *boogie.Coerce:
		return g.rangeOf(s, e.X, in, old)
	case *boogie.Unary:
		return g.rangeOf(s, e.X, in, old).neg()
	case *boogie.Ite:
		return g.rangeOf(s, e.Then, in, old).join(g.rangeOf(s, e.Else, in, old))
	case *boogie.Binary:
		x, y := g.rangeOf(s, e.X, in, old), g.rangeOf(s, e.Y, in, old)
		switch e.Op {
		case boogie.Add:
			return x.add(y)
		case boogie.Sub:
			return x.add(y.neg())
		case boogie.Mul:
			return x.mul(y)
		case boogie.Mod:
			// Between 0 and the divisor; the remainder by 0 is unspecified.
			if y.lo != nil && y.lo.Sign() > 0 {
				r := interval{lo: new(big.Int)}
				if y.hi != nil {
					r.hi = new(big.Int).Sub(y.hi, big.NewInt(1))
				}
				return r
			}
		case boogie.Div:
			if y.lo != nil && y.lo.Sign() > 0 && x.lo != nil && x.lo.Sign() >= 0 {
				return interval{lo: new(big.Int), hi: x.hi}
			}
		}
	}
	return interval{}
}

// refine restricts the intervals by a condition that is true, or with holds false, is false.
func (g *graph) refine(s intervals, e boogie.Expr, in *scope, holds bool) intervals {
	switch e := e.(type) {
	case *boogie.BoolLit:
		if e.Value != holds {
			return nil
		}
	case *boogie.Unary:
		if e.Op == boogie.Not {
			return g.refine(s, e.X, in, !holds)
		}
	case *boogie.Binary:
		switch e.Op {
		case boogie.And, boogie.Or:
			if (e.Op == boogie.And) == holds {
				if s = g.refine(s, e.X, in, holds); s == nil {
					return nil
				}
				return g.refine(s, e.Y, in, holds)
			}
			return merge(g.refine(s.clone(), e.X, in, holds), g.refine(s.clone(), e.Y, in, holds), interval.join)
		case boogie.Implies:
			if !holds {
				if s = g.refine(s, e.X, in, true); s == nil {
					return nil
				}
				return g.refine(s, e.Y, in, false)
			}
			return merge(g.refine(s.clone(), e.X, in, false), g.refine(s.clone(), e.Y, in, true), interval.join)
		case boogie.Eq, boogie.Ne, boogie.Lt, boogie.Le, boogie.Gt, boogie.Ge:
			return g.compare(s, e, in, holds)
		}
	}
	return s
}

var negation = map[boogie.BinaryOp]boogie.BinaryOp{
	boogie.Eq: boogie.Ne, boogie.Ne: boogie.Eq, boogie.Lt: boogie.Ge, boogie.Ge: boogie.Lt, boogie.Gt: boogie.Le, boogie.Le: boogie.Gt,
}

var mirror = map[boogie.BinaryOp]boogie.BinaryOp{
	boogie.Eq: boogie.Eq, boogie.Ne: boogie.Ne, boogie.Lt: boogie.Gt, boogie.Gt: boogie.Lt, boogie.Le: boogie.Ge, boogie.Ge: boogie.Le,
}

func (g *graph) compare(s intervals, e *boogie.Binary, in *scope, holds bool) intervals {
	if t := g.program.ast.TypeOf(e.X); t == nil || boogie.Expand(t) != boogie.Type(boogie.Int) {
		return s
	}
	op := e.Op
	if !holds {
		op = negation[op]
	}
	x, y := g.rangeOf(s, e.X, in, false), g.rangeOf(s, e.Y, in, false)
	if s = g.bound(s, e.X, in, op, y); s == nil {
		return nil
	}
	return g.bound(s, e.Y, in, mirror[op], x)
}

// bound restricts a variable in relation op to a value within i.
func (g *graph) bound(s intervals, e boogie.Expr, in *scope, op boogie.BinaryOp, i interval) intervals {
	id, ok := e.(*boogie.Ident)
	if !ok {
		return s
	}
	x := g.lookup(in, g.decl(id), false)
	if x == nil {
		return s
	}
	one := big.NewInt(1)
	var r interval
	switch op {
	case boogie.Eq:
		r = i
	case boogie.Le:
		r.hi = i.hi
	case boogie.Ge:
		r.lo = i.lo
	case boogie.Lt:
		if i.hi != nil {
			r.hi = new(big.Int).Sub(i.hi, one)
		}
	case boogie.Gt:
		if i.lo != nil {
			r.lo = new(big.Int).Add(i.lo, one)
		}
	case boogie.Ne:
		r = s[x]
		if i.lo == nil || i.hi == nil || i.lo.Cmp(i.hi) != 0 {
			break
		}
		if r.lo != nil && r.lo.Cmp(i.lo) == 0 {
			r.lo = new(big.Int).Add(r.lo, one)
		} else if r.hi != nil && r.hi.Cmp(i.hi) == 0 {
			r.hi = new(big.Int).Sub(r.hi, one)
		}
	}
	r = r.meet(s[x])
	if r.empty() {
		return nil
	}
	s.set(x, r)
	return s
}

// thresholds returns widening thresholds: the constants in conditions and assignments with their neighbours, at
// most maxThresholds.
func (g *graph) thresholds(list []int) []*big.Int {
	var out []*big.Int
	seen := map[string]bool{}
	note := func(e boogie.Expr) {
		boogie.WalkExpr(e, func(e boogie.Expr) {
			n, ok := e.(*boogie.IntLit)
			if !ok || seen[n.Value.String()] || len(out) >= maxThresholds {
				return
			}
			seen[n.Value.String()] = true
			for d := int64(-1); d <= 1; d++ {
				out = append(out, new(big.Int).Add(n.Value, big.NewInt(d)))
			}
		})
	}
	for _, v := range list {
		for _, c := range g.blocks[v].cmds {
			note(c.cond.e)
			for _, r := range c.rhs {
				note(r.e)
			}
		}
	}
	slices.SortFunc(out, (*big.Int).Cmp)
	return out
}
