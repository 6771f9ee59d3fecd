package condition

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	fails   *logic.Term // all known paths to the same goal, merged; nil: unknown
	none    smt.Solver  // asserts the negation of fails; nil: none
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
	q := &pathFormula{f: f, solver: p.solver, unknown: map[*logic.Term]bool{}, value: make(map[*logic.Term]*logic.Term, len(p.value))}
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

// refine adds the condition of a counterexample, or returns why it cannot.
func (l *loop) refine(ctx context.Context, values map[inputs.Slot]*logic.Term) engine.Reason {
	out := l.subject.Run(ctx, func(s inputs.Slot) *logic.Term { return values[s] }, interp.Options{Trace: true, MaxTrace: interp.ReplayTrace, MaxSteps: followSteps})
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
	path, err := concolic.Follow(ctx, l.subject.Flat, l.subject.Calls, l.subject.Inputs, out)
	if err != nil {
		return engine.Reason{Kind: engine.Unsupported, Text: "the failing execution cannot be followed: " + err.Error()}
	}
	p := &pathFormula{f: l.f, unknown: map[*logic.Term]bool{}, value: path.Value, solver: smt.Options{Seed: l.o.Verifier.Seed, Work: l.o.RefinerWork}}
	for _, u := range path.Unknowns {
		p.unknown[u] = true
	}
	for _, c := range path.Conditions {
		p.conds = append(p.conds, c.Term)
	}
	_, unknowns := p.depends(p.conds...)
	d.Pinned, d.unknowns = path.Pinned, len(unknowns) > 0
	if l.merge(ctx, values); l.merged != nil && l.merged.fails != nil {
		goal := 0
		if d.Goal != nil {
			goal = d.Goal.ID
		}
		p.fails, p.none = l.merged.at[goal], l.noneOf(goal)
	}
	d.Term, d.Refiner, d.Failed, err = l.compose(ctx, p)
	if err != nil {
		return engine.Reason{Kind: engine.Unsupported, Text: err.Error()}
	}
	switch {
	case d.Refiner == "merge":
		d.support = p.fails
	case !d.unknowns:
		d.support = p.formula()
	}
	return l.add(d)
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
func (l *loop) compose(ctx context.Context, p *pathFormula) (t *logic.Term, by string, failed []string, err error) {
	bounded := func(ctx context.Context, r refiner, p *pathFormula) (t *logic.Term, err error) {
		defer func() { // a refiner that panics has failed
			if x := recover(); x != nil {
				err = fmt.Errorf("internal error: %v", x)
			}
		}()
		if l.o.RefinerTime > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, l.o.RefinerTime)
			defer cancel()
		}
		ctx, cancel := work.Within(ctx, l.o.RefinerWork)
		defer cancel()
		if t, err = r.refine(ctx, p); err != nil {
			return nil, err
		}
		return t, p.check(t)
	}
	if !l.o.Parallel || len(l.refiners) == 1 {
		for _, r := range l.refiners {
			if t, err = bounded(ctx, r, p); err == nil {
				return t, r.name(), failed, nil
			}
			failed = append(failed, r.name()+": "+err.Error())
		}
		return nil, "", failed, errors.New("no refiner succeeds: " + strings.Join(failed, "; "))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		t   *logic.Term
		by  string
		err error
	}
	answers := make(chan answer, len(l.refiners))
	for _, r := range l.refiners {
		q := p.copied()
		go func() {
			t, err := bounded(ctx, r, q)
			answers <- answer{t, r.name(), err}
		}()
	}
	for range l.refiners {
		a := <-answers
		if t == nil && a.err == nil {
			t, by = p.f.Import(a.t), a.by
			cancel()
		} else if t == nil {
			failed = append(failed, a.by+": "+a.err.Error())
		}
	}
	if t == nil {
		return nil, "", failed, errors.New("no refiner succeeds: " + strings.Join(failed, "; "))
	}
	return t, by, failed, nil
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
	t, err := smtlib.Eliminate(ctx, p.f, "cvc5", vars, phi, insideTime)
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
