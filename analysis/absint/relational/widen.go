package relational

import (
	"math"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// Widen widens component by component; the polyhedra first up to the guards of
// the program (Halbwachs, Proy and Roumanoff, "Verification of real-time systems
// using linear relation analysis", 1997).
func (d *Domain) Widen(s, t *State, n int) *State {
	if sabotage.Active(sabotage.RelationalWiden) {
		return s
	}
	steps := n
	if n >= boxSteps {
		steps = math.MaxInt // to the bounds of the types
	}
	r := &State{box: d.box.Widen(s.box, t.box, steps), packs: s.packs, defs: commonDefs(s.defs, t.defs), residues: d.joinResidues(s, t)}
	if n >= boxSteps {
		r.box = d.stopped(r.box, s.box, t.box)
	}
	for k, p := range s.packs {
		q := t.packs[k]
		if p == q {
			continue
		}
		q = d.hull(p, q)
		w := d.geometry.widen(p, q, n)
		if n < upToSteps {
			var cs []polyhedra.Constraint
			for _, c := range d.packs[k].upTo {
				if !w.Satisfies(c) && q.Satisfies(c) {
					cs = append(cs, c)
				}
			}
			w = d.addConstraints(w, cs)
		}
		r = r.withPack(k, d.addConstraints(w, d.stable(s, r, k, q)))
	}
	return r
}

// stopAt adds the numbers that are compared with a variable for equality where a form is 0: a loop until they are reached has no other
// guard, and once widening has passed them no descending iteration comes back.
func (d *Domain) stopAt(f form) {
	m := f.ms[0]
	c := f.k.lo.Neg().Div(m.c)
	if at := c.Floor(); at.Equal(c) && len(d.stops[m.v]) < maxStops && !slices.ContainsFunc(d.stops[m.v], at.Equal) {
		d.stops[m.v] = append(d.stops[m.v], at)
		slices.SortFunc(d.stops[m.v], rational.Q.Cmp)
	}
}

// stopped moves bounds that widening of s with t has moved back to the next of the stops of their variables.
func (d *Domain) stopped(r, s, t *interval.State) *interval.State {
	for v, stops := range d.stops {
		x := d.vars[v]
		was, least, is := spanOf(s.Range(x)), spanOf(s.Range(x).Join(t.Range(x))), spanOf(r.Range(x))
		if is.noLo != was.noLo || !is.noLo && !is.lo.Equal(was.lo) {
			for _, c := range slices.Backward(stops) {
				if !least.noLo && c.Cmp(least.lo) <= 0 {
					is = is.meet(span{lo: c, noHi: true})
					break
				}
			}
		}
		if is.noHi != was.noHi || !is.noHi && !is.hi.Equal(was.hi) {
			for _, c := range stops {
				if !least.noHi && c.Cmp(least.hi) >= 0 {
					is = is.meet(span{noLo: true, hi: c})
					break
				}
			}
		}
		r = r.Meet(x, is.integers())
	}
	return r
}

// stable returns one bound of each variable of a pack that widening the box from
// s to r has not moved. Widening a polyhedron loses bounds that other
// constraints implied, and more than one a variable makes it a cube with its
// many corners.
func (d *Domain) stable(s, r *State, k int, q shape) []polyhedra.Constraint {
	var cs []polyhedra.Constraint
	for i, v := range d.packs[k].vars {
		was, is := spanOf(s.box.Range(d.vars[v])), spanOf(r.box.Range(d.vars[v]))
		a := make([]rational.Q, q.Dim())
		a[i] = rational.One
		c := atLeast(a, is.lo)
		if is.noLo || was.noLo || !was.lo.Equal(is.lo) {
			if is.noHi || was.noHi || !was.hi.Equal(is.hi) {
				continue
			}
			c = atMost(a, is.hi)
		}
		if q.Satisfies(c) {
			cs = append(cs, c)
		}
	}
	return cs
}

// Simplify reduces the polyhedra at loop heads to constraints that are useful to a search (plain); dropped ones are replaced by the octagonal constraints and
// guards that they imply.
func (d *Domain) Simplify(l *program.Location, s *State) *State {
	if !l.LoopHead || d.o.Plain {
		return s
	}
	for k, p := range s.packs {
		cs := p.Constraints()
		kept := d.plain(s, k, cs)
		if len(kept) == len(cs) {
			continue
		}
		q := d.addConstraints(d.geometry.universe(p.Dim()), kept)
		var more []polyhedra.Constraint
		for _, a := range polyhedra.Octagon(p.Dim()) {
			if m, ok := p.Min(a); ok {
				if c := atLeast(a, m).Normalize(true); !q.Satisfies(c) && !d.vague(s, k, c) {
					more = append(more, c)
				}
			}
		}
		for _, c := range d.packs[k].upTo {
			if p.Satisfies(c) && !q.Satisfies(c) {
				more = append(more, c)
			}
		}
		s = s.withPack(k, d.addConstraints(q, more))
	}
	return s
}

// plain returns the equations, the bounds of variables, and the simplest of the
// other constraints: few in number, with small coefficients, not vague.
func (d *Domain) plain(s *State, k int, cs []polyhedra.Constraint) []polyhedra.Constraint {
	type ranked struct {
		c    polyhedra.Constraint
		cost rational.Q
	}
	var kept []polyhedra.Constraint
	var rest []ranked
	limit := rational.FromInt(maxCoefficient)
	for _, c := range cs {
		n, cost := 0, rational.Zero
		for _, a := range c.Coeffs {
			if !a.IsZero() {
				n++
				cost = cost.Add(a.Abs())
			}
		}
		switch {
		case c.Equation || n == 1:
			kept = append(kept, c)
		case cost.Cmp(limit) <= 0 && !d.vague(s, k, c):
			rest = append(rest, ranked{c, cost})
		}
	}
	slices.SortStableFunc(rest, func(a, b ranked) int { return a.cost.Cmp(b.cost) })
	for _, r := range rest[:min(len(rest), 2*len(d.packs[k].vars))] {
		kept = append(kept, r.c)
	}
	return kept
}

// vague reports whether a constraint with a large constant is hardly stronger than the box: it is an artefact of the bounds of machine integers.
func (d *Domain) vague(s *State, k int, c polyhedra.Constraint) bool {
	if c.Bound.Abs().Cmp(rational.FromInt(vagueBound)) < 0 {
		return false
	}
	var b span
	var least rational.Q // of the widths of the summands
	n := 0
	for i, a := range c.Coeffs {
		if a.IsZero() {
			continue
		}
		r := spanOf(s.box.Range(d.vars[d.packs[k].vars[i]])).scale(a)
		if b = b.add(r); b.noLo || b.noHi {
			return false
		}
		if w := r.hi.Sub(r.lo); n == 0 || w.Cmp(least) < 0 {
			least = w
		}
		n++
	}
	return n > 1 && c.Bound.Sub(b.lo).Mul(rational.FromInt(vagueShare)).Cmp(least) < 0
}
