package evidence

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
)

// nest is while (i < n) { i++; j = 0; while (j < i) { j++; s += 2; } }, from any state.
func nest() (p *program.Program, outer, inner *program.Location) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Lowered: true}
	i, j, n, s := p.NewVar("i", logic.Int), p.NewVar("j", logic.Int), p.NewVar("n", logic.Int), p.NewVar("s", logic.Int)
	for line := range 4 {
		p.NewLocation("main", program.Pos{File: "p.c", Line: line + 1, Col: 1})
	}
	outer, inner = p.Locs[1], p.Locs[2]
	p.Init, p.Error = p.Locs[0], p.Locs[3]
	one := f.IntConst(1)
	p.NewEdge(p.Init, outer, program.Havoc(i, nil), program.Havoc(n, nil), program.Assign(s, f.IntConst(0)))
	p.NewEdge(outer, inner, program.Assume(f.Lt(i.Sym, n.Sym)), program.Assign(i, f.Add(i.Sym, one)), program.Assign(j, f.IntConst(0)))
	p.NewEdge(inner, inner, program.Assume(f.Lt(j.Sym, i.Sym)), program.Assign(j, f.Add(j.Sym, one)), program.Assign(s, f.Add(s.Sym, f.IntConst(2))))
	p.NewEdge(inner, outer, program.Assume(f.Le(i.Sym, j.Sym)))
	p.NewEdge(outer, p.Error, program.Assume(f.Lt(s.Sym, i.Sym)))
	program.MarkLoopHeads(p)
	return p, outer, inner
}

// TestCheckedSummaries: a summary is counted when it holds of no iteration and of one more, with the
// summaries of the loops inside, from any state.
func TestCheckedSummaries(t *testing.T) {
	ctx := context.Background()
	type terms struct{ i, j, n, s, i0, j0, s0 *logic.Term }
	for name, c := range map[string]struct {
		outer, inner func(f *logic.Factory, v terms) *logic.Term
		weak         bool // they are not all that the summaries say
		want         int
	}{
		"right": {
			func(f *logic.Factory, v terms) *logic.Term { return f.And(f.Le(v.i0, v.i), f.Le(v.s0, v.s)) },
			func(f *logic.Factory, v terms) *logic.Term {
				return f.And(f.Le(v.j0, v.j), f.Eq(f.Sub(v.s, v.s0), f.Mul(f.IntConst(2), f.Sub(v.j, v.j0))))
			}, false, 2},
		"the inner one says nothing": {
			func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.s0, v.s) },
			func(f *logic.Factory, v terms) *logic.Term { return f.True() }, false, 1},
		"not known as a whole": {
			func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.i0, v.i) },
			func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.j0, v.j) }, true, 0},
		"one iteration": {
			func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.i, f.Add(v.i0, f.IntConst(1))) },
			func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.j, f.Add(v.j0, f.IntConst(1))) }, false, 0},
		"some iteration": {
			func(f *logic.Factory, v terms) *logic.Term { return f.Lt(v.i0, v.i) },
			func(f *logic.Factory, v terms) *logic.Term { return f.Lt(v.j0, v.j) }, false, 0},
		"of this entry only": { // s is 0 before the outer loop, and j before the inner one
			func(f *logic.Factory, v terms) *logic.Term { return f.And(f.Le(v.i0, v.i), f.Eq(v.s0, f.IntConst(0))) },
			func(f *logic.Factory, v terms) *logic.Term { return f.And(f.Le(v.j0, v.j), f.Eq(v.j0, f.IntConst(0))) }, false, 0},
		"a case is wrong": {
			func(f *logic.Factory, v terms) *logic.Term {
				return f.Or(f.And(f.Eq(v.i, v.i0), f.Eq(v.s, v.s0)), f.And(f.Lt(v.i0, v.i), f.Lt(v.s0, v.s)))
			},
			func(f *logic.Factory, v terms) *logic.Term {
				return f.Or(f.And(f.Eq(v.j, v.j0), f.Eq(v.s, v.s0)), f.And(f.Lt(v.j0, v.j), f.Lt(v.s0, v.s)))
			}, false, 1}, // i may be negative
	} {
		p, outer, inner := nest()
		f := p.Terms
		summary := func(head *program.Location, relation func(*logic.Factory, terms) *logic.Term) engine.LoopSummary {
			v := terms{i: p.Vars[0].Sym, j: p.Vars[1].Sym, n: p.Vars[2].Sym, s: p.Vars[3].Sym, i0: f.Fresh("i0", logic.Int), j0: f.Fresh("j0", logic.Int), s0: f.Fresh("s0", logic.Int)}
			return engine.LoopSummary{Head: head, Relation: relation(f, v), Exact: !c.weak, Entry: map[*logic.Term]*logic.Term{v.i: v.i0, v.j: v.j0, v.s: v.s0}}
		}
		proof := &engine.Proof{Loops: func(context.Context) *engine.LoopClaims {
			return &engine.LoopClaims{Summaries: []engine.LoopSummary{summary(outer, c.outer), summary(inner, c.inner)}}
		}}
		k := newCase(nil, p, nil, p, &engine.Result{Verdict: engine.True, Proof: proof})
		k.Options.Certify, k.Options.Certifier = true, "z3"
		s := explaining(k, nil)
		ghosts := s.ghosts(ctx, proof)
		if ghosts == nil {
			t.Fatalf("%s: no ghosts", name)
		}
		if got := ghosts.checked(ctx, z3.Open); got != c.want {
			t.Errorf("%s: %d summaries are checked, not %d", name, got, c.want)
		}
	}
}

// TestCut: the conjunction of the parts is equivalent to the whole.
func TestCut(t *testing.T) {
	f := logic.NewFactory()
	v := make([]*logic.Term, 40)
	for i := range v {
		v[i] = f.Fresh("b", logic.Bool)
	}
	for _, whole := range []*logic.Term{
		v[0],
		f.And(v[0], f.Not(v[1])),
		f.Or(v[0], f.And(v[1], v[2])),
		f.And(v[7], f.Or(f.And(v[0], v[3]), f.And(v[1], v[2], v[4]))),
		f.Or(f.And(v[0:9]...), f.And(v[9:20]...)),                   // too many parts
		f.Or(f.And(v[0:9]...), f.And(v[9:20]...), f.And(v[20:]...)), // one case has too many alone
	} {
		parts := cut(f, whole)
		s, err := z3.Open(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Check(context.Background(), f.Not(f.Eq(whole, parts))); err != nil || r != smt.Unsat {
			t.Errorf("%v is not %v: %v, %v", whole, parts, r, err)
		}
		_ = s.Close()
	}
}
