package verifier

import (
	"context"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/evidence"
)

// repeating is the state of the search for an execution that comes to a state again.
type repeating struct {
	program *program.Program
	calls   map[*program.Location]*interp.Call
	machine *interp.Machine
	live    func(*program.Location) []*program.Var
	dice    *dice
	rolled  uint64     // runs so far
	factor  int        // of the effort in this round
	long    bool       // a run of the last round came to no end
	shared  *repeating // the same where string literals share memory; nil: it was not needed so far
}

// newRepeating prepares the flat program.
func (s *source) newRepeating() (*repeating, error) {
	p, calls := s.model, map[*program.Location]*interp.Call(nil)
	if p == nil {
		var err error
		if p, calls, err = s.flat(); err != nil {
			return nil, err
		}
	}
	return repeatingOf(p, calls)
}

func repeatingOf(p *program.Program, calls map[*program.Location]*interp.Call) (*repeating, error) {
	m, err := interp.New(p)
	if err != nil {
		return nil, err
	}
	return &repeating{program: p, calls: calls, machine: m, live: interp.LiveAt(p, calls), dice: newDice(p), factor: 1}, nil
}

// byRepeat looks for an execution that comes to a state for the second time: in runs with inputs zero and random ones, then by bounded search for inputs that lead
// back to a state.
func (t *termination) byRepeat(ctx context.Context) *answer {
	if t.runs == nil {
		r, err := t.source.newRepeating()
		if err != nil {
			return nil
		}
		t.runs = r
	}
	if a := t.source.repeats(ctx, t.runs); a != nil {
		a.loops = t.report()
		return a
	}
	t.runs.factor *= stepGrowth
	t.more = t.runs.long || t.runs.rolled > 0 && t.runs.rolled < repeatMost
	if a := t.returns(ctx); a != nil {
		return a
	}
	return nil
}

// repeats makes some runs.
func (s *source) repeats(ctx context.Context, r *repeating) *answer {
	effort, each := repeatEffort*r.factor, repeatEach*r.factor
	r.long = false
	for n := 0; n < repeatRuns && effort > 0 && ctx.Err() == nil; n++ {
		var in interp.Source = interp.Zeros{}
		if n > 0 {
			r.rolled++
			in = r.dice.roll(uint64(s.setup.cfg.Seed)*randomRuns + r.rolled)
		}
		most := each
		if n == 0 {
			most *= 4
		}
		y := &interp.Repeat{Live: r.live, Visits: repeatVisits}
		out := r.machine.Run(ctx, in, interp.Options{Calls: r.calls, MaxEffort: min(most, effort), Repeat: y})
		effort -= out.Effort
		r.long = r.long || out.Kind == interp.StepLimit && out.Effort >= min(most, effort+out.Effort)
		if y.Found {
			if n > 0 {
				in = r.dice.roll(uint64(s.setup.cfg.Seed)*randomRuns + r.rolled)
			}
			if a := s.lasso(ctx, r, in, y, out); a != nil {
				return a
			}
		}
		if len(out.Inputs)+len(out.Arguments) == 0 && n > 0 {
			break
		}
	}
	return nil
}

// returns asks for an execution that comes to a state of an open loop again.
func (t *termination) returns(ctx context.Context) *answer {
	heads := t.openHeads()
	if len(heads) == 0 {
		return nil
	}
	p, err := passes.Returning(t.original, heads)
	if err != nil {
		return nil
	}
	f := t.ask(ctx, p, "bmc", "symex")
	if f.verdict != engine.False {
		return nil
	}
	a := t.lasso(ctx, f.run)
	if a == nil {
		return nil
	}
	a.loops = t.report()
	return a
}

// lasso is the answer FALSE if the whole program, run on the inputs of an execution that ask has found, comes to a state again before they are used up; nil: it does not.
func (t *termination) lasso(ctx context.Context, found *interp.Outcome) *answer {
	r, s := t.runs, t.source
	if r == nil {
		var err error
		if r, err = s.newRepeating(); err != nil {
			return nil
		}
		t.runs = r
	}
	y := &interp.Repeat{Live: r.live, Visits: repeatVisits}
	out := r.machine.Run(ctx, given(found), interp.Options{Calls: r.calls, MaxEffort: repeatEach + judgedFactor*(found.Effort+judgedSteps), Repeat: y})
	if !y.Found {
		return nil
	}
	a := s.lasso(ctx, r, given(found), y, out)
	if a != nil {
		a.loops = t.report()
	}
	return a
}

// looping supplies the inputs of an execution that goes round for ever: those of the stem once, then those of the cycle again and again.
type looping struct {
	listed
	cycle, rest []*logic.Term
}

// Next implements interp.Source.
func (l *looping) Next(op *program.Op, e *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(l.inputs) > 0 {
		return l.listed.Next(op, e)
	}
	if len(l.rest) == 0 {
		l.rest = l.cycle
	}
	if len(l.rest) == 0 || l.rest[0].Sort() != op.Var.Sort() {
		return nil, false
	}
	v := l.rest[0]
	l.rest = l.rest[1:]
	return v, true
}

