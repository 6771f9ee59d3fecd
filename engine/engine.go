package engine

import (
	"context"
	"io"

	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Verdict is the answer to "is the error location unreachable?".
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	True            // proven: no execution reaches the error
	False           // an execution reaches the error
)

// String returns TRUE, FALSE or UNKNOWN.
func (v Verdict) String() string { return [...]string{"UNKNOWN", "TRUE", "FALSE"}[v] }

// Engine decides reachability of a program's error location.
type Engine interface {
	Name() string
	// Verify returns a verdict; an error only when something is broken. It
	// stops within a second of ctx's end with Unknown.
	Verify(ctx context.Context, p Problem, o Observer) (*Result, error)
}

// A Quantifier is an engine that may be given facts about all cells of arrays, "for all numbers k: ...". To others their instances
// for the cells that the program reads are given, as assumptions.
type Quantifier interface {
	Engine
	Quantifies() bool
}

// Result is what an engine found.
type Result struct {
	Verdict Verdict
	Reason  Reason // of Unknown
	By      string // the analysis that found the verdict; "": the engine that was asked
	Cex     *program.Counterexample
	Proof   *Proof
	Stats   []Stat
	// Graphs describe what was explored last, the abstract reachability graph or tree first, with the path of the counterexample
	// marked; nil: there are none.
	Graphs func() []*diagram.Graph
	// Explain describes the loop summaries that were needed; nil: there are none.
	Explain func(w io.Writer) error
}

// Stat is one statistic, in the order to be printed.
type Stat struct {
	Name  string
	Value string
}

// Proof is the evidence of a TRUE verdict.
type Proof struct {
	// Invariants maps loop heads to formulas over the program's variables that
	// hold whenever the location is reached. With all loop heads mapped they are
	// inductive and exclude the error (Complete), otherwise they are only facts.
	Invariants map[*program.Location]*logic.Term
	Complete   bool
	// Predicates is the final precision of a predicate abstraction, per location.
	Predicates map[*program.Location][]*logic.Term
	// Thresholds are the visits of a location on a path before which the
	// abstraction was not applied; missing: 0.
	Thresholds map[*program.Location]int
	// Strict says that undefined behaviour was taken to end an execution
	// (program.OpCheck as assumptions), which the proof needed.
	Strict bool
	// Finite says that the tree of feasible paths was explored exhaustively: the
	// program terminates on every path to an end or an infeasible branch.
	Finite bool
	// Ends says that executions seem to visit loop heads a few times only, so that the loops can be unrolled.
	Ends bool
	// Summary describes the proof in a line; "": by its predicates.
	Summary string
	// Trusts names what Check takes for granted, "" when it checks everything.
	Trusts string
	// Beyond says why no claims about the program's locations are the proof, so that it is not certified; "": they may be.
	Beyond string
	// Loops makes claims of the summaries of loops that the proof rests on; nil: there are none.
	Loops func(ctx context.Context) *LoopClaims
	// Check, if not nil, verifies the engine's own evidence with another solver.
	Check func(ctx context.Context, open smt.Opener) error
}

// Progress is a snapshot of a running engine.
type Progress struct {
	Phase       string
	Iterations  int
	Refinements int
	Frontier    int
	Depth       int
	Goals       int // ways to the error, where they are verified on slices of their own; 0: together
	Proven      int // of these
}

// Observer receives progress; an implementation must be cheap.
type Observer interface {
	Progress(p Progress)
}

// Quiet is an Observer that ignores everything.
type Quiet struct{}

// Progress does nothing.
func (Quiet) Progress(Progress) {}
