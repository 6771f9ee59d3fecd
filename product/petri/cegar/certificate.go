package cegar

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
)

// A Rule is one step of a proof that a target cannot be reached.
type Rule uint8

// The rules. All but ByEquation and ByFalse split the remaining runs into cases.
const (
	// ByEquation: the state equation with the rows of this case has no solution.
	ByEquation Rule = iota
	// ByFalse: the target contains a false conjunct.
	ByFalse
	// ByClause: one alternative of a disjunction of the target holds.
	ByClause
	// ByTrap: Places are a trap that is marked initially, so they stay marked.
	ByTrap
	// BySiphon: each of Transitions lacks tokens in one of Places initially. Either none of
	// them fires, or some other transition has put tokens there before.
	BySiphon
	// ByLast, its mirror image: each of Transitions puts at least Least tokens into one of
	// Places. Either none of them fires, or after the last of these firings another
	// transition takes tokens there, or one of Places has so many at the end.
	ByLast
	// ByCapacity: inhibitor arcs bound the tokens of the one of Places.
	ByCapacity
	// ByDead: the state equation has no solution without the one of Transitions that leads
	// to a marking where it is enabled, so it never fires a first time.
	ByDead
	// ByExhaustion: X is not realizable, as the exploration of all its orders shows. Some
	// transition fires less often, or all at least as often and one more often.
	ByExhaustion
)

var ruleNames = [...]string{"state equation", "false", "disjunction", "trap", "siphon", "last firing", "capacity", "dead transition", "exhausted solution"}

// String names the rule.
func (r Rule) String() string { return ruleNames[r] }

// A Certificate proves that no reachable marking satisfies a target: a tree of case distinctions, each of which
// covers all runs, whose leaves are infeasible systems of linear inequalities over the natural numbers.
type Certificate struct {
	Rule        Rule
	Equation    *ilp.Certificate // of ByEquation and ByDead
	Clause      int              // of ByClause: its number among the open clauses
	Places      []int
	Least       []int64 // of ByLast, per place
	Transitions []int
	X           []int64 // of ByExhaustion
	Cases       []*Certificate
}

// Size counts the steps of the proof.
func (c *Certificate) Size() int {
	n := 1
	for _, k := range c.Cases {
		n += k.Size()
	}
	return n
}

// String summarises the proof, such as "4 cases: state equation 3, trap 1".
func (c *Certificate) String() string {
	var count [len(ruleNames)]int
	var walk func(c *Certificate)
	walk = func(c *Certificate) {
		count[c.Rule]++
		for _, k := range c.Cases {
			walk(k)
		}
	}
	walk(c)
	if c.Rule == ByEquation {
		return "the state equation is infeasible: " + c.Equation.String()
	}
	out := fmt.Sprintf("proof of %d steps:", c.Size())
	sep := " "
	for r, n := range count {
		if n > 0 {
			out += fmt.Sprintf("%s%v %d", sep, Rule(r), n)
			sep = ", "
		}
	}
	return out
}

// ErrCertificate means that a certificate proves nothing.
var ErrCertificate = errors.New("cegar: the certificate does not prove that the target is unreachable")

// Check verifies the certificate for the target, a normalized predicate, from the initial
// marking, independently of how it was found.
func (c *Certificate) Check(ctx context.Context, net *petri.Net, initial petri.Marking, target *petri.Predicate) error {
	return c.check(ctx, net, initial, newCase(target))
}

