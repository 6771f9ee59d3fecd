package mortal

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
)

// ToMachine translates a linear term over the variables of a program over the integers, which derives from p, to one over p's bit-vectors, of a width in which nothing
// overflows. It is false where a variable has no counterpart.
func ToMachine(lowered, p *program.Program, t *logic.Term) (*logic.Term, bool) {
	f := p.Terms
	terms, coeffs, constant := logic.Linear(t)
	if !constant.Rat().IsInt() {
		return nil, false
	}
	type summand struct {
		machine *logic.Term
		signed  bool
		c       *big.Int
	}
	var sum []summand
	bits := constant.Num().BitLen() + 1
	for i, x := range terms {
		m, signed, ok := machine(lowered, p, x)
		if !ok || !coeffs[i].Rat().IsInt() {
			return nil, false
		}
		c := coeffs[i].Num()
		sum = append(sum, summand{m, signed, c})
		bits = max(bits, m.Sort().Width()+1+c.BitLen())
	}
	w := bits + big.NewInt(int64(len(sum)+1)).BitLen() + 1
	if w > maxWidth {
		return nil, false
	}
	out := f.BVBig(constant.Num(), w)
	for _, s := range sum {
		out = f.BVOp(logic.OpBVAdd, out, f.BVOp(logic.OpBVMul, f.BVBig(s.c, w), widened(f, s.machine, w, s.signed)))
	}
	return out, true
}

// widened extends a bit-vector.
func widened(f *logic.Factory, t *logic.Term, w int, signed bool) *logic.Term {
	if signed {
		return f.SignExt(w-t.Sort().Width(), t)
	}
	return f.ZeroExt(w-t.Sort().Width(), t)
}

// machine is the bit-vector that a summand stands for, and how it is read.
func machine(lowered, p *program.Program, t *logic.Term) (m *logic.Term, signed, ok bool) {
	if t.Op() == logic.OpIte {
		c, ok := ToMachineFormula(lowered, p, t.Arg(0))
		if !ok {
			return nil, false, false
		}
		x, okX := ToMachine(lowered, p, t.Arg(1))
		y, okY := ToMachine(lowered, p, t.Arg(2))
		if !okX || !okY {
			return nil, false, false
		}
		w := max(x.Sort().Width(), y.Sort().Width())
		return p.Terms.Ite(c, widened(p.Terms, x, w, true), widened(p.Terms, y, w, true)), true, true
	}
	if t.Op() == logic.OpMod { // Euclidean, as the lowest bits are
		k, ok := powerOfTwo(t.Arg(1))
		x, translates := ToMachine(lowered, p, t.Arg(0))
		if !ok || !translates || k == 0 {
			return nil, false, false
		}
		return p.Terms.Extract(k-1, 0, widened(p.Terms, x, max(k, x.Sort().Width()), true)), false, true
	}
	v := lowered.VarOf(t)
	if v == nil {
		return nil, false, false
	}
	if m = Ancestor(p, v); m == nil || !m.Sort().IsBV() {
		return nil, false, false
	}
	return m, v.Signed, true
}

// ToMachineFormula translates Boolean combinations of comparisons of linear terms, as ToMachine does.
func ToMachineFormula(lowered, p *program.Program, t *logic.Term) (*logic.Term, bool) {
	f := p.Terms
	if t.IsConst() {
		return t, t.Sort().IsBool()
	}
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			x, ok := ToMachineFormula(lowered, p, a)
			if !ok {
				return nil, false
			}
			args[i] = x
		}
		return f.With(t, args), true
	case logic.OpLe, logic.OpLt, logic.OpEq:
		if !t.Arg(0).Sort().IsInt() {
			return nil, false
		}
		d, ok := ToMachine(lowered, p, f.Sub(t.Arg(1), t.Arg(0)))
		if !ok {
			return nil, false
		}
		zero := f.BV(0, d.Sort().Width())
		switch t.Op() {
		case logic.OpLe:
			return f.SLe(zero, d), true
		case logic.OpLt:
			return f.SLt(zero, d), true
		}
		return f.Eq(zero, d), true
	}
	return nil, false
}

// Ancestor is the term over p's variables that a variable of a program derived from p stands for; nil: none.
func Ancestor(p *program.Program, v *program.Var) *logic.Term {
	for o := v; o != nil; o = o.Origin {
		if p.VarOf(o.Sym) == o {
			return o.Sym
		}
		if o.Cell == nil {
			continue
		}
		if t := within(p, o.Cell); t != nil {
			return t
		}
	}
	return nil
}

// within is a term, if its variables are p's; else nil.
func within(p *program.Program, t *logic.Term) *logic.Term {
	for _, x := range logic.FreeVars(t) {
		if p.VarOf(x) == nil {
			return nil
		}
	}
	return t
}
