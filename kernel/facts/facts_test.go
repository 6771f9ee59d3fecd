package facts_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/kinduction"
	"cupel/kernel/facts"
	"cupel/tests/enginetest"
)

var ctx = context.Background()

// counter is x = 0; while (x < 10) x++; over 8 bits, with a variable y that follows x.
func counter() (p *program.Program, head *program.Location, x, y *program.Var) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Files: []string{"testdata/counter.c"}}
	x, y = p.NewVar("main::x", logic.BVSort(8)), p.NewVar("main::y", logic.BVSort(8))
	x.CName, y.CName, x.Func, y.Func, y.Signed = "x", "y", "main", "main", true
	var l [4]*program.Location
	for i := range l {
		l[i] = p.NewLocation("main", program.Pos{File: "counter.c", Line: i + 1, Col: 1})
	}
	p.Init, head, p.Error = l[0], l[1], l[3]
	head.LoopPos = program.Pos{File: "counter.c", Line: 2, Col: 3}
	zero, one, ten := f.BV(0, 8), f.BV(1, 8), f.BV(10, 8)
	p.NewEdge(l[0], l[1], program.Assign(x, zero), program.Assign(y, zero))
	inc := func(v *program.Var) program.Op { return program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, one)) }
	p.NewEdge(l[1], l[1], program.Assume(f.ULt(x.Sym, ten)), inc(x), inc(y))
	p.NewEdge(l[1], l[2], program.Assume(f.Not(f.ULt(x.Sym, ten))))
	p.NewEdge(l[2], l[3], program.Assume(f.Ne(x.Sym, y.Sym)))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p, head, x, y
}

// TestCheck: claims that are inductive together become checked, wrong ones do not even if they are published as checked, and predicates contribute what
// follows from none of them alone.
func TestCheck(t *testing.T) {
	p, head, x, y := counter()
	f := p.Terms
	b := facts.New(p)
	right := []*logic.Term{f.Eq(x.Sym, y.Sym), f.ULe(x.Sym, f.BV(10, 8))}
	wrong := []*logic.Term{f.ULe(x.Sym, f.BV(9, 8)), f.False(), f.ULt(f.BV(1, 8), y.Sym)}
	for _, c := range append(right, wrong...) {
		if !b.Publish("user", facts.Checked, head, c) {
			t.Errorf("%s is not taken", c)
		}
	}
	if n := len(b.Checked()); n != 0 {
		t.Fatalf("%d facts are checked because somebody says so", n)
	}
	if _, err := b.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	got := b.Checked()[head]
	if got == nil {
		t.Fatal("nothing is checked")
	}
	for _, c := range right {
		if !implies(t, f, got, c) {
			t.Errorf("%s does not follow from %s", c, got)
		}
	}
	for _, c := range wrong {
		if implies(t, f, got, c) {
			t.Errorf("%s follows from %s", c, got)
		}
	}

	b = facts.New(p)
	b.Publish("test", facts.Predicate, head, f.Eq(x.Sym, y.Sym))
	b.Publish("test", facts.Predicate, head, f.ULt(f.BV(10, 8), x.Sym))
	v := b.View(p, nil)
	if _, err := v.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	if known := v.Known()[head]; known == nil || !implies(t, f, known, f.And(right...)) {
		t.Errorf("from predicates only %v is found", known)
	}
}

func implies(t *testing.T, f *logic.Factory, a, b *logic.Term) bool {
	t.Helper()
	s, err := z3.Open(f, enginetest.Problem(t, nil).Tools.Solver)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Check(ctx, a, f.Not(b))
	return err == nil && r.String() == "unsat"
}

// TestBudget: without work nothing is checked, and nothing fails.
func TestBudget(t *testing.T) {
	p, head, x, y := counter()
	b := facts.New(p)
	b.Publish("test", facts.Claimed, head, p.Terms.Eq(x.Sym, y.Sym))
	o, err := b.Check(ctx, z3.Open, facts.CheckOptions{Work: 1})
	if err != nil || o.Ended == "" || len(b.Checked()) != 0 {
		t.Errorf("%+v, %v, %v", o, err, b.Checked())
	}
}

