package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/internal/child"
)

// errOnce is the error for a query beyond satisfiability on a solver without incremental interface.
var errOnce = errors.New("smtlib: the solver says no more than whether there is a model")

// once starts a process for each query. It is for solvers of bit-vectors that read one query from their standard input and answer sat or unsat.
type once struct {
	command []string
	levels  [][]*logic.Term
	reason  string
}

// Once opens solvers that start command for each question, whose terms may be of Bool and bit-vectors only and divide by constants only (old
// versions of the language let a division by zero be anything); any other question is Unknown. They have neither models nor cores.
func Once(command ...string) smt.Opener {
	return func(*logic.Factory, smt.Options) (smt.Solver, error) {
		if len(command) == 0 {
			return nil, errors.New("smtlib: no command")
		}
		return &once{command: command, levels: [][]*logic.Term{nil}}, nil
	}
}

// Assert implements smt.Solver.
func (s *once) Assert(t *logic.Term) error {
	if t.Sort() != logic.Bool {
		return fmt.Errorf("smtlib: not a formula: %s", t.Sort())
	}
	n := len(s.levels) - 1
	s.levels[n] = append(s.levels[n], t)
	return nil
}

// Push implements smt.Solver.
func (s *once) Push() error {
	s.levels = append(s.levels, nil)
	return nil
}

// Pop implements smt.Solver.
func (s *once) Pop(n int) error {
	if n < 0 || n >= len(s.levels) {
		return fmt.Errorf("smtlib: %d levels cannot be closed, %d are open", n, len(s.levels)-1)
	}
	s.levels = s.levels[:len(s.levels)-n]
	return nil
}

// Check implements smt.Solver.
func (s *once) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	if ctx.Err() != nil {
		s.reason = "canceled"
		return smt.Unknown, nil
	}
	all := slices.Concat(append(slices.Clone(s.levels), assumptions)...)
	if why := foreign(all); why != "" {
		s.reason = why
		return smt.Unknown, nil
	}
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	var out, errs tail
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(script("QF_BV", all)), &out, &errs
	if err := child.Start(cmd); err != nil {
		return smt.Unknown, fmt.Errorf("smtlib: starting %s: %w", s.command[0], err)
	}
	_ = cmd.Wait() // exit codes vary; the answer decides
	if ctx.Err() != nil {
		s.reason = "canceled"
		return smt.Unknown, nil
	}
	said := out.String()
	switch answer := said[strings.LastIndexByte(said, '\n')+1:]; answer { // warnings precede it
	case "sat":
		return smt.Sat, nil
	case "unsat":
		return smt.Unsat, nil
	default:
		s.reason = fmt.Sprintf("%s says %q %s", s.command[0], said, errs.String())
		return smt.Unknown, nil
	}
}

// foreign describes the first construct in terms that such a solver does not support; "": none.
func foreign(ts []*logic.Term) (why string) {
	logic.WalkUp(func(t *logic.Term) {
		if s := t.Sort(); !s.IsBool() && !s.IsBV() {
			why = "a term of sort " + s.String()
		}
		switch t.Op() {
		case logic.OpForall, logic.OpExists, logic.OpApp:
			why = "a quantifier or a function"
		case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
			if d := t.Arg(1); !d.IsConst() || d.BVBig().Sign() == 0 {
				why = "a division"
			}
		}
	}, ts...)
	return why
}

// Model implements smt.Solver.
func (s *once) Model() (smt.Model, error) { return nil, errOnce }

// Core implements smt.Solver.
func (s *once) Core() ([]*logic.Term, error) { return nil, errOnce }

// ReasonUnknown implements smt.Solver.
func (s *once) ReasonUnknown() string { return s.reason }

// Close implements smt.Solver.
func (s *once) Close() error { return nil }
