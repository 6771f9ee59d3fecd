package logic

import (
	"math/rand"
	"testing"

	"pgregory.net/rapid"
)

// TestChainAgainstMap writes and reads long runs of stores at constant indices,
// and at offsets from a symbolic base, and compares with a Go map.
func TestChainAgainstMap(t *testing.T) {
	f := NewFactory()
	rapid.Check(t, func(t *rapid.T) {
		s := ArraySort(BVSort(32), BVSort(8))
		rng := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		cells := rapid.SampledFrom([]int{3, 40, 2000}).Draw(t, "cells")
		base := f.BV(0, 32)
		if rapid.Bool().Draw(t, "symbolic") {
			base = f.Var("base", BVSort(32))
		}
		under := f.Var("m", s)
		a := under
		want := map[int]*Term{}
		for step := range 1500 {
			i := rng.Intn(cells)
			at := f.BVOp(OpBVAdd, base, f.BV(uint64(i), 32))
			if rng.Intn(3) > 0 {
				v := f.BV(uint64(rng.Intn(256)), 8)
				a = f.Store(a, at, v)
				want[i] = v
				continue
			}
			w := want[i]
			if w == nil {
				w = f.Select(under, at)
			}
			if got := f.Select(a, at); got != w {
				t.Fatalf("step %d: cell %d is %v, want %v", step, i, got, w)
			}
		}
		if cells == 3 && a.u > 3 {
			t.Fatalf("%d stores for 3 cells", a.u)
		}
	})
}

// TestStoreOrder checks that independent writes commute syntactically.
func TestStoreOrder(t *testing.T) {
	f := NewFactory()
	s := ArraySort(BVSort(32), BVSort(8))
	m, p := f.Var("m", s), f.Var("p", BVSort(32))
	u, v := f.Var("u", BVSort(8)), f.Var("v", BVSort(8))
	at := func(k uint64) *Term { return f.BVOp(OpBVAdd, p, f.BV(k, 32)) }
	if x, y := f.Store(f.Store(m, at(0), u), at(4), v), f.Store(f.Store(m, at(4), v), at(0), u); x != y {
		t.Errorf("%v and %v", x, y)
	}
	if x := f.Store(f.Store(m, at(4), u), at(4), f.Select(m, at(4))); x != m {
		t.Errorf("writing back gives %v", x)
	}
	q := f.Var("q", BVSort(32))
	x := f.Store(f.Store(m, p, u), q, v)
	if x.op != OpStore || f.Select(x, p).op != OpSelect {
		t.Errorf("p and q may be equal, but reading p in %v gives %v", x, f.Select(x, p))
	}
}

// TestHamt compares the persistent map with Go's, old versions included.
func TestHamt(t *testing.T) {
	f := NewFactory()
	keys := make([]*Term, 3000)
	for i := range keys {
		keys[i] = f.IntConst(int64(i))
	}
	rng := rand.New(rand.NewSource(3))
	type version struct {
		h *hamt
		m map[*Term]*Term
	}
	var versions []version
	var h *hamt
	m := map[*Term]*Term{}
	for batch := range 40 {
		o := new(hamtOwner)
		for range 100 {
			k, v := keys[rng.Intn(len(keys))], keys[rng.Intn(len(keys))]
			h, m[k] = h.with(k, v, o), v
		}
		c := map[*Term]*Term{}
		for k, v := range m {
			c[k] = v
		}
		versions = append(versions, version{h, c})
		_ = batch
	}
	for _, v := range versions {
		n := 0
		v.h.each(func(k, x *Term) {
			n++
			if v.m[k] != x {
				t.Fatalf("%v is %v, want %v", k, x, v.m[k])
			}
		})
		if n != len(v.m) {
			t.Fatalf("%d entries, want %d", n, len(v.m))
		}
		for _, k := range keys {
			if v.h.get(k) != v.m[k] {
				t.Fatalf("get %v", k)
			}
		}
	}
}

// TestMergeStores checks that reads see through arrays that depend on a condition, and that
// random ones have the cells of the side that is taken.
func TestMergeStores(t *testing.T) {
	f := NewFactory()
	s := ArraySort(BVSort(8), BVSort(8))
	m, c, p := f.Var("m", s), f.Var("c", Bool), f.Var("p", BVSort(8))
	at := func(k int) *Term { return f.BV(uint64(k), 8) }
	u, v := f.Var("u", BVSort(8)), f.Var("v", BVSort(8))
	base := f.Store(f.Store(m, at(1), u), at(9), v)
	joined := f.Ite(c, f.Store(base, at(3), u), base)
	for i, want := range map[int]*Term{1: u, 9: v, 3: f.Ite(c, u, f.Select(m, at(3))), 4: f.Select(m, at(4))} {
		if got := f.Select(joined, at(i)); got != want {
			t.Errorf("cell %d is %v, want %v", i, got, want)
		}
	}
	if other := f.Ite(c, f.Store(m, p, u), m); other.Op() != OpIte {
		t.Errorf("a store at an unknown index: %v", other)
	}
	rapid.Check(t, func(t *rapid.T) {
		build := func(a *Term) *Term {
			for range rapid.IntRange(0, 6).Draw(t, "stores") {
				a = f.Store(a, at(rapid.IntRange(0, 5).Draw(t, "cell")), at(rapid.IntRange(0, 3).Draw(t, "value")))
			}
			return a
		}
		under := build(m)
		a, b := build(under), build(under)
		joined := f.Ite(c, a, b)
		if a != b && joined.Op() != OpStore {
			t.Fatalf("not merged: %v", joined)
		}
		for i := range 7 {
			if got, want := f.Select(joined, at(i)), f.Ite(c, f.Select(a, at(i)), f.Select(b, at(i))); got != want {
				t.Fatalf("cell %d is %v, want %v", i, got, want)
			}
		}
	})
}
