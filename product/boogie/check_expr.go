package boogie

// condition checks a Boolean expression.
func (c *checker) condition(e Expr) { c.top(e, Bool, "the condition") }

// top checks an expression against an expected type.
func (c *checker) top(e Expr, want Type, what string) {
	if e == nil {
		c.fail(Pos{}, "%s is missing", what)
		return
	}
	c.has(e, want, what)
	c.settle()
}

// place returns the position of an expression, if it has one.
func place(e Expr) Pos {
	if e == nil {
		return Pos{}
	}
	return e.Position()
}

// settle stores the types inferred for the expressions since the last call.
func (c *checker) settle() {
	for _, e := range c.exprs {
		e.setType(zonk(e.Type()))
	}
	for _, a := range c.applied {
		for i := range a.Inst {
			a.Inst[i] = zonk(a.Inst[i])
		}
	}
	for _, a := range c.called {
		for i := range a.Inst {
			a.Inst[i] = zonk(a.Inst[i])
		}
	}
	c.exprs, c.applied, c.called = c.exprs[:0], c.applied[:0], c.called[:0]
}

// has checks that an expression has a type.
func (c *checker) has(e Expr, want Type, what string) {
	n := len(c.errs)
	if t := c.expr(e); len(c.errs) == n && !c.unify(t, want) {
		c.fail(place(e), "%s has type %s where %s is needed", what, t, want)
	}
}

// expr computes the type of an expression and stores it.
func (c *checker) expr(e Expr) Type {
	if e == nil {
		c.fail(Pos{}, "an expression is missing")
		return Bool
	}
	t := c.typeOf(e)
	e.setType(t)
	c.exprs = append(c.exprs, e)
	return t
}

// typeOf computes the type of an expression from those of its parts.
func (c *checker) typeOf(e Expr) Type {
	switch e := e.(type) {
	case *BoolLit:
		return Bool
	case *IntLit:
		return Int
	case *RealLit:
		return Real
	case *BVLit:
		return &BVType{e.Width}
	case *StringLit:
		return String
	case *Ident:
		return c.ident(e)
	case *Old:
		if c.single != "" {
			c.fail(e.Pos, "old within %s, which has no earlier state; remove it", c.single)
		}
		return c.expr(e.X)
	case *Unary:
		if e.Op == Not {
			c.has(e.X, Bool, "the operand of !")
			return Bool
		}
		t := c.expr(e.X)
		c.numeric(e.X, t, "-")
		return t
	case *Binary:
		return c.binary(e)
	case *Ite:
		c.has(e.Cond, Bool, "the condition")
		t := c.expr(e.Then)
		c.has(e.Else, t, "the value behind else")
		return t
	case *Select:
		return c.index(e.Pos, e.Map, e.Index, nil)
	case *Store:
		c.index(e.Pos, e.Map, e.Index, e.Value)
		if e.Map == nil {
			return &typeVar{}
		}
		return e.Map.Type()
	case *Extract:
		t := Expand(c.expr(e.X))
		if b, ok := t.(*BVType); !ok || e.Lo < 0 || e.Hi <= e.Lo || e.Hi > b.Width {
			c.fail(e.Pos, "the bits [%d:%d] of a value of type %s; they need a bit-vector and 0 <= low < high <= width", e.Hi, e.Lo, t)
			return Bool
		}
		return &BVType{e.Hi - e.Lo}
	case *Apply:
		return c.apply(e)
	case *Field:
		return c.field(e)
	case *Is:
		d, _ := c.datatypeOf(e.X)
		e.Of = nil
		if d != nil {
			for _, k := range d.Constructors {
				if k.Name == e.Name {
					e.Of = k
				}
			}
			if e.Of == nil {
				c.fail(e.Pos, "the datatype '%s' has no constructor '%s'", d.Name, e.Name)
			}
		}
		return Bool
	case *Quantifier:
		return c.quantifier(e)
	case *Coerce:
		c.resolve(e.To, e.Pos)
		c.has(e.X, e.To, "the expression before ':'")
		return e.To
	}
	return Bool
}

func (c *checker) ident(e *Ident) Type {
	v := c.vars[e.Name]
	if v == nil {
		v = c.globals[e.Name]
		if v != nil && v.Kind == Global && c.hidden != "" {
			c.fail(e.Pos, "the variable '%s' within %s, which must not depend on a state", e.Name, c.hidden)
		}
	}
	if e.Decl = v; v == nil {
		hint := ""
		if c.functions[e.Name] != nil {
			hint = "; a function needs parentheses: " + e.Name + "()"
		}
		c.fail(e.Pos, "the variable '%s' is not declared%s", e.Name, hint)
		return &typeVar{}
	}
	if w := c.found[e]; w != nil && w != v {
		c.fail(e.Pos, "the name '%s' stands in two places of the tree, for two variables; copy it", e.Name)
	}
	c.found[e] = v
	return v.Type
}

func (c *checker) numeric(e Expr, t Type, op string) {
	switch x := Expand(t).(type) {
	case *typeVar:
		x.bound = Int
	case *BasicType:
		if x == Int || x == Real {
			return
		}
		c.fail(place(e), "an operand of %s has type %s; it needs int or real", op, t)
	default:
		hint := ""
		if _, ok := x.(*BVType); ok {
			hint = "; bit-vectors have functions with {:bvbuiltin}"
		}
		c.fail(place(e), "an operand of %s has type %s; it needs int or real%s", op, t, hint)
	}
}

