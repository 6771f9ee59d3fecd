package logic

import (
	"cupel/tests/need"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
)

// TestFoldAgainstMachine compares float and double arithmetic with the
// machine's, both through the fast path and through exact arithmetic.
func TestFoldAgainstMachine(t *testing.T) {
	f := NewFactory()
	rng := rand.New(rand.NewSource(1))
	draw := func() float64 {
		switch rng.Intn(6) {
		case 0:
			return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, math.MaxFloat64, 1}[rng.Intn(8)]
		case 1:
			return float64(rng.Intn(2000)-1000) / 8
		case 2:
			return math.Ldexp(rng.NormFloat64(), rng.Intn(40)-20)
		}
		return math.Float64frombits(rng.Uint64())
	}
	check := func(what string, got *Term, want *Term) {
		t.Helper()
		if got != want {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
	}
	for range 20000 {
		x, y, z := draw(), draw(), draw()
		a, b, c := f.float64Const(x), f.float64Const(y), f.float64Const(z)
		ua, ub := unpack(Float64, a.BVBig()), unpack(Float64, b.BVBig())
		what := fmt.Sprint(x, " ", y, " ", z)
		nan := x != x || y != y
		exact := func(bits *big.Int) *Term {
			if nan {
				return f.float64Const(math.NaN())
			}
			return f.bits(Float64, bits)
		}
		if !nan {
			check("add "+what, exact(addFloat(Float64, RNE, ua, ub)), f.float64Const(x+y))
			check("mul "+what, exact(mulFloat(ua, ub).bits(Float64, RNE)), f.float64Const(x*y))
			check("div "+what, exact(divFloat(Float64, RNE, ua, ub)), f.float64Const(x/y))
			check("sqrt "+what, exact(sqrtFloat(Float64, RNE, ua)), f.float64Const(math.Sqrt(x)))
			check("to float "+what, f.bits(Float32, ua.bits(Float32, RNE)), f.float32Const(float32(x)))
			if (ua.cmp(ub) < 0) != (x < y) || (ua.cmp(ub) == 0) != (x == y) {
				t.Fatalf("cmp %s", what)
			}
		}
		check("fma "+what, f.FP(OpFPFMA, RNE, a, b, c), f.float64Const(math.FMA(x, y, z)))
		check("rem "+what, f.FP(OpFPRem, RNE, a, b), f.float64Const(math.Remainder(x, y)))
		check("rint "+what, f.FP(OpFPRoundToIntegral, RNE, a), f.float64Const(math.RoundToEven(x)))
		check("round "+what, f.FP(OpFPRoundToIntegral, RNA, a), f.float64Const(math.Round(x)))
		check("trunc "+what, f.FP(OpFPRoundToIntegral, RTZ, a), f.float64Const(math.Trunc(x)))
		check("floor "+what, f.FP(OpFPRoundToIntegral, RTN, a), f.float64Const(math.Floor(x)))
		check("ceil "+what, f.FP(OpFPRoundToIntegral, RTP, a), f.float64Const(math.Ceil(x)))
		n := rng.Uint64() >> uint(rng.Intn(64))
		check("from uint64", f.FPConvert(OpFPFromUBV, Float64, RNE, f.BV(n, 64)), f.float64Const(float64(n)))
		check("from int64", f.FPConvert(OpFPFromSBV, Float64, RNE, f.BV(n, 64)), f.float64Const(float64(int64(n))))
		check("from int64", f.FPConvert(OpFPFromSBV, Float32, RNE, f.BV(n, 64)), f.float32Const(float32(int64(n))))
		if math.Abs(x) < 1<<62 {
			check("to int64", f.FPToBV(true, 64, RTZ, a), f.BV(uint64(int64(x)), 64))
		}
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			r, _ := new(big.Rat).SetString(fmt.Sprintf("%b", x))
			if r != nil {
				check("real", f.FPConvert(OpFPFromReal, Float64, RNE, f.FPToReal(a)), f.float64Const(x+0))
			}
		}
	}
}

