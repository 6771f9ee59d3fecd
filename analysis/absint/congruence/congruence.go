package congruence

import (
	"fmt"
	"math"
	"math/big"

	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// A Set is {r + k*m}: all integers when m is 1, only r when m is 0. The residue r is
// in [0, m) unless m is 0. The zero value is {0}.
type Set struct{ m, r int64 }

// All is the set of all integers.
var All = Set{1, 0}

// Of returns {v}.
func Of(v int64) Set { return Set{0, v} }

// OfBig returns {v}, or All when v is too large.
func OfBig(v *big.Int) Set {
	if !v.IsInt64() || v.Int64() == math.MinInt64 {
		return All
	}
	return Of(v.Int64())
}

// Class returns the integers that are r modulo m > 0.
func Class(m, r int64) Set { return Set{m, mod(r, m)} }

// mod is the remainder in [0, m).
func mod(r, m int64) int64 {
	if r %= m; r < 0 {
		r += m
	}
	return r
}

// Modulus returns m, 0 for a single integer.
func (s Set) Modulus() int64 { return s.m }

// Residue returns r.
func (s Set) Residue() int64 { return s.r }

// Value returns the only element.
func (s Set) Value() (int64, bool) { return s.r, s.m == 0 }

// IsAll reports whether s has all integers.
func (s Set) IsAll() bool { return s.m == 1 }

// Contains reports whether v is an element.
func (s Set) Contains(v int64) bool {
	if s.m == 0 {
		return v == s.r
	}
	return mod(v, s.m) == s.r
}

// In reports whether s is a subset of t.
func (s Set) In(t Set) bool {
	if sabotage.Active(sabotage.CongruenceIn) {
		return true
	}
	if t.m == 0 {
		return s == t
	}
	return s.m%t.m == 0 && mod(s.r, t.m) == t.r
}

// String prints the set.
func (s Set) String() string {
	if s.m == 0 {
		return fmt.Sprintf("{%d}", s.r)
	}
	return fmt.Sprintf("%d mod %d", s.r, s.m)
}

// of returns {r + k*m} for any m and r.
func of(m, r int64) Set {
	if m < 0 {
		m = -m
	}
	if m == 0 {
		return Of(r)
	}
	return Class(m, r)
}

// Add returns the sums of elements.
func (s Set) Add(t Set) Set {
	r, ok := rational.Add64(s.r, t.r)
	if !ok {
		return All
	}
	if sabotage.Active(sabotage.CongruenceAdd) {
		return of(s.m, r)
	}
	return of(rational.GCD64(s.m, t.m), r)
}

// Scale returns c times the elements.
func (s Set) Scale(c int64) Set {
	m, ok1 := rational.Mul64(s.m, c)
	r, ok2 := rational.Mul64(s.r, c)
	if !ok1 || !ok2 {
		return All
	}
	if sabotage.Active(sabotage.CongruenceScale) && c != 1 {
		m *= 2
	}
	return of(m, r)
}

// Mul returns a set with all products of elements.
func (s Set) Mul(t Set) Set {
	// (r + km)(r' + k'm') = rr' + r'm k + rm' k' + mm' kk'
	mm, ok1 := rational.Mul64(s.m, t.m)
	a, ok2 := rational.Mul64(s.m, t.r)
	b, ok3 := rational.Mul64(t.m, s.r)
	r, ok4 := rational.Mul64(s.r, t.r)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return All
	}
	return of(rational.GCD64(rational.GCD64(mm, a), b), r)
}

// Join returns the least set that contains both.
func (s Set) Join(t Set) Set {
	if sabotage.Active(sabotage.CongruenceJoin) {
		return s
	}
	d, ok := rational.Add64(s.r, -t.r)
	if !ok {
		return All
	}
	return of(rational.GCD64(rational.GCD64(s.m, t.m), d), s.r)
}

// Meet returns the intersection, or one of the sets when it does not fit; false:
// it is empty.
func (s Set) Meet(t Set) (Set, bool) {
	switch {
	case s.m == 0:
		return s, t.Contains(s.r)
	case t.m == 0:
		return t, s.Contains(t.r)
	}
	g := rational.GCD64(s.m, t.m)
	if mod(s.r, g) != mod(t.r, g) {
		return s, false
	}
	m, ok := rational.Mul64(s.m/g, t.m)
	if !ok || m > 1<<31 {
		if s.m >= t.m {
			return s, true
		}
		return t, true
	}
	// The least element that both have: r + k*s.m for some k < t.m/g.
	r := new(big.Int).Sub(big.NewInt(t.r), big.NewInt(s.r))
	r.Div(r, big.NewInt(g))
	inv := new(big.Int).ModInverse(big.NewInt(s.m/g), big.NewInt(t.m/g))
	if inv == nil { // t.m/g is 1
		return of(m, s.r), true
	}
	r.Mul(r, inv).Mod(r, big.NewInt(t.m/g))
	r.Mul(r, big.NewInt(s.m)).Add(r, big.NewInt(s.r))
	return of(m, r.Int64()), true
}

// Mod returns the remainders in [0, c) of the elements divided by c > 0.
func (s Set) Mod(c int64) Set {
	if s.m == 0 {
		return Of(mod(s.r, c))
	}
	g := rational.GCD64(s.m, c)
	if g == c {
		return Of(mod(s.r, c))
	}
	return Class(g, s.r)
}

// Div returns a set with the quotients of the elements by c > 0, rounded down.
func (s Set) Div(c int64) Set {
	floor := s.r / c
	if s.r%c < 0 {
		floor--
	}
	switch {
	case s.m == 0:
		return Of(floor)
	case s.m%c == 0:
		return of(s.m/c, floor)
	}
	return All
}

// Ceil returns the least element that is at least v; false: there is none.
func (s Set) Ceil(v *big.Int) (*big.Int, bool) {
	if s.m == 0 {
		r := big.NewInt(s.r)
		return r, r.Cmp(v) >= 0
	}
	// v + ((r - v) mod m)
	d := new(big.Int).Sub(big.NewInt(s.r), v)
	d.Mod(d, big.NewInt(s.m))
	return d.Add(d, v), true
}

// Floor returns the greatest element that is at most v; false: there is none.
func (s Set) Floor(v *big.Int) (*big.Int, bool) {
	if s.m == 0 {
		r := big.NewInt(s.r)
		return r, r.Cmp(v) <= 0
	}
	d := new(big.Int).Sub(v, big.NewInt(s.r))
	d.Mod(d, big.NewInt(s.m))
	return d.Sub(v, d), true
}
