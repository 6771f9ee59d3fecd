package logic

import "sort"

func sortByID(ts []*Term) { sort.Slice(ts, func(i, j int) bool { return ts[i].id < ts[j].id }) }

// Not returns the negation of a Boolean term. It is pushed into integer
// inequalities (not a <= b becomes b+1 <= a) and real ones.
func (f *Factory) Not(a *Term) *Term {
	switch {
	case a == f.tTrue:
		return f.tFalse
	case a == f.tFalse:
		return f.tTrue
	}
	switch a.op {
	case OpNot:
		return a.args[0]
	case OpLe:
		if a.args[0].sort == Int {
			return f.Le(f.Add(a.args[1], f.IntConst(1)), a.args[0])
		}
		return f.Lt(a.args[1], a.args[0])
	case OpLt:
		return f.Le(a.args[1], a.args[0])
	case OpULe:
		return f.bvCmp(OpULt, a.args[1], a.args[0])
	case OpULt:
		return f.bvCmp(OpULe, a.args[1], a.args[0])
	case OpSLe:
		return f.bvCmp(OpSLt, a.args[1], a.args[0])
	case OpSLt:
		return f.bvCmp(OpSLe, a.args[1], a.args[0])
	}
	return f.app(OpNot, Bool, a)
}

// And returns the conjunction: flattened, without duplicates, with its
// arguments in the order of their IDs; complementary literals give false.
func (f *Factory) And(as ...*Term) *Term { return f.nary(OpAnd, as, f.tTrue, f.tFalse) }

// Or returns the disjunction, normalised as And.
func (f *Factory) Or(as ...*Term) *Term { return f.nary(OpOr, as, f.tFalse, f.tTrue) }

func (f *Factory) nary(op Op, as []*Term, unit, zero *Term) *Term {
	args := make([]*Term, 0, len(as))
	for _, a := range as {
		switch {
		case a == zero:
			return zero
		case a == unit:
		case a.op == op:
			args = append(args, a.args...)
		default:
			args = append(args, a)
		}
	}
	if len(args) == 0 {
		return unit
	}
	sortByID(args)
	n := 1
	for _, a := range args[1:] {
		if a != args[n-1] {
			args[n] = a
			n++
		}
	}
	args = args[:n]
	if n == 1 {
		return args[0]
	}
	in := func(t *Term) bool {
		i := sort.Search(n, func(i int) bool { return args[i].id >= t.id })
		return i < n && args[i] == t
	}
	for _, a := range args {
		switch {
		case a.op == OpNot:
			if in(a.args[0]) {
				return zero
			}
		case a.op == OpLe && n <= maxNegated || a.op >= OpULe && a.op <= OpSLt:
			if x := f.negated(a); x != nil && in(x) {
				return zero
			}
		}
	}
	if r := f.absorb(op, args, in); r != nil {
		return f.nary(op, r, unit, zero)
	}
	return f.mk(node{op: op, sort: Bool, args: args})
}

// negated returns the negation of a literal when it exists, for the price of a
// lookup where that is possible.
func (f *Factory) negated(a *Term) *Term {
	flip := map[Op]Op{OpULe: OpULt, OpULt: OpULe, OpSLe: OpSLt, OpSLt: OpSLe}
	switch a.op {
	case OpNot:
		return a.args[0]
	case OpLe, OpLt, OpConst:
		return f.Not(a)
	case OpULe, OpULt, OpSLe, OpSLt:
		return f.find(node{op: flip[a.op], sort: Bool, args: []*Term{a.args[1], a.args[0]}})
	}
	return f.find(node{op: OpNot, sort: Bool, args: []*Term{a}})
}

// absorb applies a and (a or b) = a, and a and (not a or b) = a and b, to the
// arguments of a conjunction, and the duals to those of a disjunction. nil when
// nothing changes.
func (f *Factory) absorb(op Op, args []*Term, in func(*Term) bool) []*Term {
	dual := OpOr
	if op == OpOr {
		dual = OpAnd
	}
	budget := maxAbsorb
	for _, a := range args {
		if a.op == dual {
			budget -= len(a.args)
		}
	}
	if budget < 0 || budget == maxAbsorb {
		return nil
	}
	var out []*Term
	changed := false
	for _, a := range args {
		if a.op != dual {
			out = append(out, a)
			continue
		}
		var keep []*Term
		absorbed := false
		for _, l := range a.args {
			if in(l) {
				absorbed = true
				break
			}
			if x := f.negated(l); x == nil || !in(x) {
				keep = append(keep, l)
			}
		}
		switch {
		case absorbed:
			changed = true
		case len(keep) < len(a.args):
			changed = true
			if op == OpAnd {
				out = append(out, f.Or(keep...))
			} else {
				out = append(out, f.And(keep...))
			}
		default:
			out = append(out, a)
		}
	}
	if !changed {
		return nil
	}
	return out
}

// Implies returns (or (not a) b).
func (f *Factory) Implies(a, b *Term) *Term { return f.Or(f.Not(a), b) }

// Xor returns the exclusive or of two Boolean terms.
func (f *Factory) Xor(a, b *Term) *Term { return f.Not(f.Eq(a, b)) }

