package logic

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Binding strengths, as in C.
const (
	precIte = iota + 1
	precImplies
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEq
	precLess
	precShift
	precAdd
	precMul
	precUnary
	precPostfix
)

// String prints the term for people: C-like, with as few parentheses as C
// needs. Unsigned operators have the suffix u, bit-vector constants are read as
// signed numbers. Very long terms end in an ellipsis.
func (t *Term) String() string { return t.StringN(stringLimit) }

// StringN is String with at most about n bytes; what is left out shows as "...".
func (t *Term) StringN(n int) string {
	p := infix{left: n}
	p.term(t, 0, 0)
	return p.b.String()
}

type infix struct {
	b    strings.Builder
	left int
}

func (p *infix) put(s string) {
	if p.left < 0 {
		return
	}
	p.left -= len(s)
	if p.left < 0 {
		s = "..."
	}
	p.b.WriteString(s)
}

var infixOps = map[Op]struct {
	sym  string
	prec int
}{
	OpAnd: {" && ", precAnd}, OpOr: {" || ", precOr}, OpEq: {" == ", precEq},
	OpDiv: {" div ", precMul}, OpMod: {" mod ", precMul}, OpRDiv: {" / ", precMul},
	OpBVAdd: {" + ", precAdd}, OpBVSub: {" - ", precAdd}, OpBVMul: {" * ", precMul},
	OpBVAddNSW: {" + ", precAdd}, OpBVSubNSW: {" - ", precAdd}, OpBVMulNSW: {" * ", precMul},
	OpBVUDiv: {" /u ", precMul}, OpBVURem: {" %u ", precMul}, OpBVSDiv: {" / ", precMul}, OpBVSRem: {" % ", precMul},
	OpBVAnd: {" & ", precBitAnd}, OpBVOr: {" | ", precBitOr}, OpBVXor: {" ^ ", precBitXor},
	OpBVShl: {" << ", precShift}, OpBVLShr: {" >>u ", precShift}, OpBVAShr: {" >> ", precShift},
	OpULe: {" <=u ", precLess}, OpULt: {" <u ", precLess}, OpSLe: {" <= ", precLess}, OpSLt: {" < ", precLess},
	OpFPAdd: {" + ", precAdd}, OpFPSub: {" - ", precAdd}, OpFPMul: {" * ", precMul}, OpFPDiv: {" / ", precMul},
	OpFPEq: {" == ", precEq}, OpFPLe: {" <= ", precLess}, OpFPLt: {" < ", precLess},
	OpMul: {"*", precMul},
}

var namedOps = map[Op]string{
	OpToReal: "real", OpToInt: "floor", OpBV2Nat: "nat", OpSAddOK: "add_ok", OpSSubOK: "sub_ok", OpSMulOK: "mul_ok",
	OpFPFMA: "fma", OpFPSqrt: "sqrt", OpFPRem: "remainder", OpFPRoundToIntegral: "rint", OpFPAbs: "fabs",
	OpFPMin: "fmin", OpFPMax: "fmax", OpFPIsNaN: "isnan", OpFPIsInf: "isinf", OpFPIsZero: "iszero",
	OpFPIsNormal: "isnormal", OpFPIsSubnormal: "issubnormal", OpFPIsNeg: "isneg", OpFPToReal: "real",
	OpConstArray: "const",
}

// open and close put parentheses where an operator binds weaker than its place.
func (p *infix) open(prec, outer int) {
	if prec < outer {
		p.put("(")
	}
}

func (p *infix) close(prec, outer int) {
	if prec < outer {
		p.put(")")
	}
}

