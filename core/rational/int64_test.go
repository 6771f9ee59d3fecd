package rational_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/rational"
)

// TestInt64 compares with big integers.
func TestInt64(t *testing.T) {
	edge := rapid.SampledFrom([]int64{0, 1, -1, 2, -3, 1 << 31, -1 << 31, 1 << 32, 1<<62 + 1, math.MaxInt64, -math.MaxInt64, math.MinInt64})
	draw := rapid.OneOf(edge, rapid.Int64(), rapid.Map(rapid.Int32(), func(x int32) int64 { return int64(x) }))
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		fits := func(x *big.Int) bool { return x.IsInt64() && x.Int64() != math.MinInt64 }
		x, y := big.NewInt(a), big.NewInt(b)
		if sum, ok := rational.Add64(a, b); ok != fits(new(big.Int).Add(x, y)) || ok && sum != a+b {
			t.Fatalf("%d + %d = %d, %v", a, b, sum, ok)
		}
		if p, ok := rational.Mul64(a, b); ok != fits(new(big.Int).Mul(x, y)) || ok && p != a*b {
			t.Fatalf("%d * %d = %d, %v", a, b, p, ok)
		}
		if a == math.MinInt64 || b == math.MinInt64 {
			return
		}
		if g := rational.GCD64(a, b); big.NewInt(g).Cmp(new(big.Int).GCD(nil, nil, x.Abs(x), y.Abs(y))) != 0 {
			t.Fatalf("gcd(%d, %d) = %d", a, b, g)
		}
	})
}
