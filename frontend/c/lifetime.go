package c

import (
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// The lifetime of an automatic object begins when its block is entered and ends when it is left (C11 6.2.4p5). As addresses are not reused, only accesses
// through pointers can be invalid: the interpreter tracks the live objects. An object that a goto leaves stays live.

// bear puts an object, if it is an automatic one in memory, into the block being
// lowered; it lives from here on at the latest.
func (b *builder) bear(o *object) {
	if o.mem != nil && o.mem.Func != "" && o.mem.Size > 0 {
		b.mortals = append(b.mortals, o)
		b.emit(b.birth(o, b.pos))
	}
}

// revive begins the lifetime of all but the first keep objects.
func (b *builder) revive(keep int) {
	for _, o := range b.mortals[keep:] {
		b.emit(b.birth(o, b.pos))
	}
}

// birth is the operation that begins the lifetime of o.
func (b *builder) birth(o *object, pos program.Pos) program.Op {
	return program.Op{Kind: program.OpAlloc, Expr: o.addr, Size: b.f.BVInt(o.mem.Size, b.tt.ptrW), Note: program.Automatic, Pos: pos}
}

// bury ends the lifetime of all but the first keep objects.
func (b *builder) bury(keep int) {
	for _, o := range b.mortals[keep:] {
		b.emit(program.Op{Kind: program.OpFree, Expr: o.addr, Note: program.Automatic})
	}
}

// leaveBlock ends a block that began with keep objects.
func (b *builder) leaveBlock(keep int) {
	b.bury(keep)
	b.mortals = b.mortals[:keep]
}

// enterBlock begins a block and returns the function that ends it. The declarations of the block are known only then, so the location where the lifetimes
// begin is reserved.
func (b *builder) enterBlock(n *cc.CompoundStatement) func() {
	keep, sw := len(b.mortals), b.switchEntry
	b.switchEntry = nil
	b.scopes = append(b.scopes, n)
	leave := func() {
		b.scopes = b.scopes[:len(b.scopes)-1]
		b.leaveBlock(keep)
	}
	if !b.declaresMemory(n) {
		return func() {
			if sw != nil {
				b.enterObjects(*sw, nil, false, b.pos)
			}
			leave()
		}
	}
	b.flush()
	here, pos := entry{b.cur, b.newLoc()}, b.pos
	b.cur = here.dst
	return func() {
		b.flush()
		os := b.mortals[keep:]
		b.enterObjects(here, os, b.labelled.blocks[n], pos)
		if sw != nil {
			b.enterObjects(*sw, os, true, pos)
		}
		leave()
	}
}

// declaresMemory reports whether an automatic object in memory is declared in
// the block itself.
func (b *builder) declaresMemory(n *cc.CompoundStatement) bool {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if it.Case != cc.BlockItemDecl || it.Declaration == nil {
			continue
		}
		if b.declarationInMemory(it.Declaration) {
			return true
		}
	}
	return false
}

// declarationInMemory reports whether a declaration is of an automatic object in memory.
func (b *builder) declarationInMemory(n *cc.Declaration) bool {
	for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		d := il.InitDeclarator.Declarator
		if d != nil && d.Type() != nil && !d.IsTypename() && !d.IsStatic() && !d.IsExtern() && d.Type().Kind() != cc.Function && (b.alias.Escapes(d) || !direct(b.tt.of(d.Type()))) {
			return true
		}
	}
	return false
}
