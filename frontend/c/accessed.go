package c

import (
	"strings"

	"cupel/frontend/c/alias"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// accessed is what one evaluation reads and writes of what functions share.
type accessed struct {
	read, written       spots
	readsAll, writesAll bool     // anything
	ends, errs          bool     // the program may end, without an error or with one
	calls               []string // functions that are defined
}

// spots are parts of objects. Keys are variables of static storage duration (the name of those with linkage, else the declarator) and, for
// what pointers reach, the alias.ClassID.
type spots map[any]map[part]bool

// A part is a member of a record of some type, from a bit to another one; the zero part is all of an object. Objects of one type do not
// overlap in part (C11 6.5 p7), so that different members of two of them never do.
type part struct {
	record    *ctype
	low, high int64
}

func (p part) overlaps(q part) bool {
	return p.record == nil || p.record != q.record || p.low < q.high && q.low < p.high
}

func (s spots) note(of any, p part) {
	if s[of] == nil {
		s[of] = map[part]bool{}
	}
	s[of][p] = true
}

func (s spots) add(o spots) {
	for of, parts := range o {
		for p := range parts {
			s.note(of, p)
		}
	}
}

func (s spots) overlap(o spots) bool {
	for of, parts := range s {
		for p := range parts {
			for q := range o[of] {
				if p.overlaps(q) {
					return true
				}
			}
		}
	}
	return false
}

func newAccessed() *accessed { return &accessed{read: spots{}, written: spots{}} }

func (a *accessed) add(o *accessed) {
	a.read.add(o.read)
	a.written.add(o.written)
	a.readsAll, a.writesAll = a.readsAll || o.readsAll, a.writesAll || o.writesAll
	a.ends, a.errs = a.ends || o.ends, a.errs || o.errs
	a.calls = append(a.calls, o.calls...)
}

// disturbs reports whether one evaluation may change what another one gives: what it writes the other one reads or writes, or it ends
// the program before the other one's error.
func (a *accessed) disturbs(o *accessed) bool {
	touches := func(o *accessed) bool { return o.readsAll || o.writesAll || len(o.read)+len(o.written) > 0 }
	if a.ends && o.errs || a.writesAll && touches(o) || len(a.written) > 0 && (o.readsAll || o.writesAll) {
		return true
	}
	return a.written.overlap(o.read) || a.written.overlap(o.written)
}

func (a *accessed) conflicts(o *accessed) bool { return a.disturbs(o) || o.disturbs(a) }

// events are the accesses and calls that evaluating e consists of. Nothing else is evaluated between the parts of one of them.
func (b *builder) events(e cc.ExpressionNode) []*accessed {
	es := b.ownEvents(e)
	for _, a := range es {
		b.enter(a)
	}
	return es
}

// enter adds what the functions do that are called, and those that they call.
func (b *builder) enter(a *accessed) {
	seen := map[string]bool{}
	for i := 0; i < len(a.calls); i++ {
		name := a.calls[i]
		if seen[name] {
			continue
		}
		seen[name] = true
		if b.bodies == nil {
			b.bodies = map[string]*accessed{}
		}
		o := b.bodies[name]
		if o == nil {
			o = newAccessed()
			for _, x := range b.ownEvents(b.defs[name].def.CompoundStatement) {
				o.add(x)
			}
			b.bodies[name] = o
		}
		a.add(o)
	}
}

// ownEvents are those without what functions do that are called.
func (b *builder) ownEvents(n cc.Node) []*accessed {
	var all []*accessed
	inside := map[cc.Node]bool{} // of an event that was seen
	event := func() *accessed {
		a := newAccessed()
		all = append(all, a)
		return a
	}
	change := func(e cc.ExpressionNode) {
		a := event()
		b.designates(a.written, e, inside)
		a.read.add(a.written)
	}
	tree.Visit(n, func(n cc.Node) bool {
		if inside[n] {
			return true
		}
		switch n := n.(type) {
		case *cc.TypeName:
			return !b.fixedPure(n.Type())
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionIdent && n.Type() != nil && n.Type().Undecay().Kind() != cc.Array {
				b.designates(event().read, n, inside)
			}
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				change(n.UnaryExpression)
			}
		case *cc.PostfixExpression:
			switch n.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				change(n.PostfixExpression)
			case cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex, cc.PostfixExpressionSelect:
				if t := n.Type(); t != nil && t.Undecay().Kind() != cc.Array {
					b.designates(event().read, n, inside)
				}
			case cc.PostfixExpressionCall:
				b.called(event(), n)
			}
		case *cc.UnaryExpression:
			switch n.Case {
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
				change(n.UnaryExpression)
			case cc.UnaryExpressionDeref:
				if t := n.Type(); t != nil && t.Undecay().Kind() != cc.Array {
					b.designates(event().read, n, inside)
				}
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
				return !b.pure(n) // is evaluated if it has varying sizes
			case cc.UnaryExpressionAddrof:
				b.designates(spots{}, n.CastExpression, inside) // is not accessed
			}
		}
		return true
	})
	some := all[:0]
	for _, a := range all {
		if len(a.read)+len(a.written)+len(a.calls) > 0 || a.readsAll || a.writesAll || a.ends || a.errs {
			some = append(some, a)
		}
	}
	return some
}

