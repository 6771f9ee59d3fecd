package simulation

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"cupel/core/logic"
	"cupel/core/program"
)

// evaluate executes an integer operation in the readings of machine states, corner cases among them, and
// compares the results; if that fails, in states that the preceding edges lead to.
func (p *pair) evaluate(ctx context.Context, o *operation) error {
	err := p.evaluateIn(ctx, o)
	if errors.Is(err, ErrWrong) {
		if c := p.chained(o); c != nil {
			return p.evaluateIn(ctx, c)
		}
	}
	return err
}

func (p *pair) evaluateIn(ctx context.Context, o *operation) error {
	rnd := rand.New(rand.NewPCG(1, 2))
	consts := p.constants(o)
	for range maxStates {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !p.holds(o, rnd, consts) {
			return o.wrong()
		}
	}
	return nil
}

// constants returns the numbers in an operation and its conditions.
func (p *pair) constants(o *operation) []*big.Int {
	var out []*big.Int
	ts := []*logic.Term{o.premise}
	if o.op.Expr != nil {
		ts = append(ts, o.op.Expr)
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.IsConst() && len(out) < 64 {
			switch s := t.Sort(); {
			case s.IsBV():
				out = append(out, t.BVBig())
			case s.IsInt():
				out = append(out, t.Rational().Num())
			}
		}
		return true
	}, ts...)
	return out
}

// value draws a value: a corner case of the width, a number near a constant, or any.
func (p *pair) value(rnd *rand.Rand, s *logic.Sort, consts []*big.Int) *logic.Term {
	f := p.f
	switch {
	case s.IsBool():
		return f.BoolConst(rnd.IntN(2) == 0)
	case s.IsInt():
		return f.IntConst(int64(rnd.IntN(2001) - 1000))
	case s.IsBV():
		n := new(big.Int)
		switch k := rnd.IntN(8); {
		case k < 3:
			n.SetInt64(int64(rnd.IntN(9) - 4))
		case k < 5: // near a power of two
			n.Add(n.Lsh(big.NewInt(1), uint(rnd.IntN(s.Width()+1))), big.NewInt(int64(rnd.IntN(3)-1)))
		case k < 7 && len(consts) > 0:
			n.Add(consts[rnd.IntN(len(consts))], big.NewInt(int64(rnd.IntN(3)-1)))
		default:
			n.SetUint64(rnd.Uint64())
		}
		return f.BVBig(n, s.Width())
	case s.IsArray():
		e := p.value(rnd, s.Elem(), consts)
		if e == nil {
			return nil
		}
		a := f.ConstArray(s, e)
		for range 4 {
			if i := p.value(rnd, s.Index(), consts); i != nil {
				a = f.Store(a, i, p.value(rnd, s.Elem(), consts))
			}
		}
		return a
	}
	return nil
}

// holds reports whether an operation is right in a drawn state, or the state does not tell.
func (p *pair) holds(o *operation, rnd *rand.Rand, consts []*big.Int) bool {
	vals := map[*logic.Term]*logic.Term{}
	on := p.f.NewEvaluator(func(sym *logic.Term) *logic.Term {
		v, ok := vals[sym]
		if !ok && sym.IsVar() {
			v = p.value(rnd, sym.Sort(), consts)
			vals[sym] = v
		}
		return v
	})
	if ok, err := on.Bool(o.premise); err != nil || !ok {
		return true
	}
	over := p.f.NewEvaluator(func(sym *logic.Term) *logic.Term {
		v := p.vars[sym]
		if v == nil {
			return nil
		}
		t := o.at[v.Sym]
		if t == nil {
			t = v.Sym
		}
		val, err := on.Eval(t)
		if err != nil {
			return nil
		}
		return p.read(val, sym.Sort(), v.Signed)
	})
	if o.op.Expr == nil {
		return true
	}
	got, err := over.Eval(o.op.Expr)
	if err != nil {
		return errors.Is(err, logic.ErrUnassigned) || errors.Is(err, logic.ErrUnspecified) || errors.Is(err, logic.ErrQuantifier)
	}
	if o.op.Kind != program.OpAssign {
		return got.IsTrue()
	}
	val, err := on.Eval(o.value)
	if err != nil || val.Sort().IsArray() {
		return true
	}
	return got == p.read(val, got.Sort(), p.vars[o.op.Var.Sym].Signed)
}

// read returns the reading of a value; nil if it has none.
func (p *pair) read(val *logic.Term, s *logic.Sort, signed bool) *logic.Term {
	switch {
	case val.Sort() == s:
		return val
	case val.IsConst() && val.Sort().IsBV() && s.IsInt():
		if signed {
			return p.f.IntBig(val.BVSigned())
		}
		return p.f.IntBig(val.BVBig())
	case val.Op() == logic.OpConstArray && s.IsArray():
		if e := p.read(val.Arg(0), s.Elem(), signed); e != nil {
			return p.f.ConstArray(s, e)
		}
	case val.Op() == logic.OpStore && s.IsArray():
		a, i, e := p.read(val.Arg(0), s, signed), p.read(val.Arg(1), s.Index(), p.signed), p.read(val.Arg(2), s.Elem(), signed)
		if a != nil && i != nil && e != nil {
			return p.f.Store(a, i, e)
		}
	}
	return nil
}
