package z3

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// residentKB reads the resident set size of the process, or 0.
func residentKB() int {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.Fields(v)[0])
			return n
		}
	}
	return 0
}

// TestNoLeak: memory stays where it is over very many small queries, with
// assumptions, models and cores, popped levels and ever new constants.
func TestNoLeak(t *testing.T) {
	n := effort.Count(30_000, 200_000, 1_000_000)
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	p, q := f.Var("p", logic.Bool), f.Var("q", logic.Bool)
	x, a := f.Var("x", logic.Int), f.Var("a", logic.BVSort(8))
	round := func(i int) {
		must := func(err error) {
			if err != nil {
				t.Fatal(i, err)
			}
		}
		must(s.Push())
		want := smt.Sat
		var r smt.Result
		switch i % 8 {
		case 0:
			c := f.IntConst(int64(i / 8 % 5000))
			must(s.Assert(f.Eq(x, c)))
			r, err = s.Check(ctx)
			must(err)
			m, err := s.Model()
			must(err)
			if m.Value(x) != c {
				t.Fatal(i, m.Value(x))
			}
		case 1:
			want = smt.Unsat
			must(s.Assert(f.ULt(a, f.BV(uint64(i>>3&127), 8))))
			r, err = s.Check(ctx, f.ULt(f.BV(200, 8), a), p)
			must(err)
			if c, err := s.Core(); err != nil || len(c) > 1 {
				t.Fatal(c, err)
			}
		default:
			must(s.Assert(f.Or(p, q)))
			r, err = s.Check(ctx)
			must(err)
		}
		if r != want {
			t.Fatal(i, r, want)
		}
		must(s.Pop(1))
	}
	warm := n / 10
	for i := range warm {
		round(i)
	}
	z0, r0 := MemoryBytes(), residentKB()
	for i := warm; i < n; i++ {
		round(i)
	}
	z1, r1 := MemoryBytes(), residentKB()
	t.Logf("libz3 %d -> %d bytes, resident %d -> %d kB, %+v", z0, z1, r0, r1, s.Statistics())
	if z1 > z0+min(16<<20, 2<<20+128*uint64(n-warm)) {
		t.Errorf("libz3's memory grew from %d to %d bytes", z0, z1)
	}
	if r1 > r0+64<<10 {
		t.Errorf("the resident set grew from %d to %d kB", r0, r1)
	}
	if got := s.Statistics().Checks; got != n {
		t.Errorf("%d checks counted, not %d", got, n)
	}
}

// TestCloseFrees: contexts give their memory back.
func TestCloseFrees(t *testing.T) {
	open := func() {
		f := logic.NewFactory()
		s, err := New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := f.Var("x", logic.Int)
		r, err := s.Check(context.Background(), f.Lt(x, f.IntConst(3)), f.Lt(f.IntConst(1), x))
		if r != smt.Sat || err != nil {
			t.Fatal(r, err)
		}
		if _, err := s.Model(); err != nil {
			t.Fatal(err)
		}
		for range 2 { // closing twice is allowed
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	open()
	before := MemoryBytes()
	for range 50 {
		open()
	}
	if after := MemoryBytes(); after > before+1<<20 {
		t.Errorf("%d bytes became %d", before, after)
	}
}

// TestCacheBound: the translation cache is emptied when full, and the solver continues.
func TestCacheBound(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.z.limit = 100
	x := f.Var("x", logic.Int)
	for i := range 2000 {
		lit := f.Le(x, f.IntConst(int64(i)))
		if r, err := s.Check(context.Background(), lit, f.Eq(x, f.IntConst(int64(i)))); r != smt.Sat || err != nil {
			t.Fatal(r, err)
		}
		if n := s.Statistics().Cached; n > 110 {
			t.Fatalf("%d terms are cached", n)
		}
	}
}

// hard is a formula that takes libz3 very long: a factorisation.
func hard(f *logic.Factory) *logic.Term {
	b := logic.BVSort(80)
	p, q := f.Var("p", b), f.Var("q", b)
	wide := func(u uint64) *logic.Term { return f.BV(u, 80) }
	return f.And(f.Eq(f.BVOp(logic.OpBVMul, p, q), wide(0xfffffffffffffc5)), f.ULt(wide(1), p), f.ULt(wide(1), q),
		f.ULt(p, wide(1<<36)), f.ULt(q, wide(1<<36)))
}

// TestInterrupts: the context's end, its deadline and the time limit end a check that
// would take hours, from another thread while libz3 runs; the solver is usable afterwards, again and again.
func TestInterrupts(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	s, err := New(f, smt.Options{TimeoutMS: 400})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := hard(f)
	for i := range 6 {
		ctx, cancel := context.WithCancel(context.Background())
		want := reasonCanceled
		switch i % 3 {
		case 0:
			time.AfterFunc(50*time.Millisecond, cancel)
		case 1:
			ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
		default:
			want = reasonTimeout
		}
		r, err := s.Check(ctx, h)
		if err != nil || r != smt.Unknown || s.ReasonUnknown() != want {
			t.Errorf("%d: %v, %v, %q", i, r, err, s.ReasonUnknown())
		}
		cancel()
		if r, err := s.Check(ctx, h); r != smt.Unknown || err != nil {
			t.Error("a check with an ended context:", r, err)
		}
		if _, err := s.Model(); err == nil {
			t.Error("a model of an unknown")
		}
		if _, err := s.Core(); err == nil {
			t.Error("a core of an unknown")
		}
		x := f.Var("x", logic.Int)
		if err := s.Push(); err != nil {
			t.Fatal(i, err)
		}
		if err := s.Assert(f.Le(f.IntConst(int64(i)), x)); err != nil {
			t.Fatal(i, err)
		}
		if r, err := s.Check(context.Background(), f.Eq(x, f.IntConst(int64(i)))); r != smt.Sat || err != nil {
			t.Errorf("%d: afterwards %v, %v", i, r, err)
		}
	}
}

// TestInterruptRaces interrupts very short checks at random points: answers are
// right or unknown, and the next check never inherits an interrupt.
func TestInterruptRaces(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	n := effort.Count(400, 3000, 10_000)
	unknown := 0
	for i := range n {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i%400)*time.Microsecond)
		r, err := s.Check(ctx, f.Lt(x, y), f.Lt(y, f.Add(x, f.IntConst(int64(i%7+2)))))
		cancel()
		if err != nil || r == smt.Unsat {
			t.Fatal(i, r, err)
		}
		if r == smt.Unknown {
			unknown++
		}
		if r, err := s.Check(context.Background(), f.Lt(x, y), f.Lt(y, x)); r != smt.Unsat || err != nil {
			t.Fatal(i, r, err, s.ReasonUnknown())
		}
	}
	t.Logf("%d of %d interrupted", unknown, n)
}

