package interpolation

import (
	"errors"

	"cupel/core/logic"
	"cupel/core/rational"
)

// errTooBig ends a syntactic elimination whose case splits grow too much.
var errTooBig = errors.New("interpolation: too many cases in quantifier elimination")

// projector eliminates symbols from a conjunction, cheapest method first:
// definitions are substituted; bounds that only one side restricts vanish;
// Fourier and Motzkin's elimination over the reals, and over the integers where
// a coefficient is 1 (there it coincides with Cooper's); case splits on
// disjunctions and disequalities within a budget.
type projector struct {
	f     *logic.Factory
	cases int // remaining case splits
}

// project returns conjuncts equivalent to: exists drop. and(cs). exact is false
// when some symbol could only be removed by dropping the conjuncts that hold
// it: then the result is weaker.
func (p *projector) project(cs, drop []*logic.Term) (out []*logic.Term, exact bool) {
	left := append([]*logic.Term(nil), drop...)
	cs = p.split(cs)
	cs, left = p.eliminate(cs, left)
	if len(left) == 0 {
		return cs, true
	}
	rest, with := partition(cs, left)
	budget := p.cases
	if d, err := p.byCases(with, left, 0); err == nil {
		return append(rest, conjuncts(p.f, simplify(p.f, d))...), true
	}
	p.cases = budget / 2
	return rest, false
}

// split flattens conjunctions; a false conjunct is all that stays.
func (p *projector) split(cs []*logic.Term) []*logic.Term {
	var out []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, c := range cs {
		for _, d := range conjuncts(p.f, c) {
			if d.IsFalse() {
				return []*logic.Term{d}
			}
			if !seen[d] {
				seen[d] = true
				out = append(out, d)
			}
		}
	}
	return out
}

func mentions(t *logic.Term, vs []*logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		for _, w := range vs {
			if v == w {
				return true
			}
		}
	}
	return false
}

// partition separates the conjuncts that do not mention vs from those that do.
func partition(cs, vs []*logic.Term) (without, with []*logic.Term) {
	in := make(map[*logic.Term]bool, len(vs))
	for _, v := range vs {
		in[v] = true
	}
	for _, c := range cs {
		hit := false
		for _, v := range logic.FreeVars(c) {
			hit = hit || in[v]
		}
		if hit {
			with = append(with, c)
		} else {
			without = append(without, c)
		}
	}
	return without, with
}

// eliminate applies the methods that split no cases until none applies, and
// returns the symbols still left.
func (p *projector) eliminate(cs, vs []*logic.Term) (rest, left []*logic.Term) {
	for changed := true; changed; {
		changed = false
		var next []*logic.Term
		for i := 0; i < len(vs); i++ {
			v := vs[i]
			without, with := partition(cs, []*logic.Term{v})
			if len(with) == 0 {
				continue
			}
			if r, fresh, ok := p.bySubstitution(with, v); ok {
				cs = p.split(append(without, r...))
				if fresh != nil {
					vs = append(vs, fresh)
				}
				changed = true
				continue
			}
			if r, fresh, ok := p.byReads(with, v); ok {
				cs, vs = p.split(append(without, r...)), append(vs, fresh...)
				changed = true
				continue
			}
			r, ok := p.byBounds(with, v)
			if !ok {
				r, ok = p.byOrder(with, v)
			}
			if ok {
				cs = p.split(append(without, r...))
				changed = true
				continue
			}
			next = append(next, v)
		}
		vs = next
	}
	return cs, vs
}

// bySubstitution uses a conjunct that determines v.
func (p *projector) bySubstitution(with []*logic.Term, v *logic.Term) (out []*logic.Term, fresh *logic.Term, ok bool) {
	var val, plain *logic.Term
	for _, c := range with {
		t, u := p.solve(c, v)
		if t == nil {
			continue
		}
		if u == nil {
			if plain == nil || t.IsConst() && !plain.IsConst() {
				plain = t
			}
		} else if val == nil {
			val, fresh = t, u
		}
	}
	if plain != nil {
		val, fresh = plain, nil
	}
	if val == nil {
		return nil, nil, false
	}
	s := p.f.NewSubst(func(x *logic.Term) *logic.Term {
		if x == v {
			return val
		}
		return nil
	})
	for _, c := range with {
		out = append(out, p.updated(s.Apply(c))) // the solved conjunct too: it may be stronger than v = val
	}
	return out, fresh, true
}

// updated rewrites a = store(a, i, e), the remainder of an array's definition after the older array is eliminated, to a[i] = e.
func (p *projector) updated(c *logic.Term) *logic.Term {
	if c.Op() != logic.OpEq || !c.Arg(0).Sort().IsArray() {
		return c
	}
	for i := 0; i < 2; i++ {
		if s := c.Arg(1 - i); s.Op() == logic.OpStore && s.Arg(0) == c.Arg(i) {
			return p.f.Eq(p.f.Select(c.Arg(i), s.Arg(1)), s.Arg(2))
		}
	}
	return c
}

