package cfa

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// infix are the operators that are written between their arguments.
var infix = map[logic.Op]string{
	logic.OpAnd: "and", logic.OpOr: "or", logic.OpAdd: "+", logic.OpMul: "*", logic.OpLe: "<=", logic.OpLt: "<",
	logic.OpDiv: "/", logic.OpMod: "mod", logic.OpRDiv: "/",
	logic.OpBVAdd: "bvadd", logic.OpBVSub: "bvsub", logic.OpBVMul: "bvmul",
	logic.OpBVAddNSW: "bvadd", logic.OpBVSubNSW: "bvsub", logic.OpBVMulNSW: "bvmul",
	logic.OpBVUDiv: "bvudiv", logic.OpBVURem: "bvurem", logic.OpBVSDiv: "bvsdiv", logic.OpBVSRem: "bvsrem",
	logic.OpBVAnd: "bvand", logic.OpBVOr: "bvor", logic.OpBVXor: "bvxor",
	logic.OpBVShl: "bvshl", logic.OpBVLShr: "bvlshr", logic.OpBVAShr: "bvashr", logic.OpConcat: "++",
	logic.OpULe: "bvule", logic.OpULt: "bvult", logic.OpSLe: "bvsle", logic.OpSLt: "bvslt",
	logic.OpFPAdd: "fpadd", logic.OpFPSub: "fpsub", logic.OpFPMul: "fpmul", logic.OpFPDiv: "fpdiv",
	logic.OpFPRem: "fprem", logic.OpFPMin: "fpmin", logic.OpFPMax: "fpmax",
	logic.OpFPEq: "=", logic.OpFPLe: "<=", logic.OpFPLt: "<",
}

// prefixed are the operators that are written before their argument.
var prefixed = map[logic.Op]string{
	logic.OpNot: "not", logic.OpBVNeg: "bvneg", logic.OpBVNegNSW: "bvneg", logic.OpBVNot: "bvnot",
	logic.OpFPSqrt: "fpsqrt", logic.OpFPRoundToIntegral: "fproundtoint", logic.OpFPNeg: "fpneg", logic.OpFPAbs: "fpabs", logic.OpFPIsNaN: "fpisnan",
}

// termWriter prints terms with all parentheses.
type termWriter struct {
	symbols map[*logic.Term]string
	fresh   func() string // returns a name that is not taken
	b       strings.Builder
	depth   int
	pos     program.Pos // of the operation
}

// text prints a term.
func (w *termWriter) text(t *logic.Term, pos program.Pos) (string, error) {
	w.b.Reset()
	w.depth, w.pos = 0, pos
	err := w.write(t)
	return w.b.String(), err
}

func (w *termWriter) write(t *logic.Term) error {
	if w.depth++; w.depth > maxWrittenDepth || w.b.Len() > maxWritten {
		return unsupported(w.pos, "the term is too large, which is not supported; introduce variables for parts of it")
	}
	defer func() { w.depth-- }()
	if op, ok := infix[t.Op()]; ok {
		return w.infix(op+w.rounding(t), t.Args())
	}
	if op, ok := prefixed[t.Op()]; ok {
		return w.join("(", op+w.rounding(t)+" ", t.Arg(0), ")")
	}
	switch t.Op() {
	case logic.OpConst:
		w.b.WriteString(constant(t))
		return nil
	case logic.OpVar:
		name, ok := w.symbols[t]
		if !ok {
			return unsupported(w.pos, "the symbol %s is no variable, which is not supported", t.Name())
		}
		w.b.WriteString(name)
		return nil
	case logic.OpIte:
		return w.join("(if ", t.Arg(0), " then ", t.Arg(1), " else ", t.Arg(2), ")")
	case logic.OpEq:
		switch s := t.Arg(0).Sort(); {
		case s.IsBool():
			return w.infix("iff", t.Args())
		case !s.IsFloat():
			return w.infix("=", t.Args())
		}
	case logic.OpToReal:
		return w.join("(1%1 * ", t.Arg(0), ")")
	case logic.OpExtract:
		return w.join(t.Arg(0), fmt.Sprintf("[%d:%d]", t.Hi()+1, t.Lo()))
	case logic.OpZeroExt, logic.OpSignExt:
		op := " bv_zero_extend "
		if t.Op() == logic.OpSignExt {
			op = " bv_sign_extend "
		}
		return w.join("(", t.Arg(0), op+typeName(t.Sort())+")")
	case logic.OpSelect:
		return w.join(t.Arg(0), "[", t.Arg(1), "]")
	case logic.OpStore:
		return w.join(t.Arg(0), "[", t.Arg(1), " <- ", t.Arg(2), "]")
	case logic.OpConstArray:
		return w.join("[<"+typeName(t.Sort().Index())+"> default <- ", t.Arg(0), "]")
	case logic.OpForall, logic.OpExists:
		return w.quantified(t)
	case logic.OpFPFromFP:
		return w.join("(fptofp"+floatType(t.Sort())+w.rounding(t)+" ", t.Arg(0), ")")
	case logic.OpFPFromSBV:
		return w.join("(fpfrombv"+floatType(t.Sort())+"[s]"+w.rounding(t)+" ", t.Arg(0), ")")
	case logic.OpFPFromUBV:
		return w.join("(fpfrombv"+floatType(t.Sort())+"[u]"+w.rounding(t)+" ", t.Arg(0), ")")
	case logic.OpFPToSBV:
		return w.join(fmt.Sprintf("(fptobv[%d's]%s ", t.Sort().Width(), w.rounding(t)), t.Arg(0), ")")
	case logic.OpFPToUBV:
		return w.join(fmt.Sprintf("(fptobv[%d'u]%s ", t.Sort().Width(), w.rounding(t)), t.Arg(0), ")")
	}
	return unsupported(w.pos, "the CFA language does not support %s", t.StringN(100))
}

