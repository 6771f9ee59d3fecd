package recurrence

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
)

// Options are the means of a search.
type Options struct {
	Open   smt.Opener
	Solver smt.Options
	// Work bounds what Refute spends on one run, in units of package work.
	Work int
}

// Refute looks for a recurrence set with the runs that begin with inputs of some sources, and then with those whose inputs are explored, or chosen by a solver. Each
// run, and each way to find more of them, may spend so much work. nil without an error: none was found; more: with more work one might be.
func Refute(ctx context.Context, p *program.Program, sources []func() interp.Source, o Options) (_ *Lasso, more bool, _ error) {
	if len(headsOf(p)) == 0 {
		return nil, false, nil
	}
	r := &refuter{p: p, o: o}
	for _, source := range sources {
		if err := r.try(ctx, source); err != nil || r.found != nil {
			return r.found, r.more, err
		}
	}
	known := map[string]bool{}
	finders := []func(ctx context.Context, yield func(*Choice) bool) error{
		func(ctx context.Context, yield func(*Choice) bool) error { return Explore(ctx, p, yield) },
		func(ctx context.Context, yield func(*Choice) bool) error { return Paths(ctx, p, o, yield) },
	}
	for _, source := range sources {
		finders = append(finders, func(ctx context.Context, yield func(*Choice) bool) error {
			return Stems(ctx, p, source, o, known, yield)
		})
	}
	for _, find := range finders {
		sub, cancel := work.Within(ctx, o.Work)
		tries := 0
		var wrong error
		err := find(sub, func(c *Choice) bool {
			tries++
			wrong = r.try(ctx, c.source(p))
			return wrong == nil && r.found == nil && tries < maxChoices
		})
		if err != nil && sub.Err() != nil {
			err, r.more = nil, true
		}
		cancel()
		if err = errors.Join(ctx.Err(), wrong, err); err != nil || r.found != nil {
			return r.found, r.more, err
		}
	}
	return nil, r.more, nil
}

// A refuter tries runs.
type refuter struct {
	p     *program.Program
	o     Options
	found *Lasso
	more  bool
}

func (r *refuter) try(ctx context.Context, source func() interp.Source) error {
	sub, cancel := work.Within(ctx, r.o.Work)
	defer cancel()
	l, err := Find(sub, r.p, source, r.o)
	if r.found = l; err != nil && sub.Err() != nil {
		r.more = true
		err = ctx.Err()
	}
	return err
}

// Find looks for a recurrence set at the loop heads that a run with inputs from source visits often. Each call of source begins the same run. nil without an
// error: none was found.
func Find(ctx context.Context, p *program.Program, source func() interp.Source, o Options) (*Lasso, error) {
	if o.Solver.Work == 0 {
		o.Solver.Work = questionWork
	}
	heads := headsOf(p)
	if len(heads) == 0 {
		return nil, nil
	}
	for _, w := range windows {
		r, err := recordRun(ctx, p, heads, source(), w.from, w.length)
		if err != nil || r == nil {
			return nil, err
		}
		guesses := r.guesses()
		if r.ended {
			guesses = append(guesses, r.returns(p)...)
		}
		for _, g := range guesses {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s, err := closeUnder(ctx, p, r, g, o)
			if err != nil {
				return nil, err
			}
			if s == nil {
				continue
			}
			l, err := Reach(ctx, p, s, r.all, r.arguments, r.until)
			if err == nil {
				return l, nil
			}
			if !errors.Is(err, ErrUnreached) || errors.Is(err, errUndetermined) {
				return nil, nilUnless(ctx, err)
			}
		}
		if r.ended {
			break
		}
	}
	return nil, nil
}

// nilUnless is the error that ended a context; others say that there is no set.
func nilUnless(ctx context.Context, err error) error {
	if errors.Is(err, ErrUnreached) {
		return ctx.Err()
	}
	return err
}

// headsOf are the heads of the nesting forest's loops.
func headsOf(p *program.Program) map[*program.Location]bool {
	heads := map[*program.Location]bool{}
	_, innermost := program.Loops(p)
	for _, l := range innermost {
		if l != nil {
			heads[l.Head] = true
		}
	}
	return heads
}

// A closer looks for a set that is closed under some ways round a head.
type closer struct {
	p      *program.Program
	f      *logic.Factory
	o      Options
	g      guess
	sample *sample
	live   []interp.Span
	ways   []Way
	turns  []*turn
	found  int
	// pool are the conjuncts that hold at the visits. deep is the number of turns behind which a condition is one of the way; others have none.
	pool []*logic.Term
	deep map[*logic.Term]int
	// quantities are what conjuncts are about.
	quantities []quantity
}

// closeUnder looks for a set with ways of the guess and others; nil: none was found.
func closeUnder(ctx context.Context, p *program.Program, r *record, g guess, o Options) (*Set, error) {
	c := &closer{p: p, f: p.Terms, o: o, g: g, sample: &sample{r.m, g.visits}, ways: slices.Clone(g.ways)}
	if !c.objects() {
		return nil, nil
	}
	for c.found <= maxFound && len(c.ways) <= maxWays {
		if !c.encode() {
			return nil, nil
		}
		c.guess()
		s, more, err := c.shrinkAny(ctx)
		if s != nil || err != nil || !more {
			return s, err
		}
		c.found++
	}
	return nil, nil
}

