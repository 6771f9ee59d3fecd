package z3

/*
#include <z3.h>

// The parameters that every object of libz3 with a search gets. Without ctrl_c=false a check installs a handler for SIGINT of libz3's own,
// and puts back the one before by signal(), without the flag SA_ONSTACK: the next SIGINT then ends the process with a fault of the Go runtime.
static Z3_params cupel_quiet(Z3_context c) {
	Z3_params p = Z3_mk_params(c);
	Z3_params_inc_ref(c, p);
	Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), 0);
	return p;
}

// cupel_simple_solver makes the incremental solver, with one reference.
static Z3_solver cupel_simple_solver(Z3_context c) {
	Z3_solver s = Z3_mk_simple_solver(c);
	if (!s) return 0;
	Z3_solver_inc_ref(c, s);
	Z3_params p = cupel_quiet(c);
	Z3_solver_set_params(c, s, p);
	Z3_params_dec_ref(c, p);
	return s;
}

// cupel_solver makes the solver that chooses a strategy for one question, with one reference.
static Z3_solver cupel_solver(Z3_context c) {
	Z3_solver s = Z3_mk_solver(c);
	if (!s) return 0;
	Z3_solver_inc_ref(c, s);
	Z3_params p = cupel_quiet(c);
	Z3_solver_set_params(c, s, p);
	Z3_params_dec_ref(c, p);
	return s;
}

// cupel_chain is the tactic that applies those of the names, which end with a null pointer, one after the other.
static Z3_tactic cupel_chain(Z3_context c, const char **names) {
	Z3_tactic t = Z3_mk_tactic(c, *names);
	if (!t) return 0;
	Z3_tactic_inc_ref(c, t);
	while (*++names) {
		Z3_tactic next = Z3_mk_tactic(c, *names);
		if (next) Z3_tactic_inc_ref(c, next);
		Z3_tactic both = next ? Z3_tactic_and_then(c, t, next) : 0;
		if (both) Z3_tactic_inc_ref(c, both);
		if (next) Z3_tactic_dec_ref(c, next);
		Z3_tactic_dec_ref(c, t);
		if (!both) return 0;
		t = both;
	}
	return t;
}

// cupel_bits_solver makes the solver that makes clauses of bit-vectors, and of floats where there are any, with one reference.
static Z3_solver cupel_bits_solver(Z3_context c, int floats) {
	const char *bits[] = {"simplify", "propagate-values", "solve-eqs", "bit-blast", "sat", 0};
	const char *all[] = {"simplify", "propagate-values", "fpa2bv", "propagate-values", "simplify", "solve-eqs", "bit-blast", "simplify", "sat", 0};
	Z3_tactic t = cupel_chain(c, floats ? all : bits);
	if (!t) return 0;
	Z3_solver s = Z3_mk_solver_from_tactic(c, t);
	if (s) {
		Z3_solver_inc_ref(c, s);
		Z3_params p = cupel_quiet(c);
		Z3_solver_set_params(c, s, p);
		Z3_params_dec_ref(c, p);
	}
	Z3_tactic_dec_ref(c, t);
	return s;
}
*/
import "C"

import "math"

// All objects of libz3 that search are made in this file, see cupel_quiet.

// simpleSolver is an incremental solver with one reference; nil: there is an error.
func (z *zcontext) simpleSolver() C.Z3_solver { return C.cupel_simple_solver(z.c) }

// oneShotSolver is a solver for one question with one reference; nil: there is an error.
func (z *zcontext) oneShotSolver() C.Z3_solver { return C.cupel_solver(z.c) }

// bitsSolver is a solver by clauses, for one question about bit-vectors and, if there are any, floats, with one reference; nil: there is an error.
func (z *zcontext) bitsSolver(floats bool) C.Z3_solver {
	n := C.int(0)
	if floats {
		n = 1
	}
	return C.cupel_bits_solver(z.c, n)
}

// fixedpoint is a solver of Horn clauses with one reference; nil: there is an error. It has its parameters at once.
func (z *zcontext) fixedpoint(set func(p params)) C.Z3_fixedpoint {
	fp := C.Z3_mk_fixedpoint(z.c)
	if fp == nil {
		return nil
	}
	C.Z3_fixedpoint_inc_ref(z.c, fp)
	p := z.params()
	defer p.free()
	set(p)
	C.Z3_fixedpoint_set_params(z.c, fp, p.p)
	return fp
}

// params collects libz3 parameters. Whatever takes them keeps SIGINT as it is.
type params struct {
	z *zcontext
	p C.Z3_params
}

func (z *zcontext) params() params { return params{z, C.cupel_quiet(z.c)} }

func (p params) uint(name string, v uint) {
	C.Z3_params_set_uint(p.z.c, p.p, p.z.symbol(name), C.uint(min(v, math.MaxUint32)))
}

func (p params) bool(name string, v bool) {
	C.Z3_params_set_bool(p.z.c, p.p, p.z.symbol(name), C.bool(v))
}

func (p params) symbol(name, v string) {
	C.Z3_params_set_symbol(p.z.c, p.p, p.z.symbol(name), p.z.symbol(v))
}

// byPatterns has quantifiers instantiated at their patterns only. The other parameters are those with which programs with patterns are written: literals
// that the clauses do not need are not decided, and what an instance is about matters before more instances.
func (p params) byPatterns() {
	p.bool("auto_config", false)
	p.bool("mbqi", false)
	p.uint("case_split", 3)
	p.bool("delay_units", true)
	p.uint("phase_selection", 0)
	p.uint("restart_strategy", 0)
	p.double("restart_factor", 1.5)
	p.double("qi.eager_threshold", 100)
}

func (p params) double(name string, v float64) {
	C.Z3_params_set_double(p.z.c, p.p, p.z.symbol(name), C.double(v))
}

func (p params) free() { C.Z3_params_dec_ref(p.z.c, p.p) }
