package smtlib

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
)

// eliminators are the solvers with the command get-qe, which need counterexample-guided instantiation for all theories.
var eliminators = map[string][]string{"cvc5": {"cvc5", "--lang=smt2", "--quiet", "--cegqi-bv", "--cegqi-full"}}

// Eliminate asks a solver for a formula without vars that is equivalent to exists vars. phi. The answer is not checked.
func Eliminate(ctx context.Context, f *logic.Factory, solver string, vars []*logic.Term, phi *logic.Term, limit time.Duration) (*logic.Term, error) {
	command, ok := eliminators[solver]
	if !ok {
		return nil, fmt.Errorf("%w: %s does not eliminate quantifiers", smt.ErrUnsupported, solver)
	}
	s := &Solver{f: f, command: command, levels: [][]*logic.Term{nil}}
	if err := s.start(); err != nil {
		return nil, err
	}
	defer s.kill()
	quantified := map[*logic.Term]bool{}
	for _, v := range vars {
		quantified[v] = true
	}
	var free, bound []*logic.Term
	for _, v := range logic.FreeVars(phi) {
		if quantified[v] {
			bound = append(bound, v)
		} else {
			free = append(free, v)
		}
	}
	for _, v := range free {
		s.p.send("(declare-const ", v.SMTLIB(), " ", v.Sort().String(), ")")
	}
	var b strings.Builder
	for _, v := range bound {
		fmt.Fprintf(&b, "(%s %s)", v.SMTLIB(), v.Sort())
	}
	s.p.send("(get-qe (exists (", b.String(), ") ", phi.SMTLIB(), "))")
	text, err := s.p.answer(ctx, limit)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(text, "(error") {
		return nil, fmt.Errorf("%w: %s", smt.ErrUnsupported, text)
	}
	t, err := logic.NewParser(f, free...).Term(text)
	if err != nil {
		return nil, err
	}
	left := false
	logic.Walk(func(u *logic.Term) bool {
		left = left || u.Op() == logic.OpExists || u.Op() == logic.OpForall || quantified[u]
		return !left
	}, t)
	if left {
		return nil, errors.New("smtlib: a quantifier is left")
	}
	return t, nil
}