// TestFoldAgainstZ3 compares all operations in all rounding modes with Z3's
// simplifier: all operands of a tiny format, random ones of larger formats.
func TestFoldAgainstZ3(t *testing.T) {
	z3 := need.Tool(t, "z3")
	f := NewFactory()
	rng := rand.New(rand.NewSource(2))
	var in strings.Builder
	var folded []*Term
	query := func(op Op, s *Sort, rm RoundingMode, width int, args ...*Term) {
		r := f.foldFP(op, s, rm, width, args)
		if r == nil {
			return
		}
		text := smtHead(&Term{op: op, sort: s, u: param(int(rm), width)})
		in.WriteString("(simplify (" + text)
		for _, a := range args {
			in.WriteString(" " + a.SMTLIB())
		}
		in.WriteString("))\n")
		folded = append(folded, r)
	}
	all := func(s *Sort, a, b, c *Term, pairs bool) {
		for rm := RNE; rm <= RTZ; rm++ {
			if pairs {
				for _, op := range []Op{OpFPAdd, OpFPSub, OpFPMul, OpFPDiv} {
					query(op, s, rm, 0, a, b)
				}
				if s.p > 2 { // Z3 4.8.12 is wrong on formats this small, see TestFoldByDefinition
					query(OpFPFMA, s, rm, 0, a, b, c)
				}
				continue
			}
			query(OpFPSqrt, s, rm, 0, a)
			if s.p > 2 {
				query(OpFPRoundToIntegral, s, rm, 0, a)
			}
			for _, o := range []*Sort{FloatSort(2, 4), FloatSort(4, 3), FloatSort(3, 7)} {
				query(OpFPFromFP, o, rm, 0, a)
			}
			query(OpFPToSBV, BVSort(4), rm, 4, a)
			query(OpFPToUBV, BVSort(3), rm, 3, a)
		}
		if pairs {
			for _, op := range []Op{OpFPMin, OpFPMax, OpFPEq, OpFPLe, OpFPLt} {
				r := s
				if op >= OpFPEq {
					r = Bool
				}
				query(op, r, 0, 0, a, b)
			}
			return
		}
		for _, op := range []Op{OpFPNeg, OpFPAbs} {
			query(op, s, 0, 0, a)
		}
		for op := OpFPIsNaN; op <= OpFPIsNeg; op++ {
			query(op, Bool, 0, 0, a)
		}
		query(OpFPToReal, Real, 0, 0, a)
	}
	tiny := FloatSort(2, 3)
	vals := f.domain(tiny, 64)
	for _, a := range vals {
		all(tiny, a, a, a, false)
		for _, b := range vals {
			all(tiny, a, b, vals[rng.Intn(len(vals))], true)
		}
	}
	for _, s := range []*Sort{FloatSort(3, 5), FloatSort(5, 11), Float32, FloatSort(15, 64)} {
		draw := func() *Term {
			b := new(big.Int).Rand(rng, pow2(s.Width()))
			if rng.Intn(3) == 0 { // an exponent near 1, so that operands interact
				e := big.NewInt(int64(1<<(s.p-1) - 2 + rng.Intn(4)))
				b.And(b, new(big.Int).Sub(pow2(s.q-1), bigOne))
				b.Or(b, e.Lsh(e, uint(s.q-1)))
				b.SetBit(b, s.Width()-1, uint(rng.Intn(2)))
			}
			return f.FloatBits(s, b)
		}
		for range 100 {
			a, b, c := draw(), draw(), draw()
			all(s, a, b, c, false)
			all(s, a, b, c, true)
		}
	}
	for v := range uint64(64) {
		for rm := RNE; rm <= RTZ; rm++ {
			query(OpFPFromUBV, tiny, rm, 0, f.BV(v, 6))
			query(OpFPFromSBV, FloatSort(3, 4), rm, 0, f.BV(v, 6))
			query(OpFPFromReal, FloatSort(3, 4), rm, 0, f.RDiv(f.ToReal(f.IntConst(int64(v)-20)), f.ToReal(f.IntConst(7))))
		}
	}
	cmd := exec.Command(z3, "-in", "pp.bv_literals=true", "pp.max_depth=1000", "pp.decimal=false")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("z3: %v", err)
	}
	questions := strings.Split(strings.TrimSpace(in.String()), "\n")
	p := NewParser(f)
	l := &lexer{src: string(out)}
	p.src = l.src
	bad := 0
	for i, want := range folded {
		e, err := l.next()
		if err != nil || e == nil {
			t.Fatalf("answer %d of z3: %v", i, err)
		}
		got, err := p.build(e)
		if err != nil {
			t.Fatalf("%s: %v", questions[i], err)
		}
		if got != want {
			if bad++; bad <= 20 {
				t.Errorf("%s: z3 says %s, folded to %s", questions[i], got.SMTLIB(), want.SMTLIB())
			}
		}
	}
	t.Logf("%d operations, %d different", len(folded), bad)
}

