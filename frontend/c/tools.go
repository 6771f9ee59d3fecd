package c

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Functions that communicate with other verifiers and test generators: CBMC, ESBMC, KLEE, Frama-C. A program that defines one of them itself calls its own.
var (
	assumptions = set("__CPROVER_assume", "__ESBMC_assume", "klee_assume")
	assertions  = set("__CPROVER_assert", "__ESBMC_assert")
	// ignored have no effect on the program's behaviour.
	ignored = set("klee_prefer_cex", "klee_posix_prefer_cex", "klee_print_expr", "klee_print_range", "klee_warning", "klee_warning_once", "klee_stack_trace", "klee_set_forking",
		"klee_mark_global", "klee_alias_function", "klee_open_merge", "klee_close_merge", "__CPROVER_input", "__CPROVER_output", "__CPROVER_cover")
	// intervals return a number of their result's type between their first two arguments.
	intervals = set("klee_range", "Frama_C_interval", "Frama_C_unsigned_int_interval", "Frama_C_long_interval", "Frama_C_unsigned_long_interval",
		"Frama_C_long_long_interval", "Frama_C_unsigned_long_long_interval", "Frama_C_char_interval", "Frama_C_unsigned_char_interval",
		"Frama_C_short_interval", "Frama_C_unsigned_short_interval", "Frama_C_float_interval", "Frama_C_double_interval")
	// symbolic havoc an object.
	symbolic = map[string]int{"klee_make_symbolic": 1, "Frama_C_make_unknown": 1, "__VERIFIER_nondet_memory": 1, "__CPROVER_havoc_object": -1} // the argument with the size; -1: none
)

// toolCall lowers a call of one of them.
func (b *builder) toolCall(name string, n *cc.PostfixExpression, ft *cc.FunctionType, into *callResult, pos program.Pos) (val, bool) {
	void := val{t: b.tt.kind(cc.Void)}
	es := tree.Args(n)
	bad := func() (val, bool) {
		return b.unsupported(fmt.Sprintf("call of %s in this form", name), n, b.typeOf(n)), true
	}
	at, fills := symbolic[name]
	switch {
	case strings.HasPrefix(name, "nondet_"), name == "klee_int":
		b.args(n, ft)
		return b.nondet(name, n, into, pos), true
	case assumptions[name]:
		if len(es) != 1 {
			return bad()
		}
		b.assumed(es[0])
		return void, true
	case assertions[name]:
		if len(es) < 1 || slices.ContainsFunc(es[1:], func(e cc.ExpressionNode) bool { return !b.pure(e) }) {
			return bad()
		}
		b.asserted(name, es[0])
		return void, true
	case ignored[name]:
		b.args(n, ft)
		return void, true
	case intervals[name]:
		if len(es) < 2 {
			return bad()
		}
		return b.between(name, b.args(n, ft), n, into, pos), true
	case name == "Frama_C_nondet":
		if len(es) != 2 {
			return bad()
		}
		a := b.args(n, ft)
		v := b.nondet(name, n, into, pos)
		if a[0].x == nil || a[1].x == nil || v.x == nil || !v.t.isScalar() || v.t.kind == tPtr {
			return bad()
		}
		b.demand(b.f.Or(b.f.Eq(v.x, b.convert(a[0], v.t, n)), b.f.Eq(v.x, b.convert(a[1], v.t, n))))
		return v, true
	case name == "klee_silent_exit": // no test is generated for the path
		b.args(n, ft)
		b.flush()
		b.stop(b.mod.Halt)
		return void, true
	case name == "klee_abort":
		b.args(n, ft)
		b.exit(-sigabrt, nil)
		return void, true
	case name == "klee_report_error":
		b.args(n, ft)
		if b.asserts(name) {
			b.flush()
			b.fail()
			return void, true
		}
		b.flush()
		b.stop(b.mod.Halt)
		return void, true
	case fills:
		if len(es) == 0 || at >= len(es) {
			return bad()
		}
		b.makeSymbolic(name, es, at, n)
		return void, true
	case strings.HasPrefix(name, "klee_get_value"), name == "klee_is_symbolic", name == "klee_check_memory_access", name == "klee_define_fixed_object",
		name == "klee_get_obj_size", name == "klee_get_errno", strings.HasPrefix(name, "__CPROVER_"), strings.HasPrefix(name, "__ESBMC_"):
		// An unsupported function of a tool must not be treated as one without effects.
		return b.unsupported("function "+name+" of another tool", n, b.typeOf(n)), true
	}
	return val{}, false
}

// assumed ends executions for which a condition does not hold.
func (b *builder) assumed(e cc.ExpressionNode) {
	b.mod.Assumed = append(b.mod.Assumed, b.pos)
	yes := b.newLoc()
	b.branchOn(e, branchTo{loc: yes}, branchTo{loc: b.mod.Halt})
	b.cur = yes
}

