package smtlib

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"cupel/logic"
	"cupel/smt"
)

// Preset returns the command line of a known solver, by program name.
func Preset(name string) []string {
	switch name {
	case "cvc5":
		return []string{"cvc5", "--lang=smt2", "--incremental", "--produce-models", "--quiet"}
	case "z3":
		return []string{"z3", "-in", "-smt2"}
	case "mathsat":
		return []string{"mathsat"}
	case "yices", "yices-smt2":
		return []string{"yices-smt2", "--incremental"}
	}
	return []string{name}
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

// Solver is a solver process.
type Solver struct {
	f        *logic.Factory
	command  []string
	o        smt.Options
	cmd      *exec.Cmd
	in       *bufio.Writer
	inClose  io.Closer
	out      chan string // lines of the process; closed at its end
	declared map[*logic.Term]bool
	funs     map[string]bool
	levels   [][]*logic.Term // asserted formulas, for restarts
	last     smt.Result
	reason   string
	assumed  []*logic.Term
	scoped   bool // the last check left a level open for its model
	closed   bool
}

// New starts a solver process.
func New(f *logic.Factory, command []string, o smt.Options) (*Solver, error) {
	s := &Solver{f: f, command: command, o: o, levels: [][]*logic.Term{nil}}
	return s, s.start()
}

func (s *Solver) start() error {
	cmd := exec.Command(s.command[0], s.command[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("smtlib: starting %s: %w", s.command[0], err)
	}
	s.cmd, s.in, s.inClose = cmd, bufio.NewWriter(stdin), stdin
	s.out = make(chan string, 64)
	s.declared, s.funs = map[*logic.Term]bool{}, map[string]bool{}
	s.scoped = false
	go func(out chan<- string) {
		r := bufio.NewReader(stdout)
		for {
			line, err := r.ReadString('\n')
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				out <- line
			}
			if err != nil {
				close(out)
				_ = cmd.Wait()
				return
			}
		}
	}(s.out)
	s.send("(set-option :print-success false)")
	s.send("(set-option :global-declarations true)")
	s.send("(set-option :produce-models true)")
	s.send("(set-logic ALL)")
	return nil
}

func (s *Solver) send(line string) {
	_, _ = s.in.WriteString(line) // a broken pipe shows at the next answer
	_ = s.in.WriteByte('\n')
}

// kill ends the process; the next use restarts it.
func (s *Solver) kill() {
	if s.cmd == nil {
		return
	}
	_ = s.inClose.Close()
	_ = s.cmd.Process.Kill()
	for range s.out { // drain, so that the reader ends
	}
	s.cmd = nil
}

// revive restarts a killed process with the current assertions.
func (s *Solver) revive() error {
	if s.closed {
		return smt.ErrClosed
	}
	if s.cmd != nil {
		return nil
	}
	if err := s.start(); err != nil {
		return err
	}
	for i, l := range s.levels {
		if i > 0 {
			s.send("(push 1)")
		}
		for _, t := range l {
			if err := s.assert(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Solver) endModel() {
	if s.scoped {
		s.scoped = false
		if s.cmd != nil {
			s.send("(pop 1)")
		}
	}
}

// Assert adds a formula to the current level.
func (s *Solver) Assert(t *logic.Term) error {
	if err := s.revive(); err != nil {
		return err
	}
	s.endModel()
	n := len(s.levels) - 1
	s.levels[n] = append(s.levels[n], t)
	return s.assert(t)
}

func (s *Solver) assert(t *logic.Term) error {
	for _, v := range logic.FreeVars(t) {
		if !s.declared[v] {
			s.declared[v] = true
			s.send("(declare-const " + logic.QuoteSymbol(v.Name()) + " " + v.Sort().String() + ")")
		}
	}
	for _, a := range logic.Functions(t) {
		if s.funs[a.Name()] {
			continue
		}
		s.funs[a.Name()] = true
		var dom []string
		for _, x := range a.Args() {
			dom = append(dom, x.Sort().String())
		}
		s.send(fmt.Sprintf("(declare-fun %s (%s) %s)", logic.QuoteSymbol(a.Name()), strings.Join(dom, " "), a.Sort()))
	}
	s.send("(assert " + t.SMTLIB() + ")")
	return nil
}

// Push opens a level.
func (s *Solver) Push() error {
	if err := s.revive(); err != nil {
		return err
	}
	s.endModel()
	s.levels = append(s.levels, nil)
	s.send("(push 1)")
	return nil
}

// Pop closes n levels.
func (s *Solver) Pop(n int) error {
	if s.closed {
		return smt.ErrClosed
	}
	if n >= len(s.levels) {
		return fmt.Errorf("smtlib: pop %d of %d levels", n, len(s.levels)-1)
	}
	s.endModel()
	s.levels = s.levels[:len(s.levels)-n]
	if s.cmd != nil && n > 0 {
		s.send(fmt.Sprintf("(pop %d)", n))
	}
	return nil
}

// Check decides the assertions with the assumptions. The end of ctx or of the
// time limit kills the process.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	s.last, s.reason, s.assumed = smt.Unknown, "", assumptions
	if ctx.Err() != nil {
		s.reason = "interrupted"
		return smt.Unknown, nil
	}
	if err := s.revive(); err != nil {
		return smt.Unknown, err
	}
	s.endModel()
	if len(assumptions) > 0 {
		s.send("(push 1)")
		s.scoped = true
		for _, t := range assumptions {
			if err := s.assert(t); err != nil {
				return smt.Unknown, err
			}
		}
	}
	s.send("(check-sat)")
	line, err := s.answer(ctx)
	if err != nil {
		if errors.Is(err, errTimeout) {
			s.reason = "time limit"
			return smt.Unknown, nil
		}
		return smt.Unknown, err
	}
	switch line {
	case "sat":
		s.last = smt.Sat
	case "unsat":
		s.last = smt.Unsat
	case "unknown":
		s.reason = "incomplete"
	default:
		s.kill()
		return smt.Unknown, fmt.Errorf("smtlib: %s: %s", s.command[0], line)
	}
	return s.last, nil
}

var errTimeout = errors.New("smtlib: no answer in time")

// answer reads one line.
func (s *Solver) answer(ctx context.Context) (string, error) {
	_ = s.in.Flush()
	var limit <-chan time.Time
	if s.o.TimeoutMS > 0 {
		t := time.NewTimer(time.Duration(s.o.TimeoutMS) * time.Millisecond)
		defer t.Stop()
		limit = t.C
	}
	select {
	case line, ok := <-s.out:
		if !ok {
			s.cmd = nil
			return "", fmt.Errorf("smtlib: %s ended unexpectedly", s.command[0])
		}
		return line, nil
	case <-ctx.Done():
	case <-limit:
	}
	s.kill()
	return "", errTimeout
}

// Core returns the assumptions of the last check: no attempt is made to find
// a smaller set, see smt.MinimizeCore.
func (s *Solver) Core() ([]*logic.Term, error) {
	if s.last != smt.Unsat {
		return nil, smt.ErrNoCore
	}
	return append([]*logic.Term(nil), s.assumed...), nil
}

// Model returns the model of the last Sat.
func (s *Solver) Model() (smt.Model, error) {
	if s.last != smt.Sat {
		return nil, smt.ErrNoModel
	}
	return &model{s}, nil
}

// ReasonUnknown explains the last Unknown.
func (s *Solver) ReasonUnknown() string { return s.reason }

// Close ends the process.
func (s *Solver) Close() error {
	if !s.closed {
		s.closed = true
		s.kill()
	}
	return nil
}
