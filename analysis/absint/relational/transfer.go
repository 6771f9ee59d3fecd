package relational

import (
	"slices"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// steps executes operations; nil when no state is left.
func (d *Domain) steps(s *State, ops []program.Op) *State {
	for i := range ops {
		if s = d.step(s, &ops[i]); s == nil {
			return nil
		}
	}
	return s
}

func (d *Domain) step(s *State, op *program.Op) *State {
	d.fuel = stepFuel
	d.spend(stepWork)
	switch op.Kind {
	case program.OpAssume, program.OpCheck:
		return d.assume(s, op.Expr, true)
	case program.OpAssign:
		return d.assign(s, d.of[op.Var], op)
	case program.OpHavoc:
		v := d.of[op.Var]
		if sabotage.Active(sabotage.RelationalHavoc) {
			return s
		}
		return d.forget(s.withBox(d.box.Step(s.box, op)).undefine(v), v)
	case program.OpChoice:
		var r *State
		for i, alt := range op.Alts {
			if i > 0 && sabotage.Active(sabotage.RelationalChoice) {
				break
			}
			r = d.joinStates(r, d.steps(s, alt))
		}
		return r
	}
	return s
}

// joinStates is Join for states that may be empty.
func (d *Domain) joinStates(s, t *State) *State {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	return d.Join(s, t)
}

// expand replaces variables by their definitions.
func (d *Domain) expand(s *State, t *logic.Term) *logic.Term {
	if len(s.defs) == 0 {
		return t
	}
	var m map[*logic.Term]*logic.Term
	for _, v := range d.mentions(t) {
		for _, e := range s.defs {
			if e.v == v {
				if m == nil {
					m = map[*logic.Term]*logic.Term{}
				}
				m[d.vars[v].Sym] = e.t
			}
		}
	}
	if m == nil {
		return t
	}
	return d.p.Terms.Subst(t, m)
}

// assume returns the states of s in which t has the truth value want.
func (d *Domain) assume(s *State, t *logic.Term, want bool) *State {
	if v, known := d.truth(s, t); known {
		if v == want {
			return s
		}
		return nil
	}
	b := s.box.Assume(t, want)
	if b == nil {
		return nil
	}
	s = s.withBox(b)
	if u := d.expand(s, t); u != t {
		if b = s.box.Assume(u, want); b == nil {
			return nil
		}
		s, t = s.withBox(b), u
	}
	return d.guard(s, t, want)
}

// guard is assume for the polyhedra.
func (d *Domain) guard(s *State, t *logic.Term, want bool) *State {
	switch op := t.Op(); {
	case op == logic.OpConst:
		if t.IsTrue() != want {
			return nil
		}
	case op == logic.OpNot:
		return d.guard(s, t.Arg(0), !want)
	case op == logic.OpAnd && want, op == logic.OpOr && !want:
		for _, a := range t.Args() {
			if s = d.guard(s, a, want); s == nil {
				return nil
			}
		}
	case op == logic.OpAnd || op == logic.OpOr:
		if t.NumArgs() > maxDisjuncts || !d.burn() {
			return s
		}
		var r *State
		for i, a := range t.Args() {
			if i > 0 && sabotage.Active(sabotage.RelationalGuard) {
				break
			}
			r = d.joinStates(r, d.assume(s, a, want))
		}
		return r
	case op == logic.OpIte:
		if !d.burn() {
			return s
		}
		var r *State
		for _, c := range []bool{true, false} {
			if b := d.assume(s, t.Arg(0), c); b != nil {
				r = d.joinStates(r, d.assume(b, branch(t, c), want))
			}
		}
		return r
	case isComparison(t):
		return d.compare(s, t, want)
	}
	return s
}

// compare assumes a comparison or its negation.
func (d *Domain) compare(s *State, t *logic.Term, want bool) *State {
	var r *State
	for _, a := range d.cases(s, t.Arg(0)) {
		for _, b := range d.cases(a.s, t.Arg(1)) {
			f := a.f.add(b.f.neg())
			var next *State
			switch le := t.Op() == logic.OpLe; {
			case le && want:
				next = d.constrain(b.s, f, false)
			case le && sabotage.Active(sabotage.RelationalNegation):
				next = d.constrain(b.s, f.neg().addSpan(point(rational.FromInt(2))), false)
			case le:
				next = d.constrain(b.s, f.neg().addSpan(point(rational.One)), false)
			case want:
				next = d.constrain(b.s, f, true)
			default:
				next = d.assumeNonzero(b.s, f)
			}
			r = d.joinStates(r, d.compareResidues(next, t, want))
		}
	}
	return r
}

// assumeNonzero assumes that the integer f is not 0, which narrows a convex set only where 0 is a bound of f.
func (d *Domain) assumeNonzero(s *State, f form) *State {
	one := point(rational.One)
	b := d.bounds(s, f)
	switch {
	case b.above(0) && b.below(0):
		return nil
	case b.above(1) || b.below(-1):
		return s
	case b.above(0):
		return d.constrain(s, f.neg().addSpan(one), false)
	case b.below(0):
		return d.constrain(s, f.addSpan(one), false)
	}
	return s
}

func atMost(a []rational.Q, c rational.Q) polyhedra.Constraint {
	neg := make([]rational.Q, len(a))
	for i, x := range a {
		neg[i] = x.Neg()
	}
	return polyhedra.Constraint{Coeffs: neg, Bound: c.Neg()}
}

func atLeast(a []rational.Q, c rational.Q) polyhedra.Constraint {
	return polyhedra.Constraint{Coeffs: a, Bound: c}
}

// within returns the constraints that a.x is in the span.
func within(a []rational.Q, s span) []polyhedra.Constraint {
	if s.isPoint() {
		return []polyhedra.Constraint{{Coeffs: a, Bound: s.lo, Equation: true}}
	}
	var cs []polyhedra.Constraint
	if !s.noLo {
		cs = append(cs, atLeast(a, s.lo))
	}
	if !s.noHi {
		cs = append(cs, atMost(a, s.hi))
	}
	return cs
}

// constrain assumes f <= 0, or f = 0; nil when no state is left.
func (d *Domain) constrain(s *State, f form, equal bool) *State {
	if len(f.ms) == 0 {
		if f.k.above(1) || equal && f.k.below(-1) {
			return nil
		}
		return s
	}
	var done []int
	for _, m := range f.ms {
		for _, at := range d.places[m.v] {
			if slices.Contains(done, at.pack) {
				continue
			}
			done = append(done, at.pack)
			a, outside := d.project(f, at.pack)
			rest := f.k.add(d.boxed(s, outside)) // a.x + some element of rest is 0, or at most 0
			to := span{noLo: true, noHi: rest.noLo, hi: rest.lo.Neg()}
			if equal {
				to = rest.scale(rational.FromInt(-1))
			}
			cs := within(a, to)
			for i := range cs {
				cs[i] = cs[i].Normalize(true)
			}
			if len(cs) == 0 {
				continue
			}
			cs = append(cs, d.missingBounds(s, at.pack, f.ms)...)
			if s = d.meet(s, at.pack, cs); s == nil {
				return nil
			}
		}
	}
	return s
}

// missingBounds returns the box's bounds of a pack's variables that the polyhedron does not imply.
func (d *Domain) missingBounds(s *State, pack int, ms []mono) []polyhedra.Constraint {
	var cs []polyhedra.Constraint
	for _, m := range ms {
		i := d.dim(pack, m.v)
		if i < 0 {
			continue
		}
		a := make([]rational.Q, len(d.packs[pack].vars))
		a[i] = rational.One
		for _, c := range within(a, spanOf(s.box.Range(d.vars[m.v]))) {
			if !s.packs[pack].Satisfies(c) {
				cs = append(cs, c)
			}
		}
	}
	return cs
}

// meet adds constraints to a pack and reduces the box; nil when the result is empty.
func (d *Domain) meet(s *State, k int, cs []polyhedra.Constraint) *State {
	old := s.packs[k]
	p := d.addConstraints(old, cs)
	if p == old {
		return s
	}
	p = d.geometry.tighten(p)
	if p.IsEmpty() {
		return nil
	}
	return d.reduce(s.withPack(k, p), k)
}

// reduce narrows the box by the bounds of a pack; nil when no state is left.
func (d *Domain) reduce(s *State, k int) *State {
	p := s.packs[k]
	vars := d.packs[k].vars
	a := make([]rational.Q, len(vars))
	for i, v := range vars {
		a[i] = rational.One
		e := extent(p, a)
		a[i] = rational.Zero
		if e.noLo && e.noHi {
			continue
		}
		b := s.box.Meet(d.vars[v], e.integers())
		if b == nil {
			return nil
		}
		s = s.withBox(b)
	}
	return s
}

// forget projects v out of the packs.
func (d *Domain) forget(s *State, v int) *State {
	for _, at := range d.places[v] {
		s = s.withPack(at.pack, d.drop(s.packs[at.pack], []int{at.dim}))
	}
	return s
}

// assign executes an assignment to variable v.
func (d *Domain) assign(s *State, v int, op *program.Op) *State {
	if sabotage.Active(sabotage.RelationalAssign) && !op.Expr.IsConst() {
		return s
	}
	t := d.expand(s, op.Expr)
	if !op.Var.Sort().IsInt() || !d.numeric[v] {
		s = s.withBox(d.box.Step(s.box, op)).undefine(v)
		if d.flag[v] && !t.IsConst() {
			if uses, ok := d.definable(t); ok {
				s = s.define(def{v, t, uses})
			}
		}
		return s
	}
	var r *State
	for _, c := range d.cases(s, t) {
		b := d.bounds(c.s, c.f).integers().Meet(c.s.box.Integer(t)).Meet(c.s.box.Integer(op.Expr))
		if b.IsEmpty() {
			continue // the case has no state
		}
		n := c.s.withBox(c.s.box.Assign(op.Var, b)).undefine(v)
		if len(d.strided) > 0 && slices.Contains(d.strided, v) {
			if n = d.round(n.withResidue(v, d.residue(c.s, t)), v); n == nil {
				continue // the case has no state
			}
		}
		for _, at := range d.places[v] {
			n = n.withPack(at.pack, d.assignPack(c.s, at, v, c.f))
			if n = d.reduce(n, at.pack); n == nil {
				break
			}
		}
		r = d.joinStates(r, n)
	}
	return r
}

// assignPack assigns a form to a dimension of a pack.
func (d *Domain) assignPack(s *State, at place, v int, f form) shape {
	a, outside := d.project(f, at.pack)
	k := f.k.add(d.boxed(s, outside))
	p := s.packs[at.pack]
	if a[at.dim].IsZero() {
		p = d.drop(p, []int{at.dim})
		// x - a.x is in k
		row := make([]rational.Q, len(a))
		for i, c := range a {
			row[i] = c.Neg()
		}
		row[at.dim] = rational.One
		return d.addConstraints(p, within(row, k))
	}
	if k.noLo && k.noHi {
		return d.drop(p, []int{at.dim})
	}
	return d.geometry.assign(p, at.dim, a, k)
}
