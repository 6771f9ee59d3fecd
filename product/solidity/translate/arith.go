package translate

import (
	"fmt"
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// limits returns the smallest and the largest value of an integer type.
func limits(t *ast.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	if t.Signed {
		h := pow2(t.Bits - 1)
		return new(big.Int).Neg(h), new(big.Int).Sub(h, one)
	}
	return new(big.Int), new(big.Int).Sub(pow2(t.Bits), one)
}

// ranged reports whether the mode guarantees that values are in the ranges of their types.
func (t *translator) ranged() bool {
	return t.o.Mode == Checked || t.o.Mode == Mod || t.o.Mode == ModOverflow
}

// inRange returns the condition that e is a value of the type; nil if it always holds.
func (t *translator) inRange(e boogie.Expr, ty *ast.Type) boogie.Expr {
	if t.o.Mode == BV {
		if ty.Kind == ast.Enum {
			return t.enumRange(e, ty)
		}
		return nil
	}
	switch ty.Kind {
	case ast.UserValue:
		if u, ok := t.p.Node(ty.Decl).(*ast.UserValueType); ok && u.Underlying != nil {
			return t.inRange(e, u.Underlying)
		}
	case ast.Integer, ast.FixedBytes:
		low, high := limits(ty)
		return boogie.AndOf(boogie.Bin(boogie.Le, boogie.Big(low), e), boogie.Bin(boogie.Le, e, boogie.Big(high)))
	case ast.Enum:
		return t.enumRange(e, ty)
	}
	return nil
}

func (t *translator) enumRange(e boogie.Expr, ty *ast.Type) boogie.Expr {
	d, ok := t.p.Node(ty.Decl).(*ast.EnumDefinition)
	if !ok || len(d.Members) == 0 || len(d.Members) > 255 {
		return nil
	}
	if t.o.Mode == BV {
		return t.bvApp("bvult", 8, true, e, boogie.Bits(big.NewInt(int64(len(d.Members))), 8))
	}
	return boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), e), boogie.Bin(boogie.Lt, e, boogie.N(int64(len(d.Members)))))
}

// read records that a value is read: in modes with ranges its range is assumed.
func (b *body) read(e boogie.Expr, ty *ast.Type) {
	if !b.t.ranged() && !(b.t.o.Mode == BV && ty.Kind == ast.Enum) {
		return
	}
	if isLiteral(e) {
		return
	}
	if ty.Kind == ast.Function {
		b.pointerFact(e, ty)
		return
	}
	if r := b.t.inRange(e, ty); r != nil {
		b.fact(r)
	}
}

func isLiteral(e boogie.Expr) bool {
	switch e.(type) {
	case *boogie.IntLit, *boogie.BVLit, *boogie.BoolLit:
		return true
	}
	return false
}

// bvApp applies a bit-vector operator.
func (t *translator) bvApp(op string, width int, predicate bool, args ...boogie.Expr) boogie.Expr {
	name := fmt.Sprintf("bv%d_%s", width, op)
	result := boogie.BV(width)
	if predicate {
		result = boogie.Bool
	}
	sorts := make([]boogie.Type, len(args))
	for i := range sorts {
		sorts[i] = boogie.BV(width)
	}
	t.function(name, boogie.Attributes{boogie.Attr("bvbuiltin", boogie.Str(op))}, result, nil, sorts...)
	return boogie.App(name, args...)
}

// inlined is the attribute of functions that are unfolded.
func inlined() boogie.Attributes { return boogie.Attributes{boogie.Attr("inline")} }

// tdiv and trem are Solidity's truncating division and remainder; Boogie's div is Euclidean.
func (t *translator) tdiv(x, y boogie.Expr) boogie.Expr {
	t.function("tdiv", inlined(), boogie.Int, func(a []boogie.Expr) boogie.Expr {
		return boogie.Cond(boogie.Bin(boogie.Ge, a[0], boogie.N(0)), boogie.Bin(boogie.Div, a[0], a[1]), boogie.NegOf(boogie.Bin(boogie.Div, boogie.NegOf(a[0]), a[1])))
	}, boogie.Int, boogie.Int)
	return boogie.App("tdiv", x, y)
}

func (t *translator) trem(x, y boogie.Expr) boogie.Expr {
	t.function("trem", inlined(), boogie.Int, func(a []boogie.Expr) boogie.Expr {
		return boogie.Cond(boogie.Bin(boogie.Ge, a[0], boogie.N(0)), boogie.Bin(boogie.Mod, a[0], a[1]), boogie.NegOf(boogie.Bin(boogie.Mod, boogie.NegOf(a[0]), a[1])))
	}, boogie.Int, boogie.Int)
	return boogie.App("trem", x, y)
}

