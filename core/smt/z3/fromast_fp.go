package z3

// #include <z3.h>
import "C"

import "cupel/core/logic"

var roundingModes = map[C.Z3_decl_kind]logic.RoundingMode{
	C.Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN: logic.RNE, C.Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY: logic.RNA,
	C.Z3_OP_FPA_RM_TOWARD_POSITIVE: logic.RTP, C.Z3_OP_FPA_RM_TOWARD_NEGATIVE: logic.RTN, C.Z3_OP_FPA_RM_TOWARD_ZERO: logic.RTZ,
}

func isFloatConstant(op C.Z3_decl_kind) bool {
	switch op {
	case C.Z3_OP_FPA_NUM, C.Z3_OP_FPA_PLUS_INF, C.Z3_OP_FPA_MINUS_INF, C.Z3_OP_FPA_NAN, C.Z3_OP_FPA_PLUS_ZERO, C.Z3_OP_FPA_MINUS_ZERO:
		return true
	}
	return false
}

// mode returns the rounding mode that is the first argument of an application.
func (r *reader) mode(app C.Z3_app) (logic.RoundingMode, bool) {
	a := C.Z3_get_app_arg(r.z.c, app, 0)
	if !C.Z3_is_app(r.z.c, a) {
		return 0, false
	}
	m, ok := roundingModes[C.Z3_get_decl_kind(r.z.c, C.Z3_get_app_decl(r.z.c, C.Z3_to_app(r.z.c, a)))]
	return m, ok
}

// The floating-point operators without and with rounding mode.
var (
	fpPlain = map[C.Z3_decl_kind]logic.Op{
		C.Z3_OP_FPA_NEG: logic.OpFPNeg, C.Z3_OP_FPA_ABS: logic.OpFPAbs, C.Z3_OP_FPA_MIN: logic.OpFPMin, C.Z3_OP_FPA_MAX: logic.OpFPMax,
		C.Z3_OP_FPA_REM: logic.OpFPRem, C.Z3_OP_FPA_EQ: logic.OpFPEq, C.Z3_OP_FPA_LE: logic.OpFPLe, C.Z3_OP_FPA_LT: logic.OpFPLt,
		C.Z3_OP_FPA_IS_NAN: logic.OpFPIsNaN, C.Z3_OP_FPA_IS_INF: logic.OpFPIsInf, C.Z3_OP_FPA_IS_ZERO: logic.OpFPIsZero,
		C.Z3_OP_FPA_IS_NORMAL: logic.OpFPIsNormal, C.Z3_OP_FPA_IS_SUBNORMAL: logic.OpFPIsSubnormal, C.Z3_OP_FPA_IS_NEGATIVE: logic.OpFPIsNeg,
	}
	fpRounded = map[C.Z3_decl_kind]logic.Op{
		C.Z3_OP_FPA_ADD: logic.OpFPAdd, C.Z3_OP_FPA_SUB: logic.OpFPSub, C.Z3_OP_FPA_MUL: logic.OpFPMul, C.Z3_OP_FPA_DIV: logic.OpFPDiv,
		C.Z3_OP_FPA_FMA: logic.OpFPFMA, C.Z3_OP_FPA_SQRT: logic.OpFPSqrt, C.Z3_OP_FPA_ROUND_TO_INTEGRAL: logic.OpFPRoundToIntegral,
	}
)

// floating reads the floating-point operators; nil for others.
func (r *reader) floating(op C.Z3_decl_kind, s *logic.Sort, app C.Z3_app, a []*logic.Term) *logic.Term {
	f := r.z.f
	if o, ok := fpPlain[op]; ok {
		return f.FP(o, 0, a...)
	}
	if o, ok := fpRounded[op]; ok {
		if m, ok := r.mode(app); ok {
			return f.FP(o, m, a[1:]...)
		}
		return nil
	}
	switch op {
	case C.Z3_OP_FPA_GE:
		return f.FP(logic.OpFPLe, 0, a[1], a[0])
	case C.Z3_OP_FPA_GT:
		return f.FP(logic.OpFPLt, 0, a[1], a[0])
	case C.Z3_OP_FPA_IS_POSITIVE:
		return f.And(f.Not(f.FP(logic.OpFPIsNeg, 0, a[0])), f.Not(f.FP(logic.OpFPIsNaN, 0, a[0])))
	case C.Z3_OP_FPA_FP:
		return f.FPConvert(logic.OpFPFromBits, s, 0, f.Concat(f.Concat(a[0], a[1]), a[2]))
	case C.Z3_OP_FPA_TO_REAL:
		return f.FPToReal(a[0])
	case C.Z3_OP_FPA_TO_FP:
		if len(a) == 1 {
			return f.FPConvert(logic.OpFPFromBits, s, 0, a[0])
		}
		m, ok := r.mode(app)
		if !ok || len(a) != 2 {
			return nil
		}
		switch a[1].Sort().Kind() {
		case logic.KindFloat:
			return f.FPConvert(logic.OpFPFromFP, s, m, a[1])
		case logic.KindBV:
			return f.FPConvert(logic.OpFPFromSBV, s, m, a[1])
		case logic.KindReal:
			return f.FPConvert(logic.OpFPFromReal, s, m, a[1])
		}
	case C.Z3_OP_FPA_TO_FP_UNSIGNED:
		if m, ok := r.mode(app); ok {
			return f.FPConvert(logic.OpFPFromUBV, s, m, a[1])
		}
	case C.Z3_OP_FPA_TO_SBV, C.Z3_OP_FPA_TO_UBV:
		if m, ok := r.mode(app); ok {
			return f.FPToBV(op == C.Z3_OP_FPA_TO_SBV, s.Width(), m, a[1])
		}
	}
	return nil
}
