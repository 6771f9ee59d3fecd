// Package modelfile has what the readers of models share, automata, circuits and transition systems: how a file is read, and how its faults are told.
package modelfile

import (
	"errors"
	"fmt"
	"io/fs"

	"cupel/core/program"
	"cupel/internal/inputfile"
)

// Error is a fault of a model: a file that cannot be read, a mistake in it, or a construct that is not supported.
type Error struct {
	Pos         program.Pos // line 0 if the error concerns the whole file
	Msg         string      // the fault and how to correct it
	Unsupported bool        // the model is well-formed, but not one that can be read here
	Err         error       // the cause, when there is one
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

// Errorf is a mistake at a place, an *Error.
func Errorf(pos program.Pos, format string, args ...any) error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Unsupported is a construct that cannot be read here, an *Error.
func Unsupported(pos program.Pos, format string, args ...any) error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Unsupported: true}
}

// Read reads a file and parses it. The error is an *Error.
func Read[T any](path string, parse func(file string, src []byte) (T, error)) (T, error) {
	src, err := inputfile.Read(path, inputfile.Code)
	if err != nil {
		var none T
		return none, &Error{Pos: program.Pos{File: path}, Msg: "the file cannot be read: " + cause(err) + "; check the path", Err: err}
	}
	return parse(path, src)
}

// cause is an error's text without the name of the file.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
