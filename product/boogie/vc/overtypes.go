package vc

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// Quantifiers over types and polymorphic maps are translated instance by instance. A formula that quantifies over types is a symbol q, with
// facts that hold for every meaning of q:
//
//	(forall<a> x: a :: P)    q ==> (forall x: T :: P[a := T])    for types T that occur
//	                         !q ==> !(forall x: S :: P[a := S])  for a new type S
//
// Which T occur is decided as solvers decide it for values: the functions and polymorphic maps in a trigger have to occur at types that fit. A
// polymorphic map is a value of its own sort with a part for each type at which it is read:
//
//	h[r, f]                  part.T(h)[r, f]
//	h[r, f := v]             h', with part.T(h') == part.T(h)[r, f := v], and part.S(h') == part.S(h) for every S that differs from T, whatever type parameters stand for;
//	                         for other S, part.S(h')[o, g] == part.S(h)[o, g] where o != r, if the type of r is that of o
//
// All facts hold in every execution, so that what is proved from them holds. There may be types at which too little is said: that an
// assertion fails is not concluded.

// overTypes is a quantifier or lambda with type parameters.
type overTypes struct {
	q    *boogie.Quantifier
	env  environment
	term *logic.Term // what it is translated to
	// outer are the bound symbols of quantifiers around it, which term is applied to.
	outer    []*logic.Term
	triggers [][]typePattern
	done     map[string]bool
}

// typePattern is a function or polymorphic map at types over type parameters.
type typePattern struct {
	name string
	args []boogie.Type
}

// change is a polymorphic map with one element changed.
type change struct {
	m        *boogie.MapType
	types    []boogie.Type
	at       string // the types
	old, new *logic.Term
	index    []*logic.Term
	value    value
	done     map[string]bool
}

// use records that a function or polymorphic map occurs at types.
func (tr *translator) use(name string, args []boogie.Type) {
	if len(args) == 0 {
		return
	}
	key := name + list(args)
	if !tr.used[key] {
		tr.used[key] = true
		tr.uses[name] = append(tr.uses[name], args)
	}
}

func list(ts []boogie.Type) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteString("<" + canonical(t) + ">")
	}
	return b.String()
}

// outer lists the bound symbols in what the names of an environment stand for.
func (tr *translator) outer(env *environment) []*logic.Term {
	var leaves []*logic.Term
	for _, v := range env.bound {
		leaves = v.leaves(leaves)
	}
	return tr.boundIn(leaves...)
}

// boundIn lists the symbols of quantifiers that are free in terms.
func (tr *translator) boundIn(ts ...*logic.Term) []*logic.Term {
	out := slices.DeleteFunc(slices.Clone(logic.FreeVars(ts...)), func(v *logic.Term) bool { return !tr.bound[v] })
	slices.SortFunc(out, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
	return out
}

// closed is a fact for all values of the bound symbols in it.
func (tr *translator) closed(fact *logic.Term, patterns ...*logic.Term) *logic.Term {
	bound := tr.boundIn(fact)
	if len(bound) == 0 {
		return fact
	}
	var alternatives [][]*logic.Term
	for _, p := range patterns {
		alternatives = append(alternatives, []*logic.Term{p})
	}
	return tr.f.Forall(bound, tr.f.Patterned(fact, tr.usable(bound, alternatives)...))
}

// usable selects the patterns that a solver can match: applications that mention all bound symbols together.
func (tr *translator) usable(bound []*logic.Term, alternatives [][]*logic.Term) [][]*logic.Term {
	var out [][]*logic.Term
	for _, terms := range alternatives {
		terms = slices.DeleteFunc(slices.Clone(terms), func(t *logic.Term) bool { return !matchable(t) })
		free := logic.FreeVars(terms...)
		if len(terms) > 0 && !slices.ContainsFunc(bound, func(b *logic.Term) bool { return !slices.Contains(free, b) }) {
			out = append(out, terms)
		}
	}
	return out
}

// matchable reports whether a term can be looked for among others.
func matchable(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpApp, logic.OpSelect, logic.OpStore, logic.OpConstruct, logic.OpMember, logic.OpIs:
	default:
		if !t.Sort().IsBV() || t.IsVar() {
			return false
		}
	}
	ok := true
	logic.Walk(func(u *logic.Term) bool {
		switch u.Op() {
		case logic.OpIte, logic.OpAnd, logic.OpOr, logic.OpNot, logic.OpEq, logic.OpLe, logic.OpLt, logic.OpForall, logic.OpExists, logic.OpPatterned:
			ok = false
		}
		return ok
	}, t)
	return ok
}

