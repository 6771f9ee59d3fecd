package interp_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// The sorts of random terms. Each kind of storage occurs: words, integers that
// outgrow words, wide values, and arrays whose cells are of all these kinds.
var (
	bv8, bv32, bv64, bv70 = logic.BVSort(8), logic.BVSort(32), logic.BVSort(64), logic.BVSort(70)
	longDouble            = logic.FloatSort(15, 64)
	wordArray             = logic.ArraySort(bv32, bv32)
	byteArray             = logic.ArraySort(bv8, bv8)
	intArray              = logic.ArraySort(logic.Int, logic.Int)
	wideArray             = logic.ArraySort(bv8, longDouble)
	boolArray             = logic.ArraySort(bv64, logic.Bool)
	nested                = logic.ArraySort(bv8, byteArray)
	allSorts              = []*logic.Sort{logic.Bool, bv8, bv32, bv64, bv70, logic.Int, logic.Float32, logic.Float64, longDouble,
		wordArray, byteArray, intArray, wideArray, boolArray, nested}
)

// termGen draws terms over the program's variables.
type termGen struct {
	t    *rapid.T
	f    *logic.Factory
	vars map[*logic.Sort][]*logic.Term
}

func (g *termGen) n(hi int) int { return rapid.IntRange(0, hi).Draw(g.t, "n") }

func pick[T any](g *termGen, xs ...T) T { return xs[g.n(len(xs)-1)] }

// value draws a constant; the bounds of the types are frequent.
func (g *termGen) value(s *logic.Sort) *logic.Term {
	switch {
	case s.IsBool():
		return g.f.BoolConst(g.n(1) == 1)
	case s.IsInt():
		v := big.NewInt(pick(g, 0, 1, -1, 7, math.MaxInt64, math.MinInt64, math.MaxInt64-1, 1<<32, int64(g.n(20)-10)))
		if g.n(8) == 0 {
			v.Mul(v, big.NewInt(math.MaxInt64))
		}
		return g.f.IntBig(v)
	case s.IsBV():
		v := new(big.Int).SetUint64(pick(g, 0, 1, 2, 0x7f, 0x80, 0xff, 1<<31, 1<<31-1, 1<<32-1, 1<<63, 1<<63-1, math.MaxUint64, uint64(g.n(300))))
		if s.Width() > 64 && g.n(1) == 0 {
			v.Lsh(v, 30)
		}
		return g.f.BVBig(v, s.Width())
	case s.IsFloat():
		if g.n(2) == 0 {
			return g.f.FloatBits(s, new(big.Int).Lsh(new(big.Int).SetUint64(rapid.Uint64().Draw(g.t, "bits")), uint(max(0, s.Width()-64))))
		}
		c := g.f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, g.f.BVInt(int64(g.n(2000)-1000), 64))
		return g.f.FP(logic.OpFPDiv, logic.RNE, c, g.f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, g.f.BVInt(int64(g.n(7)), 64)))
	}
	a := g.f.ConstArray(s, g.value(s.Elem()))
	for range g.n(3) {
		a = g.f.Store(a, g.value(s.Index()), g.value(s.Elem()))
	}
	return a
}

func (g *termGen) term(s *logic.Sort, depth int) *logic.Term {
	if depth <= 0 || g.n(5) == 0 {
		if g.n(3) == 0 {
			return g.value(s)
		}
		return pick(g, g.vars[s]...)
	}
	sub := func(s *logic.Sort) *logic.Term { return g.term(s, depth-1) }
	if g.n(5) == 0 {
		return g.f.Ite(sub(logic.Bool), sub(s), sub(s))
	}
	if a := g.arrayWithElem(s); a != nil && g.n(4) == 0 {
		return g.f.Select(sub(a), sub(a.Index()))
	}
	switch {
	case s.IsBool():
		return g.boolean(sub)
	case s.IsInt():
		switch g.n(4) {
		case 0:
			return g.f.Mul(sub(s), sub(s))
		case 1:
			return g.f.Div(sub(s), g.f.IntConst(pick(g, int64(2), -3, 1, -1, 256)))
		case 2:
			return g.f.Mod(sub(s), g.f.IntConst(pick(g, int64(2), -3, 256, 1<<32)))
		case 3:
			return g.f.BV2Nat(sub(pick(g, bv8, bv32, bv64, bv70)))
		}
		return g.f.Add(sub(s), sub(s), sub(s))
	case s.IsBV():
		return g.bits(s, sub)
	case s.IsFloat():
		return g.float(s, sub)
	}
	if g.n(6) == 0 {
		return g.f.ConstArray(s, sub(s.Elem()))
	}
	return g.f.Store(sub(s), sub(s.Index()), sub(s.Elem()))
}

