package recurrence_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine/recurrence"
	"cupel/tests/effort"
)

// A game is the graph of all states of a small program: we choose edges and inputs, an opponent the values of other havocs. endless are the states from which
// we can go on for ever.
type game struct {
	p       *program.Program
	f       *logic.Factory
	endless map[string]bool
}

type valuation map[*logic.Term]*logic.Term

func (g *game) key(l *program.Location, v valuation) string {
	s := fmt.Sprint(l.ID)
	for _, x := range g.p.Vars {
		s += " " + v[x.Sym].String()
	}
	return s
}

func (g *game) values(s *logic.Sort) (out []*logic.Term) {
	for i := range uint64(1) << s.Width() {
		out = append(out, g.f.BV(i, s.Width()))
	}
	return out
}

// wins reports whether we can execute operations and come to a good state at l.
func (g *game) wins(ops []program.Op, v valuation, l *program.Location) bool {
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case program.OpAssume, program.OpCheck:
			if !g.f.Subst(op.Expr, v).IsTrue() {
				return false
			}
		case program.OpAssign:
			v = with(v, op.Var, g.f.Subst(op.Expr, v))
		case program.OpHavoc:
			for _, c := range g.values(op.Var.Sort()) {
				if won := g.wins(ops[i+1:], with(v, op.Var, c), l); won == (op.Input != nil) {
					return won
				}
			}
			return op.Input == nil
		}
	}
	return g.endless[g.key(l, v)]
}

func with(v valuation, x *program.Var, t *logic.Term) valuation {
	w := make(valuation, len(v))
	for k, y := range v {
		w[k] = y
	}
	w[x.Sym] = t
	return w
}

// play decides the game.
func play(p *program.Program) *game {
	g := &game{p: p, f: p.Terms, endless: map[string]bool{}}
	vs := []valuation{{}}
	for _, x := range p.Vars {
		var next []valuation
		for _, v := range vs {
			for _, c := range g.values(x.Sort()) {
				next = append(next, with(v, x, c))
			}
		}
		vs = next
	}
	for _, l := range p.Locs {
		for _, v := range vs {
			g.endless[g.key(l, v)] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range p.Locs {
			for _, v := range vs {
				k := g.key(l, v)
				if !g.endless[k] {
					continue
				}
				won := false
				for _, e := range l.Out {
					if won = g.wins(e.Ops, v, e.Dst); won {
						break
					}
				}
				if !won {
					g.endless[k], changed = false, true
				}
			}
		}
	}
	return g
}

// start puts an edge before a program on which its variables are chosen.
func start(p *program.Program) *program.Program {
	c := program.NewCopy(p)
	first := c.NewLocation("main", program.Pos{})
	for _, l := range p.Locs {
		c.Location(l)
	}
	var ops []program.Op
	for i, v := range p.Vars {
		ops = append(ops, program.Havoc(v, &program.Input{ID: 1000 + i, Callee: "input", Sort: v.Sort()}))
	}
	c.NewEdge(first, c.Location(p.Init), ops...)
	for _, e := range p.Edges {
		c.Edge(e, e.Ops)
	}
	c.Init, c.Error = first, c.Location(p.Error)
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program
}

// random draws inputs.
type random struct {
	*rand.Rand
	f *logic.Factory
}

func (r random) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	return r.f.BV(r.Uint64()&(1<<op.Var.Sort().Width()-1), op.Var.Sort().Width()), true
}

// TestRandomPrograms: a set is found only where the graph of states has an infinite path, whatever comes in that is no input; most of these are found, and the
// sets are confirmed.
func TestRandomPrograms(t *testing.T) {
	effort.Checks(t, 60, 400, 4000)
	endless, found, all := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := start(programtest.Program(rt, programtest.Shape{Locations: 7, Vars: 2, Width: 2, Checks: true}))
		g := play(p)
		all++
		v := valuation{}
		for _, x := range p.Vars {
			v[x.Sym] = g.values(x.Sort())[0]
		}
		forever := g.endless[g.key(p.Init, v)]
		if forever {
			endless++
		}
		var sources []func() interp.Source
		for seed := range uint64(4) {
			sources = append(sources, func() interp.Source { return random{rand.New(rand.NewPCG(seed, 1)), logic.NewFactory()} })
		}
		l, _, err := recurrence.Refute(t.Context(), p, sources, recurrence.Options{Open: z3.Open, Work: 5_000_000})
		if err != nil {
			rt.Fatal(err)
		}
		if l == nil {
			return
		}
		found++
		if !forever {
			var b strings.Builder
			_ = p.Dump(&b)
			rt.Fatalf("a set of a program that ends\n%s%s", b.String(), describe(l))
		}
		if err := recurrence.Check(t.Context(), p, &l.Set, z3.Open, smt.Options{}); err != nil {
			rt.Fatal(err)
		}
		if _, _, err := recurrence.Walk(t.Context(), p, l, 50); err != nil {
			rt.Fatal(err)
		}
	})
	t.Logf("%d programs, %d need not end, %d found", all, endless, found)
	if 10*found < 8*endless {
		t.Errorf("%d of %d found", found, endless)
	}
}
