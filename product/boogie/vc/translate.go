package vc

import (
	"maps"
	"math/big"
	"slices"
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
	bound    map[*logic.Term]bool // the symbols of quantifiers
	// opaque is an uninterpreted type that some quantifier ranges over, or "".
	opaque string
	// partial is what may make an error that is found none, as not all that holds is said; or "".
	partial string

	// See overtypes.go.
	uses          map[string][][]boogie.Type
	used          map[string]bool
	polymorphic   []*overTypes
	witnesses     []witness
	updates       map[*logic.Term]bool
	changes       []*change
	instanceCount int
	named         int
	// ordered are the types with the relation <:, see order.go.
	ordered     map[string]boogie.Type
	orderedDone map[string]bool
}

// environment is the context of an expression.
type environment struct {
	in     *scope
	state  map[*variable]value
	old    bool
	bound  map[*boogie.Variable]value
	params []string // type parameters of the function being unfolded and of quantifiers
	args   []boogie.Type
	// polarity is positive in what is assumed, negative in what is to be shown, 0 where that is not known.
	polarity int8
}

// mixed is the environment of a part that counts both ways.
func (env *environment) mixed() *environment {
	if env.polarity == 0 {
		return env
	}
	inner := *env
	inner.polarity = 0
	return &inner
}

// negated is the environment of a part that counts the other way.
func (env *environment) negated() *environment {
	if env.polarity == 0 {
		return env
	}
	inner := *env
	inner.polarity = -env.polarity
	return &inner
}

func newTranslator(f *logic.Factory, g *graph) *translator {
	return &translator{
		f: f, g: g, info: g.program.ast.Info, shapes: shapes{info: g.program.ast.Info}, consts: map[*boogie.Variable]value{}, initial: map[*variable]value{},
		unfolded: map[string]value{}, defined: map[string]bool{}, nullary: map[*logic.Term]bool{}, bound: map[*logic.Term]bool{},
		uses: map[string][][]boogie.Type{}, used: map[string]bool{}, updates: map[*logic.Term]bool{}, orderedDone: map[string]bool{},
	}
}

// typ substitutes the type parameters in scope.
func (tr *translator) typ(t boogie.Type, env *environment) boogie.Type {
	params, args := env.params, env.args
	if env.in != nil && env.in.args != nil {
		params, args = slices.Clone(params), slices.Clone(args)
		for i, n := range env.in.params {
			if !slices.Contains(env.params, n) {
				params, args = append(params, n), append(args, env.in.args[i])
			}
		}
	}
	if len(params) > 0 {
		t = boogie.Instantiate(t, params, args)
	}
	return t
}

func (tr *translator) types(ts []boogie.Type, env *environment) []boogie.Type {
	out := make([]boogie.Type, len(ts))
	for i, t := range ts {
		out[i] = tr.typ(t, env)
	}
	return out
}

// fresh returns a new symbolic value.
func (tr *translator) fresh(name string, t boogie.Type) value {
	return tr.shapes.of(t).build(func(s *logic.Sort) *logic.Term { return tr.f.Fresh(name, s) })
}

