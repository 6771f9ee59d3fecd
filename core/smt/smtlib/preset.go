package smtlib

import (
	"os/exec"
	"strconv"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Preset returns the command line of a known solver, by program name; an unknown
// name is taken as a program that reads SMT-LIB from standard input.
func Preset(name string) []string {
	switch name {
	case "cvc5":
		return []string{"cvc5", "--lang=smt2", "--incremental", "--produce-models", "--produce-unsat-assumptions", "--minimal-unsat-cores", "--fp-exp", "--quiet"} // cores: else all assumptions; fp-exp: long double
	case "z3":
		return []string{"z3", "-in", "-smt2"}
	case "mathsat":
		return []string{"mathsat", "-input=smt2"}
	case "yices", "yices-smt2":
		return []string{"yices-smt2", "--incremental"}
	}
	return []string{name}
}

// Bounded returns an opener of the named solver, whose process does at most about so many units of package work, half of them for one
// question; what exceeds that is unknown. Only cvc5 counts its work.
func Bounded(name string, units int) smt.Opener {
	command := Preset(name)
	if name == "cvc5" {
		all := max(units/stepWork, 2)
		command = append(command, "--rlimit="+strconv.Itoa(all), "--rlimit-per="+strconv.Itoa(all/2))
	}
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return New(f, command, o) }
}

// Available reports whether the solver's program is installed.
func Available(name string) bool {
	_, err := exec.LookPath(Preset(name)[0])
	return err == nil
}

// Opener returns an opener of the named solver.
func Opener(name string) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return New(f, Preset(name), o) }
}
