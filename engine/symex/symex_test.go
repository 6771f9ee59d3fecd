package symex

import (
	"context"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// fig1 is Fig. 1 of the paper over the integers; the second result is location b.
func fig1() (*program.Program, *program.Location) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	v := func(name string) *program.Var {
		x := &program.Var{Name: name, Sym: f.Var(name, logic.Int), Signed: true}
		p.Vars = append(p.Vars, x)
		return x
	}
	n, x, y := v("n"), v("x"), v("y")
	loc := map[string]*program.Location{}
	for _, l := range strings.Fields("init a b c d e f g err") {
		loc[l] = p.NewLocation("main", program.Pos{File: l, Line: 1, Col: 1})
	}
	p.Init, p.Error = loc["init"], loc["err"]
	k := f.IntConst
	edge := func(from, to string, ops ...program.Op) { p.NewEdge(loc[from], loc[to], ops...) }
	positive := f.Lt(k(0), n.Sym)
	edge("init", "a", program.Assume(positive))
	edge("a", "b", program.Assign(x, k(5)))
	edge("b", "c", program.Assume(positive))
	edge("b", "g", program.Assume(f.Not(positive)))
	edge("c", "d", program.Assume(f.Ne(x.Sym, y.Sym)))
	edge("c", "e", program.Assume(f.Eq(x.Sym, y.Sym)))
	edge("d", "f", program.Assign(y, x.Sym))
	edge("e", "f", program.Assign(x, f.Add(x.Sym, k(1))))
	edge("f", "b", program.Assign(n, f.Sub(n.Sym, k(1))))
	edge("g", "err", program.Assume(f.Lt(k(1), f.Sub(x.Sym, y.Sym))))
	program.MarkLoopHeads(p)
	return p, loc["b"]
}

func options() Options { return Options{Predicates: Atoms, UnrollAfter: refinementsPerUnrolling} }

func run(t *testing.T, p *program.Program, o Options, limit int) *engine.Result {
	t.Helper()
	return runWith(t, p, o, limit, nil)
}

