package translate

import (
	"math/big"
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// formula is a translated condition of an annotation: e under the assumption of facts, the type ranges of its
// variables; exact states that no computation in it overflows.
type formula struct {
	e     boogie.Expr
	facts []boogie.Expr
	exact []boogie.Expr
}

// formula translates a condition of an annotation in the current state.
func (b *body) formula(x ast.Expr) formula {
	spec, facts, exact, unchecked := b.spec, b.facts, b.exact, b.unchecked
	b.spec, b.facts, b.exact, b.unchecked = true, nil, nil, false
	defer func() { b.spec, b.facts, b.exact, b.unchecked = spec, facts, exact, unchecked }()
	e := b.boolean(x)
	return formula{e, unique(b.facts), unique(b.exact)}
}

func unique(es []boogie.Expr) []boogie.Expr {
	seen := map[string]bool{}
	var us []boogie.Expr
	for _, e := range es {
		if k := text(e); !seen[k] {
			seen[k] = true
			us = append(us, e)
		}
	}
	return us
}

// quantifier translates a quantifier of an annotation; type ranges of the bound variables are guards.
func (b *body) quantifier(q *annotation.Quantifier) value {
	var vars []*boogie.Variable
	var guard []boogie.Expr
	b.ensureGuards()
	for _, v := range q.Vars {
		b.quantified--
		v.ID = b.quantified // each occurrence binds fresh variables
		name := "?" + v.Name + "#q" + big.NewInt(int64(-b.quantified)).String()
		b.env[v.ID] = boogie.Id(name)
		vars = append(vars, boogie.V(name, b.t.sortOf(v, v.T)))
		if r := b.t.inRange(boogie.Id(name), v.T); r != nil && (b.t.ranged() || b.t.o.Mode == BV) {
			b.guards[v.ID] = r
			guard = append(guard, r)
		}
		if q.Array != nil {
			l := b.arrayLength(q.Array)
			in := b.uintOp("<", boogie.Id(name), l)
			if b.t.o.Mode != BV {
				in = boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), boogie.Id(name)), in)
			}
			guard = append(guard, in)
		}
	}
	b.bound = append(b.bound, q.Vars...)
	e := b.boolean(q.Body)
	b.bound = b.bound[:len(b.bound)-len(q.Vars)]
	for _, v := range q.Vars {
		if g := b.guards[v.ID]; g != nil && !slices.Contains(guard, g) {
			guard = append(guard, g)
		}
	}
	bv := func(e boogie.Expr) value { return value{e: e, t: q.Type(), sort: boogie.Bool} }
	switch {
	case len(guard) == 0 && q.All:
		return bv(boogie.All(vars, e))
	case q.All:
		return bv(boogie.All(vars, boogie.Bin(boogie.Implies, boogie.AndOf(guard...), e)))
	}
	return bv(boogie.Ex(vars, boogie.AndOf(append(guard, e)...)))
}

func (b *body) ensureGuards() {
	if b.guards == nil {
		b.guards = map[int]boogie.Expr{}
	}
}

func (b *body) arrayLength(x ast.Expr) boogie.Expr {
	t := x.Type()
	if t.Kind == ast.Array && t.Len != nil {
		return b.t.uintConst(t.Len).e
	}
	return b.load(x, b.lengthPlace(x, b.expr(x))).e
}

func (b *body) oldValue(x *annotation.Old) value {
	if b.inOld {
		fail(x, "old inside of old")
	}
	if e := b.olds[x]; e != nil {
		return b.value(x, e, x.Type())
	}
	b.inOld = true
	v := b.expr(x.X)
	b.inOld = false
	if v.e == nil {
		fail(x, "This value cannot be in old")
	}
	if !isLiteral(v.e) {
		v.e = boogie.OldOf(v.e)
	}
	v.place = nil
	return v
}

// equal compares two values; reference types by content if one of them is in storage.
func (b *body) equal(x *annotation.Equal) value {
	l, r := b.expr(x.X), b.expr(x.Y)
	bv := func(e boogie.Expr) value { return value{e: e, t: x.Type(), sort: boogie.Bool} }
	if !l.t.IsReference() || !r.t.IsReference() || l.t.Kind == ast.String {
		if c := l.t; c.Kind == ast.Rational {
			l = b.convert(x, l, r.t)
		} else {
			r = b.convertLiteral(x.Y, r, c)
		}
		if l.t.Kind != ast.String {
			b.t.warn(x, "Use operator == for comparing value types")
		}
		return bv(boogie.Bin(boogie.Eq, l.e, r.e))
	}
	lm, rm := inMemory(l.t), inMemory(r.t)
	if lm != rm {
		if lm {
			l.e = b.storageCopy(x, l.e, l.t)
		} else {
			r.e = b.storageCopy(x, r.e, r.t)
		}
	}
	return bv(boogie.Bin(boogie.Eq, l.e, r.e))
}
