package evidence

import (
	"context"
	"iter"
	"time"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/procedure"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/facts"
)

// A Case is the answer to a verification task with everything that it rests on. It is immutable.
//
// Invariant: all programs derive from Original along the Origin links of their locations.
type Case struct {
	*Journal
	Options
	Files          []string // C files: one, or the translation units
	Property       string   // in SV-COMP syntax
	Overflow       bool     // the property is about signed overflow
	ErrorFunctions []string
	DataModel      program.DataModel
	Open           smt.Opener // the first solver
	Solver         smt.Options
	Lower          func(context.Context, *program.Program) (*program.Program, error) // integer lowering

	Module    *program.Module  // nil for control-flow automata
	Turned    bool             // it is the complement program of a C program: it fails where that does not
	Original  *program.Program // as inlined; nil, like the fields below, if the run before the engine decided
	Closed    bool             // recursion is closed by summaries
	Sliced    *program.Program // after the passes, machine-typed
	Ranges    *interval.Result // of Sliced; nil if not computed
	Prepared  *program.Program // the program that the engine verified
	Facts     map[*program.Location]*logic.Term
	Functions *procedure.Result // function summaries in Prepared; nil: none

	*engine.Result
	Ran     bool        // the verdict is that of the run before the engine
	Divided bool        // a run for all inputs, by case distinction
	Doomed  *Obligation // a place where every execution ends by undefined behaviour; nil: none known
	Proven  *Confirmation
	Slots   []SlotValue // input values of the execution by slot, if requested
	// Others yields the answers of other engines about the same program, computed on demand; nil: there are
	// none.
	Others func(context.Context) iter.Seq[*Case]
}

// Options select the evidence.
type Options struct {
	Engine           string // engine requested
	Entry            string // function to start in
	Function         string // function verified by itself; "": the whole program
	Linear           bool   // linear invariants may be computed
	Certify          bool
	RequireCertified bool          // TRUE without a certificate becomes UNKNOWN; needs Certify
	Certifier        string        // the second solver
	CertifyTimeout   time.Duration // for all evidence together
	Witness          string        // output file; "": none. *.graphml selects format 1.0
	Harness          string        // output directory; "": none
	Trace            bool          // report the execution step by step
	Report           bool          // collect what HTML pages show
	CompileFlags     [][]string    // gcc flags for headers and macros, per file
	Version          string
	CommandLine      string        // recorded in witnesses
	Settled          func(*Report) // called with the final verdict before evidence that may take long; nil: not called
}

// A Confirmation is an execution of the original program that reaches the error.
type Confirmation struct {
	Execution *interp.Outcome
	Program   *program.Program                                      // executed program
	Again     func(context.Context, interp.Options) *interp.Outcome // repeats the execution
}

// Explain adds a verdict's evidence to its report.
func Explain(ctx context.Context, c *Case, r *Report) error {
	s := explaining(c, r)
	s.text.only = s.graphMLFile()
	if s.stages.Original != nil {
		r.Goals = goals(s.stages.Original)
	}
	res := s.answer.Result
	switch {
	case res.Verdict == engine.False:
		s.assumeAddresses()
		return s.explainError(ctx)
	case s.answer.Ran:
		return s.explainExecuted(ctx, res)
	}
	if s.stages.Module != nil {
		s.assumeBehaviour(ctx)
	}
	return s.explainProof(ctx, res)
}

// explanation is the work on one case: what that has, and what is made of it for the report.
type explanation struct {
	journal *Journal
	task    Task
	options Options
	tools   Tools
	stages  Stages
	answer  Answer
	settle  func(*Report)
	others  func(context.Context) iter.Seq[*Case]

	report *Report
	text   sourceText // text of the source files
	// Computed on demand:
	words    *intlower.Machine
	derived  *facts.Derivation
	claimed  *engine.LoopClaims
	unrolled *unrolled
	short    map[*program.Location]*logic.Term // minimised invariants about array cells
	cells    []Invariant                       // quantified array invariants that were checked
	passed   map[*program.Edge]bool            // edges on the counterexample's execution, once replayed with a trace
}

// relied returns the function summaries that a proof uses; nil: none.
func (s *explanation) relied() *procedure.Result {
	if s.answer.Result.Verdict != engine.True || s.answer.Ran {
		return nil
	}
	return s.stages.Functions
}