// TestBoard: facts are taken once, in order, within bounds, from many at a time.
func TestBoard(t *testing.T) {
	p, head, x, _ := counter()
	f := p.Terms
	b := facts.New(p)
	other := f.Var("nobody", logic.Bool)
	for _, c := range []struct {
		at   *program.Location
		t    *logic.Term
		want bool
	}{
		{head, f.ULe(x.Sym, f.BV(10, 8)), true},
		{head, f.ULe(x.Sym, f.BV(10, 8)), false}, // known
		{head, f.True(), false},
		{head, other, false},                // of another program
		{p.Init, f.Eq(x.Sym, x.Sym), false}, // a program starts in any state
		{p.Init, f.ULe(x.Sym, f.BV(1, 8)), false},
		{nil, f.False(), false},
	} {
		if got := b.Publish("test", facts.Claimed, c.at, c.t); got != c.want {
			t.Errorf("%v at %v: taken %v", c.t, c.at, got)
		}
	}
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for k := range 1000 {
				b.Publish(fmt.Sprint(i), facts.Claimed, head, f.ULe(x.Sym, f.BV(uint64(k%200), 8)))
				b.Facts()
			}
		}()
	}
	wait.Wait()
	if n := b.Len(); n != 200 {
		t.Errorf("%d facts, 200 were published", n)
	}
	var none *facts.View
	none.Publish("test", facts.Claimed, head, f.False())
	if none.Known() != nil || len(none.Predicates()) != 0 {
		t.Error("no view knows something")
	}
}

// TestImages: a location with two images has the facts that hold at both.
func TestImages(t *testing.T) {
	p, head, x, _ := counter()
	f := p.Terms
	q := program.Clone(p)
	twin := q.NewLocation("main", program.Pos{})
	twin.Origin = head
	q.NewEdge(q.Init, twin)
	b := facts.New(p)
	v := b.View(q.Program, nil)
	one, two := f.Eq(x.Sym, f.BV(1, 8)), f.Eq(x.Sym, f.BV(2, 8))
	v.Publish("test", facts.Claimed, q.Location(head), one)
	if b.Len() != 0 {
		t.Error("what holds at one image is taken for all")
	}
	v.Publish("test", facts.Claimed, twin, two)
	if fs := b.Facts(); len(fs) != 1 || fs[0].At != head || fs[0].Formula != f.Or(one, two) {
		t.Errorf("got %v", fs)
	}
	d := facts.Derive(p, q.Program)
	up := d.UpAll(map[*program.Location]*logic.Term{q.Location(head): one, twin: two})
	if up[head] != f.Or(one, two) || len(d.UpAll(map[*program.Location]*logic.Term{twin: two})) != 0 {
		t.Errorf("up: %v", up)
	}
	if down := d.DownAll(map[*program.Location]*logic.Term{head: one}); down[twin] != one || down[q.Location(head)] != one {
		t.Errorf("down: %v", down)
	}
}

// atom draws a formula over a program's bit-vectors.
func atom(t *rapid.T, p *program.Program) *logic.Term {
	f := p.Terms
	n := func(hi int) int { return rapid.IntRange(0, hi).Draw(t, "n") }
	term := func() *logic.Term {
		v := p.Vars[n(len(p.Vars)-1)].Sym
		w := v.Sort().Width()
		switch n(3) {
		case 0:
			return f.BV(uint64(n(1<<w-1)), w)
		case 1:
			return f.BVOp(logic.OpBVAdd, v, p.Vars[n(len(p.Vars)-1)].Sym)
		}
		return v
	}
	a, b := term(), term()
	switch n(3) {
	case 0:
		return f.ULe(a, b)
	case 1:
		return f.SLe(a, b)
	case 2:
		return f.Ne(a, b)
	}
	return f.Eq(a, b)
}

func formula(t *rapid.T, p *program.Program) *logic.Term {
	a := atom(t, p)
	switch rapid.IntRange(0, 3).Draw(t, "shape") {
	case 0:
		return p.Terms.Or(a, atom(t, p))
	case 1:
		return p.Terms.And(a, p.Terms.Not(atom(t, p)))
	}
	return a
}

// number is the value of a variable of a lowered program where its origin's is c.
func number(f *logic.Factory, v *program.Var, c *logic.Term) *logic.Term {
	switch {
	case !c.Sort().IsBV():
		return c
	case v.Signed:
		return f.IntBig(c.BVSigned())
	}
	return f.IntBig(c.BVBig())
}

