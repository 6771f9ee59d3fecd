package absint

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cupel/analysis/absint/domains"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// TestRandomPrograms compares the domains with the enumeration of the states.
func TestRandomPrograms(t *testing.T) {
	var cs []enginetest.Configuration
	for i, name := range domains.Names {
		o := Defaults()
		o.Domain, o.Plain, o.States, o.Delay = name, i%2 == 0, 1+i%3, i%4
		cs = append(cs, enginetest.Configuration{Name: name, Engine: New(o), Proves: true})
	}
	enginetest.RandomPrograms(t, cs)
}

// counting is x := 0; while (x < 10) x := x + 2; then the error if x is at least the limit, with a cut behind another test.
func counting(limit, cut int64) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x := p.NewVar("x", logic.Int)
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	l := make([]*program.Location, 5)
	for i := range l {
		l[i] = p.NewLocation("main", program.Pos{File: "c.c", Line: i + 1, Col: 1})
	}
	p.Init, p.Error = l[0], l[3]
	l[4].Cut = "the model ends"
	p.NewEdge(l[0], l[1], program.Assign(x, n(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(x.Sym, n(10))), program.Assign(x, f.Add(x.Sym, n(2))))
	p.NewEdge(l[1], l[2], program.Assume(f.Ge(x.Sym, n(10))))
	p.NewEdge(l[2], l[3], program.Assume(f.Ge(x.Sym, n(limit))))
	p.NewEdge(l[2], l[4], program.Assume(f.Ge(x.Sym, n(cut))))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestVerdicts: which domain excludes the error, and the reasons of those that do not.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		domain     string
		limit, cut int64
		want       engine.ReasonKind // "": proved
	}{
		{domains.Intervals, 12, 12, ""},
		{domains.Intervals, 11, 12, engine.NoProgress}, // x is at most 11 for intervals
		{domains.IntervalsCongruences, 11, 12, ""},
		{domains.OctagonsCongruences, 11, 11, ""},
		{domains.Polyhedra, 11, 11, ""},
		{domains.Congruences, 12, 12, engine.NoProgress},
		{domains.Intervals, 12, 5, engine.ModelEnds},
	} {
		p := counting(c.limit, c.cut)
		o := Defaults()
		o.Domain = c.domain
		r, err := New(o).Verify(context.Background(), enginetest.Problem(t, p), engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Reason.Kind; got != c.want || (r.Verdict == engine.True) != (c.want == "") {
			t.Errorf("%+v: %v %v", c, r.Verdict, r.Reason)
		}
		if r.Verdict == engine.True {
			if err := r.Proof.Check(context.Background(), z3.Open); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		}
		var b strings.Builder
		if err := r.Explain(&b); err != nil || !strings.HasPrefix(b.String(), "invariant at c.c:2:1: x") {
			t.Errorf("%+v: %q %v", c, b.String(), err)
		}
	}
}

// TestChecks: values that are no proof are refused.
func TestChecks(t *testing.T) {
	p := counting(12, 12)
	f, x := p.Terms, p.Vars[0].Sym
	all := func([]program.Op) bool { return true }
	tools := enginetest.Problem(t, p).Tools
	open := tools.Solve
	at := func(head, after *logic.Term) *analysed {
		return &analysed{p, []*logic.Term{f.True(), head, after, f.False(), f.False()}}
	}
	low := func(k int64) *logic.Term { return f.Lt(x, f.IntConst(k)) }
	if err := at(low(12), low(12)).check(context.Background(), open, all); err != nil {
		t.Error(err)
	}
	for name, a := range map[string]*analysed{
		"not inductive":      at(low(11), low(11)),
		"does not imply":     at(low(12), low(11)),
		"reaches the error":  at(f.True(), f.True()),
		"begins in the loop": {p, []*logic.Term{low(12), low(12), low(12), f.False(), f.False()}},
		"has the error":      {p, []*logic.Term{f.True(), low(12), low(12), f.True(), f.False()}},
	} {
		if err := a.check(context.Background(), open, all); !errors.Is(err, errInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
