package concolic

import (
	"context"
	"errors"
	"fmt"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Path is the path condition of an execution.
type Path struct {
	// Conditions are necessary and sufficient for taking the same path. They are only sufficient where Pinned is not 0, and where an access could be
	// to another object, or reads indeterminate memory.
	Conditions []Condition
	// Unknowns are the symbols in them that are no slots.
	Unknowns []*logic.Term
	Pinned   int                         // terms that were replaced by their values
	Value    map[*logic.Term]*logic.Term // of the symbols in the execution
	Ends     bool                        // all executions with this path end with it
	// Branches are the points at which other executions can leave the path, in path order; only Explore computes them.
	Branches []Branch
}

// A Branch is an untaken branch, as a condition over the inputs at a point of the path: executions that satisfy the conditions before it reach the same point, and leave the
// path there, or satisfy the caller's formula, where it holds.
type Branch struct {
	At   int           // number of conditions before it
	Step int           // how many edges of the execution do
	Edge *program.Edge // that is taken where Term holds, and is not taken here; nil: the query is the caller's
	Op   *program.Op   // operation for whose pre-state the caller gave the formula
	N    int           // of the caller's query about that operation
	Term *logic.Term
	Pos  program.Pos
}

// A Condition is a conjunct of the path condition.
type Condition struct {
	Term *logic.Term
	Pos  program.Pos
}

// ErrTooLong: the execution has too many steps to be followed.
var ErrTooLong = errors.New("the execution is too long to be followed")

// follower is the symbolic re-execution of one path.
type follower struct {
	p     *program.Program
	f     *logic.Factory
	calls map[*program.Location]*interp.Call
	table *inputs.Table

	state    map[*logic.Term]*logic.Term // of the variables, by symbol
	path     *Path
	known    map[*logic.Term]bool // conditions
	count    map[int]int          // of values that a source gave
	fresh    int
	havocs   []interp.Consumed
	last     bool // this edge may be incomplete
	live     []object
	stack    []frame
	eval     *logic.Evaluator
	free     map[*logic.Term][]*logic.Term // symbols of a term of the program
	tidy     map[*logic.Term]bool          // see plain
	branches bool                          // see Explore
	step     int                           // edges followed
	// symbols caches whether values contain symbols, see containsSymbols.
	symbols map[*logic.Term]bool
	inputs  map[*logic.Term]bool // the same for those of inputs, see depends
	ask     func(*program.Op) []*logic.Term
	cellOf  map[*logic.Term]*logic.Term // symbols of cells of unknown arrays
}

type frame struct {
	call   *interp.Call
	values []*logic.Term // of its locals
}

// Follow follows an execution of p, a program that shares the sources of table, with its whole trace.
func Follow(ctx context.Context, p *program.Program, calls map[*program.Location]*interp.Call, table *inputs.Table, out *interp.Outcome) (*Path, error) {
	return newFollower(p, calls, table, out).follow(ctx, out)
}

// State is Follow, and the value of t, a term over the variables of p, where the execution stops.
func State(ctx context.Context, p *program.Program, calls map[*program.Location]*interp.Call, table *inputs.Table, out *interp.Outcome, t *logic.Term) (*Path, *logic.Term, error) {
	w := newFollower(p, calls, table, out)
	path, err := w.follow(ctx, out)
	if err != nil {
		return nil, nil, err
	}
	t, err = w.term(t, p.Init.Pos)
	return path, t, err
}

// Explore is Follow and also computes the Branches: for edges not taken, and for the formulas that ask returns for an operation, over the program's
// variables before it (nil: none). Branches that do not depend on inputs are left out. An execution too long to be followed is followed as far as
// possible.
func Explore(ctx context.Context, p *program.Program, calls map[*program.Location]*interp.Call, table *inputs.Table, out *interp.Outcome, ask func(*program.Op) []*logic.Term) (*Path, error) {
	w := newFollower(p, calls, table, out)
	w.branches, w.ask = true, ask
	if n := min(len(out.Path), maxSteps); n < len(out.Path) || len(out.Path) >= interp.ReplayTrace {
		cut := *out
		cut.Path, cut.Kind = out.Path[:min(n, interp.ReplayTrace-1)], interp.StepLimit
		out = &cut
	}
	path, err := w.follow(ctx, out)
	if err != nil && ctx.Err() == nil { // the part that was followed is still valid
		return w.path, nil
	}
	return path, err
}

func newFollower(p *program.Program, calls map[*program.Location]*interp.Call, table *inputs.Table, out *interp.Outcome) *follower {
	w := &follower{p: p, f: p.Terms, calls: calls, table: table, state: map[*logic.Term]*logic.Term{}, known: map[*logic.Term]bool{},
		path: &Path{Value: map[*logic.Term]*logic.Term{}}, count: map[int]int{}, havocs: out.Havocs, free: map[*logic.Term][]*logic.Term{},
		tidy: map[*logic.Term]bool{}, cellOf: map[*logic.Term]*logic.Term{}, symbols: map[*logic.Term]bool{}, inputs: map[*logic.Term]bool{}}
	w.eval = w.f.NewEvaluator(func(sym *logic.Term) *logic.Term { return w.path.Value[sym] })
	w.objects()
	return w
}

func (w *follower) follow(ctx context.Context, out *interp.Outcome) (*Path, error) {
	if len(out.Path) > maxSteps || len(out.Path) >= interp.ReplayTrace {
		return nil, ErrTooLong
	}
	for i, e := range out.Path {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.step = i
		w.last = i == len(out.Path)-1 && (out.Kind == interp.Halted || out.Kind == interp.Undefined)
		switch err := w.edge(e); {
		case errors.Is(err, errEnds):
			w.path.Ends = true
			return w.path, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", e.Pos, err)
		}
	}
	return w.path, w.end(out)
}

// errEnds is returned when the execution ends in an operation.
var errEnds = errors.New("the execution ends here")

// end adds that no edge can be taken where the execution ends.
func (w *follower) end(out *interp.Outcome) error {
	last := w.p.Init
	if n := len(out.Path); n > 0 {
		last = out.Path[n-1].Dst
	}
	for _, e := range last.Out {
		if len(e.Ops) == 0 || e.Ops[0].Kind != program.OpAssume || e.Ops[0].Bounds() || out.Kind != interp.Halted {
			return nil
		}
	}
	for _, e := range last.Out {
		t, err := w.term(e.Ops[0].Expr, e.Pos)
		if err != nil {
			return err
		}
		if err := w.require(w.f.Not(t), e.Pos); err != nil {
			return err
		}
	}
	w.path.Ends = true
	return nil
}

// edge executes an edge, or continues after a call.
func (w *follower) edge(e *program.Edge) error {
	if n := len(w.stack); n > 0 && w.stack[n-1].call.Return == e {
		w.leave()
		return nil // its operations are executed on the enter edge
	}
	if c := w.calls[e.Src]; c != nil && c.Enter == e {
		fr := frame{call: c, values: make([]*logic.Term, len(c.Locals))}
		for i, v := range c.Locals {
			fr.values[i] = w.state[v.Sym]
		}
		w.stack = append(w.stack, fr)
	} else if w.branches && c == nil {
		if err := w.noteUntaken(e); err != nil {
			return err
		}
	}
	for i := range e.Ops {
		if err := w.noteQueries(e, &e.Ops[i]); err != nil {
			return err
		}
		if err := w.op(e, &e.Ops[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *follower) leave() {
	fr := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	if c := fr.call; c.Into != nil {
		w.state[c.Into.Sym] = w.read(c.Result.Sym)
	}
	for i, v := range fr.call.Locals {
		if fr.values[i] == nil {
			delete(w.state, v.Sym)
		} else {
			w.state[v.Sym] = fr.values[i]
		}
	}
}

// op executes an operation.
func (w *follower) op(e *program.Edge, op *program.Op) error {
	pos := op.Pos
	if !pos.IsValid() {
		pos = e.Pos
	}
	switch op.Kind {
	case program.OpAssume, program.OpCheck:
		if w.branches && !w.last && w.fixed(op.Expr) {
			return nil // true for all inputs
		}
		t, err := w.term(op.Expr, pos)
		if err != nil {
			return err
		}
		if w.last {
			holds, err := w.eval.Bool(t)
			if err != nil {
				return err
			}
			if !holds {
				if err := w.require(w.f.Not(t), pos); err != nil {
					return err
				}
				return errEnds
			}
		}
		return w.require(t, pos)
	case program.OpAssign:
		t, err := w.term(op.Expr, pos)
		if err != nil {
			return err
		}
		w.state[op.Var.Sym] = t
		return nil
	case program.OpHavoc:
		return w.havoc(op)
	case program.OpAccess, program.OpAlloc, program.OpFree:
		return w.memory(op, pos)
	}
	return fmt.Errorf("operation %d cannot be followed", op.Kind)
}

// havoc makes a symbol.
func (w *follower) havoc(op *program.Op) error {
	if len(w.havocs) == 0 || w.havocs[0].Var != op.Var {
		return errors.New("the trace does not say which value came in")
	}
	value := w.f.Import(w.havocs[0].Value)
	w.havocs = w.havocs[1:]
	var sym *logic.Term
	if src := w.table.Of(op); src != nil && !src.Hidden {
		w.count[src.Number]++
		sym = w.table.Symbol(inputs.Slot{Source: src.Number, N: w.count[src.Number]})
		w.path.Value[sym] = value
	} else {
		sym = w.unknown(op.Var.Sort(), value)
	}
	w.state[op.Var.Sym] = sym
	return nil
}

// unknown makes a symbol that is no slot.
func (w *follower) unknown(s *logic.Sort, value *logic.Term) *logic.Term {
	w.fresh++
	sym := w.f.Var(fmt.Sprintf("#some.%d.%s", w.fresh, s), s)
	w.path.Unknowns = append(w.path.Unknowns, sym)
	w.path.Value[sym] = value
	return sym
}

// read is the value of a variable; one that was never written has an unknown one.
func (w *follower) read(sym *logic.Term) *logic.Term {
	t := w.state[sym]
	if t == nil {
		t = w.unknown(sym.Sort(), w.f.Zero(sym.Sort()))
		w.state[sym] = t
	}
	return t
}

// term is the value of a term of the program.
func (w *follower) term(t *logic.Term, pos program.Pos) (*logic.Term, error) {
	vars, ok := w.free[t]
	if !ok {
		vars = logic.FreeVars(t)
		w.free[t] = vars
	}
	if len(vars) == 0 {
		return t, nil
	}
	m := make(map[*logic.Term]*logic.Term, len(vars))
	for _, v := range vars {
		if w.p.VarOf(v) == nil {
			continue // an address, which is none here: constants were put in their place
		}
		m[v] = w.read(v)
	}
	return w.plain(w.f.Subst(t, m), pos)
}

// require adds a conjunct.
func (w *follower) require(t *logic.Term, pos program.Pos) error {
	for _, c := range logic.Conjuncts(t) {
		if c.IsTrue() || w.known[c] {
			continue
		}
		holds, err := w.eval.Bool(c)
		if err != nil {
			return err
		}
		if !holds {
			return fmt.Errorf("the execution does not satisfy %s", c)
		}
		w.known[c] = true
		w.path.Conditions = append(w.path.Conditions, Condition{c, pos})
	}
	return nil
}

// pin demands the value that t has in the execution, and returns it.
func (w *follower) pin(t *logic.Term, pos program.Pos) (*logic.Term, error) {
	if t.IsConst() {
		return t, nil
	}
	v, err := w.eval.Eval(t)
	if err != nil {
		return nil, err
	}
	v = w.f.Import(v)
	w.path.Pinned++
	return v, w.require(w.f.Eq(t, v), pos)
}