// runWith gives the engine predicates to begin with.
func runWith(t *testing.T, p *program.Program, o Options, limit int, precision map[*program.Location][]*logic.Term) *engine.Result {
	t.Helper()
	ctx, cancel := work.Within(context.Background(), limit)
	defer cancel()
	given := enginetest.Problem(t, p)
	given.Precision = precision
	r, err := New(o).Verify(ctx, given, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFig1 is the paper's running example: proven with the precision given in
// section IV-B and by refinement alone; plain symbolic execution diverges.
func TestFig1(t *testing.T) {
	for _, threshold := range []int{0, 1, 3} {
		p, _ := fig1()
		o := options()
		o.Abstract, o.Threshold = true, threshold
		if r := run(t, p, o, 60_000_000); r.Verdict != engine.True {
			t.Errorf("threshold %d: %v (%s)", threshold, r.Verdict, r.Reason)
		}
	}
	p, b := fig1()
	f := p.Terms
	n, x, y := f.Var("n", logic.Int), f.Var("x", logic.Int), f.Var("y", logic.Int)
	o := options()
	o.Abstract = true
	o.MaxRefinements = 0
	r := runWith(t, p, o, 60_000_000, map[*program.Location][]*logic.Term{b: {
		f.Lt(f.IntConst(0), n), f.Lt(f.IntConst(1), f.Sub(x, y)), f.Eq(x, y)}})
	if r.Verdict != engine.True || stat(r, "refinements") != "0" {
		t.Errorf("given precision: %v, %s refinements", r.Verdict, stat(r, "refinements"))
	}
	p, _ = fig1()
	if r := run(t, p, options(), 200_000); r.Verdict != engine.Unknown || r.Reason.Kind != engine.Stopped {
		t.Errorf("symex: %v (%s)", r.Verdict, r.Reason)
	}
}

// TestPrecisionOfTheDead: given predicates may mention variables that are written before they are read again (dead ones); their values at one visit
// imply nothing about those at another one.
func TestPrecisionOfTheDead(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x, y, z := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int), p.NewVar("z", logic.Int)
	loc := map[string]*program.Location{}
	for _, l := range strings.Fields("init head read err") {
		loc[l] = p.NewLocation("main", program.Pos{File: l, Line: 1, Col: 1})
	}
	p.Init, p.Error = loc["init"], loc["err"]
	k := f.IntConst
	is := func(v *program.Var, n int64) *logic.Term { return f.Eq(v.Sym, k(n)) }
	bad := f.And(is(x, 4), is(y, 3), is(z, 4)) // 4, 3 and 4 come in
	p.NewEdge(loc["init"], loc["head"], program.Assign(x, k(0)), program.Assign(y, k(0)), program.Assign(z, k(0)))
	p.NewEdge(loc["head"], loc["read"], program.Havoc(x, nil), program.Assume(f.Le(k(3), x.Sym)), program.Assume(f.Le(x.Sym, k(4))))
	p.NewEdge(loc["read"], loc["err"], program.Assume(bad))
	p.NewEdge(loc["read"], loc["head"], program.Assume(f.Not(bad)), program.Assign(z, y.Sym), program.Assign(y, x.Sym))
	program.MarkLoopHeads(p)
	o := options()
	o.Abstract = true
	given := map[*program.Location][]*logic.Term{loc["head"]: {is(x, 3), is(y, 3), is(z, 4)}}
	if r := runWith(t, p, o, 60_000_000, given); r.Verdict == engine.True {
		t.Errorf("%v", r.Verdict)
	}
}

// TestFactsOfTheDead: facts may mention variables that are not read any more; their values at one visit imply nothing about those at another one.
func TestFactsOfTheDead(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	n, size := p.NewVar("n", logic.Int), p.NewVar("size", logic.Int)
	loc := map[string]*program.Location{}
	for _, l := range strings.Fields("init small large head err") {
		loc[l] = p.NewLocation("main", program.Pos{File: l, Line: 1, Col: 1})
	}
	p.Init, p.Error = loc["init"], loc["err"]
	k := f.IntConst
	p.NewEdge(loc["init"], loc["small"], program.Havoc(n, nil), program.Assign(size, n.Sym), program.Assume(f.Le(n.Sym, k(0))))
	p.NewEdge(loc["init"], loc["large"], program.Havoc(n, nil), program.Assign(size, n.Sym), program.Assume(f.Lt(k(0), n.Sym)))
	p.NewEdge(loc["small"], loc["head"])
	p.NewEdge(loc["large"], loc["head"])
	p.NewEdge(loc["head"], loc["head"], program.Assume(f.Le(k(1), n.Sym)), program.Assume(f.Le(n.Sym, k(1))))
	p.NewEdge(loc["head"], loc["err"], program.Assume(f.Le(k(2), n.Sym)))
	program.MarkLoopHeads(p)
	for _, fact := range []*logic.Term{nil, f.Eq(n.Sym, size.Sym)} {
		for _, order := range []Order{ByDistance, BySource} {
			o := options()
			o.Abstract, o.Order = true, order
			given := enginetest.Problem(t, p)
			if fact != nil {
				given.Facts = map[*program.Location]*logic.Term{loc["head"]: fact}
			}
			r, err := New(o).Verify(context.Background(), given, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != engine.False {
				t.Errorf("%v, %v: %v (%s)", fact, order, r.Verdict, r.Reason)
			}
		}
	}
}

func stat(r *engine.Result, name string) string {
	for _, s := range r.Stats {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// counting is: x = input; assume 0 <= x <= hi; i = 0; while (i < x) i++; error if i == bad.
func counting(hi, bad int64) *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x := &program.Var{Name: "x", Sym: f.Var("x", logic.Int), Signed: true}
	i := &program.Var{Name: "i", Sym: f.Var("i", logic.Int), Signed: true}
	p.Vars = []*program.Var{x, i}
	pos := program.Pos{File: "t", Line: 1, Col: 1}
	l := make([]*program.Location, 5)
	for k := range l {
		l[k] = p.NewLocation("main", pos)
	}
	p.Init, p.Error = l[0], l[4]
	k := f.IntConst
	in := &program.Input{Callee: "__VERIFIER_nondet_int"}
	p.NewEdge(l[0], l[1], program.Havoc(x, in), program.Assume(f.Le(k(0), x.Sym)), program.Assume(f.Le(x.Sym, k(hi))), program.Assign(i, k(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(i.Sym, x.Sym)), program.Assign(i, f.Add(i.Sym, k(1))))
	p.NewEdge(l[1], l[2], program.Assume(f.Le(x.Sym, i.Sym)))
	p.NewEdge(l[2], l[4], program.Assume(f.Eq(i.Sym, k(bad))))
	p.NewEdge(l[2], l[3], program.Assume(f.Ne(i.Sym, k(bad))))
	program.MarkLoopHeads(p)
	return p
}

// TestCounting: bugs are found with their inputs, proofs with every setting.
func TestCounting(t *testing.T) {
	for _, c := range []struct {
		hi, bad int64
		want    engine.Verdict
	}{{5, 3, engine.False}, {5, 5, engine.False}, {5, 6, engine.True}, {1000000, 7, engine.False}, {1000000, -1, engine.True}} {
		for _, o := range []Options{{}, {Abstract: true}, {Abstract: true, Threshold: 1}, {Abstract: true, Threshold: 100}, {Abstract: true, Predicates: Whole}} {
			if !o.Abstract && c.hi > 1000 && c.want == engine.True {
				continue // diverges by design
			}
			base := options()
			base.Abstract, base.Threshold = o.Abstract, o.Threshold
			if o.Predicates != "" {
				base.Predicates = o.Predicates
			}
			r := run(t, counting(c.hi, c.bad), base, 60_000_000)
			if r.Verdict != c.want {
				t.Errorf("hi %d, bad %d, %+v: %v (%s)", c.hi, c.bad, o, r.Verdict, r.Reason)
				continue
			}
			if r.Verdict == engine.False {
				x, _ := r.Cex.Havocs[0].Value.Rational().Int64()
				if len(r.Cex.Havocs) != 1 || x != c.bad {
					t.Errorf("hi %d, bad %d: input %d", c.hi, c.bad, x)
				}
			}
		}
	}
}

// TestCut: a reachable end of the model is UNKNOWN with its reason, an unreachable one costs nothing.
func TestCut(t *testing.T) {
	for _, bad := range []int64{3, 9} {
		p := counting(5, bad)
		p.Error.Cut, p.Error.CutByRecursion = "recursion", true
		p.Error = p.NewLocation("main", program.Pos{})
		o := options()
		o.Abstract = true
		r := run(t, p, o, 60_000_000)
		if bad == 3 && (r.Verdict != engine.Unknown || r.Reason != (engine.Reason{Kind: engine.Recursion, Text: "recursion"})) || bad == 9 && r.Verdict != engine.True {
			t.Errorf("bad %d: %v (%s)", bad, r.Verdict, r.Reason)
		}
	}
}
