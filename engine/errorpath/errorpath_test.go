package errorpath_test

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine/errorpath"
)

// path walks from the beginning.
func path(t *rapid.T, p *program.Program) []*program.Edge {
	var edges []*program.Edge
	for l := p.Init; len(l.Out) > 0 && len(edges) < 8; l = edges[len(edges)-1].Dst {
		edges = append(edges, l.Out[rapid.IntRange(0, len(l.Out)-1).Draw(t, "edge")])
	}
	return edges
}

// TestCounterexample: the formulas of a path have a model exactly when the path can be taken,
// and the counterexample read from it takes it.
func TestCounterexample(t *testing.T) {
	taken, stuck := 0, 0
	check := func(t *rapid.T, p *program.Program) {
		edges := path(t, p)
		x := errorpath.New(p, edges, nil)
		if x.Len() != len(edges) {
			t.Fatalf("%d steps of %d edges", x.Len(), len(edges))
		}
		s, err := z3.Open(p.Terms, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r, err := s.Check(t.Context(), x.Ops...)
		if err != nil {
			t.Fatal(err)
		}
		if r != smt.Sat {
			stuck++
			return
		}
		taken++
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		cex := x.Counterexample(m, edges)
		val := map[*logic.Term]*logic.Term{}
		for _, v := range p.Vars {
			if val[v.Sym] = m.Value(x.Enc.Instance(0, v.Sym)); val[v.Sym] == nil {
				t.Fatalf("no first value of %s", v.Name)
			}
		}
		if n := follow(p, edges, val, cex.Havocs); n != len(edges) || len(cex.Path) != n {
			t.Fatalf("the counterexample takes %d of %d edges", n, len(edges))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Shape{Locations: 6, Vars: 2, Width: 2})
		for range 10 { // the first path of many can be taken
			check(t, p)
		}
	})
	if taken == 0 || stuck == 0 {
		t.Errorf("%d paths taken, %d not", taken, stuck)
	}
}

// follow runs the operations of edges from a state, and returns how many edges are taken.
func follow(p *program.Program, edges []*program.Edge, val map[*logic.Term]*logic.Term, havocs []program.HavocValue) int {
	for n, e := range edges {
		for _, o := range e.Ops {
			switch o.Kind {
			case program.OpAssume:
				if !p.Terms.Subst(o.Expr, val).IsTrue() {
					return n
				}
			case program.OpAssign:
				val[o.Var.Sym] = p.Terms.Subst(o.Expr, val)
			case program.OpHavoc:
				if len(havocs) == 0 || havocs[0].Var != o.Var || havocs[0].ID != o.ID {
					return n
				}
				val[o.Var.Sym] = havocs[0].Value
				havocs = havocs[1:]
			}
		}
	}
	return len(edges)
}

// TestFacts: a fact at a location is an assumption of the steps from there, not an operation; a condition at a position is about the values there.
func TestFacts(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f, v := p.Terms, p.NewVar("x", logic.BVSort(8))
	a, b, c := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	one := f.BV(1, 8)
	p.Init, p.Error = a, c
	edges := []*program.Edge{p.NewEdge(a, b, program.Assign(v, one)), p.NewEdge(b, c, program.Assume(f.ULt(one, v.Sym)))}
	fact := f.Eq(v.Sym, one)
	x := errorpath.New(p, edges, map[*program.Location]*logic.Term{b: fact})
	if got := x.Enc.Steps[1].Assumes; len(got) < 2 || got[len(got)-1] != x.Enc.Instance(1, fact) {
		t.Errorf("assumptions %v without the fact", got)
	}
	if x.Ops[1] != x.Enc.Instance(1, f.ULt(one, v.Sym)) {
		t.Errorf("operations %v, which are more than the edge's", x.Ops[1])
	}
	before := len(x.Enc.Steps[1].Assumes)
	if s := x.With(1, 2, fact); s.Assumes[len(s.Assumes)-1] != x.Enc.Instance(2, fact) || len(x.Enc.Steps[1].Assumes) != before {
		t.Errorf("a step with a condition: %v", s.Assumes)
	}
}
