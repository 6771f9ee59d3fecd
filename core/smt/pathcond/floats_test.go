package pathcond

import (
	"math/big"
	"math/rand"
	"testing"

	"cupel/core/logic"
	"cupel/tests/effort"
)

// TestRefuted draws conditions over two small floats: a refuted condition has no solution among all values.
func TestRefuted(t *testing.T) {
	rng := rand.New(rand.NewSource(int64(effort.Seed(11))))
	refuted, conditional := 0, 0
	for range effort.Count(200, 1500, 10000) {
		f := logic.NewFactory()
		g := &floatGen{f: f, rng: rng, sort: logic.FloatSort(3, 3)}
		for i := range int64(64) {
			g.values = append(g.values, f.FloatBits(g.sort, big.NewInt(i)))
		}
		x, y := f.Var("x", g.sort), f.Var("y", g.sort)
		g.symbols = []*logic.Term{x, y}
		d := New(f, nil)
		var all []*conjunct
		for range 2 + rng.Intn(4) {
			for _, c := range logic.Conjuncts(g.condition(2)) {
				all = append(all, d.conjunctOf(c))
			}
		}
		if !d.refuted(all) {
			continue
		}
		refuted++
		for _, c := range all {
			logic.Walk(func(u *logic.Term) bool {
				if u.Op() == logic.OpIte && u.Sort().IsFloat() {
					conditional++
				}
				return true
			}, c.term)
		}
		for _, a := range g.values {
			for _, b := range g.values {
				e := f.NewEvaluator(func(s *logic.Term) *logic.Term {
					if s == x {
						return a
					}
					return b
				})
				holds := true
				for _, c := range all {
					ok, err := e.Bool(c.term)
					if holds = holds && (err != nil || ok); !holds {
						break
					}
				}
				if holds {
					for _, c := range all {
						t.Log(c.term)
					}
					t.Fatalf("refuted, but x = %v, y = %v", a, b)
				}
			}
		}
	}
	if refuted < 20 || conditional == 0 {
		t.Errorf("%d refuted, %d conditional terms among them", refuted, conditional)
	}
}

type floatGen struct {
	f       *logic.Factory
	rng     *rand.Rand
	sort    *logic.Sort
	values  []*logic.Term
	symbols []*logic.Term
}

func (g *floatGen) constant() *logic.Term { return g.values[g.rng.Intn(len(g.values))] }

func (g *floatGen) term(depth int) *logic.Term {
	f := g.f
	if depth == 0 || g.rng.Intn(5) == 0 {
		if g.rng.Intn(3) == 0 {
			return g.constant()
		}
		return g.symbols[g.rng.Intn(2)]
	}
	a := g.term(depth - 1)
	switch g.rng.Intn(7) {
	case 0:
		return f.FP(logic.OpFPNeg, logic.RNE, a)
	case 1, 2: // a limit
		k := g.constant()
		return f.Ite(g.compare(a, k), k, a)
	}
	ops := []logic.Op{logic.OpFPAdd, logic.OpFPSub, logic.OpFPMul, logic.OpFPDiv}
	return f.FP(ops[g.rng.Intn(4)], logic.RNE, a, g.term(depth-1))
}

func (g *floatGen) compare(a, b *logic.Term) *logic.Term {
	if g.rng.Intn(2) == 0 {
		a, b = b, a
	}
	op := logic.OpFPLe
	if g.rng.Intn(2) == 0 {
		op = logic.OpFPLt
	}
	c := g.f.FP(op, logic.RNE, a, b)
	if g.rng.Intn(3) == 0 {
		c = g.f.Not(c)
	}
	return c
}

func (g *floatGen) condition(depth int) *logic.Term {
	c := g.compare(g.term(depth), g.constant())
	switch g.rng.Intn(6) {
	case 0:
		return g.f.Or(c, g.compare(g.term(1), g.term(1)))
	case 1:
		return g.f.Not(g.f.Or(c, g.compare(g.symbols[g.rng.Intn(2)], g.constant())))
	case 2, 3:
		return g.compare(g.symbols[g.rng.Intn(2)], g.constant())
	}
	return c
}