// join writes texts and terms.
func (w *termWriter) join(parts ...any) error {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			w.b.WriteString(p)
		case *logic.Term:
			if err := w.write(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *termWriter) infix(op string, args []*logic.Term) error {
	for i, a := range args {
		before := "("
		if i > 0 {
			before = " " + op + " "
		}
		if err := w.join(before, a); err != nil {
			return err
		}
	}
	w.b.WriteString(")")
	return nil
}

// quantified writes a quantifier; its symbols get names of their own.
func (w *termWriter) quantified(t *logic.Term) error {
	word := "forall"
	if t.Op() == logic.OpExists {
		word = "exists"
	}
	n := t.NumArgs() - 1
	var decls []string
	for _, s := range t.Args()[:n] {
		name := w.fresh()
		outer, shadowed := w.symbols[s]
		w.symbols[s] = name
		defer func() {
			if delete(w.symbols, s); shadowed {
				w.symbols[s] = outer
			}
		}()
		decls = append(decls, name+" : "+typeName(s.Sort()))
	}
	return w.join("("+word+" ("+strings.Join(decls, ", ")+") ", t.Arg(n), ")")
}

// rounding returns the suffix for a rounding mode other than nearest even.
func (w *termWriter) rounding(t *logic.Term) string {
	switch t.Op() {
	case logic.OpFPAdd, logic.OpFPSub, logic.OpFPMul, logic.OpFPDiv, logic.OpFPSqrt, logic.OpFPRoundToIntegral,
		logic.OpFPFromFP, logic.OpFPFromSBV, logic.OpFPFromUBV, logic.OpFPToSBV, logic.OpFPToUBV:
		if rm := t.Rounding(); rm != logic.RNE {
			return "[" + rm.String() + "]"
		}
	}
	return ""
}

func floatType(s *logic.Sort) string { return fmt.Sprintf("[%d:%d]", s.ExpBits(), s.SigBits()) }

// constant prints a value of a scalar sort.
func constant(t *logic.Term) string {
	switch s := t.Sort(); {
	case s.IsBool():
		return fmt.Sprint(t.IsTrue())
	case s.IsArith():
		q := t.Rational()
		text := q.Abs().Num().String()
		if s.IsReal() {
			text += "%" + q.Den().String()
		}
		if q.Sign() < 0 {
			return "(-" + text + ")"
		}
		return text
	case s.IsBV():
		return fmt.Sprintf("%d'd%s", s.Width(), t.BVBig())
	default:
		e, m := s.ExpBits(), s.SigBits()-1
		v := t.BVBig()
		mask := func(n int) *big.Int {
			one := big.NewInt(1)
			return one.Sub(one.Lsh(one, uint(n)), big.NewInt(1))
		}
		sign := "+"
		if v.Bit(e+m) == 1 {
			sign = "-"
		}
		exp := new(big.Int).And(new(big.Int).Rsh(v, uint(m)), mask(e))
		return fmt.Sprintf("(%s%d'd%s.%d'd%s)", sign, e, exp, m, new(big.Int).And(v, mask(m)))
	}
}
