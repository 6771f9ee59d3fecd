package rational

import (
	"math"
	"math/bits"
)

// Abs64 is the absolute value of a, which is not math.MinInt64.
func Abs64(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// GCD64 is the greatest common divisor of a and b, not negative; neither is math.MinInt64.
func GCD64(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return Abs64(a)
}

// Add64 and Mul64 report whether the result fits and is not math.MinInt64, whose absolute
// value does not.
func Add64(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0) && s != math.MinInt64
}

// Mul64 is the product, see Add64.
func Mul64(a, b int64) (int64, bool) {
	if int64(int32(a)) == a && int64(int32(b)) == b {
		return a * b, true
	}
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// magnitude is the absolute value of any integer.
func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
