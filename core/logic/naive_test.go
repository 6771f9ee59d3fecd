package logic

import (
	"fmt"
	"math/big"
	"testing"

	"cupel/core/rational"
	"pgregory.net/rapid"
)

// tree is an operation tree as a caller of the builders sees it: nothing in it
// is simplified.
type tree struct {
	op   Op
	sort *Sort
	k, l int
	name string
	val  *Term // OpConst
	args []*tree
}

// build makes the term through the builders.
func (x *tree) build(f *Factory) *Term {
	args := make([]*Term, len(x.args))
	for i, a := range x.args {
		args[i] = a.build(f)
	}
	switch x.op {
	case OpConst:
		return x.val
	case OpVar:
		return f.Var(x.name, x.sort)
	case OpExtract:
		return f.Extract(x.k, x.l, args[0])
	case OpZeroExt:
		return f.ZeroExt(x.k, args[0])
	case OpSignExt:
		return f.SignExt(x.k, args[0])
	case OpFPFromFP, OpFPFromSBV, OpFPFromUBV, OpFPFromBits:
		return f.FPConvert(x.op, x.sort, RoundingMode(x.k), args[0])
	}
	if x.op >= OpFPAdd && x.op <= OpFPIsNeg {
		return f.FP(x.op, RoundingMode(x.k), args...)
	}
	return f.Rebuild(&Term{op: x.op, sort: x.sort, args: args}, args)
}

func (x *tree) String() string {
	switch x.op {
	case OpConst:
		return x.val.SMTLIB()
	case OpVar:
		return x.name
	}
	s := fmt.Sprintf("(%d:%d:%d", x.op, x.k, x.l)
	for _, a := range x.args {
		s += " " + a.String()
	}
	return s + ")"
}

