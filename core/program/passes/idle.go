package passes

import (
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// findLoops finds the loops that may be dropped like branches: all paths from the head lead to one location behind the loop or
// back to the head, over harmless operations, and one variable shows that they come back finitely often. Inner loops come
// first, as the paths of outer ones and of branches go past them.
func (s *slicer) findLoops(ipdom []*program.Location) {
	var visit func(ls []*program.Loop)
	visit = func(ls []*program.Loop) {
		for _, l := range ls {
			visit(l.Inner)
			if d := s.loop(l, ipdom); d != nil {
				s.branch[l.Head] = d
				s.include(d)
			}
		}
	}
	roots, _ := program.Loops(s.p)
	visit(roots)
}

// loop returns the diamond that a loop is; nil: it is none, or may not end.
func (s *slicer) loop(l *program.Loop, ipdom []*program.Location) *diamond {
	d := &diamond{at: l.Head, join: ipdom[l.Head.ID]}
	for d.join != nil && slices.Contains(l.Locs, d.join) {
		d.join = ipdom[d.join.ID]
	}
	if d.join == nil || len(s.d.out[l.Head.ID]) == 0 {
		return nil
	}
	edges, ok := s.region(d.at, d.join, true)
	if !ok || slices.ContainsFunc(edges, checked) || !s.terminates(d, edges) {
		return nil
	}
	var exits []*draftEdge
	for _, e := range edges {
		if e.dst == d.join {
			exits = append(exits, e)
		}
	}
	d.edges = edges
	if branches := func(e *draftEdge) bool { return e.first != nil && len(s.d.out[e.src.ID]) > 1 }; len(exits) == 1 {
		i := slices.Index(edges, exits[0])
		d.edges = slices.Delete(edges, i, i+1)
		if d.exit = exits[0].ops(); branches(exits[0]) {
			_, d.exit = exits[0].guard()
		}
	} else if slices.ContainsFunc(exits, func(e *draftEdge) bool { return !harmless(e.ops(), branches(e)) }) {
		return nil
	}
	return d
}

// checked reports whether an edge has a check: where it ends the execution, what is behind the loop may not be reached.
func checked(e *draftEdge) bool {
	return slices.ContainsFunc(e.ops(), func(o program.Op) bool { return o.Kind == program.OpCheck })
}

// include makes the branches inside of a loop part of its diamond, unless one can get into the loop past its head.
func (s *slicer) include(d *diamond) {
	inside := map[*program.Location]bool{}
	for _, e := range d.edges {
		inside[e.src] = true
	}
	for l := range inside {
		for _, e := range s.d.in[l.ID] {
			if l != d.at && !inside[e.src] {
				return
			}
		}
	}
	for l := range inside {
		if s.within[l] == nil {
			s.within[l] = d
		}
	}
}

// terminates reports whether paths along the edges return to the head of d finitely often, because every one that does passes
// an assumption about a variable and the only assignment to it, which together decrease a bounded measure.
func (s *slicer) terminates(d *diamond, edges []*draftEdge) bool {
	edges = slices.DeleteFunc(slices.Clone(edges), func(e *draftEdge) bool { return e.dst == d.join })
	pivots := s.pivots(d.at, edges)
	assigned := map[*program.Var]int{}
	for _, e := range edges {
		for _, o := range e.ops() {
			if o.Kind == program.OpAssign || o.Kind == program.OpHavoc {
				assigned[o.Var]++
			}
		}
	}
	constant := func(t *logic.Term) bool {
		return !slices.ContainsFunc(s.n.mentions(t), func(v int) bool { return assigned[s.p.Vars[v]] > 0 })
	}
	for _, e := range pivots {
		for _, o := range e.ops() {
			if o.Kind != program.OpAssign || assigned[o.Var] != 1 {
				continue
			}
			for _, g := range pivots {
				if c, _ := g.guard(); c != nil && decreases(o.Var.Sym, o.Expr, conjuncts(c), constant) {
					return true
				}
			}
		}
	}
	return false
}

// pivots returns the edges that every path along the edges from head to head passes once: the only one by which such paths
// leave the head, and the only one by which they come back.
func (s *slicer) pivots(head *program.Location, edges []*draftEdge) []*draftEdge {
	inside := map[*program.Location]bool{head: true}
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			if inside[e.dst] && !inside[e.src] {
				inside[e.src], changed = true, true
			}
		}
	}
	var leave, enter []*draftEdge
	for _, e := range edges {
		if e.src == head && inside[e.dst] {
			leave = append(leave, e)
		}
		if e.dst == head {
			enter = append(enter, e)
		}
	}
	var out []*draftEdge
	if len(leave) == 1 {
		out = leave
	}
	if len(enter) == 1 && !slices.Contains(out, enter[0]) {
		out = append(out, enter[0])
	}
	return out
}

