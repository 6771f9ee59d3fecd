package lower

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/boogie"
	"cupel/product/boogie/vc"
)

// Options of the lowering.
type Options struct {
	// Weaken drops assumptions that cannot be expressed. A proof of the result holds for the procedure; an
	// error may not.
	Weaken bool
	// Goal selects the assertions that are goals; the others are assumed. nil: all are goals.
	Goal func(*vc.Failure) bool
}

// Fact is the note of assumptions with {:fact}, which hold for all values of their variables.
const Fact = "fact"

// A Procedure is a lowered procedure: a program whose goals are its assertions.
type Procedure struct {
	Program *program.Program
	Flow    *vc.Flow
	// Checks are the reports of the goals, indexed by goal ID minus one.
	Checks []vc.Failure
	// Loops maps the heads of the procedure's own while statements to these.
	Loops map[*program.Location]*boogie.While
	// Markers are the attributes of assumptions with {:marker}, by the edge that ends with one.
	Markers map[*program.Edge]boogie.Attributes
	// Chosen contains the IDs of the havocs whose values the environment chooses: those after an assumption
	// with {:outside}.
	Chosen map[int]bool
	// Weakened is set if an assumption was dropped.
	Weakened bool

	cells  map[*program.Var]int
	choice *program.Var
}

// Unsupported reports a construct that cannot be lowered.
type Unsupported struct {
	File   string
	Pos    boogie.Pos
	Reason string
}

func (e *Unsupported) Error() string { return fmt.Sprintf("%s:%s: %s", e.File, e.Pos, e.Reason) }

// Lower translates a procedure of a checked program. Unsupported constructs are an error of type *Unsupported.
func Lower(ctx context.Context, p *boogie.Checked, procedure string, o Options) (*Procedure, error) {
	flow, err := vc.NewFlow(p, procedure)
	if err != nil {
		return nil, unsupported(p, err)
	}
	b := &builder{
		Procedure: &Procedure{
			Program: &program.Program{Terms: flow.Terms, Files: []string{p.File}},
			Flow:    flow, Loops: map[*program.Location]*boogie.While{}, Markers: map[*program.Edge]boogie.Attributes{},
			Chosen: map[int]bool{}, cells: map[*program.Var]int{},
		},
		o: o, file: p.File, f: flow.Terms, functions: map[string]*program.Var{}, goals: map[vc.CheckID]*program.Goal{},
	}
	return b.build(ctx)
}

// builder is a lowering in progress.
type builder struct {
	*Procedure
	o    Options
	file string
	f    *logic.Factory

	vars      []*program.Var          // by cell of the flow
	functions map[string]*program.Var // arrays representing functions
	goals     map[vc.CheckID]*program.Goal
	havocs    int
}

// refused is panicked to end the lowering.
type refused struct{ err *Unsupported }

func (b *builder) refuse(at boogie.Pos, format string, args ...any) {
	panic(refused{&Unsupported{b.file, at, fmt.Sprintf(format, args...)}})
}

// ended recovers refused; the deferring function returns it as its error.
func ended[T any](result **T, err *error) {
	switch e := recover().(type) {
	case nil:
	case refused:
		*result, *err = nil, e.err
	default:
		panic(e)
	}
}

// unsupported converts the error of a missing flow.
func unsupported(p *boogie.Checked, err error) error {
	var fe *vc.FlowError
	if errors.As(err, &fe) {
		return &Unsupported{p.File, fe.Pos, fe.Reason}
	}
	return err
}

func (b *builder) build(ctx context.Context) (p *Procedure, err error) {
	defer ended(&p, &err)
	proc := b.Flow.Procedure
	if b.Flow.Opaque != "" {
		b.refuse(proc.Pos, "something is said about all values of the type %s, which may be finite", b.Flow.Opaque)
	}
	q := b.Program
	for i := range b.Flow.Cells {
		b.vars = append(b.vars, b.variable(proc.Pos, b.Flow.Cells[i].Sym))
		b.cells[b.vars[i]] = i
	}
	q.Init = q.NewLocation(proc.Name, b.pos(proc.Pos))
	q.Error = q.NewLocation(proc.Name, program.Pos{})
	entries := make([]*program.Location, len(b.Flow.Blocks))
	for i := range entries {
		entries[i] = q.NewLocation(proc.Name, program.Pos{})
	}
	b.start(entries[b.Flow.Entry])
	for i := range b.Flow.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.block(&b.Flow.Blocks[i], entries[i], entries)
	}
	b.initialise()
	q.Lowered = true
	for _, v := range q.Vars {
		q.Lowered = q.Lowered && !bits(v.Sort())
	}
	b.prune()
	program.MarkLoopHeads(q)
	q.VarOf(nil)
	if err := program.SanityProgram(q); err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	return b.Procedure, nil
}

func (b *builder) pos(p boogie.Pos) program.Pos {
	return program.Pos{File: b.file, Line: p.Line, Col: p.Col}
}

