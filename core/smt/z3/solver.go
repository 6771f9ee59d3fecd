package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
	"cupel/core/smt"
)

// errSort: a formula is not of sort Bool.
var errSort = errors.New("z3: not a formula")

// ErrMemory: libz3 could not allocate memory. The solver cannot be
// used any more (libz3 4.8.12 crashes on further checks); it can be closed.
var ErrMemory = errors.New("z3: out of memory")

// Solver is an incremental libz3 solver. It belongs to one goroutine at a time;
// contexts may end it from anywhere.
type Solver struct {
	z       *zcontext
	s       C.Z3_solver
	limits  limits
	work    int  // units that one check may cost; 0: any
	rlimit  uint // that libz3's solver has now; 0: none
	lits    literals
	last    smt.Result
	reason  string
	core    []*logic.Term
	current bool // no change since the last check: its model is available
	model   *Model
	frames  [][]*logic.Term // the assertions, by level; the outermost first
	stats   Statistics
	closed  bool
	broken  bool // see ErrMemory
	stale   bool // see rebuild
	own     fallback
	// patterns: see smt.Options
	patterns bool
}

// usable returns why no further call is possible, or nil.
func (s *Solver) usable() error {
	switch {
	case s.closed:
		return smt.ErrClosed
	case s.broken:
		return ErrMemory
	}
	return nil
}

// err is zcontext.err; it notices when the solver cannot go on.
func (s *Solver) err(what string) error {
	err := s.z.err(what)
	if err != nil && strings.Contains(err.Error(), "out of memory") {
		s.broken = true
		return fmt.Errorf("%w: %s", ErrMemory, what)
	}
	return err
}

var _ smt.Solver = (*Solver)(nil)

// Open opens a solver.
var Open smt.Opener = func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return New(f, o) }

// New opens a solver over the terms of f. It must be closed: libz3's memory is
// not the garbage collector's.
func New(f *logic.Factory, o smt.Options) (*Solver, error) {
	z, err := newContext(f)
	if err != nil {
		return nil, err
	}
	s := &Solver{z: z, limits: limitsOf(o), work: o.Work, lits: newLiterals(z), frames: make([][]*logic.Term, 1), own: fallback{budget: firstBudget}, patterns: o.Patterns}
	s.s = z.simpleSolver()
	if err := z.err("making a solver"); err != nil {
		z.close()
		return nil, err
	}
	if o.Seed > 0 || o.Patterns {
		p := z.params()
		defer p.free()
		if o.Seed > 0 {
			p.uint("random_seed", o.Seed)
		}
		if o.Patterns {
			p.byPatterns()
		}
		C.Z3_solver_set_params(z.c, s.s, p.p)
	}
	if err := z.err("setting parameters"); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// Close frees the solver.
func (s *Solver) Close() error {
	if s.closed {
		return nil
	}
	s.changed()
	s.closed = true
	s.lits.forget()
	C.Z3_solver_dec_ref(s.z.c, s.s)
	s.z.close()
	return nil
}

// Assert adds a formula to the current level.
func (s *Solver) Assert(t *logic.Term) error {
	if err := s.usable(); err != nil {
		return err
	}
	s.changed()
	if err := s.undefine(); err != nil {
		return err
	}
	if err := s.assert(t); err != nil {
		return err
	}
	top := len(s.frames) - 1
	s.frames[top] = append(s.frames[top], t)
	s.z.trim()
	return nil
}

func (s *Solver) assert(t *logic.Term) error {
	if t.Sort() != logic.Bool {
		return fmt.Errorf("%w: %s", errSort, t.Sort())
	}
	a, err := s.z.ast(t)
	if err != nil {
		return err
	}
	C.Z3_solver_assert(s.z.c, s.s, a)
	return s.err("assert")
}

// Push opens a level.
func (s *Solver) Push() error {
	if err := s.usable(); err != nil {
		return err
	}
	s.changed()
	if err := s.undefine(); err != nil {
		return err
	}
	C.Z3_solver_push(s.z.c, s.s)
	if err := s.err("push"); err != nil {
		return err
	}
	s.frames = append(s.frames, nil)
	return nil
}

// Pop closes the n innermost levels.
func (s *Solver) Pop(n int) error {
	if err := s.usable(); err != nil {
		return err
	}
	switch {
	case n < 0 || n >= len(s.frames):
		return fmt.Errorf("z3: pop of %d levels, %d are open", n, len(s.frames)-1)
	case n == 0:
		return nil
	}
	s.changed()
	clear(s.frames[len(s.frames)-n:])
	s.frames = s.frames[:len(s.frames)-n]
	if s.stale {
		return nil
	}
	if err := s.undefine(); err != nil {
		return err
	}
	C.Z3_solver_pop(s.z.c, s.s, C.uint(n))
	return s.err("pop")
}

// rebuild asserts the assertions in a new libz3 solver. An interrupted check leaves libz3 4.8.12's solver in a state from which later checks answer wrongly (Sat
// for x < y and y < x, TestInterruptRaces), so it is not used again.
func (s *Solver) rebuild() error {
	s.lits.forget()
	C.Z3_solver_reset(s.z.c, s.s)
	if err := s.err("reset"); err != nil {
		return err
	}
	for i, frame := range s.frames {
		if i > 0 {
			C.Z3_solver_push(s.z.c, s.s)
			if err := s.err("push"); err != nil {
				return err
			}
		}
		for _, t := range frame {
			if err := s.assert(t); err != nil {
				return err
			}
		}
	}
	s.stale = false
	return nil
}

// undefine closes the level with the definitions of assumptions, and makes a
// solver that was interrupted usable.
func (s *Solver) undefine() error {
	if s.stale {
		return s.rebuild()
	}
	if !s.lits.open {
		return nil
	}
	s.lits.forget()
	C.Z3_solver_pop(s.z.c, s.s, 1)
	return s.err("pop")
}

// Check decides the assertions with the assumptions. When ctx ends or a limit
// is passed, the result is Unknown, and the solver stays usable.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	if err := s.usable(); err != nil {
		return smt.Unknown, err
	}
	s.changed()
	gaveUp := s.last == smt.Unknown
	s.last, s.reason, s.core = smt.Unknown, "", nil
	s.stats.Checks++
	if ctx.Err() != nil {
		s.reason = reasonCanceled
		s.stats.Unknown++
		return smt.Unknown, nil
	}
	start, done := time.Now(), s.z.spending(ctx, s.s)
	err := s.check(ctx, assumptions, gaveUp)
	s.stats.count(s.last, time.Since(start))
	done()
	s.z.trim()
	return s.last, err
}

