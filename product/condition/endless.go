package condition

import (
	"context"
	"fmt"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/engine"
)

// Endless tells what the condition of executions that need not end rests on.
type Endless struct {
	// Sets counts disjuncts that are conditions on a path into a set of states that need not be left, Single those that are one execution, which was replayed.
	Sets   int `json:"sets"`
	Single int `json:"single_executions,omitempty"`
	// Chosen: some of these executions read further inputs, with suitable values of which they go on.
	Chosen bool `json:"chosen_later,omitempty"`
}

// endless adds the condition of an execution that never ends: which other inputs take its path into the set of states that it never leaves; where that is not known,
// its own inputs.
func (l *loop) endless(ctx context.Context, values map[inputs.Slot]*logic.Term) engine.Reason {
	if l.res.Endless == nil {
		l.res.Endless = &Endless{}
	}
	l.res.failing = append(l.res.failing, failing{values: values})
	followed := l.begin("following a path", fmt.Sprintf("execution %d", len(l.res.failing)))
	e, err := l.subject.Endless(ctx, func(s inputs.Slot) *logic.Term { return values[s] })
	followed()
	if err != nil {
		l.res.Endless.Single++
		l.res.Endless.Chosen = true // it is not known that all inputs are in the condition
		why := reasonOf(ctx, err)
		before := len(l.res.Disjuncts)
		l.alone(Disjunct{unknowns: true, Failed: []string{why.Text}}, values, why)
		if ctx.Err() != nil || len(l.res.Disjuncts) == before || l.res.Endless.Single > maxSingle {
			return why
		}
		return engine.Reason{}
	}
	l.res.Endless.Sets++
	l.res.Endless.Chosen = l.res.Endless.Chosen || e.Reads
	return l.add(Disjunct{Term: e.Inside, Refiner: "recurrence", Pos: e.Head, Steps: e.Steps, unknowns: e.Reads, support: e.Inside, kept: e.Kept})
}

// String says what the condition rests on.
func (e *Endless) String() string {
	s := "a set of states is reached from each input of it that executions need not leave, by one question for each of " + count(e.Sets, "set")
	switch {
	case e.Sets == 0:
		s = "replayed, " + count(e.Single, "execution")
	case e.Single > 0:
		s += "; besides, replayed, " + count(e.Single, "execution")
	}
	if e.Chosen {
		s += "; inputs that are read later are chosen"
	}
	return s
}

// count is a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// keptBy asks a second solver whether the sets need not be left.
func (l *loop) keptBy(ctx context.Context, open smt.Opener) (questions int, err error) {
	for i, d := range l.res.Disjuncts {
		if d.kept == nil {
			return questions, fmt.Errorf("disjunct %d is one execution", i+1)
		}
		questions++
		if err := d.kept(ctx, open); err != nil {
			return questions, fmt.Errorf("the set of disjunct %d: %w", i+1, err)
		}
	}
	return questions, nil
}
