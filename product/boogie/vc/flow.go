package vc

import (
	"fmt"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// A Flow is a procedure as a control-flow graph of steps over terms, with its loops: calls are inlined or
// replaced by contracts as in a verification condition. Initial values are arbitrary, except for assumptions in
// the entry block.
type Flow struct {
	Info      *boogie.Info // of the program
	Procedure *boogie.Procedure
	Terms     *logic.Factory
	Cells     []Cell // variables, in order of first occurrence
	Blocks    []FlowBlock
	Entry     int
	// Background holds in all executions: axioms and the distinctness of unique constants.
	Background []*logic.Term
	// Opaque is an uninterpreted type over which something is quantified, or "". Its values are integers here,
	// an infinite universe.
	Opaque string
}

// A Cell is the symbol of a variable, or of a component of a datatype variable.
type Cell struct {
	Sym  *logic.Term
	Name string
	Decl *boogie.Variable
	Path []int // indices of the members leading to the component
	// Own is set for globals and variables of the procedure itself, not of inlined calls.
	Own   bool
	Saved bool // the value of a global at the beginning or at a call
	Const bool // a constant of the program
}

// A FlowBlock is a sequence of steps followed by any of its successors.
type FlowBlock struct {
	Steps []Step
	Succs []int
	// Loop is the statement whose loop head the block is; nil if none.
	Loop *boogie.While
	// Own is set for blocks of the procedure itself.
	Own bool
	// Branches is set if the two successors begin with a condition and its negation.
	Branches bool
}

// StepKind is the kind of a step.
type StepKind uint8

// The kinds of steps.
const (
	StepAssume StepKind = iota // Cond
	StepAssert                 // Cond
	StepAssign                 // Cells := Values, in parallel
	StepHavoc                  // Cells get arbitrary values
)

// A Step is one command of a Flow.
type Step struct {
	Kind   StepKind
	Pos    boogie.Pos
	Cond   *logic.Term
	Check  Failure // of StepAssert: the report if it fails, without State
	Cells  []int
	Values []*logic.Term
	Attrs  boogie.Attributes // of an assume statement
}

// FlowError reports why a procedure has no Flow.
type FlowError struct {
	Pos    boogie.Pos
	Reason string
}

func (e *FlowError) Error() string { return e.Pos.String() + ": " + e.Reason }

// NewFlow translates a procedure of a checked program. A *FlowError reports unsupported constructs.
func NewFlow(ast *boogie.Checked, procedure string) (flow *Flow, err error) {
	p := newProgram(ast)
	for _, u := range p.units {
		if u.proc.Name == procedure {
			return p.flow(u)
		}
	}
	return nil, fmt.Errorf("the program has no procedure %s with a body", procedure)
}

// flow builds and translates the graph of a unit, with its loops.
func (p *program) flow(u *unit) (fl *Flow, err error) {
	m := &flowMaker{cells: map[*variable][]int{}, at: u.proc.Pos}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case giveUp:
			fl, err = nil, &FlowError{m.at, e.reason}
		default:
			panic(e)
		}
	}()
	g := buildGraph(p, u)
	m.begin(g, u.proc)
	m.Entry, m.Blocks = g.entry, make([]FlowBlock, len(g.blocks))
	wheres := map[int][]command{}
	for _, l := range g.loops() {
		wheres[l.head] = g.blocks[l.head].wheres(g.changed(l))
	}
	for i, b := range g.blocks {
		fb := &m.Blocks[i]
		fb.Succs, fb.Loop, fb.Own, fb.Branches = b.succs, b.loop, b.in == g.top, b.branches
		for _, c := range b.cmds {
			if len(wheres[i]) > 0 && (c.op != opAssert && c.op != opAssume) {
				m.wheres(fb, wheres[i])
				wheres[i] = nil
			}
			m.step(fb, c)
		}
		m.wheres(fb, wheres[i])
	}
	m.finish(p, u.proc)
	return m.Flow, nil
}