// check makes one check, of the incremental solver, of a one-shot solver, or of both; gaveUp: the previous check was undecided.
func (s *Solver) check(ctx context.Context, assumptions []*logic.Term, gaveUp bool) error {
	allowed := s.z.allowed(ctx, s.work)
	if !s.oneShotApplies() {
		return s.ask(ctx, assumptions, gaveUp, allowed)
	}
	// open reports whether it is worth going on after a check.
	open := func(err error) bool {
		return err == nil && s.last == smt.Unknown && !s.broken && ctx.Err() == nil && s.reason != reasonTimeout && s.reason != reasonMemory
	}
	var flat *arrayfree.Result
	if s.incrementalFirst() {
		for {
			budget := least(s.own.first(), allowed)
			err := s.ask(ctx, assumptions, gaveUp, budget)
			if s.reason == reasonWork && budget != allowed && ctx.Err() != nil {
				s.reason = reasonCanceled // the work limit was not what ended it
			}
			if exceeded := open(err) && (s.reason != reasonWork || budget != allowed); !exceeded {
				s.countExceeded(false)
				return err
			}
			s.stale, s.reason = true, ""
			if flat = s.withoutArrays(assumptions); flat != nil || s.own.arrays {
				break
			}
			s.own.arrays = true // the incremental solver is worth more
		}
		s.countExceeded(true)
	} else {
		flat = s.withoutArrays(assumptions)
	}
	if err := s.solveOneShot(ctx, assumptions, flat, allowed); !open(err) || s.reason == reasonWork {
		return err
	}
	s.releaseOneShot()
	s.reason = ""
	return s.ask(ctx, assumptions, gaveUp, allowed)
}

