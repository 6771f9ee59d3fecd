package evidence

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	names "cupel/analysis/readable"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/evidence/witness"
	"cupel/frontend/c/library"
	"cupel/frontend/c/literal"
	"cupel/internal/terminal"
)

// A Lasso is an execution that never ends: a stem, and a cycle that it goes around for ever. It was replayed: the stem, and twice around.
type Lasso struct {
	Head                  *program.Location // where the cycle begins
	Stem, Cycle           []interp.Consumed // inputs
	StemSteps, CycleSteps int
	StemPath, CyclePath   []*program.Edge // nil: they are too long to be kept
	// Recurs is a set of states of Head, over the variables of the program, that the execution never leaves; nil: it comes to Head in one state each time, with the
	// same inputs on the way.
	Recurs *logic.Term
	// With Recurs: Program is the program whose variables these are, Ways lead round Head and keep the set, and Kept asks a solver whether they do.
	Program *program.Program
	Ways    []CycleWay
	Kept    func(context.Context, smt.Opener) error
}

// A CycleWay is one way round a cycle, with the values of its inputs: terms over the state before.
type CycleWay struct {
	Path   []*program.Edge
	Inputs []*logic.Term
}

// A LassoReport tells of a Lasso.
type LassoReport struct {
	At          string       `json:"at"` // where the cycle begins
	StemSteps   int          `json:"stem_steps"`
	CycleSteps  int          `json:"cycle_steps"`
	CycleInputs []InputValue `json:"cycle_inputs,omitempty"` // each time around
	Stem        []string     `json:"stem,omitempty"`         // places that the execution passes before the cycle, the last ones
	Cycle       []string     `json:"cycle,omitempty"`        // and in it
	Recurs      []string     `json:"recurrence_set,omitempty"`
	Ways        []WayReport  `json:"ways,omitempty"` // round the cycle, of which one can be taken in each state of the set
	Kept        string       `json:"kept,omitempty"` // whether the second solver confirms that these ways keep the set
}

// A WayReport tells of a way round a cycle.
type WayReport struct {
	Decisions []string `json:"decisions,omitempty"`
	Inputs    []string `json:"inputs,omitempty"` // values, in terms of the state before
}

// A Loop is what is known of the end of a loop.
type Loop struct {
	At     string `json:"at"`
	Ends   string `json:"ends,omitempty"` // why it does; "": it is not known that it does
	By     string `json:"by,omitempty"`
	Copies int    `json:"copies"` // that inlining has made
	Open   int    `json:"open,omitempty"`
}

// explainLasso reports an execution that never ends.
func (s *explanation) explainLasso(ctx context.Context) error {
	ended := s.journal.Begin("evidence", "")
	defer ended()
	l, r := s.answer.Lasso, s.report
	at := l.Head.LoopPos
	if !at.IsValid() {
		at = l.Head.Pos
	}
	r.Lasso = &LassoReport{At: at.String(), StemSteps: l.StemSteps, CycleSteps: l.CycleSteps, CycleInputs: inputValues(l.Cycle), Stem: places(l.StemPath, true), Cycle: places(l.CyclePath, false)}
	r.Inputs, r.ErrorAt, r.Slots = inputValues(l.Stem), r.Lasso.At, s.answer.Slots
	r.Confirmed = fmt.Sprintf("replayed in the interpreter, %d steps and twice around the cycle of %d, to the same state each time", l.StemSteps, l.CycleSteps)
	if l.Recurs != nil {
		s.explainRecurrence(ctx)
	}
	if s.options.Harness != "" {
		r.Harness = "no: a compiled program does not tell that it never ends"
	}
	s.tellSettled()
	switch {
	case s.options.Witness == "" || r.Verdict != engine.False.String():
		return nil
	case len(l.Ways) > 1 || len(l.Ways) == 1 && len(l.Cycle) < len(l.Ways[0].Inputs):
		s.journal.Warn("no witness is written: the turns of the execution differ")
		return nil
	case witness.IsGraphML(s.options.Witness):
		s.journal.Warn("no witness is written: executions that never end need format 2.1, a name that ends in .yml")
		return nil
	}
	v := s.wayAround(l)
	if len(v.Cycle) == 0 {
		s.journal.Warn("no witness is written: there is no place in the cycle that one could speak of")
		return nil
	}
	return s.writeWitness(v, nil)
}

// wayAround is the stem of a lasso and its cycle as a witness has them.
func (s *explanation) wayAround(l *Lasso) *witness.Violation {
	v := s.violation(&interp.Outcome{Path: l.StemPath, Inputs: l.Stem}, witness.Point{})
	v.Cycle = s.violation(&interp.Outcome{Path: l.CyclePath, Inputs: l.Cycle}, witness.Point{}).Steps
	if len(v.Cycle) > 0 {
		return v
	}
	for _, e := range l.CyclePath { // a loop without condition
		if e.Pos.IsValid() && e.Pos != l.Head.LoopPos && e.Pos != l.Head.Pos && !library.Within(e.Pos.File) {
			v.Cycle = []witness.Step{{Holds: true, Value: "1", Point: witness.Point{Pos: e.Pos, Func: e.Src.Func}}}
			return v
		}
	}
	if p := l.Head.LoopPos; p.IsValid() && s.text.begins(p, branchings...) {
		v.Cycle = []witness.Step{{Value: "true", Point: witness.Point{Pos: p, Func: l.Head.Func}}}
	}
	return v
}

