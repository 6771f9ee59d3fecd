package z3

// #include <z3.h>
import "C"

import (
	"fmt"
	"strconv"

	"cupel/core/logic"
)

// literals gives assumptions that are not literals a symbol p each and asserts
// "p implies the assumption". These definitions live on a level of their own
// above the caller's, which is opened when it is needed and stays until the
// assertions change, a check gives up (a hard assumption must not burden later
// checks) or there are too many. In between the same assumption needs no new
// definition, and libz3 keeps what it has learned; with a level per check,
// checking predicates one by one is some 15 % slower (BenchmarkPredicates).
type literals struct {
	z      *zcontext
	byTerm map[*logic.Term]C.Z3_ast
	open   bool
	max    int
}

func newLiterals(z *zcontext) literals {
	return literals{z: z, byTerm: map[*logic.Term]C.Z3_ast{}, max: maxDefinitions}
}

// forget drops the references to the symbols.
func (l *literals) forget() {
	for _, p := range l.byTerm {
		C.Z3_dec_ref(l.z.c, p)
	}
	clear(l.byTerm)
	l.open = false
}

// literal returns a libz3 literal equivalent to t. The ast is owned by the literals or by the term cache.
func (l *literals) literal(s C.Z3_solver, t *logic.Term) (C.Z3_ast, error) {
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
	if !l.open {
		C.Z3_solver_push(c, s)
		if err := l.z.err("push"); err != nil {
			return nil, err
		}
		l.open = true
	}
	// User symbols with an exclamation mark end with a quote, see mangle, and libz3's fresh symbols have no such prefix.
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
	l.byTerm[t] = p
	return p, nil
}