// variable declares the variable for a symbol.
func (b *builder) variable(at boogie.Pos, sym *logic.Term) *program.Var {
	if !supported(sym.Sort()) {
		b.refuse(at, "values of type real are not supported in %s", sym.Name())
	}
	v := &program.Var{Name: sym.Name(), Sym: sym}
	b.Program.Vars = append(b.Program.Vars, v)
	return v
}

func supported(s *logic.Sort) bool {
	if s.IsArray() {
		return supported(s.Index()) && supported(s.Elem())
	}
	return s.IsInt() || s.IsBool() || s.IsBV()
}

func bits(s *logic.Sort) bool {
	if s.IsArray() {
		return bits(s.Index()) || bits(s.Elem())
	}
	return s.IsBV()
}

// havoc returns a havoc with the next ID.
func (b *builder) havoc(v *program.Var, at boogie.Pos) program.Op {
	b.havocs++
	return program.Op{Kind: program.OpHavoc, Var: v, ID: b.havocs, Pos: b.pos(at)}
}

func (b *builder) assume(t *logic.Term, at boogie.Pos) program.Op {
	return program.Op{Kind: program.OpAssume, Expr: t, Pos: b.pos(at)}
}

// start adds the edge to the entry, which assumes the background.
func (b *builder) start(entry *program.Location) {
	var ops []program.Op
	for _, t := range b.Flow.Background {
		if u, ok := b.term(t, b.Flow.Procedure.Pos, b.o.Weaken); ok && !u.IsTrue() {
			ops = append(ops, b.assume(u, b.Flow.Procedure.Pos))
		}
	}
	b.Program.NewEdge(b.Program.Init, entry, ops...)
}

// initialise havocs all variables before everything else, including those created during the lowering.
func (b *builder) initialise() {
	e := b.Program.Init.Out[0]
	ops := make([]program.Op, 0, len(b.Program.Vars)+len(e.Ops))
	for _, v := range b.Program.Vars {
		if v != b.choice {
			ops = append(ops, b.havoc(v, b.Flow.Procedure.Pos))
		}
	}
	e.Ops = append(ops, e.Ops...)
}

// block adds the edges of a block, from its entry to those of its successors.
func (b *builder) block(blk *vc.FlowBlock, at *program.Location, entries []*program.Location) {
	q := b.Program
	if blk.Loop != nil {
		at.Pos, at.LoopPos = b.pos(blk.Loop.Pos), b.pos(blk.Loop.Pos)
		if blk.Own {
			b.Loops[at] = blk.Loop
		}
	}
	var ops []program.Op
	chosen := false
	next := func(pos boogie.Pos) *program.Edge {
		to := q.NewLocation(b.Flow.Procedure.Name, b.pos(pos))
		e := q.NewEdge(at, to, ops...)
		at, ops = to, nil
		return e
	}
	for i := range blk.Steps {
		s := &blk.Steps[i]
		switch s.Kind {
		case vc.StepAssume:
			if t, ok := b.term(s.Cond, s.Pos, b.o.Weaken); ok && !t.IsTrue() {
				ops = append(ops, b.assume(t, s.Pos))
				if s.Attrs.Find("fact") != nil {
					ops[len(ops)-1].Note = Fact
				}
			}
			if s.Attrs.Find("marker") != nil {
				b.Markers[next(s.Pos)] = s.Attrs
			}
			chosen = chosen || s.Attrs.Find("outside") != nil
		case vc.StepAssert:
			goal := b.o.Goal == nil || b.o.Goal(&s.Check)
			t, ok := b.term(s.Cond, s.Pos, b.o.Weaken && !goal)
			if !ok || t.IsTrue() {
				continue
			}
			if !goal {
				ops = append(ops, b.assume(t, s.Pos))
				continue
			}
			if len(ops) > 0 {
				next(s.Pos)
			}
			e := q.NewEdge(at, q.Error, b.assume(b.f.Not(t), s.Pos))
			e.Pos, e.Goal = b.pos(s.Pos), b.goal(&s.Check)
			ops = append(ops, b.assume(t, s.Pos))
		case vc.StepAssign:
			ops = append(ops, b.assign(s)...)
		case vc.StepHavoc:
			for _, c := range s.Cells {
				ops = append(ops, b.havoc(b.vars[c], s.Pos))
				if chosen {
					b.Chosen[b.havocs] = true
				}
			}
			chosen = false
		}
	}
	b.leave(blk, at, ops, entries)
}

