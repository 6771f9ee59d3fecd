package procedure

import (
	"context"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/rational"
)

var rows = polyhedra.Limits{Rows: 300}

// A cell is an element of the partition of the values before a call, with the polyhedron of the values after it.
type cell struct {
	base    *polyhedra.Polyhedron // the cell itself
	value   *polyhedra.Polyhedron // a part of base: the slots of calls
	lits    []polyhedra.Constraint
	classes []class
	changes int
}

// A class restricts a slot to a residue class.
type class struct {
	slot       int
	modulus, r int64
}

// condition returns the cell's condition without its polyhedra: the residue classes.
func (c *cell) condition(f *logic.Factory, args []*logic.Term) *logic.Term {
	var all []*logic.Term
	for _, k := range c.classes {
		all = append(all, f.Eq(f.Mod(args[k.slot], f.IntConst(k.modulus)), f.IntConst(k.r)))
	}
	return f.And(all...)
}

// has reports whether a point of slots is in the cell.
func (c *cell) has(x []rational.Q) bool {
	for _, l := range c.lits {
		if !l.Holds(x) {
			return false
		}
	}
	for _, k := range c.classes {
		m := rational.FromInt(k.modulus)
		if q := x[k.slot]; !q.Sub(q.Div(m).Floor().Mul(m)).Equal(rational.FromInt(k.r)) {
			return false
		}
	}
	return true
}

