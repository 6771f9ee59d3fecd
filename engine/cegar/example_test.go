package cegar

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/tests/enginetest"
)

// automaton builds a CFA from edges "L0 L1".
type automaton struct {
	*program.Program
	f    *logic.Factory
	vars map[string]*program.Var
	locs map[string]*program.Location
}

// newAutomaton has the locations in the order of their names; the first is
// initial and LE the error.
func newAutomaton(names string) *automaton {
	a := &automaton{Program: &program.Program{Terms: logic.NewFactory(), Lowered: true}, vars: map[string]*program.Var{}, locs: map[string]*program.Location{}}
	a.f = a.Terms
	for _, n := range strings.Fields(names) {
		a.locs[n] = a.NewLocation("main", program.Pos{File: "x.cfa", Line: len(a.Locs) + 1, Col: 1})
	}
	a.Init, a.Error = a.Locs[0], a.locs["LE"]
	return a
}

// v is an integer variable.
func (a *automaton) v(name string) *program.Var {
	if a.vars[name] == nil {
		a.vars[name] = a.NewVar(name, logic.Int)
	}
	return a.vars[name]
}

func (a *automaton) x(name string) *logic.Term        { return a.v(name).Sym }
func (a *automaton) n(k int64) *logic.Term            { return a.f.IntConst(k) }
func (a *automaton) set(v string, k int64) program.Op { return program.Assign(a.v(v), a.n(k)) }
func (a *automaton) inc(v string) program.Op {
	return program.Assign(a.v(v), a.f.Add(a.x(v), a.n(1)))
}

func (a *automaton) edge(from, to string, ops ...program.Op) {
	a.NewEdge(a.locs[from], a.locs[to], ops...)
}

func (a *automaton) done() *program.Program {
	program.MarkLoopHeads(a.Program)
	a.VarOf(nil)
	return a.Program
}

// figure21 is the text's running example.
func figure21() *automaton {
	a := newAutomaton("L0 L1 L2 L3 L4 L5 L6 L7 LF LE")
	x, i := a.x("x"), a.x("i")
	a.edge("L0", "L1", a.set("x", 0))
	a.edge("L1", "L2", a.set("i", 0))
	a.edge("L2", "L3", program.Assume(a.f.Lt(i, a.n(100))))
	a.edge("L2", "L7", program.Assume(a.f.Ge(i, a.n(100))))
	a.edge("L3", "L4", program.Assume(a.f.Eq(x, a.n(0))))
	a.edge("L3", "L5", program.Assume(a.f.Ne(x, a.n(0))))
	a.edge("L4", "L6", a.set("x", 1))
	a.edge("L5", "L6", a.set("x", 0))
	a.edge("L6", "L2", a.inc("i"))
	a.edge("L7", "LF", program.Assume(a.f.Le(x, a.n(1))))
	a.edge("L7", "LE", program.Assume(a.f.Gt(x, a.n(1))))
	a.done()
	return a
}

// abstraction builds the graph of a fixed precision.
func abstraction(t *testing.T, a *automaton, o Options, track func(*Precision)) (*search, []*node) {
	x, err := newSearch(o, enginetest.Problem(t, a.Program), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.close)
	track(x.prec)
	unsafe, err := x.abstract(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return x, unsafe
}

// TestRunningExample compares the graphs of Fig. 2.1 with Fig. 2.3.
func TestRunningExample(t *testing.T) {
	a := figure21()
	for _, c := range []struct {
		name           string
		domain         string
		track          func(*Precision)
		nodes, covered int
		safe           bool
	}{
		{"explicit x (Fig. 2.3b)", Expl, func(p *Precision) { p.AddVariable(a.Init, a.v("x")) }, 15, 1, true},
		{"i < 100 (Fig. 2.3a)", PredCart, func(p *Precision) { p.AddPredicate(a.Init, a.f.Lt(a.x("i"), a.n(100))) }, 13, 2, false},
		{"x <= 1, Cartesian", PredCart, func(p *Precision) { p.AddPredicate(a.Init, a.f.Le(a.x("x"), a.n(1))) }, 11, 2, true},
		{"x <= 1, Boolean", PredBool, func(p *Precision) { p.AddPredicate(a.Init, a.f.Le(a.x("x"), a.n(1))) }, 11, 2, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, func(o *Options) { o.Domain, o.Search, o.Encoding = c.domain, "bfs", Sbe })
			x, unsafe := abstraction(t, a, o, c.track)
			if got := len(unsafe) == 0; got != c.safe {
				t.Fatalf("safe: %v", got)
			}
			s := x.arg.Shape()
			if s.Nodes != c.nodes || s.Covered != c.covered {
				var b strings.Builder
				_ = x.arg.Diagram().WriteDOT(&b)
				t.Errorf("%d nodes, %d covered, want %d, %d\n%s", s.Nodes, s.Covered, c.nodes, c.covered, b.String())
			}
		})
	}
}