// designates notes the object that an lvalue designates, or the member of it, and the nodes that the lvalue consists of.
func (b *builder) designates(in spots, e cc.ExpressionNode, inside map[cc.Node]bool) {
	var member part
	for {
		e = tree.Strip(e)
		inside[e] = true
		switch n := e.(type) {
		case *cc.PrimaryExpression:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && n.Case == cc.PrimaryExpressionIdent {
				b.touch(d, member, in)
				return
			}
		case *cc.PostfixExpression:
			t := n.PostfixExpression
			switch n.Case {
			case cc.PostfixExpressionSelect:
				member = b.memberOf(t.Type(), n)
				e = t
				continue
			case cc.PostfixExpressionIndex:
				if cc.IsIntegerType(t.Type()) {
					t = n.ExpressionList
				}
				if t.Type() != nil && t.Type().Undecay().Kind() == cc.Array {
					e = t
					continue
				}
				in.note(b.alias.ClassOfPointee(t), member)
				return
			case cc.PostfixExpressionPSelect:
				if p, ok := t.Type().Decay().(*cc.PointerType); ok {
					member = b.memberOf(p.Elem(), n)
				}
				in.note(b.alias.ClassOfPointee(t), member)
				return
			}
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionDeref {
				in.note(b.alias.ClassOfPointee(n.CastExpression), member)
				return
			}
		}
		return // a value
	}
}

// memberOf is the member of a structure that a . or -> selects; members of unions are all of these.
func (b *builder) memberOf(t cc.Type, n *cc.PostfixExpression) part {
	r := b.tt.of(t.Undecay())
	path := findField(r, n.Token2.SrcStr())
	if len(path) == 0 || r.union || path[0].flex {
		return part{}
	}
	f := path[0]
	p := part{record: r, low: f.off*8 + int64(f.bit), high: (f.off + f.typ.size) * 8}
	if f.bits > 0 {
		p.high = p.low + int64(f.bits)
	}
	return p
}

// touch notes a variable, or a member of it.
func (b *builder) touch(d *cc.Declarator, member part, in spots) {
	switch {
	case d.Type() == nil || d.Type().Kind() == cc.Function || d.IsTypename():
		return
	case d.Linkage() != cc.None:
		in.note(d.Name(), member)
	case d.IsStatic():
		in.note(d, member)
	}
	if b.alias.Escapes(d) {
		in.note(b.alias.ClassOfObject(d), member)
	}
}

var (
	// endings are functions that may not come back.
	endings = set("exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "siglongjmp", "_longjmp", "pthread_exit", "thrd_exit", "__builtin_unreachable", "__builtin_trap", "__builtin_longjmp",
		"__VERIFIER_assume", "assume_abort_if_not", "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail")
	// blockwise are functions that access what their arguments point to, and nothing behind it.
	blockwise = set("memcpy", "memmove", "memset", "mempcpy", "bzero", "free", "realloc", "reallocarray", "strcpy", "stpcpy", "strncpy", "strcat", "strncat")
	// onlyRead only read what their arguments point to.
	onlyRead = set("strlen", "strnlen", "strcmp", "strncmp", "memcmp", "bcmp", "strchr", "strrchr", "memchr")
)

// called notes what a call does.
func (b *builder) called(a *accessed, n *cc.PostfixExpression) {
	name, ok := tree.CalleeName(n.PostfixExpression)
	if !ok {
		for f := range b.defs {
			if b.alias.MayCall(n, f) {
				a.calls = append(a.calls, f)
			}
		}
		a.readsAll, a.writesAll = a.readsAll || len(a.calls) == 0, a.writesAll || len(a.calls) == 0
		return
	}
	target, _ := b.target(name)
	base := strings.TrimPrefix(name, "__builtin_")
	a.errs = a.errs || b.isError[name] || b.isError[target] || assertions[name] || name == "__VERIFIER_assert"
	a.ends = a.ends || endings[name] || endings[base] || assumptions[name]
	switch {
	case b.defs[target] != nil:
		a.calls = append(a.calls, target)
		return
	case b.defs[b.lib.Calls[n]] != nil:
		a.calls = append(a.calls, b.lib.Calls[n])
		return
	}
	for _, e := range tree.Args(n) {
		t := e.Type()
		if t == nil || t.Decay().Kind() != cc.Ptr {
			continue
		}
		c := b.alias.ClassOfPointee(e)
		_, prints := outputs[base]
		switch {
		case b.pure(n) || (onlyRead[base] || blockwise[base]) && c != alias.Nowhere:
			a.read.note(c, part{})
			if blockwise[base] {
				a.written.note(c, part{})
			}
		case prints:
			a.readsAll = true
		default:
			a.readsAll, a.writesAll = true, true
		}
	}
}
