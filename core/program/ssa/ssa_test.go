package ssa_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/program/ssa"
)

// randomPath walks from Init.
func randomPath(t *rapid.T, p *program.Program, limit int) []*program.Edge {
	var path []*program.Edge
	for l := p.Init; len(l.Out) > 0 && len(path) < limit; l = path[len(path)-1].Dst {
		path = append(path, l.Out[rapid.IntRange(0, len(l.Out)-1).Draw(t, "edge")])
	}
	return path
}

func randomValue(t *rapid.T, f *logic.Factory, s *logic.Sort) *logic.Term {
	if s.IsBool() {
		return f.BoolConst(rapid.Bool().Draw(t, "value"))
	}
	return f.BV(uint64(rapid.IntRange(0, 1<<s.Width()-1).Draw(t, "value")), s.Width())
}

// run executes a path concretely; it reports false when an assumption fails. Checks are none.
func run(f *logic.Factory, ops []program.Op, val map[*logic.Term]*logic.Term, havocs *[]*logic.Term, choose func(int) int) bool {
	for _, o := range ops {
		switch o.Kind {
		case program.OpAssume:
			if !f.Subst(o.Expr, val).IsTrue() {
				return false
			}
		case program.OpAssign:
			val[o.Var.Sym] = f.Subst(o.Expr, val)
		case program.OpHavoc:
			val[o.Var.Sym] = (*havocs)[0]
			*havocs = (*havocs)[1:]
		case program.OpChoice:
			if !run(f, o.Alts[choose(len(o.Alts))], val, havocs, choose) {
				return false
			}
		}
	}
	return true
}

// TestEncode: a valuation of the symbols satisfies the formula exactly when the
// execution it describes passes, and the values along the path are those of the
// execution. Small blocks and large ones, both styles; checks say nothing.
func TestEncode(t *testing.T) {
	for _, o := range []ssa.Options{{}, {Style: ssa.Definitional}} {
		for _, large := range []bool{false, true} {
			t.Run(fmt.Sprintf("%+v large %v", o, large), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { checkEncoding(t, o, large) })
			})
		}
	}
}

func checkEncoding(t *rapid.T, o ssa.Options, large bool) {
	p := programtest.Program(t, programtest.Shape{Locations: 14, Vars: 3, Width: 2, Checks: true})
	if large {
		var err error
		if p, _, err = passes.LargeBlocks.Run(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	f := p.Terms
	path := randomPath(t, p, 8)
	e := ssa.Encode(p, path, o)
	if e.Len() != len(path) {
		t.Fatal("length")
	}
	// Values for all symbols: definitions last, in order.
	val := map[*logic.Term]*logic.Term{}
	defined := map[*logic.Term]bool{}
	for _, st := range e.Steps {
		for _, d := range st.Defs {
			if defined[d.Sym] || o.Style == ssa.Symbolic {
				t.Fatalf("definition of %s", d.Sym.Name())
			}
			defined[d.Sym] = true
		}
	}
	value := func(t0 *logic.Term) *logic.Term {
		for _, v := range logic.FreeVars(t0) {
			if val[v] == nil {
				if defined[v] {
					t.Fatalf("%s is used before its definition", v.Name())
				}
				val[v] = randomValue(t, f, v.Sort())
			}
		}
		return f.Subst(t0, val)
	}
	concrete := map[*logic.Term]*logic.Term{}
	for _, v := range p.Vars {
		concrete[v.Sym] = value(e.Value(0, v))
	}
	holds := true
	for _, st := range e.Steps {
		for _, d := range st.Defs {
			val[d.Sym] = value(d.Value)
		}
		for _, a := range st.Assumes {
			holds = value(a).IsTrue() && holds
		}
	}
	all := true
	for k := range e.Steps {
		all = value(e.StepFormula(k)).IsTrue() && all
	}
	if all != holds {
		t.Fatalf("the formulas of the steps hold: %v, want %v", all, holds)
	}
	havocs, choices := e.Resolve(func(t *logic.Term) bool { return value(t).IsTrue() })
	var inputs []*logic.Term
	for _, h := range havocs {
		inputs = append(inputs, value(h.Sym))
	}
	passed, choose := true, ssa.Chooser(choices)
	for k, edge := range path {
		if passed = run(f, edge.Ops, concrete, &inputs, choose); !passed {
			break
		}
		for _, v := range p.Vars {
			if got := value(e.Value(k+1, v)); got != concrete[v.Sym] {
				t.Fatalf("position %d: %v differs", k+1, v)
			}
		}
	}
	if passed != holds {
		t.Fatalf("the execution passes: %v, the formula holds: %v", passed, holds)
	}
	if passed && len(inputs) > 0 {
		t.Fatal("too many havocs")
	}
}

// TestBack: Back inverts Instance; a symbol that is out of date has no image.
func TestBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Shape{Locations: 14, Vars: 3, Width: 2})
		e := ssa.Encode(p, randomPath(t, p, 8), ssa.Options{Style: ssa.Definitional})
		f := p.Terms
		x, y := p.Vars[0].Sym, p.Vars[1].Sym
		pred := f.Or(f.ULt(x, y), f.Eq(f.BVOp(logic.OpBVAdd, x, p.Vars[2].Sym), f.BV(1, 2)))
		for k := range e.Len() + 1 {
			got, ok := e.Back(k, e.Instance(k, pred))
			if !ok || got != pred {
				t.Fatalf("position %d: %v, %v", k, got, ok)
			}
			for j := range e.Len() + 1 {
				for _, v := range p.Vars {
					old := e.Value(j, v)
					image, ok := e.Back(k, old)
					if current := e.Value(k, v) == old; ok != current || ok && image != v.Sym {
						t.Fatalf("%v of position %d at %d: %v", v, j, k, ok)
					}
				}
			}
		}
	})
}

