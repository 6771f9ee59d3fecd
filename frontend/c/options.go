package c

import (
	"fmt"

	"cupel/core/program"
	"cupel/frontend/c/include"
)

// NoError is the warning of Options.Asserts.
const NoError = "an assertion that fails here is no error for this property, and ends the execution"

// Options configures a lowering.
type Options struct {
	// Model is the data model of the target machine.
	Model program.DataModel
	// ErrorFunctions are the functions whose call is the error; nil means
	// reach_error and __VERIFIER_error. Adding __assert_fail makes a failing
	// assert an error.
	ErrorFunctions []string
	// ErrorsEnd: a call of reach_error, of __VERIFIER_error or of a function that is declared not to return, where it has no body, ends the execution.
	ErrorsEnd bool
	// SignedOverflowWraps gives signed arithmetic two's complement meaning (gcc
	// -fwrapv) instead of undefined behaviour on overflow.
	SignedOverflowWraps bool
	// LeftShifts checks that left shifts of signed values do not overflow, as the standard
	// demands; otherwise they have gcc's meaning.
	LeftShifts bool
	// FailingChecks: checks of arithmetic will become errors, so that it matters whether an earlier check ends the program.
	FailingChecks bool
	// MallocMayFail lets malloc, calloc and realloc return a null pointer.
	MallocMayFail bool
	// Entry is the function the program starts in; "" means main.
	Entry string
	// Function is a function that is verified by itself: the program starts in it, in any state that a
	// caller can make. Its parameters and all variables that are not const have any values of their
	// types. "": the program is verified from its beginning.
	Function string
	// Elements is how many elements a pointer from outside points to where there is a Function; 0: one.
	Elements int
	// Dirs are where headers are looked for, before those built in.
	Dirs []string
	// Before is read before the program: directives only.
	Before string
	// Asserts warns of assertions that are no errors.
	Asserts bool
	// Standard is the version of C.
	Standard Standard
	// Types describes the types of variables and objects, for those who print values.
	Types bool
	// Opened is called with each file that the translation unit includes; may be nil.
	Opened func(file string)
}

func (o Options) withDefaults() Options {
	if o.ErrorFunctions == nil {
		o.ErrorFunctions = []string{"reach_error", "__VERIFIER_error"}
	}
	if o.Function != "" {
		o.Entry = o.Function
	}
	if o.Entry == "" {
		o.Entry = "main"
	}
	o.Elements = max(o.Elements, 1)
	return o
}

// includePaths are where headers are looked for: in some directories, those of the user, and those built in.
func (o *Options) includePaths(first ...string) []string {
	return append(append(first, o.Dirs...), include.Dir)
}

// DiagnosticKind is the kind of a diagnostic.
type DiagnosticKind uint8

// The kinds of diagnostics.
const (
	// Warning: information for the user; the lowering is exact.
	Warning DiagnosticKind = iota
	// Unsupported: a construct without a model. The module ends in a location
	// with a Cut where it would be executed.
	Unsupported
)

// String returns "warning" or "unsupported".
func (k DiagnosticKind) String() string {
	if k == Unsupported {
		return "unsupported"
	}
	return "warning"
}

// Diagnostic is a remark about the input that did not prevent the lowering.
type Diagnostic struct {
	Pos  program.Pos
	Msg  string
	Kind DiagnosticKind
}

// String prints file:line:column: kind: message.
func (d Diagnostic) String() string { return fmt.Sprintf("%s: %s: %s", d.Pos, d.Kind, d.Msg) }

// Error is a fault of the input: a file that cannot be read, or a
// preprocessor, syntax or type error.
type Error struct {
	Pos program.Pos // file with line 0 if the error concerns the whole file
	Msg string      // the fault and how to correct it
	Err error       // the cause, when there is one
	// Unsupported: the program may be correct C, but uses a construct that the front end does not support.
	Unsupported bool
	// Internal: the fault is in the front end.
	Internal bool

	final bool // trying again in another way is no use
}

// Error prints file:line:column: message.
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return e.Pos.File + ": " + e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
