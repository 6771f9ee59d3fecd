package c

import (
	"math"
	"math/big"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// folded is the value of a constant expression; of a pointer, its address.
type folded struct {
	t *ctype
	i *big.Int // of an integer or a pointer
	f float64  // of a float
}

// folder evaluates constant expressions as gcc does: with its types, sizes and layouts, which are not the parser's. It reads no objects.
type folder struct {
	tt *typeTable
	// own are values of enumeration constants that the parser has otherwise; nil: they are known when the parser knows what they depend on.
	own map[*cc.Enumerator]*folded
	// stale: the parser has wrong values, so that types are not known. An evaluation that needs one sets open.
	stale, open bool
	// specifiers: there may be specifiers or attributes of alignment.
	specifiers bool
}

func (f *folder) int(n int64, t *ctype) (folded, bool) { return f.integer(big.NewInt(n), t), true }

// integer is i as a value of the integer or pointer type t, modulo its width.
func (f *folder) integer(i *big.Int, t *ctype) folded {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.width))
	r := new(big.Int).Mod(i, m)
	if t.kind == tInt && t.signed && r.Bit(t.width-1) == 1 {
		r.Sub(r, m)
	}
	return folded{t: t, i: r}
}

func (f *folder) truth(n folded) bool {
	if n.t.kind == tFloat {
		return n.f != 0
	}
	return n.i.Sign() != 0
}

func (f *folder) bool(is bool) (folded, bool) {
	if is {
		return f.int(1, f.tt.kind(cc.Int))
	}
	return f.int(0, f.tt.kind(cc.Int))
}

// needsTypes reports whether types of the program are known.
func (f *folder) needsTypes() bool {
	f.open = f.open || f.stale
	return !f.stale
}

// eval is the value of e, if it is constant and has one here.
func (f *folder) eval(e cc.ExpressionNode) (none folded, known bool) {
	if tree.IsNil(e) || e.Type() == nil {
		return none, false
	}
	e = tree.Strip(e)
	if x, y, ok := arithOperands(e); ok {
		a, ok1 := f.eval(x)
		b, ok2 := f.eval(y)
		if !ok1 || !ok2 {
			return none, false
		}
		return f.arithmetic(operator(e), a, b)
	}
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		return f.primary(n)
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			return f.call(n)
		}
		if isArray(n) {
			return f.address(n)
		}
	case *cc.UnaryExpression:
		return f.unary(n)
	case *cc.CastExpression:
		if !basic(n.TypeName.Type()) && !f.needsTypes() {
			return none, false
		}
		if v, ok := f.eval(n.CastExpression); ok {
			return f.convert(v, f.tt.of(n.TypeName.Type()))
		}
	case *cc.RelationalExpression:
		return f.compare(n.Token.SrcStr(), n.RelationalExpression, n.ShiftExpression)
	case *cc.EqualityExpression:
		return f.compare(n.Token.SrcStr(), n.EqualityExpression, n.RelationalExpression)
	case *cc.LogicalAndExpression:
		return f.both(n.LogicalAndExpression, n.InclusiveOrExpression, false)
	case *cc.LogicalOrExpression:
		return f.both(n.LogicalOrExpression, n.LogicalAndExpression, true)
	case *cc.ConditionalExpression:
		return f.conditional(n)
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
		}
		return f.eval(n.AssignmentExpression)
	}
	return none, false
}

// basic reports whether t is a type that no declaration of the program can change.
func basic(t cc.Type) bool {
	_, ok := t.(*cc.PredefinedType)
	return ok && attrAlign(t) == 0
}

// operator is the operator of a binary expression.
func operator(e cc.ExpressionNode) string {
	switch n := e.(type) {
	case *cc.MultiplicativeExpression:
		return n.Token.SrcStr()
	case *cc.AdditiveExpression:
		return n.Token.SrcStr()
	case *cc.ShiftExpression:
		return n.Token.SrcStr()
	case *cc.AndExpression:
		return "&"
	case *cc.ExclusiveOrExpression:
		return "^"
	case *cc.InclusiveOrExpression:
		return "|"
	}
	return ""
}

func (f *folder) primary(n *cc.PrimaryExpression) (none folded, known bool) {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		v, ok := n.ResolvedTo().(*cc.Enumerator)
		if !ok {
			return none, false
		}
		if own, ok := f.own[v]; ok {
			f.open = f.open || own == nil
			if own == nil {
				return none, false
			}
			return *own, true
		}
		return f.literal(v.Value(), f.tt.enumerator(v))
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return f.literal(n.Value(), f.tt.of(n.Type()))
	}
	return none, false
}

