package condition

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

// A refiner generalises a failing path to a condition on the inputs: it holds for the path's own inputs, and
// only for inputs that take the path for some values of the unknowns.
type refiner interface {
	name() string
	refine(ctx context.Context, p *pathFormula) (*logic.Term, error)
}

// pathFormula is the input of refiners, with a separate factory if several run in parallel.
type pathFormula struct {
	f       *logic.Factory
	conds   []*logic.Term
	unknown map[*logic.Term]bool        // symbols of values that are no inputs
	value   map[*logic.Term]*logic.Term // of all symbols in the execution
	solver  smt.Options
	fails   *logic.Term          // all known paths to the same goal, merged; nil: unknown
	none    smt.Solver           // asserts the negation of fails; nil: none
	left    func() time.Duration // of the limits; nil: there are none
}

func (p *pathFormula) formula() *logic.Term { return p.f.And(p.conds...) }

// depends returns the input symbols and the unknowns in terms.
func (p *pathFormula) depends(ts ...*logic.Term) (inputs, unknowns []*logic.Term) {
	for _, v := range logic.FreeVars(ts...) {
		if p.unknown[v] {
			unknowns = append(unknowns, v)
		} else {
			inputs = append(inputs, v)
		}
	}
	return inputs, unknowns
}

// onInputs reports whether a term has input symbols only.
func (p *pathFormula) onInputs(t *logic.Term) bool {
	_, unknowns := p.depends(t)
	return len(unknowns) == 0
}

// copied translates the formula to another factory.
func (p *pathFormula) copied() *pathFormula {
	f := logic.NewFactory()
	in := f.NewImporter()
	q := &pathFormula{f: f, solver: p.solver, left: p.left, unknown: map[*logic.Term]bool{}, value: make(map[*logic.Term]*logic.Term, len(p.value))}
	for _, c := range p.conds {
		q.conds = append(q.conds, in.Import(c))
	}
	if p.fails != nil {
		q.fails = in.Import(p.fails)
	}
	for s, v := range p.value {
		t := in.Import(s)
		q.value[t] = in.Import(v)
		if p.unknown[s] {
			q.unknown[t] = true
		}
	}
	return q
}

// RefinerNames lists the refiners.
func RefinerNames() []string { return []string{"model", "qe", "allsat", "merge"} }

// Check reports refiners and solvers that do not exist.
func (o Options) Check() error {
	_, err := newRefiners(o)
	return err
}

// newRefiners returns the refiners that options name.
func newRefiners(o Options) ([]refiner, error) {
	var rs []refiner
	for _, n := range o.Refiners {
		switch n {
		case "model":
			rs = append(rs, modelRefiner{})
		case "qe":
			if !slices.Contains([]string{"auto", "z3", "cvc5"}, o.Elimination) {
				return nil, &verifier.InputError{Msg: fmt.Sprintf("--elimination: unknown solver %q; choose auto, z3 or cvc5", o.Elimination)}
			}
			rs = append(rs, eliminationRefiner{o.Elimination})
		case "merge":
			rs = append(rs, mergeRefiner{})
		case "allsat":
			rs = append(rs, allSATRefiner{})
		default:
			return nil, &verifier.InputError{Msg: fmt.Sprintf("--refiners: unknown refiner %q; choose some of %s", n, strings.Join(RefinerNames(), ", "))}
		}
	}
	if len(rs) == 0 {
		return nil, &verifier.InputError{Msg: "--refiners: none is given; choose some of " + strings.Join(RefinerNames(), ", ")}
	}
	return rs, nil
}

