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
	// Verify decides the problem. An error means an internal failure; a search that gives up returns Unknown.
	// It stops within a second of ctx's end, with Unknown.
	Verify(ctx context.Context, p Problem, o Observer) (*Result, error)
}

// A Quantifier is an engine that accepts quantified array invariants ("for all numbers k: ...") among the
// facts. Other engines get ground instances for the cells that the program reads, as assumptions.
type Quantifier interface {
	Engine
	Quantifies() bool
}

// Result is the outcome of a search. Invariant: True comes with a Proof, False with a Counterexample that was
// confirmed, Unknown with a Reason.
type Result struct {
	Verdict Verdict
	Reason  Reason // of Unknown
	By      string // the analysis that found the verdict; "": the engine that was asked
	Cex     *program.Counterexample
	Proof   *Proof
	Stats   []Stat
	// Graphs draws what was explored last (the abstract reachability graph or tree first), with the
	// counterexample's path marked; nil if there is nothing to draw.
	Graphs func() []*diagram.Graph
	// Explain prints the loop summaries that the verdict rests on; nil if there are none.
	Explain func(w io.Writer) error
}

// Proof is the evidence of a TRUE verdict.
type Proof struct {
	// Invariants maps loop heads to formulas over the program's variables that hold whenever the head is
	// reached. With an entry for every loop head (Complete) they are inductive and exclude the error; otherwise
	// they are only facts.
	Invariants map[*program.Location]*logic.Term
	Complete   bool
	// Predicates is the final precision of a predicate abstraction, per location.
	Predicates map[*program.Location][]*logic.Term
	// Thresholds is the number of visits of a location on a path before abstraction starts there; missing: 0.
	Thresholds map[*program.Location]int
	// Strict is set if the proof assumes that executions end at undefined behaviour (OpCheck as assumptions).
	Strict bool
	// Finite is set if the tree of feasible paths was explored exhaustively and is finite.
	Finite bool
	// Ends is set if executions appear to visit loop heads only a few times, so that unrolling is worth trying.
	Ends bool
	// Summary describes the proof in one line; if "", reports describe its predicates.
	Summary string
	// Trusts names what Check does not verify; "" if nothing.
	Trusts string
	// Beyond is the reason why no location invariants can express the proof, so that it cannot be certified; ""
	// if they may.
	Beyond string
	// Loops turns the loop summaries that the proof rests on into claims; nil if there are none.
	Loops func(ctx context.Context) *LoopClaims
	// Check, if not nil, re-checks the engine's own evidence with another solver.
	Check func(ctx context.Context, open smt.Opener) error
}

// Progress is a snapshot of a running engine.
type Progress struct {
	Phase       string
	Iterations  int
	Refinements int
	Frontier    int
	Depth       int
	Goals       int // paths into the error verified on slices of their own; 0: all together
	Proven      int // goals proven so far
}

// Observer receives progress; an implementation must be cheap.
type Observer interface {
	Progress(p Progress)
}

// Quiet is an Observer that ignores everything.
type Quiet struct{}

// Progress does nothing.
func (Quiet) Progress(Progress) {}
