package polyhedra

import (
	"context"
	"fmt"

	"cupel/core/rational"
	"cupel/core/work"
)

// ProjectConstraints projects the polyhedron of the constraints, in a space of dim dimensions, onto the dimensions keep, which become dimensions 0, 1, ... of
// the result. It works on constraints only: equations are solved, then dimensions are eliminated by Fourier and Motzkin's method as long as at most lim.Rows
// rows arise.
//
// Beyond that the result depends on the point at. If it is nil, the result is ErrLimit. Otherwise at is a point of the polyhedron, and the remaining
// dimensions are eliminated by local projection: each is replaced by its bound that is tightest at the point. The result is then a subset of the projection
// that contains the projection of at, and exact is false; finitely many such subsets cover the projection.
//
// Source of local projection: Farzan and Kincaid, "Compositional recurrence analysis", FMCAD 2015; Loos and Weispfenning, "Applying linear quantifier
// elimination", 1993.
func ProjectConstraints(ctx context.Context, dim int, cs []Constraint, keep []int, at []rational.Q, lim Limits) (projected []Constraint, exact bool, err error) {
	e := &elimination{dim: dim, kept: make([]bool, dim+1), limit: lim.rows(), exact: true}
	if at != nil {
		e.at = homogeneous(rational.One, at)
	}
	e.kept[0] = true
	idx := make([]int, len(keep)+1)
	for i, d := range keep {
		idx[i+1], e.kept[d+1] = d+1, true
	}
	e.connected(cs)
	e.solve()
	if err := e.fourier(ctx); err != nil {
		return nil, false, err
	}
	for _, v := range e.eqs {
		projected = append(projected, constraint(v.pick(idx), true))
	}
	for _, v := range e.ineqs {
		projected = append(projected, constraint(v.pick(idx), false))
	}
	return projected, e.exact, nil
}

type elimination struct {
	dim        int
	kept       []bool // by column; column 0 is the constant
	eqs, ineqs []vec
	at         vec // empty: no point
	limit      int
	exact      bool
}

// connected keeps the constraints that share a dimension, transitively, with a kept one, and those without dimensions; the others constrain other dimensions
// only. These must be satisfiable, so they are kept as well when there is no point that proves it.
func (e *elimination) connected(cs []Constraint) {
	rows := make([]vec, len(cs))
	byColumn := make([][]int, e.dim+1)
	var todo []int
	reached := make([]bool, len(cs))
	reach := func(i int) {
		if !reached[i] {
			reached[i] = true
			todo = append(todo, i)
		}
	}
	for i, c := range cs {
		rows[i] = c.row()
		constant := true
		for col := 1; col <= e.dim; col++ {
			if rows[i].sign(col) != 0 {
				constant = false
				byColumn[col] = append(byColumn[col], i)
				if e.kept[col] {
					reach(i)
				}
			}
		}
		if constant || e.at.len() == 0 {
			reach(i)
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for col := 1; col <= e.dim; col++ {
			if rows[i].sign(col) != 0 {
				for _, j := range byColumn[col] {
					reach(j)
				}
				byColumn[col] = nil
			}
		}
	}
	for i, c := range cs {
		switch {
		case !reached[i] || rows[i].isZero():
		case c.Equation:
			e.eqs = append(e.eqs, rows[i])
		default:
			e.ineqs = append(e.ineqs, rows[i])
		}
	}
}

// solve eliminates with the equations. Among the columns of an equation the one
// in the fewest other rows is solved for.
func (e *elimination) solve() {
	var done []vec
	for len(e.eqs) > 0 {
		p := e.eqs[0]
		e.eqs = e.eqs[1:]
		col, best := 0, 0
		for c := 1; c <= e.dim; c++ {
			if p.sign(c) == 0 || e.kept[c] {
				continue
			}
			n := 1
			for _, rows := range [][]vec{e.eqs, done, e.ineqs} {
				for _, v := range rows {
					if v.sign(c) != 0 {
						n++
					}
				}
			}
			if col == 0 || n < best {
				col, best = c, n
			}
		}
		if col == 0 { // kept dimensions only
			if !p.isZero() {
				done = append(done, p)
			}
			continue
		}
		if p.sign(col) < 0 {
			p = p.neg()
		}
		for _, rows := range [][]vec{e.eqs, done, e.ineqs} {
			for i, v := range rows {
				rows[i] = eliminate(v, p, col)
			}
		}
	}
	e.eqs = done
}

// fourier eliminates the columns that are left from the inequalities, the
// cheapest first.
func (e *elimination) fourier(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		work.Spend(ctx, len(e.ineqs)) // about a unit for a row
		e.ineqs = tightest(e.ineqs)
		col, best := 0, 0
		for c := 1; c <= e.dim; c++ {
			if e.kept[c] {
				continue
			}
			lower, upper := e.count(c)
			if lower+upper == 0 {
				continue
			}
			if growth := lower*upper - lower - upper; col == 0 || growth < best {
				col, best = c, growth
			}
		}
		if col == 0 {
			return nil
		}
		switch {
		case len(e.ineqs)+best <= e.limit:
			e.combine(col)
		case e.at.len() == 0:
			return fmt.Errorf("%w: elimination makes %d rows", ErrLimit, len(e.ineqs)+best)
		default:
			e.local(col)
		}
	}
}