// name is a new symbol, applied to the bound symbols.
func (tr *translator) name(prefix string, s *logic.Sort, outer []*logic.Term) *logic.Term {
	if len(outer) == 0 {
		return tr.f.Fresh(prefix, s)
	}
	tr.named++
	return tr.f.App(fmt.Sprintf("%s %d", prefix, tr.named), s, outer...)
}

// overTypes translates a quantifier or lambda with type parameters.
func (tr *translator) overTypes(q *boogie.Quantifier, env *environment) value {
	if tr.shapes.flat {
		fail("quantifiers over types are not supported")
	}
	o := &overTypes{q: q, env: *env, outer: tr.outer(env), done: map[string]bool{}}
	o.env.state, o.env.polarity = maps.Clone(env.state), 0
	sort := logic.Bool
	if q.Kind == boogie.Lambda {
		sort = tr.shapes.of(tr.typ(tr.info.TypeOf(q), env)).sort
	}
	o.term = tr.name(q.Kind.String()+" types", sort, o.outer)
	o.triggers = tr.typeTriggers(q, env)
	tr.polymorphic = append(tr.polymorphic, o)
	if q.Kind != boogie.Lambda {
		tr.partial = "quantifies over types"
		if proved := (q.Kind == boogie.Forall) == (env.polarity < 0); (proved || env.polarity == 0) && len(o.outer) == 0 {
			types := make([]boogie.Type, len(q.TypeParams))
			for i, n := range q.TypeParams {
				tr.named++
				name := fmt.Sprintf("%s %d", n, tr.named)
				types[i] = &boogie.ResolvedType{Name: name, Param: &boogie.TypeParam{Name: name}}
			}
			tr.witnesses = append(tr.witnesses, witness{o, types})
		}
	}
	return leaf(o.term)
}

// witness are new types for which a formula fails if it fails for any, or holds if it holds for any.
type witness struct {
	of    *overTypes
	types []boogie.Type
}

// within is the environment of an instance.
func (o *overTypes) within(types []boogie.Type) *environment {
	env := o.env
	env.params, env.args = slices.Clone(o.q.TypeParams), slices.Clone(types)
	for i, n := range o.env.params {
		if !slices.Contains(o.q.TypeParams, n) {
			env.params, env.args = append(env.params, n), append(env.args, o.env.args[i])
		}
	}
	return &env
}

// typeTriggers lists the alternatives at which a quantifier over types is instantiated; none for those that mention no type.
func (tr *translator) typeTriggers(q *boogie.Quantifier, env *environment) [][]typePattern {
	binds := func(ps []typePattern) bool {
		for _, n := range q.TypeParams {
			if !slices.ContainsFunc(ps, func(p typePattern) bool { return mentions(p.args, n) }) {
				return false
			}
		}
		return true
	}
	outer := o0(q, env)
	var out [][]typePattern
	for _, t := range q.Triggers {
		var ps []typePattern
		for _, e := range t.Exprs {
			tr.typePatterns(e, q.TypeParams, outer, 0, &ps)
		}
		if !t.No && binds(ps) {
			out = append(out, ps)
		}
	}
	if len(out) > 0 {
		return out
	}
	var ps []typePattern
	tr.typePatterns(q.Body, q.TypeParams, outer, 0, &ps)
	for _, p := range ps {
		if binds([]typePattern{p}) {
			out = append(out, []typePattern{p})
		}
	}
	if len(out) == 0 && binds(ps) {
		var some []typePattern
		for _, p := range ps {
			if n := slices.IndexFunc(q.TypeParams, func(n string) bool {
				return mentions(p.args, n) && !slices.ContainsFunc(some, func(s typePattern) bool { return mentions(s.args, n) })
			}); n >= 0 {
				some = append(some, p)
			}
		}
		out = append(out, some)
	}
	return out
}

