package intlower

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
)

// claimGen draws formulas over integers that variables of small types hold.
type claimGen struct {
	t    *rapid.T
	f    *logic.Factory
	vars []*program.Var
}

func (g *claimGen) int(label string, from, to int) int {
	return rapid.IntRange(from, to).Draw(g.t, label)
}

func (g *claimGen) number(depth int) *logic.Term {
	f := g.f
	if depth == 0 || g.int("leaf", 0, 3) == 0 {
		if g.int("const", 0, 2) == 0 {
			return f.IntConst(int64(g.int("value", -200, 300)))
		}
		return g.vars[g.int("var", 0, len(g.vars)-1)].Sym
	}
	a, b := g.number(depth-1), g.number(depth-1)
	d := f.IntConst(int64(g.int("divisor", 1, 9)))
	switch g.int("op", 0, 6) {
	case 0:
		return f.Add(a, b)
	case 1:
		return f.Sub(a, b)
	case 2:
		return f.Mul(f.IntConst(int64(g.int("factor", -9, 9))), a)
	case 3:
		return f.Mul(a, b)
	case 4:
		return f.Mod(a, d)
	case 5:
		return f.Div(a, d)
	}
	return f.Ite(f.Le(a, b), a, f.Neg(b))
}

func (g *claimGen) formula(depth int) *logic.Term {
	f := g.f
	if depth == 0 {
		a, b := g.number(2), g.number(2)
		if g.int("relation", 0, 2) == 0 {
			return f.Eq(a, b)
		}
		return f.Le(a, b)
	}
	a, b := g.formula(depth-1), g.formula(depth-1)
	switch g.int("connective", 0, 3) {
	case 0:
		return f.And(a, b)
	case 1:
		return f.Or(a, b)
	case 2:
		return f.Not(a)
	}
	return f.Eq(a, b)
}

// TestMachine: a claim over integers is equivalent to its translation over the bit-vectors of the variables.
func TestMachine(t *testing.T) {
	translated := 0
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		p := &program.Program{Terms: f}
		g := &claimGen{t: t, f: f}
		for i, v := range []program.Var{{Name: "a", Signed: true}, {Name: "b"}, {Name: "c", Signed: true}} {
			v.Sym = f.Var(v.Name, logic.BVSort(4+2*i))
			p.Vars = append(p.Vars, &program.Var{Name: v.Name, Sym: f.Var(v.Name+"!int", logic.Int), Signed: v.Signed, Origin: &v})
		}
		g.vars = p.Vars
		claim := g.formula(g.int("depth", 0, 2))
		bits := NewMachine(p).Formula(claim)
		if bits == nil {
			t.Fatalf("%s has no translation", claim)
		}
		translated++
		for range 20 {
			env := map[*logic.Term]*logic.Term{}
			for _, v := range p.Vars {
				w := v.Origin.Sort().Width()
				b := f.BV(uint64(g.int("bits", 0, 1<<w-1)), w)
				n := b.BVBig()
				if v.Signed {
					n = b.BVSigned()
				}
				env[v.Sym], env[v.Origin.Sym] = f.IntBig(n), b
			}
			of := func(v *logic.Term) *logic.Term { return env[v] }
			x, err := f.Eval(claim, of)
			if err != nil {
				t.Fatal(err)
			}
			y, err := f.Eval(bits, of)
			if err != nil {
				t.Fatal(err)
			}
			if x != y {
				t.Fatalf("%s is %s, its translation %s is %s, of %v", claim, x, bits, y, env)
			}
		}
	})
	t.Logf("%d claims", translated)
}

// TestMachineForms: the translation is as narrow as it may be, and nil where there is none.
func TestMachineForms(t *testing.T) {
	f := logic.NewFactory()
	word, bits := logic.BVSort(32), logic.ArraySort(logic.BVSort(32), logic.BVSort(8))
	numbers := logic.ArraySort(logic.Int, logic.Int)
	p := &program.Program{Terms: f, Vars: []*program.Var{
		{Sym: f.Var("x!int", logic.Int), Signed: true, Origin: &program.Var{Sym: f.Var("x", word), Signed: true}},
		{Sym: f.Var("y!int", logic.Int), Signed: true, Origin: &program.Var{Sym: f.Var("y", word), Signed: true}},
		{Sym: f.Var("u!int", logic.Int), Origin: &program.Var{Sym: f.Var("u", word)}},
		{Sym: f.Var("a!int", numbers), Signed: true, Origin: &program.Var{Sym: f.Var("a", bits), Signed: true}},
		{Sym: f.Var("f", logic.Float32)},
	}}
	x, y, u, a := p.Vars[0].Sym, p.Vars[1].Sym, p.Vars[2].Sym, p.Vars[3].Sym
	bx, by, bu, ba := f.Var("x", word), f.Var("y", word), f.Var("u", word), f.Var("a", bits)
	isNaN := f.FP(logic.OpFPIsNaN, 0, p.Vars[4].Sym)
	for _, c := range []struct{ claim, want *logic.Term }{
		{f.Le(x, y), f.SLe(bx, by)},
		{f.Le(f.IntConst(3), u), f.ULe(f.BV(3, 32), bu)},
		{f.Le(u, f.IntBig(new(big.Int).Lsh(big.NewInt(1), 32))), f.True()},
		{f.Eq(x, u), f.Eq(f.SignExt(1, bx), f.ZeroExt(1, bu))},
		{f.Eq(f.Select(a, x), f.IntConst(-1)), f.Eq(f.Select(ba, bx), f.BVInt(-1, 8))},
		{isNaN, isNaN},
		{f.Le(f.Var("unknown", logic.Int), x), nil},
		{f.Le(f.Div(x, y), x), nil},
		{f.Forall([]*logic.Term{x}, f.Le(x, u)), nil},
	} {
		if got := NewMachine(p).Formula(c.claim); got != c.want {
			t.Errorf("%s: got %v, want %v", c.claim, got, c.want)
		}
	}
}
