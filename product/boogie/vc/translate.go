package vc

import (
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/product/boogie"
)

// translator translates expressions to terms.
type translator struct {
	f      *logic.Factory
	g      *graph
	info   *boogie.Info
	shapes shapes
	consts map[*boogie.Variable]value
	// initial maps variables to their symbolic values before any assignment.
	initial map[*variable]value
	// axioms define functions with recursive bodies.
	axioms   []*logic.Term
	unfolded map[string]value
	defined  map[string]bool
	nullary  map[*logic.Term]bool // constants: functions without arguments and bodies
	depth    int
	binders  int // number of enclosing quantifiers
	// opaque is an uninterpreted type that some quantifier ranges over, or "".
	opaque string
	// spread: some constant map has such a type as its domain; retract does not help there.
	spread bool
	// retract: values of uninterpreted types are the image of a function, which may be finite, instead of all
	// integers.
	retract bool
}

// environment is the context of an expression.
type environment struct {
	in     *scope
	state  map[*variable]value
	old    bool
	bound  map[*boogie.Variable]value
	params []string // type parameters of the function being unfolded
	args   []boogie.Type
}

func newTranslator(f *logic.Factory, g *graph) *translator {
	return &translator{
		f: f, g: g, info: g.program.ast.Info, shapes: shapes{info: g.program.ast.Info}, consts: map[*boogie.Variable]value{}, initial: map[*variable]value{},
		unfolded: map[string]value{}, defined: map[string]bool{}, nullary: map[*logic.Term]bool{},
	}
}

// typ substitutes the type parameters in scope.
func (tr *translator) typ(t boogie.Type, env *environment) boogie.Type {
	if len(env.params) > 0 {
		t = boogie.Instantiate(t, env.params, env.args)
	}
	if env.in != nil && env.in.args != nil {
		t = boogie.Instantiate(t, env.in.params, env.in.args)
	}
	return t
}

// fresh returns a new symbolic value.
func (tr *translator) fresh(name string, t boogie.Type) value {
	return tr.within(tr.symbol(name, t), t)
}

func (tr *translator) symbol(name string, t boogie.Type) value {
	return tr.shapes.of(t).build(func(s *logic.Sort) *logic.Term { return tr.f.Fresh(name, s) })
}

// within maps components of v of uninterpreted types into the image, with retract. Maps may contain other
// integers, so values read from them are mapped. An execution over any universe corresponds to one over the
// image; but equal maps may have become different, so errors are not confirmed.
func (tr *translator) within(v value, t boogie.Type) value {
	if !tr.retract {
		return v
	}
	return tr.image(v, tr.shapes.of(t))
}

func (tr *translator) image(v value, s shape) value {
	if s.of != "" {
		return leaf(tr.f.App("value of "+s.of, logic.Int, v.term))
	}
	if v.term != nil || !s.opaque {
		return v
	}
	r := value{parts: make([]value, len(v.parts))}
	for i := range v.parts {
		r.parts[i] = tr.image(v.parts[i], s.parts[i])
	}
	return r
}

// read returns the current value of a variable.
func (tr *translator) read(state map[*variable]value, x *variable) value {
	if v, ok := state[x]; ok {
		return v
	}
	v, ok := tr.initial[x]
	if !ok {
		v = tr.fresh(x.name, x.typ)
		tr.initial[x] = v
	}
	return v
}

func (tr *translator) constant(c *boogie.Variable) value {
	v, ok := tr.consts[c]
	if !ok {
		v = tr.fresh(c.Name, tr.info.VarType(c))
		tr.consts[c] = v
	}
	return v
}

func (tr *translator) bool(e boogie.Expr, env *environment) *logic.Term { return tr.value(e, env).term }

func (tr *translator) terms(es []boogie.Expr, env *environment) []*logic.Term {
	var out []*logic.Term
	for _, e := range es {
		out = tr.value(e, env).leaves(out)
	}
	return out
}