// o0 is the environment of a quantifier's body in which its own type parameters stay.
func o0(q *boogie.Quantifier, env *environment) *environment {
	var types []boogie.Type
	for _, n := range q.TypeParams {
		types = append(types, &boogie.ResolvedType{Name: n, Param: &boogie.TypeParam{Name: n}})
	}
	return (&overTypes{q: q, env: *env}).within(types)
}

// typePatterns collects the functions and polymorphic maps in an expression that mention some of the type parameters.
func (tr *translator) typePatterns(e boogie.Expr, params []string, env *environment, depth int, out *[]typePattern) {
	add := func(name string, args []boogie.Type) {
		if slices.ContainsFunc(params, func(n string) bool { return mentions(args, n) }) {
			*out = append(*out, typePattern{name, args})
		}
	}
	boogie.WalkExpr(e, func(e boogie.Expr) {
		switch e := e.(type) {
		case *boogie.Apply:
			a := tr.info.Applied(e)
			if a.Func == nil || len(a.Inst) == 0 {
				return
			}
			args := tr.types(a.Inst, env)
			if tr.unfolds(a.Func) && depth < maxTypeDepth {
				tr.typePatterns(a.Func.Body, params, &environment{params: a.Func.TypeParams, args: args}, depth+1, out)
				return
			}
			add("f."+a.Func.Name, args)
		case *boogie.Select:
			if m, args := tr.polymorphicMap(e.Map, e.Index, tr.info.TypeOf(e), env); m != nil {
				add("m."+canonical(m), args)
			}
		case *boogie.Store:
			if m, args := tr.polymorphicMap(e.Map, e.Index, tr.info.TypeOf(e.Value), env); m != nil {
				add("m."+canonical(m), args)
			}
		}
	})
}

// polymorphicMap is the type of a map and the types at which an element of a type is read, if it is polymorphic.
func (tr *translator) polymorphicMap(m boogie.Expr, index []boogie.Expr, element boogie.Type, env *environment) (*boogie.MapType, []boogie.Type) {
	t, ok := boogie.Expand(tr.typ(tr.info.TypeOf(m), env)).(*boogie.MapType)
	if !ok || len(t.Params) == 0 {
		return nil, nil
	}
	bind := map[string]boogie.Type{}
	for i, x := range index {
		match(t.Args[i], tr.typ(tr.info.TypeOf(x), env), t.Params, bind)
	}
	match(t.Result, tr.typ(element, env), t.Params, bind)
	args := make([]boogie.Type, len(t.Params))
	for i, n := range t.Params {
		if args[i] = bind[n]; args[i] == nil {
			fail("an element of a map of type %s does not determine %s, which is not supported", t, n)
		}
	}
	return t, args
}

func mentions(ts []boogie.Type, name string) bool {
	for _, t := range ts {
		switch t := boogie.Expand(t).(type) {
		case *boogie.MapType:
			if !slices.Contains(t.Params, name) && (mentions(t.Args, name) || mentions([]boogie.Type{t.Result}, name)) {
				return true
			}
		case *boogie.ResolvedType:
			if t.Param != nil && t.Name == name || mentions(t.Args, name) {
				return true
			}
		}
	}
	return false
}

// match binds the parameters in a type so that it is another one; false if they do not fit.
func match(pattern, t boogie.Type, params []string, bind map[string]boogie.Type) bool {
	pattern, t = boogie.Expand(pattern), boogie.Expand(t)
	switch p := pattern.(type) {
	case *boogie.MapType:
		m, ok := t.(*boogie.MapType)
		if !ok || len(m.Args) != len(p.Args) || len(m.Params) != len(p.Params) {
			return false
		}
		if len(p.Params) > 0 {
			return canonical(p) == canonical(m)
		}
		for i := range p.Args {
			if !match(p.Args[i], m.Args[i], params, bind) {
				return false
			}
		}
		return match(p.Result, m.Result, params, bind)
	case *boogie.ResolvedType:
		if p.Param != nil && slices.Contains(params, p.Name) {
			if b := bind[p.Name]; b != nil {
				return canonical(b) == canonical(t)
			}
			bind[p.Name] = t
			return true
		}
		r, ok := t.(*boogie.ResolvedType)
		if !ok || len(r.Args) != len(p.Args) || r.Name != p.Name || r.Decl != p.Decl || r.Datatype != p.Datatype || (r.Param == nil) != (p.Param == nil) {
			return false
		}
		for i := range p.Args {
			if !match(p.Args[i], r.Args[i], params, bind) {
				return false
			}
		}
		return true
	}
	return canonical(pattern) == canonical(t)
}

