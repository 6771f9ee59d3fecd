package condition

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine/bmc"
	"cupel/verifier"
)

// Path conditions give one disjunct per failing path, often a thousand that differ in irrelevant decisions.
// Where a program can be unwound with its paths merged (bmc.Unwind), one formula describes failure within the
// loop bounds for all inputs at once (when it is tried: turns.go). It serves twice: a refiner drops from a path condition what the formula
// does not need, and the next counterexample is a model of it that is not covered yet, without an engine. The
// proof that nothing else fails is left to the engine.

// merged is the formula for all paths at once.
type merged struct {
	fails     *logic.Term         // satisfying inputs fail; nil: unknown
	at        map[int]*logic.Term // by goal; 0: paths without a goal
	complete  bool                // no other inputs fail, according to the unwinding
	visits    int                 // number of loop head visits up to which that holds in any case
	reads     map[int]int         // number of reads per source up to which that holds
	free      bool                // the paths depend on values that are no inputs: some failing inputs may be missing
	exhausted bool                // the condition covers the formula
	taken     bool                // the formula is part of the condition
	spent     int                 // work on disjuncts derived from it, in units of package work
	next      smt.Solver          // asserts fails and the negated disjuncts; nil: not opened
	told      int                 // number of disjuncts asserted there
	none      map[int]smt.Solver  // by goal: asserts the negation of its formula
	why       string              // why the formula is nil
}

// String describes the outcome.
func (m *merged) String() string {
	switch {
	case m == nil:
		return ""
	case m.fails == nil:
		return "no: " + m.why
	case m.complete:
		return fmt.Sprintf("all paths, a formula of %d operators", logic.Size(m.fails))
	}
	return fmt.Sprintf("paths up to a bound of the loops, a formula of %d operators", logic.Size(m.fails))
}

// covered describes the failing executions guaranteed to be covered by a condition that the formula implies;
// "": unknown.
func (m *merged) covered() string {
	if m == nil || m.fails == nil || m.complete || m.free || m.visits == 0 {
		return ""
	}
	s := fmt.Sprintf("all failing executions that visit a loop head at most %d times in a row", m.visits)
	most := 0
	for _, n := range m.reads {
		most = max(most, n)
	}
	if most > 1 {
		s += fmt.Sprintf(" and read at most %d values of an input", most)
	}
	return s
}

// unwound computes the formulas for failure within loop bounds and a budget, and what they are worth into m. The number of reads per source is determined
// by unwinding, from those that known failing executions make. shut: a larger budget does not help.
func (l *loop) unwound(ctx context.Context, m *merged, budget int) (at map[int]*logic.Term, shut bool, err error) {
	most := map[int]int{}
	for _, src := range l.subject.Inputs.Inputs() {
		if most[src.Number] = 1; !src.Once {
			most[src.Number] = firstReads
		}
	}
	for _, x := range l.res.failing {
		for s := range x.values {
			most[s.Source] = max(most[s.Source], min(s.N, maxMergedReads))
		}
	}
	ctx, spent := work.Measured(ctx)
	for {
		found, more, err := l.unwind(ctx, m, most, budget-spent())
		m.reads = most
		if err != nil {
			return at, false, err
		}
		at = found
		m.complete = m.complete && !slices.Contains(slices.Collect(maps.Values(more)), true)
		again := false
		next := maps.Clone(most)
		for src, ask := range more {
			if up := min(2*most[src], maxMergedReads); ask && up > most[src] {
				next[src], again = up, true
			}
		}
		if !again || spent() >= budget || ctx.Err() != nil {
			return at, !again && m.complete, nil
		}
		most = next
	}
}

// errAccesses: the unwinding of a program with memory accesses is not complete.
var errAccesses = errors.New("which accesses are valid on all paths up to a bound of the loops is a formula of no use")

