package c

import (
	"maps"

	"cupel/frontend/c/tree"
	"cupel/program"

	"modernc.org/cc/v4"
)

// accessed is what evaluating an expression reads and writes of what functions share.
type accessed struct {
	read, written map[any]bool // variables of static storage duration: the name of those with linkage, else the declarator
	reads, writes bool         // through pointers: any variable that escapes
	calls         []string     // functions that are defined
}

// accesses bounds what evaluating an expression, with the functions that it calls, reads and writes.
func (b *builder) accesses(e cc.ExpressionNode) *accessed {
	a := b.ownAccesses(e)
	seen := map[string]bool{}
	for i := 0; i < len(a.calls); i++ {
		name := a.calls[i]
		if seen[name] {
			continue
		}
		seen[name] = true
		if b.bodies == nil {
			b.bodies = map[string]*accessed{}
		}
		o := b.bodies[name]
		if o == nil {
			o = b.ownAccesses(b.defs[name].def.CompoundStatement)
			b.bodies[name] = o
		}
		maps.Copy(a.read, o.read)
		maps.Copy(a.written, o.written)
		a.reads, a.writes, a.calls = a.reads || o.reads, a.writes || o.writes, append(a.calls, o.calls...)
	}
	return a
}

// ownAccesses are those without the functions that are called.
func (b *builder) ownAccesses(n cc.Node) *accessed {
	a := &accessed{read: map[any]bool{}, written: map[any]bool{}}
	tree.Visit(n, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && n.Case == cc.PrimaryExpressionIdent {
				b.touch(d, a.read, &a.reads)
			}
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				b.stored(a, n.UnaryExpression)
			}
		case *cc.PostfixExpression:
			switch n.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				b.stored(a, n.PostfixExpression)
			case cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
				a.reads = true
			case cc.PostfixExpressionCall:
				b.called(a, n)
			}
		case *cc.UnaryExpression:
			switch n.Case {
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
				b.stored(a, n.UnaryExpression)
			case cc.UnaryExpressionDeref:
				a.reads = true
			}
		}
		return true
	})
	return a
}

// touch notes a variable.
func (b *builder) touch(d *cc.Declarator, in map[any]bool, through *bool) {
	switch {
	case d.Type() == nil || d.Type().Kind() == cc.Function || d.IsTypename():
	case d.Linkage() != cc.None:
		in[d.Name()] = true
	case d.IsStatic():
		in[d] = true
	}
	*through = *through || d.Type() != nil && d.Type().Kind() != cc.Function && !d.IsTypename() && b.alias.Escapes(d)
}

// stored notes that an lvalue is written.
func (b *builder) stored(a *accessed, e cc.ExpressionNode) {
	for {
		switch n := tree.Strip(e).(type) {
		case *cc.PrimaryExpression:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok {
				b.touch(d, a.written, &a.writes)
				return
			}
		case *cc.PostfixExpression:
			if t := n.PostfixExpression; n.Case == cc.PostfixExpressionSelect || n.Case == cc.PostfixExpressionIndex && t.Type().Undecay().Kind() == cc.Array {
				e = t
				continue
			}
		}
		a.writes = true
		return
	}
}

// called notes what a call does.
func (b *builder) called(a *accessed, n *cc.PostfixExpression) {
	name, ok := tree.CalleeName(n.PostfixExpression)
	switch c := b.defs[name]; {
	case !ok:
		a.reads, a.writes = true, true
	case c != nil:
		a.calls = append(a.calls, name)
	default:
		for _, e := range tree.Args(n) {
			if t := e.Type(); t != nil && t.Kind() == cc.Ptr {
				a.reads, a.writes = true, a.writes || !b.pure(n)
			}
		}
	}
}

// disturbs reports whether what one evaluation writes may be what another one reads or writes.
func (a *accessed) disturbs(o *accessed) bool {
	for k := range a.written {
		if o.read[k] || o.written[k] {
			return true
		}
	}
	return a.writes && (o.reads || o.writes)
}

// leftToRight says that operands are evaluated from left to right, where the order is open (C11 6.5 p3, 6.5.2.2 p10) and matters.
func (b *builder) leftToRight(es ...cc.ExpressionNode) {
	if b.ordered {
		return // it was said
	}
	impure := false
	for _, e := range es {
		impure = impure || !b.pure(e)
	}
	if !impure || len(es) < 2 {
		return
	}
	var all []*accessed
	for i, e := range es {
		a := b.accesses(e)
		for _, o := range all {
			if a.disturbs(o) || o.disturbs(a) {
				b.ordered = true
				b.lowerer.assumeAt(program.AboutOrder, "operands are evaluated from left to right, of which C leaves the order open, and it may matter", b.posOf(es[i]))
				return
			}
		}
		all = append(all, a)
	}
}