// naive evaluates a tree by the definitions of SMT-LIB, over: bool, uint64 (BV),
// *big.Rat (Int, Real), []any (arrays indexed by bit-vectors), *Term (floats).
// ok is false where the value is unspecified.
func (x *tree) naive(f *Factory, env map[string]any) (v any, ok bool) {
	switch x.op {
	case OpConst:
		return fromTerm(x.val), true
	case OpVar:
		return env[x.name], true
	}
	a := make([]any, len(x.args))
	for i, y := range x.args {
		if a[i], ok = y.naive(f, env); !ok {
			return nil, false
		}
	}
	s := x.args[0].sort
	if x.op >= OpFPAdd && x.op <= OpFPToReal {
		return x.naiveFloat(f, a)
	}
	w := s.p
	u := func(i int) uint64 { return a[i].(uint64) }
	sg := func(i int) int64 {
		n := int64(u(i))
		if n >= 1<<(w-1) {
			n -= 1 << w
		}
		return n
	}
	r := func(i int) *big.Rat { return a[i].(*big.Rat) }
	bv := func(n int64) (any, bool) {
		m := int64(1) << x.sort.p
		return uint64(((n % m) + m) % m), true
	}
	in := func(n int64) (any, bool) { return n >= -(1<<(w-1)) && n < 1<<(w-1), true }
	switch x.op {
	case OpNot:
		return !a[0].(bool), true
	case OpAnd, OpOr:
		for _, y := range a {
			if y.(bool) == (x.op == OpOr) {
				return x.op == OpOr, true
			}
		}
		return x.op == OpAnd, true
	case OpIte:
		if a[0].(bool) {
			return a[1], true
		}
		return a[2], true
	case OpEq:
		return sameValue(a[0], a[1]), true
	case OpAdd:
		z := new(big.Rat)
		for i := range a {
			z.Add(z, r(i))
		}
		return z, true
	case OpMul:
		z := big.NewRat(1, 1)
		for i := range a {
			z.Mul(z, r(i))
		}
		return z, true
	case OpLe:
		return r(0).Cmp(r(1)) <= 0, true
	case OpLt:
		return r(0).Cmp(r(1)) < 0, true
	case OpDiv, OpMod:
		if r(1).Sign() == 0 {
			return nil, false
		}
		q, m := new(big.Int).DivMod(r(0).Num(), r(1).Num(), new(big.Int))
		if x.op == OpMod {
			q = m
		}
		return new(big.Rat).SetInt(q), true
	case OpRDiv:
		if r(1).Sign() == 0 {
			return nil, false
		}
		return new(big.Rat).Quo(r(0), r(1)), true
	case OpToReal:
		return a[0], true
	case OpToInt:
		q, _ := new(big.Int).DivMod(r(0).Num(), r(0).Denom(), new(big.Int))
		return new(big.Rat).SetInt(q), true
	case OpBVAdd, OpBVAddNSW:
		return bv(sg(0) + sg(1))
	case OpBVSub, OpBVSubNSW:
		return bv(sg(0) - sg(1))
	case OpBVMul, OpBVMulNSW:
		return bv(sg(0) * sg(1))
	case OpBVNeg, OpBVNegNSW:
		return bv(-sg(0))
	case OpBVUDiv:
		if u(1) == 0 {
			return bv(-1)
		}
		return bv(int64(u(0) / u(1)))
	case OpBVURem:
		if u(1) == 0 {
			return a[0], true
		}
		return bv(int64(u(0) % u(1)))
	case OpBVSDiv:
		switch {
		case sg(1) == 0 && sg(0) >= 0:
			return bv(-1)
		case sg(1) == 0:
			return bv(1)
		}
		return bv(sg(0) / sg(1))
	case OpBVSRem:
		if sg(1) == 0 {
			return a[0], true
		}
		return bv(sg(0) % sg(1))
	case OpBVAnd:
		return bv(int64(u(0) & u(1)))
	case OpBVOr:
		return bv(int64(u(0) | u(1)))
	case OpBVXor:
		return bv(int64(u(0) ^ u(1)))
	case OpBVNot:
		return bv(^int64(u(0)))
	case OpBVShl:
		n := int64(u(0))
		for i := uint64(0); i < u(1) && i < 64; i++ {
			n = n * 2 % (1 << w)
		}
		return bv(n)
	case OpBVLShr:
		n := int64(u(0))
		for i := uint64(0); i < u(1) && i < 64; i++ {
			n /= 2
		}
		return bv(n)
	case OpBVAShr:
		n := sg(0)
		for i := uint64(0); i < u(1) && i < 64; i++ {
			n >>= 1
		}
		return bv(n)
	case OpConcat:
		return bv(int64(u(0))<<x.args[1].sort.p + int64(u(1)))
	case OpExtract:
		return bv(int64(u(0)) >> x.l)
	case OpZeroExt:
		return bv(int64(u(0)))
	case OpSignExt:
		return bv(sg(0))
	case OpULe:
		return u(0) <= u(1), true
	case OpULt:
		return u(0) < u(1), true
	case OpSLe:
		return sg(0) <= sg(1), true
	case OpSLt:
		return sg(0) < sg(1), true
	case OpSAddOK:
		return in(sg(0) + sg(1))
	case OpSSubOK:
		return in(sg(0) - sg(1))
	case OpSMulOK:
		return in(sg(0) * sg(1))
	case OpBV2Nat:
		return big.NewRat(int64(u(0)), 1), true
	case OpInt2BV:
		m := new(big.Int).Mod(r(0).Num(), big.NewInt(1<<x.sort.p))
		return m.Uint64(), true
	case OpSelect:
		return a[0].([]any)[u1(a[1])], true
	case OpStore:
		z := append([]any(nil), a[0].([]any)...)
		z[u1(a[1])] = a[2]
		return z, true
	case OpConstArray:
		z := make([]any, 1<<x.sort.index.p)
		for i := range z {
			z[i] = a[0]
		}
		return z, true
	}
	panic(fmt.Sprint("no definition of operator ", x.op))
}

func u1(v any) uint64 { return v.(uint64) }