func (g *termGen) arrayWithElem(s *logic.Sort) *logic.Sort {
	for _, a := range allSorts {
		if a.IsArray() && a.Elem() == s {
			return a
		}
	}
	return nil
}

func (g *termGen) boolean(sub func(*logic.Sort) *logic.Term) *logic.Term {
	b := pick(g, bv8, bv32, bv64, bv70)
	fl := pick(g, logic.Float32, logic.Float64, longDouble)
	switch g.n(11) {
	case 0:
		return g.f.Not(sub(logic.Bool))
	case 1:
		return g.f.And(sub(logic.Bool), sub(logic.Bool), sub(logic.Bool))
	case 2:
		return g.f.Or(sub(logic.Bool), sub(logic.Bool))
	case 3:
		s := pick(g, allSorts...)
		return g.f.Eq(sub(s), sub(s))
	case 4:
		return g.f.Le(sub(logic.Int), sub(logic.Int))
	case 5:
		return g.f.ULe(sub(b), sub(b))
	case 6:
		return g.f.SLt(sub(b), sub(b))
	case 7:
		return g.f.SignedOK(pick(g, logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK), sub(b), sub(b))
	case 8:
		return g.f.FP(pick(g, logic.OpFPEq, logic.OpFPLe, logic.OpFPLt), logic.RNE, sub(fl), sub(fl))
	case 9:
		return g.f.FP(pick(g, logic.OpFPIsNaN, logic.OpFPIsInf, logic.OpFPIsZero, logic.OpFPIsNeg, logic.OpFPIsNormal, logic.OpFPIsSubnormal), logic.RNE, sub(fl))
	case 10:
		return g.f.ULt(sub(b), sub(b))
	}
	return g.f.SLe(sub(b), sub(b))
}

func (g *termGen) bits(s *logic.Sort, sub func(*logic.Sort) *logic.Term) *logic.Term {
	w := s.Width()
	switch g.n(7) {
	case 0:
		return g.f.BVNeg(sub(s))
	case 1:
		return g.f.BVNot(sub(s))
	case 2:
		from := pick(g, bv8, bv32, bv64, bv70)
		switch d := w - from.Width(); {
		case d < 0:
			lo := g.n(-d)
			return g.f.Extract(lo+w-1, lo, sub(from))
		case d == 0:
			return sub(from)
		case g.n(1) == 0:
			return g.f.SignExt(d, sub(from))
		default:
			return g.f.ZeroExt(d, sub(from))
		}
	case 3:
		return g.f.Int2BV(w, sub(logic.Int))
	case 4:
		if w > 8 {
			return g.f.Concat(g.f.Extract(w-9, 0, sub(s)), sub(bv8))
		}
	}
	ops := []logic.Op{logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAddNSW, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem,
		logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr}
	return g.f.BVOp(pick(g, ops...), sub(s), sub(s))
}

func (g *termGen) float(s *logic.Sort, sub func(*logic.Sort) *logic.Term) *logic.Term {
	rm := pick(g, logic.RNE, logic.RNE, logic.RNE, logic.RTZ, logic.RTP)
	switch g.n(6) {
	case 0:
		return g.f.FP(pick(g, logic.OpFPNeg, logic.OpFPAbs), logic.RNE, sub(s))
	case 1:
		return g.f.FP(pick(g, logic.OpFPSqrt, logic.OpFPRoundToIntegral), rm, sub(s))
	case 2:
		return g.f.FPConvert(logic.OpFPFromFP, s, rm, sub(pick(g, logic.Float32, logic.Float64, longDouble)))
	case 3:
		return g.f.FPConvert(pick(g, logic.OpFPFromSBV, logic.OpFPFromUBV), s, rm, sub(pick(g, bv8, bv32, bv64, bv70)))
	case 4:
		switch s {
		case logic.Float32:
			return g.f.FPConvert(logic.OpFPFromBits, s, logic.RNE, sub(bv32))
		case logic.Float64:
			return g.f.FPConvert(logic.OpFPFromBits, s, logic.RNE, sub(bv64))
		}
	}
	return g.f.FP(pick(g, logic.OpFPAdd, logic.OpFPSub, logic.OpFPMul, logic.OpFPDiv, logic.OpFPRem), rm, sub(s), sub(s))
}

