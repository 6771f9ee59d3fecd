package mortal

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/rational/matrix"
)

// dynamics is a map x' = Ax that turns make, over variables of the program and, at last, the number 1.
//
// An orbit of integers that stays within bounds comes to a state again, so that A^d x = A^(d+p) x, where d is the size of the largest Jordan block of the eigenvalue 0 and
// p the least common multiple of the orders of the roots of unity among the eigenvalues. So with values of machine types a turn that makes exactly this map can be
// repeated for ever only where (A^p - 1)A^d x is zero, and its conditions hold for the first d+p states. No eigenvalue is computed, and all may be
// irrational or complex.
//
// Sources: Zhu and Kincaid, "Reflections on termination of linear loops", CAV 2021, where the sign of the term that dominates a closed form decides, over unbounded numbers;
// Braverman, "Termination of integer linear programs", CAV 2006.
type dynamics struct {
	f             *logic.Factory
	x             []*logic.Term // the variables and 1
	a             matrix.Matrix
	exact         bool          // each turn makes this map; else some turns do
	delay, period int           // d and p
	grow          matrix.Matrix // a basis of the rows of (A^p - 1)A^d
	needed        []*logic.Term // conditions over the variables that all turns need
}

// dynamics are those of the turns with phi; nil: there are none that say anything.
func (r *ranker) dynamics(ctx context.Context, phi *logic.Term) (*dynamics, error) {
	values := map[*logic.Term]*logic.Term{}
	live, exact := r.liveAt(r.head), true
	var vars []*logic.Term
	of := slices.Clone(r.dims)
	for _, v := range r.turn.Written() {
		of = append(of, r.turn.Value(v))
	}
	for _, v := range logic.FreeVars(append(of, phi)...) {
		if !v.Sort().IsInt() || !r.a.IsVar(v) {
			continue
		}
		t := v
		if r.turn.Value(v) != v {
			if !live[v] {
				continue
			}
			always := false
			var err error
			if t, always, err = r.mapped(ctx, phi, v); err != nil {
				return nil, err
			}
			if t == nil {
				continue
			}
			exact = exact && always
		}
		values[v] = t
		vars = append(vars, v)
	}
	vars = closed(vars, values)
	if len(vars) == 0 || len(vars) > maxDynamics || !slices.ContainsFunc(vars, func(v *logic.Term) bool { return values[v] != v }) {
		return nil, nil
	}
	d := &dynamics{f: r.f, x: append(vars, r.f.IntConst(1)), exact: exact}
	n := len(d.x)
	d.a = matrix.Identity(n)
	for i, v := range vars {
		d.a[i] = make(matrix.Vector, n)
		terms, coeffs, constant := logic.Linear(values[v])
		for j, t := range terms {
			d.a[i][slices.Index(vars, t)] = coeffs[j]
		}
		d.a[i][n-1] = constant
	}
	if !d.periods() {
		return nil, nil
	}
	return d, r.conditions(ctx, phi, d)
}

// mapped is the linear term over variables that a variable's value is after turns with phi; where it is not that after all turns, the one with the smallest numbers, as
// without wrapping.
func (r *ranker) mapped(ctx context.Context, phi, v *logic.Term) (t *logic.Term, always bool, err error) {
	if t, err = r.change(ctx, phi, v); err != nil || t != nil && integer(t) {
		return t, true, err
	}
	t = nil
	least := rational.Zero
	for _, l := range leaves(r.turn.Value(v), nil) {
		if _, _, c := logic.Linear(l); r.plain(l) && integer(l) && (t == nil || c.Abs().Cmp(least) < 0) {
			t, least = l, c.Abs()
		}
	}
	return t, false, nil
}

// integer reports whether a term is linear over variables, with integers.
func integer(t *logic.Term) bool {
	terms, coeffs, c := logic.Linear(t)
	for i, x := range terms {
		if !x.IsVar() || !coeffs[i].IsInt() {
			return false
		}
	}
	return c.IsInt()
}

// closed are the variables whose values depend on such ones only.
func closed(vars []*logic.Term, values map[*logic.Term]*logic.Term) []*logic.Term {
	for {
		kept := slices.DeleteFunc(slices.Clone(vars), func(v *logic.Term) bool {
			return slices.ContainsFunc(logic.FreeVars(values[v]), func(x *logic.Term) bool { return !slices.Contains(vars, x) })
		})
		if len(kept) == len(vars) {
			return vars
		}
		vars = kept
	}
}

