package intlower

import "cupel/core/logic"

// opName returns C's name of an operator.
func opName(op logic.Op) string {
	switch op {
	case logic.OpBVAnd:
		return "x & y"
	case logic.OpBVOr:
		return "x | y"
	case logic.OpBVXor:
		return "x ^ y"
	case logic.OpBVShl:
		return "x << y"
	case logic.OpBVLShr, logic.OpBVAShr:
		return "x >> y"
	case logic.OpFPFromSBV, logic.OpFPFromUBV:
		return "a conversion from integer to floating point"
	case logic.OpFPToSBV, logic.OpFPToUBV:
		return "a conversion from floating point to integer"
	case logic.OpFPFromBits:
		return "a reinterpretation of bits as floating point"
	case logic.OpApp:
		return "an uninterpreted function"
	}
	return "an operator over bit-vectors"
}
