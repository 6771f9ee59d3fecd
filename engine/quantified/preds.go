package quantified

import (
	"maps"
	"slices"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
)

// preds returns the predicates about a cell to try at a loop head, preferred ones first.
func (g *guesser) preds(v *view) []pred {
	out := slices.Clone(g.cells)
	add := func(lead *array, body *logic.Term) {
		if !body.IsTrue() && !body.IsFalse() && !slices.ContainsFunc(out, func(p pred) bool { return p.body == body }) {
			out = append(out, pred{body: body, lead: lead, bound: []*logic.Term{g.k}})
		}
	}
	for i, a := range g.mem.arrays {
		if !g.lives(v.at, a.v.Sym) || !g.lives(v.at, a.base) {
			continue
		}
		if g.parts.Bounds {
			g.comparisons(v, i, func(body *logic.Term) { add(a, body) })
		}
		g.pointers(a, func(body *logic.Term) { add(a, body) })
		g.fits(v, a, func(body *logic.Term) { add(a, body) })
	}
	return out
}

// comparisons adds comparisons of cell k of an array with constants, variables, k and other cells.
func (g *guesser) comparisons(v *view, i int, add func(*logic.Term)) {
	a := g.mem.arrays[i]
	x := a.cell(g.f, g.k)
	for _, c := range g.constants(v, a) {
		add(g.f.Le(g.f.IntConst(c), x))
		add(g.f.Le(x, g.f.IntConst(c)))
	}
	for _, s := range v.scalars {
		if !s.constant() && s.t != x {
			add(g.f.Le(x, s.t))
			add(g.f.Le(s.t, x))
		}
	}
	add(g.f.Le(x, g.k))
	add(g.f.Le(g.k, x))
	before := a.cell(g.f, g.f.Sub(g.k, g.f.IntConst(1)))
	add(g.f.Le(before, x))
	add(g.f.Le(x, before))
	for _, b := range g.mem.arrays[:i] {
		if g.lives(v.at, b.v.Sym) && g.lives(v.at, b.base) {
			y := b.cell(g.f, g.k)
			add(g.f.Le(x, y))
			add(g.f.Le(y, x))
			add(g.f.Lt(x, y))
			add(g.f.Lt(y, x))
		}
	}
}

// constants returns the least and greatest values of an array's cells in ranges, if there are few different
// values or these occur often.
func (g *guesser) constants(v *view, a *array) []int64 {
	x, ok := g.data.Compile(a.cell(g.f, g.k), g.k)
	if !ok {
		return nil
	}
	var out []int64
	add := func(n int64) {
		if !slices.Contains(out, n) && len(out) < maxConstants {
			out = append(out, n)
		}
	}
	for i := range v.ranges {
		rows := g.rows(v, a, &v.ranges[i])
		seen := map[int64]int{}
		for j, s := range rows.states {
			if n, ok := x.Value(&observe.Env{State: v.states[s], Bound: rows.k[j : j+1]}); ok {
				seen[n]++
			}
		}
		values := slices.Sorted(maps.Keys(seen))
		if len(values) == 0 {
			continue
		}
		for _, n := range []int64{values[0], values[len(values)-1]} {
			if len(values) <= fewValues || n >= -1 && n <= 1 && seen[n] >= oftenSeen {
				add(n)
			}
		}
	}
	return out
}

// A table holds observed values: a column per feature.
type table struct {
	states []int // state of each row
	k      []int64
}

// fits adds equations for an array's cells in each range.
func (g *guesser) fits(v *view, a *array, add func(*logic.Term)) {
	if !g.parts.Equations {
		return
	}
	x := a.cell(g.f, g.k)
	sets := g.features(v, a)
	for i := range v.ranges {
		rows := g.rows(v, a, &v.ranges[i])
		if g.solve(v, rows, x, sets, add) {
			continue
		}
		for _, c := range g.conds {
			if !g.lives(v.at, c) {
				continue
			}
			t, ok := g.data.Compile(c, g.k)
			if !ok {
				continue
			}
			var yes, no table
			for j, s := range rows.states {
				switch n, ok := t.Value(&observe.Env{State: v.states[s], Bound: rows.k[j : j+1]}); {
				case !ok:
				case n != 0:
					yes.states, yes.k = append(yes.states, s), append(yes.k, rows.k[j])
				default:
					no.states, no.k = append(no.states, s), append(no.k, rows.k[j])
				}
			}
			if len(yes.k) >= fewRows && len(no.k) >= fewRows {
				g.solve(v, yes, x, sets[:min(len(sets), condSets)], func(t *logic.Term) { add(g.f.Implies(c, t)) })
				g.solve(v, no, x, sets[:min(len(sets), condSets)], func(t *logic.Term) { add(g.f.Or(c, t)) })
			}
		}
	}
}

