package cfa

import (
	"fmt"
	"math/bits"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/modelfile"
)

// builder constructs the program of a model.
type builder struct {
	p     *parser
	prog  *program.Program
	main  *process
	locs  map[string]*program.Location
	bits  []*program.Var // choose among edges
	last  int            // identifier of the latest havoc
	input int            // identifier of the latest input
}

func build(p *parser, m *model) (*program.Program, error) {
	b := &builder{p: p, main: m.main, locs: map[string]*program.Location{},
		prog: &program.Program{Terms: logic.NewFactory(), Files: []string{p.file}}}
	p.f, p.vars = b.prog.Terms, map[string]*program.Var{}
	start := b.prog.NewLocation(m.main.name.text, m.main.name.pos)
	b.prog.Init = start
	if err := b.declare(m); err != nil {
		return nil, err
	}
	first, err := b.locations()
	if err != nil {
		return nil, err
	}
	initial := b.prog.NewEdge(start, first)
	initial.Pos = first.Pos
	declared := b.prog.Vars
	for _, e := range m.main.edges {
		if err := b.edge(e); err != nil {
			return nil, err
		}
	}
	for _, l := range b.prog.Locs {
		b.choose(l)
	}
	for _, v := range declared {
		initial.Ops = append(initial.Ops, b.havoc(v, first.Pos, false))
	}
	// Havocs that the error does not depend on are not reported as inputs.
	for i, live := 0, passes.Live(b.prog); i < len(initial.Ops); i++ {
		if op := &initial.Ops[i]; live.Has(first, op.Var) {
			op.Input = b.newInput(op.Var, op.Pos)
		}
	}
	b.prog.Lowered = mathematical(b.prog)
	program.MarkLoopHeads(b.prog)
	return b.prog, nil
}

// mathematical reports whether lowering to integers is unnecessary or impossible, because integers and bit-vectors mix.
func mathematical(p *program.Program) bool {
	vectors := false
	number := false
	var look func(s *logic.Sort)
	look = func(s *logic.Sort) {
		switch {
		case s.IsArray():
			look(s.Index())
			look(s.Elem())
		case s.IsBV() || s.IsFloat():
			vectors = true
		case s.IsArith():
			number = true
		}
	}
	for _, v := range p.Vars {
		look(v.Sort())
	}
	return number || !vectors
}

// declare makes the variables. A variable of the process hides a global one of
// its name.
func (b *builder) declare(m *model) error {
	scopes := [][]declaration{m.globals, m.main.vars}
	global := map[string]bool{}
	for _, d := range m.globals {
		global[d.name.text] = true
	}
	for i, ds := range scopes {
		seen := map[string]program.Pos{}
		for _, d := range ds {
			name := d.name.text
			if at, ok := seen[name]; ok {
				return modelfile.Errorf(d.name.pos, "variable %s is already declared at line %d; rename one", name, at.Line)
			}
			seen[name] = d.name.pos
			unique := name
			if i == 1 && global[name] {
				unique = m.main.name.text + "::" + name
			}
			b.p.vars[name] = b.prog.NewVar(unique, d.sort)
		}
	}
	return nil
}

// locations makes the locations of the process and returns the initial one. All
// error locations are one in the program.
func (b *builder) locations() (*program.Location, error) {
	var first *program.Location
	for _, d := range b.main.locs {
		name := d.name.text
		if b.locs[name] != nil {
			return nil, modelfile.Errorf(d.name.pos, "location %s is already declared; rename one", name)
		}
		if d.kind == "error" && b.prog.Error != nil {
			b.locs[name] = b.prog.Error
			continue
		}
		l := b.prog.NewLocation(b.main.name.text, d.name.pos)
		b.locs[name] = l
		switch d.kind {
		case "error":
			b.prog.Error = l
		case "init":
			if first != nil {
				return nil, modelfile.Errorf(d.name.pos, "location %s is a second initial location; mark one location init", name)
			}
			first = l
		}
	}
	if first == nil {
		return nil, modelfile.Errorf(b.main.name.pos, "process %s has no initial location; mark one location init", b.main.name.text)
	}
	if b.prog.Error == nil {
		b.prog.Error = b.prog.NewLocation(b.main.name.text, b.main.name.pos)
	}
	return first, nil
}

func (b *builder) location(t token) (*program.Location, error) {
	if l := b.locs[t.text]; l != nil {
		return l, nil
	}
	return nil, modelfile.Errorf(t.pos, "location %s is not declared; declare it with loc %s", t.text, t.text)
}

// edge reads the statements of an edge; those after an error are unreachable.
func (b *builder) edge(d edge) error {
	src, err := b.location(d.src)
	if err != nil {
		return err
	}
	dst, err := b.location(d.dst)
	if err != nil {
		return err
	}
	var ops []program.Op
	if d.body > 0 {
		for b.p.i = d.body; !b.p.tok().is("}"); {
			if b.p.accept(";") {
				continue
			}
			op, err := b.statement()
			if err != nil {
				return err
			}
			ops = append(ops, op)
		}
	}
	if src == b.prog.Error {
		return nil
	}
	b.prog.NewEdge(src, dst, ops...).Pos = d.src.pos
	return nil
}