// conjuncts returns the conjuncts of a condition.
func conjuncts(t *logic.Term) []*logic.Term {
	if t.Op() == logic.OpAnd {
		return t.Args()
	}
	return []*logic.Term{t}
}

// decreases reports whether x := next is done finitely often if one of the conditions, all of which hold each time, bounds x,
// and the terms that are constant keep their values.
func decreases(x, next *logic.Term, conds []*logic.Term, constant func(*logic.Term) bool) bool {
	step := stepOf(x, next)
	for _, c := range conds {
		op, left, right := c.Op(), c, c
		positive := op != logic.OpNot
		if !positive {
			c = c.Arg(0)
			op = c.Op()
		}
		if c.NumArgs() != 2 {
			continue
		}
		left, right = c.Arg(0), c.Arg(1)
		below := left == x
		bound := right
		if !below {
			bound = left
		}
		if !below && right != x || !constant(bound) {
			continue
		}
		strict := op == logic.OpULt || op == logic.OpSLt
		switch op {
		case logic.OpEq:
			if !positive && x.Sort().IsBV() && (step != 0 || isBits(bound, 0) && divides(x, next)) {
				return true // all values are visited, or x becomes 0
			}
			continue
		case logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		default:
			continue
		}
		if !positive { // not a <= b: b < a
			below, strict = !below, !strict
		}
		if below != (step > 0) || step == 0 {
			continue
		}
		if strict || inner(bound, op == logic.OpSLe || op == logic.OpSLt, below, conds) {
			return true
		}
	}
	return false
}

// stepOf is 1 or -1 if next is x plus that, modulo the width of x, and else 0.
func stepOf(x, next *logic.Term) int {
	if !x.Sort().IsBV() {
		return 0
	}
	t := next
	if t.Op() == logic.OpExtract {
		if t.Lo() != 0 {
			return 0
		}
		t = t.Arg(0)
	}
	sign := 1
	switch t.Op() {
	case logic.OpBVAdd, logic.OpBVAddNSW:
	case logic.OpBVSub, logic.OpBVSubNSW:
		sign = -1
	default:
		return 0
	}
	if t.NumArgs() != 2 || !t.Arg(1).IsConst() {
		return 0
	}
	from := t.Arg(0)
	if from.Op() == logic.OpZeroExt || from.Op() == logic.OpSignExt {
		from = from.Arg(0)
	}
	switch {
	case from != x:
	case isBits(t.Arg(1), 1):
		return sign
	case isBits(t.Arg(1), -1):
		return -sign
	}
	return 0
}

// divides reports whether next is x divided, as a number without a sign, by a constant above 1, so that it becomes 0.
func divides(x, next *logic.Term) bool {
	if next.NumArgs() != 2 || next.Arg(0) != x || !next.Arg(1).IsConst() {
		return false
	}
	switch c := next.Arg(1); next.Op() {
	case logic.OpBVUDiv:
		return !isBits(c, 0) && !isBits(c, 1)
	case logic.OpBVLShr:
		return !isBits(c, 0)
	}
	return false
}

// isBits reports whether t is a constant of n's bits.
func isBits(t *logic.Term, n int64) bool {
	return t.IsConst() && t.Sort().IsBV() && t.BVSigned().IsInt64() && t.BVSigned().Int64() == n
}

// inner reports whether a bound is not the greatest (or least) number, beyond which x would wrap around: it is another
// constant, or m - 1 where the conditions say that m is not 0.
func inner(bound *logic.Term, signed, greatest bool, conds []*logic.Term) bool {
	if bound.IsConst() {
		w := bound.Sort().Width()
		switch end := bound.BVBig(); {
		case signed && greatest:
			return end.Cmp(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), big.NewInt(1))) != 0
		case signed:
			return end.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(w-1))) != 0
		case greatest:
			return !isBits(bound, -1)
		}
		return !isBits(bound, 0)
	}
	if signed || !greatest || bound.Op() != logic.OpBVAdd || bound.NumArgs() != 2 || !isBits(bound.Arg(1), -1) {
		return false
	}
	return slices.ContainsFunc(conds, func(c *logic.Term) bool {
		return c.Op() == logic.OpULe && isBits(c.Arg(0), 1) && c.Arg(1) == bound.Arg(0)
	})
}
