package pathcond

import (
	"context"
	"encoding/binary"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// An Answer is the result of a satisfiability query.
type Answer struct {
	Result smt.Result
	// Values are a model for the symbols of the query, if it is satisfiable; other symbols keep their values. nil: unknown.
	Values map[*logic.Term]*logic.Term
}

// Decider decides the path conditions of one path after the other. It belongs to one goroutine.
type Decider struct {
	f      *logic.Factory
	solver smt.Solver
	open   func() (smt.Solver, error)
	asked  asserted

	conjuncts map[*logic.Term]*conjunct
	held      []*conjunct
	users     map[*logic.Term][]int // by symbol: the conjuncts held
	marks     []int                 // by conjunct held: the round in which it was reached
	round     int

	domains map[span]*domain
	answers map[string]Answer
	models  []model // found lately, the latest last
	steps   int     // of evaluations
	tired   int     // how long the last pause was
	pause   int     // float queries to skip before the solver is used for them again
	Stats   Statistics
}

// Statistics counts queries about slices by the method that answered them.
type Statistics struct{ ByValues, Remembered, ByModels, ByBounds, Solved int }

// A model assigns values to symbols; 0 to symbols not in it.
type model struct {
	values map[*logic.Term]*logic.Term
	eval   *logic.Evaluator
}

// New returns a decider over terms of f; open opens its solver when it needs one.
func New(f *logic.Factory, open func() (smt.Solver, error)) *Decider {
	return &Decider{f: f, open: open, conjuncts: map[*logic.Term]*conjunct{}, users: map[*logic.Term][]int{},
		domains: map[span]*domain{}, answers: map[string]Answer{}}
}

// Close frees the solver.
func (d *Decider) Close() error {
	if d.solver == nil {
		return nil
	}
	return d.solver.Close()
}

// Refuted reports whether bounds of floats show that a condition is unsatisfiable.
func (d *Decider) Refuted(pc, more []*logic.Term) bool {
	d.hold(append(pc[:len(pc):len(pc)], more...))
	return d.refuted(d.held)
}

// Floating reports whether a condition mentions inputs that are floats.
func (d *Decider) Floating(pc []*logic.Term) bool {
	d.hold(pc)
	return floating(d.held)
}

// Work is the work done so far.
func (d *Decider) Work() int {
	n := d.steps * evaluationWork / 1000
	if d.solver != nil {
		n += smt.Work(d.solver)
	}
	return n
}

// evaluated counts steps of evaluations.
func (d *Decider) evaluated(n int) { d.steps += n }

// Extend decides a condition with further conjuncts, which are not kept; a model of its first known conjuncts is available.
func (d *Decider) Extend(ctx context.Context, pc []*logic.Term, known int, more []*logic.Term) (Answer, error) {
	before := d.steps
	defer func() { work.Spend(ctx, (d.steps-before)*evaluationWork/1000) }()
	if len(d.conjuncts) > maxAnswers {
		d.hold(nil)
		clear(d.conjuncts)
	}
	d.hold(append(pc[:len(pc):len(pc)], more...))
	all := Answer{Result: smt.Sat, Values: map[*logic.Term]*logic.Term{}}
	done := map[*conjunct]bool{}
	for i := known; i < len(d.held); i++ {
		if done[d.held[i]] {
			continue
		}
		p := d.slice(i)
		for _, j := range p.indices {
			if j >= known {
				done[d.held[j]] = true
			}
		}
		a, err := d.decide(ctx, p, len(pc))
		switch {
		case err != nil || a.Result == smt.Unsat:
			return a, err
		case a.Result == smt.Unknown:
			all = a
		case all.Result == smt.Unknown || all.Values == nil:
		case a.Values == nil:
			all.Values = nil
		default:
			for s, v := range a.Values {
				all.Values[s] = v
			}
		}
	}
	return all, nil
}

// decide answers about one slice; conjuncts held from n on are not to stay.
func (d *Decider) decide(ctx context.Context, p part, n int) (Answer, error) {
	if len(p.symbols) == 1 && !p.open {
		if v, ok := d.single(p.symbols[0], p.conjuncts); ok {
			d.Stats.ByValues++
			if v == nil {
				return Answer{Result: smt.Unsat}, nil
			}
			return Answer{smt.Sat, map[*logic.Term]*logic.Term{p.symbols[0]: v}}, nil
		}
	}
	key := p.key()
	if a, ok := d.answers[key]; ok {
		d.Stats.Remembered++
		return a, nil
	}
	a, ok := d.lately(p)
	if !ok && d.refuted(p.conjuncts) {
		d.Stats.ByBounds++
		a, ok = Answer{Result: smt.Unsat}, true
	}
	if !ok {
		var err error
		if a, err = d.solve(ctx, p, n); err != nil || a.Result == smt.Unknown {
			return a, err
		}
	}
	if len(d.answers) >= maxAnswers {
		clear(d.answers)
	}
	d.answers[key] = a
	return a, nil
}

// key names the set of conjuncts.
func (p *part) key() string {
	ids := make([]uint32, len(p.conjuncts))
	for i, c := range p.conjuncts {
		ids[i] = c.term.ID()
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	b := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return string(b)
}

// lately tries models found before.
func (d *Decider) lately(p part) (Answer, bool) {
models:
	for i := len(d.models) - 1; i >= 0; i-- {
		m := d.models[i]
		for j := len(p.conjuncts) - 1; j >= 0; j-- {
			before := m.eval.Steps()
			ok, err := m.eval.Bool(p.conjuncts[j].term)
			if d.evaluated(1 + m.eval.Steps() - before); err != nil || !ok {
				continue models
			}
		}
		d.Stats.ByModels++
		vals := make(map[*logic.Term]*logic.Term, len(p.symbols))
		for _, s := range p.symbols {
			vals[s] = m.value(d.f, s)
		}
		return Answer{smt.Sat, vals}, true
	}
	return Answer{}, false
}

func (m model) value(f *logic.Factory, s *logic.Term) *logic.Term {
	if v := m.values[s]; v != nil {
		return v
	}
	return f.Zero(s.Sort())
}

// remember keeps a model.
func (d *Decider) remember(values map[*logic.Term]*logic.Term) {
	m := model{values: values}
	m.eval = d.f.NewEvaluator(func(s *logic.Term) *logic.Term {
		if !s.IsVar() {
			return nil
		}
		return m.value(d.f, s)
	})
	if len(d.models) == recent {
		d.models = slices.Delete(d.models, 0, 1)
	}
	d.models = append(d.models, m)
}

// solve queries the solver.
func (d *Decider) solve(ctx context.Context, p part, n int) (Answer, error) {
	if ctx.Err() != nil {
		return Answer{Result: smt.Unknown}, nil
	}
	if d.solver == nil {
		s, err := d.open()
		if err != nil {
			return Answer{Result: smt.Unknown}, err
		}
		d.solver = s
	}
	if floating(p.conjuncts) {
		if d.pause > 0 {
			d.pause--
			return Answer{Result: smt.Unknown}, nil
		}
		sub, end := work.Within(ctx, floatWork)
		defer end()
		ctx = sub
	}
	d.Stats.Solved++
	var stay, more []*logic.Term
	for k, i := range p.indices {
		if i < n {
			stay = append(stay, p.conjuncts[k].term)
		} else {
			more = append(more, p.conjuncts[k].term)
		}
	}
	if err := d.asked.hold(d.solver, stay); err != nil {
		return Answer{Result: smt.Unknown}, err
	}
	r, err := d.solver.Check(ctx, more...)
	if r == smt.Unknown {
		d.tired = min(2*d.tired+firstPause, longestPause)
		d.pause = d.tired
	} else {
		d.tired = 0
	}
	if err != nil || r != smt.Sat {
		return Answer{Result: r}, err
	}
	m, err := d.solver.Model()
	if err != nil {
		return Answer{Result: smt.Unknown}, err
	}
	vals := make(map[*logic.Term]*logic.Term, len(p.symbols))
	for _, s := range p.symbols {
		v := m.Value(s)
		if v == nil || !v.IsGround() {
			return Answer{Result: smt.Sat}, nil
		}
		vals[s] = v
	}
	d.remember(vals)
	return Answer{smt.Sat, vals}, nil
}

// asserted is the assertions of a solver: slices of one path share a prefix.
type asserted struct {
	terms []*logic.Term
	ends  []int // of the levels
}

// hold makes the solver's assertions these.
func (a *asserted) hold(s smt.Solver, terms []*logic.Term) error {
	n := 0
	for n < len(terms) && n < len(a.terms) && a.terms[n] == terms[n] {
		n++
	}
	k := 0
	for len(a.ends) > k && a.ends[len(a.ends)-1-k] > n {
		k++
	}
	if k > 0 {
		if err := s.Pop(k); err != nil {
			return err
		}
		a.ends = a.ends[:len(a.ends)-k]
	}
	n = 0
	if len(a.ends) > 0 {
		n = a.ends[len(a.ends)-1]
	}
	a.terms = a.terms[:n]
	if n == len(terms) {
		return nil
	}
	if err := s.Push(); err != nil {
		return err
	}
	for _, t := range terms[n:] {
		if err := s.Assert(t); err != nil {
			return err
		}
	}
	a.terms = append(a.terms, terms[n:]...)
	a.ends = append(a.ends, len(a.terms))
	return nil
}
