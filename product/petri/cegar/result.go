package cegar

import "time"

// A Verdict answers whether some reachable marking satisfies the target.
type Verdict uint8

// The verdicts.
const (
	Inconclusive Verdict = iota
	Reachable
	NotReachable
)

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
	Loops     int // refinement loops begun
	Cases     int // case distinctions of the exact half
	Lemmas    int // of these closed by a combination of rows known from others

	Calls      int // of the integer solver
	Infeasible int // of these calls without solution

	SolverTime, TreeTime, TotalTime time.Duration
}

// Counts yields the counters with their names.
func (s Stats) Counts(yield func(name string, n int) bool) {
	for _, c := range []struct {
		name string
		n    int
	}{
		{"loops", s.Loops}, {"solutions", s.Solutions}, {"partial solutions", s.Partials}, {"skipped", s.Skipped}, {"better markings", s.Better},
		{"distant", s.Distant}, {"jumps", s.Jumps}, {"cuts", s.Cuts}, {"markings", s.Nodes}, {"cases", s.Cases}, {"known cases", s.Lemmas},
		{"solver calls", s.Calls}, {"infeasible", s.Infeasible},
	} {
		if !yield(c.name, c.n) {
			return
		}
	}
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

// An Event is one step of a search. In each loop, solutions and partial solutions are numbered from 1 in
// the order of their discovery.
type Event struct {
	Step       Step
	Loop       int // number of the refinement loop, from 1; 0: of StepCase
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