// partition divides the values before calls of b; finer reports that fine would divide them further.
func (r *relations) partition(ctx context.Context, b *body, phi *logic.Term, cs *conditions, fine bool) (cells []*cell, finer bool, err error) {
	n := len(b.params)
	bounds := r.bounds(b)
	inside := func(i int, cut rational.Q) bool { // some values are below it, some not
		return cut.Cmp(rational.FromBig(bounds[i].Lo())) > 0 && cut.Cmp(rational.FromBig(bounds[i].Hi())) <= 0
	}
	cuts := make([][]rational.Q, n)
	var related []polyhedra.Constraint
	own := r.slot[b]
	for _, q := range inequalities(r.a.Factory(), phi) {
		c, ok := q.over(n, func(s *logic.Term) (int, bool) { i, ok := own[s]; return i, ok })
		if !ok {
			continue
		}
		if i, cut, ok := single(c); ok {
			if inside(i, cut) {
				cuts[i] = appendNew(cuts[i], cut)
			}
		} else if len(related) < maxRelated {
			related = appendConstraint(related, c)
		}
	}
	mine := make([]int, n) // cuts of the function itself, which are not given up
	for i := range cuts {
		mine[i] = len(cuts[i])
	}
	for _, s := range r.m.sites {
		if s.fn != b.fn {
			continue
		}
		args := b.pick(s.args)
		for i, slot := range b.slots {
			if slot.Before && (mine[i] > 0 || slices.Contains(b.fn.Func.Params, slot.Var)) {
				for _, q := range cs.of(args[i]) {
					if inside(i, q) {
						cuts[i] = appendNew(cuts[i], q)
					}
				}
			}
		}
	}
	limit := coarseCells
	for count(cuts, len(related)) > limit { // give up cuts of the slot with the most
		worst := -1
		for i := range cuts {
			if len(cuts[i]) > mine[i] && (worst < 0 || len(cuts[i]) > len(cuts[worst])) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		cuts[worst] = cuts[worst][:len(cuts[worst])-1]
	}
	if all := refine(cuts, mine, bounds, len(related)); all != nil {
		if finer = !fine; fine {
			cuts = all
		}
	}
	if cells, err = build(ctx, n, cuts, related); err != nil {
		return nil, false, err
	}
	for i, slot := range b.slots {
		if !slot.Before || mine[i] == 0 {
			continue
		}
		for _, m := range cs.moduli {
			if len(cells)*int(m) > fineCells {
				continue
			}
			if !fine {
				finer = true
				continue
			}
			cells = classify(cells, i, m)
		}
	}
	return cells, finer, nil
}

// classify splits cells by the remainders of a slot.
func classify(cells []*cell, slot int, modulus int64) []*cell {
	var out []*cell
	for _, c := range cells {
		for r := range modulus {
			k := *c
			k.classes = append(slices.Clone(c.classes), class{slot, modulus, r})
			out = append(out, &k)
		}
	}
	return out
}

// refine enumerates single values of the slots that have few, if necessary by giving up cuts of other slots, those of callers before those of the function
// (the first ones). nil: nothing can be refined.
func refine(cuts [][]rational.Q, mine []int, bounds []interval.Interval, related int) [][]rational.Q {
	var found [][]rational.Q
	for i := range cuts {
		for level := range 3 {
			try := slices.Clone(cuts)
			if found != nil {
				try = slices.Clone(found)
			}
			fewer := slices.Clone(try)
			try[i] = points(cuts[i], mine[i] > 0, bounds[i])
			if len(try[i]) <= len(cuts[i]) {
				break
			}
			for j := range try {
				switch {
				case j == i || len(fewer[j]) > len(cuts[j]): // refined itself
				case level == 1:
					try[j] = cuts[j][:mine[j]]
				case level == 2:
					try[j] = nil
				}
			}
			if count(try, related) <= fineCells {
				found = try
				break
			}
		}
	}
	return found
}

// bounds returns intervals of the values before calls, from the interval analysis. They only guide the partition.
func (r *relations) bounds(b *body) []interval.Interval {
	out := make([]interval.Interval, len(b.params))
	for i, s := range b.slots {
		out[i] = interval.VarRange(s.Var)
	}
	if state := r.reach.At(b.gate); state != nil {
		for s, i := range r.slot[b] {
			if m := out[i].Meet(state.Range(r.p.VarOf(s))); !m.IsEmpty() {
				out[i] = m
			}
		}
	}
	return out
}

func count(cuts [][]rational.Q, related int) int {
	n := 1
	for _, c := range cuts {
		n *= len(c) + 1
	}
	return n * (related + 1)
}

// points makes a cut of every integer in bounds or, if these are too many, between
// the least and the greatest cut.
func points(cuts []rational.Q, decides bool, bounds interval.Interval) []rational.Q {
	if !decides || len(cuts) == 0 {
		return cuts
	}
	lo, hi := rational.FromBig(bounds.Lo()), rational.FromBig(bounds.Hi())
	if hi.Sub(lo).Cmp(rational.FromInt(maxSpan)) > 0 {
		lo, hi = cuts[0], cuts[0]
		for _, c := range cuts {
			if c.Cmp(lo) < 0 {
				lo = c
			}
			if c.Cmp(hi) > 0 {
				hi = c
			}
		}
	} else {
		lo = lo.Add(rational.One)
	}
	if hi.Sub(lo).Cmp(rational.FromInt(maxSpan)) > 0 {
		return cuts
	}
	all := []rational.Q{}
	for q := lo; q.Cmp(hi) <= 0; q = q.Add(rational.One) {
		all = append(all, q)
	}
	return all
}

func appendConstraint(cs []polyhedra.Constraint, c polyhedra.Constraint) []polyhedra.Constraint {
	equal := func(d polyhedra.Constraint) bool {
		return slices.EqualFunc(c.Coeffs, d.Coeffs, rational.Q.Equal) && c.Bound.Equal(d.Bound)
	}
	if slices.ContainsFunc(cs, equal) || slices.ContainsFunc(cs, func(d polyhedra.Constraint) bool { return equal(complement(d)) }) {
		return cs
	}
	return append(cs, c)
}

// build makes the cells: one interval for each slot, and the conditions that
// relate slots, true or false.
func build(ctx context.Context, n int, cuts [][]rational.Q, related []polyhedra.Constraint) ([]*cell, error) {
	var sides [][][]polyhedra.Constraint
	for i := range cuts {
		if len(cuts[i]) == 0 {
			continue
		}
		slices.SortFunc(cuts[i], rational.Q.Cmp)
		axis := polyhedra.Constraint{Coeffs: make([]rational.Q, n)}
		axis.Coeffs[i] = rational.One
		var parts [][]polyhedra.Constraint
		for k := 0; k <= len(cuts[i]); k++ {
			var part []polyhedra.Constraint
			if k > 0 {
				c := axis
				c.Bound = cuts[i][k-1]
				part = append(part, c)
			}
			if k < len(cuts[i]) {
				c := axis
				c.Bound = cuts[i][k]
				part = append(part, complement(c))
			}
			parts = append(parts, part)
		}
		sides = append(sides, parts)
	}
	for _, c := range related {
		sides = append(sides, [][]polyhedra.Constraint{{c}, {complement(c)}})
	}
	whole, err := polyhedra.FromConstraints(ctx, n, nil, rows)
	if err != nil {
		return nil, err
	}
	cells := []*cell{{base: whole, value: polyhedra.Empty(n)}}
	for _, parts := range sides {
		var next []*cell
		for _, c := range cells {
			for _, part := range parts {
				base, err := c.base.AddConstraints(ctx, part, rows)
				if err != nil {
					return nil, err
				}
				if !base.IsEmpty() {
					next = append(next, &cell{base: base, value: polyhedra.Empty(n), lits: append(slices.Clone(c.lits), part...)})
				}
			}
		}
		cells = next
	}
	return cells, nil
}
