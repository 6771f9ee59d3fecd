package z3

// #include <z3.h>
import "C"

import "cupel/core/logic"

// Simplify returns t as libz3's simplifier leaves it.
func Simplify(f *logic.Factory, t *logic.Term) (*logic.Term, error) {
	z, err := newContext(f)
	if err != nil {
		return nil, err
	}
	defer z.close()
	return z.simplified(t, true)
}

// simplified translates a term to libz3, optionally simplifies it there, and translates it back.
func (z *zcontext) simplified(t *logic.Term, simplify bool) (*logic.Term, error) {
	a, err := z.ast(t)
	if err != nil {
		return nil, err
	}
	if simplify {
		a = C.Z3_simplify(z.c, a)
		if err := z.err("simplifying"); err != nil {
			return nil, err
		}
		C.Z3_inc_ref(z.c, a)
		defer C.Z3_dec_ref(z.c, a)
	}
	return z.fromAST(a)
}
