package boogie

import (
	"fmt"
	"slices"
)

// Check resolves the names of a program and computes the types of its
// expressions, both stored in the nodes. The errors, *Error each, are in the
// order of the program; there are none when it is well-typed. Modifies clauses
// are not compared with what a procedure assigns: package vc infers the latter.
// A name that stands in two places, for two variables, is an error, since it has
// room for one: Clone gives each place its own.
func Check(p *Program) []error {
	c := &checker{
		program: p, types: map[string]*TypeDecl{}, datatypes: map[string]*Datatype{}, functions: map[string]*Function{},
		globals: map[string]*Variable{}, procedures: map[string]*Procedure{}, found: map[*Ident]*Variable{},
	}
	c.collect()
	if len(c.errs) == 0 {
		c.signatures()
	}
	if len(c.errs) == 0 {
		for _, d := range p.Decls {
			c.decl(d)
		}
	}
	p.checked = len(c.errs) == 0
	return c.errs
}

// Checked reports whether the program passed Check.
func (p *Program) Checked() bool { return p.checked }

// checker is one run of Check: name tables, and the types under inference.
type checker struct {
	program    *Program
	types      map[string]*TypeDecl
	datatypes  map[string]*Datatype
	functions  map[string]*Function
	globals    map[string]*Variable // includes constants
	procedures map[string]*Procedure
	errs       []error

	params  map[string]*TypeParam // in scope
	vars    map[string]*Variable  // in scope besides the globals
	hidden  string                // what globals and old must not be used in, or ""
	single  string                // what has one state, so that old is a mistake, or ""
	exprs   []Expr                // whose types may have variables
	found   map[*Ident]*Variable  // to see names that stand in two places of the tree
	applied []*Apply
	called  []*Call
}

func (c *checker) fail(at Pos, format string, args ...any) {
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, &Error{c.program.File, at, fmt.Sprintf(format, args...)})
	}
}

// declare enters a name, which must not be declared yet.
func declare[T any](c *checker, m map[string]T, what, name string, at Pos, v T) {
	if _, ok := m[name]; ok {
		c.fail(at, "%s '%s' is declared twice; rename one", what, name)
		return
	}
	m[name] = v
}

func (c *checker) collect() {
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *TypeDecl:
			declare(c, c.types, "the type", d.Name, d.Pos, d)
			d.data = nil
			if d.Attrs.Find("datatype") != nil && d.Body == nil {
				d.data = &Datatype{Pos: d.Pos, Name: d.Name, Params: d.Params}
				declare(c, c.datatypes, "the datatype", d.Name, d.Pos, d.data)
			}
		case *Datatype:
			if c.types[d.Name] != nil {
				c.fail(d.Pos, "the type '%s' is declared twice; rename one", d.Name)
			}
			declare(c, c.datatypes, "the datatype", d.Name, d.Pos, d)
		case *Function:
			if d.Result == nil {
				d.Result = &Variable{Pos: d.Pos}
			}
			declare(c, c.functions, "the function", d.Name, d.Pos, d)
		case *Variable:
			if d.Kind != Const {
				d.Kind = Global
			}
			declare(c, c.globals, "the variable", d.Name, d.Pos, d)
		case *Procedure:
			declare(c, c.procedures, "the procedure", d.Name, d.Pos, d)
		}
	}
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *Function:
			d.Role, d.Of = Plain, nil
			if d.Attrs.Find("constructor") != nil {
				c.oldConstructor(d)
			}
		case *Datatype:
			c.newConstructors(d)
		}
	}
}

