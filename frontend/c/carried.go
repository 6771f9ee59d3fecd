package c

import (
	"slices"

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
	for _, c := range b.alias.Held(class) {
		b.mayUseAddress(c)
	}
}

// readsNumber records that a number is read from p where the bytes of a pointer may be: as a character, in a union, or after memcpy to an object of another type.
// A pointer that is read as another number is undefined behaviour (C11 6.5p7).
func (b *builder) readsNumber(p place) {
	if p.node == nil && p.t.isArith() && b.alias.Mixed(p.class) && (p.union || p.t.size == 1 || p.bits > 0 || b.alias.Copied(p.class)) {
		b.readsPointers(p.class)
	}
}

// keepNumbers gives the module the places where the number may be the address of an object.
func (l *lowerer) keepNumbers() {
	seen := map[program.Pos]bool{}
	for _, n := range l.numbers {
		if l.extent[n.class] == 0 && !l.perCall[n.class] && !l.alias.FromOutside(n.class) || seen[n.pos] {
			continue
		}
		if seen[n.pos] = true; !slices.Contains(l.mod.AddressUses, n.pos) {
			l.mod.AddressUses = append(l.mod.AddressUses, n.pos)
		}
	}
}
