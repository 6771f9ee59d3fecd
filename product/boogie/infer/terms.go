package infer

import (
	"slices"

	"cupel/product/boogie"
)

// list is a duplicate-free list of candidates as text.
type list struct {
	texts []string
	seen  map[string]bool
}

func (c *list) add(texts ...string) {
	for _, t := range texts {
		if !c.seen[t] && len(c.texts) < maxCandidates && len(t) <= maxSize {
			c.seen[t] = true
			c.texts = append(c.texts, t)
		}
	}
}

// stands are the expressions of the procedure around a loop: assumed, asserted and branch conditions, and its
// specification.
type stands struct {
	conditions []boogie.Expr
	all        []boogie.Expr // of all statements
}

func (l *site) stands() stands {
	var st stands
	for _, s := range l.specs {
		if l.visible(s.Cond) {
			st.conditions = append(st.conditions, s.Cond)
			st.all = append(st.all, s.Cond)
		}
	}
	inside := map[boogie.Stmt]bool{}
	boogie.WalkStmts(l.stmt.Body, func(s boogie.Stmt) { inside[s] = true })
	each := func(s boogie.Stmt) {
		st.all = append(st.all, boogie.StmtExprs(s)...)
		switch s := s.(type) {
		case *boogie.Assert:
			st.conditions = append(st.conditions, s.Cond)
		case *boogie.Assume:
			st.conditions = append(st.conditions, s.Cond)
		case *boogie.If:
			if s.Cond != nil {
				st.conditions = append(st.conditions, s.Cond)
			}
		case *boogie.While:
			if s.Cond != nil {
				st.conditions = append(st.conditions, s.Cond)
			}
			for _, i := range s.Invariants {
				if s != l.stmt {
					st.conditions = append(st.conditions, i.Cond)
				}
			}
		}
	}
	each(l.stmt) // those in the loop come first
	boogie.WalkStmts(l.stmt.Body, each)
	boogie.WalkStmts(l.body.Stmts, func(s boogie.Stmt) {
		if !inside[s] && s != boogie.Stmt(l.stmt) {
			each(s)
		}
	})
	return st
}

// place is an int-valued left side in the program: a variable, or an element or member of one.
type place struct {
	text    string
	expr    boogie.Expr
	changed bool
	old     bool // a global, so that old(...) differs
}

// isPlace reports whether an expression is a left side.
func (l *site) isPlace(e boogie.Expr) bool {
	switch e := e.(type) {
	case *boogie.Ident:
		k := l.info.Kind(l.info.Var(e))
		return k != boogie.Bound && k != boogie.Formal
	case *boogie.IntLit:
		return true
	case *boogie.Select:
		return l.isPlace(e.Map) && !slices.ContainsFunc(e.Index, func(x boogie.Expr) bool { return !l.isPlace(x) })
	case *boogie.Field:
		return l.isPlace(e.X)
	case *boogie.Apply:
		return l.info.Role(l.info.Applied(e).Func).Kind == boogie.Project && l.isPlace(e.Args[0])
	}
	return false
}

// places returns the places that the expressions mention.
func (l *site) places(st stands) []place {
	var out []place
	seen := map[string]bool{}
	for _, want := range []bool{true, false} {
		n := 0
		for _, e := range st.all {
			boogie.WalkExpr(e, func(e boogie.Expr) {
				if _, lit := e.(*boogie.IntLit); lit || n >= maxPlaces || !l.isPlace(e) || boogie.Expand(l.info.TypeOf(e)) != boogie.Int || !l.visible(e) || l.changes(e) != want {
					return
				}
				text := boogie.ExprString(e)
				if seen[text] {
					return
				}
				seen[text] = true
				n++
				out = append(out, place{text, e, want, l.global(e)})
			})
		}
	}
	return out
}

// global reports whether a place is part of a global variable.
func (l *site) global(e boogie.Expr) bool {
	found := false
	boogie.WalkExpr(e, func(e boogie.Expr) {
		if x, ok := e.(*boogie.Ident); ok {
			found = found || l.info.Kind(l.info.Var(x)) == boogie.Global
		}
	})
	return found
}

// numbers returns the literals in the expressions.
func numbers(es []boogie.Expr) []string {
	var out []string
	for _, e := range es {
		boogie.WalkExpr(e, func(e boogie.Expr) {
			if n, ok := e.(*boogie.IntLit); ok && len(out) < maxNumbers && !slices.Contains(out, n.Value.String()) {
				out = append(out, n.Value.String())
			}
		})
	}
	return out
}

// templates instantiates templates with the program's expressions.
func (l *site) templates() *list {
	c := &list{seen: map[string]bool{}}
	st := l.stands()
	for _, e := range st.conditions {
		l.conditions(c, e, st)
	}
	ps := l.places(st)
	ns := numbers(st.all)
	for _, x := range ps {
		if !x.changed {
			continue
		}
		c.add("0 <= " + x.text)
		for _, n := range ns {
			c.add(x.text+" <= "+n, x.text+" >= "+n, x.text+" == "+n)
		}
		for _, y := range ps {
			if x.text != y.text {
				c.add(x.text+" <= "+y.text, x.text+" == "+y.text, x.text+" >= "+y.text, x.text+" < "+y.text)
			}
		}
		if x.old {
			o := "old(" + x.text + ")"
			c.add(x.text+" == "+o, x.text+" <= "+o, x.text+" >= "+o)
		}
	}
	return c
}

// conditions adds a condition and its parts, also with the bounds of the loop replaced by the counters that run
// to them.
func (l *site) conditions(c *list, e boogie.Expr, st stands) {
	if !l.visible(e) {
		return
	}
	for _, p := range parts(e) {
		if l.changes(p) {
			c.add(boogie.ExprString(p))
		}
		for _, g := range st.conditions {
			boogie.WalkExpr(g, func(g boogie.Expr) {
				b, ok := g.(*boogie.Binary)
				if !ok || b.Op != boogie.Lt && b.Op != boogie.Le && b.Op != boogie.Ne && b.Op != boogie.Gt && b.Op != boogie.Ge {
					return
				}
				x, y := b.X, b.Y
				if l.changes(y) {
					x, y = y, x
				}
				if !l.isPlace(x) || !l.isPlace(y) || !l.visible(b) || !l.changes(x) || l.changes(y) || boogie.Expand(l.info.TypeOf(x)) != boogie.Int {
					return
				}
				if t, ok := replaced(p, boogie.ExprString(y), x); ok {
					c.add(t)
				}
			})
		}
	}
}

// parts returns a condition's conjuncts and the conclusions of its implications.
func parts(e boogie.Expr) []boogie.Expr {
	if b, ok := e.(*boogie.Binary); ok {
		switch b.Op {
		case boogie.And:
			return append(append([]boogie.Expr{e}, parts(b.X)...), parts(b.Y)...)
		case boogie.Implies:
			return append([]boogie.Expr{e}, parts(b.Y)...)
		}
	}
	if u, ok := e.(*boogie.Unary); ok && u.Op == boogie.Not {
		return append([]boogie.Expr{e}, parts(u.X)...)
	}
	return []boogie.Expr{e}
}

// replaced prints e with another expression in place of one with the given text; false if that does not occur
// outside of old.
func replaced(e boogie.Expr, from string, to boogie.Expr) (string, bool) {
	found := false
	p := boogie.MapExpr(boogie.CloneExpr(e), func(x boogie.Expr) boogie.Expr {
		if boogie.ExprString(x) != from {
			return nil
		}
		found = true
		return boogie.CloneExpr(to)
	})
	return boogie.ExprString(p), found
}
