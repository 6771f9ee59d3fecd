package octagon

import (
	"math"
	"math/big"
	"slices"

	"cupel/analysis/absint/bounds"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// infinite is the bound of no constraint.
const infinite = math.MaxInt64

// An Octagon is a difference bound matrix over the terms V_2k = x_k and V_2k+1 = -x_k: the entry at (i, j) is an upper bound of V_j - V_i. Invariants: the
// matrix is coherent (the entry at (j^1, i^1) is the same) and tightly closed.
type Octagon struct {
	n     int // dimensions
	m     []int64
	empty bool
}

// Universe returns the set of all points.
func Universe(n int) *Octagon {
	o := &Octagon{n: n, m: make([]int64, 4*n*n)}
	for i := range o.m {
		o.m[i] = infinite
	}
	for i := range 2 * n {
		o.m[i*2*n+i] = 0
	}
	return o
}

// Empty returns the empty set.
func Empty(n int) *Octagon { return &Octagon{n: n, empty: true} }

// Dim returns the number of dimensions.
func (o *Octagon) Dim() int { return o.n }

// IsEmpty reports whether there is no integer point.
func (o *Octagon) IsEmpty() bool { return o.empty }

func (o *Octagon) at(i, j int) int64 { return o.m[i*2*o.n+j] }

// clone returns a copy that may be changed.
func (o *Octagon) clone() *Octagon { return &Octagon{n: o.n, m: slices.Clone(o.m), empty: o.empty} }

// put lowers an entry and the coherent one.
func (o *Octagon) put(i, j int, c int64) {
	if c > bounds.Greatest {
		return
	}
	c = max(c, -bounds.Greatest) // weaker
	k := i*2*o.n + j
	if c < o.m[k] {
		o.m[k] = c
		o.m[(j^1)*2*o.n+i^1] = c
	}
}

// sum adds bounds.
func sum(a, b int64) int64 {
	if a == infinite || b == infinite {
		return infinite
	}
	return a + b
}

func half(a int64) int64 { return a >> 1 } // rounded down

// close makes o tightly closed; the result is Empty if o has no integer point.
func (o *Octagon) close() *Octagon {
	w := 2 * o.n
	for k := range w {
		for i := range w {
			a := o.m[i*w+k]
			if a == infinite {
				continue
			}
			for j := range w {
				if b := o.m[k*w+j]; b != infinite && a+b < o.m[i*w+j] {
					o.m[i*w+j] = a + b
				}
			}
		}
	}
	for i := range w {
		if o.m[i*w+i] < 0 {
			return Empty(o.n)
		}
		if u := &o.m[i*w+i^1]; *u != infinite {
			*u = 2 * half(*u)
		}
	}
	for i := range w {
		if s := sum(o.m[i*w+i^1], o.m[(i^1)*w+i]); s < 0 {
			return Empty(o.n)
		}
	}
	for i := range w {
		a := o.m[i*w+i^1]
		if a == infinite {
			continue
		}
		for j := range w {
			if b := o.m[(j^1)*w+j]; b != infinite && half(a)+half(b) < o.m[i*w+j] {
				o.m[i*w+j] = half(a) + half(b)
			}
		}
	}
	for i, c := range o.m {
		switch {
		case c > bounds.Greatest:
			o.m[i] = infinite
		case c < -bounds.Greatest:
			o.m[i] = -bounds.Greatest
		}
	}
	return o
}

// constrain adds V_j - V_i <= c for all given triples.
func (o *Octagon) constrain(ts []triple) *Octagon {
	if o.empty {
		return o
	}
	var r *Octagon
	for _, t := range ts {
		if t.c >= o.at(t.i, t.j) || t.c > bounds.Greatest {
			continue
		}
		if r == nil {
			r = o.clone()
		}
		r.put(t.i, t.j, t.c)
	}
	if r == nil {
		return o
	}
	return r.close()
}

// triple is the constraint V_j - V_i <= c.
type triple struct {
	i, j int
	c    int64
}

// term is the index of sign * x_k.
func term(k, sign int) int {
	if sign < 0 {
		return 2*k + 1
	}
	return 2 * k
}

// AddConstraints intersects o with the constraints; a constraint that is not octagonal is approximated by its octagonal consequences under o's bounds.
func (o *Octagon) AddConstraints(cs []polyhedra.Constraint) *Octagon {
	for _, c := range cs {
		if o.empty {
			break
		}
		ts := o.imply(nil, bounds.Negated(c.Coeffs), c.Bound.Neg()) // -a.x <= -b
		if c.Equation {
			ts = o.imply(ts, c.Coeffs, c.Bound)
		}
		if len(bounds.Support(c.Coeffs)) == 0 && (c.Bound.Sign() > 0 || c.Equation && !c.Bound.IsZero()) {
			return Empty(o.n)
		}
		o = o.constrain(ts)
	}
	return o
}

// imply appends octagonal consequences of a.x <= b.
func (o *Octagon) imply(ts []triple, a []rational.Q, b rational.Q) []triple {
	in := bounds.Support(a)
	rest := slices.Clone(a)
	for i, k := range in {
		rest[k] = rational.Zero
		if lo, ok := o.Min(rest); ok { // c*x_k <= b - rest
			if v, ok := bounds.Floor(b.Sub(lo).Div(a[k].Abs())); ok {
				t := term(k, a[k].Sign())
				ts = append(ts, triple{t ^ 1, t, 2 * v})
			}
		}
		for _, l := range in[i+1:] {
			if !a[k].Abs().Equal(a[l].Abs()) {
				continue
			}
			rest[l] = rational.Zero
			if lo, ok := o.Min(rest); ok {
				if v, ok := bounds.Floor(b.Sub(lo).Div(a[k].Abs())); ok {
					ts = append(ts, triple{term(l, a[l].Sign()) ^ 1, term(k, a[k].Sign()), v})
				}
			}
			rest[l] = a[l]
		}
		rest[k] = a[k]
	}
	return ts
}

// Max returns an upper bound of a.x; false: it has none. It is exact for octagonal a.
func (o *Octagon) Max(a []rational.Q) (rational.Q, bool) {
	if o.empty {
		return rational.Zero, false
	}
	return bounds.Max(a, o.upper, o.pairs)
}

// upper bounds c*x_k.
func (o *Octagon) upper(k int, c rational.Q) (rational.Q, bool) {
	t := term(k, c.Sign())
	b := o.at(t^1, t)
	if b == infinite {
		return rational.Zero, false
	}
	return rational.FromInt(half(b)).Mul(c.Abs()), true
}

// pairs bounds a.x by pairing summands, those with the greatest coefficients
// first.
func (o *Octagon) pairs(a []rational.Q) (rational.Q, bool) {
	left := slices.Clone(a)
	total := rational.Zero
	for {
		in := bounds.Support(left)
		if len(in) == 0 {
			return total, true
		}
		slices.SortStableFunc(in, func(i, j int) int { return left[j].Abs().Cmp(left[i].Abs()) })
		k := in[0]
		if len(in) == 1 {
			b, ok := o.upper(k, left[k])
			return total.Add(b), ok
		}
		// The partner with the least bound.
		best, bound := -1, int64(infinite)
		for _, l := range in[1:] {
			if b := o.at(term(l, left[l].Sign())^1, term(k, left[k].Sign())); b < bound {
				best, bound = l, b
			}
		}
		if best < 0 {
			b, ok := o.upper(k, left[k])
			if !ok {
				return total, false
			}
			total, left[k] = total.Add(b), rational.Zero
			continue
		}
		c := left[best].Abs() // the smaller coefficient
		total = total.Add(rational.FromInt(bound).Mul(c))
		left[k] = left[k].Sub(c.Mul(rational.FromInt(int64(left[k].Sign()))))
		left[best] = rational.Zero
	}
}

// Min returns a lower bound of a.x; false: it has none.
func (o *Octagon) Min(a []rational.Q) (rational.Q, bool) {
	b, ok := o.Max(bounds.Negated(a))
	return b.Neg(), ok
}

// Satisfies reports whether c is proven to hold for all points.
func (o *Octagon) Satisfies(c polyhedra.Constraint) bool { return bounds.Satisfies(o, c) }

// Contains reports whether p is a subset of o.
func (o *Octagon) Contains(p *Octagon) bool {
	if p.empty || o == p || sabotage.Active(sabotage.OctagonContains) {
		return true
	}
	if o.empty {
		return false
	}
	for i, c := range p.m {
		if c > o.m[i] {
			return false
		}
	}
	return true
}

// Join returns the least octagon that contains both.
func (o *Octagon) Join(p *Octagon) *Octagon {
	switch {
	case o.empty || o == p:
		return p
	case p.empty:
		return o
	}
	r := o.clone()
	for i, c := range p.m {
		if !sabotage.Active(sabotage.OctagonJoin) {
			r.m[i] = max(r.m[i], c)
		}
	}
	return r // entry-wise maxima of closed matrices are closed
}

// Widen keeps the constraints of o that hold in p, which contains o. The result is
// closed again: a sequence of widenings need not become stationary, and callers
// end it.
func (o *Octagon) Widen(p *Octagon) *Octagon {
	if o.empty {
		return p
	}
	r := o.clone()
	for i, c := range p.m {
		if c > r.m[i] && !sabotage.Active(sabotage.OctagonWiden) {
			r.m[i] = infinite
		}
	}
	return r.close()
}

// Forget projects dimensions out: they become unconstrained.
func (o *Octagon) Forget(dims []int) *Octagon {
	if o.empty || len(dims) == 0 || sabotage.Active(sabotage.OctagonForget) {
		return o
	}
	r := o.clone()
	w := 2 * o.n
	for _, k := range dims {
		for _, t := range []int{2 * k, 2*k + 1} {
			for i := range w {
				r.m[i*w+t], r.m[t*w+i] = infinite, infinite
			}
			r.m[t*w+t] = 0
		}
	}
	return r
}

// AddRay returns the points of o moved any distance along a dimension, in the
// direction of sign.
func (o *Octagon) AddRay(dim, sign int) *Octagon {
	if o.empty {
		return o
	}
	r := o.clone()
	w := 2 * o.n
	t := term(dim, sign) // unbounded above now
	for i := range w {
		if i != t {
			r.m[i*w+t] = infinite
		}
		if i != t^1 {
			r.m[(t^1)*w+i] = infinite
		}
	}
	return r
}

// Substitute returns a set that contains the points of o with any integer between
// a.x + lo and a.x + hi in place of the dimension; it is exact when there is only
// one, +-x_k plus an integer.
func (o *Octagon) Substitute(dim int, a []rational.Q, lo, hi rational.Q) *Octagon {
	if o.empty {
		return o
	}
	if in := bounds.Support(a); len(in) == 1 && in[0] == dim && a[dim].Abs().Equal(rational.One) && lo.IsInt() && lo.Equal(hi) {
		return o.move(dim, a[dim].Sign(), lo)
	}
	// Bounds of the new value, and of it with every other dimension.
	var ts []triple
	for _, sign := range []int{1, -1} {
		s := rational.FromInt(int64(sign))
		x := make([]rational.Q, o.n)
		for i := range a {
			x[i] = a[i].Mul(s)
		}
		off := hi
		if sign < 0 {
			off = lo.Neg()
		}
		t := term(dim, sign)
		if b, ok := o.Max(x); ok { // sign*x' <= b + off
			if v, ok := bounds.Floor(b.Add(off)); ok {
				ts = append(ts, triple{t ^ 1, t, 2 * v})
			}
		}
		for k := range o.n {
			if k == dim {
				continue
			}
			for _, other := range []int{1, -1} {
				y := slices.Clone(x)
				y[k] = y[k].Add(rational.FromInt(int64(other)))
				if b, ok := o.Max(y); ok { // sign*x' + other*x_k <= b + off
					if v, ok := bounds.Floor(b.Add(off)); ok {
						ts = append(ts, triple{term(k, other) ^ 1, t, v})
					}
				}
			}
		}
	}
	return o.Forget([]int{dim}).constrain(ts)
}

// move replaces x by sign*x + c.
func (o *Octagon) move(dim, sign int, c rational.Q) *Octagon {
	if sabotage.Active(sabotage.OctagonMove) {
		return o
	}
	d, ok := bounds.Floor(c)
	if !ok {
		return o.Forget([]int{dim})
	}
	r := o.clone()
	w := 2 * o.n
	p, q := 2*dim, 2*dim+1
	if sign < 0 {
		for i := range w {
			r.m[i*w+p], r.m[i*w+q] = r.m[i*w+q], r.m[i*w+p]
		}
		for j := range w {
			r.m[p*w+j], r.m[q*w+j] = r.m[q*w+j], r.m[p*w+j]
		}
	}
	shift := func(i int) int64 { // of V_i
		switch i {
		case p:
			return d
		case q:
			return -d
		}
		return 0
	}
	for i := range w {
		for j := range w {
			k := i*w + j
			if r.m[k] == infinite {
				continue
			}
			if r.m[k] += shift(j) - shift(i); r.m[k] > bounds.Greatest {
				r.m[k] = infinite
			} else if r.m[k] < -bounds.Greatest {
				r.m[k] = -bounds.Greatest
			}
		}
	}
	return r
}

// Constraints returns constraints that describe the octagon, without those on two
// dimensions that follow from the bounds of each.
func (o *Octagon) Constraints() []polyhedra.Constraint {
	if o.empty {
		return []polyhedra.Constraint{{Coeffs: make([]rational.Q, o.n), Bound: rational.One}}
	}
	var out []polyhedra.Constraint
	// add appends the sum of signed dimensions <= c, as an equation when the
	// negated sum is at most -c.
	add := func(c, opposite int64, terms ...int) {
		if c == infinite {
			return
		}
		a := make([]rational.Q, o.n)
		for _, t := range terms {
			if a[t/2] = rational.FromInt(-1); t&1 == 1 {
				a[t/2] = rational.One
			}
		}
		k := polyhedra.Constraint{Coeffs: a, Bound: rational.FromInt(c).Neg()} // -sum >= -c
		if opposite != infinite && c == -opposite {
			if terms[0]&1 == 1 {
				return // implied by the coherent entry
			}
			k.Equation = true
		}
		out = append(out, k)
	}
	halved := func(c int64) int64 {
		if c == infinite {
			return c
		}
		return half(c)
	}
	for k := range o.n {
		p, q := 2*k, 2*k+1
		add(halved(o.at(q, p)), halved(o.at(p, q)), p)
		add(halved(o.at(p, q)), halved(o.at(q, p)), q)
	}
	for k := range o.n {
		for l := range k {
			for _, t := range []int{2 * k, 2*k + 1} {
				for _, u := range []int{2 * l, 2*l + 1} {
					// V_t + V_u <= c
					c := o.at(u^1, t)
					if b := sum(o.at(t^1, t), o.at(u^1, u)); c == infinite || b != infinite && halved(o.at(t^1, t))+halved(o.at(u^1, u)) <= c {
						continue
					}
					add(c, o.at(u, t^1), t, u)
				}
			}
		}
	}
	return out
}

// Holds reports whether the octagon contains an integer point.
func (o *Octagon) Holds(x []*big.Int) bool {
	if o.empty {
		return false
	}
	val := func(t int) *big.Int {
		if t&1 == 1 {
			return new(big.Int).Neg(x[t/2])
		}
		return x[t/2]
	}
	for i := range 2 * o.n {
		for j := range 2 * o.n {
			if c := o.at(i, j); c != infinite && new(big.Int).Sub(val(j), val(i)).Cmp(big.NewInt(c)) > 0 {
				return false
			}
		}
	}
	return true
}
