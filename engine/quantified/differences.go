package quantified

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
)

// differences adds claims that two scalars differ by a constant, a multiple of a cell or another scalar, in all
// states or under a comparison, as between two sums of which one has one summand more.
func (g *guesser) differences(v *view, add func(*logic.Term)) {
	cells := g.cellsAtMarks(v)
	if len(cells) == 0 {
		return
	}
	zero := scalar{g.f.IntConst(0), make([]int64, len(v.states)), nil}
	for n, c := range g.cases(v, cells) {
		found := 0
		for i, x := range v.scalars {
			for _, y := range append([]scalar{zero}, v.scalars[:i]...) {
				if d, ok := constantly(c.states, x, y); ok {
					if n > 0 && found < maxDifferences && !x.constant() {
						found++
						add(g.f.Implies(c.t, g.f.Eq(x.t, g.f.Add(y.t, g.f.IntConst(d)))))
					}
					continue
				}
				for _, z := range cells {
					if of, factor := differ(c.states, x, y, z); of != 0 && found < maxDifferences {
						found++
						times := func(n int64, t *logic.Term) *logic.Term { return g.f.Mul(g.f.IntConst(n), t) }
						add(g.f.Implies(c.t, g.f.Eq(times(of, x.t), g.f.Add(times(of, y.t), times(factor, z.t)))))
					}
				}
			}
		}
	}
}

// constantly reports whether x - y has one value in the given states.
func constantly(states []int, x, y scalar) (int64, bool) {
	d := x.values[states[0]] - y.values[states[0]]
	for _, i := range states {
		if x.values[i]-y.values[i] != d {
			return 0, false
		}
	}
	return d, d <= maxOffset && d >= -maxOffset
}

// cellsAtMarks returns the cells at ends of ranges that vary, and sums of two such cells at the same index.
func (g *guesser) cellsAtMarks(v *view) []scalar {
	var out []scalar
	add := func(t *logic.Term) bool {
		s, _ := g.evaluate(v.states, t)
		same := func(o scalar) bool { return slices.Equal(o.values, s.values) && slices.Equal(o.known, s.known) }
		if s.t == nil || !slices.Contains(s.known, true) || slices.ContainsFunc(out, same) || len(out) >= maxDifferingCells {
			return false
		}
		out = append(out, s)
		return true
	}
	for _, m := range v.marks {
		if m.t.IsConst() {
			continue
		}
		var here []*logic.Term
		for _, a := range g.mem.arrays {
			if a.object || !g.lives(v.at, a.v.Sym) || !g.lives(v.at, a.base) {
				continue
			}
			if t := a.cell(g.f, m.t); add(t) {
				here = append(here, t)
			}
		}
		for i, t := range here {
			for _, u := range here[:i] {
				add(g.f.Add(t, u))
			}
		}
	}
	return out
}

// A stateCase is a condition with the states in which it holds.
type stateCase struct {
	t      *logic.Term
	states []int
}

// cases returns the conditions under which differences are sought: none, the program's comparisons of cells,
// with cells at ends of ranges substituted, and its comparisons of scalars.
func (g *guesser) cases(v *view, cells []scalar) []stateCase {
	all := stateCase{t: g.f.True()}
	for i := range v.states {
		all.states = append(all.states, i)
	}
	out := []stateCase{all}
	add := func(t *logic.Term) {
		x, _ := g.evaluate(v.states, t)
		if x.t == nil || !g.lives(v.at, t) {
			return
		}
		for _, c := range []stateCase{{t: t}, {t: g.f.Not(t)}} {
			for i, n := range x.values {
				if x.known[i] && (n != 0) == (c.t == t) {
					c.states = append(c.states, i)
				}
			}
			if len(c.states) >= fewRows && len(out) < maxCases && !slices.ContainsFunc(out, func(o stateCase) bool { return slices.Equal(o.states, c.states) }) {
				out = append(out, c)
			}
		}
	}
	for _, a := range g.atoms {
		read := selections(a)
		for _, z := range cells {
			if len(read) == 1 && z.t.Op() == logic.OpSelect {
				add(g.f.Subst(a, map[*logic.Term]*logic.Term{read[0]: z.t}))
			}
		}
	}
	for _, a := range g.atoms {
		if !g.reads(a) {
			add(a)
		}
	}
	return out
}

// selections returns the cells that a term reads.
func selections(t *logic.Term) (out []*logic.Term) {
	logic.Walk(func(u *logic.Term) bool {
		if u.Op() == logic.OpSelect {
			out = append(out, u)
		}
		return u.Op() != logic.OpSelect
	}, t)
	return out
}

// differ returns the smallest factors with of*x = of*y + factor*z in the given states with known z, if they are
// supported by enough states; otherwise 0.
func differ(states []int, x, y, z scalar) (of, factor int64) {
	support := 0
	for _, i := range states {
		d := x.values[i] - y.values[i]
		if !z.known[i] {
			continue
		}
		if of == 0 && z.values[i] != 0 && d != 0 {
			by := rational.GCD64(rational.Abs64(d), rational.Abs64(z.values[i]))
			of, factor = z.values[i]/by, d/by
			if of < 0 {
				of, factor = -of, -factor
			}
			if of > maxOffset || factor > maxOffset || factor < -maxOffset {
				return 0, 0
			}
		}
		if of == 0 && d != z.values[i] || of*d != factor*z.values[i] {
			return 0, 0
		}
		support++
	}
	if support < fewRows || 2*support < len(states) {
		return 0, 0
	}
	return of, factor
}
