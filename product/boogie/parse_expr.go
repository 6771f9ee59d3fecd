package boogie

import "math/big"

// Precedence levels of binary operators, shared with the printer: an operand's level is higher, or equal on the
// side to which the operator associates.
const (
	levelIff = iota + 1
	levelImplies
	levelAnd // levelAnd and levelOr do not mix
	levelRel
	levelConcat
	levelAdd
	levelMul
	levelPow
	levelUnary
	levelCoerce
	levelPostfix
	levelAtom
)

var levels = [...]int{Iff: levelIff, Implies: levelImplies, Explies: levelImplies, And: levelAnd, Or: levelAnd,
	Eq: levelRel, Ne: levelRel, Lt: levelRel, Le: levelRel, Gt: levelRel, Ge: levelRel, Subtype: levelRel,
	Concat: levelConcat, Add: levelAdd, Sub: levelAdd, Mul: levelMul, Div: levelMul, Mod: levelMul, RealDiv: levelMul, Pow: levelPow}

var binaryOps = func() map[string]BinaryOp {
	m := map[string]BinaryOp{}
	for op, s := range binaryText {
		m[s] = BinaryOp(op)
	}
	return m
}()

// binaryOp is the operator at the current token.
func (p *parser) binaryOp() (BinaryOp, bool) {
	t := p.cur()
	if t.kind != tokSymbol && t.kind != tokKeyword {
		return 0, false
	}
	op, ok := binaryOps[t.text]
	return op, ok
}

// deep computes the height of a node from those of its children.
func (p *parser) deep(e Expr, below ...Expr) Expr {
	n := e.expr()
	for _, b := range below {
		n.depth = max(n.depth, b.expr().depth+1)
	}
	if n.depth > maxDepth {
		p.fail(n.Pos, "an expression of more than %d levels; split it up", maxDepth)
	}
	return e
}

func (p *parser) exprs(end string) []Expr {
	var out []Expr
	for !p.is(end) {
		out = append(out, p.expr())
		if !p.accept(",") {
			break
		}
	}
	return out
}

func (p *parser) expr() Expr {
	defer p.enter()()
	return p.binary(levelIff)
}

// binary parses an expression of at least a level.
func (p *parser) binary(level int) Expr {
	if level == levelUnary {
		return p.unary()
	}
	x := p.binary2(level)
	first := BinaryOp(255)
	for {
		op, ok := p.binaryOp()
		if !ok || levels[op] != level {
			return x
		}
		t := p.next()
		if first != 255 {
			switch {
			case level == levelRel:
				p.fail(t.pos, "comparisons in a row; put parentheses around one")
			case (level == levelAnd || level == levelImplies) && op != first:
				p.fail(t.pos, "'%s' and '%s' side by side; put parentheses around one", first, op)
			}
		}
		first = op
		var y Expr
		if op == Implies || op == Pow { // right-associative
			done := p.enter()
			y = p.binary(level)
			done()
		} else {
			y = p.binary2(level)
		}
		x = p.deep(&Binary{Node{Pos: x.Position()}, op, x, y}, x, y)
		if op == Pow {
			return x
		}
	}
}

// binary2 parses a right operand of an operator of a level.
func (p *parser) binary2(level int) Expr { return p.binary(level + 1) }

func (p *parser) unary() Expr {
	t := p.cur()
	op := Not
	switch {
	case p.accept("!"):
	case p.accept("-"):
		op = Neg
	default:
		return p.coerce()
	}
	defer p.enter()()
	x := p.unary()
	return p.deep(&Unary{Node{Pos: t.pos}, op, x}, x)
}

func (p *parser) coerce() Expr {
	x := p.postfix()
	for p.is(":") {
		p.next()
		x = p.deep(&Coerce{Node{Pos: x.Position()}, x, p.typ()}, x)
	}
	return x
}

func (p *parser) postfix() Expr {
	x := p.atom()
	for {
		node := Node{Pos: x.Position()}
		switch t := p.cur(); {
		case p.accept("->"):
			if p.accept("(") {
				n, _ := p.ident("a member")
				p.expect(":=", "behind the member")
				v := p.expr()
				p.expect(")", "behind the update")
				x = p.deep(&FieldUpdate{Node: node, X: x, Name: n, Value: v}, x, v)
				continue
			}
			n, _ := p.ident("a member")
			x = p.deep(&Field{Node: node, X: x, Name: n}, x)
		case t.kind == tokIdent && t.text == "is" && !t.quoted:
			p.next()
			n, _ := p.ident("a constructor")
			x = p.deep(&Is{Node: node, X: x, Name: n}, x)
		case p.accept("["):
			x = p.index(node, x)
		default:
			return x
		}
	}
}

