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

// ErrNotHorn: a formula is not a constrained Horn clause.
var ErrNotHorn = errors.New("z3: not a Horn clause")

// Relation is an unknown predicate of Horn clauses. Args are distinct symbols,
// the formal arguments over which its interpretation will be expressed.
type Relation struct {
	Name string
	Args []*logic.Term
}

// Application is a relation applied to terms.
type Application struct {
	Relation string
	Args     []*logic.Term
}

// Clause is a constrained Horn clause: for all values of its symbols, Constraint and all of Body imply Head. Without Head it is a query: Body and Constraint are
// contradictory. A nil Constraint is true.
type Clause struct {
	Body       []Application
	Constraint *logic.Term
	Head       *Application
}

// SolveHorn searches an interpretation of the relations that satisfies all clauses, with libz3's Spacer engine, whose work is not counted. Unsat: there is one, so
// no query can be violated; the map has a formula over its Args for each relation, checked against the clauses. Sat: there is none. Unknown: ctx or the limits in
// o ended the search; the error is nil then too, and the reason is the last result.
//
// The parameters keep libz3's preprocessing from replacing predicates by strongest postconditions, see Spacer in package interpolation.
func SolveHorn(ctx context.Context, f *logic.Factory, rels []Relation, clauses []Clause, o smt.Options) (smt.Result, map[string]*logic.Term, string, error) {
	h, err := newHorn(f, rels, o)
	if err != nil {
		return smt.Unknown, nil, "", err
	}
	defer h.close()
	for _, c := range clauses {
		if err := h.add(c); err != nil {
			return smt.Unknown, nil, "", err
		}
	}
	r, reason, err := h.query(ctx, o)
	if err != nil || r != smt.Unsat {
		return r, nil, reason, err
	}
	m, err := h.interpretations()
	if err != nil {
		return smt.Unknown, nil, err.Error(), nil
	}
	if why := CheckHorn(ctx, f, rels, clauses, m, o); why != nil {
		return smt.Unknown, nil, why.Error(), nil
	}
	return smt.Unsat, m, "", nil
}

// horn is one fixedpoint object of libz3.
type horn struct {
	z     *zcontext
	fp    C.Z3_fixedpoint
	rels  []Relation
	decls map[string]C.Z3_func_decl
	bad   C.Z3_func_decl // derivable exactly if some clause without head is violated
}

