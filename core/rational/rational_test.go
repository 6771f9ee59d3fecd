package rational

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func gen() *rapid.Generator[*big.Rat] {
	return rapid.Custom(func(t *rapid.T) *big.Rat {
		n := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-20, 20)).Draw(t, "n")
		d := rapid.OneOf(rapid.Int64Range(1, math.MaxInt64), rapid.Int64Range(1, 9)).Draw(t, "d")
		return big.NewRat(n, d)
	})
}

// TestAgainstBig compares every operation with math/big.
func TestAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := gen().Draw(t, "x"), gen().Draw(t, "y")
		p, q := FromRat(x), FromRat(y)
		check := func(name string, got Q, want *big.Rat) {
			if got.Rat().Cmp(want) != 0 || !got.Equal(FromRat(want)) || got.Hash() != FromRat(want).Hash() {
				t.Fatalf("%s(%v, %v) = %v, want %v", name, x, y, got, want)
			}
		}
		check("add", p.Add(q), new(big.Rat).Add(x, y))
		check("sub", p.Sub(q), new(big.Rat).Sub(x, y))
		check("mul", p.Mul(q), new(big.Rat).Mul(x, y))
		check("neg", p.Neg(), new(big.Rat).Neg(x))
		if y.Sign() != 0 {
			check("div", p.Div(q), new(big.Rat).Quo(x, y))
		}
		if p.Cmp(q) != x.Cmp(y) {
			t.Fatalf("cmp(%v, %v)", x, y)
		}
		f := p.Floor()
		if d := p.Sub(f); !f.IsInt() || d.Sign() < 0 || d.Cmp(One) >= 0 {
			t.Fatalf("floor(%v) = %v", p, f)
		}
		if g := GCD(p, q); !g.IsZero() && (!p.Div(g).IsInt() || !q.Div(g).IsInt()) {
			t.Fatalf("gcd(%v, %v) = %v", p, q, g)
		}
	})
}

// TestExtremes covers the ends of the fast path.
func TestExtremes(t *testing.T) {
	m := FromInt(math.MinInt64)
	if got := m.Neg().String(); got != "9223372036854775808" {
		t.Errorf("-min = %s", got)
	}
	if got := New(math.MinInt64, math.MinInt64); !got.Equal(One) {
		t.Errorf("min/min = %v", got)
	}
	if got := m.Neg().Neg(); !got.Equal(m) {
		t.Errorf("--min = %v", got)
	}
}
