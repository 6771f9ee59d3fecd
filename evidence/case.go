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
	"cupel/frontend/property"
	"cupel/kernel/facts"
)

// A Case is an answer about a task with all that it rests on. Explain reads it and changes nothing but the journal.
type Case struct {
	Journal *Journal // what the run noted, and what its evidence notes
	Task    Task
	Options Options
	Tools   Tools
	Stages  Stages
	Answer  Answer
	Settled func(*Report) // called with a verdict that stands, before the evidence that may take long; nil: not
	// Parts are the proofs that are the one of Answer together, each of a part of the property; nil: Stages and Answer have it.
	Parts []*Case
	// Others are the answers of other engines about the same program, each made when it is asked for; nil: there are none.
	Others func(context.Context) iter.Seq[*Case]
}

// A Task is what was to be verified.
type Task struct {
	Files          []string // the source: one, or several translation units
	Property       string   // as SV-COMP writes it
	ErrorFunctions []string
	Ends           bool                // the property is that every execution ends
	Sanitizer      *property.Sanitizer // shows its violation in a compiled program; nil: a call of an error function does
	DataModel      program.DataModel
}

// Tools are those of the run, for questions that certificates leave to the first solver.
type Tools struct {
	Open   smt.Opener // the first solver
	Solver smt.Options
	Lower  func(context.Context, *program.Program) (*program.Program, error) // to the integers
}

// Stages are the program as it went through the run, the source first. Each derives from the one before, so that
// claims can be translated back to Original.
//
// From Original on there is nothing where the run before the engine decided and no engine had a better proof; Original
// and Prepared are both there or neither. Facts are about loop heads of Prepared and hold there.
type Stages struct {
	Module    *program.Module  // nil: the input is a control-flow automaton, or Original is Reduced
	Reduced   []string         // what made another program of Module or of the input, for Original; it is trusted
	Ranks     [][]*logic.Term  // that show that Original has no infinite execution, see certify.Ends; nil: none do
	Shapes    bool             // that no block of memory is lost, a shape analysis of Module shows
	Original  *program.Program // as inlined
	Closed    bool             // its recursion is closed by summaries
	Sliced    *program.Program // behind the passes, machine-typed
	Ranges    *interval.Result // of Sliced; nil: not computed
	Prepared  *program.Program // what the engine was given
	Facts     map[*program.Location]*logic.Term
	Functions *procedure.Result // the summaries of functions in Prepared; nil: none
}

// An Answer is what was found. TRUE has a Proof; FALSE is Proven, or it is one of Case.Others that nothing rests on.
type Answer struct {
	Result  *engine.Result
	Ran     bool        // the run before the engine is the verdict
	InCases bool        // that was a run for all inputs in cases
	Doomed  *Obligation // where every execution ends by undefined behaviour; nil: not known
	Proven  *Confirmation
	Lasso   *Lasso      // of FALSE about termination, which Proven repeats
	Ranked  *Ranked     // of TRUE about termination; nil: no measures are known
	Slots   []SlotValue // in its execution, where the run has a restriction
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
	RefuseVacuous    bool          // TRUE about a program of which no execution comes to an end becomes UNKNOWN
	Wrap             bool          // signed arithmetic wraps around
	Trace            bool          // report the execution step by step
	Report           bool          // collect what HTML pages show
	CompileFlags     [][]string    // gcc flags for headers and macros, per file
	Version          string
	CommandLine      string // for the witness
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
	case res.Verdict == engine.False && s.answer.Lasso != nil:
		s.assumeAddresses()
		return s.explainLasso(ctx)
	case res.Verdict == engine.False:
		s.assumeAddresses()
		return s.explainError(ctx)
	case s.answer.Ran:
		return s.explainExecuted(ctx, res)
	case len(s.parts) > 0:
		return s.explainParts(ctx, res.Proof)
	}
	if s.stages.Module != nil {
		s.assumeBehaviour(ctx)
		if s.options.RefuseVacuous && s.vacuous(ctx) {
			return nil
		}
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
	parts   []*Case
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
	dead     bool                              // some executions are known to end by undefined behaviour
	passed   map[*program.Edge]bool            // edges on the counterexample's execution, once replayed with a trace
}

// explaining begins the work on a case.
func explaining(c *Case, r *Report) *explanation {
	return &explanation{journal: c.Journal, task: c.Task, options: c.Options, tools: c.Tools, stages: c.Stages, answer: c.Answer, settle: c.Settled, parts: c.Parts, others: c.Others, report: r}
}

// relied are the summaries of functions that a proof rests on; nil: none.
func (s *explanation) relied() *procedure.Result {
	if s.answer.Result.Verdict != engine.True || s.answer.Ran {
		return nil
	}
	return s.stages.Functions
}
