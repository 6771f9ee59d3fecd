package recurrence

import "cupel/core/logic"

// Solvers are slow with identities of sums modulo 2^w, which counters that are related keep. So sums get one form, by the arithmetic of the ring: what is kept by a
// turn is then often the same term behind it.

// A sum is a linear combination of terms modulo 2^w, with a constant.
type sum struct {
	w     int
	terms []*logic.Term // by their IDs
	by    []uint64
	plus  uint64
}

// A normaliser keeps what it has read: terms share most of their parts.
type normaliser struct {
	f    *logic.Factory
	sums map[*logic.Term]sum
	done map[*logic.Term]*logic.Term
}

func newNormaliser(f *logic.Factory) *normaliser {
	return &normaliser{f: f, sums: map[*logic.Term]sum{}, done: map[*logic.Term]*logic.Term{}}
}

// linear reads a term as a sum; what is no sum, or too large a one, is a term of it.
func (n *normaliser) linear(t *logic.Term) sum {
	s, ok := n.sums[t]
	if !ok {
		if s = n.read(t); len(s.terms) > maxSum {
			s = sum{w: s.w, terms: []*logic.Term{t}, by: []uint64{1}}
		}
		n.sums[t] = s
	}
	return s
}

func (n *normaliser) read(t *logic.Term) sum {
	w := t.Sort().Width()
	switch t.Op() {
	case logic.OpConst:
		v, _ := t.BVUint64()
		return sum{w: w, plus: v}
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return n.linear(t.Arg(0)).add(n.linear(t.Arg(1)), 1)
	case logic.OpBVSub, logic.OpBVSubNSW:
		return n.linear(t.Arg(0)).add(n.linear(t.Arg(1)), ^uint64(0))
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return sum{w: w}.add(n.linear(t.Arg(0)), ^uint64(0))
	case logic.OpBVMul, logic.OpBVMulNSW:
		for i := range 2 {
			if c, ok := word(t.Arg(i)); ok {
				return sum{w: w}.add(n.linear(t.Arg(1-i)), c)
			}
		}
	case logic.OpBVShl:
		if c, ok := word(t.Arg(1)); ok && c < uint64(w) {
			return sum{w: w}.add(n.linear(t.Arg(0)), 1<<c)
		}
	}
	return sum{w: w, terms: []*logic.Term{t}, by: []uint64{1}}
}

// add is s + c*u.
func (s sum) add(u sum, c uint64) sum {
	mask := ^uint64(0) >> (64 - s.w)
	out := sum{w: s.w, plus: (s.plus + c*u.plus) & mask}
	put := func(t *logic.Term, k uint64) {
		if k &= mask; k != 0 {
			out.terms, out.by = append(out.terms, t), append(out.by, k)
		}
	}
	i, j := 0, 0
	for i < len(s.terms) || j < len(u.terms) {
		switch {
		case j == len(u.terms) || i < len(s.terms) && s.terms[i].ID() < u.terms[j].ID():
			put(s.terms[i], s.by[i])
			i++
		case i == len(s.terms) || u.terms[j].ID() < s.terms[i].ID():
			put(u.terms[j], c*u.by[j])
			j++
		default:
			put(s.terms[i], s.by[i]+c*u.by[j])
			i++
			j++
		}
	}
	return out
}

// term is the sum as a term.
func (s sum) term(f *logic.Factory) *logic.Term {
	var out *logic.Term
	for i, t := range s.terms {
		if s.by[i] != 1 {
			t = f.BVOp(logic.OpBVMul, f.BV(s.by[i], s.w), t)
		}
		if out == nil {
			out = t
		} else {
			out = f.BVOp(logic.OpBVAdd, out, t)
		}
	}
	c := f.BV(s.plus, s.w)
	switch {
	case out == nil:
		return c
	case s.plus == 0:
		return out
	}
	return f.BVOp(logic.OpBVAdd, out, c)
}

// positive makes the coefficient of the first term positive, as a signed number, which keeps the solutions of s = 0.
func (s sum) positive() sum {
	if len(s.by) == 0 || signed(s.by[0], s.w) > 0 {
		return s
	}
	return sum{w: s.w}.add(s, ^uint64(0))
}

// normal gives equations and comparisons of sums in a term one form.
func (n *normaliser) normal(t *logic.Term) *logic.Term {
	if out := n.done[t]; out != nil {
		return out
	}
	f := n.f
	out := logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		switch u.Op() {
		case logic.OpEq, logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		default:
			return f.With(u, args)
		}
		if s := args[0].Sort(); !s.IsBV() || s.Width() > 64 {
			return f.With(u, args)
		}
		a, b := n.linear(args[0]), n.linear(args[1])
		if u.Op() != logic.OpEq {
			return f.With(u, []*logic.Term{a.term(f), b.term(f)})
		}
		d := a.add(b, ^uint64(0)).positive()
		c := f.BV(-d.plus, d.w)
		d.plus = 0
		return f.Eq(d.term(f), c)
	})
	n.done[t] = out
	return out
}
