package z3

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
)

// ErrNoSolution: no interpretation satisfies the Horn clauses.
var ErrNoSolution = errors.New("z3: the Horn clauses have no solution")

// Interpretation is the interpretation of a relation: Body over the symbols Params.
type Interpretation struct {
	Params []*logic.Term
	Body   *logic.Term
}

// SolveHornTerms solves clauses given as terms, disjunctions of Horn form: the
// relations are the applied functions of sort Bool, at most one of which occurs
// positively. The error is ErrNoSolution, ErrNotHorn, the context's, or one with
// the reason for giving up. Clauses with arrays are refused (smt.ErrUnsupported):
// the projection of array models in libz3 4.8.12 can end the process ("unexpected
// code was reached" in mbp_arrays.cpp).
func SolveHornTerms(ctx context.Context, f *logic.Factory, clauses []*logic.Term, o smt.Options) (map[string]Interpretation, error) {
	if hasArrays(clauses) {
		return nil, fmt.Errorf("z3: Horn clauses over arrays: %w", smt.ErrUnsupported)
	}
	var rels []Relation
	for _, a := range logic.Functions(clauses...) {
		if a.Sort() != logic.Bool {
			return nil, fmt.Errorf("%w: function %s is not a relation", ErrNotHorn, a.Name())
		}
		r := Relation{Name: a.Name()}
		for _, x := range a.Args() {
			r.Args = append(r.Args, f.Fresh("param", x.Sort()))
		}
		rels = append(rels, r)
	}
	cs := make([]Clause, len(clauses))
	for i, t := range clauses {
		c, err := ClauseOf(f, t)
		if err != nil {
			return nil, err
		}
		cs[i] = c
	}
	r, m, reason, err := SolveHorn(ctx, f, rels, cs, o)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == smt.Sat:
		return nil, ErrNoSolution
	case r == smt.Unknown:
		return nil, fmt.Errorf("z3: Horn clauses undecided: %s", reason)
	}
	out := map[string]Interpretation{}
	for _, r := range rels {
		out[r.Name] = Interpretation{Params: r.Args, Body: m[r.Name]}
	}
	return out, nil
}

func hasArrays(ts []*logic.Term) bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.Sort().IsArray()
		return !found
	}, ts...)
	return found
}

// ClauseOf reads a term as a Horn clause.
func ClauseOf(f *logic.Factory, t *logic.Term) (Clause, error) {
	var c Clause
	var constraint []*logic.Term // negations of the literals that are no applications
	var add func(t *logic.Term, positive bool) error
	add = func(t *logic.Term, positive bool) error {
		switch {
		case t.Op() == logic.OpNot:
			return add(t.Arg(0), !positive)
		case t.Op() == logic.OpOr && positive, t.Op() == logic.OpAnd && !positive:
			for _, a := range t.Args() {
				if err := add(a, positive); err != nil {
					return err
				}
			}
			return nil
		case t.Op() == logic.OpApp:
			a := Application{t.Name(), t.Args()}
			switch {
			case !positive:
				c.Body = append(c.Body, a)
			case c.Head != nil:
				return fmt.Errorf("%w: two heads, %s and %s", ErrNotHorn, c.Head.Relation, a.Relation)
			default:
				c.Head = &a
			}
			return nil
		case len(logic.Functions(t)) > 0:
			return fmt.Errorf("%w: a relation inside operator %d", ErrNotHorn, t.Op())
		case positive:
			constraint = append(constraint, f.Not(t))
		default:
			constraint = append(constraint, t)
		}
		return nil
	}
	if err := add(t, true); err != nil {
		return Clause{}, err
	}
	c.Constraint = f.And(constraint...)
	return c, nil
}
