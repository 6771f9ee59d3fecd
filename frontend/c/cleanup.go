package c

import (
	"cupel/frontend/c/attr"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// cleanup is a variable with the attribute cleanup: when it goes out of scope,
// the function is called with its address
// (https://gcc.gnu.org/onlinedocs/gcc/Common-Variable-Attributes.html).
type cleanup struct {
	d  *cc.Declarator
	o  *object
	fn string
}

// cleanUp calls the functions of all variables but the first keep, the latest
// first. They stay in force for what is lowered next.
func (b *builder) cleanUp(keep int) {
	all := b.cleanups
	for i := len(all) - 1; i >= keep; i-- {
		b.cleanups = all[:i] // in the function of a variable it is no longer in force
		c := all[i]
		name, why := b.target(c.fn)
		f := b.defs[name]
		p := b.objectPlace(c.o)
		switch {
		case f == nil || why != "" || p.node != nil || len(f.params) != 1:
			b.cut("cleanup by "+c.fn, b.pos)
		default:
			b.callDefined(f, []val{{t: b.tt.pointerTo(c.o.t), x: p.addr}}, nil)
			b.flush()
		}
	}
	b.cleanups = all
}

// leaveScope ends a scope at whose start keep variables were in force.
func (b *builder) leaveScope(keep int) {
	if len(b.cleanups) == keep {
		return
	}
	b.cleanUp(keep)
	b.cleanups = b.cleanups[:keep]
}

// leaveTo calls the cleanup functions of the scopes that a jump to a label leaves.
func (b *builder) leaveTo(label string) {
	there := b.inForce[b.labelOf[label]]
	if b.labelOf[label] == nil && len(b.cleanups) > 0 {
		b.cut("jump to a label of a block where variables are cleaned up", b.pos)
	}
	keep := 0
	for keep < len(there) && keep < len(b.cleanups) && there[keep] == b.cleanups[keep].d {
		keep++
	}
	if keep < len(there) {
		b.cut("jump into the scope of a variable with the attribute cleanup", b.pos)
	}
	b.cleanUp(keep)
}

// enterAt refuses case labels in the scope of a variable that is not in force
// at the switch.
func (b *builder) enterAt(label cc.Node, keep int) {
	if len(b.inForce[label]) > keep {
		b.cut("jump into the scope of a variable with the attribute cleanup", b.posOf(label))
	}
}

// cleanupsAtLabels finds the variables with the attribute cleanup that are in
// force at each label of a function, and the labels by name.
func cleanupsAtLabels(body *cc.CompoundStatement) (at map[cc.Node][]*cc.Declarator, named map[string]cc.Node) {
	at, named = map[cc.Node][]*cc.Declarator{}, map[string]cc.Node{}
	var force []*cc.Declarator
	var walk func(n cc.Node) bool
	block := func(n *cc.CompoundStatement) {
		keep := len(force)
		tree.Visit(n.BlockItemList, walk)
		force = force[:keep]
	}
	walk = func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.CompoundStatement:
			block(x)
			return false
		case *cc.IterationStatement:
			if x.Declaration == nil {
				return true
			}
			keep := len(force)
			tree.Visit(x.Declaration, walk)
			tree.Visit(x.Statement, walk)
			force = force[:keep]
			return false
		case *cc.BlockItemList:
			for l := x; l != nil; l = l.BlockItemList {
				tree.Visit(l.BlockItem, walk)
			}
			return false
		case *cc.LabeledStatement:
			at[x] = append([]*cc.Declarator(nil), force...)
			if x.Case == cc.LabeledStatementLabel {
				named[x.Token.SrcStr()] = x
			}
		case *cc.Declaration:
			for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				tree.Visit(l.InitDeclarator, walk)
				if d := l.InitDeclarator.Declarator; !d.IsStatic() && attr.Cleanup(x, l) != "" {
					force = append(force, d)
				}
			}
			return false
		}
		return true
	}
	block(body)
	return at, named
}
