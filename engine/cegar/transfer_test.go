package cegar

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/enginetest"
)

// valuation is a concrete data state by symbols.
type valuation map[*logic.Term]*logic.Term

// valuations lists all data states of a small program.
func valuations(p *program.Program) []valuation {
	out := []valuation{{}}
	for _, v := range p.Vars {
		var next []valuation
		for _, s := range out {
			for _, c := range valuesOf(p.Terms, v) {
				next = append(next, s.with(v, c))
			}
		}
		out = next
	}
	return out
}

func valuesOf(f *logic.Factory, v *program.Var) []*logic.Term {
	var out []*logic.Term
	for i := range 1 << v.Sort().Width() {
		out = append(out, f.BV(uint64(i), v.Sort().Width()))
	}
	return out
}

func (s valuation) with(v *program.Var, c *logic.Term) valuation {
	n := make(valuation, len(s)+1)
	for k, t := range s {
		n[k] = t
	}
	n[v.Sym] = c
	return n
}

// execute returns the concrete successors over operations, checks ignored.
func execute(f *logic.Factory, ops []program.Op, from []valuation) []valuation {
	for i := range ops {
		var next []valuation
		for _, s := range from {
			switch o := &ops[i]; o.Kind {
			case program.OpAssume:
				if f.Subst(o.Expr, s).IsTrue() {
					next = append(next, s)
				}
			case program.OpAssign:
				next = append(next, s.with(o.Var, f.Subst(o.Expr, s)))
			case program.OpHavoc:
				for _, c := range valuesOf(f, o.Var) {
					next = append(next, s.with(o.Var, c))
				}
			case program.OpChoice:
				for _, alt := range o.Alts {
					next = append(next, execute(f, alt, []valuation{s})...)
				}
			default:
				next = append(next, s)
			}
		}
		from = next
	}
	return from
}

// TestTransfer compares the transfer functions with the execution of all data
// states: every successor is covered, Cartesian and Boolean successors are the
// strongest ones.
func TestTransfer(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		p := programtest.Program(rt, programtest.Small)
		if len(p.Edges) == 0 {
			rt.Skip()
		}
		f := p.Terms
		var atoms []*logic.Term
		for _, e := range p.Edges {
			atoms = append(atoms, interpolation.Atoms(f.And(assumptions(e.Ops, nil)...))...)
		}
		prec := NewPrecision(f, false)
		for _, a := range atoms {
			if rapid.Bool().Draw(rt, "track") {
				prec.AddPredicate(p.Init, a)
			}
		}
		for _, v := range p.Vars {
			if rapid.Bool().Draw(rt, "value") {
				prec.AddVariable(p.Init, v)
			}
		}
		all := valuations(p)
		for _, d := range Domains {
			k := rapid.SampledFrom([]int{NoSolver, 1, 3, 10, Unlimited}).Draw(rt, "k")
			o := options(t, func(o *Options) { o.Domain, o.MaxEnum = d, k })
			x, err := newSearch(o, enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
			if err != nil {
				rt.Fatal(err)
			}
			s := x.dom.Top()
			// A few steps along the program, so that states say something.
			l := p.Init
			for range 4 {
				out := x.blocks.Out(l)
				if len(out) == 0 {
					break
				}
				b := out[rapid.IntRange(0, len(out)-1).Draw(rt, "block")]
				succ, err := x.dom.Post(ctx, s, b, prec.At(b.Dst))
				if err != nil {
					rt.Fatal(err)
				}
				var from []valuation
				for _, c := range all {
					if f.Subst(s.Expr(), c).IsTrue() {
						from = append(from, c)
					}
				}
				compareSuccessors(rt, f, d, prec.At(b.Dst).Preds, succ, execute(f, b.Ops(), from))
				if len(succ) == 0 {
					break
				}
				s, l = succ[rapid.IntRange(0, len(succ)-1).Draw(rt, "successor")], b.Dst
			}
			x.close()
		}
	})
}

