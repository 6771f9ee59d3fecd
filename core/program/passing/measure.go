package passing

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// A measure is a candidate ranking function: it decreases with every visit of a loop's head.
type measure struct {
	rank *logic.Term  // nil: no candidate
	old  *program.Var // its value at the last visit
}

// remember adds the operation that keeps the value at a visit.
func (m *measure) remember(ops []program.Op) []program.Op {
	if m.rank == nil {
		return ops
	}
	return append(ops, program.Assign(m.old, m.rank))
}

// measures guesses those of all loop heads.
func (x *maker) measures(guess int) {
	back := map[*program.Location][]*program.Location{}
	for _, l := range x.p.Locs {
		for _, e := range l.Out {
			if x.order[l.ID] >= 0 && x.retreats(e) {
				back[e.Dst] = append(back[e.Dst], l)
			}
		}
	}
	for _, h := range x.p.Locs {
		if back[h] == nil {
			continue
		}
		m := &measure{rank: x.guess(h, back[h], guess)}
		if m.rank != nil {
			m.old = x.ghost(fmt.Sprintf("#measure.%d", h.ID), m.rank.Sort())
		}
		x.heads[h] = m
	}
}

// guess is the sum of the differences that keep a loop going, or one of them.
func (x *maker) guess(h *program.Location, back []*program.Location, n int) *logic.Term {
	body := map[*program.Location]bool{h: true}
	for len(back) > 0 {
		l := back[len(back)-1]
		back = back[:len(back)-1]
		if body[l] {
			continue
		}
		body[l] = true
		for _, e := range l.In {
			back = append(back, e.Src)
		}
	}
	var ranks []*logic.Term
	for _, l := range x.p.Locs { // by ID, so that a guess is the same again
		if !body[l] {
			continue
		}
		leaves := false
		for _, e := range l.Out {
			leaves = leaves || !body[e.Dst]
		}
		for _, e := range l.Out {
			if leaves && body[e.Dst] && len(e.Ops) > 0 && blocks(&e.Ops[0]) {
				for _, c := range logic.Conjuncts(e.Ops[0].Expr) {
					ranks = append(ranks, x.differences(c)...)
				}
			}
		}
	}
	if len(ranks) == 0 {
		return nil
	}
	if n == 0 && len(ranks) > 1 {
		w := 0
		for _, r := range ranks {
			w = max(w, r.Sort().Width())
		}
		w += 8
		sum := x.f.BV(0, w)
		for _, r := range ranks {
			sum = x.f.BVOp(logic.OpBVAdd, sum, x.f.SignExt(w-r.Sort().Width(), r))
		}
		return sum
	}
	if len(ranks) > 1 {
		n--
	}
	return ranks[n%len(ranks)]
}

// differences are numbers that must be bounded where a condition holds: b - a for a < b.
func (x *maker) differences(c *logic.Term) []*logic.Term {
	negative := c.Op() == logic.OpNot
	if negative {
		c = c.Arg(0)
	}
	if c.NumArgs() != 2 || !c.Arg(0).Sort().IsBV() {
		return nil
	}
	a, b := c.Arg(0), c.Arg(1)
	minus := func(signed bool, a, b *logic.Term) *logic.Term {
		ext := x.f.ZeroExt
		if signed {
			ext = x.f.SignExt
		}
		return x.f.BVOp(logic.OpBVSub, ext(2, a), ext(2, b))
	}
	switch c.Op() {
	case logic.OpSLe, logic.OpSLt, logic.OpULe, logic.OpULt:
		if negative {
			a, b = b, a
		}
		return []*logic.Term{minus(c.Op() == logic.OpSLe || c.Op() == logic.OpSLt, b, a)}
	case logic.OpEq:
		if !negative {
			return nil
		}
		if a.IsConst() {
			a, b = b, a
		}
		return []*logic.Term{minus(false, a, b)}
	}
	return nil
}
