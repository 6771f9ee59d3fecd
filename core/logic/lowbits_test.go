package logic

import (
	"math/rand"
	"testing"
)

func TestMaskedSum(t *testing.T) {
	f := NewFactory()
	s := BVSort(8)
	x, y, k := f.Var("x", s), f.Var("y", s), f.Var("k", s)
	n := func(v uint64) *Term { return f.BV(v, 8) }
	and := func(a, b *Term) *Term { return f.BVOp(OpBVAnd, a, b) }
	add := func(a, b *Term) *Term { return f.BVOp(OpBVAdd, a, b) }
	sub := func(a, b *Term) *Term { return f.BVOp(OpBVSub, a, b) }
	for _, m := range []*Term{n(7), sub(f.BVOp(OpBVShl, n(1), k), n(1))} {
		wrapped := x
		for range 20 {
			wrapped = and(add(wrapped, n(1)), m)
		}
		for _, c := range []struct {
			name      string
			got, want *Term
		}{
			{"increments", wrapped, and(add(x, n(20)), m)},
			{"mask on the left", and(m, add(and(m, x), y)), and(add(x, y), m)},
			{"difference", and(sub(and(add(x, n(3)), m), and(add(x, n(1)), m)), m), and(n(2), m)},
			{"twice", and(and(x, m), m), and(x, m)},
		} {
			if c.got != c.want {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
	}
	for _, m := range []*Term{n(6), y, sub(f.BVOp(OpBVShl, n(3), k), n(1)), add(f.BVOp(OpBVShl, n(1), k), n(1))} {
		if got := and(add(and(x, m), n(1)), m); got == and(add(x, n(1)), m) {
			t.Errorf("%v taken for a mask of low bits", m)
		}
	}
}

// Random terms of masks keep their values, for all values of their variables
// of three bits.
func TestMaskedSumValues(t *testing.T) {
	const w = 3
	rnd := rand.New(rand.NewSource(1))
	f := NewFactory()
	s := BVSort(w)
	vars := []*Term{f.Var("x", s), f.Var("y", s), f.Var("k", s)}
	type value = [1 << (3 * w)]uint64
	leaf := func(i int) (*Term, *value) {
		var v value
		for e := range v {
			v[e] = uint64(e>>(w*i)) & mask(w)
		}
		return vars[i], &v
	}
	constant := func(c uint64) (*Term, *value) {
		var v value
		for e := range v {
			v[e] = c
		}
		return f.BV(c, w), &v
	}
	apply := func(op Op, a, b *Term, u, v *value) (*Term, *value) {
		var r value
		for e := range r {
			r[e] = foldBV64(op, u[e], v[e], w) & mask(w)
		}
		return f.BVOp(op, a, b), &r
	}
	masks := func() (*Term, *value) {
		switch rnd.Intn(4) {
		case 0:
			return constant(uint64(rnd.Intn(1 << w)))
		case 1:
			return leaf(1)
		}
		base, u := constant([]uint64{1, 1, 1, 3}[rnd.Intn(4)])
		k, v := leaf(2)
		m, mv := apply(OpBVShl, base, k, u, v)
		one, ones := constant(1)
		return apply(OpBVSub, m, one, mv, ones)
	}
	ops := []Op{OpBVAdd, OpBVAdd, OpBVSub, OpBVMul, OpBVAddNSW, OpBVMulNSW, OpBVSubNSW, OpBVOr, OpBVXor, OpBVUDiv, OpBVLShr, OpBVShl}
	changed := 0
	for range 400 {
		m, mv := masks()
		other, otherv := masks()
		a, u := leaf(rnd.Intn(3))
		for range 2 + rnd.Intn(5) {
			b, v := leaf(rnd.Intn(3))
			if rnd.Intn(2) == 0 {
				b, v = constant(uint64(rnd.Intn(1 << w)))
			}
			if rnd.Intn(2) == 0 {
				b, v = apply(OpBVAnd, b, m, v, mv)
			}
			op := ops[rnd.Intn(len(ops))]
			if rnd.Intn(2) == 0 {
				a, u = apply(op, a, b, u, v)
			} else {
				a, u = apply(op, b, a, v, u)
			}
			if f.maskedSum(a, m) != nil {
				changed++
			}
			switch rnd.Intn(4) {
			case 0:
				a, u = apply(OpBVAnd, a, other, u, otherv)
			case 1, 2:
				a, u = apply(OpBVAnd, a, m, u, mv)
			}
		}
		for e := range u {
			env := map[*Term]*Term{}
			for i, x := range vars {
				env[x] = f.BV(uint64(e>>(w*i))&mask(w), w)
			}
			r, err := f.Eval(a, func(x *Term) *Term { return env[x] })
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := r.BVUint64(); !ok || got != u[e] {
				t.Fatalf("%v at %v: %d, want %d", a, env, got, u[e])
			}
		}
	}
	if changed < 100 {
		t.Errorf("only %d terms changed", changed)
	}
}
