package c

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// atomicOps are the operations of the read-modify-write built-ins.
var atomicOps = map[string]logic.Op{
	"add": logic.OpBVAdd, "sub": logic.OpBVSub, "and": logic.OpBVAnd, "or": logic.OpBVOr, "xor": logic.OpBVXor, "nand": logic.OpBVAnd,
}

// atomicName matches the type-generic atomic built-ins of gcc.
var atomicName = lazyregexp.New(`__(?:sync_(?:fetch_and_(?:add|sub|and|or|xor|nand)|(?:add|sub|and|or|xor|nand)_and_fetch|val_compare_and_swap|lock_test_and_set)|` +
	`atomic_(?:fetch_(?:add|sub|and|or|xor|nand)|(?:add|sub|and|or|xor|nand)_fetch|load_n|exchange_n))\b`)

// atomicMacro gives a call of a type-generic built-in gcc's type; cc takes it for a call of an undeclared function returning int.
func atomicMacro(name string) string {
	return "#define " + name + "(p, ...) ((__typeof__(*(p)))" + name + "((p), ##__VA_ARGS__))"
}

// atomicPrelude declares the atomic built-ins for a source that mentions them.
func atomicPrelude(src []byte) string {
	if !bytes.Contains(src, []byte("__sync_")) && !bytes.Contains(src, []byte("__atomic_")) {
		return ""
	}
	var names []string
	for _, n := range atomicName().FindAll(src, -1) {
		names = append(names, string(n))
	}
	sort.Strings(names)
	text := atomicDecls
	for _, n := range slices.Compact(names) {
		text += atomicMacro(n) + "\n"
	}
	return text
}

// atomicDecls declares those of the other atomic built-ins that do not return int.
const atomicDecls = `void __sync_synchronize();
void __sync_lock_release();
_Bool __sync_bool_compare_and_swap();
_Bool __atomic_compare_exchange_n();
_Bool __atomic_compare_exchange();
_Bool __atomic_test_and_set();
_Bool __atomic_always_lock_free();
_Bool __atomic_is_lock_free();
void __atomic_store_n();
void __atomic_store();
void __atomic_load();
void __atomic_exchange();
void __atomic_clear();
void __atomic_thread_fence();
void __atomic_signal_fence();
`

