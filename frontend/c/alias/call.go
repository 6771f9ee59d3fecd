package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// callee returns the function that a call names directly.
func (a *analysis) callee(e cc.ExpressionNode) *function {
	if d := tree.Callee(e); d != nil {
		return a.funcOf(d)
	}
	return nil
}

// call evaluates a call and returns its value, see rval.
func (a *analysis) call(n *cc.PostfixExpression) *node {
	if e := tree.Chosen(n); e != nil {
		return a.rval(e)
	}
	f := a.callee(n.PostfixExpression)
	var fp *node
	if f == nil {
		fp = a.rval(n.PostfixExpression)
	}
	es := tree.Args(n)
	if f != nil && (f.def == nil && unevaluated[f.name] || a.variadic(f, es)) {
		return nil
	}
	args := make([]argument, len(es))
	for i, e := range es {
		args[i] = argument{a.rval(e), e.Type()}
	}
	if f != nil {
		if body := a.funcs[a.lib.Calls[n]]; body != nil && body.def != nil {
			a.enter(body, args)
			return a.returned(body, n)
		}
		if f.def != nil {
			a.enter(f, args)
			return a.value(f.ret, f.typ.Result())
		}
		return a.library(f, n, args)
	}
	ft := tree.FuncType(n.PostfixExpression.Type())
	if fp == nil || ft == nil {
		return nil
	}
	for i := range args {
		if ps := ft.Parameters(); i < len(ps) && !isKind(ps[i].Type(), cc.Void) {
			args[i] = argument{a.convert(args[i].val, args[i].typ, ps[i].Type()), ps[i].Type()}
		}
	}
	c := &indirectCall{typ: ft, args: args, result: a.newNode(), done: map[*function]bool{}}
	a.view(c.result, ft.Result())
	r := fp.find()
	r.calls = append(r.calls, c)
	a.callees[n] = r
	return a.value(c.result, ft.Result())
}

// returned is the result of the body of a library function, as the program
// declares it.
func (a *analysis) returned(f *function, n *cc.PostfixExpression) *node {
	from, to := f.typ.Result(), n.Type()
	if to == nil || isKind(to, cc.Void) || isKind(from, cc.Void) {
		return nil
	}
	v := a.value(f.ret, from)
	if isRecord(to) {
		a.view(v, to)
		return v
	}
	return a.convert(v, from, to)
}

// value returns the value of an object that holds a result.
func (a *analysis) value(x *node, t cc.Type) *node {
	if t == nil || isKind(t, cc.Void) {
		return nil
	}
	if isRecord(t) {
		return x
	}
	return a.load(x, t)
}

// enter passes arguments to a function with a body.
func (a *analysis) enter(f *function, args []argument) {
	for i, arg := range args {
		switch {
		case i < len(f.params):
			p := f.params[i]
			if p.Declarator != nil {
				a.store(a.objectOf(p.Declarator).node, p.Type(), arg.val, arg.typ)
			}
		default:
			a.passVariable(f, arg)
		}
	}
}

// link connects a call through a pointer with one of its targets.
func (a *analysis) link(c *indirectCall, f *function) {
	if c.done[f] {
		return
	}
	c.done[f] = true
	a.changed = true
	if f.def == nil {
		// A library function behind a pointer: its result is unknown.
		if t := c.typ.Result(); pointee(t) != nil {
			a.load(c.result, t).find().external = true
		}
		return
	}
	a.enter(f, c.args)
	to, from := c.typ.Result(), f.typ.Result()
	if isKind(to, cc.Void) || isKind(from, cc.Void) || to == nil || from == nil {
		return
	}
	a.store(c.result, to, a.value(f.ret, from), from)
}

// fits reports whether f can be the target of the call by its arity.
func (c *indirectCall) fits(f *function) bool {
	if f.typ == nil {
		return true
	}
	n := len(c.args)
	return n >= f.typ.MinArgs() && (f.typ.MaxArgs() < 0 || n <= f.typ.MaxArgs())
}
