package absinttest

import (
	"fmt"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
)

// Gen draws terms over the variables of a program.
type Gen struct {
	T *rapid.T
	P *program.Program
}

// NewGen returns a generator with n fresh scalar variables of 1 to maxWidth
// bits and, if arrays is set, one array of 3-bit elements with 2-bit indices.
func NewGen(t *rapid.T, n, maxWidth int, arrays bool) *Gen {
	g := &Gen{T: t, P: &program.Program{Terms: logic.NewFactory()}}
	for i := range n {
		w := rapid.IntRange(1, maxWidth).Draw(t, "width")
		name := fmt.Sprintf("v%d", i)
		v := &program.Var{Name: name, Sym: g.P.Terms.Var(name, logic.BVSort(w)), Signed: rapid.Bool().Draw(t, "signed")}
		g.P.Vars = append(g.P.Vars, v)
	}
	if arrays {
		s := logic.ArraySort(logic.BVSort(2), logic.BVSort(3)) // different widths: a leaf that is an index needs no index
		v := &program.Var{Name: "a", Sym: g.P.Terms.Var("a", s), Signed: rapid.Bool().Draw(t, "signed")}
		g.P.Vars = append(g.P.Vars, v)
	}
	return g
}

func (g *Gen) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.T, what) }

var binary = []logic.Op{
	logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW,
	logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem,
	logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr,
}

// BV draws a term of w bits.
func (g *Gen) BV(w, depth int) *logic.Term {
	f := g.P.Terms
	if depth == 0 || g.pick(6, "leaf") == 0 {
		return g.leaf(w)
	}
	sub := func() *logic.Term { return g.BV(w, depth-1) }
	switch k := g.pick(12, "kind"); {
	case k == 0:
		return f.BVNeg(sub())
	case k == 1:
		return f.BVNegNSW(sub())
	case k == 2:
		return f.BVNot(sub())
	case k == 3:
		return f.Ite(g.Bool(depth-1), sub(), sub())
	case k == 4: // extraction from a wider term
		lo := g.pick(3, "lo")
		return f.Extract(lo+w-1, lo, g.BV(w+lo+g.pick(2, "more"), depth-1))
	case k == 5 && w > 1:
		n := 1 + g.pick(w-1, "added")
		if rapid.Bool().Draw(g.T, "sign") {
			return f.SignExt(n, g.BV(w-n, depth-1))
		}
		return f.ZeroExt(n, g.BV(w-n, depth-1))
	case k == 6 && w > 1:
		n := 1 + g.pick(w-1, "high")
		return f.Concat(g.BV(n, depth-1), g.BV(w-n, depth-1))
	}
	return f.BVOp(binary[g.pick(len(binary), "op")], sub(), sub())
}

func (g *Gen) leaf(w int) *logic.Term {
	f := g.P.Terms
	var vs []*logic.Term
	for _, v := range g.P.Vars {
		switch s := v.Sort(); {
		case s == logic.BVSort(w):
			vs = append(vs, v.Sym, v.Sym)
		case s.IsArray() && s.Elem() == logic.BVSort(w):
			vs = append(vs, f.Select(v.Sym, g.leaf(s.Index().Width())))
		}
	}
	if i := g.pick(len(vs)+2, "leaf"); i < len(vs) {
		return vs[i]
	}
	if len(vs) == 0 && g.pick(3, "fit") > 0 { // make some variable fit
		v := g.P.Vars[g.pick(len(g.P.Vars), "var")]
		if s := v.Sort(); s.IsBV() {
			switch d := w - s.Width(); {
			case d < 0:
				return f.Extract(w-1, 0, v.Sym)
			case v.Signed:
				return f.SignExt(d, v.Sym)
			default:
				return f.ZeroExt(d, v.Sym)
			}
		}
	}
	return f.BV(uint64(g.pick(1<<w, "const")), w)
}

