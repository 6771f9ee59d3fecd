package boogie

import "slices"

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

// settle records the types inferred for the expressions since the last call.
func (c *checker) settle() {
	for _, record := range c.pending {
		record()
	}
	c.pending = c.pending[:0]
}

// record enters what a node means. One in two places has to mean the same in both.
func record[K comparable, V any](c *checker, m map[K]V, node K, means V, same func(a, b V) bool, at Pos) {
	if known, ok := m[node]; !ok {
		m[node] = means
	} else if !same(known, means) {
		c.fail(at, "a node stands in two places of the tree, with two meanings; copy it")
	}
}

// means enters what a name stands for.
func (c *checker) means(e *Ident, v *Variable) {
	if w := c.idents[e]; w != nil && w != v {
		c.fail(e.Pos, "the name '%s' stands in two places of the tree, for two variables; copy it", e.Name)
		return
	}
	c.idents[e] = v
}

// sameTypes compares types without variables.
func (c *checker) sameTypes(a, b []Type) bool { return slices.EqualFunc(a, b, c.unify) }

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
	c.pending = append(c.pending, func() { record(c, c.types, e, zonk(t), c.unify, e.Position()) })
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
		_, t := c.index(e.Pos, e.Map, e.Index, nil)
		return t
	case *Store:
		m, _ := c.index(e.Pos, e.Map, e.Index, e.Value)
		return m
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
		if d, _ := c.datatypeOf(e.X); d != nil {
			i := slices.IndexFunc(d.Constructors, func(k *Constructor) bool { return k.Name == e.Name })
			if i < 0 {
				c.fail(e.Pos, "the datatype '%s' has no constructor '%s'", d.Name, e.Name)
			} else {
				c.member(e, Member{Of: d.Constructors[i]})
			}
		}
		return Bool
	case *FieldUpdate:
		return c.fieldUpdate(e)
	case *Let:
		return c.let(e)
	case *Quantifier:
		return c.quantifier(e)
	case *Coerce:
		to := c.resolve(e.To, e.Pos)
		c.has(e.X, to, "the expression before ':'")
		return to
	}
	return Bool
}

func (c *checker) ident(e *Ident) Type {
	v := c.scope[e.Name]
	if v == nil {
		v = c.globals[e.Name]
		if v != nil && c.Kind(v) == Global && c.hidden != "" {
			c.fail(e.Pos, "the variable '%s' within %s, which must not depend on a state", e.Name, c.hidden)
		}
	}
	if v == nil {
		hint := ""
		if c.functions[e.Name] != nil {
			hint = "; a function needs parentheses: " + e.Name + "()"
		}
		c.fail(e.Pos, "the variable '%s' is not declared%s", e.Name, hint)
		return &typeVar{}
	}
	c.means(e, v)
	return c.VarType(v)
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
		n := len(c.errs)
		x, y := c.expr(e.X), c.expr(e.Y)
		if len(c.errs) == n && !c.unify(x, y) && !c.comparable(x, y) {
			c.fail(place(e.Y), "the right operand of %s has type %s where %s is needed", e.Op, y, x)
		}
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
	case Subtype:
		t := c.expr(e.X)
		c.has(e.Y, t, "the right operand of <:")
		return Bool
	}
	c.fail(e.Pos, "the operator '%s' is not supported", e.Op)
	return Bool
}

// index checks a select, or with a value a store; it returns the types of the map and of the element.
func (c *checker) index(at Pos, m Expr, index []Expr, value Expr) (of, element Type) {
	whole := c.expr(m)
	t := Expand(whole)
	mt, ok := t.(*MapType)
	if !ok {
		c.fail(at, "an index behind a value of type %s, which is no map", t)
		return whole, &typeVar{}
	}
	if len(index) != len(mt.Args) {
		c.fail(at, "a map of type %s takes %d arguments, not %d", t, len(mt.Args), len(index))
		return whole, &typeVar{}
	}
	with, _ := fresh(mt.Params)
	for i, x := range index {
		c.has(x, substType(mt.Args[i], with), "the index")
	}
	r := substType(mt.Result, with)
	if value != nil {
		c.has(value, r, "the new value")
	}
	return whole, r
}