// solve returns a term t without v such that c implies v = t. With a fresh
// symbol u, t holds u, and c implies v = t for some value of u.
func (p *projector) solve(c, v *logic.Term) (t, u *logic.Term) {
	f := p.f
	if c == v {
		return f.True(), nil
	}
	if c.Op() == logic.OpNot {
		if c.Arg(0) == v {
			return f.False(), nil
		}
		if e := c.Arg(0); e.Op() == logic.OpEq && v.Sort() == logic.Bool && e.Arg(0).Sort() == logic.Bool {
			for i := 0; i < 2; i++ {
				if e.Arg(i) == v && !mentions(e.Arg(1-i), []*logic.Term{v}) {
					return f.Not(e.Arg(1 - i)), nil
				}
			}
		}
		return nil, nil
	}
	if c.Op() != logic.OpEq {
		return nil, nil
	}
	a, b := c.Arg(0), c.Arg(1)
	if a.Sort().IsArith() {
		return p.solveLinear(f.Sub(a, b), v), nil
	}
	inA, inB := mentions(a, []*logic.Term{v}), mentions(b, []*logic.Term{v})
	switch {
	case inA && inB:
		return nil, nil
	case inB:
		a, b = b, a
	}
	return p.invert(a, b, v)
}

// solveLinear solves e = 0 for v.
func (p *projector) solveLinear(e, v *logic.Term) *logic.Term {
	if e.Sort() != v.Sort() {
		return nil
	}
	prods, coeffs, k := logic.Linear(e)
	at := -1
	for i, m := range prods {
		if m == v {
			at = i
		} else if mentions(m, []*logic.Term{v}) {
			return nil
		}
	}
	if at < 0 {
		return nil
	}
	c := coeffs[at]
	if v.Sort() == logic.Int && !c.Abs().Equal(rational.One) {
		return nil
	}
	inv := c.Inv().Neg()
	sum := p.f.Num(v.Sort(), k.Mul(inv))
	for i, m := range prods {
		if i != at {
			sum = p.f.Add(sum, p.f.Mul(p.f.Num(v.Sort(), coeffs[i].Mul(inv)), m))
		}
	}
	return sum
}

// invert solves a = b for v, which occurs in a only, through the operators that
// have an inverse.
func (p *projector) invert(a, b, v *logic.Term) (t, u *logic.Term) {
	f := p.f
	vs := []*logic.Term{v}
	for a != v {
		switch a.Op() {
		case logic.OpBVNot:
			a, b = a.Arg(0), f.BVNot(b)
			continue
		case logic.OpBVNeg, logic.OpBVNegNSW:
			a, b = a.Arg(0), f.BVNeg(b)
			continue
		case logic.OpZeroExt, logic.OpSignExt:
			a = a.Arg(0)
			b = f.Extract(a.Sort().Width()-1, 0, b)
			continue
		case logic.OpStore: // a[i] = e gives b = store(a, i, e): e = b[i]; a = store(b, i, u) for the old element u
			arr, i, e := a.Arg(0), a.Arg(1), a.Arg(2)
			inArr, inI, inE := mentions(arr, vs), mentions(i, vs), mentions(e, vs)
			switch {
			case inE && !inArr && !inI:
				a, b = e, f.Select(b, i)
				continue
			case inArr && !inI && !inE && u == nil:
				u = f.Fresh("old", e.Sort())
				a, b = arr, f.Store(b, i, u)
				continue
			}
			return nil, nil
		}
		if a.NumArgs() != 2 {
			return nil, nil
		}
		x, y := a.Arg(0), a.Arg(1)
		inX := mentions(x, vs)
		if inX && mentions(y, vs) {
			return nil, nil
		}
		other := x
		if inX {
			other = y
		}
		switch a.Op() {
		case logic.OpBVAdd, logic.OpBVAddNSW:
			b = f.BVOp(logic.OpBVSub, b, other)
		case logic.OpBVXor:
			b = f.BVOp(logic.OpBVXor, b, other)
		case logic.OpBVSub, logic.OpBVSubNSW:
			if inX {
				b = f.BVOp(logic.OpBVAdd, b, other)
			} else {
				b = f.BVOp(logic.OpBVSub, other, b)
			}
		default:
			return nil, nil
		}
		if a = y; inX {
			a = x
		}
	}
	return b, u
}

// byCases eliminates vs from a conjunction by distributing over its
// disjunctions and disequalities; the result is a disjunction.
func (p *projector) byCases(cs, vs []*logic.Term, depth int) (*logic.Term, error) {
	cs = p.split(cs)
	cs, vs = p.eliminate(cs, vs)
	if len(vs) == 0 {
		return p.f.And(cs...), nil
	}
	rest, with := partition(cs, vs)
	at, best := -1, 0
	var ds []*logic.Term
	for i, c := range with {
		d := disjuncts(p.f, c)
		if len(d) < 2 {
			d = splitNe(p.f, c)
		}
		if len(d) < 2 {
			d = splitInside(p.f, c, vs)
		}
		if len(d) >= 2 && (at < 0 || len(d) < best) {
			at, best, ds = i, len(d), d
		}
	}
	if at < 0 || depth > 24 {
		return nil, errTooBig
	}
	others := append(append([]*logic.Term(nil), with[:at]...), with[at+1:]...)
	var out []*logic.Term
	for _, d := range ds {
		if p.cases <= 0 {
			return nil, errTooBig
		}
		p.cases--
		r, err := p.byCases(append(append([]*logic.Term(nil), others...), d), vs, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return p.f.And(append(rest, p.f.Or(out...))...), nil
}

// splitNe splits an arithmetic disequality into the two strict inequalities.
func splitNe(f *logic.Factory, c *logic.Term) []*logic.Term {
	if c.Op() != logic.OpNot || c.Arg(0).Op() != logic.OpEq || !c.Arg(0).Arg(0).Sort().IsArith() {
		return nil
	}
	a, b := c.Arg(0).Arg(0), c.Arg(0).Arg(1)
	return []*logic.Term{f.Lt(a, b), f.Lt(b, a)}
}
