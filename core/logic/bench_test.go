package logic

import (
	"testing"
)

func BenchmarkMake(b *testing.B) {
	f := NewFactory()
	x := f.Var("x", BVSort(32))
	b.ReportAllocs()
	for i := range b.N {
		f.BVOp(OpBVAdd, x, f.BV(uint64(i), 32))
	}
}

func BenchmarkMakeKnown(b *testing.B) {
	f := NewFactory()
	x, y := f.Var("x", BVSort(32)), f.Var("y", BVSort(32))
	b.ReportAllocs()
	for range b.N {
		f.BVOp(OpBVXor, x, y)
	}
}

// BenchmarkAddLoop extends a sum b.N times by one summand.
func BenchmarkAddLoop(b *testing.B) {
	f := NewFactory()
	vars := make([]*Term, 20000)
	for i := range vars {
		vars[i] = f.Fresh("x", Int)
	}
	b.ReportAllocs()
	b.ResetTimer()
	s := f.IntConst(0)
	for i := range b.N {
		s = f.Add(s, vars[i%len(vars)])
	}
}

// BenchmarkAndLoop extends a path condition by one conjunct at a time.
func BenchmarkAndLoop(b *testing.B) {
	f := NewFactory()
	b.ReportAllocs()
	c := f.True()
	for i := range b.N {
		if i%1000 == 0 {
			c = f.True()
		}
		c = f.And(c, f.Fresh("p", Bool))
	}
}

func BenchmarkSubst(b *testing.B) {
	f := NewFactory()
	x, y := f.Var("x", BVSort(32)), f.Var("y", BVSort(32))
	t := x
	for i := range 10000 {
		t = f.BVOp(OpBVXor, f.BVOp(OpBVMul, t, f.BV(3, 32)), f.BVOp(OpBVAdd, x, f.BV(uint64(i), 32)))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		f.Subst(t, map[*Term]*Term{x: y})
	}
}

// BenchmarkEval evaluates a formula of 40000 operators on 32-bit words.
func BenchmarkEval(b *testing.B) {
	f := NewFactory()
	x := f.Var("x", BVSort(32))
	t := x
	for i := range 10000 {
		t = f.BVOp(OpBVXor, f.BVOp(OpBVMul, t, f.BV(3, 32)), f.BVOp(OpBVAdd, x, f.BV(uint64(i), 32)))
	}
	v := f.BV(12345, 32)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if _, err := f.Eval(t, func(*Term) *Term { return v }); err != nil {
			b.Fatal(err)
		}
	}
}

// chainOf stores n cells in a scattered order.
func chainOf(f *Factory, n int) *Term {
	a := f.Var("a", ArraySort(BVSort(32), BVSort(32)))
	for i := range n {
		a = f.Store(a, f.BV(uint64(i*7919%n), 32), f.BV(uint64(i), 32))
	}
	return a
}

func BenchmarkSelectLongChain(b *testing.B) {
	f := NewFactory()
	a := chainOf(f, 100000)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		f.Select(a, f.BV(uint64(i%100000), 32))
	}
}

// BenchmarkStoreLoop writes and reads alternately, as an executed loop does.
func BenchmarkStoreLoop(b *testing.B) {
	f := NewFactory()
	a := f.Var("a", ArraySort(BVSort(32), BVSort(32)))
	b.ReportAllocs()
	for i := range b.N {
		a = f.Store(a, f.BV(uint64(i%100000), 32), f.BV(uint64(i), 32))
		f.Select(a, f.BV(uint64(i*31%(i+1)%100000), 32))
	}
}