// index parses what follows "x[".
func (p *parser) index(node Node, x Expr) Expr {
	if hi := p.cur(); hi.kind == tokInt && p.peek().text == ":" && p.peek().kind == tokSymbol {
		p.next()
		p.next()
		lo := p.next()
		if lo.kind != tokInt {
			p.fail(lo.pos, "%s where the lowest bit is expected: x[hi:lo]", lo)
		}
		p.expect("]", "behind the bits")
		return p.deep(&Extract{node, x, p.small(hi), p.small(lo)}, x)
	}
	var index []Expr
	if !p.is(":=") {
		index = p.exprs("]")
	}
	if p.accept(":=") {
		v := p.expr()
		p.expect("]", "behind the update")
		return p.deep(p.deep(&Store{node, x, index, v}, x, v), index...)
	}
	p.expect("]", "behind the index")
	return p.deep(p.deep(&Select{node, x, index}, x), index...)
}

func (p *parser) small(t token) int {
	v, _ := new(big.Int).SetString(t.text, 10)
	if !v.IsInt64() || v.Int64() > maxWidth {
		p.fail(t.pos, "bit %s; bit-vectors have at most %d", t.text, maxWidth)
	}
	return int(v.Int64())
}

func (p *parser) atom() Expr {
	t := p.cur()
	node := Node{Pos: t.pos}
	switch t.kind {
	case tokInt:
		p.next()
		v, _ := new(big.Int).SetString(t.text, 10)
		return &IntLit{node, v}
	case tokReal:
		p.next()
		return &RealLit{node, t.text}
	case tokBV:
		p.next()
		return p.bvLit(t)
	case tokIdent:
		p.next()
		if p.accept("(") {
			return p.apply(node, t.text)
		}
		return &Ident{Node: node, Name: t.text}
	}
	switch {
	case p.accept("true"):
		return &BoolLit{node, true}
	case p.accept("false"):
		return &BoolLit{node, false}
	case p.is("int") || p.is("real"):
		p.next()
		p.expect("(", "behind a conversion")
		return p.apply(node, t.text)
	case p.accept("old"):
		p.expect("(", "behind old")
		x := p.expr()
		p.expect(")", "behind the expression")
		return p.deep(&Old{node, x}, x)
	case p.accept("if"):
		c := p.expr()
		p.expect("then", "behind the condition")
		a := p.expr()
		p.expect("else", "behind the value")
		b := p.expr()
		return p.deep(&Ite{node, c, a, b}, c, a, b)
	case p.accept("("):
		if p.is("forall") || p.is("exists") || p.is("lambda") {
			x := p.quantifier(node)
			p.expect(")", "behind the quantifier")
			return x
		}
		if p.accept("var") {
			x := p.let(node)
			p.expect(")", "behind the expression")
			return x
		}
		x := p.expr()
		p.expect(")", "behind the expression")
		return x
	}
	if p.is("|{") {
		p.fail(t.pos, "code expressions (|{ ... }|) are not supported; state the condition as an expression or a function")
	}
	p.fail(t.pos, "%s where an expression is expected", t)
	return nil
}

// let reads what follows "(var".
func (p *parser) let(node Node) Expr {
	e := &Let{Node: node}
	for {
		attrs := p.attributes()
		n, at := p.ident("a variable")
		v := &Variable{Pos: at, Attrs: attrs, Name: n}
		if p.accept(":") {
			v.Type = p.typ()
		}
		e.Vars = append(e.Vars, v)
		if !p.accept(",") {
			break
		}
	}
	p.expect(":=", "behind the variables")
	for {
		e.Values = append(e.Values, p.expr())
		if !p.accept(",") {
			break
		}
	}
	if len(e.Vars) != len(e.Values) {
		p.fail(node.Pos, "%d variables are given %d values", len(e.Vars), len(e.Values))
	}
	p.expect(";", "behind the values")
	e.Attrs = p.attributes()
	e.Body = p.expr()
	return p.deep(p.deep(e, e.Body), e.Values...)
}

func (p *parser) apply(node Node, f string) Expr {
	args := p.exprs(")")
	p.expect(")", "behind the arguments")
	return p.deep(&Apply{Node: node, Func: f, Args: args}, args...)
}

func (p *parser) quantifier(node Node) Expr {
	q := &Quantifier{Node: node}
	switch p.next().text {
	case "exists":
		q.Kind = Exists
	case "lambda":
		q.Kind = Lambda
	}
	q.TypeParams = p.typeParams()
	if !p.is("::") {
		q.Vars = p.vars(false)
	}
	p.expect("::", "behind the variables of the quantifier")
	for {
		if p.is("{:") && p.peek().text == "nopats" {
			p.next()
			p.next()
			q.Triggers = append(q.Triggers, &Trigger{No: true, Exprs: p.exprs("}")})
			p.expect("}", "behind the trigger")
		} else if p.is("{:") {
			q.Attrs = append(q.Attrs, p.attributes()...)
		} else if p.accept("{") {
			q.Triggers = append(q.Triggers, &Trigger{Exprs: p.exprs("}")})
			p.expect("}", "behind the trigger")
		} else {
			break
		}
	}
	q.Body = p.expr()
	return p.deep(q, q.Body)
}