// rows tabulates the cells of an array in a range, at most maxRows of them.
func (g *guesser) rows(v *view, a *array, r *span) table {
	var all table
	for i, s := range v.states {
		for _, k := range g.numbers(s, a) {
			if r.has(i, k) {
				all.states, all.k = append(all.states, i), append(all.k, k)
			}
		}
	}
	if len(all.k) <= maxRows {
		return all
	}
	var out table
	for i := range maxRows {
		j := i * len(all.k) / maxRows
		out.states, out.k = append(out.states, all.states[j]), append(out.k, all.k[j])
	}
	return out
}

// features returns the sets of terms for which equations with a cell are sought, small sets first.
func (g *guesser) features(v *view, a *array) (sets [][]*logic.Term) {
	f, k, one := g.f, g.k, g.f.IntConst(1)
	sq := func(t *logic.Term) *logic.Term { return f.Mul(t, t) }
	var sizes, others []*logic.Term
	for _, s := range v.scalars {
		if !s.constant() && len(sizes) < maxSizes {
			sizes = append(sizes, s.t)
		}
	}
	if g.data.Unit != 0 {
		sizes = append(sizes, f.IntConst(g.data.Unit))
	}
	for _, b := range g.mem.arrays {
		if b != a && g.lives(v.at, b.v.Sym) && g.lives(v.at, b.base) && len(others) < maxOthers {
			others = append(others, b.cell(f, k))
		}
	}
	before := a.cell(f, f.Sub(k, one))
	add := func(ts ...*logic.Term) { sets = append(sets, append(ts, one)) }
	add()
	for _, b := range others {
		add(b)
	}
	add(k)
	for _, s := range sizes {
		add(s)
	}
	for _, s := range sizes {
		add(k, s)
	}
	for _, b := range others {
		add(b, k)
	}
	add(k, sq(k))
	add(before)
	add(before, k)
	for i, b := range others {
		add(before, b)
		for _, s := range sizes {
			add(b, s)
		}
		for _, c := range others[:i] {
			add(b, c)
		}
		add(sq(b))
	}
	for _, s := range sizes {
		add(k, sq(k), s, sq(s), f.Mul(k, s))
	}
	add(k, sq(k), f.Mul(k, k, k))
	return sets
}

// solve adds the equations that hold in all rows and reports whether there are any.
func (g *guesser) solve(v *view, rows table, x *logic.Term, sets [][]*logic.Term, add func(*logic.Term)) bool {
	if len(rows.k) < fewRows {
		return false
	}
	results, known := g.column(v, rows, x)
	columns := map[*logic.Term][]int64{}
	values := map[*logic.Term][]bool{}
	var plain, relative int // equations without and with other cells
	for _, set := range sets {
		found := &plain
		if slices.ContainsFunc(set, g.reads) {
			found = &relative
		}
		if len(rows.k) <= len(set) || *found >= maxFits {
			continue
		}
		for _, t := range set {
			if columns[t] == nil {
				columns[t], values[t] = g.column(v, rows, t)
			}
		}
		var m [][]int64
		var y []int64
		for i := range rows.k {
			ok := known[i]
			row := make([]int64, len(set))
			for j, t := range set {
				row[j], ok = columns[t][i], ok && values[t][i]
			}
			if ok {
				m, y = append(m, row), append(y, results[i])
			}
		}
		if len(m) <= len(set)+1 {
			continue
		}
		if coeffs := fit(m, y); coeffs != nil {
			add(equation(g.f, x, set, coeffs))
			*found++
		}
	}
	return plain+relative > 0
}

// reads reports whether a term reads a cell.
func (g *guesser) reads(t *logic.Term) bool {
	found := false
	accesses(g.p, func(*program.Var, *logic.Term) { found = true }, t)
	return found
}

// column evaluates a term in all rows.
func (g *guesser) column(v *view, rows table, t *logic.Term) ([]int64, []bool) {
	out, known := make([]int64, len(rows.k)), make([]bool, len(rows.k))
	x, ok := g.data.Compile(t, g.k)
	if !ok {
		return out, known
	}
	for i := range rows.k {
		out[i], known[i] = x.Value(&observe.Env{State: v.states[rows.states[i]], Bound: rows.k[i : i+1]})
	}
	return out, known
}
