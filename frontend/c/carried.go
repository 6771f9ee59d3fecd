package c

import (
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
)

// numericUse is a place where a number may be the address of an object of the class although nothing is converted there: the bytes of a pointer are read as a
// number, or a pointer that was made from a number is compared.
type numericUse struct {
	pos   program.Pos
	class alias.ClassID
}

// mayUseAddress records that the numerical value of a pointer into the class matters at the place that is lowered.
func (b *builder) mayUseAddress(class alias.ClassID) {
	if n := (numericUse{b.pos, class}); len(b.numbers) == 0 || b.numbers[len(b.numbers)-1] != n {
		b.numbers = append(b.numbers, n)
	}
}

// readsPointers records that bytes of the pointers in a class are taken as numbers.
func (b *builder) readsPointers(class alias.ClassID) {
	if strings.HasPrefix(b.pos.File, moving) {
		return
	}
	for _, c := range b.alias.Held(class) {
		b.mayUseAddress(c)
	}
}

// moving are the files of the library that move bytes and do not look at them.
const moving = "<library>/stdlib"

// readsNumber records that a number is read from p where the bytes of a pointer may be: as a character, in a union, or after memcpy to an object of another type.
// A pointer that is read as another number is undefined behaviour (C11 6.5p7). A pointer that is read where a number may be is noted, too.
func (b *builder) readsNumber(p place) {
	class := p.memory()
	if p.node != nil || !b.alias.Mixed(class) {
		return
	}
	switch {
	case p.t.kind == tPtr:
		if p.union || b.alias.Copied(class) {
			for _, c := range b.alias.Held(class) {
				b.numeric[c] = true
			}
		}
	case p.t.isArith():
		if p.union || p.t.size == 1 || p.bits > 0 || b.alias.Copied(class) {
			b.readsPointers(class)
		}
	}
}

// fetch is load of a scalar place whose value is used.
func (b *builder) fetch(p place) *logic.Term {
	b.readsNumber(p)
	return b.load(p)
}

// readsView records that a part of a union is copied: its numbers may be pointers of another part.
func (b *builder) readsView(src place) {
	if class := src.memory(); src.union && src.node == nil && b.alias.Mixed(class) && hasNumber(src.t) {
		b.readsPointers(class)
	}
}

// hasNumber reports whether an object of type t contains a number.
func hasNumber(t *ctype) bool {
	switch t.kind {
	case tArray:
		return hasNumber(t.elem)
	case tRecord:
		return slices.ContainsFunc(t.fields, func(f *field) bool { return hasNumber(f.typ) })
	}
	return t.isArith()
}

// comparison is one of pointers into two classes, which may be numbers.
type comparison struct {
	pos  program.Pos
	x, y alias.ClassID
}

// numbered reports whether a pointer into the class may be a number that the program chose.
func (l *lowerer) numbered(class alias.ClassID) bool {
	return l.numeric[class] || l.alias.Numeric(class)
}

// keepNumbers gives the module the places where a number may be the address of an object.
func (l *lowerer) keepNumbers() {
	for _, c := range l.compared {
		if l.numbered(c.x) || l.numbered(c.y) {
			l.numbers = append(l.numbers, numericUse{c.pos, c.x}, numericUse{c.pos, c.y})
		}
	}
	seen := map[program.Pos]bool{}
	for _, n := range l.numbers {
		if seen[n.pos] || l.extent[n.class] == 0 && !l.perCall[n.class] && !l.alias.FromOutside(n.class) && !l.alias.Function(n.class) {
			continue
		}
		if seen[n.pos] = true; !slices.Contains(l.mod.AddressUses, n.pos) {
			l.mod.AddressUses = append(l.mod.AddressUses, n.pos)
		}
	}
}
