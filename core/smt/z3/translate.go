package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"fmt"
	"unsafe"

	"cupel/core/logic"
)

// ast translates a term. The result is owned by the cache.
func (z *zcontext) ast(t *logic.Term) (C.Z3_ast, error) {
	if a, ok := z.cache[t]; ok {
		return a, nil
	}
	type frame struct {
		t    *logic.Term
		next int
	}
	stack, before := []frame{{t, 0}}, z.made
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if _, ok := z.cache[fr.t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if fr.next == 0 && fr.t.Op() == logic.OpSelect {
			if r := z.lookUp(fr.t); r != nil {
				if a := z.cache[r]; a != nil {
					C.Z3_inc_ref(z.c, a)
					z.cache[fr.t] = a
					stack = stack[:len(stack)-1]
				} else {
					stack = append(stack, frame{r, 0})
				}
				continue
			}
		}
		if fr.next < fr.t.NumArgs() {
			fr.next++
			if a := fr.t.Arg(fr.next - 1); z.cache[a] == nil {
				stack = append(stack, frame{a, 0})
			}
			continue
		}
		args := make([]C.Z3_ast, fr.t.NumArgs())
		for i, a := range fr.t.Args() {
			args[i] = z.cache[a]
		}
		r := z.app(fr.t, args)
		if err := z.err("translating a term"); err != nil {
			return nil, err
		}
		if r == nil {
			return nil, fmt.Errorf("z3: no translation of operator %d", fr.t.Op())
		}
		C.Z3_inc_ref(z.c, r)
		z.cache[fr.t] = r
		z.made++
		z.nonlinear = z.nonlinear || nonlinear(fr.t)
		stack = stack[:len(stack)-1]
	}
	// One formula that nearly fills the cache would empty it each time.
	z.limit = max(z.limit, 4*(z.made-before))
	return z.cache[t], nil
}

// nonlinear reports whether t is a product of non-constant terms or divides by a non-constant one.
func nonlinear(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpMul:
		return t.NumArgs() > 2 || !t.Arg(0).IsConst()
	case logic.OpDiv, logic.OpMod, logic.OpRDiv:
		return !t.Arg(1).IsConst()
	}
	return false
}

func (z *zcontext) numeral(text string, s *logic.Sort) C.Z3_ast {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	return C.Z3_mk_numeral(z.c, c, z.sort(s))
}

func (z *zcontext) constant(t *logic.Term) C.Z3_ast {
	s := t.Sort()
	switch s.Kind() {
	case logic.KindBool:
		if t.IsTrue() {
			return C.Z3_mk_true(z.c)
		}
		return C.Z3_mk_false(z.c)
	case logic.KindInt, logic.KindReal:
		if n, ok := t.Rational().Int64(); ok {
			return C.Z3_mk_int64(z.c, C.int64_t(n), z.sort(s))
		}
		return z.numeral(t.Rational().String(), s)
	case logic.KindBV:
		if u, ok := t.BVUint64(); ok {
			return C.Z3_mk_unsigned_int64(z.c, C.uint64_t(u), z.sort(s))
		}
		return z.numeral(t.BVBig().String(), s)
	}
	bv := z.numeral(t.BVBig().String(), logic.BVSort(s.Width()))
	C.Z3_inc_ref(z.c, bv)
	defer C.Z3_dec_ref(z.c, bv)
	return C.Z3_simplify(z.c, C.Z3_mk_fpa_to_fp_bv(z.c, bv, z.sort(s)))
}

func (z *zcontext) variable(t *logic.Term) C.Z3_ast {
	return C.Z3_mk_const(z.c, z.symbol(mangle(t.Name())), z.sort(t.Sort()))
}