// part is the part of a polymorphic map at types, a map.
func (tr *translator) part(m *boogie.MapType, args []boogie.Type, of *logic.Term) value {
	name := "m." + canonical(m)
	tr.use(name, args)
	t := &boogie.MapType{Result: boogie.Instantiate(m.Result, m.Params, args)}
	for _, a := range m.Args {
		t.Args = append(t.Args, boogie.Instantiate(a, m.Params, args))
	}
	return tr.uninterpreted("part "+name+list(args), t, []*logic.Term{of})
}

// updated is a polymorphic map with one element changed.
func (tr *translator) updated(m *boogie.MapType, args []boogie.Type, old value, index []*logic.Term, v value) value {
	tr.part(m, args, old.term)
	at := list(args)
	r := tr.uninterpreted("update m."+canonical(m)+at, m, v.leaves(append([]*logic.Term{old.term}, index...)))
	if !tr.updates[r.term] {
		tr.updates[r.term] = true
		tr.changes = append(tr.changes, &change{m, args, at, old.term, r.term, index, v, map[string]bool{}})
	}
	return r
}

// instantiate adds the facts about quantifiers over types and polymorphic maps, at the types that occur, which these facts may add to.
func (tr *translator) instantiate() {
	witnesses := 0
	for more := true; more; {
		more = false
		tr.partialOrders()
		for ; witnesses < len(tr.witnesses); witnesses++ {
			w := tr.witnesses[witnesses]
			q := tr.quantified(w.of.q, w.of.within(w.types))
			if w.of.q.Kind == boogie.Exists {
				tr.fact(tr.f.Implies(w.of.term, q.term))
			} else {
				tr.fact(tr.f.Implies(q.term, w.of.term))
			}
			more = true
		}
		for i := 0; i < len(tr.polymorphic); i++ {
			more = tr.instances(tr.polymorphic[i]) || more
		}
		for i := 0; i < len(tr.changes); i++ {
			more = tr.parts(tr.changes[i]) || more
		}
		if tr.instanceCount > maxInstances {
			tr.partial = fmt.Sprintf("has more than %d instances", maxInstances)
			return
		}
	}
}

func (tr *translator) fact(t *logic.Term, patterns ...*logic.Term) {
	tr.axioms = append(tr.axioms, tr.closed(t, patterns...))
}

// parts says what the parts of an updated map are at the types that are new.
func (tr *translator) parts(u *change) (more bool) {
	uses := tr.uses["m."+canonical(u.m)]
	for _, args := range uses {
		at := list(args)
		if u.done[at] {
			continue
		}
		u.done[at], more = true, true
		if at != u.at && !anyApart(args, u.types) {
			tr.partial = "updates maps at types that may be the same"
			tr.elsewhere(u, args)
			continue
		}
		tr.instanceCount++
		before, after := tr.part(u.m, args, u.old), tr.part(u.m, args, u.new)
		if at == u.at {
			before = storeAt(tr.f, before, u.index, u.value)
		}
		each(func(ts ...*logic.Term) *logic.Term {
			tr.fact(tr.f.Eq(ts[0], ts[1]), ts[0])
			return ts[0]
		}, after, before)
	}
	return more
}

