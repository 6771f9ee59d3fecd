package portfolio

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cupel/core/interpolation"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/engine"
	predicates "cupel/engine/cegar"
	"cupel/product/petri"
	"cupel/product/petri/automaton"
	"cupel/product/petri/bmc"
	"cupel/product/petri/cegar"
	"cupel/product/petri/explicit"
)

func (t *task) walk(ctx context.Context, units int, steps, seed int) bool {
	ctx, cancel := t.within(ctx, units)
	defer cancel()
	r := explicit.Walk(ctx, t.net, t.reduced, explicit.WalkOptions{Seed: uint64(seed), MaxSteps: steps})
	t.result.count("random steps", r.Fired)
	if r.Status == explicit.Reached {
		return t.reachable("RANDOM_WALK", r.Sequence)
	}
	return t.unknown("random runs", r.Reason)
}

func (t *task) explicit(ctx context.Context, units int, order explicit.Order, states int) bool {
	if t.closed["explicit"] {
		return false
	}
	ctx, cancel := t.within(ctx, units)
	defer cancel()
	r := explicit.Search(ctx, t.net, t.reduced, explicit.Options{Order: order, MaxStates: states, MaxBytes: t.checker.opt.MaxBytes})
	t.result.count("markings", r.States)
	defer collect(r.Bytes)
	switch r.Status {
	case explicit.Reached:
		return t.reachable("EXPLICIT STUBBORN_SETS", r.Sequence)
	case explicit.Complete:
		return t.unreachable("EXPLICIT STUBBORN_SETS", fmt.Sprintf("complete state space, reduced by stubborn sets to %d", r.States))
	}
	if states > 0 && r.States < states && ctx.Err() == nil {
		t.closed["explicit"] = true // memory: more states will not fit either
	}
	return t.unknown("explicit search", r.Reason)
}

func (t *task) prove(ctx context.Context, units int, markings int) bool {
	part, cancel := t.within(ctx, units)
	defer cancel()
	p, err := bmc.Prove(part, t.net, t.reduced, z3.Open, bmc.ProveOptions{Markings: markings, Facts: t.facts})
	t.facts, t.general = p.Facts, p.General()
	t.result.count("state equations", p.Rounds)
	t.result.largest("state equation facts", len(p.Facts))
	t.result.count("state equation markings", p.Markings)
	switch {
	case err != nil:
		return t.unknown("state equation", err.Error())
	case p.Reached:
		return t.reachable("STATE_EQUATION EXPLICIT SMT", p.Sequence)
	case p.Certificate != nil:
		return t.certified(ctx, "STATE_EQUATION TRAPS SMT", p.Certificate)
	}
	return t.unknown("state equation", p.Reason)
}

func (t *task) cegar(ctx context.Context, units int) bool {
	if t.closed["cegar"] {
		return false
	}
	ctx, cancel := t.within(ctx, units)
	defer cancel()
	o := t.checker.opt.cegar()
	explanation := cegar.NewExplanation(t.net)
	if t.checker.opt.Explain {
		o.Observer = explanation.Observe
	}
	r, err := cegar.CheckPredicate(ctx, t.net, t.net.Initial(), t.reduced, o)
	t.result.Explanation = append(t.result.Explanation, t.explained(explanation)...)
	for name, n := range r.Stats.Counts {
		t.result.count("cegar "+name, n)
	}
	t.result.seconds("cegar seconds", r.Stats.TotalTime)
	t.result.seconds("cegar solver seconds", r.Stats.SolverTime)
	t.result.seconds("cegar tree seconds", r.Stats.TreeTime)
	switch {
	case err != nil:
		t.closed["cegar"] = true
		return t.unknown("cegar", err.Error())
	case r.Verdict == cegar.Reachable:
		return t.reachable("STATE_EQUATION CEGAR", r.Sequence)
	case r.Verdict == cegar.NotReachable:
		return t.unreachable("STATE_EQUATION CEGAR", r.Certificate.String())
	}
	t.closed["cegar"] = ctx.Err() == nil // it ended by itself
	return t.unknown("cegar", r.Reason)
}

// cegar are the options of the algorithm.
func (o Options) cegar() cegar.Options {
	return cegar.Options{
		Search:  map[string]cegar.Search{"dfs": cegar.DFS, "bfs": cegar.BFS, "best": cegar.Best}[o.Search],
		Distant: map[string]cegar.Distant{"on": cegar.On, "off": cegar.Off}[o.Distant], Ordering: map[string]cegar.Ordering{"on": cegar.Always, "off": cegar.Never}[o.Ordering],
		BetterFirst: o.BetterFirst, Without: o.Without, Generalized: o.Generalized, TreeNodes: o.Tree, Leaves: min(o.Tree, maxLeaves), MaxMemory: o.MaxBytes / 2,
	}
}

