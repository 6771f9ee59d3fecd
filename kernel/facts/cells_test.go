package facts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/display"
	"cupel/core/smt/z3"
	"cupel/kernel/facts"
)

// filled is for (x = 0; x < n; x++) a[x] = 7; over machine numbers, followed by a path to the error.
func filled(t *testing.T) (p *program.Program, head *program.Location, all func(value int64) *logic.Term) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "filled.c")
	if err := os.WriteFile(file, []byte("int a[100];"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Files: []string{file}}
	word := logic.BVSort(32)
	a, x, n := p.NewVar("a", logic.ArraySort(word, word)), p.NewVar("x", word), p.NewVar("n", word)
	x.Signed, n.Signed, a.Signed = true, true, true
	var l [5]*program.Location
	for i := range l {
		l[i] = p.NewLocation("main", program.Pos{File: file, Line: i + 1, Col: 1})
	}
	p.Init, head, p.Error = l[0], l[1], l[4]
	head.LoopPos = program.Pos{File: file, Line: 2, Col: 3}
	p.NewEdge(l[0], l[1], program.Assume(f.SLt(n.Sym, f.BV(100, 32))), program.Assign(x, f.BV(0, 32)))
	p.NewEdge(l[1], l[2], program.Assume(f.SLt(x.Sym, n.Sym)), program.Assign(a, f.Store(a.Sym, x.Sym, f.BV(7, 32))))
	p.NewEdge(l[2], l[1], program.Assign(x, f.BVOp(logic.OpBVAddNSW, x.Sym, f.BV(1, 32))))
	p.NewEdge(l[1], l[3], program.Assume(f.Not(f.SLt(x.Sym, n.Sym))))
	p.NewEdge(l[3], l[4], program.Assume(f.Ne(f.Select(a.Sym, f.BV(0, 32)), f.BV(7, 32))))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p, head, func(value int64) *logic.Term {
		k := f.Var("any", logic.Int)
		num := func(v *program.Var) *logic.Term { return intlower.Symbol(f, v) }
		return f.Forall([]*logic.Term{k}, f.Implies(f.And(f.Le(f.IntConst(0), k), f.Lt(k, num(x))), f.Eq(f.Select(num(a), k), f.IntConst(value))))
	}
}

// TestCells: a fact about all cells is treated like any other claim: written, read back, checked, and rejected when it is wrong.
func TestCells(t *testing.T) {
	p, head, all := filled(t)
	f := p.Terms
	b := facts.New(p)
	for _, v := range []int64{7, 8} {
		if !b.Publish("test", facts.Relative, head, all(v)) {
			t.Fatalf("%s is not taken", all(v))
		}
	}
	k := f.Var("any", logic.Int)
	for _, bad := range []*logic.Term{
		f.Not(all(7)), f.Exists([]*logic.Term{k}, f.Eq(k, f.IntConst(1))), f.Or(all(7), all(8)),
		f.Forall([]*logic.Term{k}, f.Le(f.Var("nobody", logic.Int), k)), f.Forall([]*logic.Term{f.Var("bits", logic.BVSort(8))}, f.Eq(f.Var("bits", logic.BVSort(8)), f.BV(1, 8))),
	} {
		if b.Publish("test", facts.Claimed, head, bad) {
			t.Errorf("%s is taken", bad)
		}
	}
	file := filepath.Join(t.TempDir(), "facts.json")
	if err := b.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := facts.New(p)
	if warnings, err := c.Read(file, text); err != nil || len(warnings) > 0 || c.Len() != 2 {
		t.Fatalf("%d facts, %v, %q", c.Len(), err, warnings)
	}
	for i, x := range c.Facts() {
		if x.Formula != b.Facts()[i].Formula {
			t.Errorf("%s came back as %s", b.Facts()[i].Formula, x.Formula)
		}
	}
	// On the original, and on what an engine sees.
	if _, err := c.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	q, err := intlower.Lower(ctx, p, intlower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(q)
	v := b.View(q, nil)
	if _, err := v.Check(ctx, z3.Open, facts.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, known := range []*logic.Term{c.Checked()[head], v.Known()[q.Locs[head.ID]]} {
		var said []string
		for _, t := range logic.Conjuncts(known) {
			if t.Op() == logic.OpForall {
				said = append(said, display.All(q, "main", t, nil, 0))
			}
		}
		if got := strings.Join(said, "; "); got != "for all k: 0 <= k < x ==> a[k] == 7" {
			t.Errorf("known: %q", got)
		}
	}
	bad := bytes.Replace(text, []byte("forall ((|k#0| Int))"), []byte("exists ((|k#0| Int))"), 1)
	if _, err := facts.New(p).Read(file, bad); err == nil || !strings.Contains(err.Error(), "quantifier") {
		t.Errorf("an existential fact: %v", err)
	}
}
