package hull

import (
	"context"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
)

// cube returns a polyhedron over dims that contains m's values and consists of
// values of dims in models of a's formula, as far as its literals are linear
// over the reals.
func (a *Abstraction) cube(ctx context.Context, dims []*logic.Term, m smt.Model) (*polyhedra.Polyhedron, error) {
	v := newValuation(a.f, m)
	c := &cube{f: a.f, v: v, columns: map[*logic.Term]int{}, seen: map[goal]bool{}, ints: make([]bool, len(dims)), terms: dims}
	for i, d := range dims {
		c.ints[i] = d.Sort().IsInt()
		row := newForm()
		c.linear(d, rational.FromInt(-1), row)
		row.add(i, rational.One)
		c.constrain(row, equal)
	}
	c.push(goal{a.phi, true})
	c.close()
	c.relevant(len(dims))
	n := len(c.terms)
	cs := make([]polyhedra.Constraint, len(c.rows))
	for i, r := range c.rows {
		coeffs := make([]rational.Q, n)
		for col, x := range r.coeffs {
			coeffs[col] = x
		}
		cs[i] = polyhedra.Constraint{Coeffs: coeffs, Bound: r.constant.Neg(), Equation: r.rel == equal}
	}
	at := make([]rational.Q, n)
	for i, t := range c.terms {
		x, ok := v.number(t)
		if !ok {
			at = nil // no exact point: the projection is exact or fails
			break
		}
		at[i] = x
	}
	keep := make([]int, len(dims))
	for i := range keep {
		keep[i] = i
	}
	cs, _, err := polyhedra.ProjectConstraints(ctx, n, cs, keep, at, a.o.cubeLimits())
	if err != nil {
		return nil, err
	}
	for i := range cs {
		cs[i] = cs[i].Normalize(c.integral(cs[i]))
	}
	return polyhedra.FromConstraints(ctx, len(dims), cs, a.o.limits())
}