// begin starts an empty flow.
func (m *flowMaker) begin(g *graph, d *boogie.Procedure) {
	m.tr = newTranslator(logic.NewFactory(), g)
	m.tr.shapes.flat = true
	m.Flow = &Flow{Info: g.program.ast.Info, Procedure: d, Terms: m.tr.f}
}

// finish adds the background and the constants that occur.
func (m *flowMaker) finish(p *program, d *boogie.Procedure) {
	m.at = d.Pos
	m.Background = (&condition{tr: m.tr}).background()
	for _, d := range p.consts {
		if v, ok := m.tr.consts[d]; ok {
			m.leaves(v, nil, func(t *logic.Term, path []int) {
				m.Cells = append(m.Cells, Cell{Sym: t, Name: d.Name, Decl: d, Path: path, Own: true, Const: true})
			})
		}
	}
	m.Opaque = m.tr.opaque
}

// flowMaker translates a graph to a Flow; cells maps a variable to its cells.
type flowMaker struct {
	*Flow
	tr    *translator
	cells map[*variable][]int
	at    boogie.Pos
}

// leaves visits the terms of a value with their paths.
func (m *flowMaker) leaves(v value, path []int, visit func(*logic.Term, []int)) {
	if v.term != nil {
		visit(v.term, path)
		return
	}
	for i, p := range v.parts {
		m.leaves(p, append(path[:len(path):len(path)], i), visit)
	}
}

// of returns the cells of a variable.
func (m *flowMaker) of(x *variable) []int {
	if ids, ok := m.cells[x]; ok {
		return ids
	}
	var ids []int
	m.leaves(m.tr.read(nil, x), nil, func(t *logic.Term, path []int) {
		ids = append(ids, len(m.Cells))
		m.Cells = append(m.Cells, Cell{Sym: t, Name: x.name, Decl: x.decl, Path: path, Own: x.in == nil || x.in == m.tr.g.top, Saved: x.saved})
	})
	m.cells[x] = ids
	return ids
}

// wheres adds the where clauses at a loop head, after its invariants.
func (m *flowMaker) wheres(b *FlowBlock, cmds []command) {
	for _, c := range cmds {
		m.step(b, c)
	}
}

// step translates one command to steps.
func (m *flowMaker) step(b *FlowBlock, c command) {
	if c.cond.e != nil {
		m.at = c.cond.e.Position()
	}
	env := func(e expression) *environment { return &environment{in: e.in} }
	s := Step{Pos: m.at, Attrs: c.attrs}
	switch c.op {
	case opAssume, opAssert:
		s.Cond = m.tr.bool(c.cond.e, env(c.cond))
		if c.negated {
			s.Cond = m.tr.f.Not(s.Cond)
		}
		if c.op == opAssert {
			s.Kind, s.Check, s.Pos = StepAssert, c.check.report(), c.check.pos
		}
	case opAssign:
		s.Kind = StepAssign
		for i, x := range c.vars {
			m.at = c.rhs[i].e.Position()
			v := m.tr.value(c.rhs[i].e, env(c.rhs[i]))
			if c.lhs != nil {
				v = m.tr.update(c.lhs[i].e, env(c.lhs[i]), v)
			}
			s.Cells = append(s.Cells, m.of(x)...)
			s.Values = v.leaves(s.Values)
		}
		s.Pos = m.at
	case opHavoc:
		s.Kind = StepHavoc
		for _, x := range c.vars {
			s.Cells = append(s.Cells, m.of(x)...)
		}
	default:
		return
	}
	m.read()
	b.Steps = append(b.Steps, s)
}

// read adds cells for variables read for the first time, ordered by name.
func (m *flowMaker) read() {
	if len(m.tr.initial) == len(m.cells) {
		return
	}
	var xs []*variable
	for x := range m.tr.initial {
		if _, ok := m.cells[x]; !ok {
			xs = append(xs, x)
		}
	}
	sortVariables(xs)
	for _, x := range xs {
		m.of(x)
	}
}