func newHorn(f *logic.Factory, rels []Relation, o smt.Options) (*horn, error) {
	z, err := newContext(f)
	if err != nil {
		return nil, err
	}
	h := &horn{z: z, rels: rels, decls: map[string]C.Z3_func_decl{}}
	h.fp = z.fixedpoint(func(p params) {
		p.symbol("engine", "spacer")
		p.bool("xform.inline_eager", false)
		p.bool("xform.inline_linear", false)
		p.bool("xform.slice", false)
		if o.Seed > 0 {
			p.uint("spacer.random_seed", o.Seed)
		}
	})
	if h.fp == nil {
		err := z.err("making a solver of Horn clauses")
		z.close()
		return nil, err
	}
	h.bad = h.declare("bad!", nil) // no symbol has this name, see mangle
	for _, r := range rels {
		if h.decls[r.Name] != nil {
			h.close()
			return nil, fmt.Errorf("z3: relation %s is declared twice", r.Name)
		}
		h.decls[r.Name] = h.declare(mangle(r.Name), r.Args)
	}
	if err := z.err("declaring relations"); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

func (h *horn) close() {
	for _, d := range h.decls {
		C.Z3_dec_ref(h.z.c, C.Z3_func_decl_to_ast(h.z.c, d))
	}
	C.Z3_dec_ref(h.z.c, C.Z3_func_decl_to_ast(h.z.c, h.bad))
	C.Z3_fixedpoint_dec_ref(h.z.c, h.fp)
	h.z.close()
}

func (h *horn) declare(name string, args []*logic.Term) C.Z3_func_decl {
	z := h.z
	dom := make([]C.Z3_sort, len(args))
	for i, a := range args {
		dom[i] = z.sort(a.Sort())
	}
	d := C.Z3_mk_func_decl(z.c, z.symbol(name), C.uint(len(dom)), unsafe.SliceData(dom), z.sort(logic.Bool))
	C.Z3_inc_ref(z.c, C.Z3_func_decl_to_ast(z.c, d))
	C.Z3_fixedpoint_register_relation(z.c, h.fp, d)
	return d
}

// terms makes one term of a clause: its body as a conjunction, and its head.
func (c Clause) terms(f *logic.Factory) (body, head *logic.Term) {
	conj := make([]*logic.Term, 0, len(c.Body)+1)
	for _, a := range c.Body {
		conj = append(conj, f.App(a.Relation, logic.Bool, a.Args...))
	}
	if c.Constraint != nil {
		conj = append(conj, c.Constraint)
	}
	head = f.False()
	if c.Head != nil {
		head = f.App(c.Head.Relation, logic.Bool, c.Head.Args...)
	}
	return f.And(conj...), head
}

func (h *horn) applied(a Application) error {
	for _, r := range h.rels {
		if r.Name != a.Relation {
			continue
		}
		if len(a.Args) != len(r.Args) {
			return fmt.Errorf("%w: relation %s has %d arguments, not %d", ErrNotHorn, r.Name, len(r.Args), len(a.Args))
		}
		for i, x := range a.Args {
			if x.Sort() != r.Args[i].Sort() {
				return fmt.Errorf("%w: argument %d of relation %s has sort %s, not %s", ErrNotHorn, i, r.Name, x.Sort(), r.Args[i].Sort())
			}
		}
		return nil
	}
	return fmt.Errorf("%w: relation %s is not declared", ErrNotHorn, a.Relation)
}

func (h *horn) add(c Clause) error {
	z := h.z
	apps := c.Body
	if c.Head != nil {
		apps = append(apps[:len(apps):len(apps)], *c.Head)
	}
	for _, a := range apps {
		if err := h.applied(a); err != nil {
			return err
		}
	}
	body, head := c.terms(z.f)
	if body.IsFalse() {
		return nil
	}
	b, err := z.ast(body)
	if err != nil {
		return err
	}
	var hd C.Z3_ast
	if c.Head == nil {
		hd = C.Z3_mk_app(z.c, h.bad, 0, nil)
	} else if hd, err = z.ast(head); err != nil {
		return err
	}
	C.Z3_inc_ref(z.c, hd)
	defer C.Z3_dec_ref(z.c, hd)
	rule := C.Z3_mk_implies(z.c, b, hd)
	C.Z3_inc_ref(z.c, rule)
	defer C.Z3_dec_ref(z.c, rule)
	vars := logic.FreeVars(body, head)
	if len(vars) > 0 {
		bound := make([]C.Z3_app, len(vars))
		for i, v := range vars {
			a, err := z.ast(v)
			if err != nil {
				return err
			}
			bound[i] = C.Z3_to_app(z.c, a)
		}
		q := C.Z3_mk_forall_const(z.c, 0, C.uint(len(bound)), &bound[0], 0, nil, rule)
		if err := z.err("quantifying a clause"); err != nil {
			return err
		}
		C.Z3_inc_ref(z.c, q)
		defer C.Z3_dec_ref(z.c, q)
		rule = q
	}
	C.Z3_fixedpoint_add_rule(z.c, h.fp, rule, nil)
	return z.err("adding a clause")
}

func (h *horn) query(ctx context.Context, o smt.Options) (smt.Result, string, error) {
	z := h.z
	var r C.Z3_lbool
	stopped := z.run(ctx, limitsOf(o), func() {
		r = C.Z3_fixedpoint_query_relations(z.c, h.fp, 1, &h.bad)
	})
	err := z.err("solving Horn clauses")
	switch {
	case stopped != "" && (err != nil || r == C.Z3_L_UNDEF):
		return smt.Unknown, stopped, nil
	case err != nil && isLimit(err):
		return smt.Unknown, err.Error(), nil
	case err != nil:
		return smt.Unknown, "", err
	case r == C.Z3_L_TRUE:
		return smt.Sat, "", nil
	case r == C.Z3_L_FALSE:
		return smt.Unsat, "", nil
	}
	return smt.Unknown, C.GoString(C.Z3_fixedpoint_get_reason_unknown(z.c, h.fp)), nil
}

// interpretations reads the invariants that Spacer found at level infinity:
// formulas whose variable i stands for argument i.
func (h *horn) interpretations() (map[string]*logic.Term, error) {
	z := h.z
	out := map[string]*logic.Term{}
	for _, r := range h.rels {
		a := C.Z3_fixedpoint_get_cover_delta(z.c, h.fp, -1, h.decls[r.Name])
		if err := z.err("interpretation of " + r.Name); err != nil {
			return nil, err
		}
		if a == nil {
			return nil, fmt.Errorf("z3: no interpretation of relation %s", r.Name)
		}
		C.Z3_inc_ref(z.c, a)
		t, err := h.over(a, r.Args)
		C.Z3_dec_ref(z.c, a)
		if err != nil {
			return nil, fmt.Errorf("z3: interpretation of relation %s: %w", r.Name, err)
		}
		out[r.Name] = t
	}
	return out, nil
}

func (h *horn) over(a C.Z3_ast, args []*logic.Term) (*logic.Term, error) {
	z := h.z
	to := make([]C.Z3_ast, len(args))
	for i, v := range args {
		var err error
		if to[i], err = z.ast(v); err != nil {
			return nil, err
		}
	}
	b := C.Z3_substitute_vars(z.c, a, C.uint(len(to)), unsafe.SliceData(to))
	if err := z.err("substituting arguments"); err != nil {
		return nil, err
	}
	C.Z3_inc_ref(z.c, b)
	defer C.Z3_dec_ref(z.c, b)
	return z.fromAST(b)
}

// CheckHorn reports nil when the interpretations, formulas over the relations'
// Args, satisfy every clause, and otherwise an error that names the clause that
// is violated or undecided.
func CheckHorn(ctx context.Context, f *logic.Factory, rels []Relation, clauses []Clause, m map[string]*logic.Term, o smt.Options) error {
	byName := map[string]Relation{}
	for _, r := range rels {
		byName[r.Name] = r
	}
	s, err := New(f, o)
	if err != nil {
		return err
	}
	defer s.Close()
	meaning := func(a Application) (*logic.Term, error) {
		r, ok := byName[a.Relation]
		if !ok || m[a.Relation] == nil || len(r.Args) != len(a.Args) {
			return nil, fmt.Errorf("z3: no interpretation of relation %s", a.Relation)
		}
		sub := make(map[*logic.Term]*logic.Term, len(r.Args))
		for i, v := range r.Args {
			sub[v] = a.Args[i]
		}
		return f.Subst(m[a.Relation], sub), nil
	}
	for i, c := range clauses {
		conj := []*logic.Term{}
		if c.Constraint != nil {
			conj = append(conj, c.Constraint)
		}
		for _, a := range c.Body {
			t, err := meaning(a)
			if err != nil {
				return err
			}
			conj = append(conj, t)
		}
		if c.Head != nil {
			t, err := meaning(*c.Head)
			if err != nil {
				return err
			}
			conj = append(conj, f.Not(t))
		}
		switch r, err := s.Check(ctx, f.And(conj...)); {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("z3: the interpretations violate clause %d", i)
		case r == smt.Unknown:
			return fmt.Errorf("z3: clause %d is undecided: %s", i, s.ReasonUnknown())
		}
	}
	return nil
}