// variable returns a symbol that a quantifier binds.
func (tr *translator) variable(name string, t boogie.Type) value {
	v := tr.fresh(name, t)
	for _, l := range v.leaves(nil) {
		tr.bound[l] = true
	}
	return v
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
		if e.Op == boogie.Not {
			return leaf(f.Not(tr.bool(e.X, env.negated())))
		}
		return leaf(f.Neg(tr.bool(e.X, env)))
	case *boogie.Binary:
		return tr.binary(e, env)
	case *boogie.Ite:
		c := tr.bool(e.Cond, env.mixed())
		return ite(f, c, tr.value(e.Then, env), tr.value(e.Else, env))
	case *boogie.Select:
		env = env.mixed()
		m, index := tr.value(e.Map, env), tr.terms(e.Index, env)
		if t, args := tr.polymorphicMap(e.Map, e.Index, tr.info.TypeOf(e), env); t != nil {
			m = tr.part(t, args, m.term)
		}
		return selectAt(f, m, index)
	case *boogie.Store:
		env = env.mixed()
		return tr.stored(e.Map, e.Index, tr.info.TypeOf(e.Value), env, tr.value(e.Value, env))
	case *boogie.Extract:
		return leaf(f.Extract(e.Hi-1, e.Lo, tr.bool(e.X, env)))
	case *boogie.Coerce:
		return tr.value(e.X, env)
	case *boogie.Field:
		return tr.field(tr.info.Member(e), tr.value(e.X, env), tr.typ(tr.info.TypeOf(e.X), env))
	case *boogie.FieldUpdate:
		env = env.mixed()
		return tr.withField(tr.info.Member(e), tr.value(e.X, env), tr.typ(tr.info.TypeOf(e.X), env), tr.value(e.Value, env))
	case *boogie.Is:
		return tr.is(tr.info.Member(e).Of, tr.value(e.X, env))
	case *boogie.Let:
		inner := *env
		inner.bound = maps.Clone(env.bound)
		if inner.bound == nil {
			inner.bound = map[*boogie.Variable]value{}
		}
		for i, v := range e.Vars {
			inner.bound[v] = tr.value(e.Values[i], env.mixed())
		}
		return tr.value(e.Body, &inner)
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

func (tr *translator) binary(e *boogie.Binary, env *environment) value {
	f := tr.f
	left := env
	switch e.Op {
	case boogie.And, boogie.Or:
	case boogie.Implies:
		left = env.negated()
	case boogie.Explies:
		left, env = env, env.negated()
	default:
		left, env = env.mixed(), env.mixed()
	}
	vx, vy := tr.value(e.X, left), tr.value(e.Y, env)
	if e.Op == boogie.Subtype {
		return leaf(tr.below(tr.typ(tr.info.TypeOf(e.X), env), vx, vy))
	}
	if e.Op == boogie.Eq || e.Op == boogie.Ne {
		if m, ok := boogie.Expand(tr.typ(tr.info.TypeOf(e.X), env)).(*boogie.MapType); ok && len(m.Params) > 0 {
			tr.partial = "compares polymorphic maps, which may be equal though that does not follow"
		}
		t := tr.equal(e, env, vx, vy)
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

// equal compares values, whose types may be the same for some meaning of the type parameters in them only.
func (tr *translator) equal(e *boogie.Binary, env *environment, x, y value) *logic.Term {
	a, b := tr.typ(tr.info.TypeOf(e.X), env), tr.typ(tr.info.TypeOf(e.Y), env)
	switch at, bt := canonical(a), canonical(b); {
	case at == bt:
		return equal(tr.f, x, y)
	case apart(a, b):
		return tr.f.False()
	case at > bt:
		at, bt, x, y = bt, at, y, x
		fallthrough
	default:
		tr.partial = "compares values whose types may be the same or not"
		return tr.uninterpreted("same <"+at+"><"+bt+">", boogie.Bool, y.leaves(x.leaves(nil))).term
	}
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

// quantifier translates forall, exists and lambda.
func (tr *translator) quantifier(q *boogie.Quantifier, env *environment) value {
	if len(q.TypeParams) > 0 {
		return tr.overTypes(q, env)
	}
	if q.Kind == boogie.Lambda {
		t := tr.typ(tr.info.TypeOf(q), env)
		outer := tr.outer(env)
		m := tr.shapes.of(t).build(func(s *logic.Sort) *logic.Term { return tr.name("lambda", s, outer) })
		tr.lambdaFact(q, env.mixed(), m)
		return m
	}
	return tr.quantified(q, env)
}

// binding is the environment of a quantifier's body, with its bound symbols; datatype variables become one for each member.
func (tr *translator) binding(q *boogie.Quantifier, env *environment) (inner *environment, bound []*logic.Term) {
	inner = new(environment)
	*inner = *env
	inner.bound = map[*boogie.Variable]value{}
	for v, x := range env.bound {
		inner.bound[v] = x
	}
	for _, v := range q.Vars {
		t := tr.typ(tr.info.VarType(v), env)
		tr.ranges(t)
		inner.bound[v] = tr.variable(v.Name, t)
		bound = inner.bound[v].leaves(bound)
	}
	return inner, bound
}

// quantified translates forall and exists over values, with their triggers.
func (tr *translator) quantified(q *boogie.Quantifier, env *environment) value {
	inner, bound := tr.binding(q, env)
	body := tr.bool(q.Body, inner)
	var patterns [][]*logic.Term
	for _, t := range q.Triggers {
		if !t.No && len(bound) > 0 {
			patterns = append(patterns, tr.terms(t.Exprs, inner.mixed()))
		}
	}
	if patterns = tr.usable(bound, patterns); len(patterns) > 0 {
		body = tr.f.Patterned(body, patterns...)
	}
	if q.Kind == boogie.Forall {
		return leaf(tr.f.Forall(bound, body))
	}
	return leaf(tr.f.Exists(bound, body))
}

// ranges records that something ranges over all values of a type.
func (tr *translator) ranges(t boogie.Type) {
	if tr.shapes.of(t).opaque && tr.opaque == "" {
		tr.opaque = t.String()
	}
}

// lambdaFact says what the elements of a map are.
func (tr *translator) lambdaFact(q *boogie.Quantifier, env *environment, m value) {
	inner, index := tr.binding(q, env)
	each(func(ts ...*logic.Term) *logic.Term {
		tr.fact(tr.f.Eq(ts[0], ts[1]), ts[0])
		return ts[0]
	}, selectAt(tr.f, m, index), tr.value(q.Body, inner))
}

// stored is a map with another element, of a type.
func (tr *translator) stored(m boogie.Expr, at []boogie.Expr, element boogie.Type, env *environment, v value) value {
	old, index := tr.value(m, env), tr.terms(at, env)
	if t, args := tr.polymorphicMap(m, at, element, env); t != nil {
		return tr.updated(t, args, old, index, v)
	}
	return storeAt(tr.f, old, index, v)
}

// update returns the new value of the variable of a left side.
func (tr *translator) update(l boogie.Expr, env *environment, v value) value {
	switch l := l.(type) {
	case *boogie.Select:
		return tr.update(l.Map, env, tr.stored(l.Map, l.Index, tr.info.TypeOf(l), env, v))
	case *boogie.Field:
		return tr.update(l.X, env, tr.withField(tr.info.Member(l), tr.value(l.X, env), tr.typ(tr.info.TypeOf(l.X), env), v))
	}
	return v
}
