package verifier

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
)

// exhaust runs the program for every value of its inputs, in cases
// (interp.Case): first for all values at once. A case whose executions part is
// divided: by the condition that decides, or, where that is not known or has been
// done a few times, into one for each combination of the values of inputs, when
// these are few. All cases together are all executions: a solver has found that there
// are no other values.
// nil: some execution does not end, or there are too many cases.
func (s *source) exhaust(ctx context.Context, m *interp.Machine, p *program.Program, calls map[*program.Location]*interp.Call) *answer {
	options := s.setup.solver
	options.Work = exhaustWork
	solver, err := s.setup.open(p.Terms, options)
	if err != nil {
		return nil
	}
	defer solver.Close()
	x := &exhaustion{judged: s.judged, memory: s.memory() != nil, ends: s.setup.ends(), blocks: s.module.Blocks, m: m, f: p.Terms, solver: solver, calls: calls}
	ctx, end := work.Within(ctx, exhaustAll)
	defer end()
	reached, ok := x.runAll(ctx)
	switch {
	case !ok || x.longest < exhaustLeast && !s.setup.cfg.RunShort && !x.memory && !s.setup.ends():
		return nil
	case reached != nil:
		return s.refutedByRun(reached, byRun, p, calls)
	case x.free == 0:
		if a := s.blocked(x.last); a != nil {
			return a
		}
	}
	if x.memory && s.notShown(x.unclean, x.reborn) != "" {
		return nil // engines may show it
	}
	all := s.provenByRuns(fmt.Sprintf("executed: run for all values of the inputs that matter, %d cases with at most %d steps each, and all end%s", x.ended, x.longest, s.withoutError()), x.adjacent)
	all.inCases = true
	return all
}

// exhaustion is one exhaustive run.
type exhaustion struct {
	blocks func(*program.Edge) bool // see program.Module
	judged func(interp.Options) interp.Options
	memory bool // the property is about memory
	ends   bool // it is that executions end, so that undefined behaviour is an end

	m      *interp.Machine
	f      *logic.Factory
	solver smt.Solver
	calls  map[*program.Location]*interp.Call

	open                                []inputCase
	made, splits, steps, longest, ended int

	adjacent bool // see interp.Outcome
	unclean  bool // blocks are left at the end of some execution
	reborn   bool // a variable has several lifetimes in some execution

	free int           // executions that no failing assumption ends
	last *program.Edge // of an execution that ended
}

// inputCase is a case with the known values of its symbols.
type inputCase struct {
	interp.Case
	condition []*logic.Term
	depth     int // number of divisions that led to it
}

// runAll runs all cases; the execution reaches the error, nil: none does. False: the
// run was given up.
func (x *exhaustion) runAll(ctx context.Context) (reached *interp.Outcome, ok bool) {
	x.add(inputCase{})
	for len(x.open) > 0 {
		c := x.open[len(x.open)-1]
		x.open = x.open[:len(x.open)-1]
		out := x.runCase(ctx, c.Case, false)
		x.adjacent = x.adjacent || out.Adjacent
		switch out.Kind {
		case interp.Halted:
			x.ended++
			x.unclean, x.reborn = x.unclean || !x.m.Clean(), x.reborn || x.m.Reborn()
			if x.last = out.Last; !x.blocks(out.Last) {
				x.free++
			}
		case interp.Undefined:
			if !x.ends {
				return nil, false
			}
			x.ended++
		case interp.ReachedError:
			out = x.executionOf(ctx, c, out)
			return out, out != nil
		case interp.Unknown:
			if !x.divideCase(ctx, c, out) {
				return nil, false
			}
		default:
			return nil, false
		}
		if x.steps > exhaustSteps || x.made > exhaustCases || x.splits > exhaustSplits {
			return nil, false
		}
	}
	return nil, true
}

func (x *exhaustion) add(c inputCase) {
	x.open = append(x.open, c)
	x.made++
}

func (x *exhaustion) runCase(ctx context.Context, c interp.Case, trace bool) *interp.Outcome {
	o := x.judged(interp.Options{MaxEffort: exhaustSteps, Calls: x.calls, Case: &c})
	if trace {
		o.Trace, o.MaxTrace = true, interp.ReplayTrace
	}
	out := x.m.Run(ctx, interp.Zeros{}, o)
	x.steps += out.Effort
	x.longest = max(x.longest, out.Steps)
	return out
}

// executionOf is one execution of a case that reaches the error: values satisfy its
// condition, and nothing else decides its way.
func (x *exhaustion) executionOf(ctx context.Context, c inputCase, out *interp.Outcome) *interp.Outcome {
	values := slices.Clone(c.Values)
	if open := symbols(out.Symbols); len(open) > 0 {
		err := x.assuming(c.condition, func() error {
			if sat, err := smt.Satisfiable(ctx, x.solver); err != nil || !sat {
				return smt.ErrNoModel
			}
			model, err := x.solver.Model()
			if err != nil {
				return err
			}
			values, err = x.assign(c.Values, out.Symbols, open, model)
			return err
		})
		if err != nil {
			return nil
		}
	}
	if out = x.runCase(ctx, interp.Case{Values: values}, true); out.Kind != interp.ReachedError {
		return nil
	}
	return out
}

