package verifier

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cupel/engine/cegar"
	"cupel/engine/traceabs"
	"cupel/program"
	"cupel/program/passes"
	"cupel/summary/iteration"
)

// Arithmetic chooses the theory integers are reasoned about in.
type Arithmetic string

// The arithmetics.
const (
	ArithAuto Arithmetic = "auto" // integers where that is exact, else bit-vectors
	ArithInt  Arithmetic = "int"  // unbounded integers with explicit wrap-around
	ArithBV   Arithmetic = "bv"   // bit-vectors
)

// Config says how to verify. The zero value of a field is no default: start
// from DefaultConfig.
type Config struct {
	Engine           string
	DataModel        program.DataModel
	Threshold        int    // symexecia: visits of a loop head before abstraction
	Predicates       string // atoms or whole
	Order            string // distance or source
	Cover            string // any or ancestors: which abstract states prune an equal one
	NoGas            bool   // gps: tests without a bound on their loop iterations
	NoSummaries      bool   // gps: summaries that say nothing
	Iteration        string // gps, gpslite, cra: what summarises loops, see iteration.ByName
	Explain          bool   // gps: describe the loop summaries
	PrecisionFile    string // predicates given by the user; "": none
	Interpolation    string // newton, farkas, spacer, portfolio, ...
	Arithmetic       Arithmetic
	Encoding         string           // one of the encodings
	BlockSize        int              // diamond, lbe: operations in a block at most; 0: the encoding's default
	CEGAR            cegar.Options    // cegar: its choices; the tools are filled in
	Traceabs         traceabs.Options // traceabs: the same
	ARG              string           // cegar: file for the last reachability graph as Graphviz; "": none
	Invariants       string           // none, intervals or relational
	SignedWrap       bool             // --signed-overflow wrap
	MallocMayFail    bool
	SystemHeaders    bool     // read the host's headers, through gcc -E
	Recursion        string   // RecursionSummaries or RecursionInline
	RecursionBound   int      // calls of a function inlined into each other; 0: as many as the verdict needs
	ErrorFunctions   []string // nil: reach_error and __VERIFIER_error, and failed assertions when Property is nil
	Entry            string
	runShort         bool          // what running for all inputs says counts for short executions as well
	NoRun            bool          // go to the engine at once, without a run of the program in the interpreter
	Timeout          time.Duration // of the whole run; 0: none
	CPUTime          time.Duration // processor time of the process without its children; 0: any
	MemoryMB         int           // of the process; 0: none
	SolverTimeoutMS  int           // per query; 0: none
	Certify          bool
	RequireCertified bool          // a TRUE that is not certified is UNKNOWN; needs Certify
	Certifier        string        // program that re-checks proofs
	CertifyTimeout   time.Duration // on top of Timeout
	Witness          string        // file to write; "": none. *.graphml writes the 1.0 format
	Harness          string        // directory to write; "": none
	CPUProfile       string        // file that the caller writes; "": none
	CommandLine      string        // for the witness
	Overdue          func(*Report) // called, from another goroutine, when the search goes on Grace after a limit; nil: it may
	Settled          func(*Report) // called with a verdict that stands, before the evidence that may take long; nil: not
}

