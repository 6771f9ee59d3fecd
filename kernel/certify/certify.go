package certify

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
)

// ErrInconclusive means that the proof was neither checked nor refuted.
var ErrInconclusive = errors.New("certify: inconclusive")

// ErrRefuted means that the solver has a model in which an obligation fails.
var ErrRefuted = fmt.Errorf("%w: the invariants do not hold", ErrInconclusive)

// Proof is a candidate certificate: a program with invariants at its loop heads. Invariant: steps are all
// loop-free path segments between cut points (Init, loop heads, Error, cuts) from which Error or a cut is
// reachable in the graph; the obligations are about these and nothing else.
type Proof struct {
	p *program.Program
	// Invariants maps cut points to formulas that hold whenever the location is reached; missing means true.
	Invariants map[*program.Location]*logic.Term
	steps      []step
}

// New computes the steps of p, whose loop heads must be marked; all invariants are true.
func New(ctx context.Context, p *program.Program) (*Proof, error) {
	all, err := steps(ctx, p)
	if err != nil {
		return nil, err
	}
	return &Proof{p: p, Invariants: map[*program.Location]*logic.Term{}, steps: all}, nil
}

// Program returns the certified program.
func (c *Proof) Program() *program.Program { return c.p }

// Closed reports whether the graph has no path to the error or to a cut, so that there is nothing to check.
func (c *Proof) Closed() bool { return len(c.steps) == 0 && !c.initial() }

// initial reports whether there is an invariant at the initial location.
func (c *Proof) initial() bool { return !c.at(c.p.Init).IsTrue() }

// bad reports whether l must not be reached.
func (c *Proof) bad(l *program.Location) bool { return l == c.p.Error || l.Cut != "" }

func (c *Proof) at(l *program.Location) *logic.Term {
	if c.bad(l) {
		return c.p.Terms.False()
	}
	if t := c.Invariants[l]; t != nil {
		return t
	}
	return c.p.Terms.True()
}

// origin returns the first location for which has holds, from l back along Origin; nil if there is none.
func origin(l *program.Location, has func(*program.Location) bool) *program.Location {
	for ; l != nil; l = l.Origin {
		if has(l) {
			return l
		}
	}
	return nil
}

// Infer computes invariants from facts (assumed inductive, checked later) and
// predicates, both given at locations of p or of programs p was derived from:
// the disjunction of the reachable abstract states.
func (c *Proof) Infer(ctx context.Context, facts map[*program.Location]*logic.Term,
	preds map[*program.Location][]*logic.Term, open smt.Opener) error {
	f := c.p.Terms
	fact := map[*program.Location]*logic.Term{}
	pred := map[*program.Location][]*logic.Term{}
	for _, l := range c.p.Locs {
		fact[l] = f.True()
		// Executions start in an arbitrary state, so that nothing is known there.
		if o := origin(l, func(o *program.Location) bool { return facts[o] != nil }); o != nil && l != c.p.Init {
			fact[l] = facts[o]
		}
		if o := origin(l, func(o *program.Location) bool { return len(preds[o]) > 0 }); o != nil {
			pred[l] = preds[o]
		}
	}
	s, err := open(f, smt.Options{Work: inferWork})
	if err != nil {
		return err
	}
	defer s.Close()
	out := make([][]*step, len(c.p.Locs))
	for i := range c.steps {
		e := &c.steps[i]
		out[e.src.ID] = append(out[e.src.ID], e)
	}
	cubes := map[*program.Location][]*logic.Term{c.p.Init: {f.True()}}
	type item struct {
		loc  *program.Location
		cube *logic.Term
	}
	work := []item{{c.p.Init, f.True()}}
	total := 0
	for len(work) > 0 {
		it := work[0]
		work = work[1:]
		for _, e := range out[it.loc.ID] {
			if err := s.Push(); err != nil {
				return err
			}
			post := make([]*logic.Term, len(pred[e.dst]))
			for k, q := range pred[e.dst] {
				post[k] = f.Subst(q, e.post)
			}
			// Quantified facts are instantiated for the cells that the step and the predicates access.
			before := instances.Ground(f, logic.Conjuncts(fact[e.src]), append([]*logic.Term{it.cube, e.cond}, post...)...)
			if err := s.Assert(f.And(append(before, it.cube, e.cond)...)); err != nil {
				return err
			}
			if c.bad(e.dst) {
				r, err := s.Check(ctx)
				if err != nil {
					return err
				}
				if r != smt.Unsat {
					return fmt.Errorf("%w: the abstraction by the final predicates reaches the error", ErrInconclusive)
				}
			} else {
				for _, q := range cubes[e.dst] { // known abstract states need not be found again
					if err := s.Assert(f.Not(f.Subst(q, e.post))); err != nil {
						return err
					}
				}
				for {
					cube, err := nextCube(ctx, s, f, post, pred[e.dst])
					if err != nil {
						return err
					}
					if cube == nil {
						break
					}
					if total++; total > maxCubes {
						return fmt.Errorf("%w: more than %d abstract states", ErrInconclusive, maxCubes)
					}
					cubes[e.dst] = append(cubes[e.dst], cube)
					work = append(work, item{e.dst, cube})
					if err := s.Assert(f.Not(f.Subst(cube, e.post))); err != nil {
						return err
					}
				}
			}
			if err := s.Pop(1); err != nil {
				return err
			}
		}
	}
	for _, l := range c.p.LoopHeads() {
		if l != c.p.Init && !c.bad(l) {
			c.Invariants[l] = f.And(fact[l], f.Or(cubes[l]...))
		}
	}
	return nil
}