// oldConstructor turns a function with {:constructor} into a constructor with selectors and tester.
func (c *checker) oldConstructor(f *Function) {
	n, ok := f.Result.Type.(*NamedType)
	if !ok || c.types[n.Name] == nil || c.types[n.Name].data == nil {
		c.fail(f.Pos, "the constructor '%s' must return a type that is declared with {:datatype}", f.Name)
		return
	}
	d := c.types[n.Name].data
	if len(d.Params) > 0 || len(f.TypeParams) > 0 {
		c.fail(f.Pos, "the constructor '%s' has type parameters; write \"datatype %s<...> { ... }\" instead", f.Name, d.Name)
		return
	}
	k := &Constructor{Pos: f.Pos, Name: f.Name, Fields: f.Params, Datatype: d, old: true}
	d.Constructors = append(d.Constructors, k)
	f.Role, f.Of = Construct, k
	self := func() []*Variable { return []*Variable{{Pos: f.Pos, Kind: Formal, Type: TypeName(d.Name)}} }
	for i, v := range f.Params {
		sel := v.Name + "#" + f.Name
		declare(c, c.functions, "the function", sel, v.Pos, &Function{
			Pos: v.Pos, Name: sel, Params: self(), Result: &Variable{Pos: v.Pos, Kind: Formal, Type: v.Type},
			Role: Project, Of: k, FieldIdx: i,
		})
	}
	test := "is#" + f.Name
	declare(c, c.functions, "the function", test, f.Pos, &Function{
		Pos: f.Pos, Name: test, Params: self(), Result: &Variable{Pos: f.Pos, Kind: Formal, Type: Bool}, Role: Test, Of: k,
	})
}

func (c *checker) newConstructors(d *Datatype) {
	var args []Type
	for _, p := range d.Params {
		args = append(args, TypeName(p))
	}
	for _, k := range d.Constructors {
		k.Datatype = d
		declare(c, c.functions, "the function", k.Name, k.Pos, &Function{
			Pos: k.Pos, Name: k.Name, TypeParams: d.Params, Params: k.Fields,
			Result: &Variable{Pos: k.Pos, Kind: Formal, Type: TypeName(d.Name, args...)}, Role: Construct, Of: k,
		})
		seen := map[string]bool{}
		for _, f := range k.Fields {
			f.Kind = Formal
			if f.Name == "" || seen[f.Name] {
				c.fail(f.Pos, "the members of constructor '%s' need different names", k.Name)
			}
			seen[f.Name] = true
		}
	}
}

// signatures resolves the types of all declarations.
func (c *checker) signatures() {
	for _, d := range c.program.Decls {
		if d, ok := d.(*TypeDecl); ok && d.Body != nil {
			c.withParams(d.Params, d.Pos, func() { c.resolve(d.Body, d.Pos) })
		}
	}
	c.synonymCycles()
	if len(c.errs) > 0 {
		return
	}
	names := make([]string, 0, len(c.functions))
	for n := range c.functions {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		f := c.functions[n]
		c.withParams(f.TypeParams, f.Pos, func() {
			for _, v := range append(slices.Clone(f.Params), f.Result) {
				v.Kind = Formal
				c.resolve(v.Type, v.Pos)
			}
		})
	}
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *Variable:
			c.resolve(d.Type, d.Pos)
		case *Procedure:
			c.withParams(d.TypeParams, d.Pos, func() { c.formals(d.Ins, d.Outs) })
		case *Implementation:
			c.implements(d)
		}
	}
}

func (c *checker) formals(ins, outs []*Variable) {
	for _, v := range ins {
		v.Kind = InParam
		c.resolve(v.Type, v.Pos)
	}
	for _, v := range outs {
		v.Kind = OutParam
		c.resolve(v.Type, v.Pos)
	}
}

// implements compares an implementation with its procedure.
func (c *checker) implements(d *Implementation) {
	d.Proc = c.procedures[d.Name]
	c.withParams(d.TypeParams, d.Pos, func() { c.formals(d.Ins, d.Outs) })
	switch {
	case d.Proc == nil:
		c.fail(d.Pos, "the implementation of '%s' has no procedure; declare it", d.Name)
		return
	case len(d.Ins) != len(d.Proc.Ins) || len(d.Outs) != len(d.Proc.Outs) || len(d.TypeParams) != len(d.Proc.TypeParams):
		c.fail(d.Pos, "the implementation of '%s' has other parameters than its procedure", d.Name)
		return
	}
	c.withParams(d.Proc.TypeParams, d.Pos, func() {
		if c.formals(d.Proc.Ins, d.Proc.Outs); len(c.errs) > 0 {
			return
		}
		of := map[string]Type{}
		for i, n := range d.TypeParams {
			of[n] = &NamedType{Name: d.Proc.TypeParams[i], Param: c.params[d.Proc.TypeParams[i]]}
		}
		for i, v := range append(slices.Clone(d.Ins), d.Outs...) {
			w := append(slices.Clone(d.Proc.Ins), d.Proc.Outs...)[i]
			if !c.unify(substType(v.Type, of), w.Type) {
				c.fail(v.Pos, "'%s' has type %s, in the procedure %s", v.Name, v.Type, w.Type)
			}
		}
	})
}

