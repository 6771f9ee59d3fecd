package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The variable arguments of all calls of one function are cells of one class.
// Each is read as the type it was passed as (anything else is undefined or not
// modelled), so that cells of different kinds do not overlap in the class
// unless pointers into it are used by other means than va_arg.

// argumentsOf returns the class of the variable arguments of f.
func (a *analysis) argumentsOf(f *function) *node {
	if f.args == nil {
		f.args = a.newNode()
		f.args.args = true
	}
	return f.args
}

// passVariable passes an argument in place of the three dots of f.
func (a *analysis) passVariable(f *function, arg argument) {
	if arg.typ == nil {
		return
	}
	n, t := a.argumentsOf(f), arg.typ.Decay()
	a.argument(n, t)
	a.store(n, t, arg.val, arg.typ)
}

// argument records that the class of variable arguments n has one of type t.
func (a *analysis) argument(n *node, t cc.Type) {
	switch {
	case isKind(pointee(t), cc.Void):
		a.join(n.find().cont.find()) // may be passed or read as any other pointer
	case isRecord(t) && a.hasUnion(t):
		a.view(n, t)
	}
}

// listPointer returns the class and the type of the pointer in a va_list:
// a member of a record on x86-64, the list itself on i386.
func (a *analysis) listPointer(list cc.ExpressionNode) (*node, cc.Type) {
	if t := list.Type(); t != nil {
		if _, ok := pointee(t.Decay()).(record); !ok {
			l := a.lval(list)
			return l.node, l.typ
		}
	}
	l := a.deref(list)
	r, ok := l.typ.(record)
	if !ok {
		return nil, nil
	}
	for i := 0; i < r.NumFields(); i++ {
		if f := r.FieldByIndex(i); f.Name() == "overflow_arg_area" {
			return l.node, f.Type()
		}
	}
	return nil, nil
}

// readVariable is va_arg: it designates an argument of type t.
func (a *analysis) readVariable(e, list cc.ExpressionNode, t cc.Type) lvalue {
	n, pt := a.listPointer(list)
	if n == nil {
		return lvalue{typ: t}
	}
	x := a.load(n, pt)
	if r := x.find(); !r.args {
		r.args, a.changed = true, true
	}
	a.argument(x, t)
	a.values[tree.Strip(e)] = x
	return lvalue{node: x, typ: t}
}

// variadic evaluates va_start and va_end; ok is false for other calls.
func (a *analysis) variadic(f *function, es []cc.ExpressionNode) (ok bool) {
	if f.def != nil || len(es) == 0 {
		return false
	}
	switch f.name {
	case "__builtin_va_start":
		n, pt := a.listPointer(es[0])
		if a.fn != nil && n != nil {
			a.fn.starts = true
			a.store(n, pt, a.argumentsOf(a.fn), pt)
		}
	case "__builtin_va_end":
		a.listPointer(es[0])
	default:
		return false
	}
	return true
}

// VariableArguments returns the class of the variable arguments of the function
// with the given name; ok is false when the function does not use them.
func (r *Result) VariableArguments(function string) (c ClassID, ok bool) {
	c, ok = r.arguments[function]
	return c, ok
}

// PointerKey names the type a pointer type points to such that pointers of
// the same name may be passed and read in place of each other as variable
// arguments: qualifiers and signedness do not count.
func (r *Result) PointerKey(t cc.Type) string {
	p := pointee(t)
	if p == nil {
		return ""
	}
	return r.types.key(p)
}
