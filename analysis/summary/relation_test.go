package summary

import (
	"context"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/summary/pathexpr"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
)

// A relation on at most 64 states, the oracle: row i holds the successors of i.
type relation [64]uint64

func (r relation) then(s relation) relation {
	var t relation
	for i, row := range r {
		for ; row != 0; row &= row - 1 {
			t[i] |= s[bits.TrailingZeros64(row)]
		}
	}
	return t
}

func (r relation) or(s relation) relation {
	for i := range r {
		r[i] |= s[i]
	}
	return r
}

func identity() relation {
	var r relation
	for i := range r {
		r[i] = 1 << i
	}
	return r
}

func (r relation) closure() relation {
	r = r.or(identity())
	for {
		n := r.then(r)
		if n == r {
			return r
		}
		r = n
	}
}

// states enumerates the valuations of a small program's variables.
type states struct {
	p   *program.Program
	all [][]*logic.Term
}

func newStates(p *program.Program) *states {
	s := &states{p: p, all: [][]*logic.Term{nil}}
	for _, v := range p.Vars {
		var next [][]*logic.Term
		for _, val := range s.all {
			for _, x := range s.values(v.Sort()) {
				next = append(next, append(append([]*logic.Term(nil), val...), x))
			}
		}
		s.all = next
	}
	return s
}

func (s *states) values(o *logic.Sort) []*logic.Term {
	if o.IsBool() {
		return []*logic.Term{s.p.Terms.False(), s.p.Terms.True()}
	}
	var vs []*logic.Term
	for i := range 1 << o.Width() {
		vs = append(vs, s.p.Terms.BV(uint64(i), o.Width()))
	}
	return vs
}

func (s *states) index(val []*logic.Term) int {
	for i, v := range s.all {
		eq := true
		for j := range v {
			eq = eq && v[j] == val[j]
		}
		if eq {
			return i
		}
	}
	panic("no state")
}

func (s *states) env(val []*logic.Term) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for i, v := range s.p.Vars {
		m[v.Sym] = val[i]
	}
	return m
}

// ops is the relation of operations, checks included.
func (s *states) ops(ops []program.Op) relation {
	var r relation
	for i, val := range s.all {
		sets := [][]*logic.Term{val}
		for k := range ops {
			op := &ops[k]
			var next [][]*logic.Term
			for _, v := range sets {
				switch op.Kind {
				case program.OpAssume, program.OpCheck:
					if s.p.Terms.Subst(op.Expr, s.env(v)).IsTrue() {
						next = append(next, v)
					}
				case program.OpAssign, program.OpHavoc:
					xs := s.values(op.Var.Sort())
					if op.Kind == program.OpAssign {
						xs = []*logic.Term{s.p.Terms.Subst(op.Expr, s.env(v))}
					}
					for _, x := range xs {
						w := append([]*logic.Term(nil), v...)
						for j, u := range s.p.Vars {
							if u == op.Var {
								w[j] = x
							}
						}
						next = append(next, w)
					}
				default:
					next = append(next, v)
				}
			}
			sets = next
		}
		for _, v := range sets {
			r[i] |= 1 << s.index(v)
		}
	}
	return r
}

// of is the relation of a transition, its Skolem constants enumerated.
func (s *states) of(t *Transition) relation {
	var r relation
	f := s.p.Terms
	for i, val := range s.all {
		env := s.env(val)
		var try func(k int)
		try = func(k int) {
			if k < len(t.skolems) {
				for _, x := range s.values(t.skolems[k].Sort()) {
					env[t.skolems[k]] = x
					try(k + 1)
				}
				return
			}
			if !f.Subst(t.guard, env).IsTrue() {
				return
			}
			out := make([]*logic.Term, len(val))
			for j, v := range s.p.Vars {
				out[j] = f.Subst(t.Value(v.Sym), env)
			}
			r[i] |= 1 << s.index(out)
		}
		try(0)
	}
	return r
}

type relations struct{ s *states }

func (a relations) Zero() relation                { return relation{} }
func (a relations) One() relation                 { return identity() }
func (a relations) Edge(e *program.Edge) relation { return a.s.ops(e.Ops) }
func (a relations) Cat(x, y relation) relation    { return x.then(y) }
func (a relations) Alt(xs []relation) (all relation) {
	for _, x := range xs {
		all = all.or(x)
	}
	return all
}

func (a relations) Star(_ context.Context, x relation, _ *program.Location) (relation, error) {
	return x.closure(), nil
}

// TestPathExpressions compares the expression of every location with the least
// solution of the equations of the graph.
func TestPathExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		s := newStates(p)
		ev := pathexpr.NewEvaluator[relation](relations{s})
		sys := pathexpr.New(p, p.Error)
		want := make([]relation, len(p.Locs))
		want[p.Error.ID] = identity()
		edges := make([]relation, len(p.Edges))
		for _, e := range p.Edges {
			edges[e.ID] = s.ops(e.Ops)
		}
		for changed := true; changed; {
			changed = false
			for _, e := range p.Edges {
				n := want[e.Src.ID].or(edges[e.ID].then(want[e.Dst.ID]))
				changed = changed || n != want[e.Src.ID]
				want[e.Src.ID] = n
			}
		}
		for _, l := range p.Locs {
			got, err := ev.Eval(context.Background(), sys.ToTarget(l))
			if err != nil {
				t.Fatal(err)
			}
			for i := range s.all {
				if got[i] != want[l.ID][i] {
					t.Fatalf("location %d: %s from %v: %b, want %b", l.ID, sys.ToTarget(l), s.all[i], got[i], want[l.ID][i])
				}
			}
		}
	})
}

// TestTransitions compares operations on transitions with those on relations.
func TestTransitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _, err := passes.AssumeChecks.Run(t.Context(), programtest.Program(t, programtest.Small))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Edges) == 0 {
			t.Skip("no edges")
		}
		var o Options
		if rapid.Bool().Draw(t, "eliminate") {
			o.Eliminate = z3.EliminateSyntactic
		}
		a, s := NewAlgebra(p, o), newStates(p)
		type pair struct {
			t *Transition
			r relation
		}
		e := func() pair {
			e := p.Edges[rapid.IntRange(0, len(p.Edges)-1).Draw(t, "edge")]
			return pair{a.Ops(e.Ops), s.ops(e.Ops)}
		}
		all := []pair{e(), e(), {a.Identity(), identity()}, {a.False(), relation{}}}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			x := all[rapid.IntRange(0, len(all)-1).Draw(t, "x")]
			y := all[rapid.IntRange(0, len(all)-1).Draw(t, "y")]
			var z pair
			switch rapid.IntRange(0, 4).Draw(t, "op") {
			case 0, 1:
				z = pair{a.Compose(x.t, y.t), x.r.then(y.r)}
			case 2, 3:
				z = pair{a.Choice(x.t, y.t), x.r.or(y.r)}
			default:
				z = e()
			}
			if len(z.t.skolems) > 5 {
				continue
			}
			got := s.of(z.t)
			for i := range s.all {
				if got[i] != z.r[i] {
					t.Fatalf("x %v\ny %v\nresult %v\nfrom %v: %b, want %b", x.t, y.t, z.t, s.all[i], got[i], z.r[i])
				}
			}
			all = append(all, z)
		}
	})
}