// explained are the lines of an explanation, with what the transitions of a reduced net stand for.
func (t *task) explained(x *cegar.Explanation) []string {
	lines := x.Lines()
	if len(lines) == 0 || t.net == t.checker.net {
		return lines
	}
	ids := func(seq []int) string {
		var out []string
		for _, u := range seq {
			out = append(out, t.checker.net.Transitions[u].ID)
		}
		return strings.Join(out, " ")
	}
	first := t.lift(nil)
	if len(first) > 0 {
		lines = append(lines, "before all: "+ids(first))
	}
	for u := range t.net.Transitions {
		lines = append(lines, t.net.Transitions[u].ID+" stands for "+ids(t.lift([]int{u})[len(first):]))
	}
	return lines
}

// abstract searches for an inductive invariant by predicate abstraction.
func (t *task) abstract(ctx context.Context, units int) bool {
	if t.closed["abstraction"] || len(t.net.Transitions) > maxAutomaton {
		return false
	}
	part, cancel := t.within(ctx, units)
	defer cancel()
	itp, err := interpolation.ByName("portfolio", interpolation.Options{Open: z3.Open})
	if err != nil {
		return t.unknown("predicate abstraction", err.Error())
	}
	s := automaton.New(t.net, t.net.Normalize(t.reduced))
	r, err := predicates.New(predicates.Defaults()).Verify(part,
		engine.Problem{Program: s.Program, Tools: engine.Tools{Open: z3.Open, Interpolate: itp}}, engine.Quiet{})
	switch {
	case err != nil:
		t.closed["abstraction"] = true
		return t.unknown("predicate abstraction", err.Error())
	case r.Verdict == engine.False:
		return t.reachable("PREDICATE_ABSTRACTION", s.Sequence(r.Cex.Path))
	case r.Verdict == engine.True:
		if err := r.Proof.Check(part, z3.Open); err != nil {
			return t.unknown("predicate abstraction", err.Error())
		}
		return t.certified(ctx, "PREDICATE_ABSTRACTION SMT", abstraction{r.Proof})
	}
	t.closed["abstraction"] = part.Err() == nil
	return t.unknown("predicate abstraction", r.Reason.String())
}

// abstraction is the abstract reachability graph as a certificate.
type abstraction struct{ proof *engine.Proof }

func (a abstraction) String() string { return a.proof.Summary }

// Check verifies the graph with another solver.
func (a abstraction) Check(ctx context.Context, _ *petri.Net, _ *petri.Predicate, open smt.Opener) error {
	return a.proof.Check(ctx, open)
}

func (t *task) induct(ctx context.Context, units int) bool {
	if t.closed["induction"] {
		return false
	}
	part, cancel := t.within(ctx, units)
	defer cancel()
	in, err := bmc.Induct(part, t.net, t.reduced, z3.Open, t.general, maxInduction)
	switch {
	case err != nil:
		return t.unknown("induction", err.Error())
	case in.Certificate != nil:
		return t.certified(ctx, "K_INDUCTION SMT", in.Certificate)
	}
	t.closed["induction"] = part.Err() == nil
	return t.unknown("induction", in.Reason)
}

func (t *task) unroll(ctx context.Context, units int) bool {
	ctx, cancel := t.within(ctx, units)
	defer cancel()
	u, err := bmc.Unroll(ctx, t.net, t.reduced, z3.Open, 0)
	t.result.largest("unrolled to depth", u.Depth)
	switch {
	case err != nil:
		return t.unknown("unrolling", err.Error())
	case u.Reached:
		return t.reachable("BMC SMT", u.Sequence)
	}
	return t.unknown("unrolling", u.Reason)
}

// certificate can be checked with a second solver.
type certificate interface {
	fmt.Stringer
	Check(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener) error
}

// certifyTime ends a re-check by another process.
const certifyTime = time.Minute

// certified answers Unreachable, after the second solver's check if required.
func (t *task) certified(ctx context.Context, method string, c certificate) bool {
	if t.checker.opt.Certify {
		ctx, cancel := context.WithTimeout(ctx, certifyTime)
		defer cancel()
		if err := c.Check(ctx, t.net, t.reduced, smtlib.Opener(Certifier)); err != nil {
			return t.unknown(Certifier, "does not confirm the certificate: "+err.Error())
		}
		t.result.CheckedBy = Certifier
	}
	return t.unreachable(method, c.String())
}
