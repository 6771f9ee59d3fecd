// Package arrayfreetest draws random formulas over bit-vectors, floats and arrays for tests.
package arrayfreetest

import (
	"pgregory.net/rapid"

	"cupel/core/logic"
)

// Gen draws terms over few symbols.
type Gen struct {
	T       *rapid.T
	F       *logic.Factory
	Symbols []*logic.Term
	bytes   *logic.Sort
	floats  bool
}

// New returns a generator with a factory of its own.
func New(t *rapid.T, floats bool) *Gen {
	f := logic.NewFactory()
	bv := logic.BVSort(4)
	g := &Gen{T: t, F: f, bytes: logic.ArraySort(bv, bv), floats: floats}
	g.Symbols = []*logic.Term{f.Var("p", logic.Bool), f.Var("x", bv), f.Var("y", bv), f.Var("z", bv), f.Var("a", g.bytes), f.Var("b", g.bytes)}
	return g
}

func (g *Gen) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "choice") }

// Bool draws a formula.
func (g *Gen) Bool(d int) *logic.Term {
	f := g.F
	if d == 0 {
		return g.Symbols[0]
	}
	n := 9
	if g.floats {
		n = 11
	}
	switch g.pick(n) {
	case 0:
		return f.Not(g.Bool(d - 1))
	case 1:
		return f.And(g.Bool(d-1), g.Bool(d-1))
	case 2:
		return f.Or(g.Bool(d-1), g.Bool(d-1))
	case 3, 4:
		return f.ULt(g.bv(d-1), g.bv(d-1))
	case 5:
		return f.SLe(g.bv(d-1), g.bv(d-1))
	case 9:
		return f.FP(logic.OpFPLt, logic.RNE, g.float(d-1), g.float(d-1))
	case 10:
		return f.Eq(g.float(d-1), g.float(d-1))
	}
	return f.Eq(g.bv(d-1), g.bv(d-1))
}

func (g *Gen) float(d int) *logic.Term {
	x := g.F.FPConvert(logic.OpFPFromSBV, logic.FloatSort(3, 3), logic.RTZ, g.bv(d))
	if d > 0 && g.pick(2) == 0 {
		return g.F.FP(logic.OpFPAdd, logic.RNE, x, g.float(d-1))
	}
	return x
}

var binary = []logic.Op{logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVUDiv, logic.OpBVSRem, logic.OpBVAnd, logic.OpBVXor, logic.OpBVShl, logic.OpBVLShr}

func (g *Gen) bv(d int) *logic.Term {
	f := g.F
	if d == 0 {
		if g.pick(3) == 0 {
			return f.BV(uint64(g.pick(16)), 4)
		}
		return g.Symbols[1+g.pick(3)]
	}
	switch g.pick(8) {
	case 0:
		return f.Ite(g.Bool(d-1), g.bv(d-1), g.bv(d-1))
	case 1, 2:
		return f.BVOp(binary[g.pick(len(binary))], g.bv(d-1), g.bv(d-1))
	case 3:
		return f.Extract(5, 2, f.SignExt(4, g.bv(d-1)))
	}
	return f.Select(g.array(d-1), g.bv(d-1))
}

func (g *Gen) array(d int) *logic.Term {
	f := g.F
	if d == 0 {
		return g.Symbols[4+g.pick(2)]
	}
	switch g.pick(6) {
	case 0:
		return f.Ite(g.Bool(d-1), g.array(d-1), g.array(d-1))
	case 1:
		return f.ConstArray(g.bytes, g.bv(d-1))
	case 2: // a run at constant indices
		a := g.array(d - 1)
		for range 1 + g.pick(5) {
			a = f.Store(a, f.BV(uint64(g.pick(16)), 4), g.bv(0))
		}
		return a
	case 3:
		return g.array(0)
	}
	return f.Store(g.array(d-1), g.bv(d-1), g.bv(d-1))
}

// Values draws values of the symbols.
func (g *Gen) Values() map[*logic.Term]*logic.Term {
	f := g.F
	m := map[*logic.Term]*logic.Term{}
	for _, v := range g.Symbols {
		switch s := v.Sort(); {
		case s.IsBool():
			m[v] = f.BoolConst(g.pick(2) == 0)
		case s.IsBV():
			m[v] = f.BV(uint64(g.pick(16)), 4)
		default:
			a := f.ConstArray(s, f.BV(uint64(g.pick(16)), 4))
			for i := range uint64(16) {
				a = f.Store(a, f.BV(i, 4), f.BV(uint64(g.pick(16)), 4))
			}
			m[v] = a
		}
	}
	return m
}
