package interpolation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// Order determines which parts of a path are dropped first when an unsatisfiable core is minimised, and thereby where the proof of infeasibility lies.
type Order string

// The orders.
const (
	// EarlyFirst drops the first steps first: the proof uses the end of the path
	// and leaves early interpolants true where it can.
	EarlyFirst Order = "early-first"
	// LateFirst drops the last steps first: the proof uses the beginning.
	LateFirst Order = "late-first"
)

// session is a solver with the items of a problem under assumption literals, so that any part of the path can be selected.
type session struct {
	p    *problem
	s    smt.Solver
	lits []*logic.Term
	item map[*logic.Term]int
	slow int // optional checks that gave no answer
}

func newSession(open smt.Opener, o smt.Options, p *problem) (*session, error) {
	s, err := open(p.f, o)
	if err != nil {
		return nil, err
	}
	ses := &session{p: p, s: s, item: map[*logic.Term]int{}}
	for i, it := range p.items {
		// The same literals serve every path: a session has its own solver.
		l := p.f.Var(fmt.Sprintf("interpolation!%d", i), logic.Bool)
		ses.lits = append(ses.lits, l)
		ses.item[l] = i
		if err := s.Assert(p.f.Implies(l, it.fml)); err != nil {
			s.Close()
			return nil, err
		}
	}
	return ses, nil
}

// relaxed opens a session for the path and relaxes it by up to cores minimised
// unsatisfiable cores; a path with an item that is false has its trivial
// interpolants instead. The caller closes the session.
func (o *Options) relaxed(ctx context.Context, f *logic.Factory, steps []Step, cores int) (trivial []*logic.Term, ses *session, rs []relaxation, err error) {
	p := newProblem(f, steps)
	if t := p.trivial(); t != nil {
		return t, nil, nil, nil
	}
	if ses, err = newSession(o.Open, o.Solver, p); err != nil {
		return nil, nil, nil, err
	}
	if rs, err = ses.relaxations(ctx, o.Order, o.CoreBudget, cores); err != nil {
		ses.close()
		return nil, nil, nil, err
	}
	return nil, ses, rs, nil
}

// optional checks a query that only improves a result: it gives up early, and altogether after a few queries that were too hard.
func (s *session) optional(ctx context.Context, lits ...*logic.Term) (smt.Result, error) {
	if s.slow >= maxSlow {
		return smt.Unknown, ctx.Err()
	}
	octx, cancel := work.Within(ctx, optionalCheck)
	defer cancel()
	r, err := s.s.Check(octx, lits...)
	if r == smt.Unknown && err == nil {
		s.slow++
		err = ctx.Err()
	}
	return r, err
}

func (s *session) close() { s.s.Close() }

// refute returns the items of an unsatisfiable core of the path without the
// given item (-1: the whole path).
func (s *session) refute(ctx context.Context, without int) ([]int, error) {
	lits := s.lits
	if without >= 0 {
		lits = append(append([]*logic.Term(nil), lits[:without]...), lits[without+1:]...)
	}
	check := s.s.Check
	if without >= 0 {
		check = s.optional
	}
	r, err := check(ctx, lits...)
	if err != nil {
		return nil, err
	}
	switch r {
	case smt.Sat:
		return nil, ErrSat
	case smt.Unknown:
		return nil, fmt.Errorf("%w: the solver cannot refute the path: %s", ErrUnknown, s.s.ReasonUnknown())
	}
	return s.lastCore()
}

func (s *session) lastCore() ([]int, error) {
	c, err := s.s.Core()
	if err != nil {
		return nil, err
	}
	in := make([]bool, len(s.lits))
	for _, l := range c {
		if i, ok := s.item[l]; ok {
			in[i] = true
		}
	}
	var out []int
	for i, b := range in {
		if b {
			out = append(out, i)
		}
	}
	return out, nil
}

// minimise shrinks the infeasible items by Junker's QuickXplain ("Preferred explanations and relaxations for over-constrained problems", AAAI 2004): the result is
// irreducible, and preferred by the order o among such sets. It makes at most budget solver calls; beyond that, and where the solver answers Unknown, the set
// stays larger.
func (s *session) minimise(ctx context.Context, items []int, o Order, budget int) ([]int, error) {
	m := &minimiser{s: s, ctx: ctx, budget: budget}
	pref := slices.Clone(items) // preferred items come first
	if o == EarlyFirst {
		slices.Reverse(pref)
	}
	pref, err := m.prefix(pref)
	if err != nil {
		return nil, err
	}
	if len(pref) > maxExplain { // too many calls: shrink without preference
		if pref, err = m.shrink(pref); err != nil {
			return nil, err
		}
	}
	core, err := m.explain(nil, false, pref)
	if err != nil {
		return nil, err
	}
	slices.Sort(core)
	return core, nil
}

// preferred minimises the infeasible items; when the solver is too slow for
// preferences, it minimises the core that it gave.
func (s *session) preferred(ctx context.Context, core, items []int, o Order, budget int) ([]int, error) {
	slow := s.slow
	m, err := s.minimise(ctx, items, o, budget)
	if err != nil || s.slow == slow || len(m) <= len(core) {
		return m, err
	}
	return core, nil
}

type minimiser struct {
	s      *session
	ctx    context.Context
	budget int
}

// infeasible reports whether the items contradict each other.
func (m *minimiser) infeasible(items []int) (bool, error) {
	if m.budget <= 0 {
		return false, nil
	}
	m.budget--
	lits := make([]*logic.Term, len(items))
	for i, it := range items {
		lits[i] = m.s.lits[it]
	}
	r, err := m.s.optional(m.ctx, lits...)
	return r == smt.Unsat, err
}

