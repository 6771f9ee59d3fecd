package summary

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Options of an Algebra.
type Options struct {
	// Eliminate removes quantifiers where that needs no solver; it returns an
	// equivalent of exists vars. phi and the vars that are still in it. nil: only
	// the package's own rules.
	Eliminate func(f *logic.Factory, vars []*logic.Term, phi *logic.Term) (*logic.Term, []*logic.Term)
}

// Algebra constructs transitions over the variables of one program.
type Algebra struct {
	f *logic.Factory
	p *program.Program
	o Options
}

// NewAlgebra returns the algebra of p's variables.
func NewAlgebra(p *program.Program, o Options) *Algebra {
	return &Algebra{f: p.Terms, p: p, o: o}
}

// Factory returns the factory of the terms.
func (a *Algebra) Factory() *logic.Factory { return a.f }

// IsVar reports whether a symbol is a program variable; other symbols are Skolem
// constants.
func (a *Algebra) IsVar(sym *logic.Term) bool { return a.p.VarOf(sym) != nil }

// Skolem returns a new Skolem constant.
func (a *Algebra) Skolem(s *logic.Sort) *logic.Term { return a.f.Fresh("sk", s) }

// Identity is the transition that leaves all variables unchanged.
func (a *Algebra) Identity() *Transition { return &Transition{guard: a.f.True()} }

// False is the empty relation.
func (a *Algebra) False() *Transition { return &Transition{guard: a.f.False()} }

// Make builds a transition from a guard and the values of variables. Symbols
// that are no variables are Skolem constants; they must be the transition's own.
func (a *Algebra) Make(guard *logic.Term, values map[*logic.Term]*logic.Term) *Transition {
	return a.simplify(guard, values)
}

// Havoc assigns nondeterministic values to variables.
func (a *Algebra) Havoc(vars ...*logic.Term) *Transition {
	m := make(map[*logic.Term]*logic.Term, len(vars))
	for _, v := range vars {
		m[v] = a.Skolem(v.Sort())
	}
	return a.seal(a.f.True(), m)
}

// seal makes the transition without simplification.
func (a *Algebra) seal(guard *logic.Term, values map[*logic.Term]*logic.Term) *Transition {
	if guard.IsFalse() {
		return a.False()
	}
	t := &Transition{guard: guard}
	for v, x := range values {
		if v != x {
			t.written = append(t.written, v)
		}
	}
	slices.SortFunc(t.written, byID)
	for _, v := range t.written {
		t.values = append(t.values, values[v])
	}
	for _, s := range logic.FreeVars(append([]*logic.Term{guard}, t.values...)...) {
		if !a.IsVar(s) {
			t.skolems = append(t.skolems, s)
		}
	}
	slices.SortFunc(t.skolems, byID)
	return t
}

// Compose is first a, then b.
func (a *Algebra) Compose(x, y *Transition) *Transition {
	switch {
	case x.IsFalse() || y.IsFalse():
		return a.False()
	case x.IsIdentity():
		return y
	case y.IsIdentity():
		return x
	}
	y = a.apart(x, y)
	sub := a.f.NewSubst(func(v *logic.Term) *logic.Term { return x.Value(v) })
	values := make(map[*logic.Term]*logic.Term, len(x.written)+len(y.written))
	for i, v := range x.written {
		values[v] = x.values[i]
	}
	for i, v := range y.written {
		values[v] = sub.Apply(y.values[i])
	}
	if sabotage.Active(sabotage.SummaryCompose) {
		return a.simplify(sub.Apply(y.guard), map[*logic.Term]*logic.Term{})
	}
	return a.simplify(a.f.And(x.guard, sub.Apply(y.guard)), values)
}

// apart renames the Skolem constants of y that x has, too.
func (a *Algebra) apart(x, y *Transition) *Transition {
	ren := map[*logic.Term]*logic.Term{}
	for _, s := range y.skolems {
		if _, ok := slices.BinarySearchFunc(x.skolems, s, byID); ok {
			ren[s] = a.Skolem(s.Sort())
		}
	}
	if len(ren) == 0 {
		return y
	}
	return a.substitute(y, ren)
}

