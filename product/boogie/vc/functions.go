package vc

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// apply translates a function application.
func (tr *translator) apply(e *boogie.Apply, env *environment) value {
	applied := tr.info.Applied(e)
	d := applied.Func
	if d == nil {
		x := tr.value(e.Args[0], env).term
		switch {
		case e.Func == "real":
			return leaf(real(tr.f, x))
		case x.Sort().IsReal():
			return leaf(tr.f.ToInt(x))
		}
		return leaf(x)
	}
	args := make([]value, len(e.Args))
	for i, a := range e.Args {
		args[i] = tr.value(a, env.mixed())
	}
	switch r := tr.info.Role(d); r.Kind {
	case boogie.Construct:
		return tr.construct(r.Of, tr.typ(tr.info.TypeOf(e), env), args)
	case boogie.Project:
		return tr.member(r.Of, r.Idx, args[0], tr.typ(tr.info.TypeOf(e.Args[0]), env))
	case boogie.Test:
		return tr.is(r.Of, args[0])
	}
	inst := tr.types(applied.Inst, env)
	tr.use("f."+d.Name, inst)
	result := boogie.Instantiate(tr.info.VarType(d.Result), d.TypeParams, inst)
	for _, name := range []string{"bvbuiltin", "builtin"} {
		if text, ok := d.Attrs.Text(name); ok {
			return tr.builtin(d, text, result, args)
		}
	}
	return tr.function(d, inst, result, args)
}

// function translates the application of an uninterpreted or defined function.
func (tr *translator) function(d *boogie.Function, inst []boogie.Type, result boogie.Type, args []value) value {
	name := "f." + d.Name
	for _, t := range inst {
		name += "<" + canonical(t) + ">"
	}
	var leaves []*logic.Term
	for _, a := range args {
		leaves = a.leaves(leaves)
	}
	if tr.unfolds(d) {
		return tr.unfold(d, name, inst, args, leaves)
	}
	if d.Body != nil && !tr.defined[name] {
		tr.defined[name] = true
		tr.define(d, name, inst, result)
	}
	return tr.uninterpreted(name, result, leaves)
}

func (tr *translator) uninterpreted(name string, result boogie.Type, leaves []*logic.Term) value {
	i := 0
	return tr.shapes.of(result).build(func(s *logic.Sort) *logic.Term {
		n := name
		if i > 0 {
			n = fmt.Sprintf("%s/%d", name, i) // names of functions contain no slash
		}
		i++
		if len(leaves) == 0 {
			t := tr.f.Var(n, s)
			tr.nullary[t] = true
			return t
		}
		return tr.f.App(n, s, leaves...)
	})
}

// unfolds reports whether an application is the body of the function: not where that is recursive, and where there are patterns only with
// {:inline}, since others may look for the application.
func (tr *translator) unfolds(d *boogie.Function) bool {
	return d.Body != nil && (!tr.shapes.abstract || d.Attrs.Find("inline") != nil) && !tr.recursive(d)
}

// unfold substitutes the arguments in the function's body.
func (tr *translator) unfold(d *boogie.Function, name string, inst []boogie.Type, args []value, leaves []*logic.Term) value {
	var key strings.Builder
	key.WriteString(name)
	for _, l := range leaves {
		fmt.Fprintf(&key, " %d", l.ID())
	}
	if v, ok := tr.unfolded[key.String()]; ok {
		return v
	}
	defer tr.enter()()
	env := &environment{bound: map[*boogie.Variable]value{}, params: d.TypeParams, args: inst}
	for i, p := range d.Params {
		env.bound[p] = args[i]
	}
	v := tr.value(d.Body, env)
	tr.unfolded[key.String()] = v
	return v
}

// enter limits the nesting of function bodies; the caller defers the result.
func (tr *translator) enter() func() {
	if tr.depth++; tr.depth > maxUnfold {
		fail("more than %d function bodies within each other", maxUnfold)
	}
	return func() { tr.depth-- }
}

// define adds the definition of a recursive function as an axiom. The body may use other instances of the
// function, which get axioms in turn.
func (tr *translator) define(d *boogie.Function, name string, inst []boogie.Type, result boogie.Type) {
	defer tr.enter()()
	env := &environment{bound: map[*boogie.Variable]value{}, params: d.TypeParams, args: inst}
	var leaves []*logic.Term
	for _, p := range d.Params {
		t := boogie.Instantiate(tr.info.VarType(p), d.TypeParams, inst)
		tr.ranges(t)
		env.bound[p] = tr.variable(p.Name, t)
		leaves = env.bound[p].leaves(leaves)
	}
	r := tr.uninterpreted(name, result, leaves)
	tr.fact(equal(tr.f, r, tr.value(d.Body, env)), r.leaves(nil)...)
}

// recursive reports whether a function's body uses the function, directly or through others.
func (tr *translator) recursive(d *boogie.Function) bool {
	seen := map[*boogie.Function]bool{}
	var uses func(f *boogie.Function) bool
	uses = func(f *boogie.Function) bool {
		found := false
		boogie.WalkExpr(f.Body, func(e boogie.Expr) {
			a, ok := e.(*boogie.Apply)
			if !ok || found {
				return
			}
			switch g := tr.info.Applied(a).Func; {
			case g == nil || g.Body == nil:
			case g == d:
				found = true
			case !seen[g]:
				seen[g] = true
				found = uses(g)
			}
		})
		return found
	}
	return uses(d)
}
