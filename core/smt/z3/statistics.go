package z3

// #include <z3.h>
import "C"

import (
	"fmt"
	"time"

	"cupel/core/smt"
)

// Statistics counts the operations of a solver.
type Statistics struct {
	Checks, Sat, Unsat, Unknown int
	Alone                       int           // checks by a solver of their own
	Time                        time.Duration // in Check
	Longest                     time.Duration // of one Check
	Terms                       int           // translated to libz3
	Cached                      int           // translations held now
}

func (st *Statistics) count(r smt.Result, d time.Duration) {
	st.Time += d
	st.Longest = max(st.Longest, d)
	switch r {
	case smt.Sat:
		st.Sat++
	case smt.Unsat:
		st.Unsat++
	default:
		st.Unknown++
	}
}

// Statistics returns the counts so far.
func (s *Solver) Statistics() Statistics {
	st := s.stats
	st.Terms, st.Cached = s.z.made, len(s.z.cache)
	return st
}

// Checks returns the number of checks made.
func (s *Solver) Checks() int { return s.stats.Checks }

// MemoryBytes returns libz3's estimate of the memory it uses, for all solvers
// of the process together.
func MemoryBytes() uint64 { return uint64(C.Z3_get_estimated_alloc_size()) }

// Version returns libz3's version.
func Version() string {
	var a, b, c, d C.uint
	C.Z3_get_version(&a, &b, &c, &d)
	return fmt.Sprintf("%d.%d.%d", a, b, c)
}