func (p *infix) term(t *Term, outer, depth int) {
	if p.left < 0 {
		return
	}
	if depth++; depth > printDepth {
		p.put("...")
		return
	}
	switch t.op {
	case OpConst:
		p.constant(t, outer)
		return
	case OpVar:
		p.put(t.Name())
		return
	case OpApp:
		p.call(t.Name(), t.args, depth)
		return
	case OpNot:
		p.not(t, outer, depth)
		return
	case OpIte:
		p.open(precIte, outer)
		p.term(t.args[0], precIte+1, depth)
		p.put(" ? ")
		p.term(t.args[1], precIte+1, depth)
		p.put(" : ")
		p.term(t.args[2], precIte, depth)
		p.close(precIte, outer)
		return
	case OpForall, OpExists:
		p.quantifier(t, outer, depth)
		return
	case OpAdd:
		p.sum(t.args, outer, depth)
		return
	case OpMul:
		p.product(t, false, outer, depth)
		return
	case OpLe, OpLt:
		p.inequality(t, outer, depth)
		return
	case OpEq:
		if t.args[0].sort.IsArith() && t.args[0].op == OpAdd {
			p.relation(t.args[0], t.args[1], " == ", precEq, outer, depth)
			return
		}
	case OpBVNeg, OpBVNegNSW, OpFPNeg, OpBVNot:
		p.open(precUnary, outer)
		if t.op == OpBVNot {
			p.put("~")
		} else {
			p.put("-")
		}
		p.term(t.args[0], precUnary+1, depth)
		p.close(precUnary, outer)
		return
	case OpSelect:
		p.term(t.args[0], precPostfix, depth)
		p.put("[")
		p.term(t.args[1], 0, depth)
		p.put("]")
		return
	case OpStore:
		p.stores(t, depth)
		return
	case OpExtract:
		if t.Lo() == 0 {
			p.cast("u"+strconv.Itoa(t.sort.p), t.args[0], outer, depth)
			return
		}
		p.term(t.args[0], precPostfix, depth)
		p.put("[" + strconv.Itoa(t.Hi()) + ":" + strconv.Itoa(t.Lo()) + "]")
		return
	case OpConcat:
		p.call("concat", t.args, depth)
		return
	case OpConstruct:
		p.call(t.sort.constructors[t.Constructor()].Name, t.args, depth)
		return
	case OpMember:
		p.term(t.args[0], precPostfix, depth)
		p.put("." + t.args[0].sort.constructors[t.Constructor()].Fields[t.Member()].Name)
		return
	case OpIs:
		p.call("is "+t.args[0].sort.constructors[t.Constructor()].Name, t.args, depth)
		return
	case OpPatterned:
		p.term(t.args[0], outer, depth)
		return
	case OpPattern:
		p.call("pattern", t.args, depth)
		return
	case OpZeroExt:
		p.cast("u"+strconv.Itoa(t.sort.p), t.args[0], outer, depth)
		return
	case OpSignExt:
		p.cast("i"+strconv.Itoa(t.sort.p), t.args[0], outer, depth)
		return
	case OpInt2BV, OpFPToUBV:
		p.cast("u"+strconv.Itoa(t.sort.p), t.args[0], outer, depth)
		return
	case OpFPToSBV:
		p.cast("i"+strconv.Itoa(t.sort.p), t.args[0], outer, depth)
		return
	case OpFPFromFP, OpFPFromSBV, OpFPFromReal:
		p.cast(floatName(t.sort), t.args[0], outer, depth)
		return
	case OpFPFromUBV:
		p.cast(floatName(t.sort)+"u", t.args[0], outer, depth)
		return
	case OpFPFromBits:
		p.call(floatName(t.sort)+"_bits", t.args, depth)
		return
	}
	if n, ok := namedOps[t.op]; ok {
		p.call(n, t.args, depth)
		return
	}
	op := infixOps[t.op]
	p.open(op.prec, outer)
	for i, a := range t.args {
		if i > 0 {
			p.put(op.sym)
		}
		prec := op.prec
		if i > 0 && t.op != OpAnd && t.op != OpOr || op.prec == precEq || op.prec == precLess {
			prec++
		}
		p.term(a, prec, depth)
	}
	p.close(op.prec, outer)
}

func floatName(s *Sort) string {
	switch s {
	case Float32:
		return "float"
	case Float64:
		return "double"
	}
	return "float" + strconv.Itoa(s.Width())
}

