package portfolio

import (
	"context"
	"strings"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/bmc"
	"cupel/product/petri/explicit"
	"cupel/product/petri/reduce"
)

// task is the check of one goal.
type task struct {
	checker *Checker
	goal    *petri.Predicate // on the original net
	result  Result
	reasons map[string]reason // per method, why its longest attempt did not decide
	order   []string          // methods in the order of their first reason
	spent   func() int        // work done so far
	since   int               // value of spent when the current method began

	// The reduced goal and net; the originals if nothing was reduced.
	net     *petri.Net
	reduced *petri.Predicate
	lift    func(seq []int) []int

	facts   []bmc.Fact // found by the state equation
	general []bmc.Fact // facts that hold for any goal
	closed  map[string]bool
}

func newTask(c *Checker, goal *petri.Predicate) *task {
	return &task{
		checker: c, goal: goal, net: c.net, reduced: goal, lift: func(s []int) []int { return s },
		reasons: map[string]reason{}, closed: map[string]bool{},
	}
}

// reason is why an attempt did not decide, with its amount of work.
type reason struct {
	text string
	work int
}

func (t *task) run(ctx context.Context) Result {
	ctx, t.spent = work.Measured(work.Planned(ctx, t.checker.opt.Work))
	if !t.trivial() && !t.decide(ctx) {
		if ctx.Err() != nil {
			t.unknown("portfolio", "time limit")
		}
		for _, name := range t.order {
			t.result.Reasons = append(t.result.Reasons, name+": "+t.reasons[name].text)
		}
	}
	return t.result
}

func (t *task) decide(ctx context.Context) bool {
	portfolio := t.checker.opt.Algorithm == "portfolio"
	if portfolio && t.walk(ctx, share(ctx, 4), previewSteps, 0) {
		return true
	}
	if t.simplify(ctx) || !t.checker.opt.NoReduce && t.reduce(ctx, share(ctx, 4)) {
		return true
	}
	switch t.checker.opt.Algorithm {
	case "explicit":
		return t.explicit(ctx, 0, explicit.Best, 0)
	case "cegar":
		return t.cegar(ctx, 0)
	case "bmc":
		return t.prove(ctx, share(ctx, 2), firstStates*growth) || t.induct(ctx, share(ctx, 2)) || t.unroll(ctx, 0)
	}
	for round := 0; ctx.Err() == nil && round < 12; round++ {
		if t.round(ctx, round) {
			return true
		}
	}
	return false
}

// round runs every method with a budget that grows with the round.
func (t *task) round(ctx context.Context, round int) bool {
	scale := 1
	for range round {
		scale *= growth
	}
	orders := []explicit.Order{explicit.Best, explicit.Best, explicit.DFS, explicit.Best, explicit.BFS}
	if t.walk(ctx, share(ctx, 6), firstSteps*scale, round+1) || t.explicit(ctx, share(ctx, 3), orders[min(round, len(orders)-1)], firstStates*scale) {
		return true
	}
	proofs := []attempt{{scale * firstProof, func(units int) bool { return t.prove(ctx, units, firstStates*scale) }}}
	if round > 0 {
		proofs = append(proofs,
			attempt{scale * firstCegar, func(units int) bool { return t.cegar(ctx, units) }},
			attempt{scale * firstAbstraction, func(units int) bool { return t.abstract(ctx, units) }},
			attempt{scale * firstInduction, func(units int) bool { return t.induct(ctx, units) }},
			attempt{scale * firstUnrolling, func(units int) bool { return t.unroll(ctx, units) }})
	}
	for i := range proofs {
		if proofs[i].run(budget(share(ctx, 1), proofs[i:])) {
			return true
		}
	}
	return false
}

// attempt is a method with the most work that it may do in this round.
type attempt struct {
	most int
	run  func(units int) bool
}

// budget is the part of the work that is left for the first of some attempts: an equal share, or what the others cannot use. With equal shares alone a run with
// a short limit would end all attempts too early, those that others leave work to as well.
func budget(left int, attempts []attempt) int {
	rest := left
	for _, a := range attempts[1:] {
		rest -= a.most
	}
	return min(attempts[0].most, max(left/len(attempts), rest, 1))
}

// share returns a fraction of the remaining work.
func share(ctx context.Context, part int) int {
	return max(work.Share(ctx, defaultWork, 1/float64(part)), 1)
}

// within bounds the work of the method that begins; 0: unbounded.
func (t *task) within(ctx context.Context, units int) (context.Context, context.CancelFunc) {
	t.since = t.spent()
	if units == 0 {
		return context.WithCancel(ctx)
	}
	return work.Within(ctx, units)
}

// trivial decides by the initial marking or the predicate alone.
func (t *task) trivial() bool {
	if t.checker.net.Holds(t.goal, t.checker.net.Initial()) {
		return t.reachable("INITIAL_STATE", nil)
	}
	if t.goal.Op == petri.OpFalse {
		return t.unreachable("SIMPLIFICATION", "the predicate is contradictory")
	}
	return false
}

// reachable records a sequence of the reduced net.
func (t *task) reachable(method string, seq []int) bool {
	t.result.Verdict, t.result.Method, t.result.Sequence = Reachable, method, t.lift(seq)
	return true
}

func (t *task) unreachable(method, certificate string) bool {
	t.result.Verdict, t.result.Method, t.result.Certificate = Unreachable, method, certificate
	return true
}

// unknown records why a method did not decide, unless a longer attempt is recorded; it returns false.
func (t *task) unknown(method, text string) bool {
	did := t.spent() - t.since
	old, ok := t.reasons[method]
	if !ok {
		t.order = append(t.order, method)
	}
	if !ok || did >= old.work {
		t.reasons[method] = reason{strings.ReplaceAll(text, "\n", " "), did}
	}
	return false
}

// simplify rewrites the predicate with the bounds from P-invariants. Deadlock keeps its form, for which there
// are better methods.
func (t *task) simplify(ctx context.Context) bool {
	if t.goal.MentionsDeadlock() {
		return false
	}
	if t.reduced = t.net.Normalize(t.goal); !t.checker.opt.NoSimplify {
		t.reduced = petri.Simplify(t.reduced, t.checker.upper(ctx))
	}
	return t.reduced.Op == petri.OpFalse && t.unreachable("SIMPLIFICATION PLACE_INVARIANTS", "the predicate contradicts the bounds of place invariants")
}

// reduce simplifies the net; the goal may become constant, which decides.
func (t *task) reduce(ctx context.Context, units int) bool {
	ctx, cancel := t.within(ctx, units)
	defer cancel()
	r, err := reduce.Reduce(ctx, t.net, t.reduced)
	if err != nil {
		return t.unknown("reductions", err.Error())
	}
	for name, n := range r.Counts {
		t.result.count("reductions: "+name, n)
	}
	t.result.largest("reduced places", len(r.Net.Places))
	t.result.largest("reduced transitions", len(r.Net.Transitions))
	t.net, t.reduced, t.lift = r.Net, r.Goal, r.Lift
	switch r.Goal.Op {
	case petri.OpTrue:
		return t.reachable("STRUCTURAL_REDUCTION", nil)
	case petri.OpFalse:
		return t.unreachable("STRUCTURAL_REDUCTION", "the reductions make the predicate contradictory: "+r.String())
	}
	return false
}