func (c *checker) apply(e *Apply) Type {
	if f := c.functions[e.Func]; f == nil && len(e.Args) == 1 && (e.Func == "int" || e.Func == "real") {
		t := c.expr(e.Args[0])
		c.numeric(e.Args[0], t, e.Func)
		if e.Func == "int" {
			return Int
		}
		return Real
	}
	f := c.functions[e.Func]
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
		c.has(a, substType(c.VarType(f.Params[i]), of), "the argument")
	}
	c.pending = append(c.pending, func() {
		record(c, c.applied, e, Application{f, zonkAll(inst)}, func(a, b Application) bool { return c.sameTypes(a.Inst, b.Inst) }, e.Pos)
	})
	return substType(c.VarType(f.Result), of)
}

// datatypeOf returns the datatype of an expression with its arguments.
func (c *checker) datatypeOf(x Expr) (*Datatype, []Type) {
	t := Expand(c.expr(x))
	if n, ok := t.(*ResolvedType); ok && n.Datatype != nil {
		return n.Datatype, n.Args
	}
	c.fail(place(x), "a value of type %s, which is no datatype", t)
	return nil, nil
}

// member enters what a Field or an Is is about.
func (c *checker) member(e Expr, m Member) {
	record(c, c.members, e, m, func(a, b Member) bool { return a == b }, e.Position())
}

func (c *checker) field(e *Field) Type {
	_, t := c.selected(e, e.X, e.Name)
	return t
}

// selected finds the member that a Field or FieldUpdate names; constructors that have one of that name give it one type.
func (c *checker) selected(e, x Expr, name string) (whole, t Type) {
	d, args := c.datatypeOf(x)
	if d == nil {
		return &typeVar{}, &typeVar{}
	}
	for _, k := range d.Constructors {
		for i, f := range k.Fields {
			if f.Name != name {
				continue
			}
			if t == nil {
				c.member(e, Member{k, i})
				t = c.VarType(f)
			} else if !c.unify(t, c.VarType(f)) {
				c.fail(e.Position(), "the member '%s' has different types in constructors of the datatype '%s'; rename one", name, d.Name)
			}
		}
	}
	if t == nil {
		c.fail(e.Position(), "the datatype '%s' has no member '%s'", d.Name, name)
		return &typeVar{}, &typeVar{}
	}
	return &ResolvedType{Name: d.Name, Args: args, Datatype: d}, substType(t, bindTypes(d.Params, args))
}

func (c *checker) fieldUpdate(e *FieldUpdate) Type {
	whole, t := c.selected(e, e.X, e.Name)
	c.has(e.Value, t, "the new value")
	return whole
}

func (c *checker) let(e *Let) Type {
	for i, v := range e.Vars {
		if c.scope[v.Name] != nil {
			c.fail(v.Pos, "the variable '%s' hides another one; rename it", v.Name)
		}
		t := c.expr(e.Values[i])
		if v.Type != nil {
			if to := c.resolve(v.Type, v.Pos); !c.unify(t, to) {
				c.fail(v.Pos, "the value of '%s' has type %s where %s is needed", v.Name, t, to)
			}
		}
		x := variableInfo{Bound, t}
		if known, ok := c.vars[v]; ok && !c.unify(known.typ, t) {
			c.fail(v.Pos, "the variable '%s' stands in two places of the tree, as two different ones; copy it", v.Name)
		} else if !ok {
			c.vars[v] = x
			c.pending = append(c.pending, func() { c.vars[v] = variableInfo{Bound, zonk(t)} })
		}
	}
	var t Type
	c.withVars(e.Vars, func() { t = c.expr(e.Body) })
	return t
}

func (c *checker) quantifier(q *Quantifier) Type {
	var result Type = Bool
	c.withParams(q, q.TypeParams, q.Pos, func() {
		for _, v := range q.Vars {
			c.variable(v, Bound)
			if c.scope[v.Name] != nil {
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
			m := &MapType{Params: q.TypeParams, Result: c.expr(q.Body)}
			for _, v := range q.Vars {
				m.Args = append(m.Args, c.VarType(v))
			}
			result = m
		})
	})
	return result
}