// newTermGen declares two variables of every sort.
func newTermGen(t *rapid.T, p *program.Program) *termGen {
	g := &termGen{t: t, f: p.Terms, vars: map[*logic.Sort][]*logic.Term{}}
	for _, s := range allSorts {
		for range 2 {
			v := p.NewVar(fmt.Sprintf("v%d", len(p.Vars)), s)
			g.vars[s] = append(g.vars[s], v.Sym)
		}
	}
	return g
}

func newProgram() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	p.Init = p.NewLocation("main", program.Pos{})
	p.Error = p.NewLocation("", program.Pos{})
	return p
}

// TestTerms: sequences of assignments have the values that folding gives, for
// every kind of term and storage.
func TestTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newProgram()
		g := newTermGen(t, p)
		var ops []program.Op
		for _, v := range p.Vars {
			ops = append(ops, program.Assign(v, g.value(v.Sort())))
		}
		for range rapid.IntRange(1, 12).Draw(t, "assignments") {
			v := pick(g, p.Vars...)
			ops = append(ops, program.Assign(v, g.term(v.Sort(), 4)))
		}
		p.NewEdge(p.Init, p.Error, ops...)

		want := map[*logic.Term]*logic.Term{}
		env := func(sym *logic.Term) *logic.Term { return want[sym] }
		for _, op := range ops {
			v, err := p.Terms.Eval(op.Expr, env)
			if err != nil {
				t.Skip("an unspecified operation")
			}
			want[op.Var.Sym] = v
		}
		m, err := interp.New(p)
		if err != nil {
			t.Fatal(err)
		}
		out := m.Run(context.Background(), interp.Zeros{}, interp.Options{})
		if out.Kind != interp.ReachedError {
			t.Fatalf("%v: %s", out.Kind, out.Note)
		}
		for _, v := range p.Vars {
			eq, err := p.Terms.Eval(p.Terms.Eq(m.Value(v), want[v.Sym]), env)
			if err != nil || !eq.IsTrue() {
				t.Fatalf("%v is %v, want %v", v, m.Value(v), want[v.Sym])
			}
		}
	})
}

// TestPredicate: predicates have their value in the machine's state, and those
// without a value are errors.
func TestPredicate(t *testing.T) {
	p := newProgram()
	f := p.Terms
	x := p.NewVar("x", logic.Int)
	p.NewEdge(p.Init, p.Error, program.Assign(x, f.IntConst(5)))
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	m.Run(context.Background(), interp.Zeros{}, interp.Options{})
	y := f.Var("y", logic.Int)
	for _, tt := range []struct {
		t    *logic.Term
		want string
	}{
		{f.Le(x.Sym, f.IntConst(5)), "true"},
		{f.Le(f.Mul(x.Sym, f.IntConst(math.MaxInt64)), f.IntConst(0)), "false"},
		{f.Le(x.Sym, y), "error"},
		{f.Eq(f.Div(x.Sym, f.Sub(x.Sym, f.IntConst(5))), f.IntConst(7)), "error"}, // x/0
		{f.Forall([]*logic.Term{y}, f.Le(y, x.Sym)), "error"},
	} {
		pred, err := m.Predicate(tt.t)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pred()
		s := fmt.Sprint(got)
		if err != nil {
			s = "error"
		}
		if s != tt.want {
			t.Errorf("%v: %s, want %s", tt.t, s, tt.want)
		}
	}
	if _, err := m.Predicate(x.Sym); err == nil {
		t.Error("a predicate of sort Int")
	}
}
