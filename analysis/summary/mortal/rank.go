package mortal

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// A Ranking is what was found of a loop.
type Ranking struct {
	// Tuple of terms over the variables of the program that do not get greater, lexicographically.
	Tuple []*logic.Term
	// Total: it gets smaller in each turn.
	Total bool
}

// Rank looks for a lexicographic linear ranking function of the loop at head, over its variables and the further terms, of sort Int. The error is that of ctx.
func (a *Analysis) Rank(ctx context.Context, head *program.Location, further ...*logic.Term) (Ranking, error) {
	whole := ctx
	ctx, cancel := work.Within(ctx, work.Share(ctx, rankWork, 0.5))
	defer cancel()
	t, err := a.Turn(ctx, head)
	var r Ranking
	if err == nil {
		r, err = a.rank(ctx, head, t, further)
	}
	if err != nil && whole.Err() == nil {
		return r, nil
	}
	return r, whole.Err()
}

// A ranker ranks the parts of one turn.
type ranker struct {
	*Analysis
	turn        *summary.Transition
	s           smt.Solver
	post        *logic.Substitution // to the values after the turn
	dims        []*logic.Term
	differences []*logic.Term // of dims before and after
	predicates  []*logic.Term // over which phases are looked for
	head        *program.Location
	functions   []*logic.Term // candidates besides linear functions, see further
}

// rank ranks a transition formula; an error is a limit.
func (a *Analysis) rank(ctx context.Context, head *program.Location, t *summary.Transition, further []*logic.Term) (Ranking, error) {
	r, err := a.newRanker(head, t, further)
	if err != nil {
		return Ranking{}, err
	}
	defer r.s.Close()
	tuple, total, err := r.part(ctx, t.Guard(), maxPhases)
	if total || err != nil || len(r.dims) == 0 {
		return Ranking{tuple, total}, err
	}
	d, err := r.dynamics(ctx, t.Guard())
	if err != nil {
		return Ranking{tuple, total}, err
	}
	r.further(d)
	if again, total, err := r.part(ctx, t.Guard(), maxPhases); total && err == nil {
		return Ranking{again, total}, nil
	}
	return Ranking{tuple, false}, nil
}

// newRanker prepares to rank a turn; its solver is to be closed.
func (a *Analysis) newRanker(head *program.Location, t *summary.Transition, further []*logic.Term) (*ranker, error) {
	s, err := a.o.Open(a.f, smt.Options{Work: checkWork})
	if err != nil {
		return nil, err
	}
	r := &ranker{Analysis: a, head: head, turn: t, s: s, dims: a.dimensions(head, t, further), post: a.f.NewSubst(t.Value)}
	for _, d := range r.dims {
		r.differences = append(r.differences, a.f.Sub(d, r.post.Apply(d)))
	}
	r.predicates = r.splits()
	return r, nil
}

// part ranks the part of the turn in which phi holds; false: not all of it.
func (r *ranker) part(ctx context.Context, phi *logic.Term, phases int) (tuple []*logic.Term, total bool, err error) {
	f := r.f
	if tuple, phi, err = r.guessed(ctx, phi); err != nil {
		return nil, false, err
	}
	for {
		if done, err := unsatisfiable(ctx, r.s, phi); err != nil || done {
			return tuple, done, err
		}
		if len(r.dims) == 0 || len(tuple) >= maxComponents {
			return tuple, false, nil
		}
		functions, err := r.quasi(ctx, phi, r.dims, r.differences)
		if err != nil {
			return tuple, false, err
		}
		progress := false
		for _, c := range r.decisive(ctx, r.s, phi, functions, r.differences) {
			change := combination(f, c.coeffs, r.differences)
			if constant, err := unsatisfiable(ctx, r.s, f.And(phi, f.Lt(f.IntConst(0), change))); err != nil || constant {
				if err != nil {
					return tuple, false, err
				}
				continue
			}
			// Hulls under it are about simpler functions.
			progress = true
			tuple = append(tuple, f.Add(combination(f, c.coeffs, r.dims), f.Num(logic.Int, c.offset)))
			phi = f.And(phi, f.Eq(change, f.IntConst(0)))
			break
		}
		if !progress {
			rest, total, err := r.byPhases(ctx, phi, phases)
			return append(tuple, rest...), total, err
		}
	}
}

// unsatisfiable decides a formula; undecided is an error.
func unsatisfiable(ctx context.Context, s smt.Solver, phi *logic.Term) (bool, error) {
	if phi.IsFalse() {
		return true, nil
	}
	if err := s.Push(); err != nil {
		return false, err
	}
	err := s.Assert(phi)
	sat := true
	if err == nil {
		sat, err = smt.Satisfiable(ctx, s)
	}
	if e := s.Pop(1); err == nil {
		err = e
	}
	return !sat, err
}

