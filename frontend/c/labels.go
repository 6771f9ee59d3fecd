package c

import (
	"fmt"
	"slices"
	"sort"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// labelKey identifies a label of the function: labels declared with __label__ are local to their block, so that a name may occur in several.
func (b *builder) labelKey(name string) string {
	for i := len(b.labelScopes) - 1; i >= 0; i-- {
		if k := b.labelScopes[i][name]; k != "" {
			return k
		}
	}
	return name
}

// declareLabels opens the scope of the labels declared in a block; the function
// returned closes it.
func (b *builder) declareLabels(n *cc.BlockItemList) func() {
	scopes := b.labelScopes
	local := map[string]string{}
	for l := n; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemLabel {
			continue
		}
		for il := l.BlockItem.LabelDeclaration.IdentifierList; il != nil; il = il.IdentifierList {
			tok := il.Token
			if tok.SrcStr() == "," {
				tok = il.Token2
			}
			b.localLabels++
			local[tok.SrcStr()] = fmt.Sprintf("%s#%d", tok.SrcStr(), b.localLabels)
		}
	}
	if len(local) == 0 {
		return func() {}
	}
	b.labelScopes = append(scopes[:len(scopes):len(scopes)], local)
	return func() { b.labelScopes = scopes }
}

func (b *builder) labelLoc(name string) *program.Location {
	key := b.labelKey(name)
	loc := b.labels[key]
	if loc == nil {
		loc = b.newLoc()
		b.labels[key] = loc
	}
	return loc
}

// labelAddress is &&name: the address of an object of its own, the same in all
// activations of the function.
func (b *builder) labelAddress(name string) *logic.Term {
	owner := b
	if b.labelOwner != nil {
		owner = b.labelOwner
	}
	if owner.cf == nil {
		b.cut("address of a label outside of functions", b.pos)
		return b.f.BV(0, b.tt.ptrW)
	}
	key := owner.labelKey(name)
	o := owner.labelObjs[key]
	if o == nil {
		o = &program.Object{Name: b.unique("&&" + owner.fn.Name + "::" + key), Size: 1, Align: 1}
		o.Base = b.f.Var(o.Name, logic.BVSort(b.tt.ptrW))
		if owner.labelObjs == nil {
			owner.labelObjs = map[string]*program.Object{}
		}
		owner.labelObjs[key] = o
		b.mod.Objects = append(b.mod.Objects, o)
	}
	return o.Base
}

// gotoSite is a computed goto. Its targets, the labels of the function whose address is taken, are known only after everything is lowered. As in gcc, it calls
// no cleanup functions.
type gotoSite struct {
	b   *builder
	src *program.Location
	to  *logic.Term
	pos program.Pos
}

// computedGoto is goto *e.
func (b *builder) computedGoto(e cc.ExpressionNode) {
	v := b.rvalue(e)
	if v.x == nil || v.t.kind != tPtr {
		b.cut("computed goto", b.pos)
		return
	}
	for _, around := range b.labelled.named {
		if slices.ContainsFunc(around, b.enters) {
			b.cut(passedDeclaration, b.pos)
			break
		}
	}
	to := b.snapshot(v.x, false)
	b.flush()
	b.gotos = append(b.gotos, &gotoSite{b: b, src: b.cur, to: to, pos: b.pos})
	b.cur = b.newLoc()
}

// close adds the targets.
func (s *gotoSite) close() {
	b := s.b
	b.pos = s.pos
	keys := make([]string, 0, len(b.labelObjs))
	for k := range b.labelObjs {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	none := []*logic.Term{}
	for _, k := range keys {
		loc := b.labels[k]
		if loc == nil {
			continue
		}
		eq := b.f.Eq(s.to, b.labelObjs[k].Base)
		none = append(none, b.f.Not(eq))
		b.edge(s.src, loc, []program.Op{{Kind: program.OpAssume, Expr: eq, Pos: s.pos}}, nil)
	}
	b.edge(s.src, b.mod.Halt, []program.Op{{Kind: program.OpAssume, Expr: b.f.And(none...), Pos: s.pos},
		{Kind: program.OpCheck, Expr: b.f.False(), Note: "computed goto to no label of the function", Pos: s.pos}}, nil)
}