// wrap reduces e modulo 2^bits into the type; near means that e is at most one modulus out of range.
func (t *translator) wrap(e boogie.Expr, ty *ast.Type, near bool) boogie.Expr {
	m := boogie.Big(pow2(ty.Bits))
	low, high := limits(ty)
	sign := "u"
	if ty.Signed {
		sign = "s"
	}
	name := fmt.Sprintf("wrap_%s%d", sign, ty.Bits)
	if near {
		name += "_near"
		t.function(name, inlined(), boogie.Int, func(a []boogie.Expr) boogie.Expr {
			return boogie.Cond(boogie.Bin(boogie.Gt, a[0], boogie.Big(high)), boogie.Bin(boogie.Sub, a[0], m),
				boogie.Cond(boogie.Bin(boogie.Lt, a[0], boogie.Big(low)), boogie.Bin(boogie.Add, a[0], m), a[0]))
		}, boogie.Int)
		return boogie.App(name, e)
	}
	t.function(name, inlined(), boogie.Int, func(a []boogie.Expr) boogie.Expr {
		var w boogie.Expr = boogie.Bin(boogie.Mod, a[0], m)
		if ty.Signed {
			h := boogie.Big(pow2(ty.Bits - 1))
			w = boogie.Bin(boogie.Sub, boogie.Bin(boogie.Mod, boogie.Bin(boogie.Add, a[0], h), m), h)
		}
		return boogie.Cond(boogie.AndOf(boogie.Bin(boogie.Le, boogie.Big(low), a[0]), boogie.Bin(boogie.Le, a[0], boogie.Big(high))), a[0], w)
	}, boogie.Int)
	return boogie.App(name, e)
}

// arith translates x op y in an integer type; both operands have that type, except for the right one of shifts
// and powers.
func (b *body) arith(n ast.Node, op string, x, y boogie.Expr, ty *ast.Type, right *ast.Type) boogie.Expr {
	t := b.t
	if ty.Kind == ast.FixedBytes || op == "&" || op == "|" || op == "^" {
		return b.bitwise(n, op, x, y, ty, right)
	}
	if op == "<<" || op == ">>" {
		return b.shift(n, op, x, y, ty, right)
	}
	if op == "**" {
		return b.power(n, x, y, ty, right)
	}
	if op == "/" || op == "%" {
		var zero boogie.Expr = boogie.N(0)
		if t.o.Mode == BV {
			zero = boogie.Bits(new(big.Int), ty.Bits)
		}
		if lit, ok := y.(*boogie.IntLit); !ok || lit.Value.Sign() == 0 {
			b.check(n, CheckDivision, boogie.Bin(boogie.Ne, y, zero), "Division by zero")
		}
	}
	if t.o.Mode == BV {
		return b.bvArith(n, op, x, y, ty)
	}
	var e boogie.Expr
	near := true
	switch op {
	case "+":
		e = boogie.Bin(boogie.Add, x, y)
	case "-":
		e = boogie.Bin(boogie.Sub, x, y)
	case "*":
		e, near = boogie.Bin(boogie.Mul, x, y), false
	case "/":
		if !ty.Signed {
			return boogie.Bin(boogie.Div, x, y)
		}
		e = t.tdiv(x, y)
	case "%":
		if !ty.Signed {
			return boogie.Bin(boogie.Mod, x, y)
		}
		return t.trem(x, y)
	default:
		fail(n, "Operator %s is not supported", op)
	}
	return b.result(n, op, e, ty, near)
}

// result applies the mode to the exact result of an operation: range check, wrap-around, or neither.
func (b *body) result(n ast.Node, op string, e boogie.Expr, ty *ast.Type, near bool) boogie.Expr {
	t := b.t
	switch {
	case t.o.Mode == Checked && b.spec:
		return e
	case t.o.Mode == Checked && !b.unchecked:
		b.checkRange(n, op, e, ty)
		b.emit(&boogie.Assume{Cond: t.inRange(e, ty)})
		return e
	}
	if !b.spec && !b.unchecked {
		b.checkRange(n, op, e, ty)
	}
	if t.o.Mode == Int {
		return e
	}
	w := t.wrap(e, ty, near)
	if t.o.Mode == ModOverflow {
		oc := boogie.Bin(boogie.Eq, e, w)
		if b.spec {
			if b.inOld {
				oc = boogie.Bin(boogie.Eq, boogie.OldOf(e), boogie.OldOf(w))
			}
			b.exact = append(b.exact, b.closed(oc))
		} else {
			b.emit(boogie.Set(boogie.Id(overflowVar), boogie.OrOf(boogie.Id(overflowVar), boogie.NotOf(oc))))
		}
	}
	return w
}

