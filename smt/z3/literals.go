package z3

// #include <z3.h>
import "C"

import (
	"fmt"
	"strconv"

	"cupel/logic"
)

// maxDefinitions bounds the assumption literals that one level keeps.
const maxDefinitions = 512

// literals gives assumptions that are not literals a symbol p each, with
// "p implies the assumption" asserted at the level of first use. The same
// assumption needs no new definition until that level is popped, and libz3 keeps
// what it learned about it.
type literals struct {
	z      *zcontext
	byTerm map[*logic.Term]C.Z3_ast
	level  [][]*logic.Term // what each level defines
}

func newLiterals(z *zcontext) literals {
	return literals{z: z, byTerm: map[*logic.Term]C.Z3_ast{}}
}

// full reports whether a level has no room for further definitions.
func (l *literals) full(level int) bool {
	return level < len(l.level) && len(l.level[level]) >= maxDefinitions
}

// drop forgets the definitions of the given level and those above it.
func (l *literals) drop(level int) {
	for len(l.level) > level {
		top := len(l.level) - 1
		for _, t := range l.level[top] {
			C.Z3_dec_ref(l.z.c, l.byTerm[t])
			delete(l.byTerm, t)
		}
		l.level = l.level[:top]
	}
}

// literal returns a libz3 literal that stands for t; current is the number of
// open levels. The ast is owned by the literals or by the term cache.
func (l *literals) literal(s C.Z3_solver, t *logic.Term, current int) (C.Z3_ast, error) {
	if t.Sort() != logic.Bool {
		return nil, fmt.Errorf("%w: %s", errSort, t.Sort())
	}
	if t.IsVar() || t.Op() == logic.OpNot && t.Arg(0).IsVar() {
		return l.z.ast(t)
	}
	if p, ok := l.byTerm[t]; ok {
		return p, nil
	}
	a, err := l.z.ast(t)
	if err != nil {
		return nil, err
	}
	c := l.z.c
	// Names of terms have no exclamation mark followed by a number at their end,
	// see mangle, and libz3's fresh symbols have no such prefix.
	p := C.Z3_mk_const(c, l.z.symbol("assume!"+strconv.Itoa(int(t.ID()))), l.z.sort(logic.Bool))
	C.Z3_inc_ref(c, p)
	imp := C.Z3_mk_implies(c, p, a)
	C.Z3_inc_ref(c, imp)
	C.Z3_solver_assert(c, s, imp)
	C.Z3_dec_ref(c, imp)
	if err := l.z.err("assumption"); err != nil {
		C.Z3_dec_ref(c, p)
		return nil, err
	}
	for len(l.level) <= current {
		l.level = append(l.level, nil)
	}
	l.level[current] = append(l.level[current], t)
	l.byTerm[t] = p
	return p, nil
}
