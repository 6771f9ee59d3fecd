package cegar

import (
	"fmt"
	"strings"
	"time"

	"cupel/product/petri"
)

// A Verdict answers whether some reachable marking satisfies the target.
type Verdict uint8

// The verdicts.
const (
	Inconclusive Verdict = iota
	Reachable
	NotReachable
)

func (v Verdict) String() string {
	return [...]string{"inconclusive", "reachable", "not reachable"}[v]
}

// A Result is the answer of a check.
type Result struct {
	Verdict     Verdict
	Sequence    []int        // of Reachable: transitions fired from the initial marking; replayed
	Certificate *Certificate // of NotReachable: checked
	Reason      string       // of Inconclusive
	Stats       Stats
}

// Stats count the work done.
type Stats struct {
	Solutions int // solution vectors examined
	Partials  int // partial solutions examined
	Skipped   int // of them skipped by the filters 1.5 and 1.10
	Better    int // better intermediate markings followed
	Distant   int // solutions through distant invariants
	Jumps     int // solutions through jumps
	Cuts      int // branches left for reasons that do not exclude a solution
	Nodes     int // markings visited in the trees of algorithm 1.1
	Cases     int // case distinctions of the exact half
	Lemmas    int // of these closed by a combination of rows known from others

	Calls      int // of the integer solver
	Infeasible int // of these calls without solution

	SolverTime, TreeTime, TotalTime time.Duration
}

// String is one line with all counters.
func (s Stats) String() string {
	return fmt.Sprintf("solutions %d, partial solutions %d (skipped %d, better markings %d, distant %d, jumps %d, cuts %d), markings %d, cases %d (known %d), solver calls %d (infeasible %d), time %v (solver %v, trees %v)",
		s.Solutions, s.Partials, s.Skipped, s.Better, s.Distant, s.Jumps, s.Cuts, s.Nodes, s.Cases, s.Lemmas, s.Calls, s.Infeasible,
		s.TotalTime.Round(time.Millisecond), s.SolverTime.Round(time.Millisecond), s.TreeTime.Round(time.Millisecond))
}

// A Step is the kind of an event.
type Step uint8

// The steps a search reports.
const (
	StepSolution   Step = iota // a solution vector X was found, from partial solution Parent or by a jump
	StepPartial                // partial solution of X: Sequence, Remainder
	StepFull                   // X is realized by Sequence
	StepSkip                   // a filter skipped the partial solution because of number Other
	StepBetter                 // a better intermediate marking of Parent became a partial solution
	StepConstraint             // constraints were added to the partial solution
	StepInfeasible             // they have no solution
	StepDeadEnd                // no constraint can help the partial solution
	StepCase                   // a case of the exact part, number Solution: its solution X and what became of it
)

var stepNames = [...]string{"solution", "partial", "full", "skip", "better", "constraint", "infeasible", "dead end", "case"}

func (s Step) String() string { return stepNames[s] }

// An Event is one step of a search. Solutions and partial solutions are numbered from 1 in
// the order of their discovery.
type Event struct {
	Step       Step
	Solution   int // number of the solution vector; of StepCase: of the case
	Partial    int // number of the partial solution, 0 for steps of solutions
	Parent     int // of solutions and better markings: the partial solution they come from; 0: base solution
	Jump       int // of solutions reached by a jump: the solution left, otherwise 0
	Other      int // of skips: the partial solution that caused it
	X          []int64
	Sequence   []int
	Remainder  []int64
	Constraint string // of StepConstraint and StepCase, as text
}

// Format writes the event on one line with the net's identifiers.
func (e Event) Format(n *petri.Net) string {
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

func formatCounts(n *petri.Net, x []int64) string {
	var parts []string
	for t, k := range x {
		switch {
		case k == 1:
			parts = append(parts, n.Transitions[t].ID)
		case k != 0:
			parts = append(parts, fmt.Sprintf("%d*%s", k, n.Transitions[t].ID))
		}
	}
	return strings.Join(parts, " ")
}