// naiveFloat applies a float operation to values; constant folding is checked
// against Z3 elsewhere.
func (x *tree) naiveFloat(f *Factory, a []any) (any, bool) {
	args := make([]*Term, len(a))
	for i, y := range a {
		args[i] = toTerm(f, y, x.args[i].sort)
	}
	r := f.foldFP(x.op, x.sort, RoundingMode(x.k), 0, args)
	if r == nil {
		return nil, false
	}
	return fromTerm(r), true
}

func sameValue(a, b any) bool {
	switch x := a.(type) {
	case *big.Rat:
		return x.Cmp(b.(*big.Rat)) == 0
	case []any:
		for i := range x {
			if !sameValue(x[i], b.([]any)[i]) {
				return false
			}
		}
		return true
	}
	return a == b
}

// fromTerm returns the naive value of a constant or a ground array term.
func fromTerm(t *Term) any {
	switch {
	case t.sort == Bool:
		return t.IsTrue()
	case t.sort.IsArith():
		return t.Rational().Rat()
	case t.sort.IsBV():
		return t.u
	case t.sort.IsArray() && t.op == OpConstArray:
		z := make([]any, 1<<t.sort.index.p)
		for i := range z {
			z[i] = fromTerm(t.args[0])
		}
		return z
	case t.sort.IsArray():
		z := fromTerm(t.args[0]).([]any)
		z[t.args[1].u] = fromTerm(t.args[2])
		return z
	}
	return t
}

func toTerm(f *Factory, v any, s *Sort) *Term {
	switch x := v.(type) {
	case bool:
		return f.BoolConst(x)
	case uint64:
		return f.BV(x, s.p)
	case *big.Rat:
		return f.Num(s, rational.FromRat(x))
	case *Term:
		return x
	case []any:
		t := f.ConstArray(s, toTerm(f, x[0], s.elem))
		for i := len(x) - 1; i > 0; i-- {
			t = f.Store(t, f.BV(uint64(i), s.index.p), toTerm(f, x[i], s.elem))
		}
		return t
	}
	panic("no value")
}

// gen draws random trees.
type gen struct {
	f *Factory
	t *rapid.T
}

func (g gen) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "") }

var smallFloat = FloatSort(3, 4)

func (g gen) leaf(s *Sort) *tree {
	if g.pick(3) > 0 {
		return &tree{op: OpVar, sort: s, name: fmt.Sprintf("%s%d", s, g.pick(2))}
	}
	if s.IsArray() {
		return &tree{op: OpConstArray, sort: s, args: []*tree{g.leaf(s.elem)}}
	}
	return &tree{op: OpConst, sort: s, val: toTerm(g.f, g.value(s), s)}
}

func (g gen) value(s *Sort) any {
	switch s.kind {
	case KindBool:
		return g.pick(2) == 1
	case KindInt:
		return big.NewRat(int64(g.pick(13)-6), 1)
	case KindReal:
		return big.NewRat(int64(g.pick(13)-6), int64(1+g.pick(3)))
	case KindBV:
		return uint64(g.pick(1 << s.p))
	case KindFloat:
		return g.f.FloatBits(s, big.NewInt(int64(g.pick(1<<s.Width()))))
	}
	z := make([]any, 1<<s.index.p)
	for i := range z {
		z[i] = g.value(s.elem)
	}
	return z
}

func (g gen) node(op Op, s *Sort, args ...*tree) *tree { return &tree{op: op, sort: s, args: args} }

