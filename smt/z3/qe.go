package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unsafe"

	"cupel/logic"
	"cupel/smt"
)

// ErrElimination: no quantifier-free equivalent was found within the limits.
var ErrElimination = errors.New("z3: quantifiers not eliminated")

// Limits of one elimination.
const (
	DefaultEliminationLimit = 2 * time.Second
	maxEliminated           = 20000 // size of a result in distinct subterms
	maxModels               = 64    // projections of the model-based method
)

// Eliminate returns a quantifier-free formula without vars that is equivalent to
// exists vars. phi, within DefaultEliminationLimit or until ctx ends.
func Eliminate(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term) (*logic.Term, error) {
	return EliminateWithin(ctx, f, vars, phi, DefaultEliminationLimit)
}

// EliminateWithin is Eliminate with another time limit (0: none). It tries
// EliminateSyntactic, then libz3's tactics, qe2 (only for linear arithmetic and
// Bool: libz3 4.8.12 does not terminate on small array formulas) and qe, then
// the disjunction of model-based projections. Results of libz3 are checked to be
// implied by phi. Errors are ErrElimination, the context's, or the translation's.
func EliminateWithin(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term, limit time.Duration) (*logic.Term, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, left := EliminateSyntactic(f, vars, phi)
	if len(left) == 0 {
		return r, nil
	}
	methods := []func(context.Context, *logic.Factory, []*logic.Term, *logic.Term) (*logic.Term, error){}
	if qsat(r) {
		methods = append(methods, tactic("qe2"))
	}
	methods = append(methods, tactic("qe"), eliminateByModels)
	err := ErrElimination
	end := time.Now().Add(limit)
	for i, m := range methods {
		sub, cancel := ctx, context.CancelFunc(func() {})
		if limit > 0 {
			sub, cancel = context.WithTimeout(ctx, time.Until(end)/time.Duration(len(methods)-i))
		}
		t, e := m(sub, f, left, r)
		if e == nil {
			e = implied(sub, f, r, t)
		}
		cancel()
		if e == nil {
			return t, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err = fmt.Errorf("%w; %v", err, e)
	}
	return nil, err
}

// qsat reports whether qe2 is used: Bool and linear arithmetic without arrays,
// bit-vectors, floats, functions and quantifiers.
func qsat(t *logic.Term) bool {
	ok := true
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpApp, logic.OpForall, logic.OpExists:
			ok = false
		case logic.OpMul:
			ok = ok && t.NumArgs() == 2 && t.Arg(0).IsConst()
		case logic.OpDiv, logic.OpMod, logic.OpRDiv:
			ok = ok && t.Arg(1).IsConst()
		}
		switch t.Sort().Kind() {
		case logic.KindBool, logic.KindInt, logic.KindReal:
		default:
			ok = false
		}
		return ok
	}, t)
	return ok
}