// apply makes the application of an uninterpreted function.
func (z *zcontext) apply(t *logic.Term, args []C.Z3_ast) C.Z3_ast {
	dom := make([]C.Z3_sort, len(args))
	for i, a := range t.Args() {
		dom[i] = z.sort(a.Sort())
	}
	n := C.uint(len(args))
	d := C.Z3_mk_func_decl(z.c, z.symbol(mangle(t.Name())), n, unsafe.SliceData(dom), z.sort(t.Sort()))
	if d == nil {
		return nil
	}
	return C.Z3_mk_app(z.c, d, n, unsafe.SliceData(args)) // d lives: the context holds its last result
}

func (z *zcontext) rounding(m logic.RoundingMode) C.Z3_ast {
	switch m {
	case logic.RNA:
		return C.Z3_mk_fpa_rna(z.c)
	case logic.RTP:
		return C.Z3_mk_fpa_rtp(z.c)
	case logic.RTN:
		return C.Z3_mk_fpa_rtn(z.c)
	case logic.RTZ:
		return C.Z3_mk_fpa_rtz(z.c)
	}
	return C.Z3_mk_fpa_rne(z.c)
}

// and conjoins a with the result of mkB; libz3 may free an unreferenced result
// at its next call, hence the references.
func (z *zcontext) and(a C.Z3_ast, mkB func() C.Z3_ast) C.Z3_ast {
	if a == nil {
		return nil
	}
	C.Z3_inc_ref(z.c, a)
	defer C.Z3_dec_ref(z.c, a)
	b := mkB()
	if b == nil {
		return nil
	}
	C.Z3_inc_ref(z.c, b)
	defer C.Z3_dec_ref(z.c, b)
	xs := [2]C.Z3_ast{a, b}
	return C.Z3_mk_and(z.c, 2, &xs[0])
}

func (z *zcontext) app(t *logic.Term, a []C.Z3_ast) C.Z3_ast {
	c, n := z.c, C.uint(len(a))
	switch t.Op() {
	case logic.OpConst:
		return z.constant(t)
	case logic.OpVar:
		return z.variable(t)
	case logic.OpApp:
		return z.apply(t, a)
	case logic.OpNot:
		return C.Z3_mk_not(c, a[0])
	case logic.OpAnd:
		return C.Z3_mk_and(c, n, &a[0])
	case logic.OpOr:
		return C.Z3_mk_or(c, n, &a[0])
	case logic.OpIte:
		return C.Z3_mk_ite(c, a[0], a[1], a[2])
	case logic.OpEq:
		return C.Z3_mk_eq(c, a[0], a[1])
	case logic.OpForall, logic.OpExists:
		return z.quantifier(t, a)
	case logic.OpPatterned:
		return a[0]
	case logic.OpPattern:
		p := C.Z3_mk_pattern(c, n, &a[0])
		if p == nil {
			return nil
		}
		return C.Z3_pattern_to_ast(c, p)
	case logic.OpConstruct, logic.OpMember, logic.OpIs:
		return z.datatypeApp(t, a)
	case logic.OpAdd:
		return C.Z3_mk_add(c, n, &a[0])
	case logic.OpMul:
		return C.Z3_mk_mul(c, n, &a[0])
	case logic.OpLe:
		return C.Z3_mk_le(c, a[0], a[1])
	case logic.OpLt:
		return C.Z3_mk_lt(c, a[0], a[1])
	case logic.OpDiv, logic.OpRDiv:
		return C.Z3_mk_div(c, a[0], a[1])
	case logic.OpMod:
		return C.Z3_mk_mod(c, a[0], a[1])
	case logic.OpToReal:
		return C.Z3_mk_int2real(c, a[0])
	case logic.OpToInt:
		return C.Z3_mk_real2int(c, a[0])
	case logic.OpSelect:
		return C.Z3_mk_select(c, a[0], a[1])
	case logic.OpStore:
		return C.Z3_mk_store(c, a[0], a[1], a[2])
	case logic.OpConstArray:
		return C.Z3_mk_const_array(c, z.sort(t.Sort().Index()), a[0])
	}
	if t.Op() >= logic.OpFPAdd && t.Op() <= logic.OpFPToReal {
		return z.fpApp(t, a)
	}
	return z.bvApp(t, a)
}

