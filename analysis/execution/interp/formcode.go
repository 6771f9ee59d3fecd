package interp

import (
	"cupel/core/logic"
)

// formNode computes the form of a term from those of its arguments, which stand before it in the code.
type formNode struct {
	op       logic.Op
	w, width int // of the first argument, and of the result
	lo       int
	slot     int    // of OpVar
	k        uint64 // of OpConst
	args     []int
	vars     []int // of a term that has no form: the slots that it reads; op is OpApp
}

// formCode is the code of a term.
type formCode []formNode

// formsOf compiles a term.
func (m *Machine) formsOf(t *logic.Term) formCode {
	var code formCode
	number := map[*logic.Term]int{}
	var visit func(t *logic.Term) int
	visit = func(t *logic.Term) int {
		if i, ok := number[t]; ok {
			return i
		}
		n := m.formNode(t, visit)
		code = append(code, n)
		number[t] = len(code) - 1
		return len(code) - 1
	}
	visit(t)
	return code
}

func (m *Machine) formNode(t *logic.Term, visit func(*logic.Term) int) formNode {
	without := formNode{op: logic.OpApp}
	for _, v := range logic.FreeVars(t) {
		if i, ok := m.idx[v]; ok {
			without.vars = append(without.vars, i)
		}
	}
	if !hasForm(t.Sort()) {
		return without
	}
	n := formNode{op: t.Op(), width: widthOf(t.Sort())}
	switch t.Op() {
	case logic.OpConst:
		k, ok := wordOf(t)
		if !ok {
			return without
		}
		n.k = k
		return n
	case logic.OpVar:
		i, ok := m.idx[t]
		if !ok {
			return without
		}
		n.slot = i
		return n
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpEq,
		logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVNeg, logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW,
		logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVNot,
		logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr, logic.OpConcat, logic.OpExtract, logic.OpZeroExt, logic.OpSignExt,
		logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt, logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
	default:
		return without
	}
	for _, a := range t.Args() {
		if !hasForm(a.Sort()) {
			return without
		}
	}
	if t.Op() == logic.OpConcat && t.NumArgs() != 2 {
		return without
	}
	n.w = widthOf(t.Arg(0).Sort())
	if t.Op() == logic.OpConcat {
		n.lo = widthOf(t.Arg(1).Sort())
	}
	if t.Op() == logic.OpExtract {
		n.lo = t.Lo()
	}
	for _, a := range t.Args() {
		n.args = append(n.args, visit(a))
	}
	return n
}

// hasForm reports whether values of a sort can have forms.
func hasForm(s *logic.Sort) bool { return s.IsBool() || s.IsBV() && s.Width() <= 64 }

func widthOf(s *logic.Sort) int {
	if s.IsBool() {
		return 1
	}
	return s.Width()
}

// evaluate computes the form of the term from those of variables; spare is memory to use.
func (c formCode) evaluate(l *leaper) form {
	if cap(l.spare) < len(c) {
		l.spare = make([]form, 2*len(c))
	}
	v := l.spare[:len(c)]
	for i := range c {
		v[i] = c[i].form(l, v)
	}
	l.cost += len(c)
	return v[len(c)-1]
}

func (n *formNode) form(l *leaper, v []form) form {
	switch n.op {
	case logic.OpApp:
		for _, i := range n.vars {
			if l.value(i).kind == stale {
				return form{kind: stale, turns: always}
			}
		}
		return form{kind: opaque, turns: always}
	case logic.OpConst:
		return constant(n.k)
	case logic.OpVar:
		x := l.value(n.slot)
		if x.kind == exact && x.b|x.c != 0 && l.m.slots[n.slot].v.Sort().IsBool() {
			x = form{a: x.a, turns: 1} // Bools are constant for some turns
		}
		return x
	case logic.OpAnd, logic.OpOr:
		xs := l.several[:0]
		for _, i := range n.args {
			xs = append(xs, v[i])
		}
		l.several = xs
		return connected(n.op, xs)
	case logic.OpIte:
		cond, x := v[n.args[0]], v[n.args[1]]
		if cond.kind != exact {
			return worst(cond, x, v[n.args[2]])
		}
		if cond.a == 0 {
			x = v[n.args[2]]
		}
		x.turns = min(x.turns, cond.turns)
		return x
	}
	x, y := v[n.args[0]], form{turns: always}
	if len(n.args) > 1 {
		y = v[n.args[1]]
	}
	if x.kind != exact || y.kind != exact {
		return worst(x, y)
	}
	z := n.exact(x, y)
	if z.kind == exact {
		z = z.modulo(maskOf(n.width))
	}
	return z
}

// exact computes the form from forms that are exact.
func (n *formNode) exact(x, y form) form {
	switch n.op {
	case logic.OpNot:
		return x.not()
	case logic.OpEq:
		return equals(x, y, n.w)
	case logic.OpULt:
		return less(x, y, n.w, false)
	case logic.OpSLt:
		return less(x, y, n.w, true)
	case logic.OpULe:
		return less(y, x, n.w, false).not()
	case logic.OpSLe:
		return less(y, x, n.w, true).not()
	case logic.OpSAddOK:
		return fits(x, y, n.w, false)
	case logic.OpSSubOK:
		return fits(x, y, n.w, true)
	case logic.OpSMulOK:
		return fitsProduct(x, y, n.w)
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return sum(x, y)
	case logic.OpBVSub, logic.OpBVSubNSW:
		return sum(x, y.times(^uint64(0)))
	case logic.OpBVMul, logic.OpBVMulNSW:
		return product(x, y)
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return x.times(^uint64(0))
	case logic.OpBVNot: // -x-1
		return sum(x.times(^uint64(0)), constant(^uint64(0)))
	case logic.OpConcat:
		return sum(x.times(1<<uint(n.lo)), y.extended(n.lo, n.width, false))
	case logic.OpExtract:
		if n.lo == 0 {
			return x
		}
		return x.quotient(1<<uint(n.lo), n.w, false, false)
	case logic.OpZeroExt:
		return x.extended(n.w, n.width, false)
	case logic.OpSignExt:
		return x.extended(n.w, n.width, true)
	}
	turns := min(x.turns, y.turns)
	if x.constant() && y.constant() {
		return form{a: logic.FoldBV64(n.op, x.a, y.a, n.w), turns: turns}
	}
	if n.op == logic.OpBVAnd && x.constant() {
		x, y = y, x
	}
	if !y.constant() {
		return form{kind: opaque, turns: always}
	}
	z := form{kind: opaque}
	k := y.a
	switch n.op {
	case logic.OpBVAnd:
		z = x.masked(k, n.w)
	case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
		if k != 0 {
			z = x.quotient(k, n.w, n.op == logic.OpBVSDiv || n.op == logic.OpBVSRem, n.op == logic.OpBVURem || n.op == logic.OpBVSRem)
		}
	case logic.OpBVShl:
		if k < uint64(n.w) {
			z = x.times(1 << k)
		}
	case logic.OpBVLShr:
		if k < uint64(n.w) {
			z = x.quotient(1<<k, n.w, false, false)
		}
	case logic.OpBVAShr:
		if k < uint64(n.w) {
			z = x.shifted(int(k), n.w)
		}
	}
	z.turns = min(z.turns, turns)
	if z.kind != exact {
		z.turns = always
	}
	return z
}