// refine adds the condition of a counterexample. Where that is not possible it adds the counterexample alone, and
// returns why.
func (l *loop) refine(ctx context.Context, values map[inputs.Slot]*logic.Term) engine.Reason {
	read := map[inputs.Slot]*logic.Term{}
	out := l.subject.Run(context.WithoutCancel(ctx), func(s inputs.Slot) *logic.Term { // also at a limit
		read[s] = values[s]
		return values[s]
	}, interp.Options{Trace: true, MaxTrace: interp.ReplayTrace, MaxSteps: followSteps})
	if out.Kind != interp.ReachedError {
		return engine.Reason{Kind: engine.Unconfirmed, Text: fmt.Sprintf("the counterexample fails in the verifier and not when it is run again: %s at %s", out.Kind, out.Pos)}
	}
	d := Disjunct{Steps: out.Steps}
	l.res.failing = append(l.res.failing, failing{values, out.Steps})
	d.at(out)
	if !l.reads(out) { // irrelevant: read after the error
		d.Term, d.Refiner, d.unknowns = l.f.True(), l.refiners[0].name(), l.undetermined(ctx, out, values)
		if !d.unknowns {
			d.support = d.Term
		}
		return l.add(d)
	}
	followed := l.begin("following a path", fmt.Sprintf("counterexample %d", len(l.res.failing)))
	path, err := concolic.Follow(ctx, l.subject.Flat, l.subject.Calls, l.subject.Inputs, out)
	followed()
	if err != nil {
		why := reasonOf(ctx, err)
		if ctx.Err() == nil {
			why.Text = "the failing execution cannot be followed: " + why.Text
		}
		return l.alone(d, read, why)
	}
	p := &pathFormula{f: l.f, unknown: map[*logic.Term]bool{}, value: path.Value, solver: smt.Options{Seed: l.o.Verifier.Seed, Work: l.o.RefinerWork},
		left: func() time.Duration { left, _ := l.left(ctx); return left }}
	if _, limited := l.left(ctx); !limited {
		p.left = nil
	}
	for _, u := range path.Unknowns {
		p.unknown[u] = true
	}
	for _, c := range path.Conditions {
		p.conds = append(p.conds, c.Term)
	}
	_, unknowns := p.depends(p.conds...)
	d.Pinned, d.unknowns = path.Pinned, len(unknowns) > 0
	if len(l.refiners) == 1 && l.merged == nil {
		l.attempt(ctx) // the only refiner may be the one that needs it
	}
	if l.merged != nil && l.merged.fails != nil {
		goal := 0
		if d.Goal != nil {
			goal = d.Goal.ID
		}
		p.fails, p.none = l.merged.at[goal], l.noneOf(goal)
	}
	var why engine.Reason
	if d.Term, d.Refiner, d.Failed, why = l.compose(ctx, p); !why.None() {
		d.Term, d.Refiner = p.point(), "model"
		if !d.unknowns {
			d.support = p.formula()
		}
		l.add(d)
		return why
	}
	switch {
	case d.Refiner == "merge":
		d.support = p.fails
	case !d.unknowns:
		d.support = p.formula()
	}
	return l.add(d)
}

// alone adds the inputs that a failing execution has read, which cannot be followed, and returns why.
func (l *loop) alone(d Disjunct, read map[inputs.Slot]*logic.Term, why engine.Reason) engine.Reason {
	t := l.f.True()
	for _, s := range slices.SortedFunc(maps.Keys(read), inputs.Slot.Compare) {
		switch v := read[s]; {
		case l.subject.Inputs.Sources[s.Source-1].Hidden:
			d.unknowns = true
		case v == nil || len(read) > maxAlone: // it is not known which value it was
			return why
		default:
			t = l.f.And(t, l.f.Eq(l.subject.Inputs.Symbol(s), l.f.Import(v)))
		}
	}
	if d.Term, d.Refiner = t, "model"; !d.unknowns {
		d.support = t
	}
	l.add(d)
	return why
}

// add adds a disjunct to the condition.
func (l *loop) add(d Disjunct) engine.Reason {
	l.res.Disjuncts = append(l.res.Disjuncts, d)
	l.res.Term = l.f.Or(l.res.Term, d.Term)
	return engine.Reason{}
}

// undetermined reports whether an execution may depend on values that are no inputs.
func (l *loop) undetermined(ctx context.Context, out *interp.Outcome, values map[inputs.Slot]*logic.Term) bool {
	if len(out.Havocs) == 0 {
		return false
	}
	again := l.subject.Run(ctx, func(s inputs.Slot) *logic.Term { return values[s] }, interp.Options{Depend: true, MaxSteps: dependSteps})
	return again.Kind != interp.ReachedError || undetermined(again) != nil
}

// at records where an execution fails.
func (d *Disjunct) at(out *interp.Outcome) {
	if e := out.Last; e != nil {
		if d.Goal, d.Pos = e.Goal, e.Pos; d.Goal != nil && d.Goal.Pos.IsValid() {
			d.Pos = d.Goal.Pos
		}
	}
}