// around is a source of the inputs of a run that has come to a state again.
func around(out *interp.Outcome, y *interp.Repeat) *looping {
	stem := *out
	stem.Inputs, stem.Havocs = out.Inputs[:y.First.Inputs], out.Havocs[:min(y.First.Havocs, len(out.Havocs))]
	l := &looping{listed: *given(&stem)}
	for _, c := range out.Inputs[y.First.Inputs:y.Second.Inputs] {
		l.cycle = append(l.cycle, c.Value)
	}
	return l
}

// lasso is the answer FALSE by a run on in that has come to a state again; nil: it depends on what the program does not determine, or is too long. The execution
// is repeated, twice around, and has to come to the same state each time.
func (s *source) lasso(ctx context.Context, r *repeating, in interp.Source, y *interp.Repeat, out *interp.Outcome) *answer {
	length := y.Second.Steps - y.First.Steps
	if length <= 0 || y.Second.Steps+length > repeatReplay || out.Adjacent {
		return nil
	}
	// Once more, for the values that the environment chooses besides inputs.
	first := r.machine.Run(ctx, in, interp.Options{Calls: r.calls, MaxSteps: y.Second.Steps + 1, Trace: true, MaxTrace: interp.ReplayTrace, Stepwise: true, Repeat: &interp.Repeat{Live: r.live, Marks: []int{y.First.Steps, y.Second.Steps}}})
	if first.Kind != interp.Repeated {
		return nil
	}
	marked := &interp.Repeat{Live: r.live, Marks: []int{y.First.Steps, y.Second.Steps, y.Second.Steps + length}}
	run := func(ctx context.Context, o interp.Options) *interp.Outcome {
		o.Calls, o.Stepwise, o.MaxSteps, o.Repeat = r.calls, true, marked.Marks[2]+1, marked
		return r.machine.Run(ctx, around(first, y), o)
	}
	if s.separable() && !s.sharedLasso(ctx, r, around(first, y), marked.Marks) {
		return nil
	}
	twice := run(ctx, interp.Options{Trace: true, MaxTrace: interp.ReplayTrace, Depend: marked.Marks[2] <= repeatDepend})
	if !marked.Found || twice.Kind != interp.Repeated || twice.Adjacent {
		return nil
	}
	if marked.Marks[2] <= repeatDepend && !onlyInputs(twice) || marked.Marks[2] > repeatDepend && undetermined(twice) {
		return nil
	}
	l := &evidence.Lasso{Head: y.First.Loc, StemSteps: y.First.Steps, CycleSteps: length, Stem: twice.Inputs[:marked.First.Inputs], Cycle: twice.Inputs[marked.First.Inputs:marked.Second.Inputs]}
	if len(twice.Path) >= marked.Second.Path {
		l.StemPath, l.CyclePath = twice.Path[:marked.First.Path], twice.Path[marked.First.Path:marked.Second.Path]
	}
	return &answer{source: s, ran: true, result: &engine.Result{Verdict: engine.False},
		proven: &evidence.Confirmation{Execution: twice, Program: r.program, Again: run}, lasso: l}
}

// sharedLasso reports whether a lasso is an execution also where string literals share memory: it comes to one state after each of these numbers of steps.
func (s *source) sharedLasso(ctx context.Context, r *repeating, in interp.Source, marks []int) bool {
	if r.shared == nil {
		p, calls, err := stacked(passes.FlatShared(s.module))
		if err == nil {
			r.shared, err = repeatingOf(p, calls)
		}
		if err != nil {
			return false
		}
	}
	y := &interp.Repeat{Live: r.shared.live, Marks: marks}
	out := r.shared.machine.Run(ctx, in, interp.Options{Calls: r.shared.calls, Stepwise: true, MaxSteps: marks[len(marks)-1] + 1, Repeat: y})
	return out.Kind == interp.Repeated && y.Found && !out.Adjacent
}

// onlyInputs reports whether the way of a run depends on inputs and main's arguments only.
func onlyInputs(out *interp.Outcome) bool {
	return !out.DependsMany && !slices.ContainsFunc(out.Depends, func(d interp.Dependence) bool {
		return d.Op == nil || !d.Op.Unknown.OfMain() && !chosenByEnvironment(d.Op)
	})
}

// chosenByEnvironment reports whether a value is one that the environment chooses besides inputs.
func chosenByEnvironment(op *program.Op) bool { return op.Unknown != nil && op.Unknown.Kind.Chosen() }

// undetermined reports whether a run has had values that neither the program nor its environment determine.
func undetermined(out *interp.Outcome) bool {
	return len(out.Havocs) >= interp.ReplayTrace || slices.ContainsFunc(out.Havocs, func(c interp.Consumed) bool {
		return c.Input == nil && !c.Unknown.OfMain() && (c.Unknown == nil || !c.Unknown.Kind.Chosen())
	})
}