// symbols are the inputs without values.
func symbols(all []*logic.Term) []*logic.Term {
	var open []*logic.Term
	for _, t := range all {
		if t != nil {
			open = append(open, t)
		}
	}
	return open
}

// assign gives some symbols the values of a model.
func (x *exhaustion) assign(values, all, some []*logic.Term, model smt.Model) ([]*logic.Term, error) {
	vs := make([]*logic.Term, max(len(all), len(values)))
	copy(vs, values)
	for k, t := range all {
		if t == nil || !slices.Contains(some, t) {
			continue
		}
		v := model.Value(t)
		if v == nil || !v.IsConst() {
			return nil, smt.ErrNoModel
		}
		vs[k] = x.f.Import(v)
	}
	return vs, nil
}

// assuming runs a question with a condition asserted.
func (x *exhaustion) assuming(condition []*logic.Term, ask func() error) error {
	if err := x.solver.Push(); err != nil {
		return err
	}
	for _, t := range condition {
		if err := x.solver.Assert(t); err != nil {
			return err
		}
	}
	if err := ask(); err != nil {
		return err
	}
	return x.solver.Pop(1)
}

// divideCase divides a case whose executions part. False: it cannot.
func (x *exhaustion) divideCase(ctx context.Context, c inputCase, out *interp.Outcome) bool {
	if c.depth == exhaustDepth {
		return false // a loop over inputs
	}
	open := symbols(out.Symbols)
	if out.Ways != nil {
		decide := map[*logic.Term]bool{}
		for _, v := range logic.FreeVars(out.Ways...) {
			decide[v] = true
		}
		open = slices.DeleteFunc(open, func(t *logic.Term) bool { return !decide[t] })
	}
	err := x.assuming(c.condition, func() error {
		if out.Ways != nil && (len(out.Ways) == 1 || len(c.Ways) < exhaustEarly) {
			return x.split(ctx, c, out)
		}
		few, err := x.few(ctx, open, out.Ways != nil)
		switch {
		case err != nil:
			return err
		case len(few) > 0:
			return x.enumerate(ctx, c, out.Symbols, few)
		}
		return smt.ErrLimit
	})
	return err == nil
}

// few are those of the symbols whose values are close together; none if it has to be all of them and
// some are not.
func (x *exhaustion) few(ctx context.Context, open []*logic.Term, all bool) ([]*logic.Term, error) {
	sat, err := smt.Satisfiable(ctx, x.solver)
	if err != nil || !sat {
		return nil, err
	}
	model, err := x.solver.Model()
	if err != nil {
		return nil, err
	}
	value := make([]*logic.Term, len(open))
	for i, t := range open {
		v := model.Value(t)
		if v == nil {
			return nil, smt.ErrNoModel
		}
		value[i] = x.f.Import(v)
	}
	var few []*logic.Term
	for i, t := range open {
		if t.Sort().IsBV() && t.Sort().Width() > 8 {
			w := t.Sort().Width()
			from := x.f.BVOp(logic.OpBVSub, value[i], x.f.BV(exhaustWindow, w))
			near := x.f.ULe(x.f.BVOp(logic.OpBVSub, t, from), x.f.BV(2*exhaustWindow, w))
			wide, err := smt.Satisfiable(ctx, x.solver, x.f.Not(near))
			if err != nil {
				return nil, err
			}
			if wide && all {
				return nil, nil
			}
			if wide {
				continue
			}
		}
		few = append(few, t)
	}
	return few, nil
}

// enumerate makes a case for each combination of values of some symbols.
func (x *exhaustion) enumerate(ctx context.Context, c inputCase, all, some []*logic.Term) error {
	for range exhaustValues {
		sat, err := smt.Satisfiable(ctx, x.solver)
		if err != nil || !sat {
			return err
		}
		model, err := x.solver.Model()
		if err != nil {
			return err
		}
		values, err := x.assign(c.Values, all, some, model)
		if err != nil {
			return err
		}
		condition := slices.Clone(c.condition)
		var same []*logic.Term
		for k, t := range all {
			if t != nil && slices.Contains(some, t) {
				same = append(same, x.f.Eq(t, values[k]))
			}
		}
		x.add(inputCase{interp.Case{Values: values, Ways: c.Ways}, append(condition, same...), c.depth + 1})
		if err := x.solver.Assert(x.f.Not(x.f.And(same...))); err != nil {
			return err
		}
	}
	return smt.ErrLimit
}

// split makes a case for each way that the executions of a case can take.
func (x *exhaustion) split(ctx context.Context, c inputCase, out *interp.Outcome) error {
	x.splits++
	for i, way := range out.Ways {
		sat, err := smt.Satisfiable(ctx, x.solver, way)
		if err != nil {
			return err
		}
		if !sat {
			continue
		}
		ways := maps.Clone(c.Ways)
		if ways == nil {
			ways = map[interp.Junction]int{}
		}
		ways[out.At] = i
		x.add(inputCase{interp.Case{Values: c.Values, Ways: ways}, append(slices.Clone(c.condition), way), c.depth + 1})
	}
	return nil
}
