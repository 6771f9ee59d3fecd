package verifier

import (
	"fmt"
	"strings"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/frontend/compile"
)

// Arithmetic chooses the theory integers are reasoned about in.
type Arithmetic string

// The arithmetics.
const (
	ArithAuto Arithmetic = "auto" // integers where that is exact, else bit-vectors
	ArithInt  Arithmetic = "int"  // unbounded integers with explicit wrap-around
	ArithBV   Arithmetic = "bv"   // bit-vectors
)

// The values of Config.Prepare.
const (
	PrepareFull  = "full"  // simplified, without what the property does not need, lowered with what intervals tell
	PrepareLower = "lower" // lowered to the integers where that can be done, not simplified
	PrepareNone  = "none"  // as the front end leaves it, with what engines cannot read left out
)

// Config says how to verify: the settings that flags, configuration files and the jobs of workers carry. It is
// plain data, written as JSON for workers and equal where reflect.DeepEqual says so; a run changes nothing in
// one. What a caller has to do with a run while it goes on is in Run. The zero value of a field is no default:
// start from DefaultConfig.
type Config struct {
	// How the program is read.
	DataModel      program.DataModel
	Compile        compile.Settings   // directories of headers, macros and files before the program
	CompileMore    []compile.Settings // of the task's further files; nil: the same
	SystemHeaders  bool               // read the host's headers, through gcc -E
	SignedWrap     bool               // --signed-overflow wrap
	MallocMayFail  bool
	ErrorFunctions []string // nil: reach_error and __VERIFIER_error, and failed assertions when Property is nil
	Entry          string
	Function       string       // verified by itself, in any state a caller can make; "": the program from Entry on
	Elements       int          // that pointers from outside point to, where there is a Function
	Restriction    *Restriction // leaves only some executions; nil: all
	Checks         []string     // names of program.CheckChoices: these checks are goals, too
	AllChecks      bool         // a violated check does not end the run
	Aim            *Aim         // the checks that this run is about; nil: where there are some, there are a run for all and what it needs of others

	Vacuous string // VacuousAllow or VacuousAuto; "": VacuousAllow

	// How it is searched.
	Engine         string
	Choices        engine.Values // the engine's options that the user set; the others have their defaults
	Arithmetic     Arithmetic
	Cells          string   // whether arrays are replaced by distinguished cells first, see CellsAuto
	Induction      string   // whether the program is proven by induction on the size of its arrays first, see InductionAuto
	Invariants     string   // none, intervals or relational
	Recursion      string   // RecursionSummaries or RecursionInline
	RecursionBound int      // calls of a function inlined into each other; 0: as many as the verdict needs
	Loop           string   // FILE:LINE of the loop of which it is asked whether it ends; "": all
	Ranking        string   // names of the steps that decide whether a program terminates, see RankingHelp; "": all
	Seed           uint     // of random runs and of the solver; other ones may find other answers to what is open
	Prepare        string   // what is done to the program before an engine gets it, see PrepareFull
	NoRun          bool     // go to the engine at once, without a run of the program in the interpreter
	RunShort       bool     // no random runs, and what running for all inputs says counts for short executions as well
	FactsIn        []string // files of facts to begin with

	// Its limits.
	Timeout         time.Duration // of the whole run; 0: none
	CPUTime         time.Duration // processor time of the process without its children; 0: any
	MemoryMB        int           // of the process; 0: none
	SolverTimeoutMS int           // per query; 0: none

	// The evidence, and the contents of the report.
	Certify          bool
	RequireCertified bool          // a TRUE that is not certified is UNKNOWN; needs Certify
	OwnProof         bool          // the proof of the verdict is certified or none: no other engine is asked for another one
	Certifier        string        // program that re-checks proofs
	CertifyTimeout   time.Duration // of the evidence, see EvidenceOnTop
	Explain          bool          // describe the summaries of loops and functions
	Trace            bool          // tell a counterexample step by step
	CommandLine      string        // for the witness

	// Files, which must not be the same.
	FactsOut   string            // file for the facts that were found; "": none
	Witness    string            // file to write; "": none. *.graphml writes the 1.0 format
	Harness    string            // directory to write; "": none
	Report     string            // file for a page that the caller writes, for which the report tells more; "": none
	Queries    string            // existing directory for the solver's expensive queries, see smtlib.Recorded; "": none
	CPUProfile string            // file that the caller writes; "": none
	Inputs     []string          // more files that the caller has read
	Others     map[string]string `json:"-"` // more files that the caller writes, by flag
}

// DefaultConfig returns the defaults of the command line.
func DefaultConfig() Config {
	return Config{
		Engine:          Auto,
		Arithmetic:      ArithAuto,
		Cells:           CellsAuto,
		Induction:       InductionAuto,
		Invariants:      InvariantsRelational,
		Recursion:       RecursionSummaries,
		Prepare:         PrepareFull,
		Entry:           "main",
		Elements:        1,
		Timeout:         900 * time.Second,
		MemoryMB:        4096,
		SolverTimeoutMS: 0,
		Certifier:       "cvc5",
		CertifyTimeout:  60 * time.Second,
	}
}

