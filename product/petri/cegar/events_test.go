package cegar

import (
	"context"
	"fmt"
	"strings"

	"cupel/product/petri"
)

// checkRows is CheckPredicate for a conjunction of rows.
func checkRows(ctx context.Context, net *petri.Net, initial petri.Marking, target []petri.Row, o Options) (Result, error) {
	args := make([]*petri.Predicate, len(target))
	for i, r := range target {
		args[i] = petri.Linear(r)
	}
	return CheckPredicate(ctx, net, initial, petri.And(args...), o)
}

func (v Verdict) String() string {
	return [...]string{"inconclusive", "reachable", "not reachable"}[v]
}

var stepNames = [...]string{"solution", "partial", "full", "skip", "better", "constraint", "infeasible", "dead end", "case"}

func (s Step) String() string { return stepNames[s] }

// format writes the event on one line with the net's identifiers.
func (e Event) format(n *petri.Net) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10v ", e.Step)
	switch {
	case e.Step == StepCase:
		fmt.Fprintf(&b, "%d", e.Solution)
	case e.Solution > 0:
		fmt.Fprintf(&b, "sv%d", e.Solution)
	}
	if e.Partial > 0 {
		fmt.Fprintf(&b, " ps%d", e.Partial)
	}
	switch {
	case e.Jump > 0:
		fmt.Fprintf(&b, " jump from sv%d", e.Jump)
	case e.Parent > 0:
		fmt.Fprintf(&b, " from ps%d", e.Parent)
	}
	if e.Other > 0 {
		fmt.Fprintf(&b, " because of ps%d", e.Other)
	}
	if e.X != nil {
		fmt.Fprintf(&b, " x = {%s}", formatCounts(n, e.X))
	}
	if e.Step == StepPartial || e.Step == StepFull || e.Step == StepBetter {
		b.WriteString(" fired")
		for i, t := range e.Sequence {
			if i == 40 {
				fmt.Fprintf(&b, " ... (%d)", len(e.Sequence))
				break
			}
			b.WriteString(" " + n.Transitions[t].ID)
		}
		fmt.Fprintf(&b, "; left {%s}", formatCounts(n, e.Remainder))
	}
	if e.Constraint != "" {
		b.WriteString(" " + e.Constraint)
	}
	return b.String()
}
