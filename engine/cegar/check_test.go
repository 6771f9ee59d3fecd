package cegar

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// proof runs the loop on the running example to its complete graph.
func proofGraph(t *testing.T, set func(*Options)) *search {
	a := figure21()
	o := options(t, set)
	x, err := newSearch(o, enginetest.Problem(t, a.Program), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.close)
	if err := x.run(context.Background()); err != nil || x.Cex != nil || !x.stuck.None() {
		t.Fatal(err, x.Cex, x.stuck)
	}
	return x
}

// find returns the first node of a kind.
func find(t *testing.T, g *ARG, want func(*node) bool) *node {
	var found *node
	g.walk(func(n *node) {
		if found == nil && want(n) {
			found = n
		}
	})
	if found == nil {
		t.Fatal("no such node")
	}
	return found
}

// strange is a state that is any formula.
type strange struct{ expr *logic.Term }

func (s strange) Expr() *logic.Term { return s.expr }

// TestChecker: the checker accepts the graph of a proof and refuses it after
// every kind of damage.
func TestChecker(t *testing.T) {
	ctx := context.Background()
	covered := func(n *node) bool { return n.coveredBy != nil && !n.coveredBy.state.Expr().IsTrue() }
	for _, c := range []struct {
		name   string
		damage func(*testing.T, *search)
	}{
		{"a state too strong", func(t *testing.T, x *search) {
			n := find(t, x.arg, func(n *node) bool { return n.parent != nil && len(n.children) > 0 })
			n.state = strange{x.f.Eq(x.p.Vars[0].Sym, x.f.IntConst(7))}
		}},
		{"a coverer too strong", func(t *testing.T, x *search) {
			n := find(t, x.arg, covered)
			n.coveredBy.state = strange{x.f.And(n.coveredBy.state.Expr(), x.f.Eq(x.p.Vars[1].Sym, x.f.IntConst(7)))}
		}},
		{"a state too weak to be covered", func(t *testing.T, x *search) { find(t, x.arg, covered).state = strange{x.f.True()} }},
		{"a lost child", func(t *testing.T, x *search) {
			n := find(t, x.arg, func(n *node) bool { return len(n.children) > 1 })
			n.children = n.children[1:]
		}},
		{"no children", func(t *testing.T, x *search) {
			find(t, x.arg, func(n *node) bool { return len(n.children) == 1 && n.parent != nil }).children = nil
		}},
		{"a child over another block", func(t *testing.T, x *search) {
			n := find(t, x.arg, func(n *node) bool { return len(n.children) > 1 })
			n.children[0].block = n.children[1].block
		}},
		{"a child elsewhere", func(t *testing.T, x *search) {
			find(t, x.arg, func(n *node) bool { return n.parent != nil && len(n.children) > 0 }).loc = x.p.Init
		}},
		{"covered by itself", func(t *testing.T, x *search) {
			n := find(t, x.arg, covered)
			n.coveredBy = n
		}},
		{"covered by a covered node", func(t *testing.T, x *search) {
			n := find(t, x.arg, covered)
			n.coveredBy.coveredBy = x.arg.root
		}},
		{"covered by a removed node", func(t *testing.T, x *search) {
			n := find(t, x.arg, covered)
			copied := *n.coveredBy
			n.coveredBy = &copied
		}},
		{"covered by a node of another location", func(t *testing.T, x *search) {
			find(t, x.arg, covered).coveredBy = x.arg.root
		}},
		{"an uncovered leaf", func(t *testing.T, x *search) { find(t, x.arg, covered).coveredBy = nil }},
		{"a state at the root", func(t *testing.T, x *search) {
			x.arg.root.state = strange{x.f.Eq(x.p.Vars[0].Sym, x.f.IntConst(0))}
		}},
		{"a root elsewhere", func(t *testing.T, x *search) { x.arg.root.loc = x.p.Locs[1] }},
		{"an error node", func(t *testing.T, x *search) {
			n := find(t, x.arg, func(n *node) bool { return len(n.children) == 0 })
			n.loc = x.p.Error
		}},
		{"the end of the model", func(t *testing.T, x *search) {
			find(t, x.arg, func(n *node) bool { return len(n.children) == 0 }).loc.Cut = "unsupported"
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range []string{PredCart, PredBool, ExplPredCart} {
				x := proofGraph(t, func(o *Options) { o.Domain, o.Encoding, o.Search = d, Sbe, "bfs" })
				check := (&Checker{p: x.p, f: x.f, arg: x.arg}).Check
				if err := check(ctx, z3.Open); err != nil {
					t.Fatal("before:", err)
				}
				c.damage(t, x)
				if err := check(ctx, z3.Open); !errors.Is(err, ErrProof) {
					t.Errorf("%s: accepted: %v", d, err)
				}
			}
		})
	}
}