// explainRecurrence tells of a set that an execution never leaves.
func (s *explanation) explainRecurrence(ctx context.Context) {
	l, r := s.answer.Lasso, s.report
	r.Confirmed = fmt.Sprintf("replayed in the interpreter, %d steps to a state of the set; from each state of the set a way leads back into it, by one question", l.StemSteps)
	printer := names.New(l.Program)
	r.Lasso.Recurs = printer.Conjuncts(l.Recurs, nil, nil)
	if len(r.Lasso.Recurs) == 0 {
		r.Lasso.Recurs = []string{"true"}
	}
	show := printer.Terms(nil)
	for _, w := range l.Ways {
		way := WayReport{Decisions: places(w.Path, false)}
		for _, t := range w.Inputs {
			way.Inputs = append(way.Inputs, show(t))
		}
		r.Lasso.Ways = append(r.Lasso.Ways, way)
	}
	if s.options.Certify {
		r.Lasso.Kept = "confirmed by " + s.options.Certifier
		if err := l.Kept(ctx, s.seconds(machineResources...)); err != nil {
			r.Lasso.Kept = oneLine("not confirmed by " + s.options.Certifier + ": " + err.Error())
		}
	}
}

// inputValues are inputs as reports have them.
func inputValues(cs []interp.Consumed) (vs []InputValue) {
	for _, c := range cs {
		vs = append(vs, InputValue{Call: c.Input.Callee, Type: c.Input.Type, Value: literal.Exact(c.Value, c.Input.Signed), Shown: readable(c.Value, c.Input.Type), At: c.Input.Pos.String()})
	}
	return vs
}

// places are those of the decisions on a path, at most so many: the last ones, or the first.
func places(path []*program.Edge, last bool) []string {
	var all []string
	for _, e := range path {
		if e.Branch == nil || !e.Branch.Pos.IsValid() {
			continue
		}
		all = append(all, fmt.Sprintf("%s: %s", e.Branch.Pos, e.Branch.Value))
	}
	if n := len(all) - shownDecisions; n > 0 {
		if last {
			return slices.Concat([]string{"..."}, all[n:])
		}
		return slices.Concat(all[:shownDecisions], []string{"..."})
	}
	return all
}

// writeLoops lists what is known of loops.
func (r *Report) writeLoops(b *strings.Builder) {
	list(b, r.Loops, func(l Loop) string {
		return terminal.Line("loop at " + l.At + " " + l.State())
	})
}

// State says what is known of a loop, as the rest of a sentence about it.
func (l *Loop) State() string {
	switch {
	case l.Ends != "":
		return "ends: " + l.Ends + " (" + l.By + ")"
	case l.Open < l.Copies:
		return fmt.Sprintf("may not end, in %d of %d copies", l.Open, l.Copies)
	}
	return "may not end"
}

// writeLasso tells of an execution that never ends.
func (r *Report) writeLasso(b *strings.Builder) {
	l := r.Lasso
	if l == nil {
		return
	}
	back := fmt.Sprintf("comes back there every %d steps", l.CycleSteps)
	if len(l.Recurs) > 0 {
		back = "comes back there for ever"
	}
	fmt.Fprintf(b, "an execution need not end: after %d steps it is at %s, and %s, with these inputs before:\n", l.StemSteps, terminal.Line(l.At), back)
	values := func(ins []InputValue) {
		if len(ins) == 0 {
			b.WriteString("  (none)\n")
		}
		list(b, ins, func(in InputValue) string {
			return fmt.Sprintf("%s() = %s   at %s", in.Call, in.Text(), terminal.Line(in.At))
		})
	}
	values(r.Inputs)
	if len(l.Recurs) == 0 {
		b.WriteString("and with these each time around:\n")
		values(l.CycleInputs)
	}
	if len(l.Stem) > 0 {
		b.WriteString("decisions before:\n")
		list(b, l.Stem, terminal.Line)
	}
	if len(l.Cycle) > 0 {
		b.WriteString("decisions each time around:\n")
		list(b, l.Cycle, terminal.Line)
	}
	if len(l.Recurs) == 0 {
		return
	}
	b.WriteString("it never leaves the states in which\n")
	list(b, l.Recurs, terminal.Line)
	for i, w := range l.Ways {
		fmt.Fprintf(b, "way %d back, with the inputs %s, and these decisions:\n", i+1, terminal.Line(cmp.Or(strings.Join(w.Inputs, ", "), "(none)")))
		list(b, w.Decisions, terminal.Line)
	}
	if l.Kept != "" {
		fmt.Fprintf(b, "that the ways lead back is %s\n", terminal.Line(l.Kept))
	}
}