// relevant drops the rows that share no column, transitively, with the first dims columns, and renumbers the remaining columns. The model satisfies the dropped
// rows.
func (c *cube) relevant(dims int) {
	byColumn := make([][]int, len(c.terms))
	for i, r := range c.rows {
		for col := range r.coeffs {
			byColumn[col] = append(byColumn[col], i)
		}
	}
	reached := make([]bool, len(c.terms))
	var todo []int
	for col := range dims {
		reached[col] = true
		todo = append(todo, col)
	}
	taken := make([]bool, len(c.rows))
	for len(todo) > 0 {
		col := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range byColumn[col] {
			if taken[i] {
				continue
			}
			taken[i] = true
			for next := range c.rows[i].coeffs {
				if !reached[next] {
					reached[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	number := make([]int, len(c.terms))
	var terms []*logic.Term
	var ints []bool
	for col, t := range c.terms {
		if reached[col] {
			number[col] = len(terms)
			terms, ints = append(terms, t), append(ints, c.ints[col])
		}
	}
	var rows []*form
	for i, r := range c.rows {
		if taken[i] {
			coeffs := make(map[int]rational.Q, len(r.coeffs))
			for col, x := range r.coeffs {
				coeffs[number[col]] = x
			}
			r.coeffs = coeffs
			rows = append(rows, r)
		}
	}
	c.terms, c.ints, c.rows = terms, ints, rows
}

// integral reports whether only integers have coefficients in k.
func (c *cube) integral(k polyhedra.Constraint) bool {
	for i, x := range k.Coeffs {
		if !x.IsZero() && !c.ints[i] {
			return false
		}
	}
	return true
}

// relation compares a linear form with 0.
type relation uint8

const (
	atLeast relation = iota // >= 0
	above                   // > 0
	equal                   // = 0
)

// form is a sparse linear form over columns.
type form struct {
	coeffs   map[int]rational.Q // without zeros
	constant rational.Q
	rel      relation
}

func newForm() *form { return &form{coeffs: map[int]rational.Q{}} }

func (r *form) add(col int, x rational.Q) {
	if s := r.coeffs[col].Add(x); s.IsZero() {
		delete(r.coeffs, col)
	} else {
		r.coeffs[col] = s
	}
}

// goal is a subformula that the cube has to imply, or whose negation.
type goal struct {
	t        *logic.Term
	positive bool
}

// cube collects an implicant: constraints that the model satisfies and that imply the goals, as far as these are linear. The first columns are the
// dimensions, the others the unknowns in the literals.
type cube struct {
	f       *logic.Factory
	v       *valuation
	terms   []*logic.Term // column -> term whose value it stands for
	ints    []bool        // column -> the term is an integer
	columns map[*logic.Term]int
	rows    []*form
	goals   []goal
	seen    map[goal]bool
}

func (c *cube) column(t *logic.Term) (col int, fresh bool) {
	if col, ok := c.columns[t]; ok {
		return col, false
	}
	col = len(c.terms)
	c.terms = append(c.terms[:col:col], t)
	c.ints = append(c.ints, t.Sort().IsInt())
	c.columns[t] = col
	return col, true
}

// constrain adds r rel 0. A strict constraint over integers is made non-strict
// by rounding, any other one is closed.
func (c *cube) constrain(r *form, rel relation) {
	r.rel = rel
	g := rational.Zero
	for col, x := range r.coeffs {
		if !c.ints[col] {
			if rel == above {
				r.rel = atLeast
			}
			c.rows = append(c.rows, r)
			return
		}
		g = rational.GCD(g, x)
	}
	if !g.IsZero() && rel != equal {
		for col, x := range r.coeffs {
			r.coeffs[col] = x.Div(g)
		}
		if k := r.constant.Div(g); rel == above {
			r.constant = k.Ceil().Sub(rational.One) // a.x + k > 0: a.x >= floor(-k) + 1
		} else {
			r.constant = k.Floor()
		}
		r.rel = atLeast
	}
	if r.rel == above {
		r.rel = atLeast
	}
	c.rows = append(c.rows, r)
}

func (c *cube) push(g goal) {
	if !c.seen[g] {
		c.seen[g] = true
		c.goals = append(c.goals, g)
	}
}

// decide pushes the Bool term t or its negation, whichever the model satisfies, and returns which it is; false, false when the model has no value for it.
func (c *cube) decide(t *logic.Term) (value, ok bool) {
	value, ok = c.v.truth(t)
	if ok {
		c.push(goal{t, value})
	}
	return value, ok
}

// close reduces the goals to constraints. A goal without value in the model is dropped, which makes the cube larger.
func (c *cube) close() {
	for len(c.goals) > 0 {
		g := c.goals[len(c.goals)-1]
		c.goals = c.goals[:len(c.goals)-1]
		a := g.t.Args()
		switch op := g.t.Op(); {
		case op == logic.OpNot:
			c.push(goal{a[0], !g.positive})
		case op == logic.OpAnd && g.positive, op == logic.OpOr && !g.positive:
			for i := len(a) - 1; i >= 0; i-- {
				c.push(goal{a[i], g.positive})
			}
		case op == logic.OpAnd, op == logic.OpOr:
			c.choose(a, g.positive)
		case op == logic.OpIte:
			if v, ok := c.decide(a[0]); ok {
				branch := a[1]
				if !v {
					branch = a[2]
				}
				c.push(goal{branch, g.positive})
			}
		case op == logic.OpEq && a[0].Sort().IsBool():
			if v, ok := c.decide(a[0]); ok {
				c.push(goal{a[1], v == g.positive})
			}
		default:
			c.literal(g)
		}
	}
}

// choose pushes one of the alternatives that the model satisfies, preferably
// one that is implied already: fewer constraints make a larger cube.
func (c *cube) choose(alternatives []*logic.Term, positive bool) {
	var found *logic.Term
	for _, t := range alternatives {
		if v, ok := c.v.truth(t); ok && v == positive {
			if c.seen[goal{t, positive}] {
				return
			}
			if found == nil {
				found = t
			}
		}
	}
	if found != nil {
		c.push(goal{found, positive})
	}
}

// literal adds the constraint that a literal is, if it is one.
func (c *cube) literal(g goal) {
	t := g.t
	if !g.positive {
		t = c.f.Not(t)
	}
	switch {
	case t.Op() == logic.OpLe:
		c.compare(t.Arg(0), t.Arg(1), atLeast)
	case t.Op() == logic.OpLt:
		c.compare(t.Arg(0), t.Arg(1), above)
	case t.Op() == logic.OpEq && t.Arg(0).Sort().IsArith():
		c.compare(t.Arg(0), t.Arg(1), equal)
	case t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpEq && t.Arg(0).Arg(0).Sort().IsArith():
		x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
		p, ok1 := c.v.number(x)
		q, ok2 := c.v.number(y)
		switch {
		case !ok1 || !ok2:
		case p.Cmp(q) < 0:
			c.compare(x, y, above)
		case p.Cmp(q) > 0:
			c.compare(y, x, above)
		}
	}
}

// compare adds y - x rel 0.
func (c *cube) compare(x, y *logic.Term, rel relation) {
	r := newForm()
	c.linear(y, rational.One, r)
	c.linear(x, rational.FromInt(-1), r)
	c.constrain(r, rel)
}
