package interpolation

import "cupel/logic"

// Mode says how an interpolant becomes predicates.
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

// Size is the measure the methods compare sequences by: shared subterms count
// once per interpolant.
type Size struct {
	Terms     int // subterms
	Atoms     int // distinct atoms
	Disjuncts int // disjunctions and Boolean conditionals
	Digits    int // decimal digits of the numbers beyond the first of each
}

// SizeOf measures a sequence.
func SizeOf(itps []*logic.Term) Size {
	var s Size
	atoms := map[*logic.Term]bool{}
	for _, t := range itps {
		for _, a := range Atoms(t) {
			atoms[a] = true
		}
		logic.Walk(func(u *logic.Term) bool {
			s.Terms++
			switch {
			case u.Op() == logic.OpOr, u.Op() == logic.OpIte:
				s.Disjuncts++
			case u.Op() == logic.OpNot && u.Arg(0).Op() == logic.OpAnd:
				s.Disjuncts++
			case u.IsConst() && u.Sort().IsArith():
				s.Digits += len(u.Rational().Abs().String()) - 1
			case u.IsConst() && u.Sort().IsBV():
				v := u.BVSigned()
				s.Digits += len(v.Abs(v).String()) - 1
			}
			return true
		}, t)
	}
	s.Atoms = len(atoms)
	return s
}

// Cost orders sequences: fewer and shorter atoms, no disjunctions and small
// numbers are better.
func (s Size) Cost() int { return s.Terms + 3*s.Atoms + 4*s.Disjuncts + 2*s.Digits }
