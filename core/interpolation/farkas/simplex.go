package farkas

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"cupel/core/rational"
	"cupel/core/work"
)

// Rel is the relation of a constraint.
type Rel uint8

// The relations.
const (
	LE Rel = iota // form <= bound
	LT            // form < bound
	EQ            // form = bound
)

// Entry is one summand of a linear form.
type Entry struct {
	Var   int
	Coeff rational.Q
}

// Constraint is Form Rel Bound; a variable occurs at most once in Form, with a
// coefficient other than 0.
type Constraint struct {
	Form  []Entry
	Rel   Rel
	Bound rational.Q
}

// Multiplier is the factor of one asserted constraint in a certificate:
// positive, or of any sign but 0 for an equation.
type Multiplier struct {
	ID     int // as returned by Assert
	Factor rational.Q
}

// Certificate proves infeasibility: the sum of the multiplied constraints has
// no variable left and is false.
type Certificate []Multiplier

// ErrLimit: the pivot limit was reached.
var ErrLimit = errors.New("farkas: pivot limit reached")

// bound is a lower or upper bound of a column, scale times the constraint id
// (scale < 0 turns an upper bound of the form into a lower bound of the column).
type bound struct {
	set   bool
	value delta
	id    int
	scale rational.Q // multiply the constraint by |scale| to get the bound
}

type undo struct {
	col   int
	upper bool
	old   bound
}

// Simplex holds linear constraints over variables 0..n-1. The zero value is
// not usable; call New.
type Simplex struct {
	MaxPivots int // per Check; 0: none

	lower, upper []bound
	value        []delta
	basic        []int          // column -> row, or -1
	rows         [][]rational.Q // row r: column owner[r] = sum of coefficients times nonbasic columns
	owner        []int
	forms        map[string]int // slack form -> column
	cons         []Constraint
	conflict     Certificate // of an Assert that met a contradictory bound
	trail        []undo
	marks        []mark
}

type mark struct {
	trail, cons int
	conflict    Certificate
}

// New returns a simplex without variables.
func New() *Simplex { return &Simplex{forms: map[string]int{}} }

// NewVar adds a variable and returns its number.
func (s *Simplex) NewVar() int {
	c := len(s.value)
	s.value = append(s.value, delta{})
	s.lower = append(s.lower, bound{})
	s.upper = append(s.upper, bound{})
	s.basic = append(s.basic, -1)
	for r := range s.rows {
		s.rows[r] = append(s.rows[r], rational.Zero)
	}
	return c
}

// Push opens a level; Pop drops the constraints asserted since the last Push.
func (s *Simplex) Push() { s.marks = append(s.marks, mark{len(s.trail), len(s.cons), s.conflict}) }

// Pop closes the innermost level. The tableau and the current point stay.
func (s *Simplex) Pop() {
	m := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	for len(s.trail) > m.trail {
		u := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		if u.upper {
			s.upper[u.col] = u.old
		} else {
			s.lower[u.col] = u.old
		}
	}
	s.cons = s.cons[:m.cons]
	s.conflict = m.conflict
}

// column returns the column of a multiple of form, and the factor: form = factor * column.
func (s *Simplex) column(form []Entry) (int, rational.Q) {
	if len(form) == 1 {
		return form[0].Var, form[0].Coeff
	}
	f := append([]Entry(nil), form...)
	sort.Slice(f, func(i, j int) bool { return f[i].Var < f[j].Var })
	k := f[0].Coeff
	inv := k.Inv()
	var key strings.Builder
	for i := range f {
		f[i].Coeff = f[i].Coeff.Mul(inv)
		fmt.Fprintf(&key, "%d*%s ", f[i].Var, f[i].Coeff)
	}
	if c, ok := s.forms[key.String()]; ok {
		return c, k
	}
	c := s.NewVar()
	row := make([]rational.Q, len(s.value))
	var val delta
	for _, e := range f {
		val = val.add(s.value[e.Var].scale(e.Coeff))
		if r := s.basic[e.Var]; r >= 0 {
			for j, a := range s.rows[r] {
				if !a.IsZero() {
					row[j] = row[j].Add(a.Mul(e.Coeff))
				}
			}
		} else {
			row[e.Var] = row[e.Var].Add(e.Coeff)
		}
	}
	s.value[c] = val
	s.basic[c] = len(s.rows)
	s.rows = append(s.rows, row)
	s.owner = append(s.owner, c)
	s.forms[key.String()] = c
	return c, k
}

