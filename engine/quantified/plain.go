package quantified

import (
	"slices"

	"cupel/core/logic"
)

// plain returns claims about scalars at a loop head: comparisons of the program, polynomial equations and
// linear bounds, each also under the condition that a range is non-empty; second, guarded orders of range ends.
func (g *guesser) plain(v *view) (out, second []*claim) {
	add := func(t *logic.Term) { out = g.claim(out, v, t) }
	for _, t := range v.equal {
		add(t)
	}
	if g.parts.Equations {
		g.differences(v, add)
	}
	for _, t := range g.goals {
		g.where(v, t, add)
		for _, s := range v.scalars { // what holds of all elements in the end holds of the visited ones before
			for _, m := range v.marks {
				if s.t != m.t && logic.Occurs(s.t, t) && !m.t.IsConst() && len(out) < maxClaims/2 {
					g.where(v, g.f.Subst(t, map[*logic.Term]*logic.Term{s.t: m.t}), add)
				}
			}
		}
	}
	for _, t := range g.atoms {
		g.where(v, t, add)
		g.where(v, g.f.Not(t), add)
	}
	for i := range v.marks { // order of range ends
		for j := range v.marks[:i] {
			g.where(v, g.f.Le(v.marks[i].t, v.marks[j].t), add)
			g.where(v, g.f.Le(v.marks[j].t, v.marks[i].t), add)
		}
	}
	g.references(v, add)
	rows := table{k: make([]int64, len(v.states))}
	for i := range v.states {
		rows.states = append(rows.states, i)
	}
	for _, s := range v.scalars {
		if s.constant() {
			add(g.f.Eq(s.t, g.f.IntConst(s.values[0])))
			continue
		}
		var sets [][]*logic.Term
		if g.parts.Equations {
			sets = g.plainFeatures(v, s.t)
		}
		if !g.solve(v, rows, s.t, sets, add) {
			for i := range v.ranges {
				if r := &v.ranges[i]; r.lo != nil && r.lo.t.IsConst() {
					g.solve(v, nonEmpty(rows, r), s.t, sets, func(t *logic.Term) { add(g.f.Implies(g.f.Lt(r.lo.t, r.hi.t), t)) })
				}
			}
		}
		if g.parts.Bounds {
			g.bounds(v, s, add)
		}
	}
	for _, c := range g.flags {
		second = g.ordered(v, c, second)
	}
	return out, second
}

// ordered adds the orders of range ends that hold in all states that satisfy a condition but not in all states.
func (g *guesser) ordered(v *view, c *logic.Term, out []*claim) []*claim {
	x, ok := g.evaluate(v.states, c)
	if !ok || !g.lives(v.at, c) {
		return out
	}
	for i := range v.marks {
		for j := range v.marks {
			a, b := v.marks[i], v.marks[j]
			support, fine, all := 0, i != j && len(out) < maxOrdered, true
			for n, holds := range x.values {
				le := a.values[n] <= b.values[n]
				all = all && le
				if holds != 0 {
					support++
					fine = fine && le
				}
			}
			if fine && !all && support >= fewSupport {
				out = g.claim(out, v, g.f.Implies(c, g.f.Le(a.t, b.t)))
			}
		}
	}
	return out
}

// nonEmpty selects the rows of states in which a range is non-empty.
func nonEmpty(rows table, r *span) table {
	var out table
	for i, s := range rows.states {
		if r.lo.values[s] < r.hi.values[s] {
			out.states, out.k = append(out.states, s), append(out.k, rows.k[i])
		}
	}
	return out
}

// where adds a scalar formula if it holds in all states, or in all states in which a range is non-empty.
func (g *guesser) where(v *view, t *logic.Term, add func(*logic.Term)) {
	if t.IsTrue() || t.IsFalse() || !g.lives(v.at, t) {
		return
	}
	x, _ := g.evaluate(v.states, t)
	if x.t == nil || !slices.Contains(x.known, true) {
		return
	}
	bad := false
	for i, n := range x.values {
		bad = bad || x.known[i] && n == 0
	}
	if !bad || !g.parts.Data {
		add(t)
		return
	}
	for i := range v.ranges {
		r := &v.ranges[i]
		if r.lo == nil || !r.lo.t.IsConst() {
			continue
		}
		fine, support := true, 0
		for j, n := range x.values {
			if r.lo.values[j] < r.hi.values[j] && x.known[j] {
				support++
				fine = fine && n != 0
			}
		}
		if fine && support >= fewSupport {
			add(g.f.Implies(g.f.Lt(r.lo.t, r.hi.t), t))
			return
		}
	}
}

// plainFeatures returns the sets of terms for which equations with a scalar are sought.
func (g *guesser) plainFeatures(v *view, x *logic.Term) (sets [][]*logic.Term) {
	f, one := g.f, g.f.IntConst(1)
	var all []*logic.Term
	for _, s := range v.scalars {
		if s.t != x && !s.constant() && len(all) < maxSizes {
			all = append(all, s.t)
		}
	}
	if g.data.Unit != 0 {
		all = append(all, f.IntConst(g.data.Unit))
	}
	add := func(ts ...*logic.Term) { sets = append(sets, append(ts, one)) }
	for _, a := range all {
		add(a)
	}
	for i, a := range all {
		for _, b := range all[:i] {
			add(a, b)
		}
	}
	for _, a := range all {
		add(a, f.Mul(a, a))
	}
	for i, a := range all {
		for _, b := range all[:i] {
			add(f.Mul(a, b))
			add(f.Mul(a, b), a, b)
			add(f.Mul(a, b), a, b, f.Mul(a, a), f.Mul(b, b))
		}
	}
	for _, a := range all {
		add(a, f.Mul(a, a), f.Mul(a, a, a))
	}
	return sets
}

// bounds adds linear upper and lower bounds of a scalar by multiples of another one that are attained for
// several values of that one.
func (g *guesser) bounds(v *view, s scalar, add func(*logic.Term)) {
	f := g.f
	low, high := slices.Min(s.values), slices.Max(s.values)
	for _, c := range []int64{low, high} {
		if c >= -2 && c <= 2 {
			g.where(v, f.Le(f.IntConst(c), s.t), add)
			g.where(v, f.Le(s.t, f.IntConst(c)), add)
		}
	}
	for _, m := range v.marks {
		if m.t == s.t || m.constant() {
			continue
		}
		for _, factor := range []int64{1, -1, 2, 3, 4, 5, -2} {
			for _, up := range []int64{1, -1} {
				best, met := int64(0), map[int64]bool{}
				for i, n := range s.values {
					d := up * (n - factor*m.values[i])
					switch {
					case len(met) == 0 || d > best:
						best, met = d, map[int64]bool{m.values[i]: true}
					case d == best:
						met[m.values[i]] = true
					}
				}
				if len(met) >= fewMet && best >= -maxOffset && best <= maxOffset {
					diff := f.Mul(f.IntConst(up), f.Sub(s.t, f.Mul(f.IntConst(factor), m.t)))
					add(f.Le(diff, f.IntConst(best)))
				}
			}
		}
	}
}
