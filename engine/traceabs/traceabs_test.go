package traceabs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cupel/analysis/absint/domains"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// options of a configuration, with the tools of the tests.
func options(t testing.TB, set func(*Options)) Options {
	o := Defaults()
	if set != nil {
		set(&o)
	}
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	return o
}

// configurations span the choices.
var configurations = []struct {
	name string
	set  func(*Options)
}{
	{"none", func(o *Options) { o.Analysis = None }},
	{"auto", nil},
	{"none-conjuncts", func(o *Options) { o.Analysis, o.Split = None, Conjuncts }},
	{"int", func(o *Options) { o.Analysis, o.Automata = domains.Intervals, Plain }},
	{"int-enhanced", func(o *Options) { o.Analysis, o.Automata = domains.Intervals, Enhanced }},
	{"int+con", func(o *Options) { o.Analysis, o.Automata = domains.IntervalsCongruences, Enhanced }},
	{"oct-enhanced", func(o *Options) { o.Analysis, o.Automata = domains.Octagons, Enhanced }},
	{"oct+con-closed", func(o *Options) { o.Analysis, o.Automata = domains.OctagonsCongruences, Closed }},
	{"oct+con-plain", func(o *Options) { o.Analysis, o.Automata = domains.OctagonsCongruences, Plain }},
	{"poly", func(o *Options) { o.Analysis, o.Automata = domains.Polyhedra, Closed }},
	{"zone-enhanced", func(o *Options) { o.Analysis, o.Automata = domains.Zones, Enhanced }},
	{"zone+con", func(o *Options) { o.Analysis, o.Automata = domains.ZonesCongruences, Closed }},
	{"con-unwound", func(o *Options) { o.Analysis, o.Automata, o.Unwind, o.Delay = domains.Congruences, Enhanced, 2, 0 }},
	{"int-parallel", func(o *Options) {
		o.Analysis, o.Automata, o.States, o.Unwind, o.Narrowings, o.Restart = domains.Intervals, Plain, 3, 1, 2, true
	}},
	{"oct-parallel-plain", func(o *Options) {
		o.Analysis, o.Automata, o.States, o.Plain, o.Work = domains.OctagonsCongruences, Enhanced, 2, true, 0
	}},
	{"auto-plain", func(o *Options) { o.Automata, o.Plain, o.States = Plain, true, 2 }},
	{"trace", func(o *Options) { o.Analysis, o.Interpolants, o.Unsliced = None, Plain, true }},
	{"trace-enhanced", func(o *Options) { o.Analysis, o.Interpolants, o.Unminimised = None, Enhanced, true }},
	{"int-closed", func(o *Options) { o.Analysis, o.Automata, o.Split = domains.Intervals, Closed, Conjuncts }},
}

// TestRandomPrograms compares the configurations with the enumeration of the
// states.
func TestRandomPrograms(t *testing.T) {
	var cs []enginetest.Configuration
	for _, c := range configurations {
		cs = append(cs, enginetest.Configuration{Name: c.name, Engine: New(options(t, c.set))})
	}
	enginetest.RandomPrograms(t, cs)
}

// program1 is the text's running example (Fig. 1), over integers.
func program1() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x, y := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	var l []*program.Location
	for i := range 8 {
		l = append(l, p.NewLocation("main", program.Pos{File: "p1.c", Line: i + 1, Col: 1}))
	}
	p.Init, p.Error = l[0], l[7]
	p.NewEdge(l[0], l[1], program.Assign(x, n(0)), program.Assign(y, n(42)))
	p.NewEdge(l[1], l[2], program.Assume(f.Lt(x.Sym, n(100))))
	p.NewEdge(l[1], l[6], program.Assume(f.Ge(x.Sym, n(100))))
	p.NewEdge(l[2], l[3], program.Assign(x, f.Add(x.Sym, n(1))))
	p.NewEdge(l[3], l[4], program.Assume(f.Le(y.Sym, n(0))))
	p.NewEdge(l[3], l[1], program.Assume(f.Gt(y.Sym, n(0))))
	p.NewEdge(l[4], l[3], program.Assign(y, n(42)))
	p.NewEdge(l[6], l[7], program.Assume(f.Or(f.Ne(x.Sym, n(100)), f.Ne(y.Sym, n(42)))))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestProgram1: the second trace's path program has 0 <= x <= 100 and y = 42 at
