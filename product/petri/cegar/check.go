package cegar

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cupel/product/petri"
)

// CheckPredicate decides whether a marking that satisfies the predicate can be reached from
// the initial marking. The end of ctx makes the answer inconclusive within a second or two;
// the error is for input beyond the solver's numbers and for a solver that cannot be used.
// Disjunctions are split lazily, guided by the solutions of the state equation: an
// alternative is only looked at when the solution of what was chosen before violates it,
// and many conjunctions are refuted at once.
func CheckPredicate(ctx context.Context, net *petri.Net, initial petri.Marking, target *petri.Predicate, o Options) (Result, error) {
	if len(initial) != len(net.Places) {
		return Result{}, fmt.Errorf("cegar: a marking of %d places for a net of %d", len(initial), len(net.Places))
	}
	begin := time.Now()
	k := &check{net: net, initial: initial, target: net.Normalize(target), opts: o.defaults()}
	r, err := k.run(ctx)
	if errors.Is(err, errLarge) {
		r, err = Result{Reason: err.Error()}, nil
	}
	if err != nil {
		return Result{}, err
	}
	r.Stats = k.stats
	r.Stats.TotalTime = time.Since(begin)
	return r, nil
}

// check holds one call's state.
type check struct {
	net     *petri.Net
	initial petri.Marking
	target  *petri.Predicate // normalized
	opts    Options
	stats   Stats
	cases   *cases
	cuts    map[string]int
}

func (k *check) goal(m petri.Marking) bool { return k.net.Holds(k.target, m) }

// run alternates the exact part and the refinement loop in rounds.
func (k *check) run(ctx context.Context) (Result, error) {
	k.cuts = map[string]int{}
	if why := k.beyond(); why != "" {
		return Result{Reason: why}, nil
	}
	if k.goal(k.initial) {
		return k.reachable(nil)
	}
	k.cases = newCases(k.net, k.initial, k.target, k.goal, k.opts, &k.stats)
	// The exact part and the refinement loop alternate with growing budgets.
	for round := 0; ; round++ {
		budget := 64 << min(round, 20)
		if err := k.cases.run(ctx, budget); err != nil {
			return Result{}, err
		}
		if k.cases.found { // also by tryHarder
			return k.reachable(k.cases.sequence)
		}
		if k.cases.closed() {
			return k.unreachable(ctx)
		}
		if seq, err := k.refine(ctx, budget); seq != nil || err != nil {
			if err != nil {
				return Result{}, err
			}
			return k.reachable(seq)
		}
		if err := ctx.Err(); err != nil {
			return k.inconclusive(err.Error()), nil
		}
		if k.stats.Cases > k.opts.MaxSolutions || k.cases.memory() > k.opts.MaxMemory {
			return k.inconclusive(fmt.Sprintf("%d cases", k.stats.Cases)), nil
		}
		if k.cases.todo.Len() == 0 && k.opts.has(Exact) {
			k.cases.exhaust(budget)
		}
		if k.cases.todo.Len() == 0 && !k.busy() && (!k.opts.has(Exact) || !k.cases.tryHarder(ctx)) {
			return k.inconclusive(k.cases.lost), nil
		}
	}
}

// beyond tells what of the question needs a contribution that is left out; "": nothing.
func (k *check) beyond() string {
	switch {
	case !k.opts.has(Inhibitors) && k.net.HasInhibitors():
		return "the net has inhibitor arcs, which contribution 1.2 is for"
	case !k.opts.has(Predicates) && !isMarking(k.net, k.target):
		return "the target is not one marking; contribution 1.1 is for others"
	}
	return ""
}

// isMarking reports whether a normalized target is a conjunction that fixes every place's tokens, or false.
func isMarking(net *petri.Net, target *petri.Predicate) bool {
	if target.Op == petri.OpFalse {
		return true
	}
	rows := []*petri.Predicate{target}
	if target.Op == petri.OpAnd {
		rows = target.Args
	}
	low, high := make([]int64, len(net.Places)), make([]int64, len(net.Places))
	for p := range high {
		high[p] = petri.Unbounded
	}
	for _, r := range rows {
		if r.Op != petri.OpRow || len(r.Row.Terms) != 1 || r.Row.Terms[0].Weight != 1 {
			return false
		}
		p := r.Row.Terms[0].Index
		if r.Row.Rel != petri.LE {
			low[p] = max(low[p], r.Row.Bound)
		}
		if r.Row.Rel != petri.GE && (high[p] == petri.Unbounded || r.Row.Bound < high[p]) {
			high[p] = r.Row.Bound
		}
	}
	return slices.Equal(low, high)
}

