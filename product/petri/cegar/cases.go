package cegar

import (
	"cmp"
	"context"
	"slices"
	"time"

	"cupel/core/priority"
	"cupel/product/petri"
	"cupel/product/petri/ilp"
)

// cases is the exact part of the check: a search over case distinctions that cover all runs, guided by the
// solutions of the state equation. When all cases are closed, the target is unreachable and the distinctions
// are the certificate. A case whose solution no argument excludes stays open; its solution is a starting point
// of the refinement loop.
type cases struct {
	net     *petri.Net
	initial petri.Marking
	goal    func(petri.Marking) bool
	opts    Options
	stats   *Stats

	lemmas lemmas
	effort int // markings to visit for a solution; increases

	root *Certificate
	todo *priority.Queue[caseNode]
	next int64
	// proofs maps transitions to the certificate that they are dead; nil if they may fire.
	proofs map[int]*ilp.Certificate
	open   []*openCase // waiting for exhaust
	// starts are cases whose solutions satisfied the target when a structural argument excluded them: further
	// starting points of the refinement loop.
	starts []*openCase
	lost   string // why some case can never be closed

	sequence []int // firing sequence that reaches the goal
	found    bool
}

// caseNode is a pending case.
type caseNode struct {
	st   *state
	out  *Certificate // to be filled
	cost int64
	rank int64

	started bool // an enclosing case is among the starts
}

// openCase is a case with a solution that passes all structural tests.
type openCase struct {
	caseNode
	x        []int64
	complete bool    // all firing sequences within x were explored
	search   *search // the refinement loop that started here, nil before
	distant  bool    // it involves distant invariants
	done     bool    // nothing is left to do for it
}

func newCases(net *petri.Net, initial petri.Marking, target *petri.Predicate, goal func(petri.Marking) bool, o Options, stats *Stats) *cases {
	if !o.has(OnTheWay) {
		goal = nil
	}
	c := &cases{net: net, initial: initial, goal: goal, opts: o, stats: stats, effort: o.TreeNodes, proofs: map[int]*ilp.Certificate{}, root: &Certificate{},
		todo: priority.New(caseNode.before)}
	c.push(caseNode{st: newCase(target), out: c.root})
	return c
}

func (c *cases) push(n caseNode) {
	c.next++
	n.rank = c.next
	c.todo.Push(n)
}

// closed reports that all cases are.
func (c *cases) closed() bool {
	return !c.found && c.lost == "" && c.todo.Len() == 0 && len(c.open) == 0
}

// memory estimates the bytes that the waiting cases hold.
func (c *cases) memory() int64 {
	return int64(c.todo.Len()+len(c.open)) * int64(24*len(c.net.Transitions)+256)
}