// reads reports whether an execution has read an input.
func (l *loop) reads(out *interp.Outcome) bool {
	return len(out.Inputs) > 0 || len(out.Havocs) >= interp.ReplayTrace || slices.ContainsFunc(out.Havocs, func(c interp.Consumed) bool {
		src := l.subject.Inputs.At(c.Input, c.Unknown, c.Var)
		return src != nil && !src.Hidden
	})
}

// values reads the inputs of a counterexample.
func (l *loop) values(rep *verifier.Report) (map[inputs.Slot]*logic.Term, error) {
	parser := logic.NewParser(l.f)
	values := map[inputs.Slot]*logic.Term{}
	for _, v := range rep.Slots {
		t, err := parser.Term(v.Value)
		if err != nil {
			return nil, fmt.Errorf("the value of an input cannot be read: %w", err)
		}
		values[inputs.Slot{Source: v.Source, N: v.N}] = t
	}
	return values, nil
}

// compose runs the refiners: in sequence until one succeeds, or in parallel.
func (l *loop) compose(ctx context.Context, p *pathFormula) (t *logic.Term, by string, failed []string, why engine.Reason) {
	bounded := func(ctx context.Context, r refiner, p *pathFormula) (t *logic.Term, why engine.Reason) {
		defer func() { // a refiner that panics has failed
			if x := recover(); x != nil {
				t, why = nil, engine.Reason{Kind: engine.Fault, Text: fmt.Sprintf("internal error: %v", x)}
			}
		}()
		if l.o.RefinerTime > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, l.o.RefinerTime)
			defer cancel()
		}
		defer l.begin("refiner "+r.name(), fmt.Sprintf("counterexample %d", len(l.res.failing)))()
		if l.o.RefinerWork > 0 {
			var cancel context.CancelFunc
			ctx, cancel = work.Within(ctx, l.o.RefinerWork)
			defer cancel()
		}
		t, err := r.refine(ctx, p)
		if err != nil {
			return nil, reasonOf(ctx, err)
		}
		return t, reasonOf(context.Background(), p.check(t))
	}
	refiners := l.refiners
	if len(refiners) > 1 && p.fails == nil {
		refiners = slices.DeleteFunc(slices.Clone(refiners), func(r refiner) bool { return r == refiner(mergeRefiner{}) })
	}
	var last engine.Reason
	fail := func(name string, why engine.Reason) {
		failed, last = append(failed, name+": "+why.Text), why
	}
	none := func() engine.Reason {
		if ctx.Err() != nil {
			return verifier.Met(ctx)
		}
		return engine.Reason{Kind: last.Kind, Text: "no refiner succeeds: " + strings.Join(failed, "; ")}
	}
	if !l.o.Parallel || len(refiners) == 1 {
		for _, r := range refiners {
			if t, why = bounded(ctx, r, p); why.None() {
				return t, r.name(), failed, why
			}
			fail(r.name(), why)
		}
		return nil, "", failed, none()
	}
	race, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type answer struct {
		t   *logic.Term
		by  string
		why engine.Reason
	}
	answers := make(chan answer, len(refiners))
	for _, r := range refiners {
		q := p.copied()
		go func() {
			t, why := bounded(race, r, q)
			answers <- answer{t, r.name(), why}
		}()
	}
	for range refiners {
		a := <-answers
		if t == nil && a.why.None() {
			t, by = p.f.Import(a.t), a.by
			cancel(errRaced)
		} else if t == nil {
			fail(a.by, a.why)
		}
	}
	if t == nil {
		return nil, "", failed, none()
	}
	return t, by, failed, engine.Reason{}
}

// check verifies that a condition is over inputs only and holds for those of the execution.
func (p *pathFormula) check(t *logic.Term) error {
	if _, unknowns := p.depends(t); len(unknowns) > 0 {
		return fmt.Errorf("%s is left, which is no input", unknowns[0])
	}
	holds, err := p.f.NewEvaluator(func(s *logic.Term) *logic.Term { return p.value[s] }).Bool(t)
	switch {
	case err != nil:
		return err
	case !holds:
		return errors.New("the condition does not hold for the counterexample")
	}
	return nil
}

// modelRefiner is section 4.3.1: the values in the counterexample.
type modelRefiner struct{}

func (modelRefiner) name() string { return "model" }

func (modelRefiner) refine(_ context.Context, p *pathFormula) (*logic.Term, error) {
	return p.point(), nil
}