// implied checks phi implies t.
func implied(ctx context.Context, f *logic.Factory, phi, t *logic.Term) error {
	s, err := New(f, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	switch r, err := s.Check(ctx, f.And(phi, f.Not(t))); {
	case err != nil:
		return err
	case r == smt.Sat:
		return errors.New("the result is not implied")
	case r == smt.Unknown:
		return errors.New("checking the result: " + s.ReasonUnknown())
	}
	return nil
}

// tactic eliminates with the libz3 tactic of the given name, followed by cheap
// simplification.
func tactic(name string) func(context.Context, *logic.Factory, []*logic.Term, *logic.Term) (*logic.Term, error) {
	return func(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term) (*logic.Term, error) {
		z, err := newContext(f)
		if err != nil {
			return nil, err
		}
		defer z.close()
		t, err := z.eliminate(ctx, name, vars, phi)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := quantifierFree(t, vars); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return t, nil
	}
}

func (z *zcontext) eliminate(ctx context.Context, name string, vars []*logic.Term, phi *logic.Term) (*logic.Term, error) {
	a, err := z.ast(z.f.Exists(vars, phi))
	if err != nil {
		return nil, err
	}
	t := z.tactic(name)
	for _, next := range []string{"propagate-values", "ctx-simplify"} {
		u := z.tactic(next)
		both := C.Z3_tactic_and_then(z.c, t, u)
		C.Z3_tactic_inc_ref(z.c, both)
		C.Z3_tactic_dec_ref(z.c, t)
		C.Z3_tactic_dec_ref(z.c, u)
		t = both
	}
	defer C.Z3_tactic_dec_ref(z.c, t)
	g := C.Z3_mk_goal(z.c, false, false, false)
	C.Z3_goal_inc_ref(z.c, g)
	defer C.Z3_goal_dec_ref(z.c, g)
	C.Z3_goal_assert(z.c, g, a)
	if err := z.err("making a goal"); err != nil {
		return nil, err
	}
	var r C.Z3_apply_result
	// The reference is taken at once: what follows an interruption calls libz3,
	// which may then free results that nobody holds.
	stopped := z.run(ctx, limits{}, func() {
		if r = C.Z3_tactic_apply(z.c, t, g); r != nil {
			C.Z3_apply_result_inc_ref(z.c, r)
		}
	})
	if r != nil {
		defer C.Z3_apply_result_dec_ref(z.c, r)
	}
	if err := z.err("eliminating quantifiers"); err != nil {
		if stopped != "" {
			return nil, errors.New(stopped)
		}
		return nil, err
	}
	if r == nil {
		return nil, errors.New("no result")
	}
	if C.Z3_apply_result_get_num_subgoals(z.c, r) != 1 {
		return nil, errors.New("not one goal")
	}
	sub := C.Z3_apply_result_get_subgoal(z.c, r, 0)
	if sub == nil {
		return nil, z.err("reading the goal")
	}
	C.Z3_goal_inc_ref(z.c, sub)
	defer C.Z3_goal_dec_ref(z.c, sub)
	if C.Z3_goal_precision(z.c, sub) != C.Z3_GOAL_PRECISE {
		return nil, errors.New("not an equivalent")
	}
	var cs []*logic.Term
	for i := range C.Z3_goal_size(z.c, sub) {
		c, err := z.fromAST(C.Z3_goal_formula(z.c, sub, i)) // the goal holds the formula
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	return z.f.And(cs...), nil
}

func (z *zcontext) tactic(name string) C.Z3_tactic {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	t := C.Z3_mk_tactic(z.c, n)
	C.Z3_tactic_inc_ref(z.c, t)
	return t
}

// quantifierFree checks that an elimination is complete and of bearable size.
func quantifierFree(t *logic.Term, vars []*logic.Term) error {
	size, left := 0, false
	logic.Walk(func(t *logic.Term) bool {
		size++
		left = left || t.Op() == logic.OpForall || t.Op() == logic.OpExists
		return !left && size <= maxEliminated
	}, t)
	if size > maxEliminated {
		return fmt.Errorf("more than %d subterms", maxEliminated)
	}
	in := map[*logic.Term]bool{}
	for _, v := range vars {
		in[v] = true
	}
	for _, v := range logic.FreeVars(t) {
		left = left || in[v]
	}
	if left {
		return errors.New("quantifiers left")
	}
	return nil
}

// eliminateByModels collects projections of models of phi until they cover it.
func eliminateByModels(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term) (*logic.Term, error) {
	s, err := New(f, smt.Options{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Assert(phi); err != nil {
		return nil, err
	}
	out := f.False()
	for range maxModels {
		r, err := s.Check(ctx)
		if err != nil {
			return nil, err
		}
		switch r {
		case smt.Unsat:
			return out, quantifierFree(out, vars)
		case smt.Unknown:
			return nil, errors.New("models: " + s.ReasonUnknown())
		}
		m, err := s.Model()
		if err != nil {
			return nil, err
		}
		p, err := Project(ctx, f, vars, phi, m)
		if err != nil {
			return nil, err
		}
		out = f.Or(out, p)
		if err := s.Assert(f.Not(p)); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("models: more than %d projections", maxModels)
}
