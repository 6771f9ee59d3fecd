package gps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// Engine is GPS or one of its ablations; it implements engine.Engine.
type Engine struct{ o Options }

// New returns an engine.
func New(o Options) *Engine {
	if o.Mode == "" {
		o.Mode = GPS
	}
	return &Engine{o: o}
}

// Name returns gps, gpslite or cra.
func (e *Engine) Name() string { return string(e.o.Mode) }

// Verify runs the search.
func (e *Engine) Verify(ctx context.Context, p engine.Problem, o engine.Observer) (*engine.Result, error) {
	if p.Program.LargeBlocks {
		return nil, errors.New("gps: large blocks cannot be executed; use --encoding sbe")
	}
	st := &statistics{}
	res, err := e.search(ctx, p, st, o)
	if err != nil && ctx.Err() != nil {
		return unknown(engine.Reason{Kind: engine.Stopped}, st), nil
	}
	return res, err
}

// search runs the engine once on a program without checks.
func (e *Engine) search(ctx context.Context, p engine.Problem, st *statistics, o engine.Observer) (res *engine.Result, err error) {
	g, err := newSearch(&e.o, p, st, o)
	if err != nil {
		return nil, err
	}
	defer g.close()
	defer func() {
		if res != nil {
			res.Explain = g.explain
			if p.Tools.Draw && e.o.Mode != CRA {
				res.Graphs = func() []*diagram.Graph { return g.draw(res.Cex) }
			}
		}
	}()
	if e.o.Mode == CRA {
		return g.summaryAlone(ctx)
	}
	err = g.run(ctx)
	g.publish()
	st.nodes = g.t.size
	switch {
	case err != nil:
		return nil, err
	case g.cex != nil:
		return &engine.Result{Verdict: engine.False, Cex: g.cex, Stats: st.report()}, nil
	case ctx.Err() != nil:
		why := fmt.Sprintf("with %d paths at the frontier", len(g.t.queue))
		if !g.refuted.OK() {
			why += "; a path to the error was not confirmed: " + g.refuted.Text
		}
		return unknown(engine.Reason{Kind: engine.Stopped, Text: why}, st), nil
	case !g.refuted.OK():
		return unknown(g.refuted.Reason(), st), nil
	case !g.cut.None():
		return unknown(g.cut, st), nil
	case !g.open.None():
		return unknown(g.open, st), nil
	}
	return &engine.Result{Verdict: engine.True, Proof: g.proof(), Stats: st.report()}, nil
}

func unknown(reason engine.Reason, st *statistics) *engine.Result {
	return &engine.Result{Verdict: engine.Unknown, Reason: reason, Stats: st.report()}
}

// summaryAlone decides by the summary of the initial location (mode cra).
func (g *search) summaryAlone(ctx context.Context) (*engine.Result, error) {
	sum, err := g.toTarget(ctx, g.p.Init)
	if err != nil {
		return nil, err
	}
	sat, _, err := g.satisfiable(ctx, []*logic.Term{sum.Guard()})
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return unknown(engine.Reason{Kind: engine.Stopped}, g.stats), nil
	case sat && g.strengthenSummaries():
		return g.summaryAlone(ctx)
	case sat:
		return unknown(engine.Reason{Kind: engine.NoProgress, Text: "the summary of the program does not exclude the error"}, g.stats), nil
	}
	g.t.root.pruned = true
	return &engine.Result{Verdict: engine.True, Proof: g.proof(), Stats: g.stats.report()}, nil
}

// proof returns the complete tree as a proof.
func (g *search) proof() *engine.Proof {
	p := &engine.Proof{Invariants: map[*program.Location]*logic.Term{}, Predicates: map[*program.Location][]*logic.Term{}}
	type claim struct {
		loc   *program.Location
		parts []*logic.Term
		open  bool // some label is empty
	}
	claims := map[*program.Location]*claim{}
	var order []*claim
	seen := map[*program.Location]map[*logic.Term]bool{}
	for _, l := range g.p.Locs {
		if !l.LoopHead {
			continue
		}
		for _, n := range g.t.byLoc[l] {
			at := l
			if g.gas != nil {
				at = l.Origin
			}
			c := claims[at]
			if c == nil {
				c = &claim{loc: at}
				claims[at] = c
				order = append(order, c)
				seen[at] = map[*logic.Term]bool{}
			}
			var cs []*logic.Term
			for _, t := range n.order {
				if g.gas != nil && logic.Occurs(g.gas.Sym, t) {
					continue
				}
				cs = append(cs, t)
				for _, a := range logic.Atoms(t) {
					if !seen[at][a] {
						seen[at][a] = true
						p.Predicates[at] = append(p.Predicates[at], a)
					}
				}
			}
			c.open = c.open || len(cs) == 0
			c.parts = append(c.parts, g.f.And(cs...))
		}
	}
	for _, c := range order {
		if !c.open {
			p.Invariants[c.loc] = g.f.Or(c.parts...)
		}
	}
	c := g.checker()
	if p.Check = c.Check; c.trusts() {
		p.Trusts = "loop summaries"
		if g.oracle != nil {
			p.Loops = g.loopClaims
		}
	}
	p.Summary = g.describe()
	return p
}

func (g *search) describe() string {
	leaves, covered, labelled := 0, 0, 0
	g.walk(func(n *node) {
		if n.isLeaf() {
			leaves++
		}
		if n.coveredBy != nil {
			covered++
		}
		if len(n.order) > 0 {
			labelled++
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "complete abstract reachability tree: %d nodes, %d labelled, %d leaves of which %d are covered", g.t.size, labelled, leaves, covered)
	return b.String()
}

// walk visits the tree in depth-first order.
func (g *search) walk(visit func(*node)) {
	stack := []*node{g.t.root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(n)
		children := n.children()
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
}

// checker returns the checker of the tree.
func (g *search) checker() *Checker {
	c := &Checker{f: g.f, p: g.p, root: g.t.root, sums: map[*program.Location]*logic.Term{}}
	g.walk(func(n *node) {
		if n.isLeaf() && n.coveredBy == nil {
			if t, err := g.sums.ToTarget(context.Background(), n.loc); err == nil {
				c.sums[n.loc] = t.Guard()
			}
		}
	})
	return c
}

var _ engine.Engine = (*Engine)(nil)
