package smtlib

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Solver is a solver process with the assertions in force. It belongs to one
// goroutine at a time.
type Solver struct {
	f        *logic.Factory
	command  []string
	timeout  time.Duration
	seed     uint
	p        *process // nil: no process; see revive
	declared map[*logic.Term]bool
	funs     map[string]bool
	sorts    map[*logic.Sort]bool // declared
	levels   [][]*logic.Term      // asserted formulas, for restarts
	last     smt.Result
	reason   string
	core     []*logic.Term
	scoped   bool // the last check left a level with its assumptions open
	current  bool // nothing changed since the last check
	closed   bool
}

var _ smt.Solver = (*Solver)(nil)

// New starts a solver process. Of the options, TimeoutMS kills the process and
// Seed is passed on; the others are the solver's own affair.
func New(f *logic.Factory, command []string, o smt.Options) (*Solver, error) {
	s := &Solver{f: f, command: command, timeout: time.Duration(o.TimeoutMS) * time.Millisecond, seed: o.Seed, levels: [][]*logic.Term{nil}}
	if err := s.start(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Solver) start() error {
	p, err := startProcess(s.command)
	if err != nil {
		return err
	}
	s.p, s.scoped = p, false
	s.declared, s.funs, s.sorts = map[*logic.Term]bool{}, map[string]bool{}, map[*logic.Sort]bool{}
	for _, option := range []string{"print-success false", "global-declarations true", "produce-models true", "produce-unsat-assumptions true"} {
		p.send("(set-option :", option, ")")
	}
	if s.seed > 0 {
		p.send("(set-option :random-seed ", strconv.FormatUint(uint64(s.seed), 10), ")")
	}
	p.send("(set-logic ALL)")
	return nil
}

// kill ends the process; the next use restarts it.
func (s *Solver) kill() {
	if s.p != nil {
		s.p.kill()
		s.p = nil
	}
}

// revive makes sure that there is a process with the assertions in force.
func (s *Solver) revive() error {
	switch {
	case s.closed:
		return smt.ErrClosed
	case s.p != nil:
		return nil
	}
	if err := s.start(); err != nil {
		return err
	}
	for i, l := range s.levels {
		if i > 0 {
			s.p.send("(push 1)")
		}
		for _, t := range l {
			s.assert("", t)
		}
	}
	return nil
}

// change prepares for a command that changes the assertions.
func (s *Solver) change() error {
	if err := s.revive(); err != nil {
		return err
	}
	s.current = false
	if s.scoped {
		s.scoped = false
		s.p.send("(pop 1)")
	}
	return nil
}

// Assert adds a formula to the current level.
func (s *Solver) Assert(t *logic.Term) error {
	if t.Sort() != logic.Bool {
		return fmt.Errorf("smtlib: not a formula: %s", t.Sort())
	}
	if err := s.change(); err != nil {
		return err
	}
	n := len(s.levels) - 1
	s.levels[n] = append(s.levels[n], t)
	s.assert("", t)
	return nil
}

// assert declares new symbols and asserts t, under a literal if one is given.
func (s *Solver) assert(under string, t *logic.Term) {
	if d := declareSorts(s.sorts, t); d != "" {
		s.p.send(d)
	}
	for _, v := range logic.FreeVars(t) {
		if !s.declared[v] {
			s.declared[v] = true
			s.p.send("(declare-fun ", logic.QuoteSymbol(v.Name()), " () ", v.Sort().String(), ")")
		}
	}
	for _, a := range logic.Functions(t) {
		if s.funs[a.Name()] {
			continue
		}
		s.funs[a.Name()] = true
		s.p.send(declaration(a))
	}
	if under != "" {
		s.p.send("(assert (=> ", under, " ", t.SMTLIB(), "))")
		return
	}
	s.p.send("(assert ", t.SMTLIB(), ")")
}

// declaration declares the uninterpreted function of the application a.
func declaration(a *logic.Term) string {
	dom := make([]string, a.NumArgs())
	for i, x := range a.Args() {
		dom[i] = x.Sort().String()
	}
	return "(declare-fun " + logic.QuoteSymbol(a.Name()) + " (" + strings.Join(dom, " ") + ") " + a.Sort().String() + ")"
}

// Push opens a level.
func (s *Solver) Push() error {
	if err := s.change(); err != nil {
		return err
	}
	s.levels = append(s.levels, nil)
	s.p.send("(push 1)")
	return nil
}

// Pop closes the n innermost levels.
func (s *Solver) Pop(n int) error {
	switch {
	case s.closed:
		return smt.ErrClosed
	case n < 0 || n >= len(s.levels):
		return fmt.Errorf("smtlib: pop of %d levels, %d are open", n, len(s.levels)-1)
	case n == 0:
		return nil
	}
	s.levels = s.levels[:len(s.levels)-n]
	if s.p == nil {
		return nil // the next process starts without the levels
	}
	if err := s.change(); err != nil {
		return err
	}
	s.p.send(fmt.Sprintf("(pop %d)", n))
	return nil
}

// Check decides the assertions with the assumptions. The end of ctx or of the
// time limit kills the process and gives Unknown.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	s.last, s.reason, s.core = smt.Unknown, "", nil
	if err := s.change(); err != nil {
		return smt.Unknown, err
	}
	if ctx.Err() != nil {
		s.reason = "canceled"
		return smt.Unknown, nil
	}
	names := make([]string, len(assumptions))
	if len(assumptions) > 0 {
		s.p.send("(push 1)")
		s.scoped = true
		for i, t := range assumptions {
			if t.Sort() != logic.Bool {
				return smt.Unknown, fmt.Errorf("smtlib: not a formula: %s", t.Sort())
			}
			names[i] = "|smtlib assumption " + strconv.Itoa(i) + "|"
			if !s.funs[names[i]] {
				s.funs[names[i]] = true
				s.p.send("(declare-fun ", names[i], " () Bool)")
			}
			s.assert(names[i], t)
		}
		s.p.send("(check-sat-assuming (", strings.Join(names, " "), "))")
	} else {
		s.p.send("(check-sat)")
	}
	answer, err := s.p.answer(ctx, s.timeout)
	if err != nil {
		s.kill()
		if !errors.Is(err, errStopped) {
			return smt.Unknown, err
		}
		s.reason = "timeout"
		if ctx.Err() != nil {
			s.reason = "canceled"
		}
		return smt.Unknown, nil
	}
	switch answer {
	case "sat":
		s.last, s.current = smt.Sat, true
	case "unsat":
		s.last = smt.Unsat
		s.core = s.readCore(ctx, names, assumptions)
	case "unknown":
		s.reason = "incomplete"
	default:
		s.kill()
		return smt.Unknown, fmt.Errorf("smtlib: %s: unexpected answer %.200s", s.command[0], answer)
	}
	return s.last, nil
}

