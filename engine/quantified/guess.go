package quantified

import (
	"cmp"
	"context"
	"slices"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/rational"
	"cupel/core/work"
)

// guesser makes claims that no observed state violates.
type guesser struct {
	f     *logic.Factory
	p     *program.Program // as it was given
	lb    *program.Program // in large blocks
	live  *passes.Liveness // of lb
	mem   *memory
	data  *observe.Data
	parts Parts

	k, j  *logic.Term   // bound symbols
	ends  []*logic.Term // terms at which ranges may end
	atoms []*logic.Term // comparisons of the program
	goals []*logic.Term // what has to hold before edges into targets
	conds []*logic.Term // comparisons about cell k or the number k, made of atoms
	cells []pred        // about cell k, made of atoms and goals
	pairs []pred        // about cells k and j
	kinds []kind        // of objects on the heap
	flags []*logic.Term // comparisons of scalars on which it may depend whether something holds of cells

	seen map[*program.Location]map[*logic.Term]bool
}

// A pred is a formula about number k (and j) and cells there.
type pred struct {
	body  *logic.Term
	lead  *array // whose known cells say which numbers can be tried
	bound []*logic.Term
	text  bool // it is made of the program's text
}

func newGuesser(p, lb *program.Program, mem *memory, data *observe.Data, parts Parts) *guesser {
	g := &guesser{parts: parts, f: p.Terms, p: p, lb: lb, live: passes.Live(lb), mem: mem, data: data, seen: map[*program.Location]map[*logic.Term]bool{}}
	g.k, g.j = g.f.Fresh("k", logic.Int), g.f.Fresh("j", logic.Int)
	g.compared()
	g.targets()
	g.findEnds()
	g.findKinds()
	g.generalise()
	if !parts.Conditions {
		g.flags, g.conds = nil, nil
	}
	return g
}

// compared gathers the comparisons of the program.
func (g *guesser) compared() {
	var exprs []*logic.Term
	for _, e := range g.p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssume && !op.Bounds() && g.note(op) {
				exprs = append(exprs, op.Expr)
			}
			if op.Expr != nil { // conditions of values
				logic.Walk(func(t *logic.Term) bool {
					if t.Op() == logic.OpIte {
						exprs = append(exprs, t.Arg(0))
					}
					return true
				}, op.Expr)
			}
		}
	}
	for _, t := range logic.Atoms(exprs...) {
		if len(t.Args()) != 2 || !t.Arg(0).Sort().IsInt() || t.IsGround() || len(g.atoms) >= maxAtoms {
			continue
		}
		if t = instances.Unwrapped(g.f, t); logic.Size(t) <= maxAtom && !wide(t) && !slices.Contains(g.atoms, t) {
			g.atoms = append(g.atoms, t)
		}
	}
}

// note leaves out what only says that values are in the range of a type.
func (g *guesser) note(op *program.Op) bool { return !wide(instances.Unwrapped(g.f, op.Expr)) }

// wide reports whether a formula has constants that only ends of types are.
func wide(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		if u.IsConst() && u.Sort().IsInt() {
			n, ok := u.Rational().Int64()
			found = found || !ok || n >= typeEnd || n <= -typeEnd
		}
		return !found
	}, t)
	return found
}

