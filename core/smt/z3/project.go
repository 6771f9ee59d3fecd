package z3

// #include <z3.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"cupel/core/logic"
	"cupel/core/smt"
)

// ErrNotModel: the assignment does not satisfy the formula to project, or leaves
// a symbol open.
var ErrNotModel = errors.New("z3: not a model of the formula")

// Project is model-based projection: it returns a conjunction without vars that
// the model m of phi satisfies and that implies exists vars. phi. Finitely many
// models give finitely many projections whose disjunction is exists vars. phi
// when all vars are Bool, Int or Real and occur linearly.
//
// The literals of phi that m makes true (an implicant) are projected by
// EliminateSyntactic's rules for one conjunction, then by libz3 for arithmetic,
// and what remains is replaced by its value in m.
func (s *Solver) Project(ctx context.Context, vars []*logic.Term, phi *logic.Term, m smt.Model) (*logic.Term, error) {
	if err := s.usable(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := s.z.f
	values := map[*logic.Term]*logic.Term{}
	ev := f.NewEvaluator(func(v *logic.Term) *logic.Term {
		if values[v] == nil {
			values[v] = m.Value(v)
		}
		return values[v]
	})
	lits, err := implicant(f, ev, m, phi)
	if err != nil {
		return nil, err
	}
	e := &eliminator{f: f, free: map[*logic.Term][]*logic.Term{}} // no case splits
	t := e.exists(vars, f.And(lits...))
	var left []*logic.Term
	for _, v := range vars {
		if e.has(t, v) {
			left = append(left, v)
		}
	}
	if len(left) > 0 && isLinear(t) {
		if u, err := s.z.projectLinear(ctx, left, t, m); err == nil && truth(ev, m, u) {
			t = u
		}
	}
	sub := map[*logic.Term]*logic.Term{}
	for _, v := range left {
		if sub[v] = m.Value(v); sub[v] == nil {
			return nil, fmt.Errorf("%w: no value of %s", ErrNotModel, v)
		}
	}
	return f.Subst(t, sub), nil
}

// truth reports whether the model satisfies t. Terms that SMT-LIB leaves unspecified, such as division by zero, are evaluated by the model itself.
func truth(ev *logic.Evaluator, m smt.Model, t *logic.Term) bool {
	b, err := ev.Bool(t)
	if err == nil {
		return b
	}
	v := m.Value(t)
	return v != nil && v.IsTrue()
}

// implicant returns literals that m satisfies and that imply phi.
func implicant(f *logic.Factory, ev *logic.Evaluator, m smt.Model, phi *logic.Term) ([]*logic.Term, error) {
	type goal struct {
		t        *logic.Term
		positive bool
	}
	var lits []*logic.Term
	seen := map[goal]bool{}
	stack := []goal{{phi, true}}
	holds := func(g goal) bool {
		if g.positive {
			return truth(ev, m, g.t)
		}
		return truth(ev, m, f.Not(g.t))
	}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[g] {
			continue
		}
		seen[g] = true
		a := g.t.Args()
		switch op := g.t.Op(); {
		case op == logic.OpNot:
			stack = append(stack, goal{a[0], !g.positive})
		case op == logic.OpAnd && g.positive, op == logic.OpOr && !g.positive:
			for i := len(a) - 1; i >= 0; i-- {
				stack = append(stack, goal{a[i], g.positive})
			}
		case op == logic.OpAnd, op == logic.OpOr:
			found := false
			for _, x := range a {
				if h := (goal{x, g.positive}); holds(h) {
					stack = append(stack, h)
					found = true
					break
				}
			}
			if !found {
				return nil, ErrNotModel
			}
		case op == logic.OpIte:
			c, branch := goal{a[0], true}, goal{a[1], g.positive}
			if !holds(c) {
				c.positive, branch.t = false, a[2]
			}
			stack = append(stack, branch, c)
		case op == logic.OpEq && a[0].Sort().IsBool():
			x := goal{a[0], true}
			x.positive = holds(x)
			stack = append(stack, goal{a[1], x.positive == g.positive}, x)
		default:
			if !holds(g) {
				return nil, ErrNotModel
			}
			t := g.t
			if !g.positive {
				if t = f.Not(t); t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpEq && t.Arg(0).Arg(0).Sort().IsArith() {
					lt := f.Lt(g.t.Arg(0), g.t.Arg(1)) // a disequality: the side on which the model is
					if !truth(ev, m, lt) {
						lt = f.Lt(g.t.Arg(1), g.t.Arg(0))
					}
					t = lt
				}
			}
			lits = append(lits, t)
		}
	}
	return lits, nil
}

// projectLinear hands a conjunction of linear literals to libz3.
func (z *zcontext) projectLinear(ctx context.Context, vars []*logic.Term, t *logic.Term, m smt.Model) (*logic.Term, error) {
	a, err := z.ast(t)
	if err != nil {
		return nil, err
	}
	zm := C.Z3_mk_model(z.c)
	C.Z3_model_inc_ref(z.c, zm)
	defer C.Z3_model_dec_ref(z.c, zm)
	for _, v := range logic.FreeVars(t) {
		val := m.Value(v)
		if val == nil {
			return nil, ErrNotModel
		}
		va, err := z.ast(v)
		if err != nil {
			return nil, err
		}
		x, err := z.ast(val)
		if err != nil {
			return nil, err
		}
		C.Z3_add_const_interp(z.c, zm, C.Z3_get_app_decl(z.c, C.Z3_to_app(z.c, va)), x)
	}
	bound := make([]C.Z3_app, len(vars))
	for i, v := range vars {
		va, err := z.ast(v)
		if err != nil {
			return nil, err
		}
		bound[i] = C.Z3_to_app(z.c, va)
	}
	var r C.Z3_ast
	stopped := z.run(ctx, limits{}, func() { r = C.Z3_qe_model_project(z.c, zm, C.uint(len(bound)), unsafe.SliceData(bound), a) })
	if err := z.err("projecting"); err != nil {
		return nil, err
	}
	if stopped != "" { // what there is may be due to the interruption
		return nil, ctx.Err()
	}
	if r == nil {
		return nil, errNoTerm
	}
	C.Z3_inc_ref(z.c, r)
	defer C.Z3_dec_ref(z.c, r)
	return z.fromAST(r)
}

// isLinear reports whether libz3's projection is used: Bool and linear arithmetic
// without arrays, bit-vectors, floats, functions and quantifiers.
func isLinear(t *logic.Term) bool {
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
