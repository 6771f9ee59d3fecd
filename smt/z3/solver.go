package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"cupel/logic"
	"cupel/smt"
)

// Solver is an incremental libz3 solver.
type Solver struct {
	z       *zcontext
	s       C.Z3_solver
	o       smt.Options
	last    smt.Result
	reason  string
	model   *Model
	lits    map[string]*logic.Term // assumption literals of the last check
	proxies map[*logic.Term]C.Z3_ast
	levels  int
	checks  int
	closed  bool
}

// Version returns libz3's version.
func Version() string {
	var a, b, c, d C.uint
	C.Z3_get_version(&a, &b, &c, &d)
	return fmt.Sprintf("%d.%d.%d", a, b, c)
}

// Open opens a solver; it is an smt.Opener.
func Open(f *logic.Factory, o smt.Options) (smt.Solver, error) { return New(f, o) }

// New opens a solver over the terms of f.
func New(f *logic.Factory, o smt.Options) (*Solver, error) {
	s := &Solver{z: newContext(f), o: o, proxies: map[*logic.Term]C.Z3_ast{}}
	s.s = C.Z3_mk_simple_solver(s.z.c)
	if err := s.z.err("making a solver"); err != nil {
		s.z.close()
		return nil, err
	}
	C.Z3_solver_inc_ref(s.z.c, s.s)
	p := C.Z3_mk_params(s.z.c)
	C.Z3_params_inc_ref(s.z.c, p)
	set := func(name string, v uint) { C.Z3_params_set_uint(s.z.c, p, s.z.symbol(name), C.uint(v)) }
	if o.TimeoutMS > 0 {
		set("timeout", uint(o.TimeoutMS))
	}
	if o.Seed > 0 {
		set("random_seed", o.Seed)
	}
	if o.MemoryMB > 0 {
		set("max_memory", uint(o.MemoryMB))
	}
	C.Z3_solver_set_params(s.z.c, s.s, p)
	C.Z3_params_dec_ref(s.z.c, p)
	if err := s.z.err("setting parameters"); err != nil {
		_ = s.Close()
		return nil, err
	}
	runtime.SetFinalizer(s, func(s *Solver) { _ = s.Close() })
	return s, nil
}

// Close frees the solver.
func (s *Solver) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	s.dropModel()
	C.Z3_solver_dec_ref(s.z.c, s.s)
	for _, p := range s.proxies {
		C.Z3_dec_ref(s.z.c, p)
	}
	s.z.close()
	return nil
}

// Assert adds a formula to the current level.
func (s *Solver) Assert(t *logic.Term) error {
	if s.closed {
		return smt.ErrClosed
	}
	s.dropModel()
	a, err := s.z.ast(t)
	if err != nil {
		return err
	}
	C.Z3_solver_assert(s.z.c, s.s, a)
	err = s.z.err("assert")
	s.z.trim()
	return err
}

// Push opens a level.
func (s *Solver) Push() error {
	if s.closed {
		return smt.ErrClosed
	}
	s.dropModel()
	C.Z3_solver_push(s.z.c, s.s)
	s.levels++
	return s.z.err("push")
}

// Pop closes n levels.
func (s *Solver) Pop(n int) error {
	if s.closed {
		return smt.ErrClosed
	}
	if n > s.levels {
		return fmt.Errorf("z3: pop %d of %d levels", n, s.levels)
	}
	s.dropModel()
	C.Z3_solver_pop(s.z.c, s.s, C.uint(n))
	s.levels -= n
	return s.z.err("pop")
}

// literal returns an assumption literal for t: t itself when it is a Boolean
// symbol, else a fresh one that implies t in the current level.
func (s *Solver) literal(i int, t *logic.Term) (C.Z3_ast, error) {
	a, err := s.z.ast(t)
	if err != nil {
		return nil, err
	}
	if t.IsVar() || t.Op() == logic.OpNot && t.Arg(0).IsVar() {
		s.lits[C.GoString(C.Z3_ast_to_string(s.z.c, a))] = t
		return a, nil
	}
	name := "cupel-assume-" + strconv.Itoa(i)
	p := C.Z3_mk_const(s.z.c, s.z.symbol(name), s.z.sort(logic.Bool))
	C.Z3_inc_ref(s.z.c, p)
	defer C.Z3_dec_ref(s.z.c, p)
	imp := C.Z3_mk_implies(s.z.c, p, a)
	C.Z3_inc_ref(s.z.c, imp)
	C.Z3_solver_assert(s.z.c, s.s, imp)
	C.Z3_dec_ref(s.z.c, imp)
	s.lits[name] = t
	return p, s.z.err("assumption")
}