// literal is a value that the parser knows.
func (f *folder) literal(v cc.Value, t *ctype) (none folded, known bool) {
	if t.kind != tInt && t.kind != tFloat {
		return none, false
	}
	switch x := v.(type) {
	case cc.Int64Value:
		return f.convert(folded{t: f.tt.kind(cc.Int128), i: big.NewInt(int64(x))}, t)
	case cc.UInt64Value:
		return f.convert(folded{t: f.tt.kind(cc.Int128), i: new(big.Int).SetUint64(uint64(x))}, t)
	case cc.Float64Value:
		if t.kind == tFloat {
			return f.rounded(float64(x), t)
		}
	}
	return none, false
}

// rounded is a value of float or double; other types are not known here.
func (f *folder) rounded(x float64, t *ctype) (none folded, known bool) {
	switch t.width {
	case 32:
		return folded{t: t, f: float64(float32(x))}, true
	case 64:
		return folded{t: t, f: x}, true
	}
	return none, false
}

// convert is a conversion.
func (f *folder) convert(v folded, t *ctype) (none folded, known bool) {
	switch {
	case t.kind == tInt && t.bool:
		n, _ := f.bool(f.truth(v))
		return folded{t: t, i: n.i}, true
	case t.kind == tFloat && v.t.kind == tFloat:
		return f.rounded(v.f, t)
	case t.kind == tFloat && v.t.kind == tInt:
		x := new(big.Float).SetInt(v.i)
		if t.width == 32 {
			r, _ := x.Float32()
			return folded{t: t, f: float64(r)}, true
		}
		r, _ := x.Float64()
		return f.rounded(r, t)
	case t.kind == tInt && v.t.kind == tFloat:
		if math.IsNaN(v.f) || math.IsInf(v.f, 0) {
			return none, false
		}
		i, _ := big.NewFloat(v.f).Int(nil)
		n := f.integer(i, t)
		return n, n.i.Cmp(i) == 0
	case (t.kind == tInt || t.kind == tPtr) && v.i != nil:
		return f.integer(v.i, t), true
	}
	return none, false
}

// promoted applies the integer promotions.
func (f *folder) promoted(v folded) folded {
	if v.t.kind != tInt {
		return v
	}
	return f.integer(v.i, f.tt.promote(v.t, 0))
}

func (f *folder) arithmetic(op string, a, b folded) (none folded, known bool) {
	if a.t.kind == tPtr || b.t.kind == tPtr {
		return f.pointer(op, a, b)
	}
	if !a.t.isArith() || !b.t.isArith() {
		return none, false
	}
	a, b = f.promoted(a), f.promoted(b)
	if op == "<<" || op == ">>" {
		if a.t.kind != tInt || b.t.kind != tInt || b.i.Sign() < 0 || b.i.Cmp(big.NewInt(int64(a.t.width))) >= 0 {
			return none, false
		}
		if by := uint(b.i.Uint64()); op == "<<" {
			return f.integer(new(big.Int).Lsh(a.i, by), a.t), true
		} else {
			return f.integer(new(big.Int).Rsh(a.i, by), a.t), true
		}
	}
	t := f.tt.usual(a.t, b.t)
	a, ok1 := f.convert(a, t)
	b, ok2 := f.convert(b, t)
	if !ok1 || !ok2 {
		return none, false
	}
	if t.kind == tFloat {
		switch op {
		case "+":
			return f.rounded(a.f+b.f, t)
		case "-":
			return f.rounded(a.f-b.f, t)
		case "*":
			return f.rounded(a.f*b.f, t)
		case "/":
			return f.rounded(a.f/b.f, t)
		}
		return none, false
	}
	r := new(big.Int)
	switch op {
	case "+":
		r.Add(a.i, b.i)
	case "-":
		r.Sub(a.i, b.i)
	case "*":
		r.Mul(a.i, b.i)
	case "/", "%":
		if b.i.Sign() == 0 {
			return none, false
		}
		if op == "/" {
			r.Quo(a.i, b.i)
		} else {
			r.Rem(a.i, b.i)
		}
	case "&":
		r.And(a.i, b.i)
	case "^":
		r.Xor(a.i, b.i)
	case "|":
		r.Or(a.i, b.i)
	default:
		return none, false
	}
	return f.integer(r, t), true
}

