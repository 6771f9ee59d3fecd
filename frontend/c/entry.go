package c

import (
	"slices"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The contents of an automatic object are indeterminate when its block is entered (C11 6.2.4p6). An executed declaration havocs them; a jump to a label may
// bypass it and find values of an earlier execution of the block. So objects in memory in blocks with labels are havocked at the beginning of their block, and
// those of a switch's body at the switch. (Reading an object without an address in that state is undefined.) Jumps into other blocks with such objects are cuts.

// labelBlocks finds the blocks, and for loops with declarations, around the labels of a function, from the outermost one on:
// by name, since labels of blocks may share names; and which of them contain a label, case labels
// included.
func labelBlocks(body *cc.CompoundStatement) (named map[string][][]cc.Node, labelled map[cc.Node]bool) {
	named, labelled = map[string][][]cc.Node{}, map[cc.Node]bool{}
	var around []cc.Node
	var walk func(n cc.Node) bool
	walk = func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.CompoundStatement:
			around = append(around, x)
			tree.Visit(x.BlockItemList, walk)
			around = around[:len(around)-1]
			return false
		case *cc.IterationStatement:
			if x.Declaration == nil {
				return true
			}
			around = append(around, x)
			tree.Visit(x.Statement, walk)
			around = around[:len(around)-1]
			return false
		case *cc.LabeledStatement:
			for _, blk := range around {
				labelled[blk] = true
			}
			if x.Case == cc.LabeledStatementLabel {
				name := x.Token.SrcStr()
				named[name] = append(named[name], slices.Clone(around))
			}
		}
		return true
	}
	walk(body)
	return named, labelled
}

// enters reports whether a jump from here along the blocks around a label enters one whose objects it passes.
func (b *builder) enters(around []cc.Node) bool {
	return slices.ContainsFunc(around, func(blk cc.Node) bool {
		return !slices.Contains(b.scopes, blk) && b.scopeDeclaresMemory(blk)
	})
}

// scopeDeclaresMemory reports whether a block, or the head of a for loop, declares an object in memory.
func (b *builder) scopeDeclaresMemory(n cc.Node) bool {
	if f, ok := n.(*cc.IterationStatement); ok {
		return b.declarationInMemory(f.Declaration)
	}
	return b.declaresMemory(n.(*cc.CompoundStatement))
}

const passedDeclaration = "jump into a block past the declaration of an object in memory"

// jumpTo cuts a jump that enters a block with objects in memory.
func (b *builder) jumpTo(label string) {
	if slices.ContainsFunc(b.labelled.named[label], b.enters) {
		b.cut(passedDeclaration, b.pos)
	}
}

// caseIn cuts a case label in a block within the body of its switch that has objects in memory.
func (b *builder) caseIn() {
	for i := b.switchDepth + 1; i < len(b.scopes); i++ {
		if b.scopeDeclaresMemory(b.scopes[i]) {
			b.cut(passedDeclaration, b.pos)
			return
		}
	}
}

// An entry is an edge to a block that is completed when the block's objects are known.
type entry struct{ src, dst *program.Location }

// enterObjects completes an entry: the lifetimes of objects begin, with havocked contents if a jump may bypass their declarations.
func (b *builder) enterObjects(e entry, os []*object, indeterminate bool, pos program.Pos) {
	cur, ops, at := b.cur, b.ops, b.pos
	b.cur, b.ops, b.pos = e.src, nil, pos
	for _, o := range os {
		b.emit(b.birth(o, pos))
	}
	for _, o := range os {
		if indeterminate && o.vla == nil {
			end := b.setUnknown(program.Uninitialized, o.mem.Name, pos)
			b.uninitialized(b.objectPlace(o), false)
			end()
		}
	}
	b.goTo(e.dst)
	b.cur, b.ops, b.pos = cur, ops, at
}