func (g gen) tree(s *Sort, d int) *tree {
	if d == 0 || g.pick(8) == 0 {
		return g.leaf(s)
	}
	d--
	if g.pick(6) == 0 {
		return g.node(OpIte, s, g.tree(Bool, d), g.tree(s, d), g.tree(s, d))
	}
	widths := []int{1, 2, 3, 4, 8}
	if s.kind != KindArray && s.kind != KindBool && g.pick(8) == 0 && (s.kind != KindBV || s.p <= 4) {
		i := BVSort(2)
		return g.node(OpSelect, s, g.tree(ArraySort(i, s), d), g.tree(i, d))
	}
	switch s.kind {
	case KindBool:
		return g.boolean(d, BVSort(widths[g.pick(5)]))
	case KindInt:
		switch g.pick(8) {
		case 0, 1:
			return g.node(OpAdd, s, g.tree(s, d), g.tree(s, d), g.tree(s, d))
		case 2:
			return g.node(OpMul, s, g.tree(s, d), g.tree(s, d))
		case 3, 4:
			return g.node(OpDiv, s, g.tree(s, d), g.leaf(s))
		case 5:
			return g.node(OpMod, s, g.tree(s, d), g.leaf(s))
		case 6:
			return g.node(OpToInt, s, g.tree(Real, d))
		}
		return g.node(OpBV2Nat, s, g.tree(BVSort(widths[g.pick(5)]), d))
	case KindReal:
		switch g.pick(4) {
		case 0:
			return g.node(OpAdd, s, g.tree(s, d), g.tree(s, d))
		case 1:
			return g.node(OpMul, s, g.tree(s, d), g.tree(s, d))
		case 2:
			return g.node(OpRDiv, s, g.tree(s, d), g.leaf(s))
		}
		return g.node(OpToReal, s, g.tree(Int, d))
	case KindBV:
		return g.bitvector(s, d)
	case KindFloat:
		return g.float(s, d)
	}
	return g.node(OpStore, s, g.tree(s, d), g.tree(s.index, d), g.tree(s.elem, d))
}

func (g gen) boolean(d int, b *Sort) *tree {
	switch g.pick(10) {
	case 0:
		return g.node(OpNot, Bool, g.tree(Bool, d))
	case 1:
		return g.node(OpAnd, Bool, g.tree(Bool, d), g.tree(Bool, d), g.tree(Bool, d))
	case 2:
		return g.node(OpOr, Bool, g.tree(Bool, d), g.tree(Bool, d), g.tree(Bool, d))
	case 3:
		sorts := []*Sort{Bool, Int, Real, b, smallFloat, ArraySort(BVSort(2), BVSort(2))}
		s := sorts[g.pick(6)]
		return g.node(OpEq, Bool, g.tree(s, d), g.tree(s, d))
	case 4:
		return g.node(OpLe, Bool, g.tree(Int, d), g.tree(Int, d))
	case 5:
		return g.node([]Op{OpLe, OpLt}[g.pick(2)], Bool, g.tree(Real, d), g.tree(Real, d))
	case 6, 7:
		return g.node(OpULe+Op(g.pick(4)), Bool, g.tree(b, d), g.tree(b, d))
	case 8:
		return g.node(OpSAddOK+Op(g.pick(3)), Bool, g.tree(b, d), g.tree(b, d))
	}
	s := smallFloat
	if g.pick(2) == 0 {
		return g.node(OpFPEq+Op(g.pick(3)), Bool, g.tree(s, d), g.tree(s, d))
	}
	return g.node(OpFPIsNaN+Op(g.pick(6)), Bool, g.tree(s, d))
}

func (g gen) bitvector(s *Sort, d int) *tree {
	w := s.p
	switch g.pick(8) {
	case 0:
		if w > 1 {
			k := 1 + g.pick(w-1)
			return g.node(OpConcat, s, g.tree(BVSort(w-k), d), g.tree(BVSort(k), d))
		}
	case 1:
		if w < 8 {
			lo, hi := g.pick(8-w+1), 0
			hi = lo + w - 1
			x := g.node(OpExtract, s, g.tree(BVSort(hi+1+g.pick(8-hi)), d))
			x.k, x.l = hi, lo
			return x
		}
	case 2, 3:
		if w > 1 {
			n := 1 + g.pick(w-1)
			x := g.node([]Op{OpZeroExt, OpSignExt}[g.pick(2)], s, g.tree(BVSort(w-n), d))
			x.k = n
			return x
		}
	case 4:
		return g.node([]Op{OpBVNeg, OpBVNegNSW, OpBVNot}[g.pick(3)], s, g.tree(s, d))
	case 5:
		return g.node(OpInt2BV, s, g.tree(Int, d))
	}
	ops := []Op{OpBVAdd, OpBVSub, OpBVMul, OpBVAddNSW, OpBVSubNSW, OpBVMulNSW, OpBVUDiv, OpBVURem, OpBVSDiv, OpBVSRem,
		OpBVAnd, OpBVOr, OpBVXor, OpBVShl, OpBVLShr, OpBVAShr}
	return g.node(ops[g.pick(len(ops))], s, g.tree(s, d), g.tree(s, d))
}

