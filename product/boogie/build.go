package boogie

import "math/big"

// Constructors of common nodes, without positions.

// B is a Boolean literal.
func B(v bool) *BoolLit { return &BoolLit{Value: v} }

// N is an integer literal. A negative one is printed as a negation.
func N(v int64) *IntLit { return &IntLit{Value: big.NewInt(v)} }

// Big is an integer literal.
func Big(v *big.Int) *IntLit { return &IntLit{Value: new(big.Int).Set(v)} }

// Bits is a bit-vector literal, v modulo 2^width.
func Bits(v *big.Int, width int) *BVLit {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return &BVLit{Value: m.Mod(v, m), Width: width}
}

// Str is a string, for attributes.
func Str(s string) *StringLit { return &StringLit{Value: s} }

// Id is a variable or constant.
func Id(name string) *Ident { return &Ident{Name: name} }

// OldOf is old(x).
func OldOf(x Expr) *Old { return &Old{X: x} }

// NotOf is !x.
func NotOf(x Expr) *Unary { return &Unary{Op: Not, X: x} }

// NegOf is -x.
func NegOf(x Expr) *Unary { return &Unary{Op: Neg, X: x} }

// Bin is x op y.
func Bin(op BinaryOp, x, y Expr) *Binary { return &Binary{Op: op, X: x, Y: y} }

// AndOf is the conjunction, true when there are none.
func AndOf(xs ...Expr) Expr { return chain(And, true, xs) }

// OrOf is the disjunction, false when there are none.
func OrOf(xs ...Expr) Expr { return chain(Or, false, xs) }

func chain(op BinaryOp, empty bool, xs []Expr) Expr {
	if len(xs) == 0 {
		return B(empty)
	}
	r := xs[0]
	for _, x := range xs[1:] {
		r = Bin(op, r, x)
	}
	return r
}

// Cond is if c then a else b.
func Cond(c, a, b Expr) *Ite { return &Ite{Cond: c, Then: a, Else: b} }

// At is m[index].
func At(m Expr, index ...Expr) *Select { return &Select{Map: m, Index: index} }

// With is m[index := v].
func With(m, index, v Expr) *Store { return &Store{Map: m, Index: []Expr{index}, Value: v} }

// App applies a function.
func App(f string, args ...Expr) *Apply { return &Apply{Func: f, Args: args} }

// All is (forall vars :: body), Ex is (exists vars :: body).
func All(vars []*Variable, body Expr) *Quantifier {
	return &Quantifier{Kind: Forall, Vars: vars, Body: body}
}

// Ex is (exists vars :: body).
func Ex(vars []*Variable, body Expr) *Quantifier {
	return &Quantifier{Kind: Exists, Vars: vars, Body: body}
}

// V returns a variable, whose kind follows from its position in the tree.
func V(name string, t Type) *Variable { return &Variable{Name: name, Type: t} }

// ConstOf is a constant for a program's declarations.
func ConstOf(name string, t Type, unique bool) *Variable {
	return &Variable{Name: name, Type: t, Const: true, Unique: unique}
}

// Set is lhs := rhs.
func Set(lhs, rhs Expr) *Assign { return &Assign{Lhs: []Expr{lhs}, Rhs: []Expr{rhs}} }

// Attr returns the attribute {:name args}.
func Attr(name string, args ...Expr) *Attribute { return &Attribute{Name: name, Args: args} }

// Located returns {:sourceloc "file", line, column} {:message "text"}, used for reports.
func Located(file string, line, col int, message string) Attributes {
	return Attributes{Attr("sourceloc", Str(file), N(int64(line)), N(int64(col))), Attr("message", Str(message))}
}
