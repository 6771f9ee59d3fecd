package vc

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
)

// variable is a variable after inlining: a global, or a local, parameter or saved value of one procedure
// instance.
type variable struct {
	name  string
	typ   boogie.Type // type parameters are those of the verified procedure only
	decl  *boogie.Variable
	in    *scope // the instance it belongs to; nil for a global
	saved bool   // a copy of a global at a call, for old
}

// scope resolves names in one instance of a procedure.
type scope struct {
	vars map[*boogie.Variable]*variable
	// old maps globals to copies of their values on entry; without an entry, a global is unchanged since.
	old map[*boogie.Variable]*variable
	// params are the procedure's type parameters, instantiated by args.
	params []string
	args   []boogie.Type
}

// expression is an expression with the scope of its names.
type expression struct {
	e  boogie.Expr
	in *scope
}

type op uint8

const (
	opAssume op = iota
	opAssert
	opAssign
	opHavoc
	opForget // the variables are dead from here on
)

// command is one step of a block.
type command struct {
	op      op
	cond    expression
	negated bool // of opAssume
	check   *check
	vars    []*variable
	lhs     []expression // of opAssign: left sides; nil: vars
	rhs     []expression
	// facts of opAssume are intervals to assume.
	facts map[*variable]interval
	// dead, of opAssume: the point is unreachable.
	dead bool
	// attrs are the attributes of an assume statement.
	attrs boogie.Attributes
}

// check is the report of an assertion.
type check struct {
	id     CheckID
	attrs  boogie.Attributes
	pos    boogie.Pos
	clause boogie.Pos
	source *boogie.SourceLoc
	in     *scope
}

// block is a basic block: commands, then a nondeterministic choice of successors.
type block struct {
	cmds  []command
	succs []int
	in    *scope // of the instance
	// loop is the statement whose loop head the block is.
	loop *boogie.While
	// label is where the label stands that the block begins with, if any.
	label boogie.Pos
	// branches is set if the successors begin with a condition and its negation.
	branches bool
}

// graph is the control-flow graph of one procedure with its calls inlined.
//
// Invariant: after cutLoops it is acyclic; edges are indices of blocks.
type graph struct {
	program *program
	unit    *unit
	blocks  []*block
	entry   int
	exit    int // end of the body
	top     *scope
	globals map[*boogie.Variable]*variable
	made    map[*boogie.Ident]*boogie.Variable // names that are not in the program, see identOf
	// deep are procedures called beyond their depth of inlining.
	deep []*boogie.Procedure

	commands int
	names    map[string]int
	inlined  map[*boogie.Procedure]int // number of enclosing instances of each procedure during translation
}

// giveUp is panicked to abandon a procedure with a reason.
type giveUp struct{ reason string }

func fail(format string, args ...any) { panic(giveUp{fmt.Sprintf(format, args...)}) }

// buildGraph translates a unit.
func buildGraph(p *program, u *unit) *graph {
	g := &graph{program: p, unit: u, globals: map[*boogie.Variable]*variable{}, made: map[*boogie.Ident]*boogie.Variable{}, names: map[string]int{}, inlined: map[*boogie.Procedure]int{}}
	for _, v := range p.globals {
		g.globals[v] = &variable{name: v.Name, typ: p.ast.VarType(v), decl: v}
	}
	s := g.newScope(u.proc, u, nil)
	g.top = s
	b := &builder{g: g, s: s, labels: map[string]int{}}
	g.entry = b.start()
	for _, v := range p.globals {
		b.assumeWhere(v)
	}
	g.save(b, s, u.proc)
	for _, v := range append(u.ins[:len(u.ins):len(u.ins)], append(u.outs[:len(u.outs):len(u.outs)], u.body.Locals...)...) {
		b.assumeWhere(v)
	}
	for _, r := range u.proc.Requires {
		b.assume(r.Cond)
	}
	b.body(u.body)
	g.exit = b.exit
	defer g.splitEntries()
	for _, e := range u.proc.Ensures {
		if !e.Free {
			b.assert(e.Cond, &check{id: p.id(Postcondition, e, nil), attrs: e.Attrs, pos: e.Pos, clause: e.Pos})
		}
	}
	return g
}

// variable creates a variable of an instance.
func (g *graph) variable(name string, t boogie.Type, decl *boogie.Variable) *variable {
	n := g.names[name]
	g.names[name]++
	if n > 0 {
		name = fmt.Sprintf("%s~%d", name, n)
	}
	return &variable{name: name, typ: t, decl: decl}
}

// newScope creates the variables of a procedure instance; with a unit also those of its body.
func (g *graph) newScope(d *boogie.Procedure, u *unit, args []boogie.Type) *scope {
	if u != nil && !slices.Equal(u.types, d.TypeParams) {
		fail("the implementation of %s has other names for the type parameters than the procedure, which is not supported", d.Name)
	}
	s := &scope{vars: map[*boogie.Variable]*variable{}, old: map[*boogie.Variable]*variable{}, params: d.TypeParams, args: args}
	add := func(v *boogie.Variable) *variable {
		t := g.program.ast.VarType(v)
		if args != nil {
			t = boogie.Instantiate(t, d.TypeParams, args)
		}
		x := g.variable(v.Name, t, v)
		x.in = s
		s.vars[v] = x
		return x
	}
	for i, v := range d.Ins {
		if x := add(v); u != nil {
			s.vars[u.ins[i]] = x
		}
	}
	for i, v := range d.Outs {
		if x := add(v); u != nil {
			s.vars[u.outs[i]] = x
		}
	}
	if u != nil {
		for _, v := range u.body.Locals {
			add(v)
		}
	}
	return s
}

// save copies the globals that the procedure may modify, for old.
func (g *graph) save(b *builder, s *scope, d *boogie.Procedure) {
	for _, v := range g.program.modified(d) {
		x := g.variable("old("+v.Name+")", g.program.ast.VarType(v), v)
		x.in, x.saved = s, true
		b.set(x, expression{g.identOf(v), s})
		s.old[v] = x
	}
}

// identOf is an expression for a variable.
func (g *graph) identOf(v *boogie.Variable) boogie.Expr {
	e := boogie.Id(v.Name)
	g.made[e] = v
	return e
}

// decl is the variable that a name stands for.
func (g *graph) decl(e *boogie.Ident) *boogie.Variable {
	if v := g.made[e]; v != nil {
		return v
	}
	return g.program.ast.Var(e)
}

// lookup resolves a declared variable in a scope; nil for constants and bound variables.
func (g *graph) lookup(s *scope, v *boogie.Variable, old bool) *variable {
	if x := s.vars[v]; x != nil {
		return x
	}
	if old {
		if x := s.old[v]; x != nil {
			return x
		}
	}
	return g.globals[v]
}

// sortVariables orders variables independently of map iteration. Names are unique; names of saved globals are
// made so.
func sortVariables(xs []*variable) {
	slices.SortFunc(xs, func(a, b *variable) int { return strings.Compare(a.name, b.name) })
}