// synonymCycles reports cyclic synonyms.
func (c *checker) synonymCycles() {
	state := map[*TypeDecl]int{}
	var visit func(t Type)
	enter := func(d *TypeDecl) {
		if d.Body == nil || state[d] == 2 {
			return
		}
		if state[d] == 1 {
			c.fail(d.Pos, "the type '%s' is a synonym of itself; remove the cycle", d.Name)
			return
		}
		state[d] = 1
		visit(d.Body)
		state[d] = 2
	}
	visit = func(t Type) {
		switch t := t.(type) {
		case *MapType:
			for _, a := range t.Args {
				visit(a)
			}
			visit(t.Result)
		case *NamedType:
			for _, a := range t.Args {
				visit(a)
			}
			if t.Decl != nil {
				enter(t.Decl)
			}
		}
	}
	for _, d := range c.program.Decls {
		if d, ok := d.(*TypeDecl); ok {
			enter(d)
		}
	}
}

// withParams runs f with type parameters in scope.
func (c *checker) withParams(names []string, at Pos, f func()) {
	old := c.params
	c.params = map[string]*TypeParam{}
	for n, p := range old {
		c.params[n] = p
	}
	seen := map[string]bool{}
	for _, n := range names {
		if seen[n] {
			c.fail(at, "the type parameter '%s' occurs twice", n)
		}
		seen[n] = true
		c.params[n] = &TypeParam{n}
	}
	f()
	c.params = old
}

// withVars runs f with variables in scope.
func (c *checker) withVars(vs []*Variable, f func()) {
	old := c.vars
	c.vars = map[string]*Variable{}
	for n, v := range old {
		c.vars[n] = v
	}
	seen := map[string]bool{}
	for _, v := range vs {
		if v.Name == "" {
			continue
		}
		if seen[v.Name] {
			c.fail(v.Pos, "the variable '%s' is declared twice; rename one", v.Name)
		}
		seen[v.Name] = true
		c.vars[v.Name] = v
	}
	f()
	c.vars = old
}

func (c *checker) decl(d Decl) {
	c.hidden, c.single = "", ""
	switch d := d.(type) {
	case *Axiom:
		c.hidden, c.single = "an axiom", "an axiom"
		c.condition(d.Cond)
	case *Variable:
		if d.Where != nil {
			c.where(d)
		}
	case *Function:
		if d.Body != nil {
			c.hidden, c.single = "a function", "a function"
			c.withParams(d.TypeParams, d.Pos, func() {
				for _, v := range append(slices.Clone(d.Params), d.Result) {
					c.resolve(v.Type, v.Pos) // with the type parameters of this scope
				}
				c.withVars(d.Params, func() { c.top(d.Body, d.Result.Type, "the body of the function") })
			})
		}
	case *Procedure:
		c.withParams(d.TypeParams, d.Pos, func() {
			c.formals(d.Ins, d.Outs)
			c.procedure(d)
			if d.Body != nil {
				c.body(d.Body, d.Ins, d.Outs)
			}
		})
	case *Implementation:
		c.withParams(d.TypeParams, d.Pos, func() {
			c.formals(d.Ins, d.Outs)
			c.body(d.Body, d.Ins, d.Outs)
		})
	}
}

func (c *checker) procedure(d *Procedure) {
	for _, m := range d.Modifies {
		m.Decl = c.globals[m.Name]
		if m.Decl == nil || m.Decl.Kind != Global {
			c.fail(m.Pos, "modifies names '%s', which is no global variable", m.Name)
		}
	}
	c.withVars(append(slices.Clone(d.Ins), d.Outs...), func() {
		for _, v := range append(slices.Clone(d.Ins), d.Outs...) {
			if v.Where != nil {
				c.where(v)
			}
		}
		for _, s := range d.Ensures {
			c.condition(s.Cond)
		}
	})
	c.withVars(d.Ins, func() {
		c.single = "a precondition"
		for _, s := range d.Requires {
			c.condition(s.Cond)
		}
		c.single = ""
	})
}
