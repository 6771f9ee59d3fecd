package c

import (
	"strings"

	"cupel/frontend/c/alias"
	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// accessed is the set of shared locations that one evaluation reads and writes, for deciding whether an order of evaluation matters.
type accessed struct {
	read, written       spots
	readsAll, writesAll bool     // anything
	ends, errs          bool     // the program may end, without an error or with one
	quits, stays        bool     // where it matters whether executions end: one may end here, other than by undefined behaviour, or go on for ever
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
	a.quits, a.stays = a.quits || o.quits, a.stays || o.stays
	a.calls = append(a.calls, o.calls...)
}

// disturbs reports whether one evaluation may influence the other: it writes a location that the other reads or writes, or ends the program before the
// other's error, or before it goes on for ever.
func (a *accessed) disturbs(o *accessed) bool {
	touches := func(o *accessed) bool { return o.readsAll || o.writesAll || len(o.read)+len(o.written) > 0 }
	if a.ends && o.errs || a.quits && o.stays || a.writesAll && touches(o) || len(a.written) > 0 && (o.readsAll || o.writesAll) {
		return true
	}
	return a.written.overlap(o.read) || a.written.overlap(o.written)
}

func (a *accessed) conflicts(o *accessed) bool { return a.disturbs(o) || o.disturbs(a) }

// events returns the accesses and calls of the evaluation of e, each of which is not interleaved with others.
func (b *builder) events(e cc.ExpressionNode) []*accessed {
	es := b.ownEvents(e)
	for _, a := range es {
		b.enter(a)
	}
	return es
}

// enter adds the accesses of the called functions, transitively.
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
			for _, x := range b.ownEvents(b.defs[name].def) { // with the sizes of its parameters
				o.add(x)
			}
			o.readsAll, o.writesAll = o.readsAll || b.mayCleanUp, o.writesAll || b.mayCleanUp
			b.bodies[name] = o
		}
		a.add(o)
	}
	for name := range seen {
		if b.callsItself(name) { // it may not return
			a.ends, a.stays = true, b.o.ErrorsEnd
		}
	}
}

// callsItself reports whether a function whose body was entered may call itself.
func (b *builder) callsItself(name string) bool {
	seen := map[string]bool{}
	for todo := b.bodies[name].calls; len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		if next == name {
			return true
		}
		if !seen[next] {
			seen[next] = true
			todo = append(todo[:len(todo):len(todo)], b.bodies[next].calls...)
		}
	}
	return false
}