// readCore asks for the unsatisfiable assumptions; if the solver has no cores, it returns all of them.
func (s *Solver) readCore(ctx context.Context, names []string, assumptions []*logic.Term) []*logic.Term {
	if len(assumptions) == 0 {
		return nil
	}
	s.p.send("(get-unsat-assumptions)")
	answer, err := s.p.answer(ctx, valueLimit)
	if err != nil {
		s.kill()
		return append([]*logic.Term(nil), assumptions...)
	}
	var core []*logic.Term
	seen := map[*logic.Term]bool{}
	for i, t := range assumptions {
		if strings.Contains(answer, names[i]) && !seen[t] {
			seen[t] = true
			core = append(core, t)
		}
	}
	return core
}

// Core returns the assumptions in the last unsat core, in the order given.
func (s *Solver) Core() ([]*logic.Term, error) {
	switch {
	case s.closed:
		return nil, smt.ErrClosed
	case s.last != smt.Unsat:
		return nil, smt.ErrNoCore
	}
	return append([]*logic.Term(nil), s.core...), nil
}

// Model returns the model of the last Check, if that was Sat and nothing has
// changed since.
func (s *Solver) Model() (smt.Model, error) {
	switch {
	case s.closed:
		return nil, smt.ErrClosed
	case !s.current:
		return nil, smt.ErrNoModel
	}
	return &model{s: s, p: s.p, values: map[*logic.Term]*logic.Term{}}, nil
}

// ReasonUnknown explains the last Unknown.
func (s *Solver) ReasonUnknown() string { return s.reason }

// Close ends the process.
func (s *Solver) Close() error {
	s.closed, s.current = true, false
	s.kill()
	return nil
}
