package z3

// #include <z3.h>
// #include <string.h>
import "C"

import (
	"context"
	"math/bits"

	"cupel/core/work"
)

// workKey is the name of libz3's statistic that rlimit bounds, for all solvers of a context.
var workKey = C.CString("rlimit count")

// Work implements smt.Metered by libz3's measure of work, rlimit.
func (s *Solver) Work() int { return s.z.count(s.s) }

// count returns libz3's count for the context, available from any of its solvers.
func (z *zcontext) count(s C.Z3_solver) int {
	st := C.Z3_solver_get_statistics(z.c, s)
	C.Z3_stats_inc_ref(z.c, st)
	defer C.Z3_stats_dec_ref(z.c, st)
	for i := C.Z3_stats_size(z.c, st); i > 0; i-- { // it is among the last
		if k := C.Z3_stats_get_key(z.c, st, i-1); C.strcmp(k, workKey) == 0 {
			return int(C.Z3_stats_get_uint_value(z.c, st, i-1))
		}
	}
	return 0
}

// price is the cost of a unit of libz3 in units of package work.
func (z *zcontext) price() int {
	if z.nonlinear {
		return nonlinearPrice
	}
	return 1
}

// spending starts measuring the work in z, of which s is a solver; the returned function charges it to ctx.
func (z *zcontext) spending(ctx context.Context, s C.Z3_solver) func() {
	if !work.Counted(ctx) {
		return func() {}
	}
	before, made := z.count(s), z.made+z.rewritten
	return func() {
		work.Spend(ctx, checkWork+termWork*(z.made+z.rewritten-made)+z.price()*since(before, z.count(s)))
	}
}

// allowed returns the limit for libz3's count in a call under ctx with the given limit; 0: no limit. The rest of a budget is rounded up to a power of two,
// since setting a new limit in libz3 costs as much as a small check.
func (z *zcontext) allowed(ctx context.Context, limit int) uint {
	var all uint
	if limit > 0 {
		all = uint(max(limit/z.price(), 1))
	}
	if left, bounded := work.Left(ctx); bounded {
		all = least(all, 1<<bits.Len(uint(left/z.price())))
	}
	return all
}

// since is the difference of two counts, which have 32 bits.
func since(before, now int) int { return int(uint32(now) - uint32(before)) }

// least is the smaller one of two limits, of which 0 is none.
func least(a, b uint) uint {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// budget sets the limit of the next checks; 0: no limit.
func (s *Solver) budget(n uint) {
	if n == s.rlimit {
		return
	}
	s.rlimit = n
	p := s.z.params()
	defer p.free()
	p.uint("rlimit", n)
	C.Z3_solver_set_params(s.z.c, s.s, p.p)
}

// counted is libz3's count, where there is a budget to compare it with.
func (s *Solver) counted(budget uint) int {
	if budget == 0 {
		return 0
	}
	return s.Work()
}

// exceeds reports whether so much was done since a count: libz3 has several words for it.
func (s *Solver) exceeds(before int, budget uint) bool {
	return budget > 0 && since(before, s.Work()) >= int(budget)
}
