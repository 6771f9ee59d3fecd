package congruence

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

const window = 60

func draw(t *rapid.T, name string) Set {
	return of(rapid.Int64Range(0, 12).Draw(t, name+" m"), rapid.Int64Range(-15, 15).Draw(t, name+" r"))
}

// elements of s around 0.
func elements(s Set) []int64 {
	var out []int64
	for v := int64(-window); v <= window; v++ {
		if s.Contains(v) {
			out = append(out, v)
		}
	}
	return out
}

// TestOperations compares every operation with the elements around 0.
func TestOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, u := draw(t, "s"), draw(t, "u")
		c := rapid.Int64Range(1, 12).Draw(t, "c")
		floor := func(a, b int64) int64 { return (a - mod(a, b)) / b }
		meet, some := s.Meet(u)
		in := true
		for _, a := range elements(s) {
			for _, b := range elements(u) {
				if !s.Add(u).Contains(a+b) || !s.Mul(u).Contains(a*b) {
					t.Fatalf("%v, %v: %d, %d", s, u, a, b)
				}
			}
			if !s.Scale(-c).Contains(-c*a) || !s.Mod(c).Contains(mod(a, c)) || !s.Div(c).Contains(floor(a, c)) || !s.Join(u).Contains(a) || !u.Join(s).Contains(a) {
				t.Fatalf("%v, %v, %d: %d", s, u, c, a)
			}
			if u.Contains(a) != (some && meet.Contains(a)) {
				t.Fatalf("%v meet %v = %v, %v: %d", s, u, meet, some, a)
			}
			in = in && u.Contains(a)
		}
		if in != s.In(u) {
			t.Fatalf("%v in %v: %v", s, u, s.In(u))
		}
		v := rapid.Int64Range(-30, 30).Draw(t, "v")
		if x, ok := s.Ceil(big.NewInt(v)); ok {
			for y := v; y < x.Int64(); y++ {
				if s.Contains(y) {
					t.Fatalf("ceil of %d in %v: %v", v, s, x)
				}
			}
			if !s.Contains(x.Int64()) || x.Int64() < v {
				t.Fatalf("ceil of %d in %v: %v", v, s, x)
			}
		}
		if x, ok := s.Floor(big.NewInt(v)); ok {
			for y := v; y > x.Int64(); y-- {
				if s.Contains(y) {
					t.Fatalf("floor of %d in %v: %v", v, s, x)
				}
			}
			if !s.Contains(x.Int64()) || x.Int64() > v {
				t.Fatalf("floor of %d in %v: %v", v, s, x)
			}
		}
	})
}

// TestLeast: join and the remainder are as small as they can be.
func TestLeast(t *testing.T) {
	for _, c := range []struct{ got, want Set }{
		{Of(0).Join(Of(6)), Class(6, 0)},
		{Class(6, 1).Join(Class(4, 3)), Class(2, 1)},
		{Class(4, 3).Mod(2), Of(1)},
		{Class(6, 5).Mod(4), Class(2, 1)},
		{Class(6, 3).Div(3), Class(2, 1)},
		{Of(3).Join(Of(3)), Of(3)},
		{Of(math.MaxInt64).Add(Of(1)), All},
		{Class(math.MaxInt64, 1).Mul(Class(3, 2)), All},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	if m, ok := Class(6, 1).Meet(Class(4, 3)); !ok || m != Class(12, 7) {
		t.Errorf("%v %v", m, ok)
	}
	if _, ok := Class(6, 1).Meet(Class(4, 2)); ok {
		t.Error("not empty")
	}
}