func compareSuccessors(t *rapid.T, f *logic.Factory, domain string, preds []*logic.Term, succ []State, want []valuation) {
	signs := map[string]bool{}
	for _, c := range want {
		in := false
		for _, s := range succ {
			in = in || f.Subst(s.Expr(), c).IsTrue()
		}
		if !in {
			t.Fatalf("%s: a concrete successor is lost: %v", domain, c)
		}
		signs[signature(f, preds, c)] = true
	}
	switch domain {
	case PredCart:
		if len(succ) == 0 {
			return
		}
		for _, p := range preds {
			pos, neg := true, true
			for _, c := range want {
				v := f.Subst(p, c).IsTrue()
				pos, neg = pos && v, neg && !v
			}
			lits := succ[0].(*predState).lits
			if lits[p] != pos || lits[f.Not(p)] != neg {
				t.Fatalf("predicate %v: literal %v, %v, but holds %v, fails %v", p, lits[p], lits[f.Not(p)], pos, neg)
			}
		}
	case PredBool, PredSplit:
		// Every combination of truth values in a successor is that of a concrete one.
		if domain == PredSplit && len(succ) != len(signs) {
			t.Fatalf("%d states for %d combinations", len(succ), len(signs))
		}
	}
	if domain != Expl && len(want) == 0 && len(succ) > 0 {
		t.Fatalf("%s: a successor of nothing", domain)
	}
}

func signature(f *logic.Factory, preds []*logic.Term, c valuation) string {
	var s string
	for _, p := range preds {
		s += fmt.Sprint(f.Subst(p, c).IsTrue(), " ")
	}
	return s
}

// TestGraphInvariants runs the loop step by step: after every step no coverer is
// covered, a covered leaf is below its coverer, and every node that is neither
// expanded, covered nor done with is on the waitlist.
func TestGraphInvariants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := programtest.AnyStart(programtest.Program(rt, programtest.Small))
		c := configurations[rapid.IntRange(0, len(configurations)-1).Draw(rt, "configuration")]
		o := options(t, c.set)
		ctx := context.Background()
		x, err := newSearch(o, enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
		if err != nil {
			rt.Fatal(err)
		}
		defer x.close()
		for steps := 0; steps < 12 && x.stuck.None(); steps++ {
			unsafe, err := x.abstract(ctx)
			if err != nil {
				rt.Fatal(err)
			}
			if len(unsafe) == 0 {
				break
			}
			if err := x.refine(ctx, unsafe); err != nil {
				rt.Fatal(err)
			}
			if x.Cex != nil {
				break
			}
			checkGraph(ctx, rt, x)
		}
	})
}

func checkGraph(ctx context.Context, t *rapid.T, x *search) {
	size := 0
	x.arg.walk(func(n *node) {
		size++
		switch {
		case n.removed:
			t.Fatalf("node %d was removed", n.id)
		case n.coveredBy != nil:
			by := n.coveredBy
			if by.removed || by.coveredBy != nil || by == n || by.loc != n.loc || len(n.children) > 0 {
				t.Fatalf("node %d is covered by node %d", n.id, by.id)
			}
			if ok, err := x.dom.Leq(ctx, n.state, by.state); err != nil || !ok {
				t.Fatalf("node %d is not below node %d", n.id, by.id)
			}
		case n.kept, n.queued, x.wait.dist[n.loc.ID] < 0, x.isTarget(n) && !x.Cut.None():
		case x.isTarget(n), !n.expanded(len(n.loc.Out)):
			t.Fatalf("node %d is on no list", n.id)
		}
		for _, c := range n.covers {
			if c.coveredBy != n {
				t.Fatalf("node %d does not know that %d covers it", c.id, n.id)
			}
		}
	})
	if size != x.arg.size {
		t.Fatalf("%d nodes, counted %d", size, x.arg.size)
	}
}

// TestEqualArrays: arrays over few indices can be equal in spite of their form.
func TestEqualArrays(t *testing.T) {
	a := newAutomaton("L0 LE")
	v := a.NewVar("a", logic.ArraySort(logic.BVSort(1), logic.BVSort(1)))
	f := a.f
	ones := f.ConstArray(v.Sort(), f.BV(1, 1))
	stored := f.ConstArray(v.Sort(), f.BV(0, 1))
	for i := range uint64(2) {
		stored = f.Store(stored, f.BV(i, 1), f.BV(1, 1))
	}
	a.edge("L0", "LE", program.Assume(f.And(f.Eq(v.Sym, ones), f.Eq(v.Sym, stored))))
	a.done()
	for _, k := range []int{NoSolver, DefaultMaxEnum} {
		r := verify(t, a.Program, func(o *Options) { o.Domain, o.InitialPrecision, o.MaxEnum = Expl, AllVars, k })
		if r.Verdict != engine.False {
			t.Errorf("k %d: %v %s", k, r.Verdict, r.Reason)
		}
	}
}