// run looks at up to budget cases.
func (c *cases) run(ctx context.Context, budget int) error {
	for ; budget > 0 && c.todo.Len() > 0 && !c.found && ctx.Err() == nil; budget-- {
		n := c.todo.Pop()
		if err := c.look(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// look closes a case, splits it, or leaves it open.
func (c *cases) look(ctx context.Context, n caseNode) error {
	c.stats.Cases++
	if n.st.contradiction {
		n.out.Rule = ByFalse
		return nil
	}
	r, err := c.minimize(ctx, n.st)
	if err != nil {
		return err
	}
	switch r.Status {
	case ilp.Infeasible:
		n.out.Rule, n.out.Equation = ByEquation, r.Certificate
		c.event(nil, "closed: "+r.Certificate.String())
		return nil
	case ilp.Optimal:
	default:
		if ctx.Err() == nil {
			c.lost = "integer solver: " + r.Reason
		} else {
			c.push(n)
		}
		return nil
	}
	cost := total(r.X)
	eq := equation{net: c.net, initial: c.initial}
	m, ok := eq.final(r.X)
	if !ok || cost < 0 {
		c.lost = errLarge.Error()
		return nil
	}
	if by := c.refutation(n.st, r.X, m); by != nil {
		if by.Rule != ByClause && !n.started && len(c.starts) < maxStarts {
			n.started = true
			c.starts = append(c.starts, &openCase{caseNode: n, x: r.X})
		}
		c.event(r.X, "excluded: "+by.Rule.String())
		c.split(n, by)
		return nil
	}
	o := &openCase{caseNode: n, x: r.X}
	if c.opts.has(Exact) && cost <= c.opts.MaxLength {
		if o.complete = c.realize(ctx, r.X); c.found {
			return nil
		}
	}
	if by, err := c.dead(ctx, r.X); by != nil || err != nil {
		if err != nil {
			return err
		}
		c.event(r.X, "excluded: "+by.Rule.String())
		c.split(n, by)
		return nil
	}
	c.event(r.X, "open")
	// Cases are processed depth first, except that those behind an exhausted solution are ordered by its cost.
	o.cost = cost
	c.open = append(c.open, o)
	return nil
}

// event reports a case and its solution.
func (c *cases) event(x []int64, what string) {
	if c.opts.Observer != nil {
		c.opts.Observer(Event{Step: StepCase, Solution: c.stats.Cases, X: x, Constraint: what})
	}
}

// refutation finds a rule that excludes the solution x with final marking m.
func (c *cases) refutation(st *state, x []int64, m petri.Marking) *Certificate {
	// A clause that m violates; the one with the fewest alternatives.
	best := -1
	for i, p := range st.clauses {
		if !c.net.Holds(p, m) && (best < 0 || len(p.Args) < len(st.clauses[best].Args)) {
			best = i
		}
	}
	if best >= 0 {
		return &Certificate{Rule: ByClause, Clause: best}
	}
	if !c.opts.has(Exact) {
		return nil
	}
	for p, k := range m {
		if most, ok := capacity(c.net, c.initial, p); ok && k > most {
			return &Certificate{Rule: ByCapacity, Places: []int{p}}
		}
	}
	if trap := emptyTrap(c.net, m); isTrap(c.net, c.initial, trap) {
		return &Certificate{Rule: ByTrap, Places: trap}
	}
	if by := firstFiring(c.net, c.initial, x); by != nil {
		return by
	}
	return lastFiring(c.net, m, x)
}

// dead searches for a transition of x that no solution of the state equation enables; each transition is
// queried once.
func (c *cases) dead(ctx context.Context, x []int64) (*Certificate, error) {
	if !c.opts.has(Exact) {
		return nil, nil
	}
	begin := time.Now()
	defer func() { c.stats.SolverTime += time.Since(begin) }()
	for t, k := range x {
		if k == 0 || ctx.Err() != nil {
			continue
		}
		proof, asked := c.proofs[t]
		if !asked {
			p, err := enabling(c.net, c.initial, t)
			if err != nil {
				return nil, err
			}
			c.stats.Calls++
			r, err := ilp.Solve(ctx, p, ilp.Options{FastWork: c.opts.SolverWork / 10, ExactWork: c.opts.SolverWork / 10, Certify: true, Nodes: 1})
			if err != nil {
				return nil, err
			}
			if r.Status == ilp.Infeasible {
				proof = r.Certificate
			}
			c.proofs[t] = proof
		}
		if proof != nil {
			return &Certificate{Rule: ByDead, Transitions: []int{t}, Equation: proof}, nil
		}
	}
	return nil, nil
}

// split replaces a case by the cases of a rule.
func (c *cases) split(n caseNode, by *Certificate) {
	states, ok := by.split(c.net, c.initial, n.st)
	if !ok {
		c.lost = "a case distinction does not apply" // would be an error of refutation
		return
	}
	by.Cases = make([]*Certificate, len(states))
	*n.out = *by
	for i, st := range slices.Backward(states) {
		n.out.Cases[i] = &Certificate{}
		c.push(caseNode{st: st, out: n.out.Cases[i], cost: n.cost, started: n.started})
	}
}

func (c *cases) minimize(ctx context.Context, st *state) (ilp.Result, error) {
	begin := time.Now()
	defer func() { c.stats.SolverTime += time.Since(begin) }()
	p, err := st.problem(c.net, c.initial)
	if err != nil {
		return ilp.Result{}, err
	}
	if by := c.lemmas.refute(p); by != nil {
		c.stats.Lemmas++
		return ilp.Result{Status: ilp.Infeasible, Certificate: by}, nil
	}
	c.stats.Calls++
	r, err := ilp.Solve(ctx, p, ilp.Options{FastWork: c.opts.SolverWork, ExactWork: c.opts.SolverWork, Nodes: enoughNodes, Certify: true})
	if r.Status == ilp.Infeasible {
		c.stats.Infeasible++
		c.lemmas.learn(p, r.Certificate)
	}
	return r, err
}

// realize explores the firing sequences of x; complete is set if all were explored.
func (c *cases) realize(ctx context.Context, x []int64) (complete bool) {
	begin := time.Now()
	defer func() { c.stats.TreeTime += time.Since(begin) }()
	t := tree{net: c.net, initial: c.initial, x: x, reducer: c.opts.reducer(c.net), goal: c.goal,
		nodes: c.effort + int(2*min(total(x), maxEffort/2)), drop: true, forget: !c.opts.has(Memo)}
	for _, t.balanced = range []bool{false, true} {
		t.run(ctx)
		c.stats.Nodes += t.visited
		if t.found {
			c.sequence, c.found = t.full, true
			if c.opts.Observer != nil {
				c.opts.Observer(Event{Step: StepFull, X: x, Sequence: t.full, Remainder: minus(x, c.net.Parikh(t.full))})
			}
		}
		if t.found || t.complete {
			break
		}
	}
	return t.complete
}

// exhaust splits up to budget open cases whose solution was shown to be not realizable by
// exploring all its orders, cheap solutions first.
func (c *cases) exhaust(budget int) {
	slices.SortStableFunc(c.open, func(a, b *openCase) int { return cmp.Compare(a.cost, b.cost) })
	kept := c.open[:0]
	for _, o := range c.open {
		if budget > 0 && o.complete {
			budget--
			c.split(o.caseNode, &Certificate{Rule: ByExhaustion, X: o.x})
			continue
		}
		kept = append(kept, o)
	}
	clear(c.open[len(kept):])
	c.open = kept
}

// tryHarder explores the solutions of incomplete open cases with more effort; it reports
// whether there were any.
func (c *cases) tryHarder(ctx context.Context) bool {
	c.effort *= 8
	some := false
	for _, o := range c.open {
		if o.complete || o.cost > c.opts.MaxLength || c.effort > maxEffort {
			continue
		}
		some = true
		if o.complete = c.realize(ctx, o.x); c.found || ctx.Err() != nil {
			break
		}
	}
	return some
}

// before orders cases by the cost of the solution they were split from, the latest
// first among equals.
func (n caseNode) before(m caseNode) bool {
	if n.cost != m.cost {
		return n.cost < m.cost
	}
	return n.rank > m.rank
}