// TestCheckerBlocks: a block that passes a branch or the error is no step.
func TestCheckerBlocks(t *testing.T) {
	a := newAutomaton("L0 L1 LE L2")
	a.edge("L0", "L1")
	a.edge("L1", "L2")
	a.edge("L1", "LE")
	a.done()
	v := &verification{Checker: &Checker{p: a.Program, f: a.f}}
	e := a.Edges
	for _, c := range []struct {
		name     string
		edges    []*program.Edge
		from, to string
	}{
		{"passes a branch", e[:2], "L0", "L2"},
		{"does not connect", []*program.Edge{e[1], e[0]}, "L1", "L1"},
		{"ends elsewhere", e[:1], "L0", "L2"},
		{"starts elsewhere", e[1:2], "L0", "L2"},
	} {
		if err := v.leads(c.edges, a.locs[c.from], a.locs[c.to]); !errors.Is(err, ErrProof) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	a = newAutomaton("L0 LE L2")
	a.edge("L0", "LE")
	a.edge("LE", "L2")
	a.done()
	v.Checker = &Checker{p: a.Program, f: a.f}
	if err := v.leads(a.Edges, a.Init, a.locs["L2"]); !errors.Is(err, ErrProof) {
		t.Errorf("passes the error: %v", err)
	}
	if err := v.leads(a.Edges[:1], a.Init, a.Error); err != nil {
		t.Error(err)
	}
}

// TestLimits: what ends the search otherwise.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := New(options(t, nil)).Verify(ctx, enginetest.Problem(t, figure21().Program), engine.Quiet{})
	if err != nil || r.Verdict != engine.Unknown || r.Reason.Kind != engine.Stopped {
		t.Errorf("canceled: %v, %v", r, err)
	}
	none := enginetest.Problem(t, figure21().Program)
	none.Tools.Open = func(*logic.Factory, smt.Options) (smt.Solver, error) { return nil, errors.New("no solver") }
	if _, err := New(options(t, nil)).Verify(context.Background(), none, engine.Quiet{}); err == nil {
		t.Error("no error without a solver")
	}
	a := newAutomaton("L0 LE")
	a.edge("L0", "LE", program.Havoc(a.v("x"), nil), program.Assume(a.f.Gt(a.x("x"), a.n(3))))
	refuse := enginetest.Problem(t, a.done())
	refuse.Tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
		return engine.Replay{Kind: engine.Differs, Text: "no such execution"}
	}
	r, err = New(options(t, nil)).Verify(context.Background(), refuse, engine.Quiet{})
	if err != nil || r.Verdict != engine.Unknown || r.Reason.Kind != engine.Unconfirmed || !strings.Contains(r.Reason.Text, "no such execution") {
		t.Errorf("not confirmed: %v, %v", r, err)
	}
}

// TestCut: a reachable end of the model is UNKNOWN with its reason unless the
// error is reachable, an unreachable one costs nothing.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		cutReachable, errReachable bool
		want                       engine.Verdict
	}{{false, false, engine.True}, {true, false, engine.Unknown}, {true, true, engine.False}, {false, true, engine.False}} {
		for _, d := range Domains {
			a := newAutomaton("L0 L1 L2 LE LC")
			x := a.x("x")
			a.locs["LC"].Cut = "recursion deeper than 10 calls of f"
			reach := func(b bool) program.Op {
				if b {
					return program.Assume(a.f.Eq(x, a.n(0)))
				}
				return program.Assume(a.f.Eq(x, a.n(1)))
			}
			a.edge("L0", "L1", a.set("x", 0))
			a.edge("L1", "LC", reach(c.cutReachable))
			a.edge("L1", "L2")
			a.edge("L2", "LE", reach(c.errReachable))
			r := verify(t, a.done(), func(o *Options) { o.Domain = d })
			if r.Verdict != c.want || c.want == engine.Unknown && r.Reason != engine.CutReason(a.locs["LC"]) {
				t.Errorf("%s, cut %v, error %v: %s", d, c.cutReachable, c.errReachable, describe(r))
			}
		}
	}
}

// TestUndefined: an error after undefined behaviour does not count, and the proof states this assumption.
func TestUndefined(t *testing.T) {
	a := newAutomaton("L0 L1 LE")
	a.edge("L0", "L1", a.set("x", 0), program.CheckOf(program.OtherCheck, a.f.Gt(a.x("x"), a.n(0)), "overflow"))
	a.edge("L1", "LE")
	a.done()
	given := enginetest.Problem(t, a.Program)
	given.Tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
		return engine.Replay{Kind: engine.Undefined, Text: "undefined behaviour"}
	}
	r := solve(t, given, nil)
	if r.Verdict != engine.True || !r.Proof.Strict {
		t.Errorf("%s", describe(r))
	}
}

