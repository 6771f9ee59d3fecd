package evidence

import (
	"context"
	"errors"

	"cupel/analysis/absint/interval"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/kernel/certify"
	"cupel/kernel/certify/simulation"
	"cupel/kernel/facts"
	"fmt"
	"slices"
)

// A reference is a program that a certificate may be about.
type reference struct {
	*program.Program
	kind      string
	functions *program.Program // fails if a function summary is wrong; nil: there are none
	machine   *reference       // the same in machine arithmetic; nil: this one is
	lowering  simulation.Lowering
	loops     *loopGhosts // its ghosts; nil: none
}

// references lists the kinds of reference programs, the one in the engine's arithmetic first.
func (s *explanation) references() []string {
	if s.stages.Original.Lowered || !s.stages.Prepared.Lowered {
		return []string{KindSource}
	}
	return []string{KindIntegers, KindSource}
}

// reference builds the program of a certificate: the original without passes, or its lowering to integers by
// type ranges alone, in which operations without integer meaning are havocked. Function summaries replace the
// marks of closed recursion. loops are the ghosts to add.
func (s *explanation) reference(ctx context.Context, kind string, loops *loopGhosts) (*reference, error) {
	p := unpruned(s.stages.Original)
	if loops != nil {
		p = loops.in(p)
	}
	ref := &reference{Program: p, kind: KindSource, loops: loops}
	closed := s.relied()
	if closed != nil {
		closed = closed.On(p, intlower.NewMachine(p).Claim)
		ref.Program, ref.functions = closed.Program(), closed.Obligation()
	}
	program.MarkLoopHeads(ref.Program)
	if kind != KindIntegers {
		return ref, nil
	}
	var stats intlower.Stats
	q, err := intlower.Lower(ctx, p, intlower.Options{Relax: true, Stats: &stats})
	if err != nil {
		return nil, err
	}
	ref = &reference{Program: q, kind: kind, machine: ref, lowering: simulation.Lowering{Machine: p, Integers: q, SignedIndex: stats.SignedIndex}, loops: loops}
	if closed != nil {
		on := s.relied().On(q, nil)
		if on.Marks() != closed.Marks() {
			return nil, errors.New("the lowering to integers leaves a call out")
		}
		ref.Program, ref.functions = on.Program(), on.Obligation()
	}
	program.MarkLoopHeads(ref.Program)
	return ref, nil
}

// unpruned restores edges to the error that inlining dropped as unreachable, so that a proof need not trust
// that.
func unpruned(p *program.Program) *program.Program {
	q := program.Clone(p)
	for _, e := range p.Pruned {
		q.NewEdge(q.Location(e.At), q.Error, e.Ops...).Pos = e.Pos
	}
	return q.Program
}

// headFacts returns interval bounds at the loop heads of p.
func headFacts(ctx context.Context, p *program.Program) map[*program.Location]*logic.Term {
	return analysed(ctx, p, func(q *program.Program) []invariants {
		return []invariants{interval.Analyze(ctx, q)}
	})
}

// invariants are the results of an analysis.
type invariants interface {
	Complete() bool
	Invariant(*program.Location) *logic.Term
}

// analysed returns the results of analyses at the loop heads of p; with arrays, also those after promoting
// cells with constant addresses to variables.
func analysed(ctx context.Context, p *program.Program, analyse func(*program.Program) []invariants) map[*program.Location]*logic.Term {
	claims := map[*program.Location]*logic.Term{}
	collect := func(q *program.Program) {
		at := map[*program.Location]*logic.Term{}
		for _, r := range analyse(q) {
			if !r.Complete() {
				continue
			}
			for _, l := range q.LoopHeads() {
				q.Conjoin(at, l, r.Invariant(l))
			}
		}
		if q != p {
			at = facts.Derive(p, q).UpAll(at)
		}
		for l, t := range at {
			p.Conjoin(claims, l, t)
		}
	}
	collect(p)
	if !slices.ContainsFunc(p.Vars, func(v *program.Var) bool { return v.Sort().IsArray() }) {
		return claims
	}
	q, _, err := passes.Pipeline{passes.DropMemoryOps, passes.Constants, passes.Cells}.Run(ctx, p)
	if err == nil && slices.ContainsFunc(q.Vars, func(v *program.Var) bool { return v.Cell != nil }) {
		program.MarkLoopHeads(q)
		collect(q)
	}
	return claims
}

// certifyFunctions has the second solver check the function summaries that a proof uses.
func (s *explanation) certifyFunctions(ctx context.Context, ref *reference, second smt.Opener) (*certify.Proof, error) {
	c, err := certify.New(ctx, ref.functions)
	if err != nil {
		return nil, err
	}
	c.Claim(headFacts(ctx, ref.functions))
	if err = c.Weaken(ctx, s.tools.Open); err == nil {
		err = c.Check(ctx, second)
	}
	if err != nil {
		return nil, fmt.Errorf("the summaries of functions: %w", err)
	}
	return c, nil
}