// prefix returns a shortest infeasible prefix, by bisection.
func (m *minimiser) prefix(items []int) ([]int, error) {
	lo, hi := 1, len(items) // items[:hi] is infeasible
	for lo < hi {
		mid := (lo + hi) / 2
		bad, err := m.infeasible(items[:mid])
		if err != nil {
			return nil, err
		}
		if bad {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return items[:hi], nil
}

// shrink keeps the solver's own core, in the order of items.
func (m *minimiser) shrink(items []int) ([]int, error) {
	bad, err := m.infeasible(items)
	if err != nil || !bad {
		return items, err
	}
	core, err := m.s.lastCore()
	if err != nil {
		return nil, err
	}
	in := map[int]bool{}
	for _, c := range core {
		in[c] = true
	}
	return slices.DeleteFunc(slices.Clone(items), func(i int) bool { return !in[i] }), nil
}

// explain returns an irreducible subset of items that contradicts base; added reports that base has grown since its last satisfiable check.
func (m *minimiser) explain(base []int, added bool, items []int) ([]int, error) {
	if added {
		bad, err := m.infeasible(base)
		if err != nil || bad {
			return nil, err
		}
	}
	if len(items) == 1 || m.budget <= 0 {
		return items, nil
	}
	first, second := items[:len(items)/2], items[len(items)/2:]
	d2, err := m.explain(slices.Concat(base, first), true, second)
	if err != nil {
		return nil, err
	}
	d1, err := m.explain(slices.Concat(base, d2), len(d2) > 0, first)
	return slices.Concat(d1, d2), err
}

// relaxations returns the problems of up to max different minimised cores: the first one, and others that avoid one of its assumptions, the last ones first. A
// path is often infeasible for a specific reason (it leaves a loop too early) and for one that all similar paths share; only the latter yields predicates
// that generalise.
func (s *session) relaxations(ctx context.Context, o Order, budget, max int) ([]relaxation, error) {
	core, err := s.refute(ctx, -1)
	if err != nil {
		return nil, err
	}
	if core, err = s.preferred(ctx, core, s.all(-1), o, budget); err != nil {
		return nil, err
	}
	out := []relaxation{s.relaxation(core)}
	for i, tries := len(core)-1, 2*max; i >= 0 && len(out) < max && tries > 0; i-- {
		if s.p.items[core[i]].sym != nil {
			continue
		}
		tries--
		alt, err := s.refute(ctx, core[i])
		switch {
		case errors.Is(err, ErrSat), errors.Is(err, ErrUnknown):
			continue
		case err != nil:
			return nil, err
		}
		if alt, err = s.preferred(ctx, alt, s.all(core[i]), o, budget); err != nil {
			return nil, err
		}
		known := false
		for _, r := range out {
			known = known || slices.Equal(r.items, alt)
		}
		if !known {
			out = append(out, s.relaxation(alt))
		}
	}
	return out, nil
}

// all returns the indices of the items without one of them.
func (s *session) all(without int) []int {
	out := make([]int, 0, len(s.lits))
	for i := range s.lits {
		if i != without {
			out = append(out, i)
		}
	}
	return out
}

// relaxation is the problem of a core, given by the indices of its items.
type relaxation struct {
	*problem
	items []int
}

func (s *session) relaxation(core []int) relaxation {
	items := make([]item, len(core))
	for i, c := range core {
		items[i] = s.p.items[c]
	}
	return relaxation{s.p.with(items), core}
}

// defined adds the definitions of all symbols in a core: preconditions then
// substitute where they would eliminate.
func (s *session) defined(r relaxation) relaxation {
	def := map[*logic.Term]int{}
	for i, it := range s.p.items {
		if it.sym != nil {
			def[it.sym] = i
		}
	}
	in := map[int]bool{}
	var add func(i int)
	add = func(i int) {
		if in[i] {
			return
		}
		in[i] = true
		for _, v := range logic.FreeVars(s.p.items[i].fml) {
			if d, ok := def[v]; ok {
				add(d)
			}
		}
	}
	for _, i := range r.items {
		add(i)
	}
	core := make([]int, 0, len(in))
	for i := range in {
		core = append(core, i)
	}
	slices.Sort(core)
	return s.relaxation(core)
}

// side returns the literals of a core's items in steps from..to.
func (s *session) side(r relaxation, from, to int) []*logic.Term {
	var ls []*logic.Term
	for _, i := range r.items {
		if k := s.p.items[i].step; from <= k && k <= to {
			ls = append(ls, s.lits[i])
		}
	}
	return ls
}

// stepLits returns the literals of all items of step k.
func (s *session) stepLits(k int) []*logic.Term {
	var ls []*logic.Term
	for i, it := range s.p.items {
		if it.step == k {
			ls = append(ls, s.lits[i])
		}
	}
	return ls
}

// refuted reports whether the conjunction of ts contradicts the part of the path behind lits; used is the set of ts in the core.
func (s *session) refuted(ctx context.Context, lits, ts []*logic.Term) (ok bool, used map[*logic.Term]bool, err error) {
	r, err := s.optional(ctx, slices.Concat(lits, ts)...)
	if err != nil || r != smt.Unsat {
		return false, nil, err
	}
	c, err := s.s.Core()
	if err != nil {
		return false, nil, err
	}
	used = map[*logic.Term]bool{}
	for _, l := range c {
		used[l] = true
	}
	return true, used, nil
}