// unwind is unwound for given numbers of reads per source. It returns the sources that executions beyond these
// numbers would read again.
func (l *loop) unwind(ctx context.Context, m *merged, most map[int]int, budget int) (at map[int]*logic.Term, more map[int]bool, err error) {
	cfg := l.o.Verifier
	cfg.Restriction = &verifier.Restriction{Assume: "true", Limited: true}
	for _, src := range l.subject.Inputs.Inputs() {
		for n := 1; n <= most[src.Number]; n++ {
			cfg.Restriction.Slots = append(cfg.Restriction.Slots, inputs.Slot{Source: src.Number, N: n})
		}
	}
	own, err := verifier.Read(ctx, l.task, cfg)
	if err != nil {
		return nil, nil, err
	}
	p, err := own.Whole(ctx)
	if err != nil {
		return nil, nil, err
	}
	u, err := bmc.Unwind(ctx, p, z3.Open, smt.Options{Seed: cfg.Seed}, budget)
	if err != nil && (u == nil || ctx.Err() == nil) { // what was unwound before a limit is of use
		return nil, nil, err
	}
	if u.Accesses && !u.Complete {
		return nil, nil, errAccesses
	}
	m.complete, m.visits, m.free = u.Complete, u.Visits, false
	f := p.Terms
	image := map[*logic.Term]*logic.Term{}
	for _, r := range u.Reads {
		if s, ok := own.Inputs.Held(r.Op.Var.Root()); ok {
			image[r.Sym] = own.Inputs.Symbol(s)
		}
	}
	solver, err := z3.Open(f, smt.Options{Seed: cfg.Seed, Work: l.o.RefinerWork})
	if err != nil {
		return nil, nil, err
	}
	defer solver.Close()
	more = map[int]bool{}
	for _, stop := range u.Stops {
		src, ok := own.Inputs.Limits(stop.Op)
		if !ok {
			return nil, nil, errors.New("an input is limited that is not known")
		}
		if !more[src] {
			r, err := solver.Check(ctx, stop.Guard)
			if err != nil {
				return nil, nil, err
			}
			more[src] = r != smt.Unsat
		}
	}
	guards := map[int]*logic.Term{}
	for _, w := range u.Fails {
		goal := 0
		if w.Edge.Goal != nil {
			goal = w.Edge.Goal.ID
		}
		t := w.Guard
		if old := guards[goal]; old != nil {
			t = f.Or(old, t)
		}
		guards[goal] = t
	}
	at = map[int]*logic.Term{}
	in := l.f.NewImporter()
	for _, goal := range slices.Sorted(maps.Keys(guards)) {
		values, others := maps.Clone(image), map[*logic.Term]*logic.Term{}
		for _, v := range logic.FreeVars(guards[goal]) {
			if image[v] == nil { // no input: one value suffices
				values[v], others[v] = f.Zero(v.Sort()), f.Fresh(v.Name(), v.Sort())
			}
		}
		if len(others) > 0 && !m.free { // whether it is relevant
			r, err := solver.Check(ctx, guards[goal], f.Not(f.Subst(guards[goal], others)))
			m.free = err != nil || r != smt.Unsat
		}
		at[goal] = l.compact(ctx, in.Import(f.Subst(guards[goal], values)))
	}
	m.complete = m.complete && !m.free && len(own.Module.AddressUses)+len(own.Module.Equalities) == 0 // for one choice of addresses
	return at, more, nil
}

// useless gives up a formula whose inputs cannot be refined.
func (m *merged) useless(why string) { m.fails, m.complete, m.why = nil, false, why }

// noneOf returns a solver for inputs that do not fail at a goal, or nil.
func (l *loop) noneOf(goal int) smt.Solver {
	m := l.merged
	s := m.none[goal]
	if s == nil && m.at[goal] != nil {
		var err error
		if s, err = z3.Open(l.f, smt.Options{Seed: l.o.Verifier.Seed, Work: l.o.RefinerWork}); err != nil || s.Assert(l.f.Not(m.at[goal])) != nil {
			return nil
		}
		m.none[goal] = s
	}
	return s
}

// close frees the solvers.
func (m *merged) close() {
	if m == nil {
		return
	}
	if m.next != nil {
		_ = m.next.Close()
	}
	for _, s := range m.none {
		_ = s.Close()
	}
}