// check verifies the subtree that has to close the case st.
func (c *Certificate) check(ctx context.Context, net *petri.Net, initial petri.Marking, st *state) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c == nil {
		return ErrCertificate
	}
	switch c.Rule {
	case ByEquation:
		p, err := st.problem(net, initial)
		if err != nil {
			return err
		}
		if c.Equation == nil {
			return ErrCertificate
		}
		return c.Equation.Check(ctx, p)
	case ByDead:
		if len(c.Transitions) != 1 || c.Transitions[0] < 0 || c.Transitions[0] >= len(net.Transitions) || c.Equation == nil {
			return ErrCertificate
		}
		p, err := enabling(net, initial, c.Transitions[0])
		if err != nil {
			return err
		}
		if err := c.Equation.Check(ctx, p); err != nil {
			return err
		}
	case ByFalse:
		if !st.contradiction {
			return ErrCertificate
		}
		return nil
	case ByExhaustion:
		if len(c.X) != len(net.Transitions) || slices.ContainsFunc(c.X, func(k int64) bool { return k < 0 }) {
			return ErrCertificate
		}
		t := tree{net: net, initial: initial, x: c.X, reducer: newReducer(net), nodes: 2 * maxEffort, drop: true}
		t.run(ctx)
		if !t.complete || t.found {
			return ErrCertificate
		}
	}
	cases, ok := c.split(net, initial, st)
	if !ok || len(cases) != len(c.Cases) {
		return ErrCertificate
	}
	for i, k := range cases {
		if err := c.Cases[i].check(ctx, net, initial, k); err != nil {
			return err
		}
	}
	return nil
}

// A state is the assumption of a case: rows over the final marking, constraints over firing counts, and clauses
// of the target for which no alternative has been chosen.
type state struct {
	rows          []petri.Row
	cs            constraints
	clauses       []*petri.Predicate
	contradiction bool
}

// newCase assumes the target alone.
func newCase(target *petri.Predicate) *state {
	st := &state{}
	st.assume(target)
	return st
}

// copy returns a state that can be changed without changing st.
func (st *state) copy() *state {
	c := *st
	c.rows, c.clauses = slices.Clip(st.rows), slices.Clip(st.clauses)
	c.cs.rows = slices.Clip(st.cs.rows)
	return &c
}

// assume adds a normalized predicate.
func (st *state) assume(p *petri.Predicate) {
	switch p.Op {
	case petri.OpFalse:
		st.contradiction = true
	case petri.OpRow:
		if !slices.ContainsFunc(st.rows, p.Row.Equal) {
			st.rows = append(st.rows, p.Row)
		}
	case petri.OpAnd:
		for _, q := range p.Args {
			st.assume(q)
		}
	case petri.OpOr:
		st.clauses = append(st.clauses, p)
	}
}

// problem is the state equation with everything the state assumes.
func (st *state) problem(net *petri.Net, initial petri.Marking) (*ilp.Problem, error) {
	eq, err := newEquation(net, initial, st.rows)
	if err != nil {
		return nil, err
	}
	return eq.problem, eq.impose(st.cs)
}

// enabling is the state equation of the markings in which t is enabled before it has ever
// fired.
func enabling(net *petri.Net, initial petri.Marking, t int) (*ilp.Problem, error) {
	var rows []petri.Row
	for _, a := range net.Transitions[t].Pre {
		rows = append(rows, petri.Row{Terms: []petri.Arc{{Index: a.Index, Weight: 1}}, Rel: petri.GE, Bound: a.Weight})
	}
	for _, a := range net.Transitions[t].Inhibitors {
		rows = append(rows, petri.Row{Terms: []petri.Arc{{Index: a.Index, Weight: 1}}, Rel: petri.LE, Bound: a.Weight - 1})
	}
	eq, err := newEquation(net, initial, rows)
	if err != nil {
		return nil, err
	}
	return eq.problem, eq.problem.SetBounds(t, 0, 0)
}

// bound narrows the bounds of a transition's firing count.
func (st *state) bound(n, t int, lower, upper int64) {
	lo, up := st.bounds(n)
	lo[t], up[t] = max(lo[t], lower), min(up[t], upper)
	st.cs.lower, st.cs.upper = lo, up
}

// bounds returns copies of the bounds of all n firing counts.
func (st *state) bounds(n int) (lower, upper []int64) {
	lower, upper = make([]int64, n), make([]int64, n)
	for u := range n {
		lower[u], upper[u] = st.cs.low(u), st.cs.up(u)
	}
	return lower, upper
}

// atLeastOne demands that some of the transitions, ascending, fires. Weaker demands of this
// kind are dropped.
func (st *state) atLeastOne(ts []int) {
	r := ilp.Row{Rel: ilp.GE, Bound: 1}
	for _, t := range ts {
		r.Terms = append(r.Terms, ilp.Term{Var: t, Coef: 1})
	}
	weaker := func(old ilp.Row) bool {
		i := 0
		for _, t := range old.Terms {
			if i < len(r.Terms) && t == r.Terms[i] {
				i++
			}
		}
		return i == len(r.Terms) && old.Rel == ilp.GE && old.Bound <= 1
	}
	st.cs.rows = append(slices.DeleteFunc(slices.Clone(st.cs.rows), weaker), r)
}