// elsewhere says of a part that may be the updated one that it is unchanged where an index differs whose type is the same in all parts.
func (tr *translator) elsewhere(u *change, args []boogie.Type) {
	var index, differ []*logic.Term
	changed := u.index
	for _, t := range u.m.Args {
		x := tr.variable("index", boogie.Instantiate(t, u.m.Params, args)).leaves(nil)
		index = append(index, x...)
		n := len(tr.shapes.of(boogie.Instantiate(t, u.m.Params, u.types)).sorts(nil))
		if !slices.ContainsFunc(u.m.Params, func(name string) bool { return mentions([]boogie.Type{t}, name) }) {
			for i := range x {
				differ = append(differ, tr.f.Not(tr.f.Eq(x[i], changed[i])))
			}
		}
		changed = changed[n:]
	}
	if len(differ) == 0 {
		return
	}
	tr.instanceCount++
	before, after := tr.part(u.m, args, u.old), tr.part(u.m, args, u.new)
	each(func(ts ...*logic.Term) *logic.Term {
		tr.fact(tr.f.Implies(tr.f.Or(differ...), tr.f.Eq(ts[0], ts[1])), ts[0])
		return ts[0]
	}, selectAt(tr.f, after, index), selectAt(tr.f, before, index))
}

// instances adds the instances of a quantifier or lambda at types that are new.
func (tr *translator) instances(o *overTypes) (more bool) {
	add := func(types []boogie.Type) {
		key := list(types)
		if o.done[key] || slices.ContainsFunc(types, func(t boogie.Type) bool { return depthOf(t) > maxTypeDepth }) {
			return
		}
		o.done[key], more = true, true
		tr.instanceCount++
		env := o.within(types)
		if o.q.Kind == boogie.Lambda {
			m := boogie.Expand(tr.typ(tr.info.TypeOf(o.q), &o.env)).(*boogie.MapType)
			tr.lambdaFact(o.q, env, tr.part(m, types, o.term))
			return
		}
		q := tr.quantified(o.q, env).term
		if o.q.Kind == boogie.Exists {
			q = tr.f.Implies(q, o.term)
		} else {
			q = tr.f.Implies(o.term, q)
		}
		tr.fact(q, o.term)
	}
	if o.q.Kind == boogie.Lambda {
		for _, args := range slices.Clone(tr.uses["m."+canonical(tr.typ(tr.info.TypeOf(o.q), &o.env))]) {
			add(args)
		}
		return more
	}
	for _, alternative := range o.triggers {
		tr.matches(alternative, o.q.TypeParams, map[string]boogie.Type{}, add)
	}
	return more
}

// matches calls found for the types at which all patterns occur.
func (tr *translator) matches(ps []typePattern, params []string, bind map[string]boogie.Type, found func([]boogie.Type)) {
	if tr.instanceCount > maxInstances {
		return
	}
	if len(ps) == 0 {
		types := make([]boogie.Type, len(params))
		for i, n := range params {
			types[i] = bind[n]
		}
		found(types)
		return
	}
	uses := tr.uses[ps[0].name]
	for _, args := range uses[:len(uses):len(uses)] {
		inner, ok := maps.Clone(bind), true
		for i, p := range ps[0].args {
			ok = ok && match(p, args[i], params, inner)
		}
		if ok {
			tr.matches(ps[1:], params, inner, found)
		}
	}
}

// apart reports whether types differ whatever the type parameters in them stand for.
func apart(a, b boogie.Type) bool {
	a, b = boogie.Expand(a), boogie.Expand(b)
	x, named := a.(*boogie.ResolvedType)
	y, alsoNamed := b.(*boogie.ResolvedType)
	switch {
	case named && x.Param != nil || alsoNamed && y.Param != nil:
		return false
	case named && alsoNamed:
		return x.Name != y.Name || len(x.Args) != len(y.Args) || anyApart(x.Args, y.Args)
	}
	m, isMap := a.(*boogie.MapType)
	n, alsoMap := b.(*boogie.MapType)
	if !isMap || !alsoMap {
		return canonical(a) != canonical(b)
	}
	return len(m.Params) != len(n.Params) || len(m.Args) != len(n.Args) || anyApart(m.Args, n.Args) || apart(m.Result, n.Result)
}

func anyApart(a, b []boogie.Type) bool {
	for i := range a {
		if apart(a[i], b[i]) {
			return true
		}
	}
	return false
}

func depthOf(t boogie.Type) int {
	d := 0
	switch t := boogie.Expand(t).(type) {
	case *boogie.MapType:
		for _, a := range t.Args {
			d = max(d, depthOf(a))
		}
		d = max(d, depthOf(t.Result))
	case *boogie.ResolvedType:
		for _, a := range t.Args {
			d = max(d, depthOf(a))
		}
	}
	return d + 1
}
