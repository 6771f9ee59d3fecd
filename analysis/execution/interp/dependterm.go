package interp

import (
	"math/bits"

	"cupel/core/logic"
)

// term returns the dependence of a term's current value. Bits that no value of
// the sources can change do not depend on them: those that a mask clears, the
// result of a comparison that the other bits decide, the choice not taken. (The
// same rules make Valgrind's memcheck precise: Seward and Nethercote, Using
// Valgrind to detect undefined value errors with bit-precision, 2005.)
func (t *tracker) term(x *logic.Term) dep {
	if x.IsGround() || t.known(x) {
		return dep{}
	}
	if x.Op() == logic.OpVar {
		return t.variable(x)
	}
	if d, ok := t.memo[x]; ok {
		return d
	}
	d := t.node(x)
	if d.bits == 0 {
		d.set = 0
	}
	if d.set == 0 {
		d.bits = 0
	}
	t.memo[x] = d
	return d
}

// known reports whether all variables of a term are determined.
func (t *tracker) known(x *logic.Term) bool {
	is, ok := t.free[x]
	if !ok {
		for _, s := range logic.FreeVars(x) {
			if i, ok := t.m.idx[s]; ok {
				is = append(is, i)
			}
		}
		t.free[x] = is
	}
	for _, i := range is {
		if t.vars[i].set != 0 || t.arrays[i] != nil && !t.arrays[i].clean() {
			return false
		}
	}
	return true
}

func (t *tracker) variable(x *logic.Term) dep {
	i, ok := t.m.idx[x]
	if !ok || t.arrays[i] != nil {
		return t.full(x.Sort(), t.anyOf(x))
	}
	if d := &t.vars[i]; d.set == untouched {
		v := t.m.slots[i].v
		d.set = t.source(Dependence{Var: v, Value: t.m.Value(v)})
	}
	return t.vars[i]
}

// anyOf is the dependence on everything a term mentions, whole arrays included.
func (t *tracker) anyOf(x *logic.Term) dep {
	var d dep
	for _, s := range logic.FreeVars(x) {
		i, ok := t.m.idx[s]
		switch {
		case !ok:
		case t.arrays[i] != nil:
			a := t.arrays[i]
			d = t.join(d, a.def)
			if a.any {
				d = t.join(d, dep{t.source(Dependence{Op: a.fresh, Var: t.m.slots[i].v}), 1})
			}
			for _, c := range a.cells {
				d = t.join(d, c)
			}
		default:
			d = t.join(d, t.variable(s))
		}
	}
	return d
}

func (t *tracker) join(a, b dep) dep {
	d := dep{t.sets.union(a.set, b.set), a.bits | b.bits}
	if len(t.sets.list[d.set]) > maxSet {
		t.many = true
		t.use(d)
		return dep{}
	}
	return d
}

// full makes every bit of a value of sort s depend on d.
func (t *tracker) full(s *logic.Sort, d dep) dep {
	if d.set != 0 {
		d.bits = fullBits(s)
	}
	return d
}

func (t *tracker) node(x *logic.Term) dep {
	args := x.Args()
	s := x.Sort()
	switch x.Op() {
	case logic.OpSelect:
		k := t.term(args[1])
		d := t.cell(args[0], args[1])
		if k.set != 0 {
			d = t.full(s, t.join(d, k))
		}
		return d
	case logic.OpIte:
		c := t.term(args[0])
		d := t.term(args[2])
		if t.value(args[0]) != 0 {
			d = t.term(args[1])
		}
		if c.set != 0 {
			d = t.full(s, t.join(d, c))
		}
		return d
	case logic.OpAnd, logic.OpOr:
		return t.junction(x)
	}
	words := isWord(s) && !s.IsInt()
	var all dep
	for _, a := range args {
		all = t.join(all, t.term(a))
		words = words && isWord(a.Sort()) && !a.Sort().IsInt()
	}
	if all.set == 0 {
		return dep{}
	}
	if !words {
		return t.full(s, all)
	}
	return t.wordBits(x, all)
}

// junction: an argument that decides the value alone is all the value depends on.
func (t *tracker) junction(x *logic.Term) dep {
	stop := b2u(x.Op() == logic.OpOr)
	var d, best dep
	decided := false
	for _, a := range x.Args() {
		e := t.term(a)
		if t.value(a) == stop && (!decided || e.set == 0) {
			decided, best = true, e
		}
		d = t.join(d, e)
	}
	if decided {
		return best
	}
	return d
}