// periods finds d and p; false: they are too large.
func (d *dynamics) periods() bool {
	n := len(d.a)
	power := matrix.Identity(n)
	for rank := n; ; d.delay++ {
		next := power.Mul(d.a)
		if k := next.Rank(); k == rank {
			break
		} else {
			rank, power = k, next
		}
	}
	late := power
	d.period = 1
	primitive := map[int]int{} // how many eigenvectors belong to primitive roots of an order
	power = matrix.Identity(n)
	for k := 1; k <= maxOrder; k++ {
		if power = power.Mul(d.a); power.Bits() > maxEntry {
			return false
		}
		primitive[k] = n - power.Shifted(rational.One).Rank()
		for e := 1; e < k; e++ {
			if k%e == 0 {
				primitive[k] -= primitive[e]
			}
		}
		if primitive[k] > 0 {
			d.period = lcm(d.period, k)
		}
	}
	if d.period > maxPeriod {
		return false
	}
	power = matrix.Identity(n)
	for range d.period {
		power = power.Mul(d.a)
	}
	d.grow = late.Mul(power.Shifted(rational.One)).Basis()
	return true
}

func lcm(a, b int) int {
	g, r := a, b
	for r > 0 {
		g, r = r, g%r
	}
	return a / g * b
}

// conditions finds what all turns with phi need.
func (r *ranker) conditions(ctx context.Context, phi *logic.Term, d *dynamics) error {
	add := func(c *logic.Term) {
		if len(d.needed) < maxConditions && !slices.Contains(d.needed, c) && !(r.o.Typed && ofType(c)) {
			d.needed = append(d.needed, c)
		}
	}
	over := func(c *logic.Term) bool {
		vars := logic.FreeVars(c)
		return len(vars) > 0 && r.plain(c) && !slices.ContainsFunc(vars, func(v *logic.Term) bool { return !slices.Contains(d.x, v) })
	}
	for _, c := range logic.Conjuncts(phi) {
		if over(c) {
			add(c)
		}
	}
	for _, c := range logic.Atoms(r.turn.Guard()) {
		if !over(c) || len(d.needed) >= maxConditions || r.o.Typed && ofType(c) {
			continue
		}
		for _, q := range []*logic.Term{c, r.f.Not(c)} {
			if slices.Contains(d.needed, q) {
				break
			}
			always, err := unsatisfiable(ctx, r.s, r.f.And(phi, r.f.Not(q)))
			if err != nil {
				return err
			}
			if always {
				add(q)
				break
			}
		}
	}
	return nil
}

// terms are linear functions, given by rows.
func (d *dynamics) terms(rows matrix.Matrix) []*logic.Term {
	var out []*logic.Term
	for _, row := range rows {
		out = append(out, combination(d.f, row, d.x))
	}
	return out
}

// horizon is the number of turns after which a bounded orbit repeats what it was.
func (d *dynamics) horizon() int { return d.delay + d.period }

// fails says that some condition does not hold after k turns, for k from 0 up to the horizon.
func (d *dynamics) fails() []*logic.Term {
	var out []*logic.Term
	power := matrix.Identity(len(d.a))
	for range d.horizon() {
		after := map[*logic.Term]*logic.Term{}
		for i, t := range d.terms(power) {
			if d.x[i].IsVar() {
				after[d.x[i]] = t
			}
		}
		var holds []*logic.Term
		for _, c := range d.needed {
			holds = append(holds, d.f.Subst(c, after))
		}
		out = append(out, d.f.Not(d.f.And(holds...)))
		power = power.Mul(d.a)
	}
	return out
}

// mortal are conditions under which turns cannot be repeated for ever where all values are of machine types.
func (d *dynamics) mortal() []*logic.Term {
	var out []*logic.Term
	if !d.exact {
		return nil
	}
	for _, t := range d.terms(d.grow) {
		out = append(out, d.f.Ne(t, d.f.IntConst(0)))
	}
	for i, t := range d.fails() {
		if i > 0 { // the first are those of ends
			out = append(out, t)
		}
	}
	return slices.DeleteFunc(out, (*logic.Term).IsFalse)
}

// candidates are functions that may get smaller, and predicates that may stay true.
func (d *dynamics) candidates(typed bool) (functions, predicates []*logic.Term) {
	f := d.f
	sign := func(rows matrix.Matrix) {
		for _, t := range d.terms(rows) {
			for _, p := range []*logic.Term{f.Le(t, f.IntConst(0)), f.Le(f.IntConst(0), t)} {
				predicates = append(predicates, p, f.Not(p))
			}
		}
	}
	if len(d.grow) > 0 && typed {
		b, ok := d.grow.In(d.a)
		if !ok {
			return nil, nil
		}
		sign(b.Shifted(rational.One).Left().Mul(d.grow))
		// Without what grows as a polynomial does.
		e, power := matrix.Identity(len(b)), matrix.Identity(len(b))
		for range d.period {
			power = power.Mul(b)
		}
		for range b {
			e = e.Mul(power.Shifted(rational.One))
		}
		space := e.Basis().Mul(d.grow)
		functions = d.expands(space)
		if len(functions) == 0 && len(space) > 0 {
			b, _ := space.In(d.a)
			for k := int64(2); k <= maxEigenvalue; k++ {
				for _, eigenvalue := range []int64{k, -k} {
					part := b.Shifted(rational.FromInt(eigenvalue)).Left().Mul(space)
					functions = append(functions, d.expands(part)...)
					if eigenvalue > 0 {
						sign(part)
					}
				}
			}
			functions = append(functions, d.returns(space)...)
		}
	}
	if fails := d.fails(); len(d.needed) > 0 && len(fails) > 0 {
		turns := f.IntConst(int64(len(fails)))
		for i := len(fails) - 1; i >= 0; i-- {
			turns = f.Ite(fails[i], f.IntConst(int64(i)), turns)
		}
		functions = append(functions, turns)
	}
	return functions, predicates
}

