package interval_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
)

func draw(t *rapid.T, name string) (interval.Interval, int64, int64) {
	lo := rapid.Int64Range(-9, 9).Draw(t, name+".lo")
	hi := rapid.Int64Range(lo, 12).Draw(t, name+".hi")
	return interval.OfInt64(lo, hi), lo, hi
}

func has(t *rapid.T, r interval.Interval, v int64, what string, a, b int64) {
	if !r.Contains(big.NewInt(v)) {
		t.Fatalf("%s of %d and %d is %d, not in %v", what, a, b, v, r)
	}
}

func euclid(a, b int64) (q, m int64) {
	m = a % b
	if m < 0 {
		m += max(b, -b)
	}
	return (a - m) / b, m
}

// TestArithmeticContainsResults compares every operation with its results on
// all elements.
func TestArithmeticContainsResults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, ilo, ihi := draw(t, "i")
		j, jlo, jhi := draw(t, "j")
		w := rapid.IntRange(1, 4).Draw(t, "width")
		signed := rapid.Bool().Draw(t, "signed")
		neg, sum, diff, prod := i.Neg(), i.Add(j), i.Sub(j), i.Mul(j)
		quo, mod := i.EuclidDiv(j), i.EuclidMod(j)
		tq, tr := i.TruncDiv(j), i.TruncRem(j)
		nzq, nzr := j.OverNonZero(i.TruncDiv), j.OverNonZero(i.TruncRem)
		join, meet, wrap := i.Join(j), i.Meet(j), i.Wrap(w, signed)
		for a := ilo; a <= ihi; a++ {
			has(t, neg, -a, "negation", a, a)
			v := a & (1<<w - 1)
			if signed {
				v = absinttest.Signed(v, w)
			}
			has(t, wrap, v, "wrap", a, int64(w))
			has(t, join, a, "join", a, a)
			if j.Contains(big.NewInt(a)) {
				has(t, meet, a, "meet", a, a)
			}
			for b := jlo; b <= jhi; b++ {
				has(t, sum, a+b, "sum", a, b)
				has(t, diff, a-b, "difference", a, b)
				has(t, prod, a*b, "product", a, b)
				if b == 0 {
					if !quo.IsTop() || !mod.IsTop() {
						t.Fatalf("division by 0 is %v and %v", quo, mod)
					}
					continue
				}
				q, m := euclid(a, b)
				has(t, quo, q, "quotient", a, b)
				has(t, mod, m, "remainder", a, b)
				has(t, tq, a/b, "C quotient", a, b)
				has(t, tr, a%b, "C remainder", a, b)
				has(t, nzq, a/b, "C quotient by non-zero", a, b)
				has(t, nzr, a%b, "C remainder by non-zero", a, b)
			}
		}
	})
}

// TestPeriodsCoverTheInterval: the periods of a wrap-around cover all values of an interval, each once, so that no case is lost.
func TestPeriodsCoverTheInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Int64Range(-40, 40).Draw(t, "lo")
		hi := rapid.Int64Range(lo, lo+40).Draw(t, "hi")
		w := rapid.IntRange(1, 5).Draw(t, "width")
		signed := rapid.Bool().Draw(t, "signed")
		ks, parts := interval.OfInt64(lo, hi).Periods(w, signed, 3)
		if ks == nil {
			if hi-lo <= 1<<w {
				t.Fatal("too few periods to give up")
			}
			return
		}
		next := big.NewInt(lo)
		for i, p := range parts {
			if p.Lo().Cmp(next) != 0 {
				t.Fatalf("part %d begins at %v, not %v", i, p.Lo(), next)
			}
			off := new(big.Int).Mul(ks[i], interval.Pow2(w))
			if !p.AddConst(off.Neg(off)).In(interval.TypeRange(w, signed)) {
				t.Fatalf("part %v with k = %v", p, ks[i])
			}
			next = new(big.Int).Add(p.Hi(), big.NewInt(1))
		}
		if next.Cmp(big.NewInt(hi+1)) != 0 {
			t.Fatalf("the parts end at %v", next)
		}
	})
}

// TestInfiniteBounds: operations on unbounded intervals, which random intervals with finite bounds do not reach.
func TestInfiniteBounds(t *testing.T) {
	n := func(v int64) *big.Int { return big.NewInt(v) }
	from, upto := interval.Of(n(3), nil), interval.Of(nil, n(-2))
	tests := []struct {
		name      string
		got, want interval.Interval
	}{
		{"sum", from.Add(upto), interval.Top},
		{"negation", from.Neg(), interval.Of(nil, n(-3))},
		{"product", from.Mul(upto), interval.Of(nil, n(-6))},
		{"product with zero", from.Mul(interval.OfInt64(0, 0)), interval.OfInt64(0, 0)},
		{"quotient", from.EuclidDiv(interval.OfInt64(2, 2)), interval.Of(n(1), nil)},
		{"quotient by unbounded", interval.OfInt64(-5, 5).EuclidDiv(from), interval.OfInt64(-2, 1)},
		{"remainder", upto.EuclidMod(interval.OfInt64(8, 8)), interval.OfInt64(0, 7)},
		{"remainder of a small dividend", interval.OfInt64(0, 2).EuclidMod(from), interval.OfInt64(0, 2)},
		{"wrap", from.Wrap(8, false), interval.TypeRange(8, false)},
		{"empty meet", from.Meet(upto), interval.Empty},
		{"wide type", interval.TypeRange(200, false), interval.Of(n(0), new(big.Int).Sub(interval.Pow2(200), n(1)))},
	}
	for _, tt := range tests {
		if !tt.got.Equal(tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if s := from.String() + interval.Empty.String() + upto.String(); s != "[3, +oo)empty(-oo, -2]" {
		t.Errorf("printed as %s", s)
	}
}
