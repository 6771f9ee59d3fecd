package c

import (
	"slices"

	"modernc.org/cc/v4"

	"cupel/core/program"
	"cupel/frontend/c/alias"
)

// The addresses of objects do not matter to flags in the lowest bits of pointers (alias.FlagsOf): with the alignment that they have wherever they lie, the lowest bits of a
// pointer are those of its offset, and the rest is the pointer again.

// flagUse is a place where the lowest bits of a pointer into a class are used; least is the alignment of what it points to.
type flagUse struct {
	pos   program.Pos
	class alias.ClassID
	bits  uint64
	least int64
}

// findFlags finds the conversions of pointers to integers of which flags alone are taken or changed.
func (b *builder) findFlags(e cc.ExpressionNode) {
	x := alias.FlagsOf(e)
	if x == nil {
		return
	}
	for _, c := range x.Casts {
		if !slices.Contains(b.flagCasts[c], x.Bits) {
			b.flagCasts[c] = append(b.flagCasts[c], x.Bits)
		}
	}
}

// keepFlags adds the uses of flags in pointers to objects that may not be aligned to the places where addresses matter.
func (l *lowerer) keepFlags() {
	for _, u := range l.flagUses {
		least, some := l.leastAlign[u.class]
		none := l.extent[u.class] == 0 && !l.perCall[u.class]
		if (none || some && uint64(min(least, u.least)) > u.bits) && !l.alias.FromOutside(u.class) && !l.alias.Function(u.class) && !l.numbered(u.class) {
			continue
		}
		l.mod.AddressUses = append(l.mod.AddressUses, u.pos)
	}
}

// aligned notes how an object of a class is aligned.
func (l *lowerer) aligned(class alias.ClassID, align int64) {
	if old, some := l.leastAlign[class]; !some || align < old {
		l.leastAlign[class] = align
	}
}