func (b *body) bvArith(n ast.Node, op string, x, y boogie.Expr, ty *ast.Type) boogie.Expr {
	ops := map[string]string{"+": "bvadd", "-": "bvsub", "*": "bvmul", "/": "bvudiv", "%": "bvurem"}
	if ty.Signed {
		ops["/"], ops["%"] = "bvsdiv", "bvsrem"
	}
	o, ok := ops[op]
	if !ok {
		fail(n, "Operator %s is not supported", op)
	}
	return b.t.bvApp(o, ty.Bits, false, x, y)
}

// constantOf returns the value of a literal.
func constantOf(e boogie.Expr) *big.Int {
	switch e := e.(type) {
	case *boogie.IntLit:
		return e.Value
	case *boogie.BVLit:
		return e.Value
	}
	return nil
}

func (b *body) bitwise(n ast.Node, op string, x, y boogie.Expr, ty, right *ast.Type) boogie.Expr {
	if op == "<<" || op == ">>" {
		unsigned := ast.Int(ty.Bits, false)
		return b.shift(n, op, x, y, unsigned, right)
	}
	ops := map[string]string{"&": "bvand", "|": "bvor", "^": "bvxor"}
	o, ok := ops[op]
	if !ok {
		fail(n, "Operator %s is not supported on %s", op, ty.Text)
	}
	if b.t.o.Mode != BV {
		return b.approximate(n, op, o, x, y, ty)
	}
	return b.t.bvApp(o, ty.Bits, false, x, y)
}

// approximate translates a bitwise operation on integers: exact for small types and masks of the lowest bits,
// otherwise over-approximated.
func (b *body) approximate(n ast.Node, op, name string, x, y boogie.Expr, ty *ast.Type) boogie.Expr {
	if b.spec {
		fail(n, "Operator %s is supported in annotations only in arithmetic bv", op)
	}
	if op == "&" && !ty.Signed {
		for _, o := range [][2]boogie.Expr{{x, y}, {y, x}} {
			if m := lowMask(o[1]); m != nil {
				return boogie.Bin(boogie.Mod, o[0], boogie.Big(m))
			}
		}
	}
	if op == "&" || op == "|" || op == "^" {
		if e := maskedBits(op, x, y); e != nil {
			return e
		}
		if ty.Bits <= maxExactBits {
			return b.t.smallBits(op, x, y, ty)
		}
	}
	b.t.warn(n, fmt.Sprintf("Operator %s is approximated; arithmetic bv is exact", op))
	f := fmt.Sprintf("%s_%d", name, ty.Bits)
	if ty.Signed {
		f += "s"
	}
	b.t.function(f, nil, boogie.Int, nil, boogie.Int, boogie.Int)
	e := b.save(boogie.App(f, x, y), boogie.Int)
	if !b.t.ranged() {
		return e
	}
	b.fact(b.t.inRange(e, ty))
	for _, f := range bitFacts(op, x, y, e, ty, b.t.shiftsTruncate()) {
		b.fact(f)
	}
	return e
}

// shiftsTruncate reports whether x >> y is x / 2**y rounded towards zero, as before 0.5.
func (t *translator) shiftsTruncate() bool { return !t.p.Version.AtLeast(0, 5) }

// shift translates x << y or x >> y. It never overflows: bits shifted out are lost.
func (b *body) shift(n ast.Node, op string, x, y boogie.Expr, ty, right *ast.Type) boogie.Expr {
	k := constantOf(y)
	if right != nil && right.Kind == ast.Integer && right.Signed && b.t.o.Mode != BV { // before 0.7; by a negative number it fails
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.N(0), y)})
	}
	if b.t.o.Mode == BV {
		if k != nil {
			y = boogie.Bits(minInt(k, big.NewInt(int64(ty.Bits))), ty.Bits)
		} else {
			if right.Kind != ast.Integer || right.Signed || right.Bits > ty.Bits {
				fail(n, "Shift by %s is not supported", right.Text)
			}
			y = b.t.bvResize(y, right.Bits, ty.Bits, false)
		}
		o := "bvshl"
		if op == ">>" {
			o = "bvlshr"
			if ty.Signed {
				if b.t.shiftsTruncate() {
					fail(n, "Shifts of signed numbers to the right are not supported in arithmetic bv before Solidity 0.5")
				}
				o = "bvashr"
			}
		}
		return b.t.bvApp(o, ty.Bits, false, x, y)
	}
	if k == nil || k.Sign() < 0 || k.Cmp(big.NewInt(maxExponent)) > 0 {
		return b.approximate(n, op, map[string]string{"<<": "shl", ">>": "shr"}[op], x, y, ty)
	}
	f := boogie.Big(pow2(int(k.Int64())))
	if op == "<<" {
		e := boogie.Bin(boogie.Mul, x, f)
		if b.t.o.Mode == Int {
			return e
		}
		return b.t.wrap(e, ty, false)
	}
	if ty.Signed && b.t.shiftsTruncate() {
		return b.t.tdiv(x, f)
	}
	return boogie.Bin(boogie.Div, x, f)
}