// Rename replaces the Skolem constants of a transition by fresh ones.
func (a *Algebra) Rename(t *Transition) *Transition {
	if len(t.skolems) == 0 {
		return t
	}
	ren := make(map[*logic.Term]*logic.Term, len(t.skolems))
	for _, s := range t.skolems {
		ren[s] = a.Skolem(s.Sort())
	}
	return a.substitute(t, ren)
}

// substitute replaces Skolem constants.
func (a *Algebra) substitute(t *Transition, by map[*logic.Term]*logic.Term) *Transition {
	sub := a.f.NewSubst(func(v *logic.Term) *logic.Term { return by[v] })
	values := make(map[*logic.Term]*logic.Term, len(t.written))
	for i, v := range t.written {
		values[v] = sub.Apply(t.values[i])
	}
	return a.seal(sub.Apply(t.guard), values)
}

// Choice is the union of transitions.
func (a *Algebra) Choice(ts ...*Transition) *Transition {
	var sides []*Transition
	for _, t := range ts {
		if !t.IsFalse() && !slices.ContainsFunc(sides, func(s *Transition) bool { return s == t || same(s, t) }) {
			sides = append(sides, t)
		}
	}
	switch len(sides) {
	case 0:
		return a.False()
	case 1:
		return sides[0]
	}
	if sabotage.Active(sabotage.SummaryChoice) {
		return sides[0]
	}
	values := map[*logic.Term]*logic.Term{}
	var joined []*logic.Term // variables that the sides write differently
	for _, t := range sides {
		for _, v := range t.written {
			if _, ok := values[v]; ok {
				continue
			}
			x := t.Value(v)
			if slices.ContainsFunc(sides, func(s *Transition) bool { return s.Value(v) != x }) {
				x = a.Skolem(v.Sort())
				joined = append(joined, v)
			}
			values[v] = x
		}
	}
	guards := make([]*logic.Term, len(sides))
	for i, t := range sides {
		cs := []*logic.Term{t.guard}
		for _, v := range joined {
			cs = append(cs, a.f.Eq(values[v], t.Value(v)))
		}
		guards[i] = a.f.And(cs...)
	}
	return a.simplify(a.or(guards), values)
}

func same(s, t *Transition) bool {
	return s.guard == t.guard && slices.Equal(s.written, t.written) && slices.Equal(s.values, t.values)
}

// or is the disjunction with the common conjuncts in front.
func (a *Algebra) or(gs []*logic.Term) *logic.Term {
	count := map[*logic.Term]int{}
	for _, g := range gs {
		for _, c := range logic.Conjuncts(g) {
			count[c]++
		}
	}
	var common []*logic.Term
	for _, c := range logic.Conjuncts(gs[0]) {
		if count[c] == len(gs) {
			common = append(common, c)
		}
	}
	if len(common) == 0 {
		return a.f.Or(gs...)
	}
	rest := make([]*logic.Term, len(gs))
	for i, g := range gs {
		var cs []*logic.Term
		for _, c := range logic.Conjuncts(g) {
			if count[c] != len(gs) {
				cs = append(cs, c)
			}
		}
		rest[i] = a.f.And(cs...)
	}
	return a.f.And(append(common, a.f.Or(rest...))...)
}

// Formula is the relation as a formula in which post maps every variable to the
// symbol of its value afterwards; Skolem constants stay free, to be read as
// existentially quantified.
func (a *Algebra) Formula(t *Transition, vars []*logic.Term, post func(*logic.Term) *logic.Term) *logic.Term {
	cs := []*logic.Term{t.guard}
	for _, v := range vars {
		cs = append(cs, a.f.Eq(post(v), t.Value(v)))
	}
	return a.f.And(cs...)
}