// the loop head, which is all that is missing.
func TestProgram1(t *testing.T) {
	for _, kind := range []string{Plain, Enhanced, Closed} {
		p := program1()
		ctx, cancel := work.Within(context.Background(), 20_000_000)
		defer cancel()
		r, err := New(options(t, func(o *Options) { o.Analysis, o.Automata = domains.Intervals, kind })).Verify(ctx, enginetest.Problem(t, p), engine.Quiet{})
		if err != nil || r.Verdict != engine.True {
			t.Fatalf("%s: %v %v", kind, r, err)
		}
		if err := r.Proof.Check(ctx, z3.Open); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		for name, want := range map[string]string{"refinements by interpolants": "1", "useful refinements by abstract interpretation": "1"} {
			for _, s := range r.Stats {
				if s.Name == name && s.Value != want && kind != Plain {
					t.Errorf("%s: %s %s, want %s", kind, name, s.Value, want)
				}
			}
		}
		inv := r.Proof.Invariants[p.Locs[1]]
		if inv == nil || !r.Proof.Complete {
			t.Fatalf("%s: no invariant", kind)
		}
	}
}

// TestPathProgram: Fig. 2 and 3.
func TestPathProgram(t *testing.T) {
	p := program1()
	e := p.Edges
	path := []*program.Edge{e[0], e[1], e[3], e[5], e[2], e[7]} // the text's second trace
	pp := newPathProgram(p, path, 0)
	if len(pp.Locs) != 6 || len(pp.Edges) != 6 {
		t.Fatalf("%d locations, %d edges", len(pp.Locs), len(pp.Edges))
	}
	fix, err := domains.Solve(context.Background(), pp.Program, domains.Options{Domain: domains.Intervals, Delay: wideningDelay, Narrowings: narrowings})
	if err != nil {
		t.Fatal(err)
	}
	if fix.At(pp.Error) != nil {
		t.Error("the error is reached")
	}
	for i, want := range map[int]string{0: "true", 1: "x >= 0, x <= 100, y = 42", 2: "x >= 0, x <= 99, y = 42", 3: "x >= 1, x <= 100, y = 42", 6: "x = 100, y = 42"} {
		for _, l := range pp.Locs {
			if l.Origin == p.Locs[i] {
				if got := describe(p, fix.At(l)); got != want {
					t.Errorf("L%d: %s, want %s", i, got, want)
				}
			}
		}
	}
	if pathKey(path) != pathKey(append(path[:4:4], path[1:]...)) {
		t.Error("one more iteration is the same path program")
	}
}

// describe prints the bounds of x and y in a fixed form.
func describe(p *program.Program, t *logic.Term) string {
	f := p.Terms
	if t.IsTrue() {
		return "true"
	}
	var out []string
	for _, v := range p.Vars {
		for k := int64(-1); k <= 101; k++ {
			switch n := f.IntConst(k); {
			case contains(t, f.Eq(v.Sym, n)):
				out = append(out, v.Name+" = "+n.String())
			case contains(t, f.Ge(v.Sym, n)):
				out = append(out, v.Name+" >= "+n.String())
			case contains(t, f.Le(v.Sym, n)):
				out = append(out, v.Name+" <= "+n.String())
			}
		}
	}
	return strings.Join(out, ", ")
}

func contains(t, c *logic.Term) bool {
	for _, d := range logic.Conjuncts(t) {
		if d == c {
			return true
		}
	}
	return false
}

// TestOptions: impossible settings are reported with their flag.
func TestOptions(t *testing.T) {
	err := Options{Analysis: "octopus"}.Validate()
	if err == nil || !strings.HasPrefix(err.Error(), `--path-programs: unknown value "octopus"; choose one of`) {
		t.Errorf("got %v", err)
	}
	if got := len(new(Options).fields()); got != 13 {
		t.Errorf("%d choices", got)
	}
}

// TestConjuncts: a conjunct of an interpolant is no state by itself.
func TestConjuncts(t *testing.T) {
	o := Defaults()
	o.Split, o.Interpolants = Conjuncts, Plain
	var wrong *engine.ChoiceError
	if err := o.Validate(); !errors.As(err, &wrong) || wrong.Name != "predicates" {
		t.Error(err)
	}
}