func (p *infix) call(name string, args []*Term, depth int) {
	p.put(name)
	p.put("(")
	for i, a := range args {
		if i > 0 {
			p.put(", ")
		}
		p.term(a, 0, depth)
	}
	p.put(")")
}

func (p *infix) cast(to string, a *Term, outer, depth int) {
	p.open(precUnary, outer)
	p.put("(" + to + ")")
	p.term(a, precUnary, depth)
	p.close(precUnary, outer)
}

func (p *infix) quantifier(t *Term, outer, depth int) {
	p.open(precIte, outer)
	p.put(map[Op]string{OpForall: "forall ", OpExists: "exists "}[t.op])
	n := len(t.args) - 1
	for i, v := range t.args[:n] {
		if i > 0 {
			p.put(", ")
		}
		p.put(v.Name())
	}
	p.put(". ")
	p.term(t.args[n], precIte, depth)
	p.close(precIte, outer)
}

func (p *infix) stores(t *Term, depth int) {
	var chain []*Term
	for ; t.op == OpStore && len(chain) < p.left; t = t.args[0] {
		chain = append(chain, t)
	}
	p.term(t, precPostfix, depth)
	p.put("{")
	for i := len(chain) - 1; i >= 0 && p.left >= 0; i-- {
		p.term(chain[i].args[1], 0, depth)
		p.put(" := ")
		p.term(chain[i].args[2], 0, depth)
		if i > 0 {
			p.put(", ")
		}
	}
	p.put("}")
}

func (p *infix) not(t *Term, outer, depth int) {
	a := t.args[0]
	switch {
	case a.op == OpEq && a.args[0].op == OpAdd && a.args[0].sort.IsArith():
		p.relation(a.args[0], a.args[1], " != ", precEq, outer, depth)
	case a.op == OpEq, a.op == OpFPEq:
		p.open(precEq, outer)
		p.term(a.args[0], precEq+1, depth)
		p.put(" != ")
		p.term(a.args[1], precEq+1, depth)
		p.close(precEq, outer)
	default:
		p.open(precUnary, outer)
		p.put("!")
		p.term(a, precUnary, depth)
		p.close(precUnary, outer)
	}
}

// negative reports whether a monomial prints with a minus sign.
func negative(t *Term) bool {
	c := t
	if t.op == OpMul {
		c = t.args[0]
	}
	return c.op == OpConst && c.num().Sign() < 0
}

// product prints a monomial, without its sign if abs is set.
func (p *infix) product(t *Term, abs bool, outer, depth int) {
	switch {
	case t.op == OpConst && abs:
		p.put(t.num().Abs().String())
		return
	case t.op != OpMul:
		p.term(t, outer, depth)
		return
	}
	prec := precMul
	args := t.args
	if c := args[0]; c.op == OpConst {
		q := c.num()
		if abs {
			q = q.Abs()
		} else if q.Sign() < 0 {
			prec = precUnary
		}
		one := q.Abs().Num().IsInt64() && q.Abs().IsInt() && q.Abs().Num().Int64() == 1
		p.open(prec, outer)
		switch {
		case one && q.Sign() < 0:
			p.put("-")
		case !one:
			p.put(q.String() + "*")
		}
		inner := precMul + 1
		if args[1].op == OpMul {
			inner = precMul
		} else if one && abs {
			inner = outer
		}
		p.term(args[1], inner, depth)
		p.close(prec, outer)
		return
	}
	p.open(prec, outer)
	for i, a := range args {
		if i > 0 {
			p.put("*")
		}
		p.term(a, precMul+1, depth)
	}
	p.close(prec, outer)
}