// ask makes one check of the incremental solver within budget (0: no limit).
func (s *Solver) ask(ctx context.Context, assumptions []*logic.Term, gaveUp bool, budget uint) error {
	if s.stale || gaveUp || len(s.lits.byTerm)+len(assumptions) > s.lits.max {
		if err := s.undefine(); err != nil {
			return err
		}
	}
	as := make([]C.Z3_ast, len(assumptions))
	for i, t := range assumptions {
		var err error
		if as[i], err = s.lits.literal(s.s, t); err != nil {
			return err
		}
	}
	s.budget(budget)
	before := s.counted(budget)
	var r C.Z3_lbool
	stopped := s.z.run(ctx, s.limits, func() {
		if len(as) > 0 {
			r = C.Z3_solver_check_assumptions(s.z.c, s.s, C.uint(len(as)), &as[0])
		} else {
			r = C.Z3_solver_check(s.z.c, s.s)
		}
	})
	exceeded := s.exceeds(before, budget) // even with an answer: it may be due to the budget's end
	s.stale = s.stale || stopped != "" || exceeded
	err := s.err("check")
	switch {
	case s.broken:
		s.reason = reasonMemory
		return nil // an Unknown; the next call returns ErrMemory
	case exceeded:
		s.z.uncancel()
		s.reason = reasonWork
		return nil
	case stopped != "":
		s.reason = stopped // even with an answer: it may be due to the interruption
		return nil
	case err != nil && isLimit(err):
		s.reason = err.Error()
		return nil
	case err != nil:
		return err
	case r == C.Z3_L_TRUE:
		s.last, s.current = smt.Sat, true
	case r == C.Z3_L_FALSE:
		s.last = smt.Unsat
		return s.readCore(assumptions, as)
	default:
		s.reason = C.GoString(C.Z3_solver_get_reason_unknown(s.z.c, s.s))
	}
	return nil
}

// isLimit recognises the errors that mean that libz3 gave up.
func isLimit(err error) bool {
	for _, w := range []string{"canceled", "out of memory", "max. memory exceeded", "max. resource limit", "timeout", "interrupted"} {
		if strings.Contains(err.Error(), w) {
			return true
		}
	}
	return false
}

// readCore keeps the assumptions of the unsat core, in the order given.
func (s *Solver) readCore(assumptions []*logic.Term, as []C.Z3_ast) error {
	if len(as) == 0 {
		return nil
	}
	v := C.Z3_solver_get_unsat_core(s.z.c, s.s)
	if err := s.err("unsat core"); err != nil {
		s.last = smt.Unknown
		return err
	}
	C.Z3_ast_vector_inc_ref(s.z.c, v)
	defer C.Z3_ast_vector_dec_ref(s.z.c, v)
	in := map[C.Z3_ast]bool{}
	for i := range C.Z3_ast_vector_size(s.z.c, v) {
		in[C.Z3_ast_vector_get(s.z.c, v, i)] = true
	}
	for i, t := range assumptions {
		if in[as[i]] {
			s.core = append(s.core, t)
			delete(in, as[i]) // a repeated assumption counts once
		}
	}
	return nil
}

// Core returns the assumptions in the last unsat core, in the order in which
// they were given.
func (s *Solver) Core() ([]*logic.Term, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	if s.last != smt.Unsat {
		return nil, smt.ErrNoCore
	}
	return append([]*logic.Term(nil), s.core...), nil
}

// Model returns the model of the last Check, if that was Sat and nothing has
// been asserted, pushed or popped since.
func (s *Solver) Model() (smt.Model, error) {
	m, err := s.Z3Model()
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Z3Model is Model with its concrete type.
func (s *Solver) Z3Model() (*Model, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	if !s.current {
		return nil, smt.ErrNoModel
	}
	if s.model == nil {
		if err := s.readModel(); err != nil {
			return nil, err
		}
	}
	return s.model, nil
}

func (s *Solver) readModel() error {
	from := s.s
	if s.own.solver != nil {
		from = s.own.solver
	}
	m := C.Z3_solver_get_model(s.z.c, from)
	if err := s.err("model"); err != nil {
		return err
	}
	if m == nil {
		return smt.ErrNoModel
	}
	C.Z3_model_inc_ref(s.z.c, m)
	s.model = &Model{z: s.z, m: m}
	return nil
}

// changed ends the life of the current model.
func (s *Solver) changed() {
	s.current = false
	if s.model != nil {
		s.model.free()
		s.model = nil
	}
	s.releaseOneShot()
}

// ReasonUnknown explains the last Unknown: "canceled" when the context ended,
// "timeout", or libz3's own words.
func (s *Solver) ReasonUnknown() string { return s.reason }