// Ite returns if c then a else b; a and b have one sort.
func (f *Factory) Ite(c, a, b *Term) *Term {
	if a.sort != b.sort {
		panic("logic: Ite: sorts " + a.sort.String() + " and " + b.sort.String())
	}
	switch {
	case c == f.tTrue || a == b:
		return a
	case c == f.tFalse:
		return b
	case c.op == OpNot:
		return f.Ite(c.args[0], b, a)
	}
	if a.sort == Bool {
		switch {
		case a == f.tTrue:
			return f.Or(c, b)
		case a == f.tFalse:
			return f.And(f.Not(c), b)
		case b == f.tTrue:
			return f.Or(f.Not(c), a)
		case b == f.tFalse:
			return f.And(c, a)
		}
	}
	if a.sort == Bool {
		switch {
		case c == a:
			return f.Or(c, b)
		case c == b:
			return f.And(c, a)
		}
	}
	if a.op == OpIte && a.args[0] == c {
		a = a.args[1]
	}
	if b.op == OpIte && b.args[0] == c {
		b = b.args[2]
	}
	if a == b {
		return a
	}
	if a.sort.IsArray() {
		if t := f.mergeStores(c, a, b); t != nil {
			return t
		}
	}
	return f.app(OpIte, a.sort, c, a, b)
}

// Eq returns the equality of two terms of one sort (on Bool: equivalence).
func (f *Factory) Eq(a, b *Term) *Term {
	if a.sort != b.sort {
		panic("logic: Eq: sorts " + a.sort.String() + " and " + b.sort.String())
	}
	if a == b {
		return f.tTrue
	}
	if a.op == OpConst && b.op == OpConst {
		return f.tFalse // hash-consed values of one sort differ
	}
	if a.id > b.id {
		a, b = b, a
	}
	if a.op == OpConst { // constants go right
		a, b = b, a
	}
	switch {
	case a.sort == Bool:
		return f.iff(a, b)
	case a.sort.IsArith():
		return f.arithEq(a, b)
	}
	if r := f.eqIte(a, b); r != nil {
		return r
	}
	var r *Term
	switch {
	case a.sort.IsBV():
		r = f.bvEq(a, b)
	case a.sort.IsArray():
		r = f.arrayEq(a, b)
	case a.op == OpConstruct && b.op == OpConstruct:
		r = f.constructEq(a, b)
	}
	if r != nil {
		return r
	}
	return f.app(OpEq, Bool, a, b)
}

// eqIte decides equalities between a conditional and a constant, which is what
// C's truth values (condition ? 1 : 0) look like; nil when there is nothing to
// decide.
func (f *Factory) eqIte(a, b *Term) *Term {
	if b.op != OpConst || a.op != OpIte {
		return nil
	}
	n := 0
	for t := a; t.op == OpIte; n++ { // chains of constants are usually short, or never end
		switch {
		case n == maxIteChain:
			return nil
		case t.args[1].op == OpConst:
			t = t.args[2]
		default:
			t = t.args[1]
		}
	}
	x, y := a.args[1], a.args[2]
	if x.op == OpConst || y.op == OpConst {
		return f.Ite(a.args[0], f.Eq(x, b), f.Eq(y, b))
	}
	return nil
}

// liftIte applies fn below a conditional between constants when the other
// operand is a constant; nil otherwise.
func (f *Factory) liftIte(a, b *Term, fn func(a, b *Term) *Term) *Term {
	switch {
	case b.op == OpConst && constIte(a):
		return f.Ite(a.args[0], fn(a.args[1], b), fn(a.args[2], b))
	case a.op == OpConst && constIte(b):
		return f.Ite(b.args[0], fn(a, b.args[1]), fn(a, b.args[2]))
	}
	return nil
}

func (f *Factory) iff(a, b *Term) *Term {
	switch {
	case b == f.tTrue:
		return a
	case b == f.tFalse:
		return f.Not(a)
	case a.op == OpNot && b.op == OpNot:
		return f.Eq(a.args[0], b.args[0])
	case a.op == OpNot && a.args[0] == b, b.op == OpNot && b.args[0] == a:
		return f.tFalse
	case a.op == OpNot:
		return f.Not(f.Eq(a.args[0], b))
	case b.op == OpNot:
		return f.Not(f.Eq(a, b.args[0]))
	}
	if f.Not(a) == b {
		return f.tFalse
	}
	return f.app(OpEq, Bool, a, b)
}

// Ne returns not (a = b).
func (f *Factory) Ne(a, b *Term) *Term { return f.Not(f.Eq(a, b)) }

// Distinct returns the conjunction of all pairwise disequalities.
func (f *Factory) Distinct(as ...*Term) *Term {
	var cs []*Term
	for i, a := range as {
		for _, b := range as[:i] {
			cs = append(cs, f.Ne(a, b))
		}
	}
	return f.And(cs...)
}

// Forall returns the universal quantification of body over the symbols bound.
func (f *Factory) Forall(bound []*Term, body *Term) *Term { return f.quant(OpForall, bound, body) }

// Exists returns the existential quantification of body over the symbols bound.
func (f *Factory) Exists(bound []*Term, body *Term) *Term { return f.quant(OpExists, bound, body) }

func (f *Factory) quant(op Op, bound []*Term, body *Term) *Term {
	if len(bound) == 0 && body.op == OpPatterned {
		body = body.args[0]
	}
	if len(bound) == 0 || body.op == OpConst {
		return body
	}
	return f.mk(node{op: op, sort: Bool, args: append(append([]*Term(nil), bound...), body)})
}