// TestUnwound: the turns of both loops are counted together, later ones are kept together, and every copy of an edge is that edge.
func TestUnwound(t *testing.T) {
	p := program1()
	e := p.Edges
	path := []*program.Edge{e[0], e[1], e[3], e[4], e[6], e[5], e[2], e[7]}
	pp := newPathProgram(p, path, 2)
	copies := map[*program.Location]int{}
	for _, l := range pp.Locs {
		copies[l.Origin]++
	}
	for i, want := range map[int]int{0: 1, 1: 3, 2: 3, 3: 3, 4: 3, 6: 3, 7: 1} {
		if got := copies[p.Locs[i]]; got != want {
			t.Errorf("%d copies of L%d, want %d", got, i, want)
		}
	}
	for n, e := range pp.original {
		if n.Src.Origin != e.Src || n.Dst.Origin != e.Dst || n.Origin != e {
			t.Errorf("%v is no copy of %v", n, e)
		}
	}
	fix, err := domains.Solve(context.Background(), pp.Program, domains.Options{Domain: domains.Intervals, Delay: wideningDelay, Narrowings: narrowings})
	if err != nil {
		t.Fatal(err)
	}
	if got := describe(p, fix.At(pp.Init.Out[0].Dst)); got != "x = 0, y = 42" {
		t.Errorf("before the first turn: %s", got)
	}
}

// phases is x := 0; y := 50; while (x < 100) if (x < 50) x++; else { x++; y++; }, then the error if x != y.
func phases() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x, y := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	var l []*program.Location
	for i := range 7 {
		l = append(l, p.NewLocation("main", program.Pos{File: "phases.c", Line: i + 1, Col: 1}))
	}
	p.Init, p.Error = l[0], l[6]
	p.NewEdge(l[0], l[1], program.Assign(x, n(0)), program.Assign(y, n(50)))
	p.NewEdge(l[1], l[2], program.Assume(f.Lt(x.Sym, n(100))))
	p.NewEdge(l[2], l[4], program.Assume(f.Lt(x.Sym, n(50))))
	p.NewEdge(l[2], l[3], program.Assume(f.Ge(x.Sym, n(50))))
	p.NewEdge(l[3], l[4], program.Assign(y, f.Add(y.Sym, n(1))))
	p.NewEdge(l[4], l[1], program.Assign(x, f.Add(x.Sym, n(1))))
	p.NewEdge(l[1], l[5], program.Assume(f.Ge(x.Sym, n(100))))
	p.NewEdge(l[5], l[6], program.Assume(f.Ne(x.Sym, y.Sym)))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestWays: the head of the loop has a copy for entering, and one for each way of the last turn; its bodies have them for each of these.
func TestWays(t *testing.T) {
	p := phases()
	e := p.Edges
	path := []*program.Edge{e[0], e[1], e[2], e[5], e[1], e[3], e[4], e[5], e[6], e[7]}
	x := newPathProgram(p, path, 0)
	pp := x.apart(newWays(x).next, 0)
	copies := map[*program.Location]int{}
	for _, l := range pp.Locs {
		copies[l.Origin]++
	}
	for i, want := range []int{1, 3, 3, 3, 6, 1, 1} {
		if got := copies[p.Locs[i]]; got != want {
			t.Errorf("%d copies of L%d, want %d", got, i, want)
		}
	}
	for n, e := range pp.original {
		if n.Src.Origin != e.Src || n.Dst.Origin != e.Dst {
			t.Errorf("%v is no copy of %v", n, e)
		}
	}
	if x.apart(newWays(x).next, 5) != nil {
		t.Error("more copies than the limit")
	}
}

