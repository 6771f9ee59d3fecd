package polyhedra

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/rational"
	"cupel/core/work"
)

// ErrLimit: an operation would need more rows than its Limits allow.
var ErrLimit = errors.New("polyhedra: size limit reached")

// Limits bound an operation.
type Limits struct {
	// Rows is the greatest number of rays and points, or of inequalities, that
	// the result may have, and that may arise on the way to it; 0 means
	// DefaultRows. The time of one step grows with the third power of it in the
	// worst case.
	Rows int
}

func (l Limits) rows() int {
	if l.Rows > 0 {
		return l.Rows
	}
	return DefaultRows
}

// dd is a cone in the middle of the double description method: minimal
// generators, and which of the inequalities added so far each ray saturates.
type dd struct {
	n     int
	limit int
	lines []vec
	rays  []ray
	eqs   int // rank of the equations added
	ineqs int // inequalities added that cut something off
}

type ray struct {
	v   vec
	sat bitset
}

// add intersects the cone with c.x >= 0, or with c.x = 0.
func (d *dd) add(ctx context.Context, c vec, equation bool) error {
	for i, l := range d.lines {
		if s := dot(c, l); s.Sign() != 0 {
			if s.Sign() < 0 {
				l, s = l.neg(), s.Neg()
			}
			d.cutLine(c, i, l, s, equation)
			return nil
		}
	}
	return d.cutRays(ctx, c, equation)
}

// cutLine adds c when line i, oriented as l, has c.l = s > 0: the other
// generators move along l into the hyperplane of c, and l itself is left as a
// ray, or not at all.
func (d *dd) cutLine(c vec, i int, l vec, s rational.Q, equation bool) {
	onto := func(v vec) vec {
		t := dot(c, v)
		if t.IsZero() {
			return v
		}
		return combine(s, v, t.Neg(), l)
	}
	lines := make([]vec, 0, len(d.lines)-1)
	for j, m := range d.lines {
		if j != i {
			lines = append(lines, onto(m))
		}
	}
	rays := make([]ray, 0, len(d.rays)+1)
	for _, r := range d.rays {
		r.v = onto(r.v) // l saturates all earlier inequalities
		if !equation {
			r.sat = r.sat.with(d.ineqs)
		}
		rays = append(rays, r)
	}
	if equation {
		d.eqs++
	} else {
		var all bitset
		for k := range d.ineqs {
			all = all.with(k)
		}
		rays = append(rays, ray{l, all})
		d.ineqs++
	}
	d.lines, d.rays = lines, rays
}

// cutRays adds c, which all lines saturate: new extreme rays arise between
// adjacent rays on either side of the hyperplane.
func (d *dd) cutRays(ctx context.Context, c vec, equation bool) error {
	vals := make([]rational.Q, len(d.rays))
	var pos, neg, on []int
	for i, r := range d.rays {
		vals[i] = dot(c, r.v)
		switch vals[i].Sign() {
		case 1:
			pos = append(pos, i)
		case -1:
			neg = append(neg, i)
		default:
			on = append(on, i)
		}
	}
	if len(neg) == 0 && (!equation || len(pos) == 0) {
		return nil // no ray is cut off; the inequality is redundant, in sat too
	}
	var next []ray
	keep := func(i int, saturates bool) {
		r := d.rays[i]
		if saturates && !equation {
			r.sat = r.sat.with(d.ineqs)
		}
		next = append(next, r)
	}
	for _, i := range on {
		keep(i, true)
	}
	if !equation {
		for _, i := range pos {
			keep(i, false)
		}
	}
	// Two rays span a face of dimension 2 only when they saturate at least so
	// many inequalities together.
	need := d.n - len(d.lines) - d.eqs - 2
	var common bitset
	for _, i := range pos {
		work.Spend(ctx, 1+len(neg)/pairsPerUnit)
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, j := range neg {
			if common.intersection(d.rays[i].sat, d.rays[j].sat) < need || !d.adjacent(common, i, j) {
				continue
			}
			if len(next) >= d.limit {
				return fmt.Errorf("%w: more than %d rows", ErrLimit, d.limit)
			}
			r := ray{v: combine(vals[i], d.rays[j].v, vals[j].Neg(), d.rays[i].v)}
			if equation {
				r.sat = append(bitset(nil), common...)
			} else {
				r.sat = common.with(d.ineqs)
			}
			next = append(next, r)
		}
	}
	if equation {
		d.eqs++
	} else {
		d.ineqs++
	}
	d.rays = next
	return nil
}

// adjacent reports whether no third ray lies on all the faces that rays i and j
// have in common.
func (d *dd) adjacent(common bitset, i, j int) bool {
	for k := range d.rays {
		if k != i && k != j && common.subset(d.rays[k].sat) {
			return false
		}
	}
	return true
}