// Facts sets the invariants to facts about locations of p or of programs p was
// derived from; CheckFacts tells whether they are inductive.
func (c *Proof) Facts(facts map[*program.Location]*logic.Term) {
	for _, l := range c.p.Locs {
		if o := origin(l, func(o *program.Location) bool { return facts[o] != nil }); o != nil {
			c.Invariants[l] = facts[o]
		}
	}
}

// nextCube returns a satisfiable valuation of the predicates, over program
// variables, or nil.
func nextCube(ctx context.Context, s smt.Solver, f *logic.Factory, post, preds []*logic.Term) (*logic.Term, error) {
	r, err := s.Check(ctx)
	switch {
	case err != nil:
		return nil, err
	case r == smt.Unsat:
		return nil, nil
	case r == smt.Unknown:
		return nil, fmt.Errorf("%w: %s", ErrInconclusive, s.ReasonUnknown())
	}
	m, err := s.Model()
	if err != nil {
		return nil, err
	}
	lits := make([]*logic.Term, len(preds))
	for i := range preds {
		v := m.Value(post[i])
		switch {
		case v == nil:
			return nil, fmt.Errorf("%w: a predicate has no value", ErrInconclusive)
		case v.IsTrue():
			lits[i] = preds[i]
		default:
			lits[i] = f.Not(preds[i])
		}
	}
	return f.And(lits...), nil
}

// Check proves that the invariants are inductive and exclude the error and the cuts: for every step from l to
// m, the invariant of l and the step's transition formula imply the invariant of m. Every obligation is a
// solver query, also those that a simplifier could discharge. Without any step one query remains (an empty
// disjunction of paths is satisfiable), so that a solver that always answers sat certifies nothing.
func (c *Proof) Check(ctx context.Context, open smt.Opener) error { return c.check(ctx, open, false) }

// Inductive checks that facts about locations of p are jointly inductive.
func Inductive(ctx context.Context, p *program.Program, facts map[*program.Location]*logic.Term, open smt.Opener) error {
	c, err := New(ctx, p)
	if err != nil {
		return err
	}
	c.Facts(facts)
	return c.CheckFacts(ctx, open)
}

// CheckFacts is Check without the demand that the error is unreachable.
func (c *Proof) CheckFacts(ctx context.Context, open smt.Opener) error {
	return c.check(ctx, open, true)
}

func (c *Proof) check(ctx context.Context, open smt.Opener, factsOnly bool) error {
	s, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	k := &checking{f: c.p.Terms, s: s, quantified: c.Quantifies()}
	for _, o := range c.obligations(factsOnly) {
		if err := k.check(ctx, &o); err != nil {
			return err
		}
	}
	return nil
}

// checking discharges obligations with one solver.
type checking struct {
	f          *logic.Factory
	s          smt.Solver
	quantified bool // some invariant is a quantified array invariant
	lemmas     bool // the lemmas about products are proven valid
}

