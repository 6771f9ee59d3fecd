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

// ErrWrong means that in some state an integer operation differs from the machine's.
var ErrWrong = errors.New("the integer lowering is wrong")

// A Lowering is a pair of programs to check.
type Lowering struct {
	Machine, Integers *program.Program
	SignedIndex       bool // signedness assumed for array indices; it is checked
}

// A Result counts the integer operations.
type Result struct {
	Operations int
	Unanswered int // only tested by evaluation
}

// Check decides whether the integer program simulates the machine's. The error is ErrWrong if it does not,
// ctx's, or explains why no query is possible.
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

// A question is a satisfiability query: satisfiable means that the lowering is wrong.
type question struct {
	t     *logic.Term // over bit-vectors
	exact *logic.Term // over integers, see exactly; nil: not available
	op    *operation  // one of the operations concerned
	same  int         // number of operations concerned
}

// kind sorts queries: those of one kind are asked together, except for hard ones.
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

// first is the form in which it is asked first.
func (q *question) first() *logic.Term {
	if q.exact != nil {
		return q.exact
	}
	return q.t
}

// canonical renames the symbols of a formula by order of occurrence, so that copies of an operation share a
// query.
func (p *pair) canonical(t *logic.Term) *logic.Term {
	names := map[*logic.Term]*logic.Term{}
	for i, v := range logic.FreeVars(t) {
		names[v] = p.f.Var(fmt.Sprintf("operand %d of %s", i, v.Sort()), v.Sort())
	}
	return p.f.Subst(t, names)
}

// hard reports whether variables are multiplied or divided by each other.
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

// asker decides queries with a solver that is replaced when it breaks down.
type asker struct {
	p    *pair
	ctx  context.Context
	s    smt.Solver
	open []*operation // without an answer, one of each kind
	more int          // the others of these kinds

	fresh   func() (smt.Solver, error)
	crashes int
}

// check decides a formula. If the solver breaks down the answer is Unknown, and a new solver takes over.
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
		err = a.ctx.Err() // interrupted queries have no answer
	}
	return r, errors.Join(err, a.s.Pop(1))
}

// ask decides several queries at once, and without an answer halves them.
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

// single decides one query: over integers, over bit-vectors, and each also with the conditions of preceding
// edges, which often contain the checks of definedness.
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

// wrong returns the error for an operation that differs.
func (o *operation) wrong() error { return fmt.Errorf("%w: %s at %s", ErrWrong, o.op, o.place()) }

// place returns the source position of an operation.
func (o *operation) place() program.Pos {
	if o.op.Pos.IsValid() {
		return o.op.Pos
	}
	return o.edge.Pos
}