// pointer is the arithmetic of pointers.
func (f *folder) pointer(op string, a, b folded) (none folded, known bool) {
	if a.t.kind == tInt && op == "+" {
		a, b = b, a
	}
	if a.t.kind != tPtr || b.t.kind == tFloat || !f.needsTypes() {
		return none, false
	}
	size := big.NewInt(f.tt.pointee(a.t).size)
	if size.Sign() <= 0 {
		return none, false
	}
	switch {
	case b.t.kind == tPtr && op == "-":
		d := f.integer(new(big.Int).Sub(a.i, b.i), f.tt.ptrdiffT())
		return f.integer(d.i.Quo(d.i, size), d.t), true
	case b.t.kind == tInt && op == "+":
		return f.integer(new(big.Int).Add(a.i, size.Mul(size, b.i)), a.t), true
	case b.t.kind == tInt && op == "-":
		return f.integer(new(big.Int).Sub(a.i, size.Mul(size, b.i)), a.t), true
	}
	return none, false
}

func (f *folder) compare(op string, x, y cc.ExpressionNode) (none folded, known bool) {
	a, ok1 := f.eval(x)
	b, ok2 := f.eval(y)
	if !ok1 || !ok2 {
		return none, false
	}
	if a.t.isArith() && b.t.isArith() {
		a, b = f.promoted(a), f.promoted(b)
		t := f.tt.usual(a.t, b.t)
		a, ok1 = f.convert(a, t)
		b, ok2 = f.convert(b, t)
		if !ok1 || !ok2 {
			return none, false
		}
	}
	c := 0
	switch {
	case a.i != nil && b.i != nil:
		c = a.i.Cmp(b.i)
	case math.IsNaN(a.f) || math.IsNaN(b.f):
		return f.bool(op == "!=")
	case a.f < b.f:
		c = -1
	case a.f > b.f:
		c = 1
	}
	return f.bool(op == "<" && c < 0 || op == ">" && c > 0 || op == "<=" && c <= 0 || op == ">=" && c >= 0 || op == "==" && c == 0 || op == "!=" && c != 0)
}

// both is && or ||, whose second operand is not evaluated where the first one decides.
func (f *folder) both(x, y cc.ExpressionNode, or bool) (none folded, known bool) {
	a, ok := f.eval(x)
	if !ok {
		return none, false
	}
	if f.truth(a) == or {
		return f.bool(or)
	}
	b, ok := f.eval(y)
	if !ok {
		return none, false
	}
	return f.bool(f.truth(b))
}

func (f *folder) conditional(n *cc.ConditionalExpression) (none folded, known bool) {
	c, ok := f.eval(n.LogicalOrExpression)
	if !ok {
		return none, false
	}
	second := chosenFirst(n)
	chosen := second
	if !f.truth(c) {
		chosen = n.ConditionalExpression
	}
	v, ok := f.eval(chosen)
	if !ok || !v.t.isArith() {
		return v, ok
	}
	other := n.ConditionalExpression
	if !f.truth(c) {
		other = second
	}
	t, ok := f.typeOf(other)
	if !ok || !t.isArith() {
		return none, false
	}
	v = f.promoted(v)
	return f.convert(v, f.tt.usual(v.t, t))
}

// typeOf is the type of an operand, promoted, whether it is evaluated or not.
func (f *folder) typeOf(e cc.ExpressionNode) (none *ctype, known bool) {
	open := f.open
	if v, ok := f.eval(e); ok {
		return f.promoted(v).t, true
	}
	if f.open = open; !f.needsTypes() {
		return nil, false
	}
	return f.tt.promotedType(e), true
}

