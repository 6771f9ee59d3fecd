package literal

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
)

// Expr is a value as a constant expression of C, in parentheses where it is more than a unary expression; integers have the least type
// that has them, on all data models. false: no type of C has the value.
func Expr(v *logic.Term, signed bool) (string, bool) {
	if !v.IsConst() {
		return "", false
	}
	switch s := v.Sort(); {
	case s.IsFloat():
		text, k, ok := Float(v, Hexadecimal)
		return parenthesised(text, k), ok
	case s.IsBool(), s.IsBV():
		n := integer(v, signed)
		t, ok := TypeOf(n)
		if !ok {
			return "", false
		}
		text, k := Integer(n, t, program.ILP32) // long long is of 64 bits everywhere
		return parenthesised(text, k), true
	}
	return "", false
}

func parenthesised(s string, k Kind) string {
	if k > Unary {
		return "(" + s + ")"
	}
	return s
}

// Exact is a value for files and reports: an integer in decimal, a floating-point value in hexadecimal, both without suffixes, and nan, inf
// and -inf. It is the text of the term where it has no type of C.
func Exact(v *logic.Term, signed bool) string {
	return text(v, signed, exactFloat)
}

// Short is the same with the shortest decimal that is read as the value, for people.
func Short(v *logic.Term, signed bool) string {
	return text(v, signed, shortFloat)
}

func text(v *logic.Term, signed bool, float func(*logic.Term) string) string {
	switch s := v.Sort(); {
	case !v.IsConst():
	case s.IsFloat():
		return float(v)
	case s.IsBool(), s.IsBV():
		return integer(v, signed).String()
	}
	return v.String()
}

// integer is the number that a word is read as.
func integer(v *logic.Term, signed bool) *big.Int {
	switch {
	case v.IsTrue():
		return big.NewInt(1)
	case v.IsFalse():
		return new(big.Int)
	case signed:
		return v.BVSigned()
	}
	return v.BVBig()
}
