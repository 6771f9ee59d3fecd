package vc

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
)

// variable is a variable of one procedure after inlining: a global, or a local,
// parameter or saved value of one instance.
type variable struct {
	name  string
	typ   boogie.Type // over no type parameters but those of the procedure verified
	decl  *boogie.Variable
	in    *scope // whose variable it is; nil for a global
	saved bool   // the value of a global at a call, for old
}

// scope is what names mean in one instance of a procedure.
type scope struct {
	vars map[*boogie.Variable]*variable
	// old are the globals as they were when the instance was entered; one that is
	// not here has not changed since.
	old map[*boogie.Variable]*variable
	// params are the types for the procedure's type parameters.
	params []string
	args   []boogie.Type
}

// expression is an expression in a scope.
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
	opForget // the variables are not read any more
)

// command is one step of a block.
type command struct {
	op      op
	cond    expression
	negated bool // of opAssume
	check   *check
	vars    []*variable
	lhs     []expression // of opAssign: the left sides; nil: the variables themselves
	rhs     []expression
	// facts are intervals to assume, of opAssume.
	facts map[*variable]interval
	// dead: nothing gets here, of opAssume.
	dead bool
	// attrs are those of an assume statement.
	attrs boogie.Attributes
}

// check is what an assertion reports.
type check struct {
	kind   Kind
	attrs  boogie.Attributes
	pos    boogie.Pos
	clause boogie.Pos
	source *boogie.SourceLoc
	in     *scope
}

type block struct {
	cmds  []command
	succs []int
	in    *scope // of the instance it belongs to
	// loop is the statement whose head the block is.
	loop *boogie.While
	// branches: the successors begin with a condition and its negation.
	branches bool
}

// graph is the control-flow graph of one procedure with its calls inlined.
type graph struct {
	program *program
	unit    *unit
	blocks  []*block
	entry   int
	exit    int // where the body ends
	top     *scope
	globals map[*boogie.Variable]*variable
	// deep are procedures that were called beyond their depth of inlining.
	deep []*boogie.Procedure

	commands int
	names    map[string]int
	inlined  map[*boogie.Procedure]int // instances around the current place
}

// giveUp ends the work on a procedure with a reason.
type giveUp struct{ reason string }

func fail(format string, args ...any) { panic(giveUp{fmt.Sprintf(format, args...)}) }

// buildGraph translates a unit.
func buildGraph(p *program, u *unit) *graph {
	g := &graph{program: p, unit: u, globals: map[*boogie.Variable]*variable{}, names: map[string]int{}, inlined: map[*boogie.Procedure]int{}}
	for _, v := range p.globals {
		g.globals[v] = &variable{name: v.Name, typ: v.Type, decl: v}
	}
	s := g.newScope(u.proc, u, nil)
	g.top = s
	b := &builder{g: g, s: s, labels: map[string]int{}}
	g.entry = b.start()
	for _, v := range p.globals {
		b.assumeWhere(v)
	}
	g.save(b, s, u.proc)
	for _, v := range u.proc.Ins {
		b.assumeWhere(v)
	}
	for _, v := range append(u.ins[:len(u.ins):len(u.ins)], append(u.outs[:len(u.outs):len(u.outs)], u.body.Locals...)...) {
		b.assumeWhere(v)
	}
	for _, r := range u.proc.Requires {
		b.assume(r.Cond)
	}
	b.body(u.body)
	g.exit = b.exit
	for _, e := range u.proc.Ensures {
		if !e.Free {
			b.assert(e.Cond, &check{kind: Postcondition, attrs: e.Attrs, pos: e.Pos, clause: e.Pos})
		}
	}
	return g
}

// variable makes a variable of an instance.
func (g *graph) variable(name string, t boogie.Type, decl *boogie.Variable) *variable {
	n := g.names[name]
	g.names[name]++
	if n > 0 {
		name = fmt.Sprintf("%s~%d", name, n)
	}
	return &variable{name: name, typ: t, decl: decl}
}

// newScope makes the variables of an instance of a procedure, with a unit also
// those of its body.
func (g *graph) newScope(d *boogie.Procedure, u *unit, args []boogie.Type) *scope {
	if u != nil && !slices.Equal(u.types, d.TypeParams) {
		fail("the implementation of %s has other names for the type parameters than the procedure, which is not supported", d.Name)
	}
	s := &scope{vars: map[*boogie.Variable]*variable{}, old: map[*boogie.Variable]*variable{}, params: d.TypeParams, args: args}
	add := func(v *boogie.Variable) *variable {
		t := v.Type
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

// save copies the globals that the procedure may change, for old.
func (g *graph) save(b *builder, s *scope, d *boogie.Procedure) {
	for _, v := range g.program.modified(d) {
		x := g.variable("old("+v.Name+")", v.Type, v)
		x.in, x.saved = s, true
		b.set(x, expression{identOf(v), s})
		s.old[v] = x
	}
}

// identOf is an expression for a variable.
func identOf(v *boogie.Variable) boogie.Expr { return &boogie.Ident{Name: v.Name, Decl: v} }

// lookup is what a declared variable means in a scope; nil for constants and bound
// variables.
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

// sortVariables puts variables into an order that does not depend on maps; names are
// unique except for saved globals, whose names are made unique, too.
func sortVariables(xs []*variable) {
	slices.SortFunc(xs, func(a, b *variable) int { return strings.Compare(a.name, b.name) })
}