// busy reports whether some refinement loop can go on.
func (k *check) busy() bool {
	unfinished := func(o *openCase) bool { return !o.done }
	return slices.ContainsFunc(k.cases.open, unfinished) || slices.ContainsFunc(k.cases.starts, unfinished)
}

// refine runs the refinement loops of the cheapest open cases for about budget solutions
// each.
func (k *check) refine(ctx context.Context, budget int) ([]int, error) {
	open := 0
	for _, o := range slices.Concat(k.cases.starts, k.cases.open) {
		if o.done {
			continue
		}
		if open++; open > rivals {
			break
		}
		if o.search == nil {
			if err := k.begin(o, k.opts.Distant == On); err != nil {
				return nil, err
			}
		}
		s := o.search
		if err := s.run(ctx, budget); err != nil {
			return nil, err
		}
		if s.realized {
			return s.found, nil
		}
		if s.queue.len() == 0 && ctx.Err() == nil || s.stop != "" {
			if k.opts.Distant == Auto && !o.distant && s.stop == "" {
				if err := k.begin(o, true); err != nil {
					return nil, err
				}
				continue
			}
			o.done = true
			for why, n := range s.cut {
				k.cuts[why] += n
			}
			if s.stop != "" {
				k.cuts[s.stop]++
			}
			o.search = &search{} // frees the memory
		}
	}
	return nil, nil
}

// begin starts the refinement loop at an open case.
func (k *check) begin(o *openCase, distant bool) error {
	// The loop works on a conjunction: of the clauses still open, it takes the
	// alternatives that the solution satisfies.
	e := equation{net: k.net, initial: k.initial}
	m, ok := e.final(o.x)
	if !ok {
		return errLarge
	}
	rows := slices.Clone(o.st.rows)
	for _, p := range o.st.clauses {
		rows = k.choose(rows, p, m)
	}
	eq, err := newEquation(k.net, k.initial, rows)
	if err != nil {
		return err
	}
	o.distant = distant
	goal := k.goal
	if !k.opts.has(OnTheWay) {
		goal = nil
	}
	o.search = newSearch(k.net, eq, goal, k.opts, distant, &k.stats)
	o.search.startWith(o.x, o.st.cs)
	return nil
}

// choose appends rows that hold in m and imply p, which holds in m.
func (k *check) choose(rows []petri.Row, p *petri.Predicate, m petri.Marking) []petri.Row {
	switch p.Op {
	case petri.OpRow:
		return append(rows, p.Row)
	case petri.OpAnd:
		for _, q := range p.Args {
			rows = k.choose(rows, q, m)
		}
	case petri.OpOr:
		i := slices.IndexFunc(p.Args, func(q *petri.Predicate) bool { return k.net.Holds(q, m) })
		if i >= 0 {
			return k.choose(rows, p.Args[i], m)
		}
	}
	return rows
}

// reachable replays the sequence from the initial marking and tests the target.
func (k *check) reachable(seq []int) (Result, error) {
	m := slices.Clone(k.initial)
	for i, t := range seq {
		if err := k.net.FireInPlace(m, t); err != nil {
			return Result{}, fmt.Errorf("cegar: internal error: step %d of the sequence found: %w", i, err)
		}
	}
	if !k.goal(m) {
		return Result{}, errors.New("cegar: internal error: the sequence found misses the target")
	}
	return Result{Verdict: Reachable, Sequence: seq}, nil
}

// unreachable checks the certificate.
func (k *check) unreachable(ctx context.Context) (Result, error) {
	c := k.cases.root
	if err := c.Check(ctx, k.net, k.initial, k.target); err != nil {
		return k.inconclusive("the certificate was not confirmed: " + err.Error()), nil
	}
	return Result{Verdict: NotReachable, Certificate: c}, nil
}

// inconclusive collects the reasons.
func (k *check) inconclusive(why string) Result {
	r := Result{}
	if why == "" {
		why = "search exhausted"
	}
	cuts := 0
	var reasons []string
	for reason, n := range k.cuts {
		cuts += n
		reasons = append(reasons, fmt.Sprintf("%d %s", n, reason))
	}
	r.Reason = why
	if cuts > 0 {
		slices.Sort(reasons)
		r.Reason += fmt.Sprintf(", heuristics cut %d branches", cuts)
		for i, s := range reasons {
			r.Reason += [...]string{" (", ", "}[min(i, 1)] + s
		}
		r.Reason += ")"
	}
	return r
}