// Assert adds a constraint to the current level and returns its ID, which
// counts the constraints asserted and not popped. A contradiction shows at the
// next Check.
func (s *Simplex) Assert(c Constraint) int {
	id := len(s.cons)
	s.cons = append(s.cons, c)
	if len(c.Form) == 0 {
		sign := c.Bound.Sign()
		switch {
		case sign < 0, c.Rel == LT && sign == 0:
			s.fail(Certificate{{id, rational.One}})
		case c.Rel == EQ && sign > 0:
			s.fail(Certificate{{id, rational.FromInt(-1)}})
		}
		return id
	}
	col, k := s.column(c.Form)
	inv := k.Inv()
	v := delta{r: c.Bound.Mul(inv)}
	b := bound{set: true, id: id, scale: inv}
	if c.Rel == LT {
		v.d = rational.FromInt(-1).Mul(inv)
	}
	b.value = v
	if c.Rel == EQ || k.Sign() > 0 {
		s.setUpper(col, b)
	}
	if c.Rel == EQ || k.Sign() < 0 {
		s.setLower(col, b)
	}
	return id
}

func (s *Simplex) fail(c Certificate) {
	if s.conflict == nil {
		s.conflict = c
	}
}

// upperTerm and lowerTerm multiply a bound's constraint so that it reads
// column <= value, or -column <= -value.
func (s *Simplex) upperTerm(col int, f rational.Q) Multiplier {
	b := s.upper[col]
	return Multiplier{b.id, b.scale.Mul(f)}
}

func (s *Simplex) lowerTerm(col int, f rational.Q) Multiplier {
	b := s.lower[col]
	return Multiplier{b.id, b.scale.Mul(f).Neg()}
}

func (s *Simplex) setUpper(col int, b bound) {
	if u := s.upper[col]; u.set && u.value.cmp(b.value) <= 0 {
		return
	}
	s.trail = append(s.trail, undo{col, true, s.upper[col]})
	s.upper[col] = b
	s.bounded(col)
}

func (s *Simplex) setLower(col int, b bound) {
	if l := s.lower[col]; l.set && l.value.cmp(b.value) >= 0 {
		return
	}
	s.trail = append(s.trail, undo{col, false, s.lower[col]})
	s.lower[col] = b
	s.bounded(col)
}

// bounded restores the invariant that nonbasic columns respect their bounds.
func (s *Simplex) bounded(col int) {
	l, u := s.lower[col], s.upper[col]
	if l.set && u.set && l.value.cmp(u.value) > 0 {
		s.fail(Certificate{s.lowerTerm(col, rational.One), s.upperTerm(col, rational.One)})
		return
	}
	s.clamp(col)
}

func (s *Simplex) clamp(col int) {
	if s.basic[col] >= 0 {
		return
	}
	if l := s.lower[col]; l.set && s.value[col].cmp(l.value) < 0 {
		s.move(col, l.value)
	} else if u := s.upper[col]; u.set && s.value[col].cmp(u.value) > 0 {
		s.move(col, u.value)
	}
}

// move sets a nonbasic column and follows with the basic ones.
func (s *Simplex) move(col int, v delta) {
	d := v.sub(s.value[col])
	s.value[col] = v
	for r, row := range s.rows {
		if a := row[col]; !a.IsZero() {
			o := s.owner[r]
			s.value[o] = s.value[o].add(d.scale(a))
		}
	}
}

