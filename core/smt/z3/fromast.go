package z3

// #include <z3.h>
import "C"

import (
	"errors"
	"fmt"
	"math/big"

	"cupel/core/logic"
)

// errNoTerm: libz3 returned something that the term language cannot express.
var errNoTerm = errors.New("no term expresses it")

// reader translates libz3 asts to terms. Its memo is keyed by ast, which is valid as long as the root is alive.
type reader struct {
	z     *zcontext
	memo  map[C.Z3_ast]*logic.Term
	depth int
}

// fromAST translates a formula or term back. The caller holds a reference to a.
// Symbols must be symbols of the factory.
func (z *zcontext) fromAST(a C.Z3_ast) (*logic.Term, error) {
	r := &reader{z: z, memo: map[C.Z3_ast]*logic.Term{}}
	return r.read(a)
}

func (r *reader) read(root C.Z3_ast) (*logic.Term, error) {
	z := r.z
	type frame struct {
		a    C.Z3_ast
		next C.uint
	}
	stack := []frame{{a: root}}
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if r.memo[fr.a] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		kind := C.Z3_get_ast_kind(z.c, fr.a)
		if kind == C.Z3_APP_AST {
			app := C.Z3_to_app(z.c, fr.a)
			if fr.next < C.Z3_get_app_num_args(z.c, app) && !r.opaque(app) {
				arg := C.Z3_get_app_arg(z.c, app, fr.next)
				fr.next++
				stack = append(stack, frame{a: arg})
				continue
			}
		}
		t, err := r.one(fr.a, kind)
		if err == nil {
			err = z.err("reading a term")
		}
		if err != nil {
			return nil, err
		}
		r.memo[fr.a] = t
		stack = stack[:len(stack)-1]
	}
	return r.memo[root], nil
}

// opaque applications are read whole: rounding modes are no terms here.
func (r *reader) opaque(app C.Z3_app) bool {
	switch C.Z3_get_decl_kind(r.z.c, C.Z3_get_app_decl(r.z.c, app)) {
	case C.Z3_OP_FPA_FP:
		_, err := r.z.float(C.Z3_app_to_ast(r.z.c, app), r.floatSort(app))
		return err == nil
	}
	return false
}

func (r *reader) floatSort(app C.Z3_app) *logic.Sort {
	s, err := r.z.fromSort(C.Z3_get_sort(r.z.c, C.Z3_app_to_ast(r.z.c, app)))
	if err != nil {
		return logic.Float64
	}
	return s
}

// one builds the term of an ast whose arguments are in the memo.
func (r *reader) one(a C.Z3_ast, kind C.Z3_ast_kind) (*logic.Term, error) {
	z := r.z
	switch kind {
	case C.Z3_NUMERAL_AST:
		if C.Z3_get_sort_kind(z.c, C.Z3_get_sort(z.c, a)) == C.Z3_ROUNDING_MODE_SORT {
			return z.f.True(), nil // a placeholder; see mode
		}
		s, err := z.fromSort(C.Z3_get_sort(z.c, a))
		if err != nil {
			return nil, err
		}
		return z.scalar(a, s)
	case C.Z3_QUANTIFIER_AST:
		return r.quantifier(a)
	case C.Z3_APP_AST:
		app := C.Z3_to_app(z.c, a)
		d := C.Z3_get_app_decl(z.c, app)
		op := C.Z3_get_decl_kind(z.c, d)
		n := int(C.Z3_get_app_num_args(z.c, app))
		s, err := z.fromSort(C.Z3_get_sort(z.c, a))
		if err != nil {
			return nil, err
		}
		if op == C.Z3_OP_FPA_FP && r.opaque(app) || isFloatConstant(op) {
			return z.float(a, s)
		}
		args := make([]*logic.Term, n)
		for i := range args {
			args[i] = r.memo[C.Z3_get_app_arg(z.c, app, C.uint(i))]
		}
		if t := r.core(op, s, d, args); t != nil {
			return t, nil
		}
		if t := r.bitvector(op, s, d, args); t != nil {
			return t, nil
		}
		if t := r.floating(op, s, app, args); t != nil {
			return t, nil
		}
		if op == C.Z3_OP_UNINTERPRETED {
			return r.symbol(d, s, args)
		}
	}
	return nil, fmt.Errorf("z3: operator %s: %w", r.head(a), errNoTerm)
}