func minInt(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// power translates x ** y: a product for small constant exponents, otherwise an arbitrary value.
func (b *body) power(n ast.Node, x, y boogie.Expr, ty, right *ast.Type) boogie.Expr {
	k := constantOf(y)
	if b.t.o.Mode == BV {
		if k == nil || k.Cmp(big.NewInt(maxUnfoldPower)) > 0 {
			fail(n, "Exponentiation with this exponent is not supported in arithmetic bv")
		}
		var e boogie.Expr = boogie.Bits(big.NewInt(1), ty.Bits)
		for i := int64(0); i < k.Int64(); i++ {
			e = b.t.bvApp("bvmul", ty.Bits, false, e, x)
		}
		return e
	}
	if k != nil && k.Sign() >= 0 && k.Cmp(big.NewInt(maxUnfoldPower)) <= 0 {
		if k.Sign() == 0 {
			return boogie.N(1)
		}
		e := x
		for i := int64(1); i < k.Int64(); i++ {
			e = boogie.Bin(boogie.Mul, e, x)
		}
		return b.result(n, "**", e, ty, false)
	}
	if b.spec {
		fail(n, "Exponentiation with this exponent is not supported in annotations")
	}
	if v := constantOf(x); v != nil && v.Sign() == 0 {
		fail(n, "Exponentiation of zero is not supported")
	}
	if b.t.o.Mode == ModOverflow {
		fail(n, "Exponentiation with this exponent is not supported in arithmetic mod-overflow")
	}
	b.t.function("pow", nil, boogie.Int, nil, boogie.Int, boogie.Int)
	e := boogie.App("pow", x, y)
	if b.t.o.Mode == Checked && !b.unchecked {
		b.checkRange(n, "**", e, ty)
		b.emit(&boogie.Assume{Cond: b.t.inRange(e, ty)})
		return e
	}
	if b.t.o.Mode == Int {
		return e
	}
	return b.t.wrap(e, ty, false)
}

// negate translates -x.
func (b *body) negate(n ast.Node, x boogie.Expr, ty *ast.Type) boogie.Expr {
	if b.t.o.Mode == BV {
		return b.t.bvApp("bvneg", ty.Bits, false, x)
	}
	return b.result(n, "neg", boogie.NegOf(x), ty, true)
}

// compare translates x op y for two values of a type.
func (b *body) compare(n ast.Node, op string, x, y boogie.Expr, ty *ast.Type) boogie.Expr {
	switch op {
	case "==":
		return boogie.Bin(boogie.Eq, x, y)
	case "!=":
		return boogie.Bin(boogie.Ne, x, y)
	}
	ty = b.t.underlying(n, ty)
	if ty.Kind == ast.Address || ty.Kind == ast.Contract {
		for _, e := range []boogie.Expr{x, y} {
			b.addressFact(e)
		}
	}
	if b.t.o.Mode == BV && (ty.Kind == ast.Integer || ty.Kind == ast.FixedBytes || ty.Kind == ast.Enum) {
		bits := ty.Bits
		if ty.Kind == ast.Enum {
			bits = 8
		}
		sign := "u"
		if ty.Signed {
			sign = "s"
		}
		o := map[string]string{"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[op]
		return b.t.bvApp("bv"+sign+o, bits, true, x, y)
	}
	switch op {
	case "<":
		return boogie.Bin(boogie.Lt, x, y)
	case "<=":
		return boogie.Bin(boogie.Le, x, y)
	case ">":
		return boogie.Bin(boogie.Gt, x, y)
	case ">=":
		return boogie.Bin(boogie.Ge, x, y)
	}
	fail(n, "Operator %s is not supported", op)
	return nil
}

// num returns a literal of an integer-like type.
func (t *translator) num(v *big.Int, ty *ast.Type) boogie.Expr {
	if t.o.Mode == BV {
		bits := ty.Bits
		if ty.Kind == ast.Enum {
			bits = 8
		}
		return boogie.Bits(v, bits)
	}
	return boogie.Big(v)
}

// uintOp translates + - or a comparison on uint256 that never wraps: balances and lengths, which stay far below
// the limit.
func (b *body) uintOp(op string, x, y boogie.Expr) boogie.Expr {
	if b.t.o.Mode == BV {
		switch op {
		case "+":
			return b.t.bvApp("bvadd", 256, false, x, y)
		case "-":
			return b.t.bvApp("bvsub", 256, false, x, y)
		case "<":
			return b.t.bvApp("bvult", 256, true, x, y)
		case ">=":
			return b.t.bvApp("bvuge", 256, true, x, y)
		}
	}
	return boogie.Bin(map[string]boogie.BinaryOp{"+": boogie.Add, "-": boogie.Sub, "<": boogie.Lt, ">=": boogie.Ge}[op], x, y)
}