// shrinkAny shrinks conditions of the ways first, then equations as well: without bounds and orders there are fewer questions, and easier ones. more: there is a new way instead.
func (c *closer) shrinkAny(ctx context.Context) (_ *Set, more bool, _ error) {
	for _, equations := range []bool{false, true} {
		if s, more, err := c.shrink(ctx, c.part(equations), false); s != nil || more || err != nil {
			return s, more, err
		}
	}
	return c.shrink(ctx, c.pool, true)
}

// objects finds what is live at all visits; false: pointers have left their objects.
func (c *closer) objects() bool {
	for i, s := range c.g.visits {
		c.sample.m.Begin(s)
		if c.sample.m.Strayed() {
			return false
		}
		live := c.sample.m.Live()
		if i == 0 {
			c.live = live
			continue
		}
		at := make(map[interp.Span]bool, len(live))
		for _, o := range live {
			at[o] = true
		}
		c.live = slices.DeleteFunc(c.live, func(o interp.Span) bool { return !at[o] })
	}
	return true
}

// encode makes the turns of the ways that have one, with the objects that live on in all of them.
func (c *closer) encode() bool {
	for {
		c.turns = nil
		var ways []Way
		lost := map[uint64]bool{}
		for i, w := range c.ways {
			t, err := newTurn(c.p, strconv.Itoa(i), w, c.live)
			if err != nil || slices.ContainsFunc(t.needs, (*logic.Term).IsFalse) {
				continue
			}
			for b := range t.lost {
				lost[b] = true
			}
			ways, c.turns = append(ways, w), append(c.turns, t)
		}
		c.ways = ways
		if len(ways) == 0 {
			return false
		}
		if len(lost) == 0 {
			return true
		}
		c.live = slices.DeleteFunc(slices.Clone(c.live), func(o interp.Span) bool { return lost[o.Base] })
	}
}

// guess fills the pool.
func (c *closer) guess() {
	c.deep = map[*logic.Term]int{}
	var conditions []*logic.Term
	add := func(t *logic.Term) {
		if _, known := c.deep[t]; !known && !t.IsConst() {
			c.deep[t] = 0
			conditions = append(conditions, t)
		}
	}
	var whole []*logic.Term
	for _, t := range c.turns {
		var own []*logic.Term
		for _, n := range t.needs {
			if !t.mentions(n) {
				own = append(own, n)
				add(n)
			}
		}
		whole = append(whole, c.f.And(own...))
	}
	if len(whole) > 1 {
		add(c.f.Or(whole...))
	}
	c.quantities = relevant(c.p, c.turns, c.sample)
	c.pool = nil
	have := map[*logic.Term]bool{}
	candidates := append(conditions, common(c.f, c.quantities)...)
	n := newNormaliser(c.f)
	for i, t := range candidates {
		candidates[i] = n.normal(t)
		if d, condition := c.deep[t]; condition {
			c.deep[candidates[i]] = d
		}
	}
	for _, t := range c.sample.all(candidates) {
		if !have[t] {
			have[t] = true
			c.pool = append(c.pool, t)
		}
	}
}

// part are the conjuncts of the pool that are conditions of ways, and if wanted equations.
func (c *closer) part(equations bool) []*logic.Term {
	var out []*logic.Term
	for _, x := range c.pool {
		if _, condition := c.deep[x]; condition || equations && x.Op() == logic.OpEq {
			out = append(out, x)
		}
	}
	return out
}

// shrink drops those of some conjuncts that are not kept until the rest is closed. more: there is a new way instead: one into the set, where a condition of a way would be dropped although other inputs keep it, or
// any, if one may be added.
func (c *closer) shrink(ctx context.Context, pool []*logic.Term, add bool) (_ *Set, more bool, _ error) {
	solver, err := c.o.Open(c.f, c.o.Solver)
	if err != nil {
		return nil, false, err
	}
	defer solver.Close()
	left := slices.Clone(pool)
	for range maxRounds {
		set := &Set{Head: c.g.head, Where: left, Ways: c.ways, Live: c.live}
		m, closed, err := c.ask(ctx, solver, left)
		switch {
		case err != nil:
			return nil, false, err
		case closed:
			return c.simplest(ctx, solver, set)
		case m == nil:
			return nil, false, nil
		}
		ev := c.f.NewEvaluator(m.Value)
		fails, t := c.failing(ev, left)
		if t == nil {
			return nil, add && c.newWay(m, left, false), nil
		}
		if len(t.inputs) > 0 && slices.ContainsFunc(fails, c.needed) && c.newWay(m, left, true) {
			return nil, true, nil
		}
		if deeper := c.deepen(t, fails); len(deeper) > 0 {
			pool = append(slices.Clip(pool), deeper...)
			left = slices.Clone(pool)
			continue
		}
		left = slices.DeleteFunc(left, func(x *logic.Term) bool { return slices.Contains(fails, x) })
	}
	return nil, false, nil
}