// findEnds gathers the terms at which ranges may end: what is compared with a variable, numbers of cells, and what is next to these.
func (g *guesser) findEnds() {
	var counters, others []*logic.Term
	add := func(list *[]*logic.Term, t *logic.Term) {
		plain := t != nil && !slices.Contains(*list, t)
		if plain {
			accesses(g.p, func(*program.Var, *logic.Term) { plain = false }, t)
		}
		if plain && logic.Size(t) <= maxEnd {
			*list = append(*list, t)
		}
	}
	one := g.f.IntConst(1)
	for _, a := range g.mem.arrays {
		for _, index := range g.mem.indices[a.v] {
			t := a.number(g.f, index)
			if t == nil {
				continue
			}
			add(&counters, t)
			if _, coeffs, _ := logic.Linear(t); slices.ContainsFunc(coeffs, func(q rational.Q) bool { return q.Sign() < 0 }) {
				add(&counters, g.f.Add(t, one)) // where it begins what it has passed
			}
			for _, s := range logic.FreeVars(t) {
				if s.Sort().IsInt() {
					add(&counters, s)
				}
			}
		}
	}
	for _, t := range g.atoms {
		d := g.f.Sub(t.Arg(0), t.Arg(1))
		for _, s := range logic.FreeVars(d) {
			if !s.Sort().IsInt() {
				continue
			}
			factor, rest := instances.Split(g.f, d, s)
			if factor == 1 {
				rest = g.f.Neg(rest)
			}
			if factor != 1 && factor != -1 || !slices.Contains(counters, s) || farAway(rest) {
				continue
			}
			add(&others, rest)
			if t.Op() == logic.OpLe {
				add(&others, g.f.Add(rest, one))
			}
		}
	}
	var multiples []*logic.Term
	g.multiples(counters, func(t *logic.Term) { add(&multiples, t) })
	var next []*logic.Term
	for _, a := range g.mem.arrays {
		for _, index := range g.mem.indices[a.v] {
			if t := a.number(g.f, index); t != nil {
				add(&next, g.f.Add(t, one))
			}
		}
	}
	slices.SortStableFunc(counters, func(a, b *logic.Term) int { return cmp.Compare(logic.Size(a), logic.Size(b)) })
	slices.SortStableFunc(next, func(a, b *logic.Term) int { return cmp.Compare(logic.Size(a), logic.Size(b)) })
	for _, t := range slices.Concat([]*logic.Term{g.f.IntConst(0)}, counters, multiples, others, []*logic.Term{one}, next) {
		add(&g.ends, t)
	}
}

// farAway reports whether a term is a variable's value and a constant that only addresses have.
func farAway(t *logic.Term) bool {
	prods, _, constant := logic.Linear(t)
	c, ok := constant.Int64()
	return len(prods) > 0 && (!ok || c >= lowAddress || c <= -lowAddress)
}

// multiples are the values of numbers of cells, those that are no variable with a constant, where variables have the values to which
// they are compared, or none: n*i + j for j = 0, for j = n, and for i = m and j = 0.
func (g *guesser) multiples(counters []*logic.Term, add func(*logic.Term)) {
	one := g.f.IntConst(1)
	ends := func(s *logic.Term) []*logic.Term {
		out := []*logic.Term{g.f.IntConst(0)}
		for _, t := range g.atoms {
			d := g.f.Sub(t.Arg(0), t.Arg(1))
			factor, rest := instances.Split(g.f, d, s)
			if factor == 1 {
				rest = g.f.Neg(rest)
			}
			if factor == 1 && t.Op() == logic.OpLe { // i <= 99 ends at 100, and so does 100 <= i
				rest = g.f.Add(rest, one)
			}
			if (factor == 1 || factor == -1) && (rest.IsConst() || rest.IsVar()) && !slices.Contains(out, rest) {
				out = append(out, rest)
			}
		}
		return out
	}
	for _, t := range counters {
		prods, coeffs, constant := logic.Linear(t)
		c, ok := constant.Int64()
		if !ok || len(prods) > 2 || len(prods) == 1 && coeffs[0].Equal(rational.FromInt(1)) && c < lowAddress && c > -lowAddress {
			continue
		}
		zero := map[*logic.Term]*logic.Term{}
		for i, s := range prods { // the columns
			if s.IsVar() && len(prods) == 2 && coeffs[i].Equal(rational.FromInt(1)) {
				zero[s] = g.f.IntConst(0)
			}
		}
		rows := g.f.Subst(t, zero)
		add(rows)
		for i, s := range prods {
			if !s.IsVar() || zero[s] != nil {
				continue
			}
			for _, e := range ends(s) {
				end := g.f.Subst(rows, map[*logic.Term]*logic.Term{s: e})
				if coeffs[i].Sign() < 0 { // from the last one down to it
					add(g.f.Add(end, one))
				}
				add(end)
			}
		}
		for s := range zero {
			for _, e := range ends(s) {
				add(g.f.Subst(t, map[*logic.Term]*logic.Term{s: e}))
			}
		}
	}
}

