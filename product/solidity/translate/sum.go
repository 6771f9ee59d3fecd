package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// sumPath is the sum of the elements v[i].members of a state variable, maintained in a ghost variable that maps
// addresses to exact integers.
type sumPath struct {
	v       *ast.VariableDeclaration
	members []*ast.VariableDeclaration
}

func (s *sumPath) name() string {
	n := StateName(s.v)
	for _, m := range s.members {
		n += "#" + StateName(m)
	}
	return n + sumSuffix
}

// sumSuffix is the suffix of ghost variables for sums.
const sumSuffix = "#SUM"

// SumName is the ghost variable for the sum of the elements of a state variable, or of members of these.
func SumName(v *ast.VariableDeclaration, members ...*ast.VariableDeclaration) string {
	return (&sumPath{v, members}).name()
}

// registerSums records the sums in an annotation.
func (t *translator) registerSums(c *annotation.Clause) {
	visit := func(x ast.Expr) bool {
		s, ok := x.(*annotation.Sum)
		if !ok {
			return true
		}
		p := &sumPath{s.Of, s.Path}
		for _, o := range t.sums[s.Of.ID] {
			if o.name() == p.name() {
				return false
			}
		}
		t.sums[s.Of.ID] = append(t.sums[s.Of.ID], p)
		return false
	}
	for _, x := range []ast.Expr{c.Expr, c.Target, c.Cond} {
		annotation.Walk(x, visit)
	}
	for _, k := range c.Cases {
		annotation.Walk(k.When, visit)
		annotation.Walk(k.Then, visit)
	}
}

func (t *translator) declareSums() {
	for _, v := range t.state {
		for _, s := range t.sums[v.ID] {
			t.global(s.name(), boogie.MapOf(boogie.Int, boogie.Int), nil)
		}
	}
}

// sum returns the ghost variable of a sum.
func (b *body) sum(x *annotation.Sum) value {
	if b.t.o.Mode == BV {
		fail(x, "Sums are not supported in arithmetic bv")
	}
	s := &sumPath{v: x.Of, members: x.Path}
	return value{e: boogie.At(boogie.Id(s.name()), boogie.Id("this")), t: x.Type(), sort: boogie.Int}
}

// sumFact assumes, for non-negative elements, that no element exceeds the sum.
func (b *body) sumFact(p *place, e boogie.Expr) {
	if p.root == nil || p.indices != 1 || p.length || !b.t.ranged() || p.t.Kind != ast.Integer || p.t.Signed || p.root.T.Kind != ast.Mapping {
		return
	}
	for _, s := range b.t.sums[p.root.ID] {
		if sameMembers(s.members, p.members) {
			b.fact(boogie.Bin(boogie.Le, e, boogie.At(boogie.Id(s.name()), p.addr)))
		}
	}
}

func sameMembers(a, c []*ast.VariableDeclaration) bool {
	if len(a) != len(c) {
		return false
	}
	for i := range a {
		if a[i].ID != c[i].ID {
			return false
		}
	}
	return true
}

// updateSums updates the sums over a state variable before v is written to a place in it.
func (b *body) updateSums(n ast.Node, p *place, v boogie.Expr) {
	sums := b.t.sums[p.root.ID]
	if len(sums) == 0 {
		return
	}
	for _, s := range sums {
		ghost := variable(s.name(), nil).element(p.addr, nil)
		switch {
		case p.length:
			fail(n, "The length of an array with a sum changes here")
		case p.indices == 0 && len(p.members) == 0: // the whole collection
			if text(v) == text(b.t.zero(n, p.t).e) {
				b.change(ghost.store(boogie.N(0)))
				continue
			}
			b.t.warn(n, "Assignment to a collection makes its sum arbitrary")
			any := b.temp(boogie.Int)
			b.emit(&boogie.Havoc{Vars: []*boogie.Ident{any}})
			b.change(ghost.store(any))
		case p.indices > 1 || len(p.members) > len(s.members) || !sameMembers(s.members[:len(p.members)], p.members):
		default:
			old := b.memberValue(n, p.read(), p.t, s.members[len(p.members):])
			now := b.memberValue(n, v, p.t, s.members[len(p.members):])
			b.change(ghost.store(boogie.Bin(boogie.Add, boogie.Bin(boogie.Sub, ghost.read(), old), now)))
		}
	}
}

// memberValue selects a member of a value in storage.
func (b *body) memberValue(n ast.Node, e boogie.Expr, t *ast.Type, members []*ast.VariableDeclaration) boogie.Expr {
	for _, m := range members {
		rec := b.t.storageRecord(n, t)
		e = rec.sel(memberIndex(b.t.structOf(n, t), m), e)
		t = m.T
	}
	return e
}