// Bool draws a Boolean term.
func (g *Gen) Bool(depth int) *logic.Term {
	f := g.P.Terms
	if depth > 0 {
		switch g.pick(8, "bool") {
		case 0:
			return f.Not(g.Bool(depth - 1))
		case 1:
			return f.And(g.Bool(depth-1), g.Bool(depth-1))
		case 2:
			return f.Or(g.Bool(depth-1), g.Bool(depth-1))
		}
	}
	w := 1 + g.pick(3, "width")
	a, b := g.BV(w, max(depth-1, 0)), g.BV(w, max(depth-1, 0))
	switch g.pick(8, "cmp") {
	case 0:
		return f.ULe(a, b)
	case 1:
		return f.ULt(a, b)
	case 2:
		return f.SLe(a, b)
	case 3:
		return f.SLt(a, b)
	case 4:
		return f.SignedOK(logic.OpSAddOK, a, b)
	case 5:
		return f.SignedOK(logic.OpSSubOK, a, b)
	case 6:
		return f.SignedOK(logic.OpSMulOK, a, b)
	}
	return f.Eq(a, b)
}

// Program draws the edges of g.P: up to maxLocs locations, whose last one is
// the error location. Where a term's value may be undefined, checks precede.
func (g *Gen) Program(maxLocs, depth int) *program.Program {
	p := g.P
	n := 2 + g.pick(maxLocs-1, "locations")
	for range n {
		p.NewLocation("f", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.Locs[n-1]
	for i := range n - 1 {
		next := p.Locs[i+1]
		switch g.pick(3, "shape") {
		case 0:
			p.NewEdge(p.Locs[i], next, g.ops(depth)...)
		default: // a branch, possibly back
			c := g.Bool(depth)
			other := p.Locs[g.pick(n, "target")]
			then := append(g.checked(program.Assume(c)), g.ops(depth)...)
			p.NewEdge(p.Locs[i], next, then...)
			p.NewEdge(p.Locs[i], other, append(g.checked(program.Assume(p.Terms.Not(c))), g.ops(depth)...)...)
		}
	}
	return p
}

func (g *Gen) ops(depth int) []program.Op {
	var ops []program.Op
	for range g.pick(3, "ops") {
		v := g.P.Vars[g.pick(len(g.P.Vars), "var")]
		f := g.P.Terms
		switch k := g.pick(8, "op"); {
		case v.Sort().IsArray():
			s := v.Sort()
			switch k {
			case 0:
				ops = append(ops, g.checked(program.Assign(v, f.ConstArray(s, g.BV(s.Elem().Width(), 1))))...)
			default:
				st := f.Store(v.Sym, g.BV(s.Index().Width(), 1), g.BV(s.Elem().Width(), depth))
				ops = append(ops, g.checked(program.Assign(v, st))...)
			}
		case k == 0:
			ops = append(ops, program.Havoc(v, nil))
		case k == 1:
			ops = append(ops, g.checked(program.Assume(g.Bool(depth)))...)
		case k == 2 && depth > 1:
			ops = append(ops, program.Choice(g.ops(depth-1), g.ops(depth-1)))
		default:
			ops = append(ops, g.checked(program.Assign(v, g.BV(v.Sort().Width(), depth)))...)
		}
	}
	return ops
}

// checked puts the definedness conditions of op's term before op.
func (g *Gen) checked(op program.Op) []program.Op {
	f := g.P.Terms
	var terms []*logic.Term
	logic.Walk(func(t *logic.Term) bool { terms = append(terms, t); return true }, op.Expr)
	var checks []program.Op
	for i := len(terms) - 1; i >= 0; i-- {
		t := terms[i]
		switch t.Op() {
		case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
			checks = append(checks, program.CheckOf(program.OtherCheck, f.Ne(t.Arg(1), f.BV(0, t.Sort().Width())), "division by zero"))
		case logic.OpBVAddNSW:
			checks = append(checks, program.CheckOf(program.OtherCheck, f.SignedOK(logic.OpSAddOK, t.Arg(0), t.Arg(1)), "overflow"))
		case logic.OpBVSubNSW:
			checks = append(checks, program.CheckOf(program.OtherCheck, f.SignedOK(logic.OpSSubOK, t.Arg(0), t.Arg(1)), "overflow"))
		case logic.OpBVMulNSW:
			checks = append(checks, program.CheckOf(program.OtherCheck, f.SignedOK(logic.OpSMulOK, t.Arg(0), t.Arg(1)), "overflow"))
		case logic.OpBVNegNSW:
			zero := f.BV(0, t.Sort().Width())
			checks = append(checks, program.CheckOf(program.OtherCheck, f.SignedOK(logic.OpSSubOK, zero, t.Arg(0)), "overflow"))
		}
	}
	return append(checks, op)
}
