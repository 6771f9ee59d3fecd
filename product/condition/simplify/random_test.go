package simplify

import (
	"context"
	"fmt"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt/z3"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// formula draws conditions over a few narrow inputs.
type formula struct {
	t  *rapid.T
	f  *logic.Factory
	in []Input
}

func (g *formula) n(label string, most int) int { return rapid.IntRange(0, most).Draw(g.t, label) }

// arith is an arithmetic term of a width.
func (g *formula) arith(w, depth int) *logic.Term {
	var of []*logic.Term
	for _, in := range g.in {
		if s := in.Sym.Sort(); s.IsBV() {
			switch d := w - s.Width(); {
			case d < 0:
				of = append(of, g.f.Extract(w-1, 0, in.Sym), g.f.Extract(s.Width()-1, -d, in.Sym))
			case in.Signed:
				of = append(of, g.f.SignExt(d, in.Sym))
			default:
				of = append(of, g.f.ZeroExt(d, in.Sym))
			}
		}
	}
	c := g.f.BV(uint64(g.n("constant", 1<<w-1)), w)
	if depth == 0 || g.n("leaf", 2) == 0 {
		if k := g.n("symbol", len(of)); k < len(of) {
			return of[k]
		}
		return c
	}
	a := g.arith(w, depth-1)
	switch g.n("arith", 11) {
	case 0, 1:
		return g.f.BVOp(logic.OpBVAddNSW, a, c)
	case 2:
		return g.f.BVOp(logic.OpBVSub, c, a)
	case 3:
		return g.f.BVNeg(a)
	case 4:
		return g.f.BVNot(a)
	case 5:
		return g.f.BVOp(logic.OpBVAnd, a, c)
	case 6:
		return g.f.BVOp(logic.OpBVLShr, a, g.f.BV(uint64(g.n("shift", w)), w))
	case 7:
		return g.f.BVOp(logic.OpBVAShr, a, g.f.BV(uint64(g.n("shift", w)), w))
	case 8:
		return g.f.BVOp([]logic.Op{logic.OpBVUDiv, logic.OpBVSDiv}[g.n("division", 1)], a, c)
	case 9:
		return g.f.BVOp([]logic.Op{logic.OpBVURem, logic.OpBVSRem}[g.n("remainder", 1)], a, c)
	case 10:
		return g.f.Ite(g.atom(0), a, c)
	}
	return g.f.BVOp([]logic.Op{logic.OpBVAdd, logic.OpBVMul, logic.OpBVXor}[g.n("two", 2)], a, g.arith(w, depth-1))
}

func (g *formula) atom(depth int) *logic.Term {
	w := 3 + g.n("width", 3)
	a := g.arith(w, depth)
	b := g.f.BV(uint64(g.n("constant", 1<<w-1)), w)
	if g.n("sides", 3) == 0 {
		b = g.arith(w, depth)
	}
	if g.n("swap", 1) == 0 {
		a, b = b, a
	}
	switch g.n("compare", 5) {
	case 0:
		return g.f.ULe(a, b)
	case 1:
		return g.f.ULt(a, b)
	case 2:
		return g.f.SLe(a, b)
	case 3:
		return g.f.SLt(a, b)
	}
	return g.f.Eq(a, b)
}

// point is the conjunction of values of the inputs.
func (g *formula) point() *logic.Term {
	var ts []*logic.Term
	for _, in := range g.in {
		v := logic.Op(g.n("value", 15))
		if in.Sym.Sort().IsBool() {
			ts = append(ts, g.f.Eq(in.Sym, g.f.BoolConst(v&1 == 1)))
		} else {
			ts = append(ts, g.f.Eq(in.Sym, g.f.BV(uint64(v), in.Sym.Sort().Width())))
		}
	}
	return g.f.And(ts...)
}

func (g *formula) bool(depth int) *logic.Term {
	if depth == 0 {
		for _, in := range g.in {
			if in.Sym.Sort().IsBool() && g.n("flag", 2) == 0 {
				return in.Sym
			}
		}
		return g.atom(g.n("depth", 2))
	}
	var ts []*logic.Term
	for range 2 + g.n("arguments", 2) {
		ts = append(ts, g.bool(depth-1))
	}
	switch g.n("bool", 6) {
	case 0, 1:
		return g.f.And(ts...)
	case 2, 3:
		return g.f.Or(ts...)
	case 4:
		return g.f.Not(ts[0])
	case 5:
		return g.f.Ite(ts[0], ts[1], ts[0])
	}
	return g.f.Eq(ts[0], ts[1])
}

// condition draws a disjunction of points, or of conjunctions, or any formula.
func (g *formula) condition() *logic.Term {
	var ts []*logic.Term
	switch g.n("shape", 2) {
	case 0:
		for range 1 + g.n("points", 30) {
			ts = append(ts, g.point())
		}
	case 1:
		for range 1 + g.n("cubes", 6) {
			var ls []*logic.Term
			for range 1 + g.n("literals", 3) {
				l := g.bool(0)
				if g.n("sign", 1) == 0 {
					l = g.f.Not(l)
				}
				ls = append(ls, l)
			}
			ts = append(ts, g.f.And(ls...))
		}
	default:
		return g.bool(3)
	}
	return g.f.Or(ts...)
}

// draw makes inputs, a condition and a domain in a new factory.
func draw(t *rapid.T) (*formula, *logic.Term, *logic.Term) {
	g := &formula{t: t, f: logic.NewFactory()}
	for i := range 2 + g.n("inputs", 1) {
		sort := logic.BVSort(3 + g.n("bits", 1))
		if i == 2 {
			sort = logic.Bool
		}
		g.in = append(g.in, Input{g.f.Var(fmt.Sprintf("v%d", i), sort), g.n("signed", 1) == 0})
	}
	domain := g.f.True()
	if g.n("domain", 2) == 0 {
		domain = g.f.And(g.f.ULe(g.in[0].Sym, g.f.BV(5, g.in[0].Sym.Sort().Width())), g.atom(0))
	}
	return g, g.condition(), domain
}

// everywhere compares two conditions for all values of the inputs in the domain.
func (g *formula) everywhere(a, b, domain *logic.Term) error {
	values := map[*logic.Term]*logic.Term{}
	var try func(i int) error
	try = func(i int) error {
		if i == len(g.in) {
			e := g.f.NewEvaluator(func(v *logic.Term) *logic.Term { return values[v] })
			if in, err := e.Bool(domain); err != nil || !in {
				return err
			}
			x, err := e.Bool(a)
			if err != nil {
				return err
			}
			y, err := e.Bool(b)
			if err == nil && x != y {
				err = fmt.Errorf("%v: %t, not %t", values, y, x)
			}
			return err
		}
		v := g.in[i].Sym
		if v.Sort().IsBool() {
			for _, k := range []bool{false, true} {
				values[v] = g.f.BoolConst(k)
				if err := try(i + 1); err != nil {
					return err
				}
			}
			return nil
		}
		for k := range 1 << v.Sort().Width() {
			values[v] = g.f.BV(uint64(k), v.Sort().Width())
			if err := try(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return try(0)
}

// TestRandom: the result is equivalent, never larger, does not grow when simplified again, and is the same in every run.
func TestRandom(t *testing.T) {
	for range effort.Count(1, 5, 50) {
		rapid.Check(t, random)
	}
}

func random(t *rapid.T) {
	g, c, domain := draw(t)
	for _, l := range []Level{None, Fast, Full} {
		o := Options{Open: z3.Open, Level: l, Inputs: g.in, Domain: domain}
		if l == Fast {
			o.Open = nil // a proof would hide mistakes
		}
		r, err := Simplify(context.Background(), g.f, c, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.everywhere(c, r.Term, domain); err != nil {
			t.Fatalf("%s: %s became %s: %v", l, c, text(r), err)
		}
		if r.Cubes != nil {
			var ds []*logic.Term
			for _, ls := range r.Cubes {
				ds = append(ds, g.f.And(ls...))
			}
			if err := g.everywhere(c, g.f.Or(ds...), domain); err != nil {
				t.Fatalf("%s: the cubes of %s: %v", l, text(r), err)
			}
		}
		if r.After > r.Before || r.Before != Size(c) || r.After != Size(r.Term) || !r.Complete {
			t.Fatalf("%s: %s became %s: %d, %d, complete %t", l, c, text(r), r.Before, r.After, r.Complete)
		}
		again, err := Simplify(context.Background(), g.f, r.Term, o)
		if err != nil {
			t.Fatal(err)
		}
		if again.After > r.After {
			t.Fatalf("%s: %s became %s", l, text(r), text(again))
		}
		repeated := func() string {
			f := logic.NewFactory()
			m := f.NewImporter()
			o := o
			o.Inputs, o.Domain = nil, m.Import(domain)
			for _, in := range g.in {
				o.Inputs = append(o.Inputs, Input{m.Import(in.Sym), in.Signed})
			}
			r, err := Simplify(context.Background(), f, m.Import(c), o)
			if err != nil {
				t.Fatal(err)
			}
			return text(r)
		}
		if a, b := repeated(), repeated(); a != b {
			t.Fatalf("%s: %s became %s and %s", l, c, a, b)
		}
	}
}
