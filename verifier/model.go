package verifier

import (
	"errors"
	"path/filepath"
	"strings"

	"cupel/core/program"
	"cupel/evidence/witness"
	"cupel/frontend/cfa"
)

// IsModel reports whether a file is a control-flow automaton by its name: it has
// an error location instead of a property, and no C source behind it.
func IsModel(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".cfa" || ext == ".theta"
}

// checkModel refuses settings that only C programs have.
func checkModel(t *Task, cfg *Config) error {
	d := DefaultConfig()
	switch {
	case len(t.More) > 0 && witness.IsGraphML(cfg.Witness):
		return &InputError{Msg: "--witness: format 1.0 is for programs of one file; choose a name that ends in .yml"}
	case !IsModel(t.File):
	case cfg.Witness != "":
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--witness: witnesses are defined for C programs only, not for control-flow automata; leave it out"}
	case cfg.Entry != d.Entry:
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--entry: a control-flow automaton starts in its initial location; leave it out"}
	case cfg.Function != "":
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--function: a control-flow automaton has no functions; leave it out"}
	case cfg.RecursionBound != d.RecursionBound:
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--recursion-bound: a control-flow automaton has no calls; leave it out"}
	case cfg.MallocMayFail, cfg.SignedWrap:
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--malloc-may-fail and --signed-overflow are about C programs, not about control-flow automata; leave them out"}
	}
	return nil
}

// readModel reads the program of a control-flow automaton; counterexamples are
// replayed on it.
func readModel(file string) (*program.Program, error) {
	p, err := cfa.Read(file)
	var e *cfa.Error
	switch {
	case errors.As(err, &e) && e.Unsupported:
		return nil, &unsupportedError{e.Error()}
	case errors.As(err, &e):
		return nil, &InputError{Msg: e.Error()}
	}
	return p, err
}