// demand is assumed for a condition that is a term.
func (b *builder) demand(c *logic.Term) {
	b.mod.Assumed = append(b.mod.Assumed, b.pos)
	yes := b.newLoc()
	b.split(c, branchTo{loc: yes}, branchTo{loc: b.mod.Halt})
	b.cur = yes
}

// asserts reports whether a failing assertion of another tool is an error: a property that names an error function covers only that function, as for a
// failing assert.
func (b *builder) asserts(name string) bool {
	return b.isError["__assert_fail"] || b.isError[name] || b.o.ErrorFunctions == nil
}

// asserted lowers an assertion of another tool. If its failure is no error, the program continues, as with these tools.
func (b *builder) asserted(name string, e cc.ExpressionNode) {
	yes, no := b.newLoc(), b.newLoc()
	b.branchOn(e, branchTo{loc: yes}, branchTo{loc: no})
	if b.cur = no; b.asserts(name) {
		b.fail()
	} else {
		b.goTo(yes)
	}
	b.cur = yes
}

// between is an input in the range of two arguments; the upper one is excluded for klee_range.
func (b *builder) between(name string, a []val, n *cc.PostfixExpression, into *callResult, pos program.Pos) val {
	v := b.nondet(name, n, into, pos)
	if a[0].x == nil || a[1].x == nil || v.x == nil || !v.t.isScalar() || v.t.kind == tPtr {
		return b.unsupported("call of "+name+" in this form", n, v.t)
	}
	lo, hi := b.convert(a[0], v.t, n), b.convert(a[1], v.t, n)
	le := func(x, y *logic.Term) *logic.Term {
		switch {
		case v.t.kind == tFloat:
			return b.f.FP(logic.OpFPLe, logic.RNE, x, y)
		case v.t.signed:
			return b.f.SLe(x, y)
		}
		return b.f.ULe(x, y)
	}
	upper, some := le(v.x, hi), le(lo, hi)
	if name == "klee_range" {
		upper, some = b.f.Not(le(hi, v.x)), b.f.Not(le(hi, lo))
	}
	if !some.IsTrue() {
		yes, empty := b.newLoc(), b.newLoc()
		b.split(some, branchTo{loc: yes}, branchTo{loc: empty})
		b.cur = empty
		b.cut("an empty interval of "+name, pos)
		b.cur = yes
	}
	b.demand(b.f.And(le(lo, v.x), upper))
	return v
}

// makeSymbolic assigns every scalar of an object an input of its own.
func (b *builder) makeSymbolic(name string, es []cc.ExpressionNode, at int, n *cc.PostfixExpression) {
	e := es[0]
	for {
		e = tree.Strip(e)
		c, ok := e.(*cc.CastExpression)
		if !ok || c.Case != cc.CastExpressionCast {
			break
		}
		e = c.CastExpression
	}
	p, ok := b.arrayPlace(e)
	if !ok {
		p = b.deref(e, n)
	}
	size := p.t.size
	if at >= 0 {
		known := false
		if size, known = intValue(es[at]); !known {
			b.cut(name+" of a size that is no constant", b.posOf(n))
			return
		}
	}
	if whole := p.t; size != whole.size && whole.kind != tArray && whole.size > 0 && size > 0 && size%whole.size == 0 && p.node == nil {
		p.t = &ctype{kind: tArray, elem: whole, n: size / whole.size, size: size, align: whole.align, name: whole.name + " []"}
	}
	if size != p.t.size || size <= 0 || p.t.hasPointer() || p.t.scalars() > maxSymbolic {
		b.cut(fmt.Sprintf("%s of %d bytes of type %s: only whole objects without pointers, of %d numbers at most, are supported", name, size, p.t, maxSymbolic), b.posOf(n))
		return
	}
	root := strings.TrimPrefix(short(cc.NodeSource(e)), "&")
	s := &supply{builder: b, kind: program.Symbolic, root: root, fn: b.fn.Name, at: b.posOf(n)}
	s.each(p, root)
}

// each assigns every number in a place an input.
func (s *supply) each(p place, name string) {
	switch p.t.kind {
	case tInt, tFloat:
		s.value(p, name)
	case tArray:
		for i := range p.t.n {
			s.each(s.index(p, s.f.BVInt(i, s.tt.ptrW)), fmt.Sprintf("%s[%d]", name, i))
		}
	case tRecord:
		if p.t.union {
			s.cut("symbolic union "+name, s.at)
			return
		}
		for _, f := range p.t.fields {
			if f.bits >= 0 && !f.flex && (f.bits > 0 || f.typ.size != 0) {
				s.each(s.field(p, f), member(name, f))
			}
		}
	default:
		s.cut("symbolic object "+name+" of type "+p.t.String(), s.at)
	}
}