// head names the top of an ast; printing all of it could be endless.
func (r *reader) head(a C.Z3_ast) string {
	if !C.Z3_is_app(r.z.c, a) {
		return "of a free variable"
	}
	d := C.Z3_get_app_decl(r.z.c, C.Z3_to_app(r.z.c, a))
	return C.GoString(C.Z3_get_symbol_string(r.z.c, C.Z3_get_decl_name(r.z.c, d)))
}

func (r *reader) symbol(d C.Z3_func_decl, s *logic.Sort, args []*logic.Term) (*logic.Term, error) {
	name := C.GoString(C.Z3_get_symbol_string(r.z.c, C.Z3_get_decl_name(r.z.c, d)))
	own, ok := unmangle(name)
	if !ok {
		return nil, fmt.Errorf("z3: symbol %s made by libz3: %w", name, errNoTerm)
	}
	if len(args) > 0 {
		return r.z.f.App(own, s, args...), nil
	}
	if v := r.z.f.LookupVar(own); v != nil && v.Sort() == s {
		return v, nil
	}
	return r.z.f.App(own, s), nil
}

func (r *reader) quantifier(a C.Z3_ast) (*logic.Term, error) {
	z := r.z
	forall, exists := bool(C.Z3_is_quantifier_forall(z.c, a)), bool(C.Z3_is_quantifier_exists(z.c, a))
	if !forall && !exists {
		return nil, fmt.Errorf("z3: lambda: %w", errNoTerm)
	}
	if r.depth++; r.depth > maxQuantifiers {
		return nil, fmt.Errorf("z3: quantifiers nested more than %d deep: %w", maxQuantifiers, errNoTerm)
	}
	defer func() { r.depth-- }()
	vars, b, err := r.open(a)
	if err != nil {
		return nil, err
	}
	if forall {
		return z.f.Forall(vars, b), nil
	}
	return z.f.Exists(vars, b), nil
}

// open reads the body of a quantifier or lambda with fresh symbols in place of
// the bound ones.
func (r *reader) open(a C.Z3_ast) ([]*logic.Term, *logic.Term, error) {
	z := r.z
	n := int(C.Z3_get_quantifier_num_bound(z.c, a))
	vars, consts := make([]*logic.Term, n), make([]C.Z3_ast, n)
	for i := range vars {
		s, err := z.fromSort(C.Z3_get_quantifier_bound_sort(z.c, a, C.uint(i)))
		if err != nil {
			return nil, nil, err
		}
		vars[i] = z.f.Fresh("bound", s)
		v, err := z.ast(vars[i])
		if err != nil {
			return nil, nil, err
		}
		consts[n-1-i] = v // de Bruijn: the last symbol has index 0
	}
	body := C.Z3_substitute_vars(z.c, C.Z3_get_quantifier_body(z.c, a), C.uint(n), &consts[0])
	if err := z.err("opening a quantifier"); err != nil {
		return nil, nil, err
	}
	C.Z3_inc_ref(z.c, body)
	defer C.Z3_dec_ref(z.c, body)
	// The body's asts do not outlive this call: a memo of their own.
	inner := &reader{z: z, memo: map[C.Z3_ast]*logic.Term{}, depth: r.depth}
	b, err := inner.read(body)
	return vars, b, err
}

