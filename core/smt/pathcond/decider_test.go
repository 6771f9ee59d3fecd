package pathcond

import (
	"context"
	"errors"
	"math/rand"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"
)

// TestPathsAgainstSolver extends and shortens random conditions, as a search does, and compares the answers with a solver's; models must satisfy their
// conditions.
func TestPathsAgainstSolver(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewSource(int64(effort.Seed(4))))
	for round := range effort.Count(20, 60, 300) {
		f := logic.NewFactory()
		g := &generator{f: f, rng: rng, ints: round%2 == 0}
		d := New(f, func() (smt.Solver, error) { return z3.New(f, smt.Options{}) })
		g.symbols()
		pc := g.ranges()
		values := map[*logic.Term]*logic.Term{}
		other, err := z3.New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r := truth(t, other, pc); r != smt.Sat {
			t.Fatal("the ranges are empty")
		}
		a, err := d.Extend(ctx, pc, 0, nil)
		if err != nil || a.Result != smt.Sat {
			t.Fatalf("the ranges: %v, %v", a.Result, err)
		}
		merge := func(into, from map[*logic.Term]*logic.Term) map[*logic.Term]*logic.Term {
			r := map[*logic.Term]*logic.Term{}
			for k, v := range into {
				r[k] = v
			}
			for k, v := range from {
				r[k] = v
			}
			return r
		}
		values = merge(values, a.Values)
		type level struct {
			n      int
			values map[*logic.Term]*logic.Term
		}
		var levels []level
		for range 60 {
			if len(levels) > 0 && rng.Intn(3) == 0 {
				l := levels[len(levels)-1]
				levels = levels[:len(levels)-1]
				pc, values = pc[:l.n], l.values
				continue
			}
			known := len(pc)
			next := append(pc[:known:known], g.condition())
			var more []*logic.Term
			if rng.Intn(2) == 0 {
				more = append(more, g.condition())
			}
			got, err := d.Extend(ctx, next, known, more)
			if err != nil {
				t.Fatal(err)
			}
			all := append(next[:len(next):len(next)], more...)
			if want := truth(t, other, all); got.Result != want {
				t.Fatalf("%v, want %v: %v", got.Result, want, all)
			}
			if got.Result != smt.Sat {
				continue
			}
			if got.Values == nil {
				t.Fatal("no values")
			}
			now := merge(values, got.Values)
			for _, c := range all {
				v, err := f.Eval(c, func(s *logic.Term) *logic.Term {
					if v := now[s]; v != nil || !s.IsVar() {
						return v
					}
					return f.Zero(s.Sort())
				})
				if err == nil && !v.IsTrue() {
					t.Fatalf("the values do not satisfy %v", c)
				}
			}
			if len(more) == 0 {
				levels = append(levels, level{known, values})
				pc, values = next, now
			}
		}
		if err := errors.Join(d.Close(), other.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// truth asks a new solver.
func truth(t *testing.T, s smt.Solver, all []*logic.Term) smt.Result {
	t.Helper()
	if err := s.Push(); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if err := s.Assert(c); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Check(context.Background())
	if err := errors.Join(err, s.Pop(1)); err != nil {
		t.Fatal(err)
	}
	return r
}

// generator makes conditions over bytes: integers with ranges or bit-vectors, and an array.
type generator struct {
	f     *logic.Factory
	rng   *rand.Rand
	ints  bool
	bytes []*logic.Term
	array *logic.Term
}

func (g *generator) symbols() {
	sort := logic.BVSort(8)
	if g.ints {
		sort = logic.Int
	}
	for _, n := range []string{"a", "b", "c", "d"} {
		g.bytes = append(g.bytes, g.f.Var(n, sort))
	}
	g.array = g.f.Var("m", logic.ArraySort(sort, sort))
}

func (g *generator) ranges() []*logic.Term {
	var r []*logic.Term
	for _, s := range g.bytes {
		if g.ints {
			r = append(r, g.f.Le(g.f.IntConst(-128), s), g.f.Le(s, g.f.IntConst(127)))
		}
	}
	return r
}

func (g *generator) constant() *logic.Term {
	if g.ints {
		return g.f.IntConst(int64(g.rng.Intn(12) - 4))
	}
	return g.f.BVInt(int64(g.rng.Intn(12)-4), 8)
}

func (g *generator) term(depth int) *logic.Term {
	f := g.f
	if depth == 0 {
		if g.rng.Intn(3) == 0 {
			return g.constant()
		}
		return g.bytes[g.rng.Intn(len(g.bytes))]
	}
	x := g.term(depth - 1)
	switch g.rng.Intn(6) {
	case 0:
		return f.Ite(g.atom(0), x, g.term(depth-1))
	case 1:
		return f.Select(f.Store(g.array, g.constant(), x), g.term(0))
	case 2:
		if g.ints { // division by what may be 0 is a function that conditions share
			return f.Div(x, g.term(0))
		}
		return f.BVOp(logic.OpBVUDiv, x, g.term(0))
	case 3:
		if g.ints {
			return f.Add(x, g.term(0))
		}
		return f.BVOp(logic.OpBVAnd, x, g.constant())
	}
	return x
}

func (g *generator) atom(depth int) *logic.Term {
	f, x := g.f, g.term(depth)
	y := g.constant()
	if g.rng.Intn(4) == 0 {
		y = g.term(0)
	}
	var c *logic.Term
	switch {
	case g.rng.Intn(3) == 0:
		c = f.Eq(x, y)
	case g.ints:
		c = f.Le(x, y)
	default:
		c = f.ULe(x, y)
	}
	if g.rng.Intn(2) == 0 {
		c = f.Not(c)
	}
	return c
}

func (g *generator) condition() *logic.Term {
	c := g.atom(2)
	if g.rng.Intn(3) == 0 {
		c = g.f.Or(c, g.atom(1))
	}
	return c
}