// TestOptions: impossible settings name the flag.
func TestOptions(t *testing.T) {
	for flag, set := range map[string]func(*Options){
		"domain":                func(o *Options) { o.Domain = "octagons" },
		"search":                func(o *Options) { o.Search = "weights:1" },
		"refinement":            func(o *Options) { o.Refinement = UnsatCore },
		"initial-precision":     func(o *Options) { o.InitialPrecision = AllVars },
		"max-enum":              func(o *Options) { o.MaxEnum = -2 },
		"counterexamples":       func(o *Options) { o.Counterexamples = -2 },
		"precision-granularity": func(o *Options) { o.Granularity = "regional" },
	} {
		o := Defaults()
		set(&o)
		var e *engine.ChoiceError
		if err := o.Validate(); !errors.As(err, &e) || e.Name != flag || !strings.HasPrefix(err.Error(), "--"+flag+": ") {
			t.Errorf("%s: %v", flag, err)
		}
		if _, err := New(o).Verify(context.Background(), enginetest.Problem(t, figure21().Program), engine.Quiet{}); err == nil {
			t.Errorf("%s: accepted", flag)
		}
	}
	o := Defaults()
	o.Domain, o.InitialPrecision = Expl, AllAssumes
	if o.Validate() == nil {
		t.Error("assumptions as values")
	}
	o.InitialPrecision, o.Search = AllVars, "weights:-2, 7"
	if err := o.Validate(); err != nil {
		t.Error(err)
	}
	if w, err := weightsOf(o.Search); err != nil || w != (weights{-2, 7}) {
		t.Error(w, err)
	}
	for _, s := range []string{"1*", "0", "17"} {
		if k, err := ParseMaxEnum(s); err != nil || FormatMaxEnum(k) != s {
			t.Error(s, k, err)
		}
	}
	for _, s := range []string{"auto", "all", "3"} {
		if k, err := ParseCounterexamples(s); err != nil || FormatCounterexamples(k) != s {
			t.Error(s, k, err)
		}
	}
	for _, s := range []string{"-1", "x", "2*"} {
		if _, err := ParseMaxEnum(s); err == nil {
			t.Error(s)
		}
	}
	if _, err := ParseCounterexamples("0"); err == nil {
		t.Error("0 counterexamples")
	}
	for _, c := range []struct {
		refinement string
		n, want    int
	}{{MultiSeq, ByRefinement, 0}, {SeqItp, ByRefinement, 1}, {BwBinItp, 0, 0}, {MultiSeq, 1, 1}, {MultiSeq, 3, 3}} {
		got := Options{Refinement: c.refinement, Counterexamples: c.n}.complete()
		if again := got.complete(); got.Refinement == MultiSeq || got.Counterexamples != c.want || again != got {
			t.Errorf("%s, %d: %+v", c.refinement, c.n, got)
		}
	}
}

// TestDOT: the drawing has all nodes and covered-by edges.
func TestDOT(t *testing.T) {
	x := proofGraph(t, nil)
	var b strings.Builder
	if err := x.arg.Diagram().WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	s := x.arg.Shape()
	if n := strings.Count(b.String(), " -> "); n != s.Nodes-1+s.Covered {
		t.Errorf("%d edges, %+v", n, s)
	}
	if strings.Count(b.String(), "dashed") != s.Covered || !strings.HasPrefix(b.String(), "digraph arg {") {
		t.Error(b.String())
	}
	if !strings.Contains(b.String(), `[label="L2 at line 3\n`) || strings.Contains(b.String(), "color=red, penwidth") {
		t.Error("no lines, or a path:", b.String())
	}
}

// TestDOTPath: the path of a counterexample is marked, and edges have the lines of their operations.
func TestDOTPath(t *testing.T) {
	a := newAutomaton("L0 L1 L2 LE")
	first := a.set("x", 1)
	first.Pos = program.Pos{File: "x.cfa", Line: 7}
	a.edge("L0", "L1", first)
	a.edge("L1", "LE", program.Assume(a.f.Gt(a.x("x"), a.n(0))))
	a.edge("L1", "L2", program.Assume(a.f.Le(a.x("x"), a.n(0))))
	a.edge("L2", "LE")
	r := verify(t, a.done(), func(o *Options) { o.Encoding, o.Search = Sbe, "bfs" })
	if r.Verdict != engine.False {
		t.Fatal(describe(r))
	}
	var b strings.Builder
	if err := r.Graphs()[0].WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "color=red, penwidth") != 2 || !strings.Contains(b.String(), `7: x := 1\l", color=red`) {
		t.Error(b.String())
	}
}