// DefaultConfig returns the defaults of the command line.
func DefaultConfig() Config {
	return Config{
		Engine:          "symexecia",
		Predicates:      "atoms",
		Order:           "distance",
		Cover:           "any",
		Interpolation:   "portfolio",
		Iteration:       "default",
		Arithmetic:      ArithAuto,
		Encoding:        EncodingAuto,
		CEGAR:           cegar.Defaults(),
		Traceabs:        traceabs.Defaults(),
		Invariants:      InvariantsRelational,
		Recursion:       RecursionSummaries,
		Entry:           "main",
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

// Validate reports the first impossible setting.
func (c *Config) Validate() error {
	if _, err := engineByName(c.Engine); err != nil {
		return err
	}
	for _, e := range []error{
		oneOf("predicates", c.Predicates, "atoms", "whole"),
		oneOf("cover", c.Cover, "any", "ancestors"),
		oneOf("order", c.Order, "distance", "source"),
		oneOf("arithmetic", string(c.Arithmetic), "auto", "int", "bv"),
		oneOf("encoding", c.Encoding, EncodingAuto, EncodingSbe, EncodingSeq, EncodingDiamond, EncodingLbe),
		oneOf("recursion", c.Recursion, RecursionSummaries, RecursionInline),
		oneOf("invariants", c.Invariants, InvariantsNone, InvariantsIntervals, InvariantsRelational),
	} {
		if e != nil {
			return e
		}
	}
	if _, err := iteration.ByName(c.Iteration, iteration.Options{}); err != nil {
		return &InputError{Msg: "--iteration: " + err.Error()}
	}
	if err := errors.Join(c.CEGAR.Validate(), c.Traceabs.Validate()); err != nil {
		return &InputError{Msg: err.Error()}
	}
	switch {
	case c.RequireCertified && !c.Certify:
		return &InputError{Msg: "--require-certified: nothing is certified without --certify"}
	case c.ARG != "" && c.Engine != "cegar":
		return &InputError{Msg: "--arg: only the engine cegar builds a reachability graph; use --engine cegar"}
	case c.encodings()[0] != EncodingSbe && strings.HasPrefix(c.Engine, "gps"):
		return &InputError{Msg: "--encoding: " + c.Engine + " executes statements one by one; use sbe"}
	case c.BlockSize < 0:
		return &InputError{Msg: "--block-size: must not be negative"}
	case c.Threshold < 0:
		return &InputError{Msg: "--threshold: must not be negative"}
	case c.RecursionBound < 0:
		return &InputError{Msg: "--recursion-bound: must not be negative"}
	case c.CPUTime < 0:
		return &InputError{Msg: "--cpu-time: must not be negative"}
	case c.Timeout < 0 || c.CertifyTimeout < 0:
		return &InputError{Msg: "--timeout: must not be negative"}
	case c.MemoryMB < 0:
		return &InputError{Msg: "--memory: must not be negative"}
	}
	return nil
}

// The encodings: what counts as one step.
const (
	EncodingAuto    = "auto"    // cegar: seq, and diamond when the graph explodes or values are tracked; sbe for the others
	EncodingSbe     = "sbe"     // single statements
	EncodingSeq     = "seq"     // cegar: statements in sequence
	EncodingDiamond = "diamond" // and branches that join again, to small blocks
	EncodingLbe     = "lbe"     // and all others without loops, to large blocks
)

// diamondMaxOps is the default size limit of a block of EncodingDiamond: loops
// over many independent flags become a few blocks, state machines stay readable
// for interpolation.
const diamondMaxOps = 50

// encodings resolves EncodingAuto: what is tried one after the other. Predicate
// abstraction is faster on sequences, whose interpolants are cheap, as long as
// its graph does not explode.
func (c *Config) encodings() []string {
	switch {
	case c.Encoding != EncodingAuto:
		return []string{c.Encoding}
	case c.Engine == "symex":
		return []string{EncodingSbe, EncodingDiamond}
	case c.Engine != "cegar":
		return []string{EncodingSbe}
	case strings.HasPrefix(c.CEGAR.Domain, cegar.Expl):
		return []string{EncodingDiamond}
	}
	return []string{EncodingSeq, EncodingDiamond}
}

// takesTurns reports whether the encodings take turns.
func (c *Config) takesTurns() bool { return c.Engine == "symex" && len(c.encodings()) > 1 }

// encodingText says which encodings are used, and how.
func (c *Config) encodingText() string {
	if c.takesTurns() {
		return strings.Join(c.encodings(), " and ") + ", by turns"
	}
	return strings.Join(c.encodings(), ", then ")
}

// blockLimit is how many operations a block has at most, where the encoding
// joins branches; 0: it does not.
func (c *Config) blockLimit(encoding string) int {
	limit := map[string]int{EncodingDiamond: diamondMaxOps, EncodingLbe: passes.DefaultMaxOps}[encoding]
	if limit > 0 && c.BlockSize > 0 {
		limit = c.BlockSize
	}
	return limit
}

// blocks is the pass that makes the blocks of an encoding, if there is one.
func (c *Config) blocks(encoding string) (passes.Pass, bool) {
	limit := c.blockLimit(encoding)
	return passes.NewLargeBlocks(passes.LargeBlockOptions{MaxOps: limit, KeepBranches: encoding == EncodingDiamond}), limit > 0
}

// cegarEncoding is the division into blocks of the prepared program.
func cegarEncoding(encoding string) string {
	if encoding == EncodingSeq {
		return cegar.Seq
	}
	return cegar.Sbe // large blocks are single edges
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