func (b *builder) statement() (program.Op, error) {
	p, t := b.p, *b.p.tok()
	switch {
	case t.kind == word && p.peek(1).is(":="):
		v, err := b.variable()
		if err != nil {
			return program.Op{}, err
		}
		p.i++
		x, err := p.expr()
		if err != nil {
			return program.Op{}, err
		}
		if x, err = convert(p.f, x, v.Sort(), "variable "+t.text); err != nil {
			return program.Op{}, err
		}
		op := program.Assign(v, x.t)
		op.Pos = t.pos
		return op, nil
	case p.accept("assume"):
		x, err := p.expr()
		if err != nil {
			return program.Op{}, err
		}
		if err := (&application{f: p.f, op: t}).want(x, logic.Bool); err != nil {
			return program.Op{}, err
		}
		op := program.Assume(x.t)
		op.Pos = t.pos
		return op, nil
	case p.accept("havoc"):
		v, err := b.variable()
		if err != nil {
			return program.Op{}, err
		}
		return b.havoc(v, t.pos, true), nil
	case t.is("return"):
		return program.Op{}, modelfile.Unsupported(t.pos, "return is not supported; the main process returns nothing")
	}
	return program.Op{}, modelfile.Errorf(t.pos, "%v where a statement is expected; write NAME := EXPRESSION, assume CONDITION or havoc NAME", &t)
}

// variable reads the variable that a statement changes.
func (b *builder) variable() (*program.Var, error) {
	name, err := b.p.name("variable")
	if err != nil {
		return nil, err
	}
	v := b.p.vars[name.text]
	if v == nil {
		return nil, modelfile.Errorf(name.pos, "variable %s is not declared; declare it with var %s : TYPE", name.text, name.text)
	}
	return v, nil
}

// havoc assigns v a nondeterministic value; an input is reported in counterexamples.
func (b *builder) havoc(v *program.Var, pos program.Pos, input bool) program.Op {
	var in *program.Input
	if input {
		in = b.newInput(v, pos)
	}
	op := program.Havoc(v, in)
	b.last++
	op.ID, op.Pos = b.last, pos
	return op
}

func (b *builder) newInput(v *program.Var, pos program.Pos) *program.Input {
	b.input++
	return &program.Input{ID: b.input, Callee: v.Name, Type: typeName(v.Sort()), Sort: v.Sort(), Pos: pos, Paren: pos, Func: b.main.name.text}
}

// choose makes the choice among the edges that leave l explicit where their
// leading assumptions leave it open: havocked bits before the edges, and in front
// of each edge an assumption about them. Every combination of bits selects one
// edge.
func (b *builder) choose(l *program.Location) {
	n := len(l.Out)
	if n < 2 || b.deterministic(l.Out) {
		return
	}
	at := b.prog.NewLocation(l.Func, l.Pos)
	at.Out, l.Out = l.Out, nil
	var ops []program.Op
	for k := range bits.Len(uint(n - 1)) {
		if k == len(b.bits) {
			v := b.prog.NewVar(fmt.Sprintf("choice#%d", k), logic.Bool)
			v.Temp = true
			b.bits = append(b.bits, v)
		}
		ops = append(ops, b.havoc(b.bits[k], l.Pos, false))
	}
	b.split(at, at.Out, b.prog.Terms.True(), 0)
	b.prog.NewEdge(l, at, ops...).Pos = l.Pos
}

// split guards edges by bits from the k-th on: half of them by each value.
func (b *builder) split(at *program.Location, es []*program.Edge, guard *logic.Term, k int) {
	if len(es) == 1 {
		op := program.Assume(guard)
		op.Pos = es[0].Pos
		es[0].Src, es[0].Ops = at, append([]program.Op{op}, es[0].Ops...)
		return
	}
	f, bit := b.prog.Terms, b.bits[k].Sym
	half := (len(es) + 1) / 2
	b.split(at, es[:half], f.And(guard, bit), k+1)
	b.split(at, es[half:], f.And(guard, f.Not(bit)), k+1)
}

// deterministic reports whether the leading assumptions of the edges exclude
// each other, as far as simplification shows it. Then every edge has one.
func (b *builder) deterministic(es []*program.Edge) bool {
	if len(es)*len(es) > 2*maxPairs {
		return false
	}
	f := b.prog.Terms
	guards := make([]*logic.Term, len(es))
	for i, e := range es {
		guards[i] = f.And(leading(e)...)
		for _, g := range guards[:i] {
			if !f.And(g, guards[i]).IsFalse() {
				return false
			}
		}
	}
	for _, e := range es {
		if len(leading(e)) == 0 {
			op := program.Assume(f.True())
			op.Pos = e.Pos
			e.Ops = append([]program.Op{op}, e.Ops...)
		}
	}
	return true
}

// leading returns the assumptions an edge starts with.
func leading(e *program.Edge) []*logic.Term {
	var cs []*logic.Term
	for i := 0; i < len(e.Ops) && e.Ops[i].Kind == program.OpAssume; i++ {
		cs = append(cs, e.Ops[i].Expr)
	}
	return cs
}
