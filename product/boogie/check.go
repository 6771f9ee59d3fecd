package boogie

import (
	"fmt"
	"slices"
	"strings"
)

// Check resolves the names of a program and computes the types of its expressions. It leaves the tree alone: one tree may be checked
// any number of times, and by several goroutines at once. The error is of type Errors. Modifies clauses are not compared with what a
// procedure assigns: package vc infers the latter.
//
// A node may stand in several places of the tree if it means the same in all of them; else it is an error, since there is one entry for it:
// Clone gives each place a node of its own.
func Check(p *Program) (*Checked, error) {
	info := &Info{
		types: map[Expr]Type{}, idents: map[*Ident]*Variable{}, vars: map[*Variable]variableInfo{}, applied: map[*Apply]Application{},
		members: map[Expr]Member{}, calls: map[*Call]Callee{}, procedures: map[*Implementation]*Procedure{}, roles: map[*Function]Role{},
		owners: map[*Constructor]owner{},
	}
	c := &checker{
		Info: info, program: p, typeDecls: map[string]*TypeDecl{}, datatypes: map[string]*Datatype{}, old: map[*TypeDecl]*Datatype{},
		synonyms: map[*TypeDecl]*synonym{}, functions: map[string]*Function{}, globals: map[string]*Variable{}, procs: map[string]*Procedure{},
		typeParams: map[any]map[string]*TypeParam{},
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
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	return &Checked{p, info}, nil
}

// Errors are the mistakes that Check found, at least one, in the order of the program.
type Errors []*Error

// Error lists the mistakes, one in a line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// checker is one run of Check: name tables, and the types under inference.
type checker struct {
	*Info
	program   *Program
	typeDecls map[string]*TypeDecl
	datatypes map[string]*Datatype
	old       map[*TypeDecl]*Datatype // of {:datatype} declarations
	synonyms  map[*TypeDecl]*synonym
	functions map[string]*Function
	globals   map[string]*Variable // includes constants
	procs     map[string]*Procedure
	errs      Errors

	typeParams map[any]map[string]*TypeParam // of a declaration or quantifier
	params     map[string]*TypeParam         // in scope
	scope      map[string]*Variable          // in scope besides the globals
	hidden     string                        // what globals and old must not be used in, or ""
	single     string                        // what has one state, so that old is a mistake, or ""
	pending    []func()                      // record types that may have variables
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
			declare(c, c.typeDecls, "the type", d.Name, d.Pos, d)
			switch {
			case d.Body != nil:
				c.synonyms[d] = &synonym{params: d.Params}
			case d.Attrs.Find("datatype") != nil:
				c.old[d] = &Datatype{Pos: d.Pos, Name: d.Name, Params: d.Params}
				declare(c, c.datatypes, "the datatype", d.Name, d.Pos, c.old[d])
			}
		case *Datatype:
			if c.typeDecls[d.Name] != nil {
				c.fail(d.Pos, "the type '%s' is declared twice; rename one", d.Name)
			}
			declare(c, c.datatypes, "the datatype", d.Name, d.Pos, d)
		case *Function:
			declare(c, c.functions, "the function", d.Name, d.Pos, d)
		case *Variable:
			declare(c, c.globals, "the variable", d.Name, d.Pos, d)
		case *Procedure:
			declare(c, c.procs, "the procedure", d.Name, d.Pos, d)
		}
	}
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *Function:
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
	var n *NamedType
	if f.Result != nil {
		n, _ = f.Result.Type.(*NamedType)
	}
	if n == nil || c.old[c.typeDecls[n.Name]] == nil {
		c.fail(f.Pos, "the constructor '%s' must return a type that is declared with {:datatype}", f.Name)
		return
	}
	d := c.old[c.typeDecls[n.Name]]
	same := slices.Equal(d.Params, f.TypeParams) && len(n.Args) == len(d.Params)
	var args []Type
	for i, p := range d.Params {
		args = append(args, TypeName(p))
		same = same && n.Args[i].String() == quoteIdent(p)
	}
	if !same {
		c.fail(f.Pos, "the constructor '%s' needs the type parameters of '%s', with their names and in their order, and returns the type with these", f.Name, d.Name)
		return
	}
	k := &Constructor{Pos: f.Pos, Name: f.Name, Fields: f.Params}
	d.Constructors = append(d.Constructors, k)
	c.owners[k], c.roles[f] = owner{d, true}, Role{Kind: Construct, Of: k}
	declared := func(at Pos, name string, result Type, r Role) {
		g := &Function{Pos: at, Name: name, TypeParams: d.Params, Params: []*Variable{{Pos: f.Pos, Type: TypeName(d.Name, args...)}}, Result: &Variable{Pos: at, Type: result}}
		c.roles[g] = r
		declare(c, c.functions, "the function", name, at, g)
	}
	for i, v := range f.Params {
		declared(v.Pos, v.Name+"#"+f.Name, v.Type, Role{Project, k, i})
	}
	declared(f.Pos, "is#"+f.Name, Bool, Role{Kind: Test, Of: k})
}

