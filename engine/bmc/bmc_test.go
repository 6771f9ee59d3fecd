package bmc_test

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
	"cupel/engine/bmc"
	"cupel/engine/definedness"
	"cupel/tests/enginetest"
)

// TestRandomPrograms compares the engine with the enumeration of the states.
func TestRandomPrograms(t *testing.T) {
	enginetest.RandomPrograms(t, []enginetest.Configuration{
		{Name: "constants", Engine: bmc.New(bmc.Options{})}, {Name: "all", Engine: bmc.New(bmc.Options{MergeAll: true})}})
}

// A build makes programs over the integers.
type build struct {
	*program.Program
	f    *logic.Factory
	locs map[string]*program.Location
}

func newBuild(locs string) *build {
	f := logic.NewFactory()
	b := &build{&program.Program{Terms: f, Lowered: true}, f, map[string]*program.Location{}}
	for _, l := range strings.Fields(locs) {
		b.locs[l] = b.NewLocation("main", program.Pos{})
	}
	b.Init, b.Error = b.locs["init"], b.locs["err"]
	return b
}

func (b *build) edge(from, to string, ops ...program.Op) { b.NewEdge(b.locs[from], b.locs[to], ops...) }
func (b *build) c(n int64) *logic.Term                   { return b.f.IntConst(n) }
func (b *build) done() *program.Program                  { program.MarkLoopHeads(b.Program); return b.Program }

func run(t *testing.T, p *program.Program, o bmc.Options) (*engine.Result, map[string]string) {
	t.Helper()
	return runOn(t, enginetest.Problem(t, p), o)
}

