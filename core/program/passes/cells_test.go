package passes

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/effort"
)

// TestCells runs random operations on arrays and on their cells: all scalars, and what claims
// about cells mean, have the same values.
func TestCells(t *testing.T) {
	rng := rand.New(rand.NewSource(int64(effort.Seed(7))))
	split, erased := 0, 0
	for range effort.Count(75, 600, 3000) {
		f := logic.NewFactory()
		g := &cellGen{f: f, rng: rng, p: &program.Program{Terms: f}, symbolic: rng.Intn(4) == 0}
		p := g.program()
		q, _, err := Cells.Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		a, b := g.state(), g.state()
		for _, v := range q.Vars {
			if v.Cell != nil {
				split++
				erased += g.erased
				if b[v.Sym], err = f.Eval(v.Cell, func(s *logic.Term) *logic.Term { return a[s] }); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, e := range p.Edges {
			g.run(t, e.Ops, a)
			g.run(t, q.Edges[i].Ops, b)
		}
		for _, v := range q.Vars {
			if v.Sort().IsArray() || b[v.Sym] == nil {
				continue
			}
			term := v.Sym
			if v.Cell != nil {
				term = q.CellsToSelects(v.Sym)
				if q.SelectsToCells(term) != v.Sym {
					t.Fatalf("%v is not the cell %v", term, v.Sym)
				}
			} else if a[v.Sym] == nil {
				continue // a temporary
			}
			want, err := f.Eval(term, func(s *logic.Term) *logic.Term { return a[s] })
			if err != nil || want != b[v.Sym] {
				t.Fatalf("%v is %v, want %v (%v)", term, b[v.Sym], want, err)
			}
		}
	}
	if split == 0 || erased == 0 {
		t.Errorf("%d arrays were split, %d that were indeterminate", split, erased)
	}
}

type cellGen struct {
	f        *logic.Factory
	rng      *rand.Rand
	p        *program.Program
	arrays   []*program.Var
	scalars  []*program.Var
	symbolic bool // also indices that are not constants
	erased   int  // operations that make an array indeterminate
}

func (g *cellGen) program() *program.Program {
	s := logic.ArraySort(logic.BVSort(8), logic.BVSort(8))
	add := func(name string, s *logic.Sort) *program.Var {
		v := &program.Var{Name: name, Sym: g.f.Var(name, s)}
		g.p.Vars = append(g.p.Vars, v)
		return v
	}
	for i := range 2 {
		g.arrays = append(g.arrays, add(fmt.Sprintf("m%d", i), s))
	}
	for i := range 3 {
		g.scalars = append(g.scalars, add(fmt.Sprintf("x%d", i), logic.BVSort(8)))
	}
	var locs []*program.Location
	for range 3 {
		locs = append(locs, g.p.NewLocation("main", program.Pos{}))
	}
	g.p.Init, g.p.Error = locs[0], locs[2]
	for i := range 2 {
		var ops []program.Op
		for range 1 + g.rng.Intn(4) {
			if ops = append(ops, g.op()); g.rng.Intn(8) == 0 {
				ops = append(ops, g.erase()...)
			}
		}
		g.p.NewEdge(locs[i], locs[i+1], ops...)
	}
	return g.p
}

func (g *cellGen) op() program.Op {
	if g.rng.Intn(2) == 0 {
		return program.Assign(g.scalars[g.rng.Intn(3)], g.scalar(2))
	}
	v := g.arrays[g.rng.Intn(2)]
	return program.Assign(v, g.array(v, 3))
}

// erase makes an array indeterminate and writes most of its cells, in most cases all.
func (g *cellGen) erase() []program.Op {
	v := g.arrays[g.rng.Intn(2)]
	g.erased++
	o := program.Havoc(v, nil)
	o.ID = g.erased
	ops := []program.Op{o}
	for chains, next := 1+g.rng.Intn(2), 0; chains > 0; chains-- {
		a := v.Sym
		for ; next < 4 && (chains == 1 || g.rng.Intn(3) > 0); next++ {
			if g.rng.Intn(40) > 0 {
				a = g.f.Store(a, g.f.BV(uint64(next), 8), g.scalar(g.rng.Intn(2)))
			}
		}
		ops = append(ops, program.Assign(v, a))
	}
	return ops
}

func (g *cellGen) index() *logic.Term {
	if g.symbolic && g.rng.Intn(4) == 0 {
		return g.scalars[0].Sym
	}
	return g.f.BV(uint64(g.rng.Intn(4)), 8)
}

func (g *cellGen) array(v *program.Var, depth int) *logic.Term {
	if depth == 0 || g.rng.Intn(5) == 0 {
		if g.rng.Intn(12) == 0 {
			return g.arrays[g.rng.Intn(2)].Sym
		}
		return v.Sym
	}
	a := g.array(v, depth-1)
	if g.rng.Intn(4) == 0 {
		return g.f.Ite(g.f.Eq(g.scalar(1), g.scalar(0)), a, g.array(v, depth-1))
	}
	return g.f.Store(a, g.index(), g.scalar(1))
}

func (g *cellGen) scalar(depth int) *logic.Term {
	if depth == 0 || g.rng.Intn(4) == 0 {
		if g.rng.Intn(3) == 0 {
			return g.f.BV(uint64(g.rng.Intn(3)), 8)
		}
		return g.scalars[g.rng.Intn(3)].Sym
	}
	if g.rng.Intn(2) == 0 {
		return g.f.Select(g.array(g.arrays[g.rng.Intn(2)], depth-1), g.index())
	}
	return g.f.BVOp(logic.OpBVAdd, g.scalar(depth-1), g.scalar(depth-1))
}

// state is some values of the variables.
func (g *cellGen) state() map[*logic.Term]*logic.Term {
	s := map[*logic.Term]*logic.Term{}
	for i, v := range g.scalars {
		s[v.Sym] = g.f.BV(uint64(i), 8)
	}
	for i, v := range g.arrays {
		a := g.f.ConstArray(v.Sort(), g.f.BV(uint64(7+i), 8))
		for k := range 3 {
			a = g.f.Store(a, g.f.BV(uint64(k), 8), g.f.BV(uint64(20+4*i+k), 8))
		}
		s[v.Sym] = a
	}
	return s
}

func (g *cellGen) run(t *testing.T, ops []program.Op, s map[*logic.Term]*logic.Term) {
	t.Helper()
	for _, o := range ops {
		if o.Kind == program.OpHavoc {
			s[o.Var.Sym] = g.f.ConstArray(o.Var.Sort(), g.f.BV(uint64(100+o.ID), 8))
			continue
		}
		v, err := g.f.Eval(o.Expr, func(x *logic.Term) *logic.Term { return s[x] })
		if err != nil {
			t.Fatal(err)
		}
		s[o.Var.Sym] = v
	}
}