func (f *folder) unary(n *cc.UnaryExpression) (none folded, known bool) {
	switch n.Case {
	case cc.UnaryExpressionAddrof:
		return f.address(n.CastExpression)
	case cc.UnaryExpressionSizeofType:
		return f.size(n.TypeName.Type())
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeOf(n.UnaryExpression)
	case cc.UnaryExpressionAlignofType:
		t := n.TypeName.Type()
		if !basic(t) && !f.needsTypes() {
			return none, false
		}
		c := f.tt.of(t)
		switch {
		case c.kind == tOther || c.size < 0 && c.kind != tArray:
			return none, false
		case n.Token.SrcStr() != "_Alignof" && c.talign > 0:
			return f.int(c.talign, f.tt.sizeT())
		}
		return f.int(c.align, f.tt.sizeT())
	case cc.UnaryExpressionAlignofExpr:
		return f.alignOf(n.UnaryExpression)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
	default:
		return none, false
	}
	v, ok := f.eval(n.CastExpression)
	switch {
	case !ok:
		return none, false
	case n.Case == cc.UnaryExpressionNot:
		return f.bool(!f.truth(v))
	case !v.t.isArith():
		return none, false
	}
	v = f.promoted(v)
	switch {
	case n.Case == cc.UnaryExpressionPlus:
		return v, true
	case n.Case == cc.UnaryExpressionMinus && v.t.kind == tFloat:
		return folded{t: v.t, f: -v.f}, true
	case n.Case == cc.UnaryExpressionMinus:
		return f.integer(new(big.Int).Neg(v.i), v.t), true
	case v.t.kind == tInt:
		return f.integer(new(big.Int).Not(v.i), v.t), true
	}
	return none, false
}

// size is sizeof of a type.
func (f *folder) size(t cc.Type) (none folded, known bool) {
	if !basic(t) && !f.needsTypes() {
		return none, false
	}
	c := f.tt.of(t)
	if c.size < 0 {
		return none, false
	}
	return f.int(c.size, f.tt.sizeT())
}

// sizeOf is sizeof of an expression.
func (f *folder) sizeOf(e cc.ExpressionNode) (none folded, known bool) {
	s := tree.Strip(e)
	t := s.Type()
	if t == nil || !f.needsTypes() {
		return none, false
	}
	c := f.tt.of(operandType(s))
	switch {
	case c.kind == tInt:
		c = f.tt.exprType(s) // that of a wide bit-field has the size of its declared type
	case c.kind == tArray && c.size < 0:
		if p, ok := s.(*cc.PrimaryExpression); ok {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				c = f.tt.of(d.Type())
			}
		}
	}
	if c.size < 0 {
		return none, false
	}
	return f.int(c.size, f.tt.sizeT())
}

// alignOf is the alignment of an expression. That of an object is known if no declaration may ask for one.
func (f *folder) alignOf(e cc.ExpressionNode) (none folded, known bool) {
	s := tree.Strip(e)
	if p, ok := s.(*cc.PrimaryExpression); s.Type() == nil || ok && p.Case == cc.PrimaryExpressionIdent && f.specifiers || !f.needsTypes() {
		return none, false
	}
	if operandType(s).Kind() == cc.Function {
		return folded{t: f.tt.sizeT(), i: big.NewInt(1)}, !f.specifiers
	}
	align, why := f.tt.alignOf(s)
	if why != "" {
		return none, false
	}
	return f.int(align, f.tt.sizeT())
}

// address is the address of what e designates, as a number: that of a member behind a null pointer, for one, is its offset.
func (f *folder) address(e cc.ExpressionNode) (none folded, known bool) {
	e = tree.Strip(e)
	if e.Type() == nil || !f.needsTypes() {
		return none, false
	}
	designated := f.tt.of(operandType(e))
	t := f.tt.pointerTo(designated)
	switch n := e.(type) {
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			v, ok := f.eval(n.CastExpression)
			return folded{t: t, i: v.i}, ok && v.t.kind == tPtr
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			a, ok1 := f.eval(n.PostfixExpression)
			b, ok2 := f.eval(n.ExpressionList)
			if !ok1 || !ok2 {
				return none, false
			}
			v, ok := f.pointer("+", a, b)
			return folded{t: t, i: v.i}, ok
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			base, ok := none, false
			of := n.PostfixExpression.Type()
			if n.Case == cc.PostfixExpressionSelect {
				base, ok = f.address(n.PostfixExpression)
			} else if base, ok = f.eval(n.PostfixExpression); ok {
				ok = base.t.kind == tPtr
				of = nil
			}
			if !ok {
				return none, false
			}
			record := f.tt.pointee(base.t)
			if of != nil {
				record = f.tt.of(of)
			}
			path := findField(record, n.Token2.SrcStr())
			at := new(big.Int).Set(base.i)
			for _, m := range path {
				if m.bits != 0 {
					return none, false
				}
				at.Add(at, big.NewInt(m.off))
			}
			if designated.kind == tArray { // it becomes a pointer to its first element
				t = f.tt.pointerTo(designated.elem)
			}
			return f.integer(at, t), len(path) > 0
		}
	}
	return none, false
}
