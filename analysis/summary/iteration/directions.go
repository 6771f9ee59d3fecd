package iteration

import (
	"context"
	"slices"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
)

// Directions partitions a body into cells by the signs of the changes of the variables, x' < x, x' = x or x' > x, and by the Bool variables it writes. The cell
// graph has an edge where an iteration of one cell can follow one of another; its strongly connected components are the phases. Each phase is summarised by
// the inner domain, and the closure is the path expression of the acyclic phase graph.
type Directions struct {
	inner Domain
	o     Options
}

// NewDirections returns the domain that summarises phases with inner.
func NewDirections(inner Domain, o Options) *Directions { return &Directions{inner, o.withDefaults()} }

// Name is directions(inner's name).
func (d *Directions) Name() string { return "directions(" + d.inner.Name() + ")" }

// Star summarises the phases and the ways through them.
func (d *Directions) Star(ctx context.Context, a *summary.Algebra, body *summary.Transition) (*summary.Transition, error) {
	p := newPool(a, d.o)
	defer p.close()
	return d.starIn(ctx, a, body, p)
}

func (d *Directions) starIn(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) (*summary.Transition, error) {
	phases := d.phases(ctx, a, body, p)
	if len(phases) < 2 {
		return starIn(ctx, d.inner, a, body, p)
	}
	d.o.Statistics.Splits++
	stars := make([]*summary.Transition, len(phases))
	chain := true
	for i, ph := range phases {
		s, err := starIn(ctx, d.inner, a, ph.body, p)
		if err != nil {
			return nil, err
		}
		stars[i] = s
		chain = chain && (i == 0 || slices.Contains(phases[i-1].next, i))
	}
	if chain || len(phases) > maxSpread { // every path passes the phases in this order
		all := a.Identity()
		for _, s := range stars {
			all = a.Compose(all, s)
		}
		return all, nil
	}
	from := make([]*summary.Transition, len(phases)) // all paths that start in a phase
	entered := make([]bool, len(phases))
	for i := len(phases) - 1; i >= 0; i-- {
		rest := []*summary.Transition{a.Identity()}
		for _, j := range phases[i].next {
			rest = append(rest, a.Rename(from[j]))
			entered[j] = true
		}
		from[i] = a.Compose(stars[i], a.Choice(rest...))
	}
	var all []*summary.Transition
	for i := range phases {
		if !entered[i] {
			all = append(all, from[i])
		}
	}
	return a.Choice(all...), nil
}

// phase is a part of a body; next are the phases, of greater index, that may directly follow it.
type phase struct {
	body *summary.Transition
	next []int
}

// phases returns the phases in a topological order; fewer than two: no cut.
func (d *Directions) phases(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) []phase {
	l, ctx := newLoop(ctx, a, body, p, d.o)
	defer l.p.close()
	open := slices.DeleteFunc(l.independent(), l.isReset)
	for _, v := range body.Written() {
		if v.Sort().IsBool() {
			open = append(open, v)
		}
	}
	if len(open) > d.o.Dimensions {
		open = open[:d.o.Dimensions]
	}
	var cells []*summary.Transition
	for len(open) > 0 { // fewer variables when there are too many cells
		var ok bool
		if cells, ok = l.cells(ctx, open); ok {
			break
		}
		open = open[:len(open)-1]
	}
	if len(open) == 0 || len(cells) < 2 {
		return nil
	}
	follows := make([][]bool, len(cells))
	for i := range cells {
		follows[i] = make([]bool, len(cells))
		for j := range cells {
			if i != j {
				follows[i][j] = l.possible(ctx, a.Compose(cells[i], a.Rename(cells[j])))
			}
		}
	}
	return condense(a, cells, follows)
}

// cells returns the satisfiable combinations of directions of numbers and values
// of Bool variables, with
// false when there are more than maxCells or the solver gave up.
func (l *Loop) cells(ctx context.Context, vars []*logic.Term) ([]*summary.Transition, bool) {
	f := l.f
	l.p.open(l.relation())
	defer l.p.done()
	var out []*summary.Transition
	for {
		r, m := l.p.check(ctx)
		if r != smt.Sat {
			return out, r == smt.Unsat
		}
		if len(out) == maxCells {
			return nil, false
		}
		linear, exact := make([]*logic.Term, len(vars)), make([]*logic.Term, len(vars))
		for i, v := range vars {
			d := v
			if !v.Sort().IsBool() {
				d = f.Sub(l.value[v], v)
			}
			x := m.Value(d)
			if x == nil || !x.IsConst() {
				return nil, false
			}
			if v.Sort().IsBool() {
				linear[i] = f.Eq(v, x)
				exact[i] = linear[i]
				continue
			}
			sign := func(d *logic.Term) *logic.Term {
				zero := f.Num(d.Sort(), rational.Zero)
				switch x.Rational().Sign() {
				case -1:
					return f.Lt(d, zero)
				case 1:
					return f.Lt(zero, d)
				}
				return f.Eq(d, zero)
			}
			linear[i], exact[i] = sign(d), sign(f.Sub(l.body.Value(v), v))
		}
		out = append(out, l.a.Make(f.And(append(exact, l.body.Guard())...), values(l.body)))
		l.p.add(f.Not(f.And(linear...)))
	}
}

// possible reports whether a transition may exist.
func (l *Loop) possible(ctx context.Context, t *summary.Transition) bool {
	if t.IsFalse() {
		return false
	}
	p := newPurifier(l.f)
	g := p.pure(t.Guard())
	l.p.open(p.conjoin(g))
	defer l.p.done()
	r, _ := l.p.check(ctx)
	return r != smt.Unsat
}

// condense joins the cells of each strongly connected component.
func condense(a *summary.Algebra, cells []*summary.Transition, follows [][]bool) []phase {
	n := len(cells)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = slices.Clone(follows[i])
		reach[i][i] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	group := make([]int, n) // the first cell of the component
	var heads []int
	for i := range n {
		group[i] = i
		for j := range i {
			if reach[i][j] && reach[j][i] {
				group[i] = group[j]
				break
			}
		}
		if group[i] == i {
			heads = append(heads, i)
		}
	}
	// Fewer reachable components first reversed: a component reaches strictly more
	// than those after it.
	count := func(h int) (c int) {
		for _, g := range heads {
			if reach[h][g] {
				c++
			}
		}
		return c
	}
	slices.SortStableFunc(heads, func(g, h int) int { return count(h) - count(g) })
	phases := make([]phase, len(heads))
	for i, h := range heads {
		var members []*summary.Transition
		for c := range n {
			if group[c] == h {
				members = append(members, cells[c])
			}
		}
		phases[i].body = a.Choice(members...)
		for j := i + 1; j < len(heads); j++ {
			direct := false
			for c := range n {
				for e := range n {
					direct = direct || group[c] == h && group[e] == heads[j] && follows[c][e]
				}
			}
			if direct {
				phases[i].next = append(phases[i].next, j)
			}
		}
	}
	return phases
}