// core reads the Boolean, arithmetic and array operators; nil for others.
func (r *reader) core(op C.Z3_decl_kind, s *logic.Sort, d C.Z3_func_decl, a []*logic.Term) *logic.Term {
	f := r.z.f
	switch op {
	case C.Z3_OP_TRUE:
		return f.True()
	case C.Z3_OP_FALSE:
		return f.False()
	case C.Z3_OP_EQ, C.Z3_OP_IFF, C.Z3_OP_OEQ:
		return f.Eq(a[0], a[1])
	case C.Z3_OP_DISTINCT:
		return f.Distinct(a...)
	case C.Z3_OP_ITE:
		return f.Ite(a[0], a[1], a[2])
	case C.Z3_OP_AND:
		return f.And(a...)
	case C.Z3_OP_OR:
		return f.Or(a...)
	case C.Z3_OP_XOR:
		return fold(a, f.Xor)
	case C.Z3_OP_NOT:
		return f.Not(a[0])
	case C.Z3_OP_IMPLIES:
		return f.Implies(a[0], a[1])
	case C.Z3_OP_LE:
		return f.Le(a[0], a[1])
	case C.Z3_OP_GE:
		return f.Ge(a[0], a[1])
	case C.Z3_OP_LT:
		return f.Lt(a[0], a[1])
	case C.Z3_OP_GT:
		return f.Gt(a[0], a[1])
	case C.Z3_OP_ADD:
		return f.Add(a...)
	case C.Z3_OP_SUB:
		return fold(a, f.Sub)
	case C.Z3_OP_UMINUS:
		return f.Neg(a[0])
	case C.Z3_OP_MUL:
		return f.Mul(a...)
	case C.Z3_OP_DIV:
		return f.RDiv(a[0], a[1])
	case C.Z3_OP_IDIV:
		return f.Div(a[0], a[1])
	case C.Z3_OP_MOD:
		return f.Mod(a[0], a[1])
	case C.Z3_OP_REM: // libz3: rem takes the sign of the divisor
		m := f.Mod(a[0], a[1])
		return f.Ite(f.Le(f.IntConst(0), a[1]), m, f.Neg(m))
	case C.Z3_OP_TO_REAL:
		return f.ToReal(a[0])
	case C.Z3_OP_TO_INT:
		return f.ToInt(a[0])
	case C.Z3_OP_IS_INT:
		return f.Eq(a[0], f.ToReal(f.ToInt(a[0])))
	case C.Z3_OP_SELECT:
		if len(a) == 2 {
			return f.Select(a[0], a[1])
		}
	case C.Z3_OP_STORE:
		if len(a) == 3 {
			return f.Store(a[0], a[1], a[2])
		}
	case C.Z3_OP_CONST_ARRAY:
		return f.ConstArray(s, a[0])
	case C.Z3_OP_BV2INT:
		return f.BV2Nat(a[0])
	case C.Z3_OP_INT2BV:
		return f.Int2BV(s.Width(), a[0])
	}
	return nil
}

// fold applies a left-associative operator.
func fold(a []*logic.Term, op func(x, y *logic.Term) *logic.Term) *logic.Term {
	t := a[0]
	for _, x := range a[1:] {
		t = op(t, x)
	}
	return t
}

// parameter returns the i-th integer parameter of a declaration.
func (r *reader) parameter(d C.Z3_func_decl, i int) int {
	return int(C.Z3_get_decl_int_parameter(r.z.c, d, C.uint(i)))
}

var bvOps = map[C.Z3_decl_kind]logic.Op{
	C.Z3_OP_BADD: logic.OpBVAdd, C.Z3_OP_BSUB: logic.OpBVSub, C.Z3_OP_BMUL: logic.OpBVMul,
	C.Z3_OP_BUDIV: logic.OpBVUDiv, C.Z3_OP_BUDIV_I: logic.OpBVUDiv, C.Z3_OP_BUREM: logic.OpBVURem, C.Z3_OP_BUREM_I: logic.OpBVURem,
	C.Z3_OP_BSDIV: logic.OpBVSDiv, C.Z3_OP_BSDIV_I: logic.OpBVSDiv, C.Z3_OP_BSREM: logic.OpBVSRem, C.Z3_OP_BSREM_I: logic.OpBVSRem,
	C.Z3_OP_BAND: logic.OpBVAnd, C.Z3_OP_BOR: logic.OpBVOr, C.Z3_OP_BXOR: logic.OpBVXor,
	C.Z3_OP_BSHL: logic.OpBVShl, C.Z3_OP_BLSHR: logic.OpBVLShr, C.Z3_OP_BASHR: logic.OpBVAShr,
}

