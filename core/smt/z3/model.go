package z3

// #include <z3.h>
import "C"

import (
	"errors"
	"math/big"

	"cupel/core/logic"
	"cupel/core/rational"
)

// errValue: libz3 gave a value that no term of this module expresses, such as
// an irrational algebraic number.
var errValue = errors.New("z3: no term for a value")

// Model is a libz3 model; it is valid until the next change of its solver.
type Model struct {
	z *zcontext
	m C.Z3_model
}

func (m *Model) free() {
	if m.m != nil {
		C.Z3_model_dec_ref(m.z.c, m.m)
		m.m = nil
	}
}

// Value returns t's value, or nil when the model has ended or the value is an
// irrational number or an array of a form that libz3 does not reveal.
func (m *Model) Value(t *logic.Term) *logic.Term {
	if m.m == nil {
		return nil
	}
	if t.IsConst() {
		return t
	}
	a, err := m.z.ast(t)
	if err != nil {
		return nil
	}
	v, err := m.eval(a, t.Sort())
	if err != nil {
		return nil
	}
	return v
}

func (m *Model) eval(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	z := m.z
	var r C.Z3_ast
	ok := C.Z3_model_eval(z.c, m.m, a, true, &r)
	if err := z.err("evaluating a term"); err != nil {
		return nil, err
	}
	if !ok {
		return nil, errValue
	}
	C.Z3_inc_ref(z.c, r)
	defer C.Z3_dec_ref(z.c, r)
	return m.value(r, s)
}

// value reads a value that libz3 has reduced as far as it does.
func (m *Model) value(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	switch {
	case s.IsArray():
		return m.array(a, s)
	case s.IsDatatype():
		return m.construct(a, s)
	}
	t, err := m.z.scalar(a, s)
	if e := m.z.err("reading a value"); e != nil {
		return nil, e
	}
	return t, err
}

// scalar reads a Boolean constant or a numeral of any sort.
func (z *zcontext) scalar(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	f := z.f
	switch s.Kind() {
	case logic.KindBool:
		switch C.Z3_get_bool_value(z.c, a) {
		case C.Z3_L_TRUE:
			return f.True(), nil
		case C.Z3_L_FALSE:
			return f.False(), nil
		}
		return nil, errValue
	case logic.KindInt, logic.KindReal:
		if C.Z3_get_ast_kind(z.c, a) != C.Z3_NUMERAL_AST {
			return nil, errValue
		}
		var n C.int64_t
		if s.IsInt() && bool(C.Z3_get_numeral_int64(z.c, a, &n)) {
			return f.IntConst(int64(n)), nil
		}
		r, ok := new(big.Rat).SetString(C.GoString(C.Z3_get_numeral_string(z.c, a)))
		if !ok || s.IsInt() && !r.IsInt() {
			return nil, errValue
		}
		return f.Num(s, rational.FromRat(r)), nil
	case logic.KindBV:
		n, err := z.bits(a)
		if err != nil {
			return nil, err
		}
		return f.BVBig(n, s.Width()), nil
	case logic.KindFloat:
		return z.float(a, s)
	}
	return nil, errValue
}

// bits reads a bit-vector numeral.
func (z *zcontext) bits(a C.Z3_ast) (*big.Int, error) {
	if C.Z3_get_ast_kind(z.c, a) != C.Z3_NUMERAL_AST {
		return nil, errValue
	}
	var u C.uint64_t
	if C.Z3_get_numeral_uint64(z.c, a, &u) {
		return new(big.Int).SetUint64(uint64(u)), nil
	}
	n, ok := new(big.Int).SetString(C.GoString(C.Z3_get_numeral_string(z.c, a)), 10)
	if !ok {
		return nil, errValue
	}
	return n, nil
}

