package absinttest

import (
	"fmt"
	"sort"
	"strings"

	"cupel/core/logic"
)

// Env assigns values to symbols: an int64 (a truth value is 0 or 1, a
// bit-vector its unsigned value) or an Array.
type Env map[*logic.Term]any

// Array is an array value: elements that differ from the rest.
type Array struct {
	Elems map[int64]int64
	Rest  int64
}

func (a Array) get(i int64) int64 {
	if v, ok := a.Elems[i]; ok {
		return v
	}
	return a.Rest
}

func (a Array) set(i, v int64) Array {
	m := make(map[int64]int64, len(a.Elems)+1)
	for k, x := range a.Elems {
		m[k] = x
	}
	if m[i] = v; v == a.Rest {
		delete(m, i)
	}
	return Array{m, a.Rest}
}

// String prints the array canonically.
func (a Array) String() string {
	var ks []int64
	for k := range a.Elems {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	var b strings.Builder
	for _, k := range ks {
		fmt.Fprintf(&b, "%d:%d,", k, a.Elems[k])
	}
	return fmt.Sprintf("{%s*:%d}", b.String(), a.Rest)
}

// Signed returns the two's complement value of the low w bits of u.
func Signed(u int64, w int) int64 { return u << (64 - w) >> (64 - w) }

func low(u int64, w int) int64 { return u & (1<<w - 1) }

// Eval evaluates a term over bit-vectors of at most 16 bits, Int, Bool and
// arrays. ok is false when the value depends on an overflow of a signed
// operation or on a division by zero; only the taken branch of a conditional
// counts.
func Eval(t *logic.Term, env Env) (val any, ok bool) {
	switch t.Op() {
	case logic.OpVar:
		v, ok := env[t]
		if !ok {
			panic("absinttest: no value for " + t.Name())
		}
		return v, true
	case logic.OpConst:
		switch {
		case t.Sort().IsBool():
			return boolean(t.IsTrue()), true
		case t.Sort().IsInt():
			return t.Rational().Num().Int64(), true
		}
		u, _ := t.BVUint64()
		return int64(u), true
	case logic.OpIte:
		c, ok := Eval(t.Arg(0), env)
		if !ok {
			return nil, false
		}
		if c.(int64) != 0 {
			return Eval(t.Arg(1), env)
		}
		return Eval(t.Arg(2), env)
	}
	args := make([]any, t.NumArgs())
	for i, a := range t.Args() {
		v, ok := Eval(a, env)
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	switch t.Op() {
	case logic.OpSelect:
		return args[0].(Array).get(args[1].(int64)), true
	case logic.OpStore:
		return args[0].(Array).set(args[1].(int64), args[2].(int64)), true
	case logic.OpConstArray:
		return Array{Rest: args[0].(int64)}, true
	}
	n := make([]int64, len(args))
	for i, a := range args {
		n[i] = a.(int64)
	}
	if t.NumArgs() > 0 && t.Arg(0).Sort().IsBV() {
		return bitVector(t, n)
	}
	return integer(t, n)
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func integer(t *logic.Term, n []int64) (any, bool) {
	r := n[0]
	switch t.Op() {
	case logic.OpNot:
		return 1 - r, true
	case logic.OpAnd:
		for _, x := range n {
			r &= x
		}
		return r, true
	case logic.OpOr:
		for _, x := range n {
			r |= x
		}
		return r, true
	case logic.OpEq:
		return boolean(n[0] == n[1]), true
	case logic.OpAdd:
		for _, x := range n[1:] {
			r += x
		}
		return r, true
	case logic.OpMul:
		for _, x := range n[1:] {
			r *= x
		}
		return r, true
	case logic.OpLe:
		return boolean(n[0] <= n[1]), true
	case logic.OpInt2BV:
		return low(r, t.Sort().Width()), true
	case logic.OpDiv, logic.OpMod:
		if n[1] == 0 {
			return nil, false
		}
		m := n[0] % n[1]
		if m < 0 {
			m += max(n[1], -n[1])
		}
		if t.Op() == logic.OpMod {
			return m, true
		}
		return (n[0] - m) / n[1], true
	}
	panic(fmt.Sprintf("absinttest: operator %d over integers", t.Op()))
}

func bitVector(t *logic.Term, n []int64) (any, bool) {
	w := t.Arg(0).Sort().Width()
	a, b := n[0], int64(0)
	if len(n) > 1 {
		b = n[1]
	}
	s := func(x int64) int64 { return Signed(x, w) }
	nsw := func(r int64) (any, bool) { return low(r, w), s(low(r, w)) == r }
	fits := func(r int64) (any, bool) { return boolean(s(low(r, w)) == r), true }
	switch t.Op() {
	case logic.OpEq:
		return boolean(a == b), true
	case logic.OpBVAdd:
		return low(a+b, w), true
	case logic.OpBVSub:
		return low(a-b, w), true
	case logic.OpBVMul:
		return low(a*b, w), true
	case logic.OpBVNeg:
		return low(-a, w), true
	case logic.OpBVAddNSW:
		return nsw(s(a) + s(b))
	case logic.OpBVSubNSW:
		return nsw(s(a) - s(b))
	case logic.OpBVMulNSW:
		return nsw(s(a) * s(b))
	case logic.OpBVNegNSW:
		return nsw(-s(a))
	case logic.OpSAddOK:
		return fits(s(a) + s(b))
	case logic.OpSSubOK:
		return fits(s(a) - s(b))
	case logic.OpSMulOK:
		return fits(s(a) * s(b))
	case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
		if b == 0 {
			return nil, false
		}
		switch t.Op() {
		case logic.OpBVUDiv:
			return a / b, true
		case logic.OpBVURem:
			return a % b, true
		case logic.OpBVSDiv:
			return low(s(a)/s(b), w), true
		}
		return low(s(a)%s(b), w), true
	case logic.OpBVAnd:
		return a & b, true
	case logic.OpBVOr:
		return a | b, true
	case logic.OpBVXor:
		return a ^ b, true
	case logic.OpBVNot:
		return low(^a, w), true
	case logic.OpBVShl:
		return low(a<<b, w), true
	case logic.OpBVLShr:
		return a >> b, true
	case logic.OpBVAShr:
		return low(s(a)>>b, w), true
	case logic.OpConcat:
		return a<<t.Arg(1).Sort().Width() | b, true
	case logic.OpExtract:
		return low(a>>t.Lo(), t.Hi()-t.Lo()+1), true
	case logic.OpZeroExt:
		return a, true
	case logic.OpSignExt:
		return low(s(a), t.Sort().Width()), true
	case logic.OpULe:
		return boolean(a <= b), true
	case logic.OpULt:
		return boolean(a < b), true
	case logic.OpSLe:
		return boolean(s(a) <= s(b)), true
	case logic.OpSLt:
		return boolean(s(a) < s(b)), true
	case logic.OpBV2Nat:
		return a, true
	}
	panic(fmt.Sprintf("absinttest: operator %d over bit-vectors", t.Op()))
}