// Check decides the assertions with the assumptions.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	if s.closed {
		return smt.Unknown, smt.ErrClosed
	}
	s.dropModel()
	s.last, s.reason = smt.Unknown, ""
	if ctx.Err() != nil {
		s.reason = "interrupted"
		return smt.Unknown, nil
	}
	s.checks++
	s.lits = nil
	scoped := false
	var lits []C.Z3_ast
	if len(assumptions) > 0 {
		s.lits = map[string]*logic.Term{}
		C.Z3_solver_push(s.z.c, s.s)
		scoped = true
		for i, t := range assumptions {
			if len(assumptions) == 1 && !t.IsVar() {
				a, err := s.z.ast(t) // a single assumption needs no proxy: the core is it or nothing
				if err != nil {
					C.Z3_solver_pop(s.z.c, s.s, 1)
					return smt.Unknown, err
				}
				C.Z3_solver_assert(s.z.c, s.s, a)
				s.lits["!single"] = t
				break
			}
			l, err := s.literal(i, t)
			if err != nil {
				C.Z3_solver_pop(s.z.c, s.s, 1)
				return smt.Unknown, err
			}
			C.Z3_inc_ref(s.z.c, l)
			lits = append(lits, l)
		}
	}
	stop := context.AfterFunc(ctx, func() { C.Z3_interrupt(s.z.c) })
	var r C.Z3_lbool
	if len(lits) > 0 {
		r = C.Z3_solver_check_assumptions(s.z.c, s.s, C.uint(len(lits)), &lits[0])
	} else {
		r = C.Z3_solver_check(s.z.c, s.s)
	}
	stop()
	for _, l := range lits {
		C.Z3_dec_ref(s.z.c, l)
	}
	err := s.z.err("check")
	switch {
	case err != nil && (ctx.Err() != nil || strings.Contains(err.Error(), "canceled") || strings.Contains(err.Error(), "memory")):
		s.reason = err.Error()
		err = nil
	case err != nil:
	case r == C.Z3_L_TRUE:
		s.last = smt.Sat
		m := C.Z3_solver_get_model(s.z.c, s.s)
		if m != nil {
			C.Z3_model_inc_ref(s.z.c, m)
			s.model = &Model{s: s, m: m}
		}
	case r == C.Z3_L_FALSE:
		s.last = smt.Unsat
		s.readCore()
	default:
		s.reason = C.GoString(C.Z3_solver_get_reason_unknown(s.z.c, s.s))
	}
	if scoped {
		C.Z3_solver_pop(s.z.c, s.s, 1)
	}
	s.z.trim()
	return s.last, err
}

// readCore keeps the literals of the unsat core.
func (s *Solver) readCore() {
	if len(s.lits) == 0 {
		return
	}
	if _, ok := s.lits["!single"]; ok {
		return
	}
	v := C.Z3_solver_get_unsat_core(s.z.c, s.s)
	C.Z3_ast_vector_inc_ref(s.z.c, v)
	defer C.Z3_ast_vector_dec_ref(s.z.c, v)
	core := map[string]*logic.Term{}
	for i := C.uint(0); i < C.Z3_ast_vector_size(s.z.c, v); i++ {
		name := strings.Trim(C.GoString(C.Z3_ast_to_string(s.z.c, C.Z3_ast_vector_get(s.z.c, v, i))), "|")
		if t, ok := s.lits[name]; ok {
			core[name] = t
		} else if t, ok := s.lits["|"+name+"|"]; ok {
			core[name] = t
		}
	}
	s.lits = core
}

// Core returns the assumptions in the last unsat core, ordered by term.
func (s *Solver) Core() ([]*logic.Term, error) {
	if s.last != smt.Unsat {
		return nil, smt.ErrNoCore
	}
	seen := map[*logic.Term]bool{}
	var out []*logic.Term
	for _, t := range s.lits {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	sortTerms(out)
	return out, nil
}

// Model returns the model of the last Sat.
func (s *Solver) Model() (smt.Model, error) {
	if s.model == nil {
		return nil, smt.ErrNoModel
	}
	return s.model, nil
}

func (s *Solver) dropModel() {
	if s.model != nil {
		C.Z3_model_dec_ref(s.z.c, s.model.m)
		s.model.m = nil
		s.model = nil
	}
}

// ReasonUnknown explains the last Unknown.
func (s *Solver) ReasonUnknown() string { return s.reason }

// Checks returns the number of checks made.
func (s *Solver) Checks() int { return s.checks }

// MemoryBytes returns libz3's estimate of the memory it uses, for all solvers together.
func MemoryBytes() uint64 { return uint64(C.Z3_get_estimated_alloc_size()) }

// LimitMemory makes libz3 give up (Unknown) above mb megabytes in total.
func LimitMemory(mb int) {
	id, v := C.CString("memory_max_size"), C.CString(strconv.Itoa(mb))
	defer C.free(unsafe.Pointer(id))
	defer C.free(unsafe.Pointer(v))
	C.Z3_global_param_set(id, v)
}