// split returns the cases of a rule, which together cover st; ok is false when the rule
// does not apply.
func (c *Certificate) split(net *petri.Net, initial petri.Marking, st *state) (cases []*state, ok bool) {
	n := len(net.Transitions)
	for _, p := range c.Places {
		if p < 0 || p >= len(net.Places) {
			return nil, false
		}
	}
	for _, t := range c.Transitions {
		if t < 0 || t >= n {
			return nil, false
		}
	}
	none := func() *state {
		k := st.copy()
		lo, up := k.bounds(n)
		for _, t := range c.Transitions {
			up[t] = 0
		}
		k.cs.lower, k.cs.upper = lo, up
		return k
	}
	switch c.Rule {
	case ByClause:
		if c.Clause < 0 || c.Clause >= len(st.clauses) {
			return nil, false
		}
		clause := st.clauses[c.Clause]
		rest := slices.Delete(slices.Clone(st.clauses), c.Clause, c.Clause+1)
		for i, a := range clause.Args {
			k := st.copy()
			k.clauses = slices.Clip(rest)
			k.assume(a)
			// Without the cases before, where that is a single row.
			for _, b := range clause.Args[:i] {
				if b.Op == petri.OpRow && b.Row.Rel != petri.EQ {
					k.assume(petri.Linear(b.Row.Negate()[0]))
				}
			}
			cases = append(cases, k)
		}
		return cases, true
	case ByTrap:
		if !isTrap(net, initial, c.Places) {
			return nil, false
		}
		k := st.copy()
		k.rows = append(k.rows, someToken(c.Places))
		return []*state{k}, true
	case ByCapacity:
		if len(c.Places) != 1 {
			return nil, false
		}
		most, ok := capacity(net, initial, c.Places[0])
		if !ok {
			return nil, false
		}
		k := st.copy()
		k.rows = append(k.rows, petri.Row{Terms: []petri.Arc{{Index: c.Places[0], Weight: 1}}, Rel: petri.LE, Bound: most})
		return []*state{k}, true
	case ByDead:
		return []*state{none()}, true
	case BySiphon:
		feeders, ok := siphonFeeders(net, initial, c.Transitions, c.Places)
		if !ok {
			return nil, false
		}
		k := st.copy()
		k.atLeastOne(feeders)
		return []*state{none(), k}, true
	case ByLast:
		takers, ok := lastTakers(net, c.Transitions, c.Places, c.Least)
		if !ok {
			return nil, false
		}
		k := st.copy()
		k.atLeastOne(takers)
		cases = []*state{none(), k}
		var ones []int
		for i, p := range c.Places {
			if c.Least[i] == 1 {
				ones = append(ones, p)
				continue
			}
			k := st.copy()
			k.rows = append(k.rows, petri.Row{Terms: []petri.Arc{{Index: p, Weight: 1}}, Rel: petri.GE, Bound: c.Least[i]})
			cases = append(cases, k)
		}
		if len(ones) > 0 {
			k := st.copy()
			k.rows = append(k.rows, someToken(ones))
			cases = append(cases, k)
		}
		return cases, true
	case ByExhaustion:
		k := st.copy()
		more := ilp.Row{Rel: ilp.GE, Bound: 1}
		for t, x := range c.X {
			if x > st.cs.low(t) {
				less := k.copy()
				less.bound(n, t, 0, x-1)
				cases = append(cases, less)
				k.bound(n, t, x, ilp.Infinity)
			}
			more.Terms = append(more.Terms, ilp.Term{Var: t, Coef: 1})
			more.Bound += x
		}
		k.cs.rows = append(k.cs.rows, more)
		return append(cases, k), true
	}
	return nil, false
}

func someToken(places []int) petri.Row {
	r := petri.Row{Rel: petri.GE, Bound: 1}
	for _, p := range places {
		r.Terms = append(r.Terms, petri.Arc{Index: p, Weight: 1})
	}
	return r
}
