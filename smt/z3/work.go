package z3

// #include <z3.h>
// #include <string.h>
import "C"

// workKey is libz3's name of what its rlimit counts, for all solvers of a context.
var workKey = C.CString("rlimit count")

// Work implements smt.Metered by libz3's measure of work, rlimit.
func (s *Solver) Work() int {
	st := C.Z3_solver_get_statistics(s.z.c, s.s)
	C.Z3_stats_inc_ref(s.z.c, st)
	defer C.Z3_stats_dec_ref(s.z.c, st)
	for i := C.Z3_stats_size(s.z.c, st); i > 0; i-- { // it is among the last
		if k := C.Z3_stats_get_key(s.z.c, st, i-1); C.strcmp(k, workKey) == 0 {
			return int(C.Z3_stats_get_uint_value(s.z.c, st, i-1))
		}
	}
	return 0
}
