package iteration

import (
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/rational/matrix"
)

type vector = matrix.Vector

// combination is the sum of c[i]*ts[i]; all of sort s.
func combination(f *logic.Factory, s *logic.Sort, c vector, ts []*logic.Term) *logic.Term {
	sum := []*logic.Term{f.Num(s, rational.Zero)}
	for i, t := range ts {
		if !c[i].IsZero() {
			sum = append(sum, f.Mul(f.Num(s, c[i]), t))
		}
	}
	return f.Add(sum...)
}