func (c *checker) binary(e *Binary) Type {
	op := "an operand of " + e.Op.String()
	switch e.Op {
	case Iff, Implies, Explies, And, Or:
		c.has(e.X, Bool, op)
		c.has(e.Y, Bool, op)
		return Bool
	case Eq, Ne:
		t := c.expr(e.X)
		c.has(e.Y, t, "the right operand of "+e.Op.String())
		return Bool
	case Pow:
		c.has(e.X, Real, op)
		c.has(e.Y, Real, op)
		return Real
	case Lt, Le, Gt, Ge, Add, Sub, Mul:
		t := c.expr(e.X)
		c.has(e.Y, t, "the right operand of "+e.Op.String())
		c.numeric(e.X, t, e.Op.String())
		if levels[e.Op] == levelRel {
			return Bool
		}
		return t
	case Div, Mod:
		c.has(e.X, Int, op)
		c.has(e.Y, Int, op)
		return Int
	case RealDiv:
		t := c.expr(e.X)
		c.numeric(e.X, t, "/")
		c.numeric(e.Y, c.expr(e.Y), "/")
		return Real
	case Concat:
		x, ok1 := Expand(c.expr(e.X)).(*BVType)
		y, ok2 := Expand(c.expr(e.Y)).(*BVType)
		if !ok1 || !ok2 || x.Width+y.Width > maxWidth {
			c.fail(e.Pos, "the operands of ++ must be bit-vectors, together of at most %d bits", maxWidth)
			return Bool
		}
		return &BVType{x.Width + y.Width}
	}
	c.fail(e.Pos, "the operator '%s' is not supported", e.Op)
	return Bool
}

// index checks a select, or with a value a store.
func (c *checker) index(at Pos, m Expr, index []Expr, value Expr) Type {
	t := Expand(c.expr(m))
	mt, ok := t.(*MapType)
	if !ok {
		c.fail(at, "an index behind a value of type %s, which is no map", t)
		return &typeVar{}
	}
	if len(index) != len(mt.Args) {
		c.fail(at, "a map of type %s takes %d arguments, not %d", t, len(mt.Args), len(index))
		return &typeVar{}
	}
	of, _ := fresh(mt.Params)
	for i, x := range index {
		c.has(x, substType(mt.Args[i], of), "the index")
	}
	r := substType(mt.Result, of)
	if value != nil {
		c.has(value, r, "the new value")
	}
	return r
}

func (c *checker) apply(e *Apply) Type {
	if f := c.functions[e.Func]; f == nil && len(e.Args) == 1 && (e.Func == "int" || e.Func == "real") {
		e.Decl = nil
		t := c.expr(e.Args[0])
		c.numeric(e.Args[0], t, e.Func)
		if e.Func == "int" {
			return Int
		}
		return Real
	}
	f := c.functions[e.Func]
	e.Decl = f
	if f == nil {
		c.fail(e.Pos, "the function '%s' is not declared", e.Func)
		return &typeVar{}
	}
	if len(f.Params) != len(e.Args) {
		c.fail(e.Pos, "the function '%s' takes %d arguments, not %d", e.Func, len(f.Params), len(e.Args))
		return &typeVar{}
	}
	of, inst := fresh(f.TypeParams)
	for i, a := range e.Args {
		c.has(a, substType(f.Params[i].Type, of), "the argument")
	}
	e.Inst = inst
	c.applied = append(c.applied, e)
	return substType(f.Result.Type, of)
}

// datatypeOf returns the datatype of an expression with its arguments.
func (c *checker) datatypeOf(x Expr) (*Datatype, []Type) {
	t := Expand(c.expr(x))
	if n, ok := t.(*NamedType); ok && n.Datatype != nil {
		return n.Datatype, n.Args
	}
	c.fail(place(x), "a value of type %s, which is no datatype", t)
	return nil, nil
}

func (c *checker) field(e *Field) Type {
	d, args := c.datatypeOf(e.X)
	e.Of = nil
	if d == nil {
		return &typeVar{}
	}
	for _, k := range d.Constructors {
		for i, f := range k.Fields {
			if f.Name == e.Name {
				e.Of, e.Idx = k, i
				return substType(f.Type, bindTypes(d.Params, args))
			}
		}
	}
	c.fail(e.Pos, "the datatype '%s' has no member '%s'", d.Name, e.Name)
	return &typeVar{}
}

func (c *checker) quantifier(q *Quantifier) Type {
	var result Type = Bool
	c.withParams(q.TypeParams, q.Pos, func() {
		for _, v := range q.Vars {
			v.Kind = Bound
			c.resolve(v.Type, v.Pos)
			if c.vars[v.Name] != nil {
				c.fail(v.Pos, "the variable '%s' hides another one; rename it", v.Name)
			}
		}
		c.withVars(q.Vars, func() {
			for _, t := range q.Triggers {
				for _, x := range t.Exprs {
					c.expr(x)
				}
			}
			if q.Kind != Lambda {
				c.has(q.Body, Bool, "the body of the quantifier")
				return
			}
			m := &MapType{Result: c.expr(q.Body)}
			for _, v := range q.Vars {
				m.Args = append(m.Args, v.Type)
			}
			result = m
		})
	})
	return result
}