// TestTranslation: a formula means the same of bit-vectors and of the numbers that they hold, in both
// directions and there and back.
func TestTranslation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := programtest.Program(rt, programtest.Small)
		f := p.Terms
		q, err := intlower.Lower(ctx, p, intlower.Options{Relax: true})
		if err != nil {
			rt.Skip(err)
		}
		d := facts.Derive(p, q)
		t1 := formula(rt, p)
		low := d.Down(t1)
		back := d.Up(low)
		for range 20 {
			words, ints := map[*logic.Term]*logic.Term{}, map[*logic.Term]*logic.Term{}
			for i, v := range p.Vars {
				c := f.BV(uint64(rapid.IntRange(0, 1<<v.Sort().Width()-1).Draw(rt, "value")), v.Sort().Width())
				words[v.Sym] = c
				ints[q.Vars[i].Sym] = number(f, v, c)
			}
			a, b, c := f.Subst(t1, words), f.Subst(low, ints), f.Subst(back, words)
			if a != b || a != c {
				rt.Fatalf("%s is %s, over the integers %s is %s, and back %s is %s", t1, a, low, b, back, c)
			}
		}
	})
}

// TestOracle: for any claims about random programs, a checked fact holds in every state that enumeration reaches at its location; on the program itself,
// over the integers, and in blocks. And no engine that is given these facts gives a wrong verdict.
func TestOracle(t *testing.T) {
	kept, solved := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := programtest.Program(rt, programtest.Small)
		f := p.Terms
		large, _, err := passes.LargeBlocks.Run(ctx, p)
		if err != nil {
			rt.Fatal(err)
		}
		program.MarkLoopHeads(large)
		small, _, err := passes.Pipeline{passes.Simplify, passes.DeadCode, passes.Simplify}.Run(ctx, p)
		if err != nil {
			rt.Fatal(err)
		}
		program.MarkLoopHeads(small)
		b := facts.New(p)
		for _, l := range p.Locs {
			for range rapid.IntRange(0, 4).Draw(rt, "facts") {
				b.Publish("test", facts.Status(rapid.IntRange(0, 3).Draw(rt, "status")), l, formula(rt, p))
			}
		}
		if _, err := b.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
			rt.Fatal(err)
		}
		holds := func(what string, q *program.Program, known map[*program.Location]*logic.Term) func(l *program.Location, v programtest.Valuation) {
			return func(l *program.Location, v programtest.Valuation) {
				fact := known[l]
				if fact == nil {
					return
				}
				m := map[*logic.Term]*logic.Term{}
				for i, w := range q.Vars {
					m[w.Sym] = v[i]
				}
				if r := f.Subst(fact, m); !r.IsTrue() {
					rt.Fatalf("%s: %s at %v is %s in the state %v", what, fact, l, r, v)
				}
			}
		}
		checked := b.Checked()
		kept += len(checked)
		truth, err := programtest.Explore(p, programtest.Options{Visit: holds("original", p, checked)})
		if err != nil {
			rt.Skip(err)
		}
		for what, q := range map[string]*program.Program{"blocks": large, "simplified": small} {
			v := b.View(q, nil)
			if _, err := v.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
				rt.Fatal(err)
			}
			if _, err := programtest.Explore(q, programtest.Options{Visit: holds(what, q, v.Known())}); err != nil {
				rt.Skip(err)
			}
			given := enginetest.Problem(t, passesDropped(rt, q))
			given.Facts = map[*program.Location]*logic.Term{}
			for l, t := range v.Known() {
				given.Facts[given.Program.Locs[l.ID]] = t
			}
			sub, stop := work.Within(ctx, 100_000)
			r, err := kinduction.New().Verify(sub, given, engine.Quiet{})
			stop()
			if err != nil {
				rt.Fatal(err)
			}
			if r.Verdict == engine.True {
				solved++
				if truth.Error || len(truth.Cuts) > 0 {
					rt.Fatalf("%s: a program is proved that reaches %v, with facts %v", what, truth, v.Known())
				}
			}
		}
	})
	if kept == 0 || solved == 0 {
		t.Errorf("%d locations with facts, %d proofs", kept, solved)
	}
}

// passesDropped is a program without checks, which engines see.
func passesDropped(t *rapid.T, p *program.Program) *program.Program {
	q, _, err := passes.AssumeChecks.Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	return q
}