// atomic lowers the __sync and __atomic built-ins of gcc. One thread runs, so
// they are ordinary reads and writes and the memory order does not matter.
// Integer arithmetic wraps around ("Built-in Functions for Memory Model Aware
// Atomic Operations" in gcc's manual).
func (b *builder) atomic(name string, n *cc.PostfixExpression) (val, bool) {
	es := tree.Args(n)
	void := val{t: b.tt.kind(cc.Void)}
	base, sync := strings.CutPrefix(name, "__sync_")
	if !sync {
		base = strings.TrimPrefix(name, "__atomic_")
	}
	switch base {
	case "synchronize", "thread_fence", "signal_fence":
		for _, e := range es {
			b.effect(e)
		}
		return void, true
	}
	op, old, update := updateOf(base)
	switch {
	case update && len(es) >= 2:
		v, p, ok := b.atomicOperand(es, n)
		if !ok {
			return val{}, false
		}
		o, had := atomicOps[op]
		if !had || p.t.bool || p.t.kind == tFloat {
			return val{}, false
		}
		before := b.snapshot(b.fetch(p), p.t.signed)
		after := b.f.BVOp(o, before, b.convert(v, p.t, n))
		if op == "nand" {
			after = b.f.BVNot(after)
		}
		after = b.snapshot(after, p.t.signed)
		b.store(p, after)
		if old {
			return val{t: p.t, x: before}, true
		}
		return val{t: p.t, x: after}, true
	case (base == "lock_test_and_set" || base == "exchange_n") && len(es) >= 2:
		v, p, ok := b.atomicOperand(es, n)
		if !ok {
			return val{}, false
		}
		before := b.snapshot(b.fetch(p), p.t.signed)
		b.store(p, b.convert(v, p.t, n))
		return val{t: p.t, x: before}, true
	case base == "store_n" && len(es) >= 2:
		v, p, ok := b.atomicOperand(es, n)
		if !ok {
			return val{}, false
		}
		b.store(p, b.convert(v, p.t, n))
		return void, true
	case (base == "lock_release" || base == "load_n") && len(es) >= 1:
		p := b.deref(es[0], n)
		if !p.t.isScalar() {
			return val{}, false
		}
		if base == "load_n" {
			return val{t: p.t, x: b.snapshot(b.fetch(p), p.t.signed)}, true
		}
		b.store(p, b.zeroOf(p.t.sort))
		return void, true
	case (base == "bool_compare_and_swap" || base == "val_compare_and_swap") && len(es) >= 3:
		return b.compareAndSwap(base == "bool_compare_and_swap", es, n)
	case base == "compare_exchange_n" && len(es) == 6:
		return b.compareExchange(es, false, n)
	case base == "compare_exchange" && len(es) == 6:
		return b.compareExchange(es, true, n)
	case (base == "load" || base == "store") && len(es) == 3:
		from, to := es[0], es[1]
		if base == "store" {
			from, to = to, from
		}
		x, p, ok := b.behind(from, to, n)
		if ok {
			b.store(p, x)
		}
		return void, ok
	case base == "exchange" && len(es) == 4 && b.pure(es[2]):
		x, p, ok := b.behind(es[1], es[0], n)
		if !ok {
			return val{}, false
		}
		r := b.pin(b.deref(es[2], n))
		if !r.t.isScalar() || r.t.sort != p.t.sort {
			return val{}, false
		}
		b.store(r, b.snapshot(b.fetch(p), p.t.signed))
		b.store(p, x)
		return void, true
	case (base == "test_and_set" || base == "clear") && len(es) == 2:
		return b.testAndSet(base == "clear", es, n)
	case (base == "always_lock_free" || base == "is_lock_free") && len(es) == 2 && b.pure(es[1]):
		if size, ok := b.constInt(es[0]); ok && (size == 1 || size == 2 || size == 4 || size == 8) {
			return val{t: b.tt.kind(cc.Bool), x: b.f.BV(1, 8)}, true
		}
	}
	return val{}, false
}

// behind is the value behind one pointer and the object behind another one, scalars of the same kind.
func (b *builder) behind(from, to cc.ExpressionNode, n *cc.PostfixExpression) (*logic.Term, place, bool) {
	if !b.pure(from) || !b.pure(to) {
		return nil, place{}, false
	}
	src, dst := b.pin(b.deref(from, n)), b.pin(b.deref(to, n))
	if !src.t.isScalar() || !dst.t.isScalar() || src.t.sort != dst.t.sort || src.t.bool != dst.t.bool {
		return nil, place{}, false
	}
	return b.snapshot(b.fetch(src), src.t.signed), dst, true
}

// testAndSet is __atomic_test_and_set(p, order), or __atomic_clear: of one byte, which is the lowest one of a wider integer.
func (b *builder) testAndSet(clear bool, es []cc.ExpressionNode, n *cc.PostfixExpression) (val, bool) {
	p := b.pin(b.deref(es[0], n))
	if p.t.kind != tInt || p.t.width < 8 || p.bits > 0 {
		return val{}, false
	}
	b.effect(es[1])
	before := b.snapshot(b.fetch(p), p.t.signed)
	x := b.f.BV(0, 8)
	if !clear {
		x = b.f.BV(1, 8)
	}
	if w := p.t.width; w > 8 {
		x = b.f.Concat(b.f.Extract(w-1, 8, before), x)
	}
	b.store(p, x)
	if clear {
		return val{t: b.tt.kind(cc.Void)}, true
	}
	return val{t: b.tt.kind(cc.Bool), x: b.f.Ite(b.f.Eq(b.f.Extract(7, 0, before), b.f.BV(0, 8)), b.f.BV(0, 8), b.f.BV(1, 8))}, true
}