func (z *zcontext) bvApp(t *logic.Term, a []C.Z3_ast) C.Z3_ast {
	c := z.c
	switch t.Op() {
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return C.Z3_mk_bvadd(c, a[0], a[1])
	case logic.OpBVSub, logic.OpBVSubNSW:
		return C.Z3_mk_bvsub(c, a[0], a[1])
	case logic.OpBVMul, logic.OpBVMulNSW:
		return C.Z3_mk_bvmul(c, a[0], a[1])
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return C.Z3_mk_bvneg(c, a[0])
	case logic.OpBVUDiv:
		return C.Z3_mk_bvudiv(c, a[0], a[1])
	case logic.OpBVURem:
		return C.Z3_mk_bvurem(c, a[0], a[1])
	case logic.OpBVSDiv:
		return C.Z3_mk_bvsdiv(c, a[0], a[1])
	case logic.OpBVSRem:
		return C.Z3_mk_bvsrem(c, a[0], a[1])
	case logic.OpBVAnd:
		return C.Z3_mk_bvand(c, a[0], a[1])
	case logic.OpBVOr:
		return C.Z3_mk_bvor(c, a[0], a[1])
	case logic.OpBVXor:
		return C.Z3_mk_bvxor(c, a[0], a[1])
	case logic.OpBVNot:
		return C.Z3_mk_bvnot(c, a[0])
	case logic.OpBVShl:
		return C.Z3_mk_bvshl(c, a[0], a[1])
	case logic.OpBVLShr:
		return C.Z3_mk_bvlshr(c, a[0], a[1])
	case logic.OpBVAShr:
		return C.Z3_mk_bvashr(c, a[0], a[1])
	case logic.OpConcat:
		return C.Z3_mk_concat(c, a[0], a[1])
	case logic.OpExtract:
		return C.Z3_mk_extract(c, C.uint(t.Hi()), C.uint(t.Lo()), a[0])
	case logic.OpZeroExt:
		return C.Z3_mk_zero_ext(c, C.uint(t.ExtBits()), a[0])
	case logic.OpSignExt:
		return C.Z3_mk_sign_ext(c, C.uint(t.ExtBits()), a[0])
	case logic.OpULe:
		return C.Z3_mk_bvule(c, a[0], a[1])
	case logic.OpULt:
		return C.Z3_mk_bvult(c, a[0], a[1])
	case logic.OpSLe:
		return C.Z3_mk_bvsle(c, a[0], a[1])
	case logic.OpSLt:
		return C.Z3_mk_bvslt(c, a[0], a[1])
	case logic.OpSAddOK:
		return z.and(C.Z3_mk_bvadd_no_overflow(c, a[0], a[1], true), func() C.Z3_ast { return C.Z3_mk_bvadd_no_underflow(c, a[0], a[1]) })
	case logic.OpSSubOK:
		return z.and(C.Z3_mk_bvsub_no_overflow(c, a[0], a[1]), func() C.Z3_ast { return C.Z3_mk_bvsub_no_underflow(c, a[0], a[1], true) })
	case logic.OpSMulOK:
		if t.Arg(0).Sort().Width() == 1 {
			// In libz3 4.8.12 the one-bit -1 * -1 does not overflow.
			zero := z.numeral("0", logic.BVSort(1))
			C.Z3_inc_ref(c, zero)
			defer C.Z3_dec_ref(c, zero)
			both := C.Z3_mk_bvand(c, a[0], a[1])
			if both == nil {
				return nil
			}
			C.Z3_inc_ref(c, both)
			defer C.Z3_dec_ref(c, both)
			return C.Z3_mk_eq(c, both, zero)
		}
		return z.and(C.Z3_mk_bvmul_no_overflow(c, a[0], a[1], true), func() C.Z3_ast { return C.Z3_mk_bvmul_no_underflow(c, a[0], a[1]) })
	case logic.OpBV2Nat:
		return C.Z3_mk_bv2int(c, a[0], false)
	case logic.OpInt2BV:
		return C.Z3_mk_int2bv(c, C.uint(t.Sort().Width()), a[0])
	}
	return nil
}

