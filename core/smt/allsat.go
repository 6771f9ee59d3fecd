package smt

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
)

// ErrLimit: an enumeration met its bound before its end.
var ErrLimit = errors.New("smt: enumeration limit")

// AllSAT enumerates the combinations of truth values of the atoms that are
// consistent with the solver's assertions, as cubes: lists of atoms and negated
// atoms, in the atoms' order. The disjunction of the cubes is the strongest
// Boolean combination of the atoms that the assertions imply. Without gen every
// cube names every atom; cubes may overlap with gen.
//
// gen, if not nil, is a solver in which the negation of the assertions is
// asserted (a total formula over the atoms and other symbols): a cube is then
// shrunk to a core of its contradiction with that negation, so it implies the
// assertions and stands for several combinations at once. A model in which the
// negation is consistent with the cube leaves the cube whole.
//
// After each cube yield is called; false ends the enumeration. More than limit
// cubes (if limit is positive) are ErrLimit. The solver's assertions are the
// same afterwards as before. Lahiri, Nieuwenhuis and Oliveras, "SMT techniques
// for fast predicate abstraction" (CAV 2006).
func AllSAT(ctx context.Context, s Solver, f *logic.Factory, atoms []*logic.Term, gen Solver, limit int, yield func(cube []*logic.Term) bool) (err error) {
	if err := s.Push(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Pop(1)) }()
	for n := 0; ; n++ {
		sat, err := Satisfiable(ctx, s)
		if err != nil || !sat {
			return err
		}
		if limit > 0 && n == limit {
			return fmt.Errorf("%w: more than %d cubes", ErrLimit, limit)
		}
		m, err := s.Model()
		if err != nil {
			return err
		}
		cube, err := literals(f, m, atoms)
		if err != nil {
			return err
		}
		if cube, err = generalise(ctx, gen, cube); err != nil {
			return err
		}
		if !yield(cube) || len(cube) == 0 {
			return nil
		}
		if err := s.Assert(f.Not(f.And(cube...))); err != nil {
			return err
		}
	}
}

// literals returns the atoms as the model values them.
func literals(f *logic.Factory, m Model, atoms []*logic.Term) ([]*logic.Term, error) {
	var cube []*logic.Term
	for _, a := range atoms {
		switch v := m.Value(a); {
		case a.IsConst():
		case v == nil:
			return nil, fmt.Errorf("%w: the model has no value of %s", ErrUnsupported, a)
		case v.IsTrue():
			cube = append(cube, a)
		default:
			cube = append(cube, f.Not(a))
		}
	}
	return cube, nil
}

// generalise drops literals of the cube that its contradiction with gen's
// assertions does not need.
func generalise(ctx context.Context, gen Solver, cube []*logic.Term) ([]*logic.Term, error) {
	if gen == nil {
		return cube, nil
	}
	switch r, err := gen.Check(ctx, cube...); {
	case err != nil:
		return nil, err
	case r != Unsat:
		return cube, nil
	}
	core, err := gen.Core()
	if err != nil {
		return nil, err
	}
	in := make(map[*logic.Term]bool, len(core))
	for _, t := range core {
		in[t] = true
	}
	kept := cube[:0]
	for _, t := range cube {
		if in[t] {
			kept = append(kept, t)
		}
	}
	return kept, nil
}