func runOn(t *testing.T, given engine.Problem, o bmc.Options) (*engine.Result, map[string]string) {
	t.Helper()
	r, err := definedness.Verify(t.Context(), bmc.New(o), given, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	stats := map[string]string{}
	for _, s := range r.Stats {
		stats[s.Name] = s.Value
	}
	if r.Verdict == engine.True {
		if err := r.Proof.Check(t.Context(), z3.Open); err != nil {
			t.Error("the proof is refused: ", err)
		}
	}
	return r, stats
}

// counter counts to n and tests whether it came to bad.
func counter(n, bad int64) *program.Program {
	b := newBuild("init head out err")
	i := b.NewVar("i", logic.Int)
	b.edge("init", "head", program.Assign(i, b.c(0)))
	b.edge("head", "head", program.Assume(b.f.Lt(i.Sym, b.c(n))), program.Assign(i, b.f.Add(i.Sym, b.c(1))))
	b.edge("head", "out", program.Assume(b.f.Not(b.f.Lt(i.Sym, b.c(n)))))
	b.edge("out", "err", program.Assume(b.f.Eq(i.Sym, b.c(bad))))
	return b.done()
}

// TestConstants: a loop with constant bounds is unwound without a question.
func TestConstants(t *testing.T) {
	r, stats := run(t, counter(1000, 7), bmc.Options{})
	if r.Verdict != engine.True || stats["questions"] != "0" || stats["visits of a loop head"] != "1001" {
		t.Errorf("%v (%s) %v", r.Verdict, r.Reason, stats)
	}
	if r, stats := run(t, counter(1000, 1000), bmc.Options{}); r.Verdict != engine.False || len(r.Cex.Path) != 1003 {
		t.Errorf("%v (%s) %v", r.Verdict, r.Reason, stats)
	}
}

// TestUnwind: the bound that was chosen is enough or not.
func TestUnwind(t *testing.T) {
	for _, tt := range []struct {
		n, bad int64
		unwind int
		want   engine.Verdict
	}{{10, 3, 11, engine.True}, {10, 3, 10, engine.Unknown}, {10, 10, 11, engine.False}, {10, 10, 10, engine.Unknown}} {
		r, _ := run(t, counter(tt.n, tt.bad), bmc.Options{Unwind: tt.unwind})
		if r.Verdict != tt.want || r.Verdict == engine.Unknown && r.Reason.Kind != engine.SizeLimit {
			t.Errorf("%+v: %v (%s)", tt, r.Verdict, r.Reason)
		}
	}
}

// sides has a row of branches on inputs; each adds 1 or 2. The sum is n at least.
func sides(n int, bad int64) *program.Program {
	b := newBuild("init err")
	x, s := b.NewVar("x", logic.Int), b.NewVar("s", logic.Int)
	at := b.NewLocation("main", program.Pos{})
	b.NewEdge(b.Init, at, program.Assign(s, b.c(0)))
	for range n {
		read, next := b.NewLocation("main", program.Pos{}), b.NewLocation("main", program.Pos{})
		b.NewEdge(at, read, program.Havoc(x, nil))
		b.NewEdge(read, next, program.Assume(b.f.Lt(x.Sym, b.c(5))), program.Assign(s, b.f.Add(s.Sym, b.c(1))))
		b.NewEdge(read, next, program.Assume(b.f.Not(b.f.Lt(x.Sym, b.c(5)))), program.Assign(s, b.f.Add(s.Sym, b.c(2))))
		at = next
	}
	b.NewEdge(at, b.Error, program.Assume(b.f.Eq(s.Sym, b.c(bad))))
	return b.done()
}

// TestMerging: the paths of branches that join again do not multiply, and a model determines one path through all of them.
func TestMerging(t *testing.T) {
	for _, all := range []bool{false, true} {
		r, stats := run(t, sides(40, 39), bmc.Options{MergeAll: all})
		if r.Verdict != engine.True || len(stats["states"]) > 4 {
			t.Errorf("%v (%s) %v", r.Verdict, r.Reason, stats)
		}
		if r, stats = run(t, sides(40, 60), bmc.Options{MergeAll: all}); r.Verdict != engine.False {
			t.Fatalf("%v (%s) %v", r.Verdict, r.Reason, stats)
		}
		two := 0
		for _, h := range r.Cex.Havocs {
			if h.Value.Rational().Cmp(b5) >= 0 {
				two++
			}
		}
		if two != 20 || len(r.Cex.Havocs) != 40 {
			t.Errorf("%d of %d inputs are 5 at least", two, len(r.Cex.Havocs))
		}
	}
}

var b5 = logic.NewFactory().IntConst(5).Rational()

// machine reads inputs for ever, in three states of which the last is the error's unless safe.
func machine(safe bool) *program.Program {
	b := newBuild("init head in err")
	s, x := b.NewVar("s", logic.Int), b.NewVar("x", logic.Int)
	is := func(v *program.Var, n int64) *logic.Term { return b.f.Eq(v.Sym, b.c(n)) }
	b.edge("init", "head", program.Assign(s, b.c(0)))
	b.edge("head", "in", program.Havoc(x, nil))
	b.edge("in", "head", program.Assume(b.f.And(is(s, 0), is(x, 1))), program.Assign(s, b.c(1)))
	b.edge("in", "head", program.Assume(b.f.And(is(s, 1), is(x, 2))), program.Assign(s, b.c(2)))
	b.edge("in", "head", program.Assume(b.f.Not(b.f.Or(b.f.And(is(s, 0), is(x, 1)), b.f.And(is(s, 1), is(x, 2))))), program.Assign(s, b.c(0)))
	last := int64(2)
	if safe {
		last = 3
	}
	b.edge("head", "err", program.Assume(is(s, last)), program.Assume(is(x, 2)))
	return b.done()
}

// TestSeen: a loop that never ends is done when no state at its head is new.
func TestSeen(t *testing.T) {
	r, stats := run(t, machine(true), bmc.Options{})
	if r.Verdict != engine.True || stats["seen before"] == "0" {
		t.Errorf("%v (%s) %v", r.Verdict, r.Reason, stats)
	}
	if r, _ := run(t, machine(false), bmc.Options{}); r.Verdict != engine.False || len(r.Cex.Havocs) != 2 {
		t.Errorf("%v (%s)", r.Verdict, r.Reason)
	}
}

// TestNames: an input that is kept from one iteration to the next is identified with another within the same bounds, and not within others.
func TestNames(t *testing.T) {
	for _, tt := range []struct {
		later int64
		want  engine.Verdict
	}{{10, engine.True}, {11, engine.False}} {
		b := newBuild("init head err")
		x := b.NewVar("x", logic.Int)
		read := func(most int64) []program.Op {
			return []program.Op{program.Havoc(x, nil), {Kind: program.OpAssume, Note: program.TypeRange,
				Expr: b.f.And(b.f.Le(b.c(0), x.Sym), b.f.Le(x.Sym, b.c(most)))}}
		}
		b.edge("init", "head", read(10)...)
		b.edge("head", "err", program.Assume(b.f.Eq(x.Sym, b.c(11))))
		b.edge("head", "head", append([]program.Op{program.Assume(b.f.Not(b.f.Eq(x.Sym, b.c(11))))}, read(tt.later)...)...)
		if r, _ := run(t, b.done(), bmc.Options{}); r.Verdict != tt.want {
			t.Errorf("%+v: %v (%s)", tt, r.Verdict, r.Reason)
		}
	}
}

// TestForgotten: an input that was read before a guard was forgotten, and is kept, has one value in the
// counterexample.
func TestForgotten(t *testing.T) {
	b := newBuild("init head out err")
	n, i, y := b.NewVar("n", logic.Int), b.NewVar("i", logic.Int), b.NewVar("y", logic.Int)
	b.edge("init", "head", program.Havoc(n, nil), program.Assume(b.f.Lt(b.c(0), n.Sym)), program.Assign(i, b.c(0)))
	b.edge("head", "head", program.Assume(b.f.Lt(i.Sym, n.Sym)), program.Havoc(y, nil), program.Assume(b.f.Eq(y.Sym, b.c(4))), program.Assign(i, b.f.Add(i.Sym, b.c(1))))
	b.edge("head", "out", program.Assume(b.f.Not(b.f.Lt(i.Sym, n.Sym))))
	b.edge("out", "err", program.Assume(b.f.Eq(i.Sym, b.c(9))))
	p := b.done()
	given := enginetest.Problem(t, p)
	given.Tools.Confirm = func(ctx context.Context, cex *program.Counterexample) engine.Replay {
		return enginetest.Replay(ctx, p, cex)
	}
	r, _ := runOn(t, given, bmc.Options{})
	if r.Verdict != engine.False || len(r.Cex.Havocs) != 10 || r.Cex.Havocs[0].Value != b.c(9) || r.Cex.Havocs[1].Value != b.c(4) {
		t.Errorf("%v (%s) %v", r.Verdict, r.Reason, r.Cex)
	}
}

// TestArrays: elements of arrays are merged one by one, also where the index is an input.
func TestArrays(t *testing.T) {
	for _, tt := range []struct {
		sum  int64
		want engine.Verdict
	}{{3, engine.False}, {7, engine.False}, {4, engine.True}} {
		b := newBuild("init left right join err")
		a, x, k := b.NewVar("a", logic.ArraySort(logic.Int, logic.Int)), b.NewVar("x", logic.Int), b.NewVar("k", logic.Int)
		set := func(at *logic.Term, v int64) program.Op { return program.Assign(a, b.f.Store(a.Sym, at, b.c(v))) }
		b.edge("init", "left", program.Havoc(x, nil), program.Havoc(k, nil), set(b.c(0), 1), set(b.c(1), 2), program.Assume(b.f.Lt(x.Sym, b.c(0))))
		b.edge("init", "right", program.Havoc(x, nil), program.Havoc(k, nil), set(b.c(0), 1), set(b.c(1), 2), program.Assume(b.f.Le(b.c(0), x.Sym)))
		b.edge("left", "join", program.Assume(b.f.Lt(b.c(1), k.Sym)), set(k.Sym, 9))
		b.edge("right", "join", set(b.c(1), 6))
		b.edge("join", "err", program.Assume(b.f.Eq(b.f.Add(b.f.Select(a.Sym, b.c(0)), b.f.Select(a.Sym, b.c(1))), b.c(tt.sum))))
		if r, _ := run(t, b.done(), bmc.Options{}); r.Verdict != tt.want {
			t.Errorf("%+v: %v (%s)", tt, r.Verdict, r.Reason)
		}
	}
}

// TestUnknown: cuts, counterexamples that are none, limits and a solver that is not there.
func TestUnknown(t *testing.T) {
	p := counter(10, 10)
	given := enginetest.Problem(t, p)
	given.Tools.Confirm = func(context.Context, *program.Counterexample) engine.Replay {
		return engine.Replay{Kind: engine.Differs, Text: "no"}
	}
	if r, _ := runOn(t, given, bmc.Options{}); r.Reason.Kind != engine.Unconfirmed {
		t.Errorf("%v (%s)", r.Verdict, r.Reason)
	}
	p.Error.Cut = "unsupported"
	p.Error = p.NewLocation("main", program.Pos{})
	given = enginetest.Problem(t, p)
	if r, _ := runOn(t, given, bmc.Options{}); r.Reason != (engine.Reason{Kind: engine.ModelEnds, Text: "unsupported"}) {
		t.Errorf("%v (%s)", r.Verdict, r.Reason)
	}
	given.Tools.Pause = func(int) bool { return false }
	if r, _ := runOn(t, given, bmc.Options{}); r.Reason.Kind != engine.Stopped {
		t.Errorf("paused: %v (%s)", r.Verdict, r.Reason)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := bmc.New(bmc.Options{}).Verify(ctx, given, engine.Quiet{})
	if err != nil || r.Reason.Kind != engine.Stopped {
		t.Errorf("%v, %v", r, err)
	}
	given.Tools.Open = func(*logic.Factory, smt.Options) (smt.Solver, error) { return nil, errors.New("no solver") }
	if _, err := bmc.New(bmc.Options{}).Verify(t.Context(), given, engine.Quiet{}); err == nil {
		t.Error("no error without a solver")
	}
}
