package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/engine/recurrence"
)

// An Endless execution is one that need not end, with what is known of other inputs.
type Endless struct {
	// Inside is a condition on the symbols of slots: from each input that satisfies it the program comes on one path to the head of a loop, in a state of a set that it
	// need not leave. What it reads behind that is chosen.
	Inside *logic.Term
	Head   program.Pos
	Steps  int  // to the head
	Reads  bool // the turns of the loop read inputs
	// Kept asks a solver whether the set need not be left.
	Kept func(context.Context, smt.Opener) error
}

// errOneInput: what is known of an execution that never ends holds for its own inputs.
var errOneInput = errors.New("no other input is known to take the way of the execution")

// Endless generalises an execution on chosen values of slots, which comes to a recurrence set: to all inputs that take its path up to there into a state of the set.
// The path is followed on the program without a restriction, and the set is checked for that.
func (s *Subject) Endless(ctx context.Context, values func(inputs.Slot) *logic.Term) (*Endless, error) {
	t, err := s.termination(ctx)
	if err != nil {
		return nil, err
	}
	if t.source.separable() || len(s.Module.AddressUses)+len(s.Module.Equalities) > 0 {
		return nil, fmt.Errorf("%w: the values of addresses matter", errOneInput)
	}
	u, p := t.setup(), t.original
	source := func() interp.Source { return &slotSource{table: s.Inputs, values: values, count: map[int]int{}} }
	l, err := recurrence.Find(ctx, p, source, recurrence.Options{Open: u.open, Solver: u.solver})
	if err != nil {
		return nil, err
	}
	if l == nil {
		return nil, fmt.Errorf("%w: no set of states is found that it need not leave", errOneInput)
	}
	if t.recurs(ctx, t.original, l) == nil {
		return nil, fmt.Errorf("%w: the set of states is not confirmed", errOneInput)
	}
	path, inside, err := s.into(ctx, p, l)
	if err != nil {
		return nil, err
	}
	e := &Endless{Inside: inside, Head: place(l.Head), Steps: len(path), Reads: slices.ContainsFunc(l.Ways, func(w recurrence.Way) bool { return len(w.Inputs) > 0 })}
	e.Kept = func(ctx context.Context, open smt.Opener) error {
		return recurrence.Check(ctx, p, &l.Set, open, smt.Options{Seed: u.cfg.Seed})
	}
	return e, nil
}

// termination prepares the inlined program.
func (s *Subject) termination(ctx context.Context) (*termination, error) {
	if s.endless != nil {
		return s.endless, nil
	}
	t := &termination{source: s.source, observer: engine.Quiet{}}
	in, err := s.source.inlineAll(ctx, max(t.setup().cfg.RecursionBound, firstRecursionBound), true)
	if err != nil {
		return nil, err
	}
	t.take(in.original)
	s.endless = t
	return t, nil
}

// into is the path of a lasso to its set, and the condition on the inputs under which it is taken into a state of the set.
func (s *Subject) into(ctx context.Context, p *program.Program, l *recurrence.Lasso) (program.Path, *logic.Term, error) {
	if slices.ContainsFunc(l.Ways, func(w recurrence.Way) bool { return slices.ContainsFunc(w.Path, usesMemory) }) {
		return nil, nil, fmt.Errorf("%w: it accesses memory in each turn", errOneInput) // the blocks and pointers of other inputs may be others
	}
	out := &interp.Outcome{Kind: interp.StepLimit, Loc: l.Head}
	if l.Steps > 0 {
		m, err := interp.New(p)
		if err != nil {
			return nil, nil, err
		}
		out = m.Run(ctx, &listed{inputs: values(l.Inputs), arguments: values(l.Arguments)}, interp.Options{MaxSteps: l.Steps, Stepwise: true, Trace: true, MaxTrace: interp.ReplayTrace})
	}
	if out.Kind != interp.StepLimit || out.Loc != l.Head {
		return nil, nil, fmt.Errorf("%w: %s at %s", errOneInput, out.Kind, out.Pos)
	}
	f := p.Terms
	path, inside, err := concolic.State(ctx, p, nil, s.Inputs, out, f.And(l.Where...))
	if err != nil {
		return nil, nil, err
	}
	for _, c := range path.Conditions {
		inside = f.And(c.Term, inside)
	}
	for _, x := range logic.FreeVars(inside) {
		if _, ok := s.Inputs.SlotOf(x); !ok {
			return nil, nil, fmt.Errorf("%w: it depends on values that are no inputs", errOneInput)
		}
	}
	return out.Path, inside, nil
}

// usesMemory reports whether an edge accesses, allocates or frees a block.
func usesMemory(e *program.Edge) bool {
	return slices.ContainsFunc(e.Ops, func(o program.Op) bool {
		return o.Kind == program.OpAccess || o.Kind == program.OpAlloc || o.Kind == program.OpFree
	})
}
