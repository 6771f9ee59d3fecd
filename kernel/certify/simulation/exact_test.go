package simulation

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestExact: a model of conditions over bit-vectors extends to one of their translation to integers.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		p := &pair{f: f, vars: map[*logic.Term]*program.Var{}}
		var syms []*logic.Term
		vals := map[*logic.Term]*logic.Term{}
		for i, signed := range []bool{true, false} {
			v := &program.Var{Name: string(rune('a' + i)), Sym: f.Var(string(rune('a'+i)), logic.BVSort(4)), Signed: signed}
			p.vars[v.Sym], syms = v, append(syms, v.Sym)
			vals[v.Sym] = f.BVInt(int64(rapid.IntRange(0, 15).Draw(t, v.Name)), 4)
		}
		bv := []logic.Op{logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVAnd}
		var bits func(depth int) *logic.Term
		bits = func(depth int) *logic.Term {
			if depth == 0 {
				return rapid.SampledFrom(append(syms, f.BV(3, 4), f.BV(9, 4))).Draw(t, "leaf")
			}
			a, b := bits(depth-1), bits(depth-1)
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				return f.Ite(f.SLe(a, b), a, f.BVNeg(b))
			case 1:
				return f.SignExt(2, f.Extract(1, 0, a))
			case 2:
				return f.Extract(3, 0, f.BVOp(logic.OpBVMul, f.ZeroExt(4, a), f.SignExt(4, b)))
			}
			return f.BVOp(rapid.SampledFrom(bv).Draw(t, "op"), a, b)
		}
		var conds []*logic.Term
		for range 3 {
			a, b := bits(2), bits(2)
			c := rapid.SampledFrom([]*logic.Term{f.ULe(a, b), f.SLt(a, b), f.Eq(a, b), f.SignedOK(logic.OpSAddOK, a, b), f.SignedOK(logic.OpSSubOK, a, b), f.SignedOK(logic.OpSMulOK, a, b)}).Draw(t, "condition")
			if v, err := f.Eval(c, func(v *logic.Term) *logic.Term { return vals[v] }); err != nil || v.IsFalse() {
				c = f.Not(c)
			}
			conds = append(conds, c)
		}
		x := &exacter{p: p, nums: map[reading]*logic.Term{}, bools: map[*logic.Term]*logic.Term{}, sure: map[*logic.Term]bool{}}
		for _, c := range conds {
			x.sure[c] = true
		}
		all := x.formula(f.And(conds...))
		for _, v := range syms { // the state that there is
			all = f.And(all, f.Eq(x.number(v, false), f.IntBig(vals[v].BVBig())))
		}
		s, err := z3.Open(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Assert(f.And(append(x.facts, all)...)); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Check(context.Background()); err != nil || r == smt.Unsat {
			t.Errorf("%s where a is %s and b is %s: %s, %v", f.And(conds...), vals[syms[0]], vals[syms[1]], r, err)
		}
	})
}