// TestUndo: after Undo a state is as it was, in everything that can be seen, and
// a clone does not notice.
func TestUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		p, _, err := passes.LargeBlocks.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		s := ssa.NewState(p, ssa.Options{Style: ssa.Style(rapid.IntRange(0, 1).Draw(t, "style"))})
		look := func(s *ssa.State) string {
			out := ""
			for _, v := range p.Vars {
				out += fmt.Sprintf("%d ", s.Value(v).ID())
			}
			hs, cs := s.Resolve(func(t *logic.Term) bool { return t.ID()%2 == 0 })
			for _, h := range hs {
				out += fmt.Sprintf("%v=%d ", h.Var, h.Sym.ID())
			}
			return out + fmt.Sprint(cs)
		}
		step := func(e *program.Edge) string {
			st := s.Step(e.Ops)
			out := ""
			for _, d := range st.Defs {
				out += fmt.Sprintf("%d:=%d ", d.Sym.ID(), d.Value.ID())
			}
			for _, a := range st.Assumes {
				out += fmt.Sprintf("%d ", a.ID())
			}
			return out
		}
		for _, e := range randomPath(t, p, 6) {
			before, m := look(s), s.Mark()
			clone := s.Clone()
			var first []string
			for _, o := range e.Src.Out {
				first = append(first, step(o)+look(s))
				s.Undo(m)
				if look(s) != before {
					t.Fatal("Undo left a difference")
				}
			}
			for i, o := range e.Src.Out {
				if step(o)+look(s) != first[i] {
					t.Fatal("executing again differs")
				}
				s.Undo(m)
			}
			if look(clone) != before {
				t.Fatal("the clone changed")
			}
			step(e)
		}
	})
}

// BenchmarkState measures a depth-first step: apply, undo.
func BenchmarkState(b *testing.B) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x, y := p.NewVar("x", logic.BVSort(32)), p.NewVar("y", logic.BVSort(32))
	ops := []program.Op{
		program.Assign(x, f.BVOp(logic.OpBVAdd, x.Sym, f.BV(1, 32))),
		program.Havoc(y, nil),
		program.Assume(f.ULt(x.Sym, y.Sym)),
	}
	s := ssa.NewState(p, ssa.Options{})
	b.ReportAllocs()
	for b.Loop() {
		m := s.Mark()
		s.Step(ops)
		s.Undo(m)
	}
}