// known is an input that fails and is not covered yet; false: none is known.
func (l *loop) known(ctx context.Context) (map[inputs.Slot]*logic.Term, bool) {
	if l.merged == nil || l.merged.fails == nil || l.merged.taken {
		return nil, false
	}
	m := l.merged
	if m.next == nil {
		s, err := z3.Open(l.f, smt.Options{Seed: l.o.Verifier.Seed, Work: l.o.RefinerWork})
		if err != nil || s.Assert(m.fails) != nil {
			return nil, false
		}
		m.next = s
	}
	s := m.next
	for ; m.told < len(l.res.Disjuncts); m.told++ {
		if s.Assert(l.f.Not(l.res.Disjuncts[m.told].Term)) != nil {
			return nil, false
		}
	}
	sat, err := smt.Satisfiable(ctx, s)
	if m.exhausted = err == nil && !sat; err != nil || !sat {
		return nil, false
	}
	model, err := s.Model()
	if err != nil {
		return nil, false
	}
	values := map[inputs.Slot]*logic.Term{}
	for _, v := range logic.FreeVars(l.merged.fails, l.res.Term) {
		if slot, ok := l.subject.Inputs.SlotOf(v); ok {
			if x := model.Value(v); x != nil && x.IsConst() {
				values[slot] = l.f.Import(x)
			}
		}
	}
	return values, true
}

// whole makes the merged formula the condition, if the disjuncts are larger or the solver does not find the
// next one.
func (l *loop) whole(found bool) bool {
	m := l.merged
	many := found && (len(l.res.Disjuncts) >= maxDisjuncts || m.spent >= disjunctWork)
	if m.fails == nil || m.taken || !many && (found || m.exhausted || !m.complete) {
		return false
	}
	l.take()
	return true
}

// take makes the merged formula the condition.
func (l *loop) take() {
	m := l.merged
	m.taken, m.exhausted = true, true
	if m.complete {
		l.res.Disjuncts, l.res.Term = nil, l.f.False()
	}
	for _, goal := range slices.Sorted(maps.Keys(m.at)) {
		d := Disjunct{Term: m.at[goal], support: m.at[goal], Refiner: "merge"}
		for _, g := range l.subject.Module.Goals {
			if g.ID == goal {
				d.Goal, d.Pos = g, g.Pos
			}
		}
		l.res.Disjuncts = append(l.res.Disjuncts, d)
	}
	l.res.Term = l.f.Or(m.fails, l.res.Term)
}

// mergeRefiner drops from a path condition what other failing paths show to be irrelevant.
type mergeRefiner struct{}

func (mergeRefiner) name() string { return "merge" }

// refine returns a minimised unsatisfiable core of the path condition against the negation of the merged
// formula: the conjuncts in it already imply failure.
func (mergeRefiner) refine(ctx context.Context, p *pathFormula) (*logic.Term, error) {
	if p.fails == nil {
		return nil, errors.New("the paths cannot be merged")
	}
	s := p.none
	if s == nil { // when several refiners run in parallel
		var err error
		if s, err = z3.Open(p.f, p.solver); err != nil {
			return nil, err
		}
		defer s.Close()
		if err := s.Assert(p.f.Not(p.fails)); err != nil {
			return nil, err
		}
	}
	var conds []*logic.Term
	for _, c := range p.conds {
		if p.onInputs(c) {
			conds = append(conds, c)
		}
	}
	switch r, err := s.Check(ctx, conds...); {
	case err != nil:
		return nil, err
	case r == smt.Sat:
		return nil, errors.New("the path is beyond the bounds to which loops were unwound")
	case r == smt.Unknown:
		return nil, errors.New("the solver does not answer: " + s.ReasonUnknown())
	}
	core, err := s.Core()
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(core) && len(core) <= maxCore && !work.Spent(ctx); { // minimised
		rest := slices.Delete(slices.Clone(core), i, i+1)
		r, err := s.Check(ctx, rest...)
		if err != nil {
			return nil, err
		}
		if r != smt.Unsat {
			i++
			continue
		}
		if core, err = s.Core(); err != nil {
			return nil, err
		}
		i = min(i, len(core))
	}
	slices.SortFunc(core, func(a, b *logic.Term) int { return slices.Index(conds, a) - slices.Index(conds, b) })
	return p.f.And(core...), nil
}
