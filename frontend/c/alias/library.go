package alias

import (
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// allocators return a new block at each call.
var allocators = set("malloc", "calloc", "alloca", "valloc", "memalign", "aligned_alloc", "kmalloc", "kzalloc", "kcalloc", "vmalloc",
	"xmalloc", "xcalloc", "strdup", "strndup", "xstrdup")

// firstArgument are functions that return a pointer into the object of their first argument and store no pointers.
var firstArgument = set("memset", "strchr", "strrchr", "strstr", "strpbrk", "strcasestr", "index", "rindex", "fgets", "gets", "getcwd",
	"rawmemchr", "expect", "expect_with_probability", "assume_aligned")

// stringCopies copy characters from the second argument to the first, which
// they return.
var stringCopies = set("strcpy", "strncpy", "strcat", "strncat", "stpcpy")

// bytewise access single bytes behind void pointers.
var bytewise = set("memchr", "memrchr", "memcmp", "bcmp", "memmem")

// unevaluated are functions whose arguments are not evaluated.
var unevaluated = set("__builtin_object_size", "__builtin_dynamic_object_size", "__builtin_constant_p", "__ccgo__types_compatible_p")

// computes are functions on integers without a body whose result the lowering computes from the arguments, besides the compiler's built-in ones.
var computes = set("abs", "labs", "llabs", "imaxabs", "ffs", "ffsl", "ffsll", "tolower", "toupper")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// libraryName removes the decorations of built-in and checking variants.
func libraryName(name string) string {
	base := strings.TrimPrefix(name, "__builtin_")
	return strings.TrimSuffix(strings.TrimPrefix(base, "__"), "_chk")
}

// library is the effect of calling a function without a body: those of the
// C library that matter, and for the others an unknown result and no effect.
func (a *analysis) library(f *function, n *cc.PostfixExpression, args []argument) *node {
	name := libraryName(f.name)
	ft := tree.FuncType(n.PostfixExpression.Type())
	if !bytewise[name] {
		a.parameters(ft, args)
	}
	arg := func(i int) *node {
		if i < len(args) {
			return args[i].val
		}
		return nil
	}
	switch {
	case allocators[name]:
		x := a.newNode()
		if strings.HasSuffix(name, "dup") || strings.HasSuffix(name, "ndup") {
			a.view(x, pointee(n.Type()))
		}
		return a.into(x, n)
	case firstArgument[name]:
		return a.within(args, 0, n)
	case stringCopies[name]:
		if name == "stpcpy" {
			a.ended(arg(0), nil)
		}
		a.copied(arg(0), arg(1))
		return a.within(args, 0, n)
	case bytewise[name]:
		for i, x := range args {
			if p := pointee(x.typ); p != nil && x.val != nil {
				a.pun(x.val, p)
				a.bytewise(args[i].val)
			}
		}
		return a.within(args, 0, n)
	}
	switch name {
	case "memcpy", "memmove", "mempcpy":
		a.blockCopy(args, 0, 1)
		if name == "mempcpy" {
			a.ended(arg(0), nil)
		}
		return a.within(args, 0, n)
	case "bcopy":
		a.blockCopy(args, 1, 0)
		return nil
	case "realloc", "reallocarray":
		x := a.newNode()
		if arg(0) != nil {
			x = arg(0)
			if p := pointee(args[0].typ); p != nil {
				a.pun(x, p)
			}
		}
		return a.into(x, n)
	case "strtok", "strtok_r", "strsep":
		if x := arg(0); x != nil && name != "strsep" {
			a.unify(a.tokens, x)
		} else if x != nil {
			a.unify(a.tokens, a.load(x, pointee(args[0].typ)))
		}
		return a.into(a.tokens, n)
	case "strtol", "strtoul", "strtoll", "strtoull", "strtof", "strtod", "strtold", "strtoimax", "strtoumax":
		if p := pointee(n.Type()); p == nil && len(args) > 1 && pointee(args[1].typ) != nil {
			a.store(arg(1), pointee(args[1].typ), arg(0), args[0].typ)
		}
		return nil
	case "qsort":
		if len(args) >= 4 {
			a.callback(args[3], argument{arg(0), args[0].typ}, argument{arg(0), args[0].typ})
			a.moved(arg(0), pointee(args[0].typ))
			a.joinCells(arg(0))
			if x := arg(0); x != nil {
				x.find().copied = true
			}
		}
		return nil
	case "bsearch":
		if len(args) >= 5 {
			a.callback(args[4], args[0], args[1])
		}
		return a.within(args, 1, n)
	case "pthread_create":
		if len(args) >= 4 {
			if c := a.callback(args[2], args[3]); c != nil && pointee(c.typ.Result()) != nil {
				a.unify(a.threads, a.load(c.result, c.typ.Result()))
			}
		}
		return nil
	case "pthread_join":
		if len(args) >= 2 && pointee(args[1].typ) != nil {
			a.store(arg(1), pointee(args[1].typ), a.threads, pointee(args[1].typ))
		}
		return nil
	case "pthread_exit":
		a.unify(a.threads, arg(0))
		return nil
	case "atexit", "at_quick_exit":
		if len(args) >= 1 {
			a.callback(args[0])
		}
		return nil
	case "on_exit":
		if len(args) >= 2 {
			a.callback(args[0], argument{}, args[1])
		}
		return nil
	case "signal":
		// The result is a handler that was set before.
		if a.handlers == nil {
			a.handlers = a.newNode()
		}
		if len(args) >= 2 {
			a.callback(args[1], argument{})
			a.unify(a.handlers, arg(1))
		}
		return a.into(a.handlers, n)
	}
	if strings.HasPrefix(name, "sync_") || strings.HasPrefix(name, "atomic_") {
		return a.atomic(name, n, args)
	}
	if strings.HasSuffix(name, "_overflow") && f.name != name && len(args) == 3 {
		a.overflow(args)
		return nil
	}
	if t := n.Type(); t != nil && cc.IsIntegerType(t) && (computes[name] || f.name != name) {
		return a.computed(args, t)
	}
	return a.unknown(f, n)
}

// parameters converts arguments to the declared parameter types, except void pointers, whose targets functions without a body do not change.
func (a *analysis) parameters(ft *cc.FunctionType, args []argument) {
	if ft == nil {
		return
	}
	for i, p := range ft.Parameters() {
		if i < len(args) && pointee(p.Type()) != nil && !isKind(pointee(p.Type()), cc.Void) {
			args[i].val = a.convert(args[i].val, args[i].typ, p.Type())
		}
	}
}

// within is the result of a library function that is argument i, or points into the same object. The call converts the pointer, as it has parameters and a result
// of type void * or char *; where the result is not used, that does not matter.
func (a *analysis) within(args []argument, i int, n *cc.PostfixExpression) *node {
	if i >= len(args) {
		return nil
	}
	x := a.into(args[i].val, n)
	if x == nil || a.unused[n] {
		return x
	}
	return a.convert(x, args[i].typ, n.Type())
}

// computed is the result, of integer type t, of a function that computes it from its arguments: those that are integers may carry pointers.
func (a *analysis) computed(args []argument, t cc.Type) *node {
	var v *node
	for _, x := range args {
		if x.val != nil && x.typ != nil && cc.IsIntegerType(x.typ) {
			v = a.join2(v, a.convert(x.val, x.typ, t))
		}
	}
	a.intArithmetic(v)
	return v
}

// overflow is __builtin_add_overflow and its variants, which store the result behind the third argument.
func (a *analysis) overflow(args []argument) {
	t := pointee(args[2].typ)
	if t == nil || args[2].val == nil || !cc.IsIntegerType(t) {
		return
	}
	a.view(args[2].val, t)
	v := a.computed(args[:2], t)
	a.store(args[2].val, t, v, t)
}

// into is the result of a library function that points into x.
func (a *analysis) into(x *node, n *cc.PostfixExpression) *node {
	if t := n.Type(); t == nil || isKind(t, cc.Void) {
		return nil
	}
	return x
}

// unknown returns the result of an unmodelled function: each such function has one class for the targets of its results.
func (a *analysis) unknown(f *function, n *cc.PostfixExpression) *node {
	t := n.Type()
	if t == nil || isKind(t, cc.Void) {
		return nil
	}
	v := a.value(f.ret, t)
	if pointee(t) != nil {
		v.find().external = true
		a.view(v, pointee(t))
	} else if !isRecord(t) {
		return nil
	} else {
		a.view(f.ret, t)
	}
	return v
}

// bytewise records that single bytes of the class are accessed.
func (a *analysis) bytewise(n *node) {
	if n == nil {
		return
	}
	if n = n.find(); !n.fromInt || !n.intArith {
		n.fromInt, n.intArith, a.changed = true, true, true
	}
}

// blockCopy is memcpy. Between pointers to the same type the cells are copied
// one by one; otherwise the classes become one, so that the layouts of both
// are compared.
func (a *analysis) blockCopy(args []argument, dst, src int) {
	if len(args) < 2 || args[dst].val == nil || args[src].val == nil {
		return
	}
	d, s := args[dst], args[src]
	p, q := pointee(d.typ), pointee(s.typ)
	a.copied(d.val, s.val)
	if p != nil && q != nil && !isKind(p, cc.Void) && a.key(p) == a.key(q) && !a.differ(p, q) {
		a.memcopy = append(a.memcopy, [2]*node{d.val, s.val})
		return
	}
	a.pun(d.val, p)
	a.pun(s.val, q)
	a.unify(d.val, s.val)
	d.val.find().copied = true
}

// joinCells lets the cells of a class exchange their values.
func (a *analysis) joinCells(n *node) {
	if n != nil {
		a.join(n.find().cont.find())
	}
}

// callback is a call of the function behind an argument.
func (a *analysis) callback(f argument, args ...argument) *indirectCall {
	ft := tree.FuncType(f.typ)
	if f.val == nil || ft == nil {
		return nil
	}
	c := &indirectCall{typ: ft, result: a.newNode(), done: map[*function]bool{}}
	a.view(c.result, ft.Result())
	for i, x := range args {
		if ps := ft.Parameters(); i < len(ps) && x.typ != nil {
			x = argument{a.convert(x.val, x.typ, ps[i].Type()), ps[i].Type()}
		}
		c.args = append(c.args, x)
	}
	r := f.val.find()
	r.calls = append(r.calls, c)
	return c
}