// Check decides the asserted constraints: a certificate when they are
// infeasible over the rationals, nil when they are feasible.
func (s *Simplex) Check(ctx context.Context) (Certificate, error) {
	if s.conflict != nil {
		return s.conflict, nil
	}
	for col := range s.value { // a conflicting Assert may have left a column out of its bounds
		s.clamp(col)
	}
	for n := 0; ; n++ {
		if s.MaxPivots > 0 && n > s.MaxPivots {
			return nil, ErrLimit
		}
		if n%16 == 15 {
			work.Spend(ctx, 16*len(s.rows)*len(s.value)/entriesPerUnit)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		col, low := s.violated()
		if col < 0 {
			return nil, nil
		}
		row := s.rows[s.basic[col]]
		enter := -1
		for j, a := range row {
			if a.IsZero() {
				continue
			}
			if s.canMove(j, (a.Sign() > 0) == low) {
				enter = j
				break
			}
		}
		if enter < 0 {
			return s.explain(col, low, row), nil
		}
		target := s.upper[col].value
		if low {
			target = s.lower[col].value
		}
		s.pivot(col, enter, target)
	}
}

// violated returns the smallest basic column outside its bounds (Bland's rule)
// and whether it is below its lower bound; -1 when there is none.
func (s *Simplex) violated() (int, bool) {
	for c, r := range s.basic {
		if r < 0 {
			continue
		}
		if l := s.lower[c]; l.set && s.value[c].cmp(l.value) < 0 {
			return c, true
		}
		if u := s.upper[c]; u.set && s.value[c].cmp(u.value) > 0 {
			return c, false
		}
	}
	return -1, false
}

func (s *Simplex) canMove(col int, up bool) bool {
	if up {
		u := s.upper[col]
		return !u.set || s.value[col].cmp(u.value) < 0
	}
	l := s.lower[col]
	return !l.set || s.value[col].cmp(l.value) > 0
}

// explain reads the certificate off a row whose nonbasic columns are all stuck
// at the bounds that keep the basic one out of its own.
func (s *Simplex) explain(col int, low bool, row []rational.Q) Certificate {
	var c Certificate
	if low {
		c = append(c, s.lowerTerm(col, rational.One))
	} else {
		c = append(c, s.upperTerm(col, rational.One))
	}
	for j, a := range row {
		switch {
		case a.IsZero():
		case (a.Sign() > 0) == low:
			c = append(c, s.upperTerm(j, a.Abs()))
		default:
			c = append(c, s.lowerTerm(j, a.Abs()))
		}
	}
	return c
}

// pivot exchanges basic column out with nonbasic column in and moves out to v.
func (s *Simplex) pivot(out, in int, v delta) {
	r := s.basic[out]
	row := s.rows[r]
	a := row[in]
	step := v.sub(s.value[out]).scale(a.Inv())
	s.move(in, s.value[in].add(step))
	// out = a*in + rest  =>  in = out/a - rest/a
	inv := a.Inv()
	neg := inv.Neg()
	for j, c := range row {
		if !c.IsZero() {
			row[j] = c.Mul(neg)
		}
	}
	row[in] = rational.Zero
	row[out] = inv
	for q, other := range s.rows {
		c := other[in]
		if q == r || c.IsZero() {
			continue
		}
		other[in] = rational.Zero
		for j, x := range row {
			if !x.IsZero() {
				other[j] = other[j].Add(c.Mul(x))
			}
		}
	}
	s.basic[in], s.basic[out] = r, -1
	s.owner[r] = in
}

// Point returns values for the variables 0..n-1 that satisfy every asserted
// constraint, the strict ones too, after a Check without a certificate.
func (s *Simplex) Point(n int) []rational.Q {
	// The largest epsilon, at most 1, that keeps every bound.
	eps := rational.One
	limit := func(lo, hi delta) {
		dr, dd := hi.r.Sub(lo.r), lo.d.Sub(hi.d)
		if dd.Sign() > 0 && dr.Sign() > 0 {
			if q := dr.Div(dd); q.Cmp(eps) < 0 {
				eps = q
			}
		}
	}
	for c := range s.value {
		if b := s.lower[c]; b.set {
			limit(b.value, s.value[c])
		}
		if b := s.upper[c]; b.set {
			limit(s.value[c], b.value)
		}
	}
	p := make([]rational.Q, n)
	for v := range p {
		p[v] = s.value[v].r.Add(s.value[v].d.Mul(eps))
	}
	return p
}

// Constraint returns the asserted constraint with the given ID.
func (s *Simplex) Constraint(id int) Constraint { return s.cons[id] }

// NumConstraints returns the number of constraints asserted and not popped.
func (s *Simplex) NumConstraints() int { return len(s.cons) }