// dimensions are the terms that functions may be about: the numbers that a turn changes, those in its guard first.
func (a *Analysis) dimensions(head *program.Location, t *summary.Transition, further []*logic.Term) []*logic.Term {
	guard := map[*logic.Term]bool{}
	for _, v := range logic.FreeVars(t.Guard()) {
		guard[v] = true
	}
	live := a.liveAt(head)
	var out []*logic.Term
	for _, v := range t.Written() {
		if !live[v] || !v.Sort().IsInt() || slices.Contains(t.Skolems(), t.Value(v)) && !guard[t.Value(v)] {
			continue // any value
		}
		out = append(out, v)
	}
	if !a.o.Typed { // what bounds others
		for _, v := range logic.FreeVars(t.Guard()) {
			if v.Sort().IsInt() && a.a.IsVar(v) && t.Value(v) == v {
				out = append(out, v)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y *logic.Term) int {
		switch {
		case guard[x] == guard[y]:
			return 0
		case guard[x]:
			return -1
		}
		return 1
	})
	out = append(slices.Clone(further), out...)
	return out[:min(len(out), maxDimensions)]
}

// A function is linear, over the dimensions. Where it is bounded below, the offset makes the bound 0.
type function struct {
	coeffs []rational.Q
	offset rational.Q
}

// quasi returns generators of the cone of the linear functions that never grow and are bounded below where phi holds, simple ones first.
func (a *Analysis) quasi(ctx context.Context, phi *logic.Term, dims, differences []*logic.Term) ([]function, error) {
	o := hull.Options{Solver: smt.Options{Work: checkWork}, MaxModels: maxModels}
	d, err := hull.Hull(ctx, a.o.Open, a.f, phi, differences, o)
	if err != nil {
		return nil, err
	}
	var cone []polyhedra.Constraint
	add := func(g polyhedra.Generator) {
		cone = append(cone, polyhedra.Constraint{Coeffs: g.Coords, Bound: rational.Zero, Equation: g.Kind == polyhedra.Line})
	}
	generators := d.Generators()
	if sabotage.Active(sabotage.RankingCone) {
		generators = generators[:len(generators)-1]
	}
	for _, g := range generators {
		add(g)
	}
	var x *polyhedra.Polyhedron
	if !a.o.Typed {
		if x, err = hull.Hull(ctx, a.o.Open, a.f, phi, dims, o); err != nil {
			return nil, err
		}
		for _, g := range x.Generators() {
			if g.Kind != polyhedra.Point {
				add(g)
			}
		}
	}
	c, err := polyhedra.FromConstraints(ctx, len(dims), cone, polyhedra.Limits{Rows: hull.DefaultRows})
	if err != nil {
		return nil, err
	}
	var out []function
	candidate := func(coeffs []rational.Q) {
		r := function{coeffs: coeffs}
		if x != nil {
			least, ok := x.Min(r.coeffs)
			if !ok {
				return
			}
			r.offset = least.Floor().Neg()
		}
		out = append(out, r)
	}
	for _, s := range simple(len(dims)) {
		if c.ContainsPoint(s) {
			candidate(s)
		}
	}
	for _, g := range c.Generators() {
		if g.Kind == polyhedra.Ray { // a function along a line is constant
			candidate(integral(g.Coords))
		}
	}
	slices.SortStableFunc(out, func(x, y function) int { return cmp.Compare(x.size(), y.size()) })
	return out, nil
}

// simple are the coefficients of single terms and of differences and sums of two. Where such a function is inside of the cone it is no generator, but those may have large numbers.
func simple(n int) [][]rational.Q {
	var out [][]rational.Q
	signs := []int64{1, -1}
	for i := range n {
		for _, a := range signs {
			one := make([]rational.Q, n)
			one[i] = rational.FromInt(a)
			out = append(out, one)
			for j := range i {
				for _, b := range signs {
					two := slices.Clone(one)
					two[j] = rational.FromInt(b)
					out = append(out, two)
				}
			}
		}
	}
	return out
}

// decisive is one function that gets smaller in each turn, if there is one, or else all.
func (a *Analysis) decisive(ctx context.Context, s smt.Solver, phi *logic.Term, functions []function, differences []*logic.Term) []function {
	for i, c := range functions {
		if done, err := unsatisfiable(ctx, s, a.f.And(phi, a.f.Eq(combination(a.f, c.coeffs, differences), a.f.IntConst(0)))); err == nil && done {
			return functions[i : i+1]
		}
	}
	return functions
}

// integral multiplies coefficients by the least common multiple of their denominators.
func integral(c []rational.Q) []rational.Q {
	lcm := big.NewInt(1)
	for _, q := range c {
		d := q.Rat().Denom()
		g := new(big.Int).GCD(nil, nil, lcm, d)
		lcm.Mul(lcm, new(big.Int).Div(d, g))
	}
	k := rational.FromRat(new(big.Rat).SetInt(lcm))
	out := make([]rational.Q, len(c))
	for i, q := range c {
		out[i] = q.Mul(k)
	}
	return out
}

// size is small for simple coefficients. A large offset is a bound of a type.
func (r function) size() int {
	n := 10 * min(r.offset.Rat().Num().BitLen(), 99)
	for _, q := range r.coeffs {
		if !q.IsZero() {
			n += 100 + min(q.Rat().Num().BitLen(), 99)
		}
	}
	return n
}

// combination is the sum of the terms, multiplied by the coefficients.
func combination(f *logic.Factory, c []rational.Q, terms []*logic.Term) *logic.Term {
	sum := []*logic.Term{f.IntConst(0)}
	for i, q := range c {
		if !q.IsZero() {
			sum = append(sum, f.Mul(f.Num(logic.Int, q), terms[i]))
		}
	}
	return f.Add(sum...)
}
