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

// guesser makes candidate claims that no observed state violates. Its fields from k on are collected once from
// the program's text and the observations; the candidates for a loop head are combinations of them.
type guesser struct {
	f     *logic.Factory
	p     *program.Program // the original program, which is executed
	lb    *program.Program // the same in large blocks, on which claims are proven
	live  *passes.Liveness // of lb
	mem   *memory
	data  *observe.Data
	parts Parts

	k, j  *logic.Term   // bound symbols
	ends  []*logic.Term // candidate ends of ranges
	atoms []*logic.Term // comparisons in the program
	goals []*logic.Term // negated conditions of edges into targets
	conds []*logic.Term // comparisons about cell k or the number k, generalised from atoms
	cells []pred        // about cell k, generalised from atoms and goals
	pairs []pred        // about cells k and j
	kinds []kind        // of heap objects
	flags []*logic.Term // scalar comparisons that may guard facts about cells

	seen map[*program.Location]map[*logic.Term]bool
}

// A pred is a predicate about element k (and j) of arrays, without a range.
type pred struct {
	body  *logic.Term
	lead  *array // array whose observed cells determine the values of k to evaluate
	bound []*logic.Term
	text  bool // generalised from the program's text, not from data
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

// compared collects the atoms of the program's assumptions and conditionals.
func (g *guesser) compared() {
	var exprs []*logic.Term
	for _, e := range g.p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssume && !op.Bounds() && g.note(op) {
				exprs = append(exprs, op.Expr)
			}
			if op.Expr != nil { // conditions within expressions
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
		if t = instances.Unwrapped(g.f, t); len(t.Args()) == 2 && logic.Size(t) <= maxAtom && !wide(t) && !slices.Contains(g.atoms, t) {
			g.atoms = append(g.atoms, t)
		}
	}
}

// note reports whether an assumption is more than the range of a type.
func (g *guesser) note(op *program.Op) bool { return !wide(instances.Unwrapped(g.f, op.Expr)) }

// wide reports whether a formula has constants that occur as bounds of types only.
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

// findEnds collects the terms at which ranges may end: terms compared with variables, element numbers, and
// those plus or minus one.
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
				add(&counters, g.f.Add(t, one)) // also where a counter starts past an element
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

// farAway reports whether a term is a variable plus a constant as large as addresses are.
func farAway(t *logic.Term) bool {
	prods, _, constant := logic.Linear(t)
	c, ok := constant.Int64()
	return len(prods) > 0 && (!ok || c >= lowAddress || c <= -lowAddress)
}

// multiples adds linear element numbers with variables replaced by the bounds they are compared to, or by zero:
// for n*i + j the terms for j = 0, for j = n, and for i = m and j = 0.
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
		for i, s := range prods { // column strides
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
				if coeffs[i].Sign() < 0 { // downwards from the last element
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

// all returns the candidates for all loop heads: preferred ones, and further ones.
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

// about returns the candidates for one loop head.
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

// claim appends a claim unless it has been made before.
func (g *guesser) claim(out []*claim, v *view, body *logic.Term, bound ...*logic.Term) []*claim {
	if body.IsTrue() || g.seen[v.at][body] || !g.lives(v.at, body) {
		return out
	}
	g.seen[v.at][body] = true
	return append(out, &claim{at: v.at, bound: bound, body: body})
}

// trial is the evaluation of a predicate in the observed states: by state, the values of k for which it holds
// and does not hold.
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

// numbers returns the numbers of the observed cells of an array in a state.
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

// placed returns the claims that a predicate holds in a range. For predicates from the program's text also
// those guarded by a condition: preferred if no unguarded range fits, otherwise second if their range is
// larger.
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

// ranges reports whether a range suits an array. Free heap cells have arbitrary contents, and positions between
// elements are none.
func (a *array) ranges(r *span) bool {
	if a.object {
		return r.lo != nil
	}
	return r.step == a.step
}

// fitting returns the ranges in which no state violates a predicate under a guard (nil: true).
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

// A fitted range is one in which no observed state violates a predicate.
type fitted struct {
	*span
	index         int   // index of the range in the view
	seen, missing int64 // cells of the range observed in all states together, and not observed
}

// larger reports whether a range contains another one properly, or equals it and comes first.
func (r *fitted) larger(o *fitted) bool {
	return r.lo != nil && o.within(r.span) && (!r.within(o.span) || r.index < o.index)
}

// safer reports whether a range has more observed cells than another one, or as many and no unobserved ones.
func (r *fitted) safer(o *fitted) bool {
	if r.seen == o.seen && r.missing != o.missing {
		return o.lo != nil && r.within(o.span) && r.missing < o.missing
	}
	return r.seen >= o.seen && r.larger(o)
}

// largest returns the claims that a predicate holds in the maximal ranges under a condition (nil: true), and
// second those in some of their subranges. A range is maximal if none is larger, or none safer: a range may be
// larger only by unobserved cells.
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

// holds reports whether a predicate holds in a range in all states that pass the guard, with support from
// several; and the numbers of observed and unobserved cells there.
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
	return seen, max(total-seen, 0), support >= fewSupport && 2*seen >= total // ranges reaching beyond the observed cells gain no support
}