// wordBits returns the bits of a word operation's result that depend on all, the union of its arguments' sources.
func (t *tracker) wordBits(x *logic.Term, all dep) dep {
	args := x.Args()
	mask := fullBits(x.Sort())
	a := t.term(args[0])
	var b dep
	if len(args) == 2 {
		b = t.term(args[1])
	}
	d := dep{all.set, mask}
	binary := len(args) == 2
	switch op := x.Op(); {
	case op == logic.OpNot, op == logic.OpBVNot, op == logic.OpBVXor, op == logic.OpZeroExt, op == logic.OpFPFromBits:
		d.bits = a.bits | b.bits
	case op == logic.OpBVAnd && binary:
		d.bits = (a.bits | b.bits) &^ (^t.value(args[0]) &^ a.bits) &^ (^t.value(args[1]) &^ b.bits)
	case op == logic.OpBVOr && binary:
		d.bits = (a.bits | b.bits) &^ (t.value(args[0]) &^ a.bits) &^ (t.value(args[1]) &^ b.bits)
	case op == logic.OpConcat && binary:
		d.bits = a.bits<<uint(args[1].Sort().Width()) | b.bits
	case op == logic.OpExtract:
		d.bits = a.bits >> uint(x.Lo()) & mask
	case op == logic.OpSignExt:
		w := args[0].Sort().Width()
		d.bits = uint64(sext(a.bits, w)) & mask
	case (op == logic.OpBVShl || op == logic.OpBVLShr || op == logic.OpBVAShr) && b.set == 0:
		k, w := t.value(args[1]), x.Sort().Width()
		switch {
		case op == logic.OpBVShl:
			d.bits = a.bits << k & mask
		case op == logic.OpBVLShr:
			d.bits = a.bits >> k
		default:
			d.bits = uint64(sext(a.bits, w)>>min(k, 63)) & mask
		}
	case lowBitsFirst(op):
		low := bits.TrailingZeros64(all.bits)
		if (op == logic.OpBVMul || op == logic.OpBVMulNSW) && binary {
			switch { // 2^n times a value has n zeros
			case a.set == 0:
				low += bits.TrailingZeros64(t.value(args[0]))
			case b.set == 0:
				low += bits.TrailingZeros64(t.value(args[1]))
			}
		}
		if low >= 64 {
			return dep{}
		}
		d.bits = mask &^ (1<<uint(low) - 1)
	case op == logic.OpEq && args[0].Sort().IsBV():
		if known := ^(a.bits | b.bits); (t.value(args[0])^t.value(args[1]))&known != 0 {
			return dep{}
		}
	}
	return d
}

// lowBitsFirst reports whether each result bit of the operation depends only on argument bits at or below it.
func lowBitsFirst(op logic.Op) bool {
	switch op {
	case logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVNeg, logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW:
		return true
	}
	return false
}

// cell is the dependence of the cell of an array term at the value of k.
func (t *tracker) cell(x, k *logic.Term) dep {
	switch x.Op() {
	case logic.OpVar:
		if i, ok := t.m.idx[x]; ok && t.arrays[i] != nil && isWord(k.Sort()) && !k.Sort().IsInt() {
			return t.read(i, k)
		}
	case logic.OpStore:
		if isWord(k.Sort()) && !k.Sort().IsInt() {
			d := t.term(x.Arg(1))
			if t.value(x.Arg(1)) == t.value(k) {
				return t.join(t.term(x.Arg(2)), t.full(x.Arg(2).Sort(), d))
			}
			return t.join(t.cell(x.Arg(0), k), t.full(x.Arg(2).Sort(), d))
		}
	case logic.OpConstArray:
		return t.term(x.Arg(0))
	case logic.OpIte:
		d := t.full(x.Sort().Elem(), t.term(x.Arg(0)))
		if t.value(x.Arg(0)) != 0 {
			return t.join(t.cell(x.Arg(1), k), d)
		}
		return t.join(t.cell(x.Arg(2), k), d)
	}
	return t.full(x.Sort().Elem(), t.anyOf(x))
}
