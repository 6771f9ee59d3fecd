package gps

import (
	"context"
	"fmt"
	"io"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/analysis/summary"
	"cupel/analysis/summary/oracle"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/engine"
)

// search is one run of the algorithm on one program.
type search struct {
	o    *Options
	p    *program.Program // instrumented with gas
	gas  *program.Var     // nil: without gas
	f    *logic.Factory
	sums Summaries
	// oracle is sums if they are loop summaries, otherwise nil.
	oracle *oracle.Oracle
	// raise is sums if stronger summaries may join; otherwise nil.
	raise *raised
	// explain prints the loop summaries; nil if there are none.
	explain  func(w io.Writer) error
	tools    engine.Tools
	observer engine.Observer
	live     *passes.Liveness
	t        *tree
	stack    *pathStack
	tests    questions // for choices of tests and implications
	m        *interp.Machine
	stats    *statistics
	told     engine.Rounds // publications to the board

	dead  []*node                                   // dead ends to refine
	known map[*program.Location][]*logic.Term       // predicates of labels, see remember
	asked map[*program.Location]*summary.Transition // summaries at loop heads
	// strengthened counts changes of labels, removed the discarded nodes.
	strengthened, removed int
	rushed                int // steps of rush without effect
	peeked                int // paths at the end of the frontier checked since the last test
	peekCost              int // work of peek

	kept    int // memory of numbers when the test began
	cex     *program.Counterexample
	open    engine.Reason // why the answer cannot be True: a leaf that could not be closed
	cut     engine.Reason // a reachable cut
	refuted engine.Replay // of a path to the error whose replay failed
}

// gasBounds are tried as bounds on a test's iterations: among the models of a path, short tests are the useful
// ones.
var gasBounds = []int64{16, 512, 20000}

// newSearch opens the solvers; close ends their use.
func newSearch(o *Options, given engine.Problem, st *statistics, observer engine.Observer) (*search, error) {
	p := given.Program
	g := &search{o: o, tools: given.Tools, observer: observer, p: p, f: p.Terms, stats: st, known: map[*program.Location][]*logic.Term{}, asked: map[*program.Location]*summary.Transition{}}
	if !o.NoGas {
		g.p, g.gas = addGas(p)
	}
	g.live = passes.Live(g.p)
	g.sums = g.summaries(given)
	var err error
	if g.m, err = interp.New(g.p); err != nil {
		return nil, err
	}
	s, err := g.tools.Solve(g.f)
	if err != nil {
		return nil, err
	}
	g.stack = newPathStack(g.p, s, st)
	if g.tests.s, err = g.tools.Solve(g.f); err != nil {
		_ = s.Close()
		return nil, err
	}
	g.t = newTree(g.p, o.AllLabels)
	return g, nil
}

func (g *search) close() {
	_ = g.stack.s.Close()
	_ = g.tests.s.Close()
}

// run is the main loop of Fig. 5 (Fig. 4 without labels). It ends with a replayed counterexample, a complete
// tree, or ctx.
func (g *search) run(ctx context.Context) error {
	g.t.enqueue(g.t.root)
	credit, worked := 0, 0
	for len(g.t.queue) > 0 || len(g.dead) > 0 {
		if ctx.Err() != nil {
			return nil
		}
		if g.told.Due(g.stats.refinements) {
			g.publish()
		}
		if g.stats.tests+g.stats.refinements >= raiseAfter {
			g.strengthenSummaries()
		}
		g.observer.Progress(engine.Progress{Phase: "tests", Refinements: g.stats.refinements, Frontier: len(g.t.queue)})
		due := credit >= checksPerRefinement || g.stats.work()-worked >= workPerRefinement
		if len(g.t.queue) == 0 || due && len(g.dead) > 0 {
			credit, worked = 0, g.stats.work()
			if err := g.refineNext(ctx); err != nil {
				return err
			}
			continue
		}
		credit++
		if g.mixed() && credit%2 == 0 && g.peeked < maxPeeks && peekShare*g.peekCost <= g.stats.work()+peekStart {
			if err := g.peek(ctx); err != nil || g.cex != nil {
				return err
			}
		}
		n := g.next()
		if n.closed() {
			continue
		}
		if err := g.visit(ctx, n); err != nil || g.cex != nil {
			return err
		}
	}
	return nil
}

// mixed reports whether paths are taken from both ends of the frontier.
func (g *search) mixed() bool {
	return (g.o.Frontier == "" || g.o.Frontier == Mixed) && g.o.Explore != Statements
}

// next takes a path from the frontier.
func (g *search) next() *node {
	if g.o.Frontier == Lifo {
		return g.t.pop()
	}
	return g.t.dequeue()
}

// closed reports whether a path of the frontier needs no work.
func (n *node) closed() bool {
	return !n.isLeaf() || n.removed || n.pruned || n.cut || n.listed || n.coveredBy != nil
}

// peek checks a path out of order: the last ones that a test left behind are closest to where it missed the
// error. A dead end stays in the frontier until its turn.
func (g *search) peek(ctx context.Context) error {
	g.peeked++
	before := g.stats.work()
	defer func() { g.peekCost += g.stats.work() - before }()
	i := len(g.t.queue) - g.peeked
	if i <= 0 {
		g.peeked = maxPeeks
		return nil
	}
	n := g.t.queue[i]
	if n.closed() || n.dead {
		return nil
	}
	sum, err := g.toTarget(ctx, n.loc)
	if err != nil || sum.IsFalse() {
		return err
	}
	r, err := g.check(ctx, n, sum.Guard())
	switch {
	case err != nil || ctx.Err() != nil:
		return err
	case r == smt.Unsat:
		g.stats.deadEnds++
		n.dead = true
	case r == smt.Sat:
		return g.testFrom(ctx, n)
	}
	return nil
}