// value translates an expression.
func (tr *translator) value(e boogie.Expr, env *environment) value {
	f := tr.f
	switch e := e.(type) {
	case *boogie.BoolLit:
		return leaf(f.BoolConst(e.Value))
	case *boogie.IntLit:
		return leaf(f.IntBig(e.Value))
	case *boogie.RealLit:
		return leaf(f.Num(logic.Real, decimal(e.Text)))
	case *boogie.BVLit:
		return leaf(f.BVBig(e.Value, e.Width))
	case *boogie.Ident:
		d := tr.g.decl(e)
		if v, ok := env.bound[d]; ok {
			return v
		}
		if tr.info.Kind(d) == boogie.Const {
			return tr.constant(d)
		}
		return tr.read(env.state, tr.g.lookup(env.in, d, env.old))
	case *boogie.Old:
		inner := *env
		inner.old = true
		return tr.value(e.X, &inner)
	case *boogie.Unary:
		x := tr.bool(e.X, env)
		if e.Op == boogie.Not {
			return leaf(f.Not(x))
		}
		return leaf(f.Neg(x))
	case *boogie.Binary:
		return tr.binary(e, env)
	case *boogie.Ite:
		c := tr.bool(e.Cond, env)
		return ite(f, c, tr.value(e.Then, env), tr.value(e.Else, env))
	case *boogie.Select:
		return tr.within(selectAt(f, tr.value(e.Map, env), tr.terms(e.Index, env)), tr.typ(tr.info.TypeOf(e), env))
	case *boogie.Store:
		return storeAt(f, tr.value(e.Map, env), tr.terms(e.Index, env), tr.value(e.Value, env))
	case *boogie.Extract:
		return leaf(f.Extract(e.Hi-1, e.Lo, tr.bool(e.X, env)))
	case *boogie.Coerce:
		return tr.value(e.X, env)
	case *boogie.Field:
		m := tr.info.Member(e)
		tr.single(m.Of)
		return tr.value(e.X, env).parts[m.Idx]
	case *boogie.Is:
		tr.single(tr.info.Member(e).Of)
		return leaf(f.True())
	case *boogie.Apply:
		return tr.apply(e, env)
	case *boogie.Quantifier:
		return tr.quantifier(e, env)
	}
	fail("the expression %s is not supported", boogie.ExprString(e))
	return value{}
}

// decimal parses a number such as 1.5e-3.
func decimal(text string) rational.Q {
	if _, exponent, ok := strings.Cut(text, "e"); ok && len(strings.TrimLeft(exponent, "-0")) > 3 {
		fail("the number %s is not supported; exponents have at most three digits", text)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		fail("the number %s is not supported", text)
	}
	return rational.FromRat(r)
}

// single gives up on datatypes with several constructors.
func (tr *translator) single(k *boogie.Constructor) {
	if d := tr.info.Datatype(k); len(d.Constructors) != 1 {
		fail("the datatype %s has %d constructors; only those with one are supported", d.Name, len(d.Constructors))
	}
}

func (tr *translator) binary(e *boogie.Binary, env *environment) value {
	f := tr.f
	vx, vy := tr.value(e.X, env), tr.value(e.Y, env)
	if e.Op == boogie.Eq || e.Op == boogie.Ne {
		t := equal(f, vx, vy)
		if e.Op == boogie.Ne {
			t = f.Not(t)
		}
		return leaf(t)
	}
	x, y := vx.term, vy.term
	switch e.Op {
	case boogie.Iff:
		return leaf(f.Eq(x, y))
	case boogie.Implies:
		return leaf(f.Implies(x, y))
	case boogie.Explies:
		return leaf(f.Implies(y, x))
	case boogie.And:
		return leaf(f.And(x, y))
	case boogie.Or:
		return leaf(f.Or(x, y))
	case boogie.Lt:
		return leaf(f.Lt(x, y))
	case boogie.Le:
		return leaf(f.Le(x, y))
	case boogie.Gt:
		return leaf(f.Gt(x, y))
	case boogie.Ge:
		return leaf(f.Ge(x, y))
	case boogie.Concat:
		return leaf(f.Concat(x, y))
	case boogie.Add:
		return leaf(f.Add(x, y))
	case boogie.Sub:
		return leaf(f.Sub(x, y))
	case boogie.Mul:
		return leaf(f.Mul(x, y))
	case boogie.Div:
		return leaf(f.Div(x, y))
	case boogie.Mod:
		return leaf(f.Mod(x, y))
	case boogie.RealDiv:
		return leaf(f.RDiv(real(f, x), real(f, y)))
	case boogie.Pow:
		return leaf(tr.power(x, y))
	}
	fail("the operator %s is not supported", e.Op)
	return value{}
}

