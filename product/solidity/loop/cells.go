package loop

import (
	"fmt"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// Engines know little about the elements of a mapping. So one element of each mapping is tracked in a variable:
// that of an arbitrary key, the same for all mappings with keys of its type. An invariant of it between
// transactions holds for all keys. It always equals the element, and reads with the same key use it. For
// balances, that of the contract is tracked.
//
// For interpolating engines all other elements are arbitrary. There an execution counts as a failure only if
// all elements read in its last transaction are tracked, which suffices for goals about one key.

// A cell is a tracked element.
type cell struct {
	of   string // the mapping variable
	name string // the variable with the element's value
	key  string // the variable with the element's key
	sort boogie.Type
}

// off is the variable that tells whether another element was read.
const off = "$off"

// keyName is the variable for a key of a type.
func keyName(t *ast.Type) string { return "$key." + t.Written() }

// cellName is the variable for an element.
func cellName(of string) string { return of + "$at" }

// follow declares variables for elements, and redirects reads and writes. vars are the state variables by name.
func (s *system) follow(vars map[string]*ast.VariableDeclaration) {
	cells := map[string]*cell{}
	var more []boogie.Decl
	declare := func(n string, t boogie.Type) {
		if !s.state[n] {
			more = append(more, boogie.V(n, t))
			s.state[n] = true
		}
	}
	for _, d := range s.p.Decls {
		g, ok := d.(*boogie.Variable)
		if !ok || g.Const {
			continue
		}
		m, ok := g.Type.(*boogie.MapType)
		if !ok || len(m.Args) != 1 || m.Args[0] != boogie.Type(boogie.Int) {
			continue
		}
		if _, nested := m.Result.(*boogie.MapType); nested {
			continue
		}
		c := &cell{of: g.Name, name: cellName(g.Name), sort: m.Result}
		switch v := vars[g.Name]; {
		case g.Name == translate.Balance && s.balance:
			c.key = "this"
		case v != nil && v.T.Kind == ast.Mapping && v.T.Key.Written() != "" && s.alone[g.Name]:
			c.key = keyName(v.T.Key)
			declare(keyName(v.T.Key), boogie.Int)
		default:
			continue
		}
		declare(c.name, c.sort)
		cells[c.of] = c
	}
	if len(cells) == 0 {
		return
	}
	if s.approximate {
		more = append(more, boogie.V(off, boogie.Bool))
	}
	s.cells = cells
	s.p.Decls = append(s.p.Decls, more...)
	for _, d := range s.p.Decls {
		if d, ok := d.(*boogie.Procedure); ok && d.Body != nil {
			f := &follower{cells: cells, alone: s.approximate, proc: d, known: map[string]string{}}
			d.Body.Stmts = f.stmts(d.Body.Stmts)
		}
	}
}

// follower rewrites the body of a procedure.
type follower struct {
	cells map[string]*cell
	alone bool // other elements do not exist
	proc  *boogie.Procedure
	out   []boogie.Stmt
	reads int
	// known are variables for elements read, valid until a change.
	known map[string]string
}

func (f *follower) stmts(ss []boogie.Stmt) []boogie.Stmt {
	saved := f.out
	f.out = nil
	clear(f.known)
	for _, s := range ss {
		f.stmt(s)
	}
	clear(f.known)
	out := f.out
	f.out = saved
	return out
}

// stmt rewrites a statement, and maintains known.
func (f *follower) stmt(s boogie.Stmt) {
	switch s := s.(type) {
	case *boogie.Assert:
		s.Cond = f.read(s.Cond)
		if f.alone {
			f.out = append(f.out, &boogie.Assume{Cond: boogie.NotOf(boogie.Id(off))})
		}
	case *boogie.Assume:
		s.Cond = f.read(s.Cond)
	case *boogie.If:
		if s.Cond != nil {
			s.Cond = f.read(s.Cond)
		}
		s.Then, s.Else = f.stmts(s.Then), f.stmts(s.Else)
	case *boogie.While: // its condition is read in each iteration
		s.Body = f.stmts(s.Body)
	case *boogie.Call:
		for i := range s.Args {
			s.Args[i] = f.read(s.Args[i])
		}
	case *boogie.Assign:
		f.assign(s)
		clear(f.known)
		return
	case *boogie.Havoc:
		clear(f.known)
		f.out = append(f.out, s)
		for _, v := range s.Vars {
			if c := f.cells[v.Name]; c != nil && f.alone {
				f.out = append(f.out, &boogie.Havoc{Vars: []*boogie.Ident{boogie.Id(c.name)}})
			} else if c != nil {
				f.out = append(f.out, boogie.Set(boogie.Id(c.name), boogie.At(boogie.Id(c.of), boogie.Id(c.key))))
			}
		}
		return
	}
	f.out = append(f.out, s)
	switch s.(type) {
	case *boogie.Assert, *boogie.Assume:
	default:
		clear(f.known)
	}
}

// assign tracks a write. It follows the write to the element itself, from which it reads nothing.
func (f *follower) assign(s *boogie.Assign) {
	var c *cell
	if x, ok := s.Lhs[0].(*boogie.Ident); ok && len(s.Lhs) == 1 {
		c = f.cells[x.Name]
	}
	if c == nil {
		for i := range s.Rhs {
			s.Rhs[i] = f.read(s.Rhs[i])
		}
		f.out = append(f.out, s)
		return
	}
	set := func(v boogie.Expr) boogie.Stmt { return boogie.Set(boogie.Id(c.name), v) }
	w, ok := s.Rhs[0].(*boogie.Store)
	if !ok || len(w.Index) != 1 || !equal(w.Map, boogie.Id(c.of)) {
		if _, ok := s.Rhs[0].(*boogie.Apply); f.alone && ok { // initialisation of all elements
			f.out = append(f.out, set(boogie.At(s.Rhs[0], boogie.Id(c.key))))
			return
		}
		f.out = append(f.out, s, set(boogie.At(boogie.Id(c.of), boogie.Id(c.key))))
		return
	}
	w.Index[0] = f.read(w.Index[0])
	w.Value = f.read(w.Value)
	switch {
	case equal(w.Index[0], boogie.Id(c.key)):
		f.out = append(f.out, set(w.Value))
	default:
		f.out = append(f.out, &boogie.If{Cond: boogie.Bin(boogie.Eq, w.Index[0], boogie.Id(c.key)), Then: []boogie.Stmt{set(w.Value)}})
	}
	if !f.alone {
		f.out = append(f.out, s)
	}
}

// read replaces elements in an expression by variables for tracked, or possibly tracked, elements; preceding
// statements set them.
func (f *follower) read(e boogie.Expr) boogie.Expr {
	if quantified(e) {
		return e
	}
	return boogie.MapExpr(e, func(e boogie.Expr) boogie.Expr {
		x, ok := e.(*boogie.Select)
		if !ok || len(x.Index) != 1 {
			return nil
		}
		m, ok := x.Map.(*boogie.Ident)
		if !ok || f.cells[m.Name] == nil {
			return nil
		}
		c := f.cells[m.Name]
		if equal(x.Index[0], boogie.Id(c.key)) {
			return boogie.Id(c.name)
		}
		text := boogie.ExprString(x)
		if t := f.known[text]; t != "" {
			return boogie.Id(t)
		}
		if f.reads++; f.reads > maxReads && !f.alone {
			return nil
		}
		x.Index[0] = f.read(x.Index[0])
		v := boogie.V(fmt.Sprintf("$read.%d", f.reads), c.sort)
		f.proc.Body.Locals = append(f.proc.Body.Locals, v)
		other := []boogie.Stmt{boogie.Set(boogie.Id(v.Name), x)}
		if f.alone {
			other = []boogie.Stmt{&boogie.Havoc{Vars: []*boogie.Ident{boogie.Id(v.Name)}}, boogie.Set(boogie.Id(off), boogie.B(true))}
		}
		f.out = append(f.out, &boogie.If{Cond: boogie.Bin(boogie.Eq, x.Index[0], boogie.Id(c.key)),
			Then: []boogie.Stmt{boogie.Set(boogie.Id(v.Name), boogie.Id(c.name))}, Else: other})
		f.known[text] = v.Name
		return boogie.Id(v.Name)
	})
}

// quantified reports whether an expression binds variables or has old values.
func quantified(e boogie.Expr) bool {
	found := false
	boogie.WalkExpr(e, func(e boogie.Expr) {
		switch e.(type) {
		case *boogie.Quantifier, *boogie.Old:
			found = true
		}
	})
	return found
}

// equal reports whether two expressions are textually equal.
func equal(a, b boogie.Expr) bool { return boogie.ExprString(a) == boogie.ExprString(b) }

// begins returns statements that initialise the elements.
func (s *system) begins() []string {
	var out []string
	for _, d := range s.p.Decls {
		if v, ok := d.(*boogie.Variable); ok && s.cells[v.Name] != nil {
			c := s.cells[v.Name]
			out = append(out, fmt.Sprintf("  %s := %s;\n", quote(c.name), boogie.ExprString(boogie.At(boogie.Id(c.of), boogie.Id(c.key)))))
		}
	}
	return out
}