// point fixes all inputs that the path depends on to their values in the execution.
func (p *pathFormula) point() *logic.Term {
	var eqs []*logic.Term
	ins, _ := p.depends(p.conds...)
	for _, v := range ins {
		eqs = append(eqs, p.f.Eq(v, p.f.Import(p.value[v])))
	}
	return p.f.And(eqs...)
}

// eliminationRefiner is section 4.3.3: the path condition with the unknowns eliminated; without unknowns the
// path condition itself.
type eliminationRefiner struct{ solver string }

func (eliminationRefiner) name() string { return "qe" }

func (r eliminationRefiner) refine(ctx context.Context, p *pathFormula) (*logic.Term, error) {
	phi := p.formula()
	_, vars := p.depends(phi)
	if len(vars) == 0 {
		return phi, nil
	}
	if r.solver != "cvc5" {
		t, exact := z3.Eliminate(ctx, p.f, vars, phi, maxProjections, p.solver)
		if exact {
			return t, nil
		}
		if r.solver == "z3" {
			return nil, fmt.Errorf("%d unknown values cannot be eliminated", len(vars))
		}
	}
	limit := insideTime
	if p.left != nil { // of a process whose work cannot be counted
		limit = min(limit, max(p.left()/eliminationShare, time.Millisecond))
	}
	t, err := smtlib.Eliminate(ctx, p.f, "cvc5", vars, phi, limit)
	if err != nil {
		return nil, fmt.Errorf("%d unknown values cannot be eliminated: %w", len(vars), err)
	}
	return t, p.eliminated(ctx, vars, phi, t)
}

// eliminated checks with libz3 another solver's result for exists vars. phi: it must imply no more than that.
func (p *pathFormula) eliminated(ctx context.Context, vars []*logic.Term, phi, t *logic.Term) error {
	s, err := z3.Open(p.f, p.solver)
	if err != nil {
		return err
	}
	defer s.Close()
	switch r, err := s.Check(ctx, p.f.And(t, p.f.Forall(vars, p.f.Not(phi)))); {
	case err != nil:
		return err
	case r != smt.Unsat:
		return errors.New("the elimination of unknown values cannot be confirmed")
	}
	return nil
}

// allSATRefiner is section 4.3.2: all valuations of the path formula's atoms.
type allSATRefiner struct{}

func (allSATRefiner) name() string { return "allsat" }

// refine enumerates the valuations of the atoms on inputs under which the path is taken.
func (allSATRefiner) refine(ctx context.Context, p *pathFormula) (*logic.Term, error) {
	f, phi := p.f, p.formula()
	var atoms []*logic.Term
	mixed := false
	for _, a := range logic.Atoms(phi) {
		if p.onInputs(a) {
			atoms = append(atoms, a)
		} else {
			mixed = true
		}
	}
	if len(atoms) > maxAtoms {
		return nil, fmt.Errorf("%d atoms", len(atoms))
	}
	s, err := z3.Open(f, p.solver)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Assert(phi); err != nil {
		return nil, err
	}
	var gen smt.Solver
	if !mixed {
		if gen, err = z3.Open(f, p.solver); err != nil {
			return nil, err
		}
		defer gen.Close()
		if err := gen.Assert(f.Not(phi)); err != nil {
			return nil, err
		}
	}
	var cubes []*logic.Term
	if err := smt.AllSAT(ctx, s, f, atoms, gen, maxCubes, func(cube []*logic.Term) bool {
		cubes = append(cubes, f.And(cube...))
		return true
	}); err != nil {
		return nil, err
	}
	t := f.Or(cubes...)
	if !mixed {
		return t, nil
	}
	// With the unknowns' values in the execution, every such input has to take the path.
	fixed := map[*logic.Term]*logic.Term{}
	for u := range p.unknown {
		fixed[u] = f.Import(p.value[u])
	}
	d, err := z3.Open(f, p.solver)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	if err := d.Assert(f.And(t, f.Not(f.Subst(phi, fixed)))); err != nil {
		return nil, err
	}
	sat, err := smt.Satisfiable(ctx, d)
	switch {
	case err != nil:
		return nil, err
	case sat:
		return nil, errors.New("what the inputs demand of unknown values is no combination of atoms over the inputs")
	}
	return t, nil
}