// updateOf splits fetch_and_add, add_and_fetch, fetch_add and add_fetch. old: the call returns the value before the update.
func updateOf(base string) (op string, old, ok bool) {
	if op, ok = strings.CutPrefix(base, "fetch_"); ok {
		return strings.TrimPrefix(op, "and_"), true, true
	}
	if op, ok = strings.CutSuffix(base, "_fetch"); ok {
		return strings.TrimSuffix(op, "_and"), false, true
	}
	return "", false, false
}

// atomicOperand evaluates f(p, v): the value and the object behind p, which
// must be a scalar.
func (b *builder) atomicOperand(es []cc.ExpressionNode, n *cc.PostfixExpression) (val, place, bool) {
	v := b.promoted(b.rvalue(es[1]))
	if v.x != nil && !b.pure(es[0]) {
		v = b.keep(v)
	}
	p := b.pin(b.deref(es[0], n))
	return v, p, v.x != nil && p.t.isScalar()
}

// compareAndSwap is __sync_*_compare_and_swap(p, old, new).
func (b *builder) compareAndSwap(truth bool, es []cc.ExpressionNode, n *cc.PostfixExpression) (val, bool) {
	old := b.keep(b.rvalue(es[1]))
	v, p, ok := b.atomicOperand([]cc.ExpressionNode{es[0], es[2]}, n)
	if !ok || old.x == nil || p.t.kind == tFloat {
		return val{}, false
	}
	before := b.snapshot(b.fetch(p), p.t.signed)
	same := b.f.Eq(before, b.convert(old, p.t, n))
	b.store(p, b.f.Ite(same, b.convert(v, p.t, n), before))
	if truth {
		return val{t: b.tt.kind(cc.Bool), x: b.f.Ite(same, b.f.BV(1, 8), b.f.BV(0, 8))}, true
	}
	return val{t: p.t, x: before}, true
}

// compareExchange is __atomic_compare_exchange_n(p, expected, desired, weak,
// success, failure); behind: desired is behind a pointer. The weak variant does not fail spuriously on x86.
func (b *builder) compareExchange(es []cc.ExpressionNode, behind bool, n *cc.PostfixExpression) (val, bool) {
	for _, e := range es {
		if !b.pure(e) {
			return val{}, false
		}
	}
	var v val
	var p place
	var ok bool
	if behind {
		v.x, p, ok = b.behind(es[2], es[0], n)
		v.t = p.t
	} else {
		v, p, ok = b.atomicOperand([]cc.ExpressionNode{es[0], es[2]}, n)
	}
	exp := b.pin(b.deref(es[1], n))
	if !ok || p.t.kind == tFloat || !exp.t.isScalar() || exp.t.size != p.t.size {
		return val{}, false
	}
	v = b.keep(v)
	before := b.snapshot(b.fetch(p), p.t.signed)
	want := b.snapshot(b.fetch(exp), exp.t.signed)
	same := b.f.Eq(before, want)
	b.store(p, b.f.Ite(same, b.convert(v, p.t, n), before))
	b.store(exp, before)
	return val{t: b.tt.kind(cc.Bool), x: b.f.Ite(same, b.f.BV(1, 8), b.f.BV(0, 8))}, true
}

// unmodelledBuiltin reports whether name is reserved for functions of the
// compiler: each has a meaning of its own, so that one without a model may
// not be taken for an unknown function without side effects.
func unmodelledBuiltin(name string) bool {
	for _, p := range []string{"__sync_", "__atomic_", "__builtin_", "__c11_atomic_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// callBuiltin calls a compiler's function: the model of the atomics, or a cut.
func (b *builder) callBuiltin(name string, n *cc.PostfixExpression, pos program.Pos) val {
	if strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		if v, ok := b.atomic(name, n); ok {
			return v
		}
	}
	b.cut("built-in function "+name, pos)
	return b.anyVal(b.typeOf(n))
}