// oneOf checks a choice.
func oneOf(flag, got string, allowed ...string) error {
	for _, a := range allowed {
		if got == a {
			return nil
		}
	}
	return &InputError{Msg: fmt.Sprintf("--%s: unknown value %q; choose one of %v", flag, got, allowed)}
}

// start is the function that the program starts in.
func (c *Config) start() string {
	if c.Function != "" {
		return c.Function
	}
	return c.Entry
}

// PropertyOf is the text of a task's property, about the function that the program starts in.
func (c *Config) PropertyOf(t *Task) string {
	text := t.PropertyText()
	if c.Function != "" {
		text = strings.Replace(text, "init(main())", "init("+c.Function+"())", 1)
	}
	return text
}

// ErrorFunctionsOf are those whose call violates a task's property; without one a
// failing assertion counts, too. Where checks are the goals there are none.
func (c *Config) ErrorFunctionsOf(t *Task) []string {
	switch {
	case !t.PropertyInfo().ErrorFunctions:
		return []string{}
	case c.ErrorFunctions != nil:
		return c.ErrorFunctions
	case t.Property != nil:
		return []string{t.Property.Name}
	}
	return []string{"reach_error", "__VERIFIER_error", "__assert_fail"}
}

// tells reports whether counterexamples are shown step by step.
func (c *Config) tells() bool { return c.Trace || c.Report != "" }

// EvidenceOnTop reports whether the evidence has CertifyTimeout on top of the other limits: where the
// user asks for a certificate or a harness. A witness has to do with what the search leaves.
func (c *Config) EvidenceOnTop() bool { return c.Certify || c.Harness != "" }

// Validate reports the first impossible setting.
func (c *Config) Validate() error {
	if _, _, err := c.chosen(); err != nil {
		return err
	}
	for _, e := range []error{
		oneOf("arithmetic", string(c.Arithmetic), "auto", "int", "bv"),
		oneOf("cells", c.Cells, CellsAuto, CellsOff, CellsOn, CellsSegments, CellsSearch, CellsSearch1, CellsSearch2, CellsOnly),
		oneOf("induction", c.Induction, InductionAuto, InductionOff, InductionSize, InductionOnly),
		oneOf("recursion", c.Recursion, RecursionSummaries, RecursionInline),
		oneOf("prepare", c.Prepare, PrepareFull, PrepareLower, PrepareNone),
		oneOf("vacuous", c.Vacuous, "", VacuousAuto, VacuousAllow),
		oneOf("invariants", c.Invariants, InvariantsNone, InvariantsIntervals, InvariantsRelational),
	} {
		if e != nil {
			return e
		}
	}
	if _, err := program.ChooseChecks(c.Checks); err != nil {
		return &InputError{Msg: "--check: " + err.Error()}
	}
	if err := c.checkRanking(); err != nil {
		return err
	}
	if _, err := c.onlyLoop(); err != nil {
		return err
	}
	if err := c.Compile.Check(); err != nil {
		msg := err.Error()
		if !strings.HasPrefix(msg, "--") {
			msg = "-D: " + msg
		}
		return &InputError{Msg: msg}
	}
	switch {
	case c.RequireCertified && !c.Certify:
		return &InputError{Msg: "--require-certified: nothing is certified without --certify"}
	case c.RecursionBound < 0:
		return &InputError{Msg: "--recursion-bound: must not be negative"}
	case c.Function != "" && c.Entry != DefaultConfig().Entry:
		return &InputError{Msg: "--function and --entry both say where the program starts; leave one of them out"}
	case c.Elements < 1 || c.Elements > maxElements:
		return &InputError{Msg: fmt.Sprintf("--function-elements: must be from 1 to %d", maxElements)}
	case c.CPUTime < 0:
		return &InputError{Msg: "--cpu-time: must not be negative"}
	case c.Timeout < 0 || c.CertifyTimeout < 0:
		return &InputError{Msg: "--timeout: must not be negative"}
	case c.MemoryMB < 0:
		return &InputError{Msg: "--memory: must not be negative"}
	}
	return nil
}

// InputError is a mistake in the input or the settings: exit code 3.
type InputError struct {
	Pos   program.Pos
	Msg   string
	cause error
}

// Unwrap returns the kind of mistake, or nil.
func (e *InputError) Unwrap() error { return e.cause }

// Error prints file:line:column: message, or the message alone.
func (e *InputError) Error() string {
	if e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Msg
	}
	if e.Pos.File != "" {
		return e.Pos.File + ": " + e.Msg
	}
	return e.Msg
}

// compileOf are the settings with which the i-th file of the task is read.
func (c *Config) compileOf(i int) *compile.Settings {
	if i > 0 && c.CompileMore != nil {
		return &c.CompileMore[i-1]
	}
	return &c.Compile
}
