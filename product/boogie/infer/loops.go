package infer

import (
	"slices"

	"cupel/product/boogie"
)

// A site is a loop with the vocabulary of its invariants.
type site struct {
	info *boogie.Info
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
func sites(p *boogie.Checked) []*site {
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
			l := &site{info: p.Info, stmt: w, source: source, proc: d.Name, scope: scope, body: body, specs: slices.Concat(d.Requires, d.Ensures), changed: map[*boogie.Variable]bool{}}
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
			add(p.Implements(d), d.Ins, d.Outs, d.Body)
		}
	}
	return out
}

// note records what a statement changes.
func (l *site) note(s boogie.Stmt) {
	switch s := s.(type) {
	case *boogie.Assign:
		for _, x := range s.Lhs {
			l.changed[l.root(x)] = true
		}
	case *boogie.Havoc:
		for _, x := range s.Vars {
			l.changed[l.info.Var(x)] = true
		}
	case *boogie.Call:
		l.calls = true
		for _, x := range s.Outs {
			l.changed[l.info.Var(x)] = true
		}
	}
}

// root returns the variable of a left side.
func (l *site) root(e boogie.Expr) *boogie.Variable {
	for {
		switch x := e.(type) {
		case *boogie.Select:
			e = x.Map
		case *boogie.Field:
			e = x.X
		case *boogie.Ident:
			return l.info.Var(x)
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
			v := l.info.Var(e)
			k := l.info.Kind(v)
			ok = ok && (k == boogie.Global || k == boogie.Const || l.scope[v] || bound[v])
		}
	})
	return ok
}

// changes reports whether the loop may change an expression's value.
func (l *site) changes(e boogie.Expr) bool {
	found := false
	boogie.WalkExpr(e, func(e boogie.Expr) {
		if x, ok := e.(*boogie.Ident); ok {
			v := l.info.Var(x)
			found = found || l.changed[v] || l.calls && l.info.Kind(v) == boogie.Global
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

// adding is a copy of the program with candidates at their loops.
func adding(of *boogie.Checked, cs []candidate) (*boogie.Checked, error) {
	if len(cs) == 0 {
		return of, nil
	}
	p := of.Clone()
	all := loops(p)
	for i, c := range cs {
		e, err := boogie.ParseExpr(c.text)
		if err != nil {
			return nil, err
		}
		w := all[c.site]
		attrs := boogie.Attributes{boogie.Attr("candidate", boogie.N(int64(i))), boogie.Attr("message", boogie.Str(c.text))}
		w.Invariants = append(w.Invariants, &boogie.Spec{Pos: w.Pos, Attrs: attrs, Cond: e})
	}
	return boogie.Check(p)
}

// loops lists the loops of a program as sites does.
func loops(p *boogie.Program) []*boogie.While {
	var out []*boogie.While
	for _, d := range p.Decls {
		var b *boogie.Body
		switch d := d.(type) {
		case *boogie.Procedure:
			b = d.Body
		case *boogie.Implementation:
			b = d.Body
		}
		if b == nil {
			continue
		}
		boogie.WalkStmts(b.Stmts, func(s boogie.Stmt) {
			if w, ok := s.(*boogie.While); ok {
				out = append(out, w)
			}
		})
	}
	return out
}

// wellTyped drops ill-typed candidates.
func wellTyped(p *boogie.Checked, cs []candidate) []candidate {
	if len(cs) == 0 {
		return nil
	}
	if _, err := adding(p, cs); err == nil {
		return cs
	} else if len(cs) == 1 {
		return nil
	}
	a, b := wellTyped(p, cs[:len(cs)/2]), wellTyped(p, cs[len(cs)/2:])
	return append(a[:len(a):len(a)], b...)
}