// roundByDefinition rounds a number to a small format by comparing it with all values of the format: vals are the non-negative finite ones in ascending
// order, followed by the next power of two, which represents infinity.
func roundByDefinition(vals []*big.Rat, rm RoundingMode, q *big.Rat) (i int, neg bool) {
	neg = q.Sign() < 0
	q = new(big.Rat).Abs(q)
	for i = len(vals) - 1; vals[i].Cmp(q) > 0; i-- {
	}
	if i == len(vals)-1 || vals[i].Cmp(q) == 0 {
		if i == len(vals)-1 && (rm == RTZ || rm == RTP && neg || rm == RTN && !neg) {
			i--
		}
		return i, neg
	}
	mid := new(big.Rat).Add(vals[i], vals[i+1])
	c := q.Cmp(mid.Quo(mid, big.NewRat(2, 1)))
	if rm == RNE && (c > 0 || c == 0 && i%2 == 1) || rm == RNA && c >= 0 || rm == RTP && !neg || rm == RTN && neg {
		i++
	}
	return i, neg
}

// TestFoldByDefinition checks the arithmetic of two formats on all finite
// operands (for fma: many) whose exact result is not 0 against the definition
// of rounding.
func TestFoldByDefinition(t *testing.T) {
	f := NewFactory()
	for _, s := range []*Sort{FloatSort(2, 3), FloatSort(3, 3)} {
		var vals []*big.Rat
		var terms []*Term
		maxFinite := special(s, fpInf, false).Uint64()
		for b := range maxFinite {
			c := f.bits(s, new(big.Int).SetUint64(b))
			terms = append(terms, c, f.FP(OpFPNeg, RNE, c))
			vals = append(vals, f.FPToReal(c).Rational().Rat())
		}
		n := len(vals)
		next := new(big.Rat).Sub(vals[n-1], vals[n-2])
		vals = append(vals, next.Add(next, vals[n-1]))
		check := func(op Op, rm RoundingMode, q *big.Rat, args ...*Term) {
			if q.Sign() == 0 {
				return
			}
			i, neg := roundByDefinition(vals, rm, q)
			want := new(big.Int).SetInt64(int64(i)) // the patterns are ordered as the values
			if neg {
				want.SetBit(want, s.Width()-1, 1)
			}
			if got := f.FP(op, rm, args...); got != f.bits(s, want) {
				t.Fatalf("%s %v %v: got %v, want %v", smtNames[op], rm, args, got, f.bits(s, want))
			}
		}
		rat := func(x *Term) *big.Rat { return f.FPToReal(x).Rational().Rat() }
		for rm := RNE; rm <= RTZ; rm++ {
			for _, a := range terms {
				x := rat(a)
				whole := make([]*big.Rat, 0, 64)
				for k := range int64(64) {
					whole = append(whole, big.NewRat(k, 1))
				}
				if k, neg := roundByDefinition(whole, rm, x); k > 0 {
					r := big.NewRat(int64(k), 1)
					if neg {
						r.Neg(r)
					}
					check(OpFPRoundToIntegral, rm, r, a)
				} else if !f.FP(OpFPIsZero, RNE, f.FP(OpFPRoundToIntegral, rm, a)).IsTrue() {
					t.Fatalf("roundToIntegral %v %v is not 0", rm, a)
				}
				for i, b := range terms {
					y := rat(b)
					check(OpFPAdd, rm, new(big.Rat).Add(x, y), a, b)
					check(OpFPSub, rm, new(big.Rat).Sub(x, y), a, b)
					p := new(big.Rat).Mul(x, y)
					check(OpFPMul, rm, p, a, b)
					if y.Sign() != 0 {
						check(OpFPDiv, rm, new(big.Rat).Quo(x, y), a, b)
					}
					for k := i % 7; k < len(terms); k += 7 {
						check(OpFPFMA, rm, new(big.Rat).Add(p, rat(terms[k])), a, b, terms[k])
					}
				}
			}
		}
	}
}
