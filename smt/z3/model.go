package z3

// #include <z3.h>
import "C"

import (
	"math/big"
	"sort"

	"cupel/logic"
	"cupel/rational"
)

func sortTerms(ts []*logic.Term) {
	sort.Slice(ts, func(i, j int) bool { return ts[i].ID() < ts[j].ID() })
}

// Model is a libz3 model; it dies with the next change of its solver.
type Model struct {
	s *Solver
	m C.Z3_model
}

// Value returns t's value.
func (m *Model) Value(t *logic.Term) *logic.Term {
	if m.m == nil {
		return nil
	}
	z := m.s.z
	a, err := z.ast(t)
	if err != nil {
		return nil
	}
	var r C.Z3_ast
	if !C.Z3_model_eval(z.c, m.m, a, true, &r) || z.err("model") != nil {
		return nil
	}
	C.Z3_inc_ref(z.c, r)
	defer C.Z3_dec_ref(z.c, r)
	v := m.value(r, t.Sort(), 0)
	if z.err("reading a value") != nil {
		return nil
	}
	return v
}

func (m *Model) value(a C.Z3_ast, s *logic.Sort, depth int) *logic.Term {
	z, f := m.s.z, m.s.z.f
	if depth > 100000 {
		return nil
	}
	switch s.Kind() {
	case logic.KindBool:
		switch C.Z3_get_bool_value(z.c, a) {
		case C.Z3_L_TRUE:
			return f.True()
		case C.Z3_L_FALSE:
			return f.False()
		}
		return nil
	case logic.KindInt, logic.KindReal:
		if C.Z3_get_ast_kind(z.c, a) != C.Z3_NUMERAL_AST {
			return nil // algebraic numbers
		}
		r, ok := new(big.Rat).SetString(C.GoString(C.Z3_get_numeral_string(z.c, a)))
		if !ok {
			return nil
		}
		return f.Num(s, rational.FromRat(r))
	case logic.KindBV:
		if C.Z3_get_ast_kind(z.c, a) != C.Z3_NUMERAL_AST {
			return nil
		}
		n, ok := bigOf(C.GoString(C.Z3_get_numeral_string(z.c, a)))
		if !ok {
			return nil
		}
		return f.BVBig(n, s.Width())
	case logic.KindFloat:
		bv := C.Z3_mk_fpa_to_ieee_bv(z.c, a)
		C.Z3_inc_ref(z.c, bv)
		defer C.Z3_dec_ref(z.c, bv)
		sv := C.Z3_simplify(z.c, bv)
		C.Z3_inc_ref(z.c, sv)
		defer C.Z3_dec_ref(z.c, sv)
		if C.Z3_get_ast_kind(z.c, sv) != C.Z3_NUMERAL_AST {
			return nil
		}
		n, ok := bigOf(C.GoString(C.Z3_get_numeral_string(z.c, sv)))
		if !ok {
			return nil
		}
		return f.FloatBits(s, n)
	}
	return m.array(a, s, depth)
}

// array reads stores over a constant array, or the function of an as-array.
func (m *Model) array(a C.Z3_ast, s *logic.Sort, depth int) *logic.Term {
	z, f := m.s.z, m.s.z.f
	if C.Z3_get_ast_kind(z.c, a) != C.Z3_APP_AST {
		return nil
	}
	app := C.Z3_to_app(z.c, a)
	switch C.Z3_get_decl_kind(z.c, C.Z3_get_app_decl(z.c, app)) {
	case C.Z3_OP_CONST_ARRAY:
		v := m.value(C.Z3_get_app_arg(z.c, app, 0), s.Elem(), depth+1)
		if v == nil {
			return nil
		}
		return f.ConstArray(s, v)
	case C.Z3_OP_STORE:
		b := m.array(C.Z3_get_app_arg(z.c, app, 0), s, depth+1)
		i := m.value(C.Z3_get_app_arg(z.c, app, 1), s.Index(), depth+1)
		v := m.value(C.Z3_get_app_arg(z.c, app, 2), s.Elem(), depth+1)
		if b == nil || i == nil || v == nil {
			return nil
		}
		return f.Store(b, i, v)
	case C.Z3_OP_AS_ARRAY:
		d := C.Z3_get_as_array_func_decl(z.c, a)
		fi := C.Z3_model_get_func_interp(z.c, m.m, d)
		if fi == nil {
			return nil
		}
		C.Z3_func_interp_inc_ref(z.c, fi)
		defer C.Z3_func_interp_dec_ref(z.c, fi)
		v := m.value(C.Z3_func_interp_get_else(z.c, fi), s.Elem(), depth+1)
		if v == nil {
			return nil
		}
		r := f.ConstArray(s, v)
		for k := C.uint(0); k < C.Z3_func_interp_get_num_entries(z.c, fi); k++ {
			e := C.Z3_func_interp_get_entry(z.c, fi, k)
			C.Z3_func_entry_inc_ref(z.c, e)
			i := m.value(C.Z3_func_entry_get_arg(z.c, e, 0), s.Index(), depth+1)
			v := m.value(C.Z3_func_entry_get_value(z.c, e), s.Elem(), depth+1)
			C.Z3_func_entry_dec_ref(z.c, e)
			if i == nil || v == nil {
				return nil
			}
			r = f.Store(r, i, v)
		}
		return r
	}
	return nil
}
