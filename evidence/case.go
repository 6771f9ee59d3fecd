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

// A Case is an answer about a task with all that it rests on. Nobody changes it.
type Case struct {
	*Journal
	Options
	Files          []string // the source: one, or several translation units
	Property       string   // as SV-COMP writes it
	Overflow       bool     // it is about signed overflow
	ErrorFunctions []string
	DataModel      program.DataModel
	Open           smt.Opener // the first solver
	Solver         smt.Options
	Lower          func(context.Context, *program.Program) (*program.Program, error) // to the integers

	Module    *program.Module  // nil: the input is a control-flow automaton
	Turned    bool             // it was made of a C program, and fails where that does not
	Original  *program.Program // as inlined; nil, like what follows: the run before the engine decided
	Closed    bool             // its recursion is closed by summaries
	Sliced    *program.Program // behind the passes, machine-typed
	Ranges    *interval.Result // of Sliced; nil: not computed
	Prepared  *program.Program // what the engine was given
	Facts     map[*program.Location]*logic.Term
	Functions *procedure.Result // the summaries of functions in Prepared; nil: none

	*engine.Result
	Ran     bool        // the run before the engine is the verdict
	Divided bool        // it is a run for all inputs in cases
	Doomed  *Obligation // where every execution ends by undefined behaviour; nil: not known
	Proven  *Confirmation
	Slots   []SlotValue // in its execution, where somebody asks for them
	// Others are the answers of other engines about the same program, each made when it is asked for; nil: there are none.
	Others func(context.Context) iter.Seq[*Case]
}

// Options say which evidence is asked for.
type Options struct {
	Engine           string // that was asked
	Entry            string // the function to start in
	Function         string // verified by itself; "": the program from its beginning
	Linear           bool   // linear invariants may be looked for
	Certify          bool
	RequireCertified bool          // a TRUE that is not certified is UNKNOWN; needs Certify
	Certifier        string        // program that re-checks proofs
	CertifyTimeout   time.Duration // for all evidence
	Witness          string        // file to write; "": none. *.graphml writes the 1.0 format
	Harness          string        // directory to write; "": none
	Trace            bool          // tell the execution step by step
	Report           bool          // tell all that a page for people shows
	CompileFlags     [][]string    // of gcc, for headers and macros, of each file
	Version          string
	CommandLine      string        // for the witness
	Settled          func(*Report) // called with a verdict that stands, before the evidence that may take long; nil: not
}

// A Confirmation is an execution of the original program that reaches the error.
type Confirmation struct {
	Execution *interp.Outcome
	Program   *program.Program                                      // that was run
	Again     func(context.Context, interp.Options) *interp.Outcome // runs it once more
}

// Explain puts a verdict's evidence into its report.
func Explain(ctx context.Context, c *Case, r *Report) error {
	s := &explanation{Case: c, report: r}
	s.text.only = s.graphMLFile()
	if c.Original != nil {
		r.Goals = goals(c.Original)
	}
	switch {
	case c.Verdict == engine.False:
		s.assumeAddresses()
		return s.explainError(ctx)
	case c.Ran:
		return s.explainExecuted(ctx, c.Result)
	}
	if c.Module != nil {
		s.assumeBehaviour(ctx)
	}
	return s.explainProof(ctx, c.Result)
}

// explanation is the work on one case.
type explanation struct {
	*Case
	report *Report
	text   sourceText // of the files that positions speak of
	// made when they are needed
	words    *intlower.Machine
	derived  *facts.Derivation
	claimed  *engine.LoopClaims
	unrolled *unrolled
	short    map[*program.Location]*logic.Term // the proof's invariants about cells
	cells    []Invariant                       // that were checked, about all cells of arrays
	passed   map[*program.Edge]bool            // by the execution of a counterexample, when it is told
}

// relied are the summaries of functions that a proof rests on; nil: none.
func (s *explanation) relied() *procedure.Result {
	if s.Verdict != engine.True || s.Ran {
		return nil
	}
	return s.Functions
}