// all are the claims that no state violates, the most wanted first.
func (g *guesser) all(ctx context.Context) (first, second []*claim) {
	for _, l := range g.lb.LoopHeads() {
		if ctx.Err() != nil {
			break
		}
		v := g.view(l)
		if v == nil {
			continue
		}
		a, b := g.about(v)
		first, second = append(first, a...), append(second, b...)
		work.Spend(ctx, guessWork*len(v.states))
	}
	return first, second
}

// about are the claims at a loop head.
func (g *guesser) about(v *view) (first, second []*claim) {
	g.seen[v.at] = map[*logic.Term]bool{}
	first, second = g.plain(v)
	for _, p := range g.preds(v) {
		a, b := g.placed(v, p)
		first, second = append(first, a...), append(second, b...)
	}
	for _, p := range g.pairs {
		first = append(first, g.placedPairs(v, p)...)
	}
	if len(first) > maxClaims {
		first = first[:maxClaims]
	}
	if len(second) > maxClaims {
		second = second[:maxClaims]
	}
	return first, second
}

// claim makes a claim unless it is known.
func (g *guesser) claim(out []*claim, v *view, body *logic.Term, bound ...*logic.Term) []*claim {
	if body.IsTrue() || g.seen[v.at][body] || !g.lives(v.at, body) {
		return out
	}
	g.seen[v.at][body] = true
	return append(out, &claim{at: v.at, bound: bound, body: body})
}

// trial is what states say of a predicate, by state: the numbers for which it holds and does not.
type trial struct{ good, bad [][]int64 }

// try evaluates a predicate in the states of a view.
func (g *guesser) try(v *view, p pred) (trial, bool) {
	x, ok := g.data.Compile(p.body, p.bound...)
	if !ok {
		return trial{}, false
	}
	t := trial{make([][]int64, len(v.states)), make([][]int64, len(v.states))}
	for i, s := range v.states {
		e := &observe.Env{State: s, Bound: []int64{0}}
		for _, k := range g.numbers(s, p.lead) {
			e.Bound[0] = k
			switch n, ok := x.Value(e); {
			case !ok:
			case n != 0:
				t.good[i] = append(t.good[i], k)
			default:
				t.bad[i] = append(t.bad[i], k)
			}
		}
	}
	return t, true
}

// numbers are those of the known cells of an array.
func (g *guesser) numbers(s *observe.State, a *array) []int64 {
	base, ok := g.data.Compile(a.base)
	if !ok {
		return nil
	}
	b, ok := base.Value(&observe.Env{State: s})
	if !ok {
		return nil
	}
	var out []int64
	for _, c := range g.data.Cells(s, a.v) {
		if d := c - b; d%a.stride == 0 && len(out) < maxNumbers {
			if k := d / a.stride; a.object && g.objectAt(k) || !a.object && (a.stride == 1 || a.down && k >= -farNumber && k <= 2 || !a.down && k >= -2 && k <= farNumber) {
				out = append(out, k)
			}
		}
	}
	return out
}

// placed are the claims that a predicate holds in ranges; of one that is made of the program's text also those under a condition: first,
// where it holds in no range without one, else those that are about more cells.
func (g *guesser) placed(v *view, p pred) (first, second []*claim) {
	t, ok := g.try(v, p)
	if !ok {
		return nil, nil
	}
	all := g.fitting(v, p, t, nil)
	first, second = g.largest(v, p, all, nil, all)
	if !p.text {
		return first, second
	}
	alone := len(first) == 0
	for _, c := range g.flags {
		x, ok := g.evaluate(v.states, c)
		if !ok || !g.lives(v.at, c) {
			continue
		}
		guard := make([]bool, len(x.values))
		for i, n := range x.values {
			guard[i] = n != 0
		}
		if !slices.Contains(guard, false) {
			continue
		}
		fit := g.fitting(v, p, t, guard)
		wider := slices.DeleteFunc(slices.Clone(fit), func(r fitted) bool {
			return slices.ContainsFunc(all, func(o fitted) bool { return r.within(o.span) })
		})
		more, _ := g.largest(v, p, wider, c, fit)
		if alone {
			first = append(first, more...)
		} else {
			second = append(second, more...)
		}
	}
	return first, second
}

