package verifier

import (
	"errors"
	"path/filepath"
	"strings"

	"cupel/core/program"
	"cupel/evidence/witness"
	"cupel/frontend/aiger"
	"cupel/frontend/btor"
	"cupel/frontend/cfa"
	"cupel/frontend/modelfile"
)

// A modelKind is a language of models: they have an error location instead of a property, and no C source behind them.
type modelKind struct {
	name string // in messages, behind "a"
	read func(file string) (*program.Program, error)
}

// modelKinds are those by the extension of a file.
var modelKinds = map[string]*modelKind{".cfa": automata, ".theta": automata, ".aag": circuits, ".aig": circuits, ".btor": systems, ".btor2": systems}

var (
	automata = &modelKind{"control-flow automaton", cfa.Read}
	circuits = &modelKind{"circuit", aiger.Read}
	systems  = &modelKind{"transition system", btor.Read}
)

// kindOf is the kind of a model by its name; nil: the file is none.
func kindOf(file string) *modelKind { return modelKinds[strings.ToLower(filepath.Ext(file))] }

// IsModel reports whether a file is a model by its name: a control-flow automaton, a circuit or a transition system.
func IsModel(file string) bool { return kindOf(file) != nil }

// aModel names the kind of a model, with its article.
func aModel(file string) string { return "a " + kindOf(file).name }

// checkModel refuses settings that only C programs have.
func checkModel(t *Task, cfg *Config) error {
	d := DefaultConfig()
	refused := func(flag, why string) error {
		return &InputError{Pos: program.Pos{File: t.File}, Msg: flag + ": " + aModel(t.File) + " " + why + "; leave it out"}
	}
	switch {
	case len(t.More) > 0 && witness.IsGraphML(cfg.Witness):
		return &InputError{Msg: "--witness: format 1.0 is for programs of one file; choose a name that ends in .yml"}
	case !IsModel(t.File):
	case cfg.Witness != "":
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--witness: witnesses are defined for C programs only, not for " + aModel(t.File) + "; leave it out"}
	case cfg.Entry != d.Entry:
		return refused("--entry", "starts in its initial location")
	case cfg.Function != "":
		return refused("--function", "has no functions")
	case cfg.RecursionBound != d.RecursionBound:
		return refused("--recursion-bound", "has no calls")
	case cfg.MallocMayFail, cfg.SignedWrap:
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--malloc-may-fail and --signed-overflow are about C programs, not about " + aModel(t.File) + "; leave them out"}
	}
	return nil
}

// readModel reads the program of a model; counterexamples are replayed on it.
func readModel(file string) (*program.Program, error) {
	p, err := kindOf(file).read(file)
	var fault *modelfile.Error
	switch {
	case errors.As(err, &fault) && fault.Unsupported:
		return nil, &unsupportedError{err.Error()}
	case err != nil:
		return nil, &InputError{Msg: err.Error()}
	}
	return p, nil
}