// sum prints a sum with its positive summands first.
func (p *infix) sum(args []*Term, outer, depth int) {
	if len(args) == 0 {
		p.put("0")
		return
	}
	first := args[0]
	if negative(first) {
		for _, a := range args {
			if !negative(a) && a.op != OpConst {
				first = a
				break
			}
		}
	}
	if len(args) == 1 {
		p.product(first, false, outer, depth)
		return
	}
	p.open(precAdd, outer)
	p.product(first, false, precAdd, depth)
	for _, a := range args {
		switch {
		case a == first:
			continue
		case negative(a):
			p.put(" - ")
		default:
			p.put(" + ")
		}
		p.product(a, true, precAdd+1, depth)
	}
	p.close(precAdd, outer)
}

// inequality prints p <= c and c <= p with the constant right, and with a
// strict relation where the constant then is 0.
func (p *infix) inequality(t *Term, outer, depth int) {
	l, r := t.args[0], t.args[1]
	le, ge := " <= ", " >= "
	if t.op == OpLt {
		le, ge = " < ", " > "
	}
	switch {
	case r.op == OpConst:
		if r.sort == Int && isInt(r, -1) {
			p.relation(l, nil, " < ", precLess, outer, depth)
			return
		}
		p.relation(l, r, le, precLess, outer, depth)
	case l.op == OpConst:
		if l.sort == Int && isInt(l, 1) {
			p.relation(r, nil, " > ", precLess, outer, depth)
			return
		}
		p.relation(r, l, ge, precLess, outer, depth)
	default:
		p.relation(l, r, le, precLess, outer, depth)
	}
}

func isInt(t *Term, n int64) bool {
	v, ok := t.num().Int64()
	return t.op == OpConst && ok && v == n
}

// relation prints l rel r; nil for r is 0. Against 0, the negative summands of
// l move to the other side.
func (p *infix) relation(l, r *Term, rel string, prec, outer, depth int) {
	p.open(prec, outer)
	defer p.close(prec, outer)
	if l.op == OpAdd && (r == nil || r.op == OpConst && r.num().IsZero()) {
		var pos, neg []*Term
		for _, a := range l.args {
			if negative(a) {
				neg = append(neg, a)
			} else {
				pos = append(pos, a)
			}
		}
		if len(pos) > 0 && len(neg) > 0 {
			p.sum(pos, prec+1, depth)
			p.put(rel)
			for i, a := range neg {
				if i > 0 {
					p.put(" + ")
				}
				p.product(a, true, precAdd, depth)
			}
			return
		}
	}
	p.term(l, prec+1, depth)
	p.put(rel)
	if r == nil {
		p.put("0")
		return
	}
	p.term(r, prec+1, depth)
}

func (p *infix) constant(t *Term, outer int) {
	s := ""
	switch t.sort.kind {
	case KindBool:
		s = strconv.FormatBool(t.u == 1)
	case KindInt, KindReal:
		s = t.num().String()
	case KindBV:
		if t.sort.p == 1 {
			s = strconv.FormatUint(t.u, 10)
		} else {
			s = t.BVSigned().String()
		}
	case KindFloat:
		s = floatString(t)
	}
	prec := precPostfix
	if strings.HasPrefix(s, "-") {
		prec = precUnary
	}
	if strings.Contains(s, "/") {
		prec = precMul
	}
	p.open(prec, outer)
	p.put(s)
	p.close(prec, outer)
}

// floatString prints a float constant: the shortest decimal that reads back as
// the same value for float and double, an exact hexadecimal one otherwise.
func floatString(t *Term) string {
	v := unpack(t.sort, t.BVBig())
	sign := ""
	if v.neg {
		sign = "-"
	}
	switch {
	case v.class == fpNaN:
		return "NaN"
	case v.class == fpInf:
		return sign + "INFINITY"
	case v.class == fpZero:
		return sign + "0.0"
	case t.sort == Float64, t.sort == Float32:
		x, size, suffix := math.Float64frombits(t.u), 64, ""
		if t.sort == Float32 {
			x, size, suffix = float64(math.Float32frombits(uint32(t.u))), 32, "f"
		}
		s := strconv.FormatFloat(x, 'g', -1, size)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s + suffix
	}
	return sign + "0x" + new(big.Int).Set(v.sig).Text(16) + "p" + strconv.Itoa(v.exp)
}