func real(f *logic.Factory, t *logic.Term) *logic.Term {
	if t.Sort().IsInt() {
		return f.ToReal(t)
	}
	return t
}

func (tr *translator) power(x, y *logic.Term) *logic.Term {
	if y.Op() != logic.OpConst {
		fail("only powers with constant exponents are supported")
	}
	q := y.Rational()
	for n := int64(0); n <= maxPower; n++ {
		if q.Cmp(rational.FromInt(n)) == 0 {
			r := tr.f.Num(x.Sort(), rational.FromInt(1))
			for range n {
				r = tr.f.Mul(r, x)
			}
			return r
		}
	}
	fail("only powers with exponents from 0 to %d are supported", maxPower)
	return nil
}

// quantifier translates forall, exists and lambda; datatype variables become one bound variable per member.
func (tr *translator) quantifier(q *boogie.Quantifier, env *environment) value {
	if len(q.TypeParams) > 0 {
		fail("quantifiers over types are not supported")
	}
	if q.Kind == boogie.Lambda && tr.binders > 0 {
		fail("lambda within a quantifier is not supported; use a function with an axiom")
	}
	tr.binders++
	defer func() { tr.binders-- }()
	inner := *env
	inner.bound = map[*boogie.Variable]value{}
	for v, x := range env.bound {
		inner.bound[v] = x
	}
	var bound, index []*logic.Term
	for _, v := range q.Vars {
		t := tr.typ(tr.info.VarType(v), env)
		tr.ranges(t)
		x := tr.symbol(v.Name, t)
		inner.bound[v] = tr.within(x, t)
		bound = x.leaves(bound)
		index = inner.bound[v].leaves(index)
	}
	if q.Kind == boogie.Lambda {
		return tr.lambda(q, &inner, bound, index, tr.typ(tr.info.TypeOf(q), env))
	}
	body := tr.bool(q.Body, &inner)
	if len(bound) == 0 {
		return leaf(body)
	}
	if q.Kind == boogie.Forall {
		return leaf(tr.f.Forall(bound, body))
	}
	return leaf(tr.f.Exists(bound, body))
}

// ranges records that something ranges over all values of a type. With retract, maps from or to an
// uninterpreted type still are all maps over the integers, many of which represent the same map, so that it
// does not help.
func (tr *translator) ranges(t boogie.Type) {
	s := tr.shapes.of(t)
	if s.opaque && tr.opaque == "" {
		tr.opaque = t.String()
	}
	tr.spread = tr.spread || s.opaqueMap()
}

// lambda returns a new map with an axiom for its elements. index are the terms that the bound variables stand
// for: a map is unspecified outside of the type's values.
func (tr *translator) lambda(q *boogie.Quantifier, inner *environment, bound, index []*logic.Term, t boogie.Type) value {
	m := tr.fresh("lambda", t)
	eq := equal(tr.f, selectAt(tr.f, m, index), tr.value(q.Body, inner))
	if len(bound) > 0 {
		eq = tr.f.Forall(bound, eq)
	}
	tr.axioms = append(tr.axioms, eq)
	return m
}

// update returns the new value of the variable of a left side.
func (tr *translator) update(l boogie.Expr, env *environment, v value) value {
	switch l := l.(type) {
	case *boogie.Select:
		old := tr.value(l.Map, env)
		return tr.update(l.Map, env, storeAt(tr.f, old, tr.terms(l.Index, env), v))
	case *boogie.Field:
		m := tr.info.Member(l)
		tr.single(m.Of)
		old := tr.value(l.X, env)
		parts := append([]value(nil), old.parts...)
		parts[m.Idx] = v
		return tr.update(l.X, env, value{parts: parts})
	}
	return v
}