// leave adds the edges to the successors; an unknown number selects among several.
func (b *builder) leave(blk *vc.FlowBlock, at *program.Location, ops []program.Op, entries []*program.Location) {
	q := b.Program
	n := len(blk.Succs)
	switch {
	case n == 0:
		q.NewEdge(at, q.NewLocation(b.Flow.Procedure.Name, program.Pos{}), ops...)
		return
	case n == 1:
		q.NewEdge(at, entries[blk.Succs[0]], ops...)
		return
	}
	if b.choice == nil {
		b.choice = b.variable(boogie.Pos{}, b.f.Fresh("choice", logic.Int))
	}
	branch := q.NewLocation(b.Flow.Procedure.Name, at.Pos)
	if blk.Branches && n == 2 {
		// The successors' initial conditions are put on the edges.
		if c, ok := b.condition(blk); ok {
			q.NewEdge(at, branch, ops...)
			q.NewEdge(branch, entries[blk.Succs[0]], b.assume(c, boogie.Pos{}))
			q.NewEdge(branch, entries[blk.Succs[1]], b.assume(b.f.Not(c), boogie.Pos{}))
			return
		}
	}
	q.NewEdge(at, branch, append(ops, b.havoc(b.choice, boogie.Pos{}))...)
	rest := b.f.True()
	for i, s := range blk.Succs {
		is := b.f.Eq(b.choice.Sym, b.f.IntConst(int64(i)))
		if i == n-1 {
			is = b.f.True()
		}
		q.NewEdge(branch, entries[s], b.assume(b.f.And(rest, is), boogie.Pos{}))
		rest = b.f.And(rest, b.f.Not(is))
	}
}

// condition returns the branch condition, from the first step of the first successor.
func (b *builder) condition(blk *vc.FlowBlock) (*logic.Term, bool) {
	var c [2]*logic.Term
	for i, s := range blk.Succs {
		steps := b.Flow.Blocks[s].Steps
		if len(steps) == 0 || steps[0].Kind != vc.StepAssume {
			return nil, false
		}
		t, ok := b.term(steps[0].Cond, steps[0].Pos, b.o.Weaken)
		if !ok {
			return nil, false
		}
		c[i] = t
	}
	return c[0], c[1] == b.f.Not(c[0])
}

// assign turns a parallel assignment into a sequence; values read later and overwritten earlier are saved
// first.
func (b *builder) assign(s *vc.Step) []program.Op {
	var saved, out []program.Op
	written := map[*logic.Term]bool{}
	kept := map[*logic.Term]*logic.Term{}
	for i, c := range s.Cells {
		t, ok := b.term(s.Values[i], s.Pos, b.o.Weaken)
		v := b.vars[c]
		if !ok {
			out = append(out, b.havoc(v, s.Pos))
			written[v.Sym] = true
			continue
		}
		for _, sym := range logic.FreeVars(t) {
			if written[sym] && kept[sym] == nil {
				tmp := b.variable(s.Pos, b.f.Fresh("kept", sym.Sort()))
				tmp.Temp = true
				kept[sym] = tmp.Sym
				saved = append(saved, program.Op{Kind: program.OpAssign, Var: tmp, Expr: sym, Pos: b.pos(s.Pos)})
			}
		}
		if len(kept) > 0 {
			t = b.f.Subst(t, kept)
		}
		written[v.Sym] = true
		if t != v.Sym {
			out = append(out, program.Op{Kind: program.OpAssign, Var: v, Expr: t, Pos: b.pos(s.Pos)})
		}
	}
	return append(saved, out...)
}

// goal returns the goal of an assertion; its copies share it.
func (b *builder) goal(c *vc.Failure) *program.Goal {
	g := b.goals[c.ID]
	if g == nil {
		b.Checks = append(b.Checks, *c)
		g = &program.Goal{ID: len(b.Checks), Note: c.Text(), Func: b.Flow.Procedure.Name, Pos: b.pos(c.Pos)}
		b.goals[c.ID] = g
	}
	return g
}

// prune removes unreachable locations.
func (b *builder) prune() {
	q := b.Program
	seen := map[*program.Location]bool{q.Init: true, q.Error: true}
	for stack := []*program.Location{q.Init}; len(stack) > 0; {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range l.Out {
			if !seen[e.Dst] {
				seen[e.Dst] = true
				stack = append(stack, e.Dst)
			}
		}
	}
	var locs []*program.Location
	for _, l := range q.Locs {
		if !seen[l] {
			delete(b.Loops, l)
			continue
		}
		l.ID = len(locs)
		locs = append(locs, l)
		l.In = keep(l.In, seen)
	}
	q.Locs, q.Edges = locs, keep(q.Edges, seen)
	for i, e := range q.Edges {
		e.ID = i
	}
}

func keep(es []*program.Edge, seen map[*program.Location]bool) []*program.Edge {
	var out []*program.Edge
	for _, e := range es {
		if seen[e.Src] {
			out = append(out, e)
		}
	}
	return out
}

// Cell returns the cell of a variable; nil for functions and auxiliary variables.
func (p *Procedure) Cell(v *program.Var) *vc.Cell {
	if i, ok := p.cells[v]; ok {
		return &p.Flow.Cells[i]
	}
	return nil
}

// Choice reports whether a variable selects among nondeterministic successors.
func (p *Procedure) Choice(v *program.Var) bool { return v != nil && v == p.choice }