// ownEvents returns the events of n without the accesses of called functions.
func (b *builder) ownEvents(n cc.Node) []*accessed {
	var all []*accessed
	inside := map[cc.Node]bool{} // of an event already added
	dead := map[cc.Node]bool{}   // behind an error
	event := func() *accessed {
		a := newAccessed()
		all = append(all, a)
		return a
	}
	change := func(e cc.ExpressionNode) {
		a := event()
		a.errs = b.o.FailingChecks
		b.designates(a.written, e, inside)
		a.read.add(a.written)
	}
	tree.Visit(n, func(n cc.Node) bool {
		if inside[n] || dead[n] {
			return !dead[n]
		}
		switch n := n.(type) {
		case *cc.TypeName:
			return !b.fixedPure(n.Type())
		case *cc.BlockItemList:
			if next := n.BlockItemList; next != nil && b.failing(n.BlockItem) && !hasLabel(next) {
				dead[next] = true
			}
		case *cc.IterationStatement:
			a := event()
			a.ends, a.stays = endless(n), b.o.ErrorsEnd
		case *cc.JumpStatement:
			if b.o.ErrorsEnd && (n.Case == cc.JumpStatementGoto || n.Case == cc.JumpStatementGotoExpr) {
				event().stays = true // it may jump back
			}
		case *cc.AdditiveExpression, *cc.MultiplicativeExpression, *cc.ShiftExpression:
			if b.o.FailingChecks && isOperation(n) {
				event().errs = true
			}
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionIdent && n.Type() != nil && !isArray(n) {
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
				if isArray(n) {
					b.designates(spots{}, n, inside) // its address alone is used
				} else {
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
				if !isArray(n) {
					b.designates(event().read, n, inside)
				}
			case cc.UnaryExpressionMinus:
				event().errs = b.o.FailingChecks
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
		if len(a.read)+len(a.written)+len(a.calls) > 0 || a.readsAll || a.writesAll || a.ends || a.errs || a.quits || a.stays {
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
		switch n := e.(type) {
		case *cc.PrimaryExpression:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && n.Case == cc.PrimaryExpressionIdent {
				inside[e] = true
				b.touch(d, member, in)
				return
			}
		case *cc.PostfixExpression:
			t := n.PostfixExpression
			switch n.Case {
			case cc.PostfixExpressionSelect:
				inside[e] = true
				member = b.memberOf(t.Type(), n)
				e = t
				continue
			case cc.PostfixExpressionIndex:
				inside[e] = true
				if cc.IsIntegerType(t.Type()) {
					t = n.ExpressionList
				}
				if isArray(t) {
					e = t
					continue
				}
				in.note(b.alias.ClassOfPointee(t), member)
				return
			case cc.PostfixExpressionPSelect:
				inside[e] = true
				if p, ok := t.Type().Decay().(*cc.PointerType); ok {
					member = b.memberOf(p.Elem(), n)
				}
				in.note(b.alias.ClassOfPointee(t), member)
				return
			}
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionDeref {
				inside[e] = true
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
	case !b.alias.Escapes(d):
		return
	}
	in.note(b.alias.ClassOfObject(d), member) // also of *a and (&a)->b, where the address goes nowhere
}

var (
	// endings are functions that may not return.
	endings = set("exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "siglongjmp", "_longjmp", "pthread_exit", "thrd_exit", "__builtin_unreachable", "__builtin_trap", "__builtin_longjmp",
		"__VERIFIER_assume", "assume_abort_if_not", "__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail")
	// failures are functions that end an execution that fails.
	failures = set("reach_error", "__VERIFIER_error", "__VERIFIER_assert")
	// raising are functions that may run a handler at once.
	raising = set("raise", "gsignal", "kill", "pthread_kill")
	// registering are functions by which others are called at exit or for signals.
	registering = set("atexit", "at_quick_exit", "on_exit", "signal", "sigaction", "bsd_signal", "sysv_signal", "sigset")
	// blockwise are functions that access only memory that their arguments directly point to.
	blockwise = set("memcpy", "memmove", "memset", "mempcpy", "bzero", "free", "realloc", "reallocarray", "strcpy", "stpcpy", "strncpy", "strcat", "strncat")
	// onlyRead only read the memory their arguments point to.
	onlyRead = set("strlen", "strnlen", "strcmp", "strncmp", "memcmp", "bcmp", "strchr", "strrchr", "memchr")
)

// called adds the accesses of a call.
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
	a.quits = b.o.ErrorsEnd && b.defs[target] == nil && (failures[name] || endings[name] || endings[base] || raising[name] || assumptions[name] || assertions[name] || b.proc.noreturn[name])
	if b.isError[name] || b.isError[target] {
		a.errs = true // code after it does not matter
		return
	}
	a.errs = a.errs || assertions[name] || name == "__VERIFIER_assert"
	a.ends = a.ends || endings[name] || endings[base] || assumptions[name]
	if (endings[name] || endings[base] || raising[name]) && b.handling() {
		a.readsAll, a.writesAll, a.ends, a.errs = true, true, true, true
	}
	switch {
	case b.defs[target] != nil:
		a.calls = append(a.calls, target)
		return
	case b.defs[b.lib.Calls[n]] != nil:
		a.calls = append(a.calls, b.lib.Calls[n])
		return
	}
	if !b.pure(n) && !strings.HasPrefix(name, "__VERIFIER_") {
		for _, v := range []*fileVar{b.fileVars[library.Prefix+"errno"], b.ownErrno()} { // see anyErrno
			if v != nil {
				a.written.note(v.d.Name(), part{})
				a.written.note(b.alias.ClassOfObject(v.d), part{})
			}
		}
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

// handling reports whether the program has functions that are called at exit or for signals.
func (b *builder) handling() bool {
	if !b.handlersSought {
		b.handlersSought, b.handlersFound = true, len(b.proc.end) > 0
		for tu := b.ast.TranslationUnit; tu != nil && !b.handlersFound; tu = tu.TranslationUnit {
			tree.Visit(tu.ExternalDeclaration, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
					b.handlersFound = b.handlersFound || registering[p.Token.SrcStr()]
				}
				return !b.handlersFound
			})
		}
	}
	return b.handlersFound
}

// failing reports whether a statement calls an error function.
func (b *builder) failing(n *cc.BlockItem) bool {
	if n == nil || n.Case != cc.BlockItemStmt || n.Statement.Case != cc.StatementExpr {
		return false
	}
	c, ok := tree.Strip(n.Statement.ExpressionStatement.ExpressionList).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return false
	}
	name, ok := tree.CalleeName(c.PostfixExpression)
	return ok && b.isError[name]
}

// endless reports whether the loop may diverge, judged by its text: its condition is constant, or none of its variables is assigned by name. Counting loops are
// assumed to terminate.
func endless(n *cc.IterationStatement) bool {
	mentioned := map[string]bool{}
	tree.Visit(loopCondition(n), func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			mentioned[p.Token.SrcStr()] = true
		}
		return true
	})
	changes := false
	changed := func(e cc.Node) {
		tree.Visit(e, func(n cc.Node) bool {
			if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
				changes = changes || mentioned[p.Token.SrcStr()]
			}
			return !changes
		})
	}
	tree.Visit(n, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				changed(n.UnaryExpression)
			}
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec || n.Case == cc.PostfixExpressionCall {
				changed(n)
			}
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionInc || n.Case == cc.UnaryExpressionDec {
				changed(n.UnaryExpression)
			}
		}
		return !changes
	})
	return !changes
}

// isOperation reports whether a node is an operation rather than a production that only passes on.
func isOperation(n cc.Node) bool {
	switch n := n.(type) {
	case *cc.AdditiveExpression:
		return n.Case != cc.AdditiveExpressionMul
	case *cc.MultiplicativeExpression:
		return n.Case != cc.MultiplicativeExpressionCast
	case *cc.ShiftExpression:
		return n.Case != cc.ShiftExpressionAdd
	}
	return false
}