// TestParallel: solvers over one factory, each in its goroutine.
func TestParallel(t *testing.T) {
	f := logic.NewFactory()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			s, err := New(f, smt.Options{Seed: uint(g + 1)})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			for i := range 200 {
				x := f.Var("x", logic.Int)
				c := f.IntConst(int64(i*g + 1))
				if r, err := s.Check(ctx, f.Eq(x, c), f.Lt(x, c)); r != smt.Unsat || err != nil {
					t.Error(r, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestMemoryLimit: a search that passes the limit ends with unknown, and does
// not burden the next one.
func TestMemoryLimit(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	s, err := New(f, smt.Options{MemoryMB: int(MemoryBytes()>>20) + 40})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const w = 64
	b := logic.BVSort(w)
	x, y, z := f.Var("x", b), f.Var("y", b), f.Var("z", b)
	op := f.BVOp
	r, err := s.Check(context.Background(), f.And(f.Ne(x, f.BV(0, w)), f.ULt(f.BV(5, w), y), f.Ne(x, y),
		f.Eq(op(logic.OpBVMul, x, op(logic.OpBVURem, y, z)), op(logic.OpBVUDiv, op(logic.OpBVMul, z, z), x))))
	if err != nil || r != smt.Unknown || s.ReasonUnknown() != reasonMemory {
		t.Errorf("%v, %v, %q, %d MB", r, err, s.ReasonUnknown(), MemoryBytes()>>20)
	}
	if r, err := s.Check(context.Background(), f.ULt(x, y)); r != smt.Sat || err != nil {
		t.Error("afterwards", r, err)
	}
}

// deep returns formulas whose depth is about n.
func deep(f *logic.Factory, n uint64) map[string]*logic.Term {
	bv := logic.BVSort(32)
	x, y := f.Var("x", bv), f.Var("y", bv)
	arr := f.Var("arr", logic.ArraySort(bv, bv))
	sum, chain, nest, or := x, arr, y, f.Eq(x, y)
	for i := range n {
		sum = f.BVOp(logic.OpBVAdd, f.BVOp(logic.OpBVXor, sum, y), f.BV(i, 32))
		chain = f.Store(chain, f.BVOp(logic.OpBVMul, x, f.BV(2*i+1, 32)), f.BV(i, 32))
		nest = f.Ite(f.ULt(f.BV(i, 32), x), nest, f.BV(i, 32))
		or = f.Or(f.And(or, f.ULt(x, f.BV(i, 32))), f.Eq(y, f.BV(i, 32)))
	}
	return map[string]*logic.Term{"sum": f.Eq(sum, y), "chain": f.Eq(f.Select(chain, y), x), "nest": f.Eq(nest, x), "or": or}
}

// TestDeepTerms: terms of a depth at which recursion would overflow the stack are translated both ways, libz3 asserts
// them, and they are solved, or given up on, within a budget.
func TestDeepTerms(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	for name, c := range deep(f, uint64(effort.Count(20_000, 100_000, 100_000))) {
		z, err := newContext(f)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readBack(z, c, false)
		if err != nil || back != c {
			t.Errorf("%s: reading back gives another term, %v", name, err)
		}
		z.close()
	}
	for name, c := range deep(f, uint64(effort.Count(500, 2000, 2000))) {
		s, err := New(f, smt.Options{Work: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Check(context.Background(), c)
		t.Logf("%s: %v, %v, %q", name, r, err, s.ReasonUnknown())
		if err != nil || r == smt.Unsat {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if r == smt.Sat {
			m, err := s.Model()
			if err != nil || m.Value(c) != f.True() {
				t.Error(name, m.Value(c), err)
			}
		}
		s.Close()
	}
}
