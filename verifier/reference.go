package verifier

import (
	"context"

	"cupel/absint/interval"
	"cupel/logic"
	"cupel/program"
	"cupel/program/intlower"
)

// A reference is a program that a certificate may be about.
type reference struct {
	*program.Program
	kind    string
	machine *program.Program // that it was lowered from; nil: it is not lowered
}

// references are the kinds of programs that a certificate may be about, the one
// in the engine's arithmetic first.
func (s *evidence) references() []string {
	switch {
	case s.relied() != nil:
		return []string{KindLowered}
	case s.original.Lowered || !s.prepared.Lowered:
		return []string{KindSource}
	}
	return []string{KindIntegers, KindSource}
}

// reference makes the program that a certificate is about: the original without
// any pass, or its lowering to integers that knows the types' ranges only, in
// which an operation without integer meaning gives any value. With recursion
// closed by summaries it is the program that contains them.
func (s *evidence) reference(ctx context.Context, kind string) (*reference, error) {
	if kind == KindLowered {
		return &reference{Program: marked(s.relied().Program()), kind: kind}, nil
	}
	p := unpruned(s.original)
	program.MarkLoopHeads(p)
	if kind != KindIntegers {
		return &reference{Program: p, kind: kind}, nil
	}
	q, err := intlower.Lower(ctx, p, intlower.Options{Relax: true})
	if err != nil {
		return nil, err
	}
	program.MarkLoopHeads(q)
	return &reference{q, kind, p}, nil
}

// unpruned is a program that reaches its error, too, where inlining left
// something out as unreachable: a proof about it needs no trust in that.
func unpruned(p *program.Program) *program.Program {
	q := program.Clone(p)
	for _, e := range p.Pruned {
		q.NewEdge(q.Location(e.At), q.Error, e.Ops...).Pos = e.Pos
	}
	return q.Program
}

// marked is a copy with marked loop heads.
func marked(p *program.Program) *program.Program {
	q := program.Clone(p).Program
	program.MarkLoopHeads(q)
	return q
}

// headFacts are the bounds that an interval analysis finds for the loop heads of p.
func headFacts(ctx context.Context, p *program.Program) map[*program.Location]*logic.Term {
	facts := map[*program.Location]*logic.Term{}
	if r := interval.Analyze(ctx, p); r.Complete() {
		for _, l := range p.LoopHeads() {
			facts[l] = r.Invariant(l)
		}
	}
	return facts
}
