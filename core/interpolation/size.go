package interpolation

import (
	"strings"

	"cupel/core/logic"
)

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

// Cost orders sequences: few distinct atoms above all, then short ones, no
// disjunctions, small numbers.
func (s Size) Cost() int { return s.Terms + 12*s.Atoms + 6*s.Disjuncts + 2*s.Digits }

// cost measures a sequence as an engine sees it: over program variables. A loop predicate that recurs at every iteration counts once; a new one for each
// iteration indicates divergence.
func (o *Options) cost(f *logic.Factory, itps []*logic.Term) int {
	of := o.Variable
	if of == nil {
		of = func(s *logic.Term) *logic.Term { return variableOf(f, s) }
	}
	sub := f.NewSubst(of)
	named := make([]*logic.Term, len(itps))
	for i, t := range itps {
		named[i] = sub.Apply(t)
	}
	return SizeOf(named).Cost()
}

// cheaper returns the sequence of lower cost, a when they are equal; nil is no
// sequence.
func (o *Options) cheaper(f *logic.Factory, a, b []*logic.Term) []*logic.Term {
	switch {
	case a == nil:
		return b
	case b == nil || o.cost(f, a) <= o.cost(f, b):
		return a
	}
	return b
}

// variableOf maps a symbol made by Factory.Fresh (x!7), a version of a variable of
// package core/program/ssa (x#7), or the value of a variable at a numbered position
// (x@7), to one that all symbols of the same prefix and sort share.
func variableOf(f *logic.Factory, s *logic.Term) *logic.Term {
	name := s.Name()
	i := strings.IndexByte(name, '!')
	if i < 0 {
		i = numbered(name)
	}
	if i < 0 {
		return nil
	}
	return f.Var(name[:i]+"!"+s.Sort().String(), s.Sort())
}

// numbered returns the index of the last # or @ when only digits follow, or -1.
func numbered(name string) int {
	i := strings.LastIndexAny(name, "#@")
	if i < 0 || i == len(name)-1 || strings.Trim(name[i+1:], "0123456789") != "" {
		return -1
	}
	return i
}
