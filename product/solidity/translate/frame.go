package translate

import (
	"fmt"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// frame generates the ensures clauses of a frame condition: every variable is unchanged except for what the
// annotations name.
func (b *body) frame(f *ast.FunctionDefinition, clauses []*annotation.Clause) {
	if !b.t.modifies && !b.t.o.Modifies {
		return
	}
	for _, c := range clauses {
		if c.Kind == annotation.Modifies && c.Target == nil {
			return // modifies *
		}
	}
	b.t.warn(nil, "Balance modifications due to gas consumption or miner rewards are not modeled")
	b.frameBalance(f, clauses)
	for _, base := range b.c.contract.Linearized {
		for _, v := range b.t.state {
			if v.Contract == base && b.t.declared[StateName(v)] {
				b.frameVariable(f, v, clauses)
			}
		}
	}
}

// constructorFrame is the frame condition of a constructor, which may modify all state variables of its
// contract.
func (b *body) constructorFrame(f *ast.FunctionDefinition) {
	if !b.t.modifies && !b.t.o.Modifies {
		return
	}
	clauses := b.t.specs[f.ID]
	for _, c := range clauses {
		if c.Kind == annotation.Modifies && c.Target == nil {
			return
		}
	}
	b.frameBalance(f, clauses)
}

// inState evaluates a condition of a frame clause in the pre-state.
func (b *body) inState(c *annotation.Clause) boogie.Expr {
	if c.Cond == nil {
		return boogie.B(true)
	}
	b.inOld = true
	g := b.formula(c.Cond)
	b.inOld = false
	return boogie.OldOf(g.e)
}

// targetPlace returns the left value that a clause names, with indices evaluated in the pre-state.
func (b *body) targetPlace(c *annotation.Clause) *place {
	spec, facts := b.spec, b.facts
	b.spec = true
	defer func() { b.spec, b.facts = spec, facts }()
	if _, ok := unparen(c.Target).(*ast.Identifier); !ok {
		switch c.Target.(type) {
		case *ast.MemberAccess, *ast.IndexAccess:
		default:
			fail(c.Target, "Invalid target expression for modifies specification")
		}
	}
	b.inOld = true
	p := b.placeOf(c.Target)
	b.inOld = false
	return oldIndices(p)
}

// oldIndices wraps the indices of a place (except the contract's address) in old.
func oldIndices(p *place) *place {
	if p.of == nil {
		return p
	}
	q := *p
	q.of = oldIndices(p.of)
	if p.index != nil && q.of.of != nil && !isConstant(p.index) && !isLiteral(p.index) {
		if id, ok := p.index.(*boogie.Ident); !ok || id.Name != "this" {
			q.index = boogie.OldOf(p.index)
		}
	}
	return &q
}

// replaced is the value whole, of which p is a part, with p's current value stored in it.
func replaced(p *place, whole boogie.Expr, depth int) boogie.Expr {
	// path from the state variable at this down to p
	var path []*place
	for q := p; q.of != nil; q = q.of {
		path = append([]*place{q}, path...)
	}
	path = path[depth:]
	var put func(i int, e boogie.Expr) boogie.Expr
	put = func(i int, e boogie.Expr) boogie.Expr {
		if i == len(path) {
			return p.read()
		}
		q := path[i]
		if q.rec != nil {
			return q.rec.with(q.field, e, put(i+1, q.rec.sel(q.field, e)))
		}
		return boogie.With(e, q.index, put(i+1, boogie.At(e, q.index)))
	}
	return put(0, whole)
}

func (b *body) frameVariable(f *ast.FunctionDefinition, v *ast.VariableDeclaration, clauses []*annotation.Clause) {
	now := boogie.At(boogie.Id(StateName(v)), boogie.Id("this"))
	var e boogie.Expr = boogie.OldOf(now)
	for _, c := range clauses {
		if c.Kind != annotation.Modifies || isBalance(c.Target) {
			continue
		}
		p := b.targetPlace(c)
		if p.root == nil {
			b.t.warn(f, fmt.Sprintf("Modifies specification for non-state variable '%s' ignored", targetName(c.Target)))
			continue
		}
		if p.root != v {
			continue
		}
		if id, ok := p.addr.(*boogie.Ident); !ok || id.Name != "this" {
			fail(c.Target, "Invalid target expression for modifies specification")
		}
		e = boogie.Cond(b.inState(c), replaced(p, e, 1), e)
	}
	name := v.Name
	if len(b.c.contract.Linearized) > 1 {
		name = v.Contract.Name + "::" + name
	}
	b.ensures(f, boogie.Bin(boogie.Eq, now, e), fmt.Sprintf("Function might modify '%s' illegally", name))
}

func targetName(x ast.Expr) string {
	switch x := unparen(x).(type) {
	case *ast.Identifier:
		return x.Name
	case *ast.MemberAccess:
		return targetName(x.X)
	case *ast.IndexAccess:
		return targetName(x.X)
	}
	return "?"
}

// isBalance reports whether a target is ADDRESS.balance.
func isBalance(x ast.Expr) bool {
	m, ok := unparen(x).(*ast.MemberAccess)
	return ok && m.Member == "balance" && (m.X.Type().Kind == ast.Address || m.X.Type().Kind == ast.Contract)
}

func (b *body) frameBalance(f *ast.FunctionDefinition, clauses []*annotation.Clause) {
	now := boogie.Id(Balance)
	var e boogie.Expr = boogie.OldOf(now)
	for _, c := range clauses {
		if c.Kind != annotation.Modifies || !isBalance(c.Target) {
			continue
		}
		spec, facts := b.spec, b.facts
		b.spec, b.inOld = true, true
		a := b.expr(unparen(c.Target).(*ast.MemberAccess).X).e
		b.spec, b.inOld, b.facts = spec, false, facts
		if !isConstant(a) {
			a = boogie.OldOf(a)
		}
		e = boogie.Cond(b.inState(c), boogie.With(e, a, boogie.At(now, a)), e)
	}
	b.ensures(f, boogie.Bin(boogie.Eq, now, e), "Function might modify balances illegally")
}