// count returns how many rows bound column c from below and from above.
func (e *elimination) count(c int) (lower, upper int) {
	for _, v := range e.ineqs {
		switch v.sign(c) {
		case 1:
			lower++
		case -1:
			upper++
		}
	}
	return lower, upper
}

// combine replaces the rows with column c by the sums of lower and upper bounds.
func (e *elimination) combine(c int) {
	var lower, upper, rest []vec
	for _, v := range e.ineqs {
		switch v.sign(c) {
		case 1:
			lower = append(lower, v)
		case -1:
			upper = append(upper, v)
		default:
			rest = append(rest, v)
		}
	}
	for _, l := range lower {
		for _, u := range upper {
			rest = append(rest, eliminate(u, l, c))
		}
	}
	e.ineqs = rest
}

// local replaces column c by its tightest lower or upper bound at the point,
// whichever side has fewer bounds.
func (e *elimination) local(c int) {
	lower, upper := e.count(c)
	side := 1
	if lower > upper && upper > 0 || lower == 0 {
		side = -1
	}
	var bound vec
	var slack rational.Q
	var rest []vec
	for _, v := range e.ineqs {
		if v.sign(c) == side {
			// The distance of the column from this bound at the point.
			if s := dot(v, e.at).Div(v.at(c).Abs()); bound.len() == 0 || s.Cmp(slack) < 0 {
				bound, slack = v, s
			}
		}
	}
	if lower == 0 || upper == 0 {
		bound = vec{} // unbounded on one side: all these rows can be satisfied
	} else {
		e.exact = false
	}
	for _, v := range e.ineqs {
		switch {
		case v.sign(c) == 0:
			rest = append(rest, v)
		case bound.len() == 0:
		case side > 0:
			rest = append(rest, eliminate(v, bound, c))
		default: // a.x - b c >= 0 is solved for c; its negation has the positive entry
			rest = append(rest, eliminate(v, bound.neg(), c))
		}
	}
	e.ineqs = rest
}

// tightest drops rows without content and, of rows that differ in the constant
// only, keeps the strongest.
func tightest(rows []vec) []vec {
	var out []vec
	for _, v := range sorted(rows) { // rows with the same coefficients are adjacent, the least constant first
		if positivity(v) && v.sign(0) >= 0 {
			continue
		}
		if n := len(out); n > 0 && parallel(out[n-1], v) {
			continue
		}
		out = append(out, v)
	}
	return out
}

// parallel reports whether u and v agree in all coefficients.
func parallel(u, v vec) bool {
	for i := 1; i < u.len(); i++ {
		if u.b == nil && v.b == nil {
			if u.s[i] != v.s[i] {
				return false
			}
		} else if u.big(i).Cmp(v.big(i)) != 0 {
			return false
		}
	}
	return true
}