func (c *checker) newConstructors(d *Datatype) {
	var args []Type
	for _, p := range d.Params {
		args = append(args, TypeName(p))
	}
	for _, k := range d.Constructors {
		if o := c.owners[k]; o.datatype != nil {
			c.fail(k.Pos, "the constructor '%s' stands in two places of the tree; copy it", k.Name)
		}
		f := &Function{Pos: k.Pos, Name: k.Name, TypeParams: d.Params, Params: k.Fields, Result: &Variable{Pos: k.Pos, Type: TypeName(d.Name, args...)}}
		c.owners[k], c.roles[f] = owner{datatype: d}, Role{Kind: Construct, Of: k}
		declare(c, c.functions, "the function", k.Name, k.Pos, f)
		seen := map[string]bool{}
		for _, f := range k.Fields {
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
			c.withParams(d, d.Params, d.Pos, func() { c.synonyms[d].body = c.resolve(d.Body, d.Pos) })
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
		c.withParams(f, f.TypeParams, f.Pos, func() {
			c.variables(f.Params, Formal)
			if f.Result == nil {
				c.fail(f.Pos, "a type is missing")
				return
			}
			c.variable(f.Result, Formal)
		})
	}
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *Variable:
			kind := Global
			if d.Const {
				kind = Const
			}
			c.variable(d, kind)
		case *Procedure:
			c.withParams(d, d.TypeParams, d.Pos, func() { c.formals(d.Ins, d.Outs) })
		case *Implementation:
			c.implements(d)
		}
	}
}

func (c *checker) formals(ins, outs []*Variable) {
	c.variables(ins, InParam)
	c.variables(outs, OutParam)
}

func (c *checker) variables(vs []*Variable, kind VarKind) {
	for _, v := range vs {
		c.variable(v, kind)
	}
}

// variable resolves the type of a variable of a kind.
func (c *checker) variable(v *Variable, kind VarKind) {
	x := variableInfo{kind, c.resolve(v.Type, v.Pos)}
	if known, ok := c.vars[v]; !ok {
		c.vars[v] = x
	} else if known.kind != x.kind || !c.unify(known.typ, x.typ) {
		c.fail(v.Pos, "the variable '%s' stands in two places of the tree, as two different ones; copy it", v.Name)
	}
}

// implements compares an implementation with its procedure.
func (c *checker) implements(d *Implementation) {
	p := c.procs[d.Name]
	c.procedures[d] = p
	c.withParams(d, d.TypeParams, d.Pos, func() { c.formals(d.Ins, d.Outs) })
	switch {
	case p == nil:
		c.fail(d.Pos, "the implementation of '%s' has no procedure; declare it", d.Name)
		return
	case len(d.Ins) != len(p.Ins) || len(d.Outs) != len(p.Outs) || len(d.TypeParams) != len(p.TypeParams):
		c.fail(d.Pos, "the implementation of '%s' has other parameters than its procedure", d.Name)
		return
	}
	c.withParams(p, p.TypeParams, p.Pos, func() { c.formals(p.Ins, p.Outs) }) // it may come later
	if len(c.errs) > 0 {
		return
	}
	of := map[string]Type{}
	for i, n := range d.TypeParams {
		of[n] = &ResolvedType{Name: p.TypeParams[i], Param: c.typeParams[p][p.TypeParams[i]]}
	}
	theirs := slices.Concat(p.Ins, p.Outs)
	for i, v := range slices.Concat(d.Ins, d.Outs) {
		if w := theirs[i]; !c.unify(substType(c.VarType(v), of), c.VarType(w)) {
			c.fail(v.Pos, "'%s' has type %s, in the procedure %s", v.Name, v.Type, w.Type)
		}
	}
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
			if d := c.typeDecls[t.Name]; d != nil {
				enter(d)
			}
		}
	}
	for _, d := range c.program.Decls {
		if d, ok := d.(*TypeDecl); ok {
			enter(d)
		}
	}
}

// withParams runs f with the type parameters of a declaration or quantifier in scope.
func (c *checker) withParams(of any, names []string, at Pos, f func()) {
	if len(names) == 0 {
		f()
		return
	}
	own := c.typeParams[of]
	if own == nil {
		own = map[string]*TypeParam{}
		c.typeParams[of] = own
	}
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
		if own[n] == nil {
			own[n] = &TypeParam{n}
		}
		c.params[n] = own[n]
	}
	f()
	c.params = old
}

// withVars runs f with variables in scope.
func (c *checker) withVars(vs []*Variable, f func()) {
	old := c.scope
	c.scope = map[string]*Variable{}
	for n, v := range old {
		c.scope[n] = v
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
		c.scope[v.Name] = v
	}
	f()
	c.scope = old
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
		c.order(d)
	case *Function:
		if d.Body != nil {
			c.hidden, c.single = "a function", "a function"
			c.withParams(d, d.TypeParams, d.Pos, func() {
				c.withVars(d.Params, func() { c.top(d.Body, c.VarType(d.Result), "the body of the function") })
			})
		}
	case *Procedure:
		c.withParams(d, d.TypeParams, d.Pos, func() {
			c.procedure(d)
			if d.Body != nil {
				c.body(d.Body, d.Ins, d.Outs)
			}
		})
	case *Implementation:
		c.withParams(d, d.TypeParams, d.Pos, func() { c.body(d.Body, d.Ins, d.Outs) })
	}
}

// order resolves the parents of a constant.
func (c *checker) order(d *Variable) {
	if d.Order == nil {
		return
	}
	for _, p := range d.Order.Parents {
		v := c.globals[p.Name.Name]
		switch {
		case v == nil || c.Kind(v) != Const || v == d:
			c.fail(p.Name.Pos, "extends names '%s', which is no other constant", p.Name.Name)
		case !c.unify(c.VarType(v), c.VarType(d)):
			c.fail(p.Name.Pos, "'%s' has type %s, its parent '%s' has type %s", d.Name, d.Type, v.Name, v.Type)
		default:
			c.means(p.Name, v)
		}
	}
}

func (c *checker) procedure(d *Procedure) {
	for _, m := range d.Modifies {
		v := c.globals[m.Name]
		if v == nil || c.Kind(v) != Global {
			c.fail(m.Pos, "modifies names '%s', which is no global variable", m.Name)
			continue
		}
		c.means(m, v)
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
