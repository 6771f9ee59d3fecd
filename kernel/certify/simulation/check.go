package simulation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// ErrWrong: in a state of the machine an operation over the integers does something else.
var ErrWrong = errors.New("the integer lowering is wrong")

// A Lowering is what is to be checked.
type Lowering struct {
	Machine, Integers *program.Program
	SignedIndex       bool // the view that array indices are said to have; it is checked
}

// A Result counts the operations over the integers.
type Result struct {
	Operations int
	Unanswered int // that were evaluated only
}

// Check asks whether the program over the integers simulates the machine's. The error is ErrWrong
// where it does not, ctx's, or says why nothing can be asked.
func Check(ctx context.Context, l Lowering, open smt.Opener) (Result, error) {
	p, ops, err := pairUp(l.Machine, l.Integers, l.SignedIndex)
	if err != nil {
		return Result{}, err
	}
	res := Result{Operations: len(ops)}
	s, err := open(p.f, smt.Options{})
	if err != nil {
		return res, err
	}
	a := &asker{p: p, ctx: ctx, s: s, fresh: func() (smt.Solver, error) { return open(p.f, smt.Options{}) }}
	defer func() { a.s.Close() }()
	var qs []*question
	of := map[*logic.Term]*question{}
	for _, o := range ops {
		if o.goal == nil {
			a.open = append(a.open, o)
			continue
		}
		t := p.canonical(p.f.And(o.premise, p.f.Not(o.goal)))
		if of[t] == nil {
			of[t] = &question{t: t, exact: p.exactly(o), op: o}
			qs = append(qs, of[t])
		}
		of[t].same++
	}
	slices.SortStableFunc(qs, func(a, b *question) int { return cmp.Compare(a.kind(), b.kind()) })
	for len(qs) > 0 {
		n := 1
		for n < min(batch, len(qs)) && qs[0].kind() != hard && qs[n].kind() == qs[0].kind() {
			n++
		}
		if err := a.ask(qs[:n]); err != nil {
			return res, err
		}
		qs = qs[n:]
	}
	res.Unanswered = len(a.open) + a.more
	for _, o := range a.open {
		if err := p.evaluate(ctx, o); err != nil {
			return res, err
		}
	}
	return res, ctx.Err()
}

// A question is whether a formula can be true.
type question struct {
	t     *logic.Term // in bits
	exact *logic.Term // in integers, see exactly; nil: not asked so
	op    *operation  // one of those that it is about
	same  int         // how many it is about
}

// kind is what questions are sorted by: those of one kind are asked together, but for hard ones.
func (q *question) kind() int {
	switch {
	case q.hard():
		return hard
	case q.exact != nil:
		return integers
	}
	return bits
}

const (
	integers = iota
	bits
	hard
)

// first is how it is asked first.
func (q *question) first() *logic.Term {
	if q.exact != nil {
		return q.exact
	}
	return q.t
}

// canonical names the symbols of a formula by their order, so that copies of an operation are one
// question.
func (p *pair) canonical(t *logic.Term) *logic.Term {
	names := map[*logic.Term]*logic.Term{}
	for i, v := range logic.FreeVars(t) {
		names[v] = p.f.Var(fmt.Sprintf("operand %d of %s", i, v.Sort()), v.Sort())
	}
	return p.f.Subst(t, names)
}

// hard reports whether numbers are multiplied or divided in a question, none of them a constant.
func (q *question) hard() bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpBVMul, logic.OpBVMulNSW, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpSMulOK:
			found = found || !t.Arg(0).IsConst() && !t.Arg(1).IsConst()
		}
		return !found
	}, q.t)
	return found
}

type asker struct {
	p    *pair
	ctx  context.Context
	s    smt.Solver
	open []*operation // without an answer, one of each kind
	more int          // the others of these kinds

	fresh   func() (smt.Solver, error)
	crashes int
}

// check asks whether a formula can be true. A question on which the solver breaks down has no answer; a new one is asked the others.
func (a *asker) check(t *logic.Term) (smt.Result, error) {
	r, err := a.try(t)
	if err == nil || a.ctx.Err() != nil || a.crashes >= maxCrashes {
		return r, err
	}
	a.crashes++
	s, err := a.fresh()
	if err != nil {
		return smt.Unknown, err
	}
	a.s.Close()
	a.s = s
	return smt.Unknown, nil
}

func (a *asker) try(t *logic.Term) (smt.Result, error) {
	if err := a.s.Push(); err != nil {
		return smt.Unknown, err
	}
	if err := a.s.Assert(t); err != nil {
		return smt.Unknown, err
	}
	r, err := a.s.Check(a.ctx)
	if err == nil {
		err = a.ctx.Err() // what was not asked to the end has no answer
	}
	return r, errors.Join(err, a.s.Pop(1))
}

// ask asks several questions at once, and if that gives no answer, in two halves.
func (a *asker) ask(qs []*question) error {
	if len(qs) == 1 {
		return a.single(qs[0])
	}
	var all []*logic.Term
	for _, q := range qs {
		all = append(all, q.first())
	}
	if r, err := a.check(a.p.f.Or(all...)); err != nil || r == smt.Unsat {
		return err
	}
	n := len(qs) / 2
	if err := a.ask(qs[:n]); err != nil {
		return err
	}
	return a.ask(qs[n:])
}

// single asks one question: in integers, in bits, and each also with the edges before, where what
// C requires of an operation is often checked.
func (a *asker) single(q *question) error {
	f, r := a.p.f, smt.Unknown
	ways := []*operation{q.op}
	if q.hard() && len(a.open) >= maxOpen {
		ways = nil
	}
	if c := a.p.chained(q.op); c != nil && ways != nil {
		ways = append(ways, c)
	}
	for _, o := range ways {
		if t := a.p.exactly(o); t != nil {
			if r, err := a.check(t); err != nil || r == smt.Unsat {
				return err
			}
		}
	}
	for _, o := range ways {
		var err error
		if r, err = a.check(f.And(o.premise, f.Not(o.goal))); err != nil || r == smt.Unsat {
			return err
		}
	}
	if r == smt.Sat {
		return q.op.wrong()
	}
	a.open = append(a.open, q.op)
	a.more += q.same - 1
	return nil
}

// wrong says that an operation does something else than the machine's.
func (o *operation) wrong() error { return fmt.Errorf("%w: %s at %s", ErrWrong, o.op, o.place()) }

// place is where an operation stands in the source.
func (o *operation) place() program.Pos {
	if o.op.Pos.IsValid() {
		return o.op.Pos
	}
	return o.edge.Pos
}