// check is checkPath with statistics.
func (g *search) check(ctx context.Context, n *node, end *logic.Term) (smt.Result, error) {
	start := time.Now()
	r, err := g.checkPath(ctx, n, end)
	g.stats.checkTime += time.Since(start)
	g.stats.checks++
	return r, err
}

// testFrom executes the model of the last check as a test.
func (g *search) testFrom(ctx context.Context, n *node) error {
	m, err := g.stack.s.Model()
	if err != nil {
		return err
	}
	start := time.Now()
	defer func() { g.stats.exploreTime += time.Since(start) }()
	g.peeked = 0
	return g.test(ctx, n, m)
}

// refineNext refines the oldest dead end.
func (g *search) refineNext(ctx context.Context) error {
	n := g.dead[0]
	g.dead = g.dead[1:]
	if n.removed {
		return nil
	}
	sum, err := g.toTarget(ctx, n.loc)
	if err != nil {
		return err
	}
	return g.refine(ctx, n, sum.Guard())
}

// toTarget returns the summary from l to the targets.
func (g *search) toTarget(ctx context.Context, l *program.Location) (*summary.Transition, error) {
	start := time.Now()
	t, err := g.sums.ToTarget(ctx, l)
	g.stats.sumTime += time.Since(start)
	if err == nil && l.LoopHead {
		g.asked[l] = t
	}
	return t, err
}

// visit handles one path of the frontier.
func (g *search) visit(ctx context.Context, n *node) error {
	if g.o.Mode == GPS {
		covered, err := g.tryCover(ctx, n)
		if covered || err != nil {
			return err
		}
	}
	if g.o.Explore == Statements && g.belowFalse(n) {
		return nil
	}
	sum, err := g.toTarget(ctx, n.loc)
	if err != nil {
		return err
	}
	if sum.IsFalse() {
		n.pruned = true // by the summary, no path from here reaches the error
		return nil
	}
	if g.o.Explore == Statements && n.loc != g.p.Error && n.loc.Cut == "" {
		g.expand(n, "")
		return nil
	}
	r := smt.Unsat
	if !n.dead {
		if r, err = g.check(ctx, n, sum.Guard()); err != nil || ctx.Err() != nil {
			return err
		}
	}
	switch r {
	case smt.Unsat:
		if !n.dead {
			g.stats.deadEnds++
		}
		if n.parent == nil {
			n.pruned = true // contradicts the summary without its path
			return nil
		}
		n.dead = true
		if g.o.AtOnce {
			return g.refine(ctx, n, sum.Guard())
		}
		n.listed = true
		g.dead = append(g.dead, n)
		return nil
	case smt.Sat:
		return g.testFrom(ctx, n)
	}
	g.expand(n, "the solver gave no answer: "+g.stack.s.ReasonUnknown())
	return nil
}

// checkPath checks satisfiability of the path followed by a formula, with small bounds on gas first.
func (g *search) checkPath(ctx context.Context, n *node, end *logic.Term) (smt.Result, error) {
	if g.gas == nil || n.parent == nil {
		return g.stack.check(ctx, n, end)
	}
	if err := g.stack.goTo(ctx, n); err != nil {
		return smt.Unknown, err
	}
	if g.o.AnyGas {
		return g.stack.check(ctx, n, end)
	}
	supply := g.supply()
	for _, b := range gasBounds {
		r, err := g.stack.check(ctx, n, end, g.f.Le(supply, g.f.IntConst(b)))
		if err != nil || r == smt.Sat || ctx.Err() != nil {
			return r, err
		}
		// If the path alone is infeasible, larger bounds on gas do not matter.
		if r == smt.Unsat && g.stack.dead < 0 {
			core, err := g.stack.s.Core()
			if err != nil || !contains(core, g.f.Le(supply, g.f.IntConst(b))) {
				return r, nil
			}
		}
	}
	return g.stack.check(ctx, n, end)
}

// supply is the symbol of the first havoc of every path: the initial gas.
func (g *search) supply() *logic.Term {
	hs := g.stack.state.Havocs()
	if len(hs) == 0 {
		return g.f.IntConst(0)
	}
	return hs[0].Sym
}

func contains(ts []*logic.Term, t *logic.Term) bool {
	for _, x := range ts {
		if x == t {
			return true
		}
	}
	return false
}

// expand adds the children of a leaf that could be neither closed nor tested. A leaf at a target stays open.
func (g *search) expand(n *node, why string) {
	if n.loc == g.p.Error || n.loc.Cut != "" {
		g.leaveOpen(n, why)
		return
	}
	for _, e := range n.loc.Out {
		g.t.enqueue(g.t.child(n, e))
	}
}

// leaveOpen gives up on a leaf: the search may still find an error but cannot prove its absence.
func (g *search) leaveOpen(n *node, why string) {
	n.cut = true
	if g.open.None() {
		at := n.loc.Pos.String()
		if n.loc == g.p.Error && n.parent != nil {
			at = "the error"
		}
		g.open = engine.Reason{Kind: engine.Undecided, Text: fmt.Sprintf("a path to %s is undecided: %s", at, why)}
	}
}
