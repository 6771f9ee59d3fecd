package infer

import (
	"slices"

	"cupel/product/boogie"
)

// A site is a loop with the vocabulary of its invariants.
type site struct {
	stmt *boogie.While
	proc string
	// source is the position in an assumption before the loop.
	source *boogie.SourceLoc
	// scope are the variables of the body's procedure; globals and constants are visible as well.
	scope map[*boogie.Variable]bool
	body  *boogie.Body
	specs []*boogie.Spec
	// changed are the variables that the loop assigns; calls: further ones are changed by calls.
	changed map[*boogie.Variable]bool
	calls   bool
}

// sites lists the loops of a program in an order independent of invariants.
func sites(p *boogie.Program) []*site {
	var out []*site
	add := func(d *boogie.Procedure, ins, outs []*boogie.Variable, body *boogie.Body) {
		scope := map[*boogie.Variable]bool{}
		for _, v := range slices.Concat(ins, outs, body.Locals) {
			scope[v] = true
		}
		var before boogie.Stmt
		boogie.WalkStmts(body.Stmts, func(s boogie.Stmt) {
			a, _ := before.(*boogie.Assume)
			before = s
			w, ok := s.(*boogie.While)
			if !ok {
				return
			}
			var source *boogie.SourceLoc
			if a != nil {
				if at, ok := a.Attrs.SourceLoc(); ok {
					source = &at
				}
			}
			l := &site{stmt: w, source: source, proc: d.Name, scope: scope, body: body, specs: slices.Concat(d.Requires, d.Ensures), changed: map[*boogie.Variable]bool{}}
			boogie.WalkStmts(w.Body, l.note)
			out = append(out, l)
		})
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.Procedure:
			if d.Body != nil {
				add(d, d.Ins, d.Outs, d.Body)
			}
		case *boogie.Implementation:
			add(d.Proc, d.Ins, d.Outs, d.Body)
		}
	}
	return out
}

// note records what a statement changes.
func (l *site) note(s boogie.Stmt) {
	switch s := s.(type) {
	case *boogie.Assign:
		for _, x := range s.Lhs {
			l.changed[root(x)] = true
		}
	case *boogie.Havoc:
		for _, x := range s.Vars {
			l.changed[x.Decl] = true
		}
	case *boogie.Call:
		l.calls = true
		for _, x := range s.Outs {
			l.changed[x.Decl] = true
		}
	}
}

// root returns the variable of a left side.
func root(e boogie.Expr) *boogie.Variable {
	for {
		switch x := e.(type) {
		case *boogie.Select:
			e = x.Map
		case *boogie.Field:
			e = x.X
		case *boogie.Ident:
			return x.Decl
		default:
			return nil
		}
	}
}

// visible reports whether an expression is in scope at the loop head.
func (l *site) visible(e boogie.Expr) bool {
	ok := true
	bound := map[*boogie.Variable]bool{}
	boogie.WalkExpr(e, func(e boogie.Expr) {
		switch e := e.(type) {
		case *boogie.Quantifier:
			for _, v := range e.Vars {
				bound[v] = true
			}
			ok = ok && len(e.TypeParams) == 0
		case *boogie.Ident:
			v := e.Decl
			ok = ok && (v.Kind == boogie.Global || v.Kind == boogie.Const || l.scope[v] || bound[v])
		}
	})
	return ok
}

// changes reports whether the loop may change an expression's value.
func (l *site) changes(e boogie.Expr) bool {
	found := false
	boogie.WalkExpr(e, func(e boogie.Expr) {
		if x, ok := e.(*boogie.Ident); ok {
			found = found || l.changed[x.Decl] || l.calls && x.Decl.Kind == boogie.Global
		}
	})
	return found
}

// candidate is the text of an invariant for a loop, given by its index among the sites.
type candidate struct {
	site int
	text string
}

// name returns the name of the i-th candidate.
func name(i int) string {
	return Candidate(boogie.Attributes{boogie.Attr("candidate", boogie.N(int64(i)))})
}

// adding gives the program with candidates at their loops.
func (load Load) adding(cs []candidate) Load {
	return func() (*boogie.Program, error) {
		p, err := load()
		if err != nil || len(cs) == 0 {
			return p, err
		}
		all := sites(p)
		for i, c := range cs {
			e, err := boogie.ParseExpr(c.text)
			if err != nil {
				return nil, err
			}
			w := all[c.site].stmt
			attrs := boogie.Attributes{boogie.Attr("candidate", boogie.N(int64(i))), boogie.Attr("message", boogie.Str(c.text))}
			w.Invariants = append(w.Invariants, &boogie.Spec{Pos: w.Pos, Attrs: attrs, Cond: e})
		}
		if errs := boogie.Check(p); len(errs) > 0 {
			return nil, errs[0]
		}
		return p, nil
	}
}

// wellTyped drops ill-typed candidates.
func (load Load) wellTyped(cs []candidate) ([]candidate, error) {
	if len(cs) == 0 {
		return nil, nil
	}
	if _, err := load.adding(cs)(); err == nil {
		return cs, nil
	} else if len(cs) == 1 {
		return nil, nil
	}
	a, err := load.wellTyped(cs[:len(cs)/2])
	if err != nil {
		return nil, err
	}
	b, err := load.wellTyped(cs[len(cs)/2:])
	return append(a[:len(a):len(a)], b...), err
}