// expands is the opposite of a norm of functions that gets greater in each turn; none: they do not all grow. Where the inverse of the k-th power of their map makes the
// sum of absolute values smaller, the sum over the next k states gets greater.
func (d *dynamics) expands(space matrix.Matrix) []*logic.Term {
	b, ok := space.In(d.a)
	if !ok || len(space) == 0 {
		return nil
	}
	power, states := b, space
	for k := 1; k*len(space) <= maxNorm; k++ {
		inverse, ok := power.Inverse()
		if !ok {
			return nil
		}
		if contracts(inverse) {
			return []*logic.Term{d.f.Neg(d.norm(states))}
		}
		states = append(slices.Clone(states), power.Mul(space)...)
		power = power.Mul(b)
	}
	return nil
}

// contracts reports whether a map makes each sum of absolute values smaller.
func contracts(m matrix.Matrix) bool {
	for j := range m {
		sum := rational.Zero
		for _, row := range m {
			sum = sum.Add(row[j].Abs())
		}
		if sum.Cmp(rational.One) >= 0 {
			return false
		}
	}
	return true
}

// returns are functions that get smaller where a norm decreases at first and grows from some turn on, as about a saddle.
func (d *dynamics) returns(space matrix.Matrix) []*logic.Term {
	f := d.f
	if len(space) > maxNorm {
		return nil
	}
	now, next := d.norm(space), d.norm(space.Mul(d.a))
	grows := f.Lt(now, next)
	return []*logic.Term{f.Ite(grows, f.IntConst(0), f.IntConst(1)), f.Ite(grows, f.Neg(now), now)}
}

// norm is the sum of the absolute values of functions.
func (d *dynamics) norm(rows matrix.Matrix) *logic.Term {
	sum := []*logic.Term{d.f.IntConst(0)}
	for _, t := range d.terms(rows) {
		sum = append(sum, absolute(d.f, t))
	}
	return d.f.Add(sum...)
}

func absolute(f *logic.Factory, t *logic.Term) *logic.Term {
	return f.Ite(f.Le(f.IntConst(0), t), t, f.Neg(t))
}

// further adds candidates for where linear functions do not suffice: those of the dynamics, which may be nil, and absolute values.
func (r *ranker) further(d *dynamics) {
	f := r.f
	var functions, predicates []*logic.Term
	if d != nil {
		functions, predicates = d.candidates(r.o.Typed)
	}
	for _, v := range r.dims {
		if v.IsVar() {
			functions = append(functions, absolute(f, v))
			predicates = append(predicates, f.Le(v, f.IntConst(0)), f.Le(f.IntConst(0), v))
		}
	}
	r.functions = functions
	for _, p := range predicates {
		if !p.IsConst() && !slices.Contains(r.predicates, p) {
			r.predicates = append(r.predicates, p)
		}
	}
}

// guessed are the functions among the candidates that do not get greater where phi holds, with what is left of phi where they stay.
func (r *ranker) guessed(ctx context.Context, phi *logic.Term) (tuple []*logic.Term, rest *logic.Term, err error) {
	f := r.f
	left := slices.Clone(r.functions)
	for found := true; found; {
		found = false
		for i, c := range left {
			if c == nil {
				continue
			}
			after := r.post.Apply(c)
			never, err := unsatisfiable(ctx, r.s, f.And(phi, f.Lt(c, after)))
			if err != nil {
				return nil, nil, err
			}
			if !never {
				continue
			}
			left[i] = nil
			constant, err := unsatisfiable(ctx, r.s, f.And(phi, f.Lt(after, c)))
			if err != nil {
				return nil, nil, err
			}
			if constant {
				continue
			}
			tuple, phi, found = append(tuple, c), f.And(phi, f.Eq(after, c)), true
			if done, err := unsatisfiable(ctx, r.s, phi); err != nil || done {
				return tuple, phi, err
			}
		}
	}
	return tuple, phi, nil
}