// halves is x := 0; y := 0; while (x < n) { x := x + 2; y++; } z := 0; while (z < n/2) { z++; y--; }, with the error if y < 0 there: y is bounded by n
// only after a turn of the first loop.
func halves() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x, y, z, n := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int), p.NewVar("z", logic.Int), p.NewVar("n", logic.Int)
	k := func(k int64) *logic.Term { return f.IntConst(k) }
	var l []*program.Location
	for i := range 4 {
		l = append(l, p.NewLocation("main", program.Pos{File: "halves.c", Line: i + 1, Col: 1}))
	}
	p.Init, p.Error = l[0], l[3]
	p.NewEdge(l[0], l[1], program.Assign(x, k(0)), program.Assign(y, k(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(x.Sym, n.Sym)), program.Assign(x, f.Add(x.Sym, k(2))), program.Assign(y, f.Add(y.Sym, k(1))))
	p.NewEdge(l[1], l[2], program.Assume(f.Ge(x.Sym, n.Sym)), program.Assign(z, k(0)))
	p.NewEdge(l[2], l[2], program.Assume(f.Lt(z.Sym, f.Div(n.Sym, k(2)))), program.Assign(z, f.Add(z.Sym, k(1))), program.Assign(y, f.Sub(y.Sym, k(1))))
	p.NewEdge(l[2], l[3], program.Assume(f.Lt(y.Sym, k(0))))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestAuto: more precise analyses take over where octagons do not exclude the error.
func TestAuto(t *testing.T) {
	for _, c := range []struct {
		name     string
		p        func() *program.Program
		analysis string
		proved   bool
	}{
		{"phases", phases, Auto, true},
		{"phases", phases, domains.OctagonsCongruences, false},
		{"phases", phases, domains.Polyhedra, false},
		{"halves", halves, Auto, true},
		{"halves", halves, domains.OctagonsCongruences, false},
	} {
		ctx, cancel := work.Within(context.Background(), 400_000)
		defer cancel()
		r, err := New(options(t, func(o *Options) { o.Analysis = c.analysis })).Verify(ctx, enginetest.Problem(t, c.p()), engine.Quiet{})
		if err != nil || (r.Verdict == engine.True) != c.proved {
			t.Errorf("%s by %s: %v %v", c.name, c.analysis, r, err)
			continue
		}
		if !c.proved {
			continue
		}
		if err := r.Proof.Check(context.Background(), z3.Open); err != nil {
			t.Error(err)
		}
	}
}

// TestLimit: where no triple is decided within the work of a check, the automaton of interpolants is that of the trace.
func TestLimit(t *testing.T) {
	p := program1()
	e := p.Edges
	path := []*program.Edge{e[0], e[1], e[3], e[5], e[2], e[7]}
	for _, c := range []struct {
		limit int
		trace bool
	}{{tripleWork, false}, {0, true}} {
		x, err := newSearch(options(t, func(o *Options) { o.Analysis = None }), enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		x.triples.limit = c.limit
		if err := x.decide(context.Background(), path); err != nil || len(x.proofs) != 1 {
			t.Fatal(err, len(x.proofs))
		}
		if _, trace := x.proofs[0].(*annotated); trace != c.trace {
			t.Errorf("limit %d: %T", c.limit, x.proofs[0])
		}
		x.close()
	}
}

// TestInterpolantAutomata: with the transitions of the trace alone, an automaton of its interpolants x = 0 and x >= 0 does not accept a
// second turn; with all valid triples between two of them it does.
func TestInterpolantAutomata(t *testing.T) {
	p := program1()
	f, x, e := p.Terms, p.Vars[0].Sym, p.Edges
	s, err := z3.Open(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tr := newTriples(p, nil, s, &statistics{})
	zero, some := f.Eq(x, f.IntConst(0)), f.Ge(x, f.IntConst(0))
	e[7].Ops = []program.Op{program.Assume(f.Lt(x, f.IntConst(0)))}
	once := []*program.Edge{e[0], e[1], e[3], e[5], e[2], e[7]}
	twice := []*program.Edge{e[0], e[1], e[3], e[5], e[1], e[3], e[5], e[2], e[7]}
	for _, c := range []struct {
		a           proof
		one, second bool
	}{
		{newTrace(tr, once, []*logic.Term{zero, zero, some, some, some}), true, false},
		{newTrace(tr, once, []*logic.Term{zero, zero, zero, zero, zero}), false, false}, // no triple: x = 0 does not stay
		{newFloydHoare(tr, []*logic.Term{zero, some}, true), true, true},
		{newFloydHoare(tr, []*logic.Term{zero, some}, false), true, true},
	} {
		for path, want := range map[bool]bool{false: c.one, true: c.second} {
			word := once
			if path {
				word = twice
			}
			if got, err := accepts(context.Background(), c.a, word); err != nil || got != want {
				t.Errorf("%T: %v %v, want %v", c.a, got, err, want)
			}
		}
	}
}
