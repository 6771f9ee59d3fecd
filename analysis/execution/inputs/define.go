package inputs

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// defined returns operations that assume a formula over variables. Shared subterms are computed once, into variables of their own: analyses that
// traverse terms as trees would otherwise take exponential time.
func defined(m *program.Module, t *logic.Term, pos program.Pos) []program.Op {
	f := m.Terms
	uses := logic.Uses(t)
	var ops []program.Op
	whole := logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		n := f.With(u, args)
		// A number is not shared: analyses need its definition and its type view.
		s, size := u.Sort(), logic.Size(n)
		if u != t && (s.IsBool() && uses[u] > 1 && size >= minDefined || (s.IsBool() || s.IsBV()) && size >= maxPlain) {
			v := global(m, fmt.Sprintf("#defined.%d", len(ops)+1), s)
			op := program.Assign(v, n)
			op.Pos = pos
			ops = append(ops, op)
			return v.Sym
		}
		return n
	})
	for _, c := range logic.Conjuncts(whole) {
		op := program.Assume(c)
		op.Pos, op.Note = pos, program.Restricts
		ops = append(ops, op)
	}
	return ops
}

// total makes the formula total: it adds the value SMT-LIB gives a division by zero, and replaces NSW operators by wrapping ones. Restrictions have a value
// in every state, while analyses assume that no execution divides by zero or overflows.
func total(f *logic.Factory, t *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term { return defaulted(f, u, args) })
}

// defaulted is an operation on other arguments, defined everywhere.
func defaulted(f *logic.Factory, u *logic.Term, args []*logic.Term) *logic.Term {
	var byZero *logic.Term
	zero := func() *logic.Term { return f.BVInt(0, u.Sort().Width()) }
	switch u.Op() {
	case logic.OpBVAddNSW:
		return f.BVOp(logic.OpBVAdd, args[0], args[1])
	case logic.OpBVSubNSW:
		return f.BVOp(logic.OpBVSub, args[0], args[1])
	case logic.OpBVMulNSW:
		return f.BVOp(logic.OpBVMul, args[0], args[1])
	case logic.OpBVNegNSW:
		return f.BVNeg(args[0])
	case logic.OpBVUDiv:
		byZero = f.BVNot(zero())
	case logic.OpBVSDiv:
		byZero = f.Ite(f.SLt(args[0], zero()), f.BVInt(1, u.Sort().Width()), f.BVNot(zero()))
	case logic.OpBVURem, logic.OpBVSRem:
		byZero = args[0]
	default:
		return f.With(u, args)
	}
	return f.Ite(f.Eq(args[1], zero()), byZero, f.Rebuild(u, args))
}
