package annotation

import (
	"math/big"

	"cupel/product/solidity/ast"
)

func (r *resolver) unary(x *ast.Unary) {
	r.expr(x.X)
	t := x.X.Type()
	switch {
	case x.Op == "!" && t.Kind == ast.Bool, x.Op == "-" && t.Kind == ast.Integer && t.Signed, x.Op == "~" && (t.Kind == ast.Integer || t.Kind == ast.FixedBytes):
		set(&x.Typed, t)
	case x.Op == "-" && t.Kind == ast.Rational:
		set(&x.Typed, rational(new(big.Rat).Neg(t.Rat)))
	case x.Op == "-" && t.Kind == ast.Integer:
		set(&x.Typed, t)
	default:
		fail(x, "%s cannot be applied to %s", x.Op, t.Text)
	}
}

func (r *resolver) binary(x *ast.Binary) {
	r.expr(x.X)
	r.expr(x.Y)
	a, b := x.X.Type(), x.Y.Type()
	switch x.Op {
	case "&&", "||":
		if a.Kind != ast.Bool || b.Kind != ast.Bool {
			fail(x, "%s needs conditions, not %s and %s", x.Op, a.Text, b.Text)
		}
		x.Common = boolType
		set(&x.Typed, boolType)
		return
	case "**", "<<", ">>":
		if a.Kind == ast.Rational && b.Kind == ast.Rational {
			if v := fold(x.Op, a.Rat, b.Rat); v != nil {
				set(&x.Typed, rational(v))
				return
			}
		}
		if a.Kind == ast.Rational {
			a = mobile(a)
		}
		if a == nil || a.Kind != ast.Integer && a.Kind != ast.FixedBytes || b.Kind != ast.Integer && b.Kind != ast.Rational {
			fail(x, "%s cannot be applied to %s and %s", x.Op, x.X.Type().Text, b.Text)
		}
		x.Common = a
		set(&x.Typed, a)
		return
	}
	comparison := false
	switch x.Op {
	case "==", "!=", "<", ">", "<=", ">=":
		comparison = true
	}
	if a.Kind == ast.Rational && b.Kind == ast.Rational {
		if comparison {
			x.Common = ast.Int(256, true)
			set(&x.Typed, boolType)
			return
		}
		v := fold(x.Op, a.Rat, b.Rat)
		if v == nil {
			fail(x, "%s of these constants is not understood", x.Op)
		}
		set(&x.Typed, rational(v))
		return
	}
	t := r.common(x.X, x.Y)
	if t == nil {
		fail(x, "%s cannot be applied to %s and %s", x.Op, a.Text, b.Text)
	}
	if t.IsReference() && comparison {
		fail(x, "values of type %s are compared by __verifier_eq", t.Text)
	}
	x.Common = t
	if comparison {
		if x.Op != "==" && x.Op != "!=" && t.Kind == ast.Bool {
			fail(x, "%s cannot be applied to conditions", x.Op)
		}
		set(&x.Typed, boolType)
		return
	}
	if t.Kind != ast.Integer && (t.Kind != ast.FixedBytes || x.Op != "&" && x.Op != "|" && x.Op != "^") {
		fail(x, "%s cannot be applied to %s and %s", x.Op, a.Text, b.Text)
	}
	set(&x.Typed, t)
}

// fold computes with constants; nil: it is not defined.
func fold(op string, a, b *big.Rat) *big.Rat {
	v := new(big.Rat)
	switch op {
	case "+":
		return v.Add(a, b)
	case "-":
		return v.Sub(a, b)
	case "*":
		return v.Mul(a, b)
	case "/":
		if b.Sign() == 0 {
			return nil
		}
		return v.Quo(a, b)
	case "%":
		if a.IsInt() && b.IsInt() && b.Sign() != 0 {
			return v.SetInt(new(big.Int).Rem(a.Num(), b.Num()))
		}
	case "**":
		if a.IsInt() && b.IsInt() && b.Sign() >= 0 && b.Num().Cmp(big.NewInt(512)) <= 0 && a.Num().BitLen() <= 512 {
			return v.SetInt(new(big.Int).Exp(a.Num(), b.Num(), nil))
		}
	case "<<":
		if a.IsInt() && b.IsInt() && b.Sign() >= 0 && b.Num().Cmp(big.NewInt(512)) <= 0 {
			return v.SetInt(new(big.Int).Lsh(a.Num(), uint(b.Num().Int64())))
		}
	}
	return nil
}

// mobile is the smallest type of a constant, or nil.
func mobile(t *ast.Type) *ast.Type {
	if t.Kind != ast.Rational {
		return t
	}
	if !t.Rat.IsInt() {
		return nil
	}
	signed := t.Rat.Sign() < 0
	for bits := 8; bits <= 256; bits += 8 {
		if c := ast.Int(bits, signed); fits(t, c) {
			return c
		}
	}
	return nil
}

// fits reports whether the constant t is a value of the integer type i.
func fits(t, i *ast.Type) bool {
	if !t.Rat.IsInt() || i.Kind != ast.Integer {
		return false
	}
	v := t.Rat.Num()
	if !i.Signed {
		return v.Sign() >= 0 && v.BitLen() <= i.Bits
	}
	if v.Sign() >= 0 {
		return v.BitLen() < i.Bits
	}
	return new(big.Int).Add(v, big.NewInt(1)).BitLen() < i.Bits
}

// converts reports whether a is implicitly converted to b.
func converts(a, b *ast.Type) bool {
	switch {
	case a.Kind == ast.Rational && b.Kind == ast.Integer:
		return fits(a, b)
	case a.Kind == ast.Rational && (b.Kind == ast.FixedBytes || b.Kind == ast.Address || b.Kind == ast.Contract):
		return a.Rat.Sign() == 0
	case a.Kind == ast.Integer && b.Kind == ast.Integer:
		if a.Signed == b.Signed {
			return a.Bits <= b.Bits
		}
		return b.Signed && a.Bits < b.Bits
	case a.Kind == ast.FixedBytes && b.Kind == ast.FixedBytes:
		return a.Bits <= b.Bits
	case a.Kind == ast.Contract && (b.Kind == ast.Address || b.Kind == ast.Contract):
		return true // their values are addresses
	case a.Kind == ast.StringLiteral:
		return b.Kind == ast.String || b.Kind == ast.Bytes || b.Kind == ast.FixedBytes
	}
	return a.Same(b)
}

// common is the type in which two operands are compared or combined, or nil.
func (r *resolver) common(x, y ast.Expr) *ast.Type {
	a, b := x.Type(), y.Type()
	if m := mobile(a); m != nil && converts(b, m) {
		return m
	}
	if m := mobile(b); m != nil && converts(a, m) {
		return m
	}
	return nil
}