// bitvector reads the bit-vector operators; nil for others.
func (r *reader) bitvector(op C.Z3_decl_kind, s *logic.Sort, d C.Z3_func_decl, a []*logic.Term) *logic.Term {
	f := r.z.f
	if o, ok := bvOps[op]; ok {
		return fold(a, func(x, y *logic.Term) *logic.Term { return f.BVOp(o, x, y) })
	}
	switch op {
	case C.Z3_OP_BIT1:
		return f.BV(1, 1)
	case C.Z3_OP_BIT0:
		return f.BV(0, 1)
	case C.Z3_OP_BNEG:
		return f.BVNeg(a[0])
	case C.Z3_OP_BNOT:
		return f.BVNot(a[0])
	case C.Z3_OP_BNAND:
		return f.BVNot(f.BVOp(logic.OpBVAnd, a[0], a[1]))
	case C.Z3_OP_BNOR:
		return f.BVNot(f.BVOp(logic.OpBVOr, a[0], a[1]))
	case C.Z3_OP_BXNOR:
		return f.BVNot(f.BVOp(logic.OpBVXor, a[0], a[1]))
	case C.Z3_OP_BSMOD, C.Z3_OP_BSMOD_I: // the sign follows the divisor
		rem := f.BVOp(logic.OpBVSRem, a[0], a[1])
		zero := f.BV(0, s.Width())
		same := f.Eq(f.SLt(rem, zero), f.SLt(a[1], zero))
		return f.Ite(f.Or(f.Eq(rem, zero), same), rem, f.BVOp(logic.OpBVAdd, rem, a[1]))
	case C.Z3_OP_ULEQ:
		return f.ULe(a[0], a[1])
	case C.Z3_OP_UGEQ:
		return f.ULe(a[1], a[0])
	case C.Z3_OP_ULT:
		return f.ULt(a[0], a[1])
	case C.Z3_OP_UGT:
		return f.ULt(a[1], a[0])
	case C.Z3_OP_SLEQ:
		return f.SLe(a[0], a[1])
	case C.Z3_OP_SGEQ:
		return f.SLe(a[1], a[0])
	case C.Z3_OP_SLT:
		return f.SLt(a[0], a[1])
	case C.Z3_OP_SGT:
		return f.SLt(a[1], a[0])
	case C.Z3_OP_CONCAT:
		return fold(a, f.Concat)
	case C.Z3_OP_EXTRACT:
		return f.Extract(r.parameter(d, 0), r.parameter(d, 1), a[0])
	case C.Z3_OP_ZERO_EXT:
		return f.ZeroExt(r.parameter(d, 0), a[0])
	case C.Z3_OP_SIGN_EXT:
		return f.SignExt(r.parameter(d, 0), a[0])
	case C.Z3_OP_REPEAT:
		t := a[0]
		for range r.parameter(d, 0) - 1 {
			t = f.Concat(t, a[0])
		}
		return t
	case C.Z3_OP_BIT2BOOL:
		i := r.parameter(d, 0)
		return f.Eq(f.Extract(i, i, a[0]), f.BV(1, 1))
	case C.Z3_OP_BCOMP:
		return f.Ite(f.Eq(a[0], a[1]), f.BV(1, 1), f.BV(0, 1))
	case C.Z3_OP_BREDOR:
		return f.Ite(f.Eq(a[0], f.BV(0, a[0].Sort().Width())), f.BV(0, 1), f.BV(1, 1))
	case C.Z3_OP_BREDAND:
		ones := f.BVBig(big.NewInt(-1), a[0].Sort().Width())
		return f.Ite(f.Eq(a[0], ones), f.BV(1, 1), f.BV(0, 1))
	case C.Z3_OP_ROTATE_LEFT:
		return r.rotate(a[0], r.parameter(d, 0))
	case C.Z3_OP_ROTATE_RIGHT:
		return r.rotate(a[0], -r.parameter(d, 0))
	case C.Z3_OP_BUMUL_NO_OVFL:
		w := width(a[0])
		p := f.BVOp(logic.OpBVMul, f.ZeroExt(w, a[0]), f.ZeroExt(w, a[1]))
		return f.Eq(f.Extract(2*w-1, w, p), f.BV(0, w))
	case C.Z3_OP_BSMUL_NO_OVFL, C.Z3_OP_BSMUL_NO_UDFL:
		// Not representable and positive, or negative: decided by one bit of the exact product.
		w := width(a[0])
		p := f.BVOp(logic.OpBVMul, f.SignExt(w, a[0]), f.SignExt(w, a[1]))
		neg := f.SLt(p, f.BV(0, 2*w))
		if op == C.Z3_OP_BSMUL_NO_OVFL {
			return f.Or(f.SignedOK(logic.OpSMulOK, a[0], a[1]), neg)
		}
		return f.Or(f.SignedOK(logic.OpSMulOK, a[0], a[1]), f.Not(neg))
	}
	return nil
}

// rotate rotates a left by n bits.
func (r *reader) rotate(a *logic.Term, n int) *logic.Term {
	w := a.Sort().Width()
	if n = ((n % w) + w) % w; n == 0 {
		return a
	}
	return r.z.f.Concat(r.z.f.Extract(w-n-1, 0, a), r.z.f.Extract(w-1, w-n, a))
}

func width(t *logic.Term) int { return t.Sort().Width() }