// verify runs a configuration on an automaton.
func verify(t *testing.T, p *program.Program, set func(*Options)) *engine.Result {
	t.Helper()
	return solve(t, enginetest.Problem(t, p), set)
}

func solve(t *testing.T, given engine.Problem, set func(*Options)) *engine.Result {
	t.Helper()
	o := options(t, set)
	ctx, cancel := work.Within(context.Background(), 20_000_000)
	defer cancel()
	r, err := definedness.Verify(ctx, New(o), given, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == engine.True {
		if err := r.Proof.Check(ctx, z3.Open); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func stat(t *testing.T, r *engine.Result, name string) string {
	for _, s := range r.Stats {
		if s.Name == name {
			return s.Value
		}
	}
	t.Fatalf("no statistic %q", name)
	return ""
}

// TestRunningExampleProven: the whole loop proves Fig. 2.1 in every domain from
// the empty precision.
func TestRunningExampleProven(t *testing.T) {
	for _, d := range Domains {
		for _, enc := range Encodings {
			r := verify(t, figure21().Program, func(o *Options) { o.Domain, o.Encoding, o.Stop = d, enc, true })
			if r.Verdict != engine.True {
				t.Errorf("%s %s: %s", d, enc, describe(r))
				continue
			}
			if n := stat(t, r, "predicates"); d == PredCart && len(n)+len(strings.TrimLeft(n, "123")) != 1 {
				t.Errorf("%s %s: %s predicates", d, enc, n)
			}
			if !r.Proof.Complete || len(r.Proof.Invariants) == 0 {
				t.Errorf("%s: no invariants", d)
			}
		}
	}
}

// figure24a is x = nondet; [0<x and x<5]; [x=0]; error, as one condition or two.
func figure24a(together bool) *program.Program {
	a := newAutomaton("L0 L1 L2 L3 LE")
	x := a.x("x")
	lo, hi := a.f.Lt(a.n(0), x), a.f.Lt(x, a.n(5))
	a.edge("L0", "L1", program.Havoc(a.v("x"), nil))
	if together {
		a.edge("L1", "L3", program.Assume(a.f.And(lo, hi)))
	} else {
		a.edge("L1", "L2", program.Assume(lo))
		a.edge("L2", "L3", program.Assume(hi))
	}
	a.edge("L3", "LE", program.Assume(a.f.Eq(x, a.n(0))))
	return a.done()
}

// TestEnumeration is Fig. 2.4a.
func TestEnumeration(t *testing.T) {
	for _, c := range []struct {
		k    int
		want engine.Verdict
	}{{NoSolver, engine.Unknown}, {1, engine.Unknown}, {2, engine.Unknown}, {3, engine.Unknown},
		{4, engine.True}, {5, engine.True}, {10, engine.True}, {Unlimited, engine.True}} {
		for _, together := range []bool{true, false} {
			for _, enc := range Encodings {
				want := c.want
				switch {
				case enc == Seq:
					want = engine.True // one block up to the error is infeasible by itself
				case !together:
					want = engine.Unknown // each half has infinitely many values
				}
				r := verify(t, figure24a(together), func(o *Options) {
					o.Domain, o.MaxEnum, o.Stop, o.Encoding = Expl, c.k, true, enc
				})
				if r.Verdict != want {
					t.Errorf("k = %s, one condition: %v, %s: %s", FormatMaxEnum(c.k), together, enc, describe(r))
				}
				if want == engine.Unknown && r.Reason.Kind != engine.NoProgress {
					t.Errorf("reason %q", r.Reason)
				}
			}
		}
	}
	if r := verify(t, figure24a(true), func(o *Options) { o.Encoding = Sbe }); r.Verdict != engine.True {
		t.Errorf("predicates: %s", describe(r))
	}
	if r := verify(t, figure24a(true), func(o *Options) { o.Domain, o.MaxEnum, o.Encoding = Expl, 1, Sbe }); r.Verdict != engine.True {
		t.Errorf("escalation: %s", describe(r))
	} else if got := stat(t, r, "configuration made stronger"); !strings.Contains(got, "max-enum 10") {
		t.Errorf("escalation: %s", got)
	}
}

// TestNoEnumeration is Fig. 2.4b: infinitely many values.
func TestNoEnumeration(t *testing.T) {
	build := func() *program.Program {
		a := newAutomaton("L0 L1 L2 LE")
		x := a.x("x")
		a.edge("L0", "L1", program.Havoc(a.v("x"), nil))
		a.edge("L1", "L2", program.Assume(a.f.Ne(x, a.n(0))))
		a.edge("L2", "LE", program.Assume(a.f.Eq(x, a.n(0))))
		return a.done()
	}
	for _, k := range []int{NoSolver, 1, 10, Unlimited} {
		if r := verify(t, build(), func(o *Options) { o.Domain, o.MaxEnum, o.Stop, o.Encoding = Expl, k, true, Sbe }); r.Verdict != engine.Unknown {
			t.Errorf("k = %d: %s", k, describe(r))
		}
	}
	for _, d := range []string{PredCart, PredBool, PredSplit, ExplPredCart, ExplPredBool} {
		if r := verify(t, build(), func(o *Options) { o.Domain, o.Stop, o.Encoding = d, true, Sbe }); r.Verdict != engine.True {
			t.Errorf("%s: %s", d, describe(r))
		}
	}
	r := verify(t, build(), func(o *Options) { o.Domain, o.Encoding = Expl, Sbe })
	if r.Verdict != engine.True || !strings.Contains(stat(t, r, "configuration made stronger"), "domain expl-pred-cart") {
		t.Errorf("escalation: %s", describe(r))
	}
}

// TestCombinations: the bound counts combinations of values (Algorithm 2.4).
func TestCombinations(t *testing.T) {
	a := newAutomaton("L0 L1 LE")
	x, y := a.x("x"), a.x("y")
	pair := func(i, j int64) *logic.Term { return a.f.And(a.f.Eq(x, a.n(i)), a.f.Eq(y, a.n(j))) }
	a.edge("L0", "L1", program.Assume(a.f.Or(pair(1, 5), pair(1, 6), pair(2, 6))))
	a.edge("L1", "LE")
	a.done()
	for k, want := range map[int]int{1: 1, 2: 1, 3: 3, 4: 3, Unlimited: 3} {
		o := options(t, func(o *Options) { o.Domain, o.MaxEnum, o.Encoding, o.Search = Expl, k, Sbe, "bfs" })
		got, _ := abstraction(t, a, o, func(p *Precision) {
			p.AddVariable(a.Init, a.v("x"))
			p.AddVariable(a.Init, a.v("y"))
		})
		if n := len(got.arg.root.children); n != want {
			t.Errorf("k = %d: %d successors, want %d", k, n, want)
		}
	}
}

// TestDistances is Fig. 2.5a, and Fig. 2.5b for the search in loops.
func TestDistances(t *testing.T) {
	diamonds := func(flags bool) *automaton {
		a := newAutomaton("L0 L1 L2 L3 L4 L5 L6 L7 L8 LE")
		for i := range 3 {
			at := func(k int) string {
				if 3*i+k == 9 {
					return "LE"
				}
				return fmt.Sprintf("L%d", 3*i+k)
			}
			v := fmt.Sprintf("b%d", i)
			a.edge(at(0), at(1), a.set(v, 0))
			a.edge(at(0), at(2), a.set(v, 1))
			a.edge(at(1), at(3))
			a.edge(at(2), at(3))
		}
		a.done()
		return a
	}
	a := diamonds(true)
	got := distances(a.Program, NewBlocks(a.Program, Sbe))
	if want := []int{6, 5, 5, 4, 3, 3, 2, 1, 1, 0}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("distances %v, want %v", got, want)
	}
	expanded := map[string]int{}
	for _, order := range Searches {
		o := options(t, func(o *Options) { o.Domain, o.Search, o.Encoding = Expl, order, Sbe })
		_, unsafe := abstraction(t, diamonds(true), o, func(p *Precision) {})
		if len(unsafe) != 1 {
			t.Fatal(order, len(unsafe))
		}
		a := diamonds(true)
		x, _ := abstraction(t, a, o, func(p *Precision) {
			for i := range 3 {
				p.AddVariable(a.Init, a.v(fmt.Sprintf("b%d", i)))
			}
		})
		expanded[order] = x.arg.Shape().Expanded
	}
	if expanded["bfs"] < 20 || expanded["dfs"] > 6 || expanded["err"] > 6 {
		t.Errorf("expanded before the first error: %v", expanded)
	}

	theta := newAutomaton("L0 L1 L2 LE LF")
	for _, e := range []string{"L0 L1", "L0 L2", "L1 L2", "L1 LE", "L2 LE", "L2 LF"} {
		from, to, _ := strings.Cut(e, " ")
		theta.edge(from, to)
	}
	got = distances(theta.done(), NewBlocks(theta.Program, Sbe))
	if want := []int{2, 1, 1, 0, -1}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("distances %v, want %v", got, want)
	}
}

// TestLoopTrapsSearch is Fig. 2.5b: err stays in a loop whose exit is infeasible,
// the depth in the order leads out of it.
func TestLoopTrapsSearch(t *testing.T) {
	build := func() *automaton {
		a := newAutomaton("L0 L1 L2 L3 L4 L5 L6 LE")
		a.edge("L0", "L1", a.set("i", 0))
		a.edge("L1", "L2")
		a.edge("L2", "L1", a.inc("i"))
		a.edge("L1", "L6", program.Assume(a.f.False()))
		a.edge("L6", "LE")
		a.edge("L0", "L3")
		a.edge("L3", "L4")
		a.edge("L4", "L5")
		a.edge("L5", "L6")
		a.done()
		return a
	}
	for order, found := range map[string]bool{"err": false, "dfs": false, "dfs-err": true, "bfs": true, "err-dfs": true} {
		a := build()
		o := options(t, func(o *Options) { o.Domain, o.Search, o.Encoding = Expl, order, Sbe })
		x, err := newSearch(o, enginetest.Problem(t, a.Program), &statistics{}, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		x.prec.AddVariable(a.Init, a.v("i"))
		ctx, cancel := work.Within(context.Background(), 50_000)
		unsafe, err := x.abstract(ctx)
		cancel()
		x.close()
		if (len(unsafe) == 1) != found || found && err != nil {
			t.Errorf("%s: %d unsafe nodes, %v", order, len(unsafe), err)
		}
	}
}

// TestBinaryInterpolation is Fig. 2.6.
func TestBinaryInterpolation(t *testing.T) {
	build := func() *program.Program {
		a := newAutomaton("L0 L1 L2 L3 LE")
		a.edge("L0", "L1", a.set("x", 0))
		a.edge("L1", "L2", a.inc("y"))
		a.edge("L2", "L3", a.inc("y"))
		a.edge("L3", "LE", program.Assume(a.f.Gt(a.x("x"), a.n(5))))
		return a.done()
	}
	for _, c := range []struct {
		method, prune, gran string
		want                engine.Verdict
		refinements         string
	}{
		{BwBinItp, Lazy, Global, engine.True, "1"},
		{BwBinItp, Lazy, Local, engine.True, "3"},
		{FwBinItp, Lazy, Global, engine.Unknown, ""},
		{FwBinItp, Full, Global, engine.True, ""},
		{SeqItp, Lazy, Global, engine.True, "1"},
		{SeqItp, Lazy, Local, engine.True, "1"},
	} {
		r := verify(t, build(), func(o *Options) {
			o.Refinement, o.Prune, o.Granularity, o.Encoding, o.Stop = c.method, c.prune, c.gran, Sbe, true
		})
		if r.Verdict != c.want || c.refinements != "" && stat(t, r, "counterexamples refuted") != c.refinements {
			t.Errorf("%s %s %s: %s after %s refinements", c.method, c.prune, c.gran, describe(r), stat(t, r, "counterexamples refuted"))
		}
	}
}

// TestMinimalSet is Fig. 2.7.
func TestMinimalSet(t *testing.T) {
	child := func(n *node, id int) *node { return &node{id: id, parent: n, depth: n.depth + 1} }
	root := &node{}
	r2 := child(root, 1)
	r1, r3 := child(r2, 2), child(root, 3)
	r4 := child(child(r3, 4), 5)
	all := []*spurious{{node: r1}, {node: r2}, {node: r3}, {node: r4}}
	got := minimal(all)
	if len(got) != 2 || got[0] != all[1] || got[1] != all[2] {
		t.Errorf("%d chosen", len(got))
	}
}

// TestBlocks is Theta's test of block encoding.
func TestBlocks(t *testing.T) {
	for _, c := range []struct{ encoding, target, want string }{
		{Sbe, "L7", "L0{1} L1{2,4} L2{3} L3{4} L4{5} L5{6,1} L6{7} L7{}"},
		{Seq, "L7", "L0{1} L1{4,4} L2{4} L3{4} L4{5} L5{7,1} L6{7} L7{}"},
		{Seq, "L3", "L0{1} L1{3,4} L2{3} L3{4} L4{5} L5{7,1} L6{7} L7{}"},
	} {
		a := newAutomaton("L0 L1 L2 L3 L4 L5 L6 L7")
		for _, e := range []string{"L0 L1", "L1 L2", "L2 L3", "L3 L4", "L1 L4", "L4 L5", "L5 L6", "L6 L7", "L5 L1"} {
			from, to, _ := strings.Cut(e, " ")
			a.edge(from, to)
		}
		a.Error = a.locs[c.target]
		blocks := NewBlocks(a.done(), c.encoding)
		var got []string
		for _, l := range a.Locs {
			var to []string
			for _, b := range blocks.Out(l) {
				to = append(to, fmt.Sprint(b.Dst.ID))
			}
			got = append(got, fmt.Sprintf("L%d{%s}", l.ID, strings.Join(to, ",")))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s, target %s: %s, want %s", c.encoding, c.target, s, c.want)
		}
	}
}

// TestXor: Boolean abstraction expresses a xor b, Cartesian does not; split has
// a state for each side. Large blocks give the values that alternatives agree on.
func TestXor(t *testing.T) {
	build := func() *automaton {
		a := newAutomaton("L0 L1 L2 LE")
		x, y := a.x("x"), a.x("y")
		one := []program.Op{a.set("x", 1), a.set("y", 0)}
		two := []program.Op{a.set("x", 0), a.set("y", 1)}
		a.edge("L0", "L1", program.Choice(one, two))
		a.edge("L1", "LE", program.Assume(a.f.Eq(x, y)))
		a.LargeBlocks = true
		a.done()
		return a
	}
	for _, c := range []struct {
		domain         string
		children, errs int
	}{{PredCart, 1, 1}, {PredBool, 1, 0}, {PredSplit, 2, 0}, {Expl, 2, 0}} {
		a := build()
		o := options(t, func(o *Options) { o.Domain, o.Encoding = c.domain, Sbe })
		x, unsafe := abstraction(t, a, o, func(p *Precision) {
			p.AddPredicate(a.Init, a.f.Eq(a.x("x"), a.n(1)))
			p.AddPredicate(a.Init, a.f.Eq(a.x("y"), a.n(1)))
			p.AddPredicate(a.Init, a.f.Eq(a.x("x"), a.n(0)))
			p.AddPredicate(a.Init, a.f.Eq(a.x("y"), a.n(0)))
			p.AddVariable(a.Init, a.v("x"))
			p.AddVariable(a.Init, a.v("y"))
		})
		if n := len(x.arg.root.children); n != c.children || len(unsafe) != c.errs {
			t.Errorf("%s: %d successors, %d unsafe", c.domain, n, len(unsafe))
		}
	}
}