// float reads a floating-point numeral by its IEEE bits. SMT-LIB's one NaN has
// no determined pattern and is recognised first.
func (z *zcontext) float(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	if C.Z3_is_app(z.c, a) {
		switch C.Z3_get_decl_kind(z.c, C.Z3_get_app_decl(z.c, C.Z3_to_app(z.c, a))) {
		case C.Z3_OP_FPA_NAN:
			nan := new(big.Int).Lsh(big.NewInt(1), uint(s.ExpBits()+1))
			nan.Sub(nan, big.NewInt(1)).Lsh(nan, uint(s.SigBits()-2))
			return z.f.FloatBits(s, nan), nil
		case C.Z3_OP_FPA_NUM, C.Z3_OP_FPA_PLUS_INF, C.Z3_OP_FPA_MINUS_INF, C.Z3_OP_FPA_PLUS_ZERO, C.Z3_OP_FPA_MINUS_ZERO, C.Z3_OP_FPA_FP:
		default:
			return nil, errValue
		}
	}
	b := C.Z3_mk_fpa_to_ieee_bv(z.c, a)
	if b == nil {
		return nil, errValue
	}
	C.Z3_inc_ref(z.c, b)
	defer C.Z3_dec_ref(z.c, b)
	v, release := z.simplify(b)
	if v == nil {
		return nil, errValue
	}
	defer release()
	n, err := z.bits(v)
	if err != nil {
		return nil, err
	}
	return z.f.FloatBits(s, n), nil
}

// simplify returns a as libz3's simplifier leaves it, nil where that fails.
func (z *zcontext) simplify(a C.Z3_ast) (v C.Z3_ast, release func()) {
	if v = C.Z3_simplify(z.c, a); v == nil {
		return nil, nil
	}
	C.Z3_inc_ref(z.c, v)
	return v, func() { C.Z3_dec_ref(z.c, v) }
}

// entry is one store of an array value.
type entry struct{ index, elem *logic.Term }

// array reads stores over a constant array, or over the interpretation of the
// function behind an as-array.
func (m *Model) array(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	z := m.z
	var stores []entry // outermost first
	for {
		if !C.Z3_is_app(z.c, a) {
			break
		}
		app := C.Z3_to_app(z.c, a)
		if C.Z3_get_decl_kind(z.c, C.Z3_get_app_decl(z.c, app)) != C.Z3_OP_STORE {
			break
		}
		e, err := m.entry(C.Z3_get_app_arg(z.c, app, 1), C.Z3_get_app_arg(z.c, app, 2), s)
		if err != nil {
			return nil, err
		}
		stores = append(stores, e)
		a = C.Z3_get_app_arg(z.c, app, 0)
	}
	r, err := m.baseArray(a, s)
	if err != nil {
		return nil, err
	}
	for i := len(stores) - 1; i >= 0; i-- {
		r = z.f.Store(r, stores[i].index, stores[i].elem)
	}
	return r, nil
}

func (m *Model) entry(index, elem C.Z3_ast, s *logic.Sort) (entry, error) {
	i, err := m.value(index, s.Index())
	if err != nil {
		return entry{}, err
	}
	e, err := m.value(elem, s.Elem())
	return entry{i, e}, err
}

func (m *Model) baseArray(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	z, f := m.z, m.z.f
	if !C.Z3_is_app(z.c, a) {
		return z.lambda(a, s)
	}
	app := C.Z3_to_app(z.c, a)
	switch C.Z3_get_decl_kind(z.c, C.Z3_get_app_decl(z.c, app)) {
	case C.Z3_OP_CONST_ARRAY:
		v, err := m.value(C.Z3_get_app_arg(z.c, app, 0), s.Elem())
		if err != nil {
			return nil, err
		}
		return f.ConstArray(s, v), nil
	case C.Z3_OP_AS_ARRAY:
		fi := C.Z3_model_get_func_interp(z.c, m.m, C.Z3_get_as_array_func_decl(z.c, a))
		if fi == nil {
			return nil, errValue
		}
		C.Z3_func_interp_inc_ref(z.c, fi)
		defer C.Z3_func_interp_dec_ref(z.c, fi)
		v, err := m.eval(C.Z3_func_interp_get_else(z.c, fi), s.Elem())
		if err != nil {
			return nil, err
		}
		r := f.ConstArray(s, v)
		for k := range C.Z3_func_interp_get_num_entries(z.c, fi) {
			e := C.Z3_func_interp_get_entry(z.c, fi, k)
			C.Z3_func_entry_inc_ref(z.c, e)
			st, err := m.entry(C.Z3_func_entry_get_arg(z.c, e, 0), C.Z3_func_entry_get_value(z.c, e), s)
			C.Z3_func_entry_dec_ref(z.c, e)
			if err != nil {
				return nil, err
			}
			r = f.Store(r, st.index, st.elem)
		}
		return r, nil
	}
	return nil, errValue
}