// An obligation is a verification condition: the premise implies each of the goals.
type obligation struct {
	what    string // in reports
	premise *logic.Term
	goals   []*logic.Term
	// Set where the obligation is that of a step between invariants: its source and target conjuncts, the
	// latter parallel to goals; nil otherwise.
	step          *step
	before, after []*logic.Term
}

// obligations returns the verification conditions, those of steps to the error first, where most wrong proofs
// fail.
func (c *Proof) obligations(factsOnly bool) []obligation {
	f := c.p.Terms
	var out []obligation
	add := func(premise *logic.Term, goals []*logic.Term, what string, args ...any) {
		if len(goals) == 0 {
			goals = []*logic.Term{f.True()} // a query even though it is trivial
		}
		out = append(out, obligation{what: fmt.Sprintf(what, args...), premise: premise, goals: goals})
	}
	// Executions start in an arbitrary state.
	if c.initial() && (!factsOnly || !c.bad(c.p.Init)) {
		add(f.True(), logic.Conjuncts(c.at(c.p.Init)), "start at %s", c.p.Init.Pos)
	}
	if c.Closed() && !factsOnly {
		add(f.Or(), nil, "graph")
		return out
	}
	for _, bad := range []bool{true, false} {
		if bad && factsOnly {
			continue
		}
		for i := range c.steps {
			e := &c.steps[i]
			if c.bad(e.dst) != bad {
				continue
			}
			var goals []*logic.Term
			after := logic.Conjuncts(c.at(e.dst))
			for _, t := range after {
				goals = append(goals, f.Subst(t, e.post))
			}
			add(f.And(c.at(e.src), e.cond), goals, "step from %s to %s", e.src.Pos, e.dst.Pos)
			if o := &out[len(out)-1]; len(goals) == len(o.goals) {
				o.step, o.before, o.after = e, logic.Conjuncts(c.at(e.src)), after
			}
		}
	}
	return out
}

// Obligations describes the verification conditions in one line each, with the number of queries.
func (c *Proof) Obligations() []string {
	var out []string
	for _, o := range c.obligations(false) {
		n := "1 question"
		if len(o.goals) > 1 {
			n = fmt.Sprintf("%d questions", len(o.goals))
		}
		out = append(out, o.what+": "+n)
	}
	return out
}

// check returns nil when the premise implies all goals.
func (k *checking) check(ctx context.Context, o *obligation) error {
	for i, g := range o.goals {
		if o.step != nil {
			if follows, err := o.step.follows(ctx, k.f, k.s, o.before, o.after[i]); err != nil {
				return err
			} else if follows {
				continue
			}
		}
		premise := []*logic.Term{o.premise}
		if k.quantified {
			g = instances.Skolem(k.f, g)
			premise = logic.Conjuncts(o.premise)
			if follows, err := k.linear(ctx, o, premise, g); err != nil {
				return err
			} else if follows {
				continue
			}
			premise = instances.Ground(k.f, premise, g)
		}
		switch r, err := ask(ctx, k.s, k.f.And(premise...), k.f.Not(g)); {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("%w over the %s", ErrRefuted, o.what)
		case r != smt.Unsat:
			return fmt.Errorf("%w: the %s: %s", ErrInconclusive, o.what, k.s.ReasonUnknown())
		}
	}
	return nil
}

// linear reports whether the premise implies the goal with products as uninterpreted functions and lemmas; the
// lemmas are proven valid first, once.
func (k *checking) linear(ctx context.Context, o *obligation, premise []*logic.Term, goal *logic.Term) (bool, error) {
	a := newAsking(k.f, o.step, false, premise, []*logic.Term{goal})
	if a.lin == nil {
		return false, nil
	}
	if !k.lemmas {
		if err := askLemmas(ctx, k.f, k.s); err != nil {
			return false, err
		}
		k.lemmas = true
	}
	negated := a.of(k.f.Not(goal))
	ts := append(a.ground(premise, a.spell(goal)), negated)
	r, err := ask(ctx, k.s, append(ts, a.lemmas()...)...)
	return r == smt.Unsat, err
}

// At returns the invariant at a location of the program given to New, or nil
// when there is none.
func (c *Proof) At(l *program.Location) *logic.Term {
	for _, m := range c.p.Locs {
		if t := c.Invariants[m]; t != nil && origin(m, func(o *program.Location) bool { return o == l }) != nil {
			return t
		}
	}
	return nil
}
