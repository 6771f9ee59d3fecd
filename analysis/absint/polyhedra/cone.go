package polyhedra

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/rational"
)

// cone is a convex polyhedral cone with both descriptions, minimal and
// canonical: equations and lines in reduced echelon form, inequalities (modulo
// the equations) and rays (modulo the lines) irredundant and sorted.
type cone struct {
	n                       int
	eqs, ineqs, lines, rays []vec
}

// origin is the cone {0}.
func origin(n int) *cone {
	k := &cone{n: n}
	for i := range n {
		k.eqs = append(k.eqs, unit(n, (i+1)%n))
	}
	return k
}

// dual exchanges constraints and generators: intersecting the dual adds generators to k.
func (k *cone) dual() *cone {
	return &cone{n: k.n, eqs: k.lines, ineqs: k.rays, lines: k.eqs, rays: k.ineqs}
}

// meet intersects k with eqs (= 0) and ineqs (>= 0).
func (k *cone) meet(ctx context.Context, eqs, ineqs []vec, lim Limits) (*cone, error) {
	d := &dd{n: k.n, limit: lim.rows(), lines: k.lines, eqs: len(k.eqs), ineqs: len(k.ineqs)}
	for _, v := range k.rays {
		d.rays = append(d.rays, ray{v, saturated(v, k.ineqs)})
	}
	eqs, ineqs = sorted(eqs), sorted(ineqs)
	for _, c := range eqs {
		if err := d.add(ctx, c, true); err != nil {
			return nil, err
		}
	}
	for _, c := range ineqs {
		if err := d.add(ctx, c, false); err != nil {
			return nil, err
		}
	}
	r := &cone{n: k.n, lines: echelon(d.lines)}
	for _, x := range d.rays {
		r.rays = append(r.rays, reduce(x.v, r.lines))
	}
	r.rays = sorted(r.rays)
	r.constrain(slices.Concat(k.eqs, eqs), slices.Concat(k.ineqs, ineqs))
	if len(r.ineqs) > lim.rows() {
		return nil, fmt.Errorf("%w: %d rows", ErrLimit, len(r.ineqs))
	}
	return r, nil
}

// join adds lines and rays to k.
func (k *cone) join(ctx context.Context, lines, rays []vec, lim Limits) (*cone, error) {
	d, err := k.dual().meet(ctx, lines, rays, lim)
	if err != nil {
		return nil, err
	}
	return d.dual(), nil
}

// constrain sets the constraints to the minimal form of the given ones, which
// define the cone that the generators span. An inequality that all rays
// saturate is an equation; the others are facets exactly when the set of rays
// they saturate is maximal.
func (k *cone) constrain(eqs, ineqs []vec) {
	type facet struct {
		v    vec
		sat  bitset
		size int
	}
	var facets []facet
	for _, c := range ineqs {
		sat := saturated(c, k.rays)
		if n := sat.count(); n == len(k.rays) {
			eqs = append(eqs, c)
		} else {
			facets = append(facets, facet{c, sat, n})
		}
	}
	k.eqs = echelon(eqs)
	// Larger sets first: only those can contain a set.
	slices.SortStableFunc(facets, func(x, y facet) int { return y.size - x.size })
	var kept []facet
	k.ineqs = nil
next:
	for _, x := range facets {
		for _, y := range kept {
			if x.sat.subset(y.sat) {
				continue next
			}
		}
		kept = append(kept, x)
		k.ineqs = append(k.ineqs, reduce(x.v, k.eqs))
	}
	k.ineqs = sorted(k.ineqs)
}

// saturated returns the indices i with v.ws[i] = 0.
func saturated(v vec, ws []vec) bitset {
	b := make(bitset, (len(ws)+63)/64)
	for i, w := range ws {
		if dot(v, w).IsZero() {
			b[i/64] |= 1 << (i % 64)
		}
	}
	return b
}

// echelon returns the reduced echelon form of the space that the rows span; the
// pivots are looked for in columns 1, 2, ..., and in column 0 last.
func echelon(rows []vec) []vec {
	rows = slices.Clone(rows)
	var done []vec
	if len(rows) == 0 {
		return nil
	}
	n := rows[0].len()
	for k := range n {
		col := (k + 1) % n
		p := slices.IndexFunc(rows, func(v vec) bool { return v.sign(col) != 0 })
		if p < 0 {
			continue
		}
		pivot := rows[p]
		rows = slices.Delete(rows, p, p+1)
		if pivot.sign(col) < 0 {
			pivot = pivot.neg()
		}
		for i := range rows {
			rows[i] = eliminate(rows[i], pivot, col)
		}
		for i := range done {
			done[i] = eliminate(done[i], pivot, col)
		}
		done = append(done, pivot)
	}
	return done
}

// eliminate adds a multiple of pivot, whose entry at col is positive, to a
// positive multiple of v so that entry col becomes 0.
func eliminate(v, pivot vec, col int) vec {
	if v.sign(col) == 0 {
		return v
	}
	return combine(pivot.at(col), v, v.at(col).Neg(), pivot)
}

// reduce eliminates the pivot columns of the echelon form from v.
func reduce(v vec, form []vec) vec {
	for _, p := range form {
		v = eliminate(v, p, leading(p))
	}
	return v
}

// leading returns the pivot column of a row of an echelon form.
func leading(v vec) int {
	for i := 1; i < v.len(); i++ {
		if v.sign(i) != 0 {
			return i
		}
	}
	return 0
}

// sorted returns the distinct vectors of vs in order.
func sorted(vs []vec) []vec {
	vs = slices.Clone(vs)
	slices.SortFunc(vs, compare)
	return slices.CompactFunc(vs, func(u, v vec) bool { return compare(u, v) == 0 })
}

// satisfies reports whether v fulfils all constraints of k.
func (k *cone) satisfies(v vec, line bool) bool {
	for _, c := range k.eqs {
		if !dot(c, v).IsZero() {
			return false
		}
	}
	for _, c := range k.ineqs {
		if s := dot(c, v); s.Sign() < 0 || line && s.Sign() > 0 {
			return false
		}
	}
	return true
}

// mentions reports whether a constraint has a coefficient at i.
func (k *cone) mentions(i int) bool {
	has := func(v vec) bool { return v.sign(i) != 0 }
	return slices.ContainsFunc(k.eqs, has) || slices.ContainsFunc(k.ineqs, has)
}

func equalRows(u, v []vec) bool {
	return slices.EqualFunc(u, v, func(x, y vec) bool { return compare(x, y) == 0 })
}

// homogeneous returns the integer multiple of (c, q...).
func homogeneous(c rational.Q, q []rational.Q) vec {
	return fromRationals(append([]rational.Q{c}, q...))
}
