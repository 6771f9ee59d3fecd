package lower

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/boogie"
)

// term eliminates functions and makes division by zero explicit. Quantifiers are refused, or with weaken
// reported by false.
func (b *builder) term(t *logic.Term, at boogie.Pos, weaken bool) (*logic.Term, bool) {
	ok := true
	logic.Walk(func(u *logic.Term) bool {
		ok = ok && u.Op() != logic.OpForall && u.Op() != logic.OpExists
		return ok
	}, t)
	if !ok {
		if !weaken {
			b.refuse(at, "quantifiers are not supported by the engines")
		}
		b.Weakened = true
		return nil, false
	}
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		switch u.Op() {
		case logic.OpApp:
			sort := u.Sort()
			for i := len(args) - 1; i >= 0; i-- {
				sort = logic.ArraySort(args[i].Sort(), sort)
			}
			r := b.function(u.Name(), sort, at).Sym
			for _, a := range args {
				r = b.f.Select(r, a)
			}
			return r
		case logic.OpDiv, logic.OpMod, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
			return b.division(u, args, at)
		case logic.OpVar:
			// A constant function is a variable without a cell.
			if b.Program.VarOf(u) == nil {
				b.function(u.Name(), u.Sort(), at)
			}
		}
		return b.f.With(u, args)
	}), true
}

// function returns the array that represents a function.
func (b *builder) function(name string, sort *logic.Sort, at boogie.Pos) *program.Var {
	v := b.functions[name]
	if v == nil {
		v = b.variable(at, b.f.Var(name, sort))
		b.functions[name] = v
	}
	return v
}

// division defines division by zero: an unknown function for integers, SMT-LIB's value for bit-vectors.
func (b *builder) division(u *logic.Term, args []*logic.Term, at boogie.Pos) *logic.Term {
	f, x, y := b.f, args[0], args[1]
	r := f.With(u, args)
	zero := f.Zero(y.Sort())
	nonzero := f.Not(f.Eq(y, zero))
	if nonzero.IsTrue() {
		return r
	}
	var by *logic.Term
	switch u.Op() {
	case logic.OpBVUDiv:
		by = f.BVNot(zero)
	case logic.OpBVSDiv:
		by = f.Ite(f.SLt(x, zero), f.BV(1, x.Sort().Width()), f.BVNot(zero))
	case logic.OpBVURem, logic.OpBVSRem:
		by = x
	case logic.OpDiv:
		by = f.Select(b.function("div 0", logic.ArraySort(logic.Int, logic.Int), at).Sym, x)
	default:
		by = f.Select(b.function("mod 0", logic.ArraySort(logic.Int, logic.Int), at).Sym, x)
	}
	return f.Ite(nonzero, r, by)
}