func (g gen) float(s *Sort, d int) *tree {
	var x *tree
	switch g.pick(6) {
	case 0:
		x = g.node([]Op{OpFPNeg, OpFPAbs, OpFPSqrt, OpFPRoundToIntegral}[g.pick(4)], s, g.tree(s, d))
	case 1:
		x = g.node([]Op{OpFPMin, OpFPMax, OpFPRem}[g.pick(3)], s, g.tree(s, d), g.tree(s, d))
	case 2:
		x = g.node([]Op{OpFPFromSBV, OpFPFromUBV}[g.pick(2)], s, g.tree(BVSort(4), d))
	case 3:
		other := FloatSort(4, 6)
		if s == other {
			other = smallFloat
		}
		x = g.node(OpFPFromFP, s, g.tree(other, d))
	case 4:
		x = g.node(OpFPFMA, s, g.tree(s, d), g.tree(s, d), g.tree(s, d))
	default:
		x = g.node(OpFPAdd+Op(g.pick(4)), s, g.tree(s, d), g.tree(s, d))
	}
	x.k = g.pick(5)
	return x
}

// vars collects the symbols of a tree.
func (x *tree) vars(m map[string]*Sort) {
	if x.op == OpVar {
		m[x.name] = x.sort
	}
	for _, a := range x.args {
		a.vars(m)
	}
}

// TestBuildersAgainstDefinitions builds random terms and compares their values,
// under random assignments, with those of the operation trees they came from.
// Substituting the assignment must not give another value.
func TestBuildersAgainstDefinitions(t *testing.T) {
	f := NewFactory()
	sorts := []*Sort{Bool, Int, Real, BVSort(1), BVSort(3), BVSort(8), ArraySort(BVSort(2), BVSort(2)), smallFloat}
	rapid.Check(t, func(t *rapid.T) {
		g := gen{f, t}
		x := g.tree(sorts[g.pick(len(sorts))], 4)
		term := x.build(f)
		if term.sort != x.sort {
			t.Fatalf("%v: sort %v, want %v", x, term.sort, x.sort)
		}
		vars := map[string]*Sort{}
		x.vars(vars)
		for range 6 {
			env := map[string]any{}
			m := map[*Term]*Term{}
			for _, s := range []*Sort{Bool, Int, Real, BVSort(1), BVSort(2), BVSort(3), BVSort(4), BVSort(5), BVSort(6), BVSort(7), BVSort(8), smallFloat, FloatSort(4, 6)} {
				for i := range 2 {
					g.assign(vars, env, m, fmt.Sprintf("%s%d", s, i))
					a := ArraySort(BVSort(2), s)
					g.assign(vars, env, m, fmt.Sprintf("%s%d", a, i))
				}
			}
			want, ok := x.naive(f, env)
			if !ok {
				continue
			}
			got, err := f.Eval(term, func(v *Term) *Term { return m[v] })
			if err != nil {
				t.Fatalf("%v\n  = %v\n  under %v: %v", x, term, env, err)
			}
			if !sameValue(fromTerm(got), want) {
				t.Fatalf("%v\n  = %v\n  under %v: got %v, want %v", x, term, env, got, want)
			}
			if s := f.Subst(term, m); s.IsConst() && s != got {
				t.Fatalf("%v\n  = %v\n  under %v: Subst gives %v, Eval %v", x, term, env, s, got)
			}
		}
	})
}

func (g gen) assign(vars map[string]*Sort, env map[string]any, m map[*Term]*Term, name string) {
	s, ok := vars[name]
	if !ok {
		return
	}
	env[name] = g.value(s)
	m[g.f.Var(name, s)] = toTerm(g.f, env[name], s)
}