func (z *zcontext) fpApp(t *logic.Term, a []C.Z3_ast) C.Z3_ast {
	c := z.c
	rm := z.rounding(t.Rounding())
	C.Z3_inc_ref(c, rm)
	defer C.Z3_dec_ref(c, rm)
	switch t.Op() {
	case logic.OpFPAdd:
		return C.Z3_mk_fpa_add(c, rm, a[0], a[1])
	case logic.OpFPSub:
		return C.Z3_mk_fpa_sub(c, rm, a[0], a[1])
	case logic.OpFPMul:
		return C.Z3_mk_fpa_mul(c, rm, a[0], a[1])
	case logic.OpFPDiv:
		return C.Z3_mk_fpa_div(c, rm, a[0], a[1])
	case logic.OpFPFMA:
		return C.Z3_mk_fpa_fma(c, rm, a[0], a[1], a[2])
	case logic.OpFPSqrt:
		return C.Z3_mk_fpa_sqrt(c, rm, a[0])
	case logic.OpFPRem:
		return C.Z3_mk_fpa_rem(c, a[0], a[1])
	case logic.OpFPRoundToIntegral:
		return C.Z3_mk_fpa_round_to_integral(c, rm, a[0])
	case logic.OpFPNeg:
		return C.Z3_mk_fpa_neg(c, a[0])
	case logic.OpFPAbs:
		return C.Z3_mk_fpa_abs(c, a[0])
	case logic.OpFPMin:
		return C.Z3_mk_fpa_min(c, a[0], a[1])
	case logic.OpFPMax:
		return C.Z3_mk_fpa_max(c, a[0], a[1])
	case logic.OpFPEq:
		return C.Z3_mk_fpa_eq(c, a[0], a[1])
	case logic.OpFPLe:
		return C.Z3_mk_fpa_leq(c, a[0], a[1])
	case logic.OpFPLt:
		return C.Z3_mk_fpa_lt(c, a[0], a[1])
	case logic.OpFPIsNaN:
		return C.Z3_mk_fpa_is_nan(c, a[0])
	case logic.OpFPIsInf:
		return C.Z3_mk_fpa_is_infinite(c, a[0])
	case logic.OpFPIsZero:
		return C.Z3_mk_fpa_is_zero(c, a[0])
	case logic.OpFPIsNormal:
		return C.Z3_mk_fpa_is_normal(c, a[0])
	case logic.OpFPIsSubnormal:
		return C.Z3_mk_fpa_is_subnormal(c, a[0])
	case logic.OpFPIsNeg:
		return C.Z3_mk_fpa_is_negative(c, a[0])
	case logic.OpFPFromFP:
		return C.Z3_mk_fpa_to_fp_float(c, rm, a[0], z.sort(t.Sort()))
	case logic.OpFPFromSBV:
		return C.Z3_mk_fpa_to_fp_signed(c, rm, a[0], z.sort(t.Sort()))
	case logic.OpFPFromUBV:
		return C.Z3_mk_fpa_to_fp_unsigned(c, rm, a[0], z.sort(t.Sort()))
	case logic.OpFPFromReal:
		return C.Z3_mk_fpa_to_fp_real(c, rm, a[0], z.sort(t.Sort()))
	case logic.OpFPFromBits:
		return C.Z3_mk_fpa_to_fp_bv(c, a[0], z.sort(t.Sort()))
	case logic.OpFPToSBV:
		return C.Z3_mk_fpa_to_sbv(c, rm, a[0], C.uint(t.Sort().Width()))
	case logic.OpFPToUBV:
		return C.Z3_mk_fpa_to_ubv(c, rm, a[0], C.uint(t.Sort().Width()))
	case logic.OpFPToReal:
		return C.Z3_mk_fpa_to_real(c, a[0])
	}
	return nil
}
