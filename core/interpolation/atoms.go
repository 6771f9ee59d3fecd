package interpolation

import "cupel/core/logic"

// Mode is how an interpolant is split into predicates.
type Mode string

// The modes.
const (
	ModeAtoms     Mode = "atoms"     // its atomic formulas
	ModeConjuncts Mode = "conjuncts" // its top-level conjuncts
	ModeWhole     Mode = "whole"     // the interpolant itself
)

// Predicates returns the predicates of an interpolant, without the Boolean
// constants, in a deterministic order; an unknown mode means ModeAtoms.
func Predicates(f *logic.Factory, t *logic.Term, m Mode) []*logic.Term {
	switch m {
	case ModeWhole:
		if t.IsConst() {
			return nil
		}
		return []*logic.Term{t}
	case ModeConjuncts:
		var out []*logic.Term
		for _, c := range conjuncts(f, t) {
			if !c.IsConst() {
				out = append(out, c)
			}
		}
		return out
	}
	return Atoms(t)
}

// Atoms returns the atomic formulas of t, each once, from left to right:
// maximal Boolean terms that are no constant and have no Boolean connective on
// top. A quantified formula is an atom; conditions inside arithmetic are not
// looked for.
func Atoms(t *logic.Term) []*logic.Term {
	var out []*logic.Term
	seen := map[*logic.Term]bool{}
	var walk func(t *logic.Term)
	walk = func(t *logic.Term) {
		if seen[t] || t.IsConst() {
			return
		}
		seen[t] = true
		if connective(t) {
			for _, a := range t.Args() {
				walk(a)
			}
			return
		}
		out = append(out, t)
	}
	walk(t)
	return out
}

// connective reports whether t's top symbol joins Boolean terms to one.
func connective(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr:
		return true
	case logic.OpIte:
		return t.Sort() == logic.Bool
	case logic.OpEq:
		return t.Arg(0).Sort() == logic.Bool
	}
	return false
}