// ask looks for a state that satisfies the conjuncts and has no way back; without a model and not closed, there is no answer.
func (c *closer) ask(ctx context.Context, solver smt.Solver, left []*logic.Term) (m smt.Model, closed bool, err error) {
	if err := solver.Push(); err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, solver.Pop(1)) }()
	for _, x := range left {
		if err := solver.Assert(x); err != nil {
			return nil, false, err
		}
	}
	for _, t := range c.turns {
		if err := solver.Assert(t.fails(left)); err != nil {
			return nil, false, err
		}
	}
	r, err := solver.Check(ctx)
	switch {
	case err != nil:
		return nil, false, err
	case r == smt.Unsat:
		return nil, true, nil
	case r == smt.Unknown:
		return nil, false, ctx.Err()
	}
	model, err := solver.Model()
	if err != nil {
		return nil, false, err
	}
	return c.values(model), false, nil
}

// fails is the condition under which the turn is not made, or does not end in the set of the conjuncts.
func (t *turn) fails(where []*logic.Term) *logic.Term {
	good := slices.Clone(t.needs)
	for _, x := range where {
		good = append(good, t.normal(t.at(x)))
	}
	return t.f.And(append(slices.Clone(t.given), t.f.Not(t.f.And(good...)))...)
}

// values keeps those of a model that matter: it is gone with the next question.
func (c *closer) values(m smt.Model) smt.Model {
	out := fixed{}
	keep := func(s *logic.Term) {
		if v := m.Value(s); v != nil {
			out[s] = v
		} else {
			out[s] = c.f.Zero(s.Sort())
		}
	}
	for _, v := range c.p.Vars {
		keep(v.Sym)
	}
	for _, t := range c.turns {
		for s := range t.unknown {
			keep(s)
		}
	}
	return out
}

// fixed is a model whose symbols have the values.
type fixed map[*logic.Term]*logic.Term

// Value implements smt.Model.
func (m fixed) Value(t *logic.Term) *logic.Term { return m[t] }

// failing are the conjuncts that are lost in the model by the turn, of those that can be made, which loses fewest. Without a turn none can be made.
func (c *closer) failing(ev *logic.Evaluator, left []*logic.Term) (fails []*logic.Term, by *turn) {
	for _, t := range c.turns {
		made := true
		for _, n := range t.needs {
			if holds, err := ev.Bool(n); err != nil || !holds {
				made = false
				break
			}
		}
		if !made {
			continue
		}
		var lost []*logic.Term
		for _, x := range left {
			if holds, err := ev.Bool(t.at(x)); err != nil || !holds {
				lost = append(lost, x)
			}
		}
		if by == nil || len(lost) < len(fails) {
			fails, by = lost, t
		}
	}
	if len(fails) == 0 {
		return nil, nil // the evaluation and the solver differ
	}
	return fails, by
}

// needed reports whether a conjunct is a condition of a way itself.
func (c *closer) needed(x *logic.Term) bool {
	d, condition := c.deep[x]
	return condition && d == 0
}

// deepen adds to the pool, and returns, what a condition of a way needs one turn earlier.
func (c *closer) deepen(t *turn, fails []*logic.Term) (deeper []*logic.Term) {
	for _, x := range fails {
		d, condition := c.deep[x]
		if !condition || d >= maxDeep {
			continue
		}
		y := t.normal(t.at(x))
		if _, known := c.deep[y]; known || t.mentions(y) || y.IsConst() || logic.Size(y) > maxTerm {
			continue
		}
		c.deep[y] = d + 1
		if len(c.sample.all([]*logic.Term{y})) == 1 {
			c.pool, deeper = append(c.pool, y), append(deeper, y)
		}
	}
	return deeper
}

// simplest drops conjuncts and ways that the set is closed without, the largest first.
func (c *closer) simplest(ctx context.Context, solver smt.Solver, s *Set) (*Set, bool, error) {
	for i := len(c.turns) - 1; i >= 0 && len(c.turns) > 1; i-- {
		turns, ways := c.turns, c.ways
		c.turns, c.ways = slices.Delete(slices.Clone(turns), i, i+1), slices.Delete(slices.Clone(ways), i, i+1)
		if _, closed, err := c.ask(ctx, solver, s.Where); err != nil {
			return nil, false, err
		} else if !closed {
			c.turns, c.ways = turns, ways
		}
	}
	s.Ways = c.ways
	bySize := slices.Clone(s.Where)
	slices.Reverse(bySize) // equations come before bounds
	slices.SortStableFunc(bySize, func(a, b *logic.Term) int { return logic.Size(b) - logic.Size(a) })
	for i, x := range bySize {
		if i >= maxSlim || len(s.Where) == 1 {
			break
		}
		rest := slices.DeleteFunc(slices.Clone(s.Where), func(y *logic.Term) bool { return x == y })
		if _, closed, err := c.ask(ctx, solver, rest); err != nil {
			return nil, false, err
		} else if closed {
			s.Where = rest
		}
	}
	return s, false, nil
}