// ranges reports whether a range suits an array: what is not yet taken of a heap may hold anything, and what lies between elements
// is none.
func (a *array) ranges(r *span) bool {
	if a.object {
		return r.lo != nil
	}
	return r.step == a.step
}

// fitting are the ranges in which no state violates a predicate where a condition holds (nil: everywhere).
func (g *guesser) fitting(v *view, p pred, t trial, guard []bool) (fit []fitted) {
	for i := range v.ranges {
		r := &v.ranges[i]
		if !p.lead.ranges(r) {
			continue
		}
		if seen, missing, ok := holds(t, r, guard); ok || !g.parts.Data {
			fit = append(fit, fitted{r, i, seen, missing})
		}
	}
	return fit
}

// A fitted range is one in which no state violates a predicate.
type fitted struct {
	*span
	index         int   // in the view
	seen, missing int64 // cells in it that were observed, in all states, and that were not
}

// larger reports whether a range is another one and more, or equal to it and the first.
func (r *fitted) larger(o *fitted) bool {
	return r.lo != nil && o.within(r.span) && (!r.within(o.span) || r.index < o.index)
}

// safer reports whether a range has all that was observed of another one and more, or as much without what was not observed.
func (r *fitted) safer(o *fitted) bool {
	if r.seen == o.seen && r.missing != o.missing {
		return o.lo != nil && r.within(o.span) && r.missing < o.missing
	}
	return r.seen >= o.seen && r.larger(o)
}

// largest are the claims that a predicate holds in the largest ones of ranges, under a condition (nil: none), and in some that lie in these.
// Largest are those for which none of all is larger, and those for which none is safer: a range may be larger only by what was not observed.
func (g *guesser) largest(v *view, p pred, ranges []fitted, cond *logic.Term, all []fitted) (first, second []*claim) {
	larger, safer := 0, 0
	for _, r := range ranges {
		beaten := func(by func(o *fitted) bool) bool {
			return slices.ContainsFunc(all, func(o fitted) bool { return o.index != r.index && by(&o) })
		}
		largest := larger < maxLargest && !beaten(func(o *fitted) bool { return o.larger(&r) })
		safest := safer < maxLargest && !beaten(func(o *fitted) bool { return o.safer(&r) })
		body := g.f.Implies(r.formula(g.f, g.k), p.body)
		if cond != nil {
			body = g.f.Implies(cond, body)
		}
		switch {
		case !g.parts.Data:
			if len(first) < maxUntried {
				first = g.claim(first, v, body, g.k)
			}
		case largest || safest:
			if largest {
				larger++
			}
			if safest {
				safer++
			}
			first = g.claim(first, v, body, g.k)
		case len(second) < maxSmaller:
			second = g.claim(second, v, body, g.k)
		}
	}
	return first, second
}

// holds reports whether a predicate holds in a range in all states that a guard lets pass, and in several for a reason; and how many cells
// were observed there, and how many not.
func holds(t trial, r *span, guard []bool) (seen, missing int64, ok bool) {
	support := 0
	var total int64
	for i := range t.good {
		if guard != nil && !guard[i] {
			continue
		}
		if r.lo != nil {
			total += min(max(r.hi.values[i]-r.lo.values[i], 0)/max(r.step, 1), farNumber)
		}
		for _, k := range t.bad[i] {
			if r.has(i, k) {
				return 0, 0, false
			}
		}
		before := seen
		for _, k := range t.good[i] {
			if r.has(i, k) {
				seen++
			}
		}
		if seen > before {
			support++
		}
	}
	return seen, max(total-seen, 0), support >= fewSupport && 2*seen >= total // a range that reaches beyond what was seen is no better for that
}
