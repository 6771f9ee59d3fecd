package logic

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"cupel/core/rational"
)

// plainSymbolChars are the characters of SMT-LIB's simple symbols besides letters and digits.
const plainSymbolChars = "~!@$%^&*_-+=<>.?/"

// reserved are the words a simple symbol must not be: SMT-LIB's reserved words
// and the theory symbols that this package reads.
var reserved = map[string]bool{
	"_": true, "!": true, "as": true, "let": true, "forall": true, "exists": true, "match": true, "par": true,
	"BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,
}

// QuoteSymbol returns name as an SMT-LIB symbol, between bars if need be. Bars
// and backslashes, which SMT-LIB cannot express, become underscores.
func QuoteSymbol(name string) string {
	simple := name != "" && (name[0] < '0' || name[0] > '9') && !reserved[name] && !isTheorySymbol(name) && name[0] != '@' && name[0] != '.'
	for i := 0; i < len(name) && simple; i++ {
		c := name[i]
		simple = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte(plainSymbolChars, c) >= 0
	}
	if simple {
		return name
	}
	return "|" + strings.NewReplacer("|", "_", "\\", "_").Replace(name) + "|"
}

// isTheorySymbol reports whether a name has a meaning of its own in scripts.
func isTheorySymbol(name string) bool {
	if _, ok := theorySymbols[name]; ok {
		return true
	}
	_, ok := roundingNames[name]
	return ok
}

// SMTLIB returns the term in SMT-LIB 2.6 syntax; shared subterms are bound by let.
func (t *Term) SMTLIB() string {
	var b strings.Builder
	_ = WriteSMTLIB(&b, t) // a Builder does not fail
	return b.String()
}

// WriteSMTLIB writes the term in SMT-LIB 2.6 syntax. NSW operators appear as
// their plain forms, overflow predicates as equivalent equations.
func WriteSMTLIB(w io.Writer, t *Term) error {
	b := bufio.NewWriter(w)
	newSMTPrinter(b, t).scoped(t)
	return b.Flush()
}

// Functions returns one application of each uninterpreted function in the
// terms, distinguished by name, ordered by ID.
func Functions(ts ...*Term) []*Term {
	least := map[string]*Term{}
	Walk(func(t *Term) bool {
		if t.op == OpApp && (least[t.Name()] == nil || t.id < least[t.Name()].id) {
			least[t.Name()] = t
		}
		return t.free
	}, ts...)
	out := make([]*Term, 0, len(least))
	for _, t := range least {
		out = append(out, t)
	}
	sortByID(out)
	return out
}

type smtPrinter struct {
	w      *bufio.Writer
	prefix string // of let names; no symbol starts with it
	lets   int    // names used so far
}

func newSMTPrinter(w *bufio.Writer, ts ...*Term) *smtPrinter {
	p := &smtPrinter{w: w, prefix: "?"}
	Walk(func(t *Term) bool {
		for t.op == OpVar && strings.HasPrefix(t.Name(), p.prefix) {
			p.prefix += "?"
		}
		return t.free
	}, ts...)
	return p
}

// scoped prints a term that stands at the top or is the body of a quantifier:
// let bindings never cross a binder, because they could mention its symbols.
func (p *smtPrinter) scoped(t *Term) {
	uses := map[*Term]int{}
	var order []*Term // arguments before the terms that use them
	type frame struct {
		t    *Term
		next int
	}
	stack := []frame{{t: t}}
	uses[t] = 1
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if opaque(fr.t) || fr.next == len(fr.t.args) {
			order = append(order, fr.t)
			stack = stack[:len(stack)-1]
			continue
		}
		n := 1
		if fr.t.op == OpSAddOK || fr.t.op == OpSSubOK || fr.t.op == OpSMulOK {
			n = 2 // their text repeats the arguments
		}
		a := fr.t.args[fr.next]
		fr.next++
		if uses[a] += n; uses[a] == n {
			stack = append(stack, frame{t: a})
		}
	}
	// Shared terms of one level are bound by one let.
	level := map[*Term]int{}
	var binds [][]*Term
	for _, s := range order {
		l := 0
		if !opaque(s) {
			for _, a := range s.args {
				l = max(l, level[a])
			}
		}
		if uses[s] > 1 && s != t && len(s.args) > 0 {
			if l == len(binds) {
				binds = append(binds, nil)
			}
			binds[l] = append(binds[l], s)
			l++
		}
		level[s] = l
	}
	names := map[*Term]string{}
	for _, group := range binds {
		p.w.WriteString("(let (")
		next := make(map[*Term]string, len(group))
		for i, s := range group {
			if i > 0 {
				p.w.WriteByte(' ')
			}
			p.lets++
			next[s] = p.prefix + strconv.Itoa(p.lets)
			p.w.WriteString("(" + next[s] + " ")
			p.body(s, names)
			p.w.WriteByte(')')
		}
		p.w.WriteString(") ")
		for s, n := range next {
			names[s] = n
		}
	}
	p.body(t, names)
	p.w.WriteString(strings.Repeat(")", len(binds)))
}

// opaque terms are printed by constant, or open a scope of their own.
func opaque(t *Term) bool {
	return t.op == OpForall || t.op == OpExists || t.op == OpPatterned || len(t.args) == 0
}

// body prints a term with the shared subterms replaced by their names.
func (p *smtPrinter) body(t *Term, names map[*Term]string) {
	type item struct {
		t *Term
		s string
	}
	stack := []item{{t: t}}
	for first := true; len(stack) > 0; first = false {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if it.t == nil {
			p.w.WriteString(it.s)
			continue
		}
		if n, ok := names[it.t]; ok && !first {
			p.w.WriteString(n)
			continue
		}
		if opaque(it.t) {
			p.opaque(it.t)
			continue
		}
		push := func(parts ...any) {
			for i := len(parts) - 1; i >= 0; i-- {
				switch x := parts[i].(type) {
				case string:
					stack = append(stack, item{s: x})
				case *Term:
					stack = append(stack, item{t: x})
				}
			}
		}
		a := it.t.args
		switch w := it.t.args[0].sort.Width(); it.t.op {
		case OpSAddOK, OpSSubOK:
			// No overflow exactly if adding in one more bit gives the extended sum.
			op := "bvadd"
			if it.t.op == OpSSubOK {
				op = "bvsub"
			}
			push("(= ("+op+" ((_ sign_extend 1) ", a[0], ") ((_ sign_extend 1) ", a[1], ")) ((_ sign_extend 1) ("+op+" ", a[0], " ", a[1], ")))")
		case OpSMulOK:
			e := fmt.Sprintf("((_ sign_extend %d) ", w)
			push("(= (bvmul "+e, a[0], ") "+e, a[1], ")) "+e+"(bvmul ", a[0], " ", a[1], ")))")
		default:
			parts := make([]any, 0, 2*len(a)+2)
			parts = append(parts, "("+smtHead(it.t))
			for _, x := range a {
				parts = append(parts, " ", x)
			}
			push(append(parts, ")")...)
		}
	}
}

func (p *smtPrinter) opaque(t *Term) {
	switch t.op {
	case OpForall, OpExists:
		n := len(t.args) - 1
		p.w.WriteString("(" + map[Op]string{OpForall: "forall", OpExists: "exists"}[t.op] + " (")
		for i, v := range t.args[:n] {
			if i > 0 {
				p.w.WriteByte(' ')
			}
			p.w.WriteString("(" + QuoteSymbol(v.Name()) + " " + v.sort.String() + ")")
		}
		p.w.WriteString(") ")
		p.scoped(t.args[n])
		p.w.WriteByte(')')
	case OpPatterned:
		p.w.WriteString("(! ")
		p.scoped(t.args[0])
		for _, pattern := range t.args[1:] {
			for i, x := range pattern.args {
				p.w.WriteString([]string{" :pattern (", " "}[min(i, 1)])
				p.scoped(x)
			}
			p.w.WriteByte(')')
		}
		p.w.WriteByte(')')
	case OpConst:
		p.w.WriteString(smtConst(t))
	case OpConstruct:
		p.w.WriteString(smtHead(t))
	default:
		p.w.WriteString(QuoteSymbol(t.Name()))
	}
}

var smtNames = map[Op]string{
	OpNot: "not", OpAnd: "and", OpOr: "or", OpIte: "ite", OpEq: "=",
	OpAdd: "+", OpMul: "*", OpLe: "<=", OpLt: "<", OpDiv: "div", OpMod: "mod", OpRDiv: "/", OpToReal: "to_real", OpToInt: "to_int",
	OpBVAdd: "bvadd", OpBVSub: "bvsub", OpBVMul: "bvmul", OpBVNeg: "bvneg",
	OpBVAddNSW: "bvadd", OpBVSubNSW: "bvsub", OpBVMulNSW: "bvmul", OpBVNegNSW: "bvneg",
	OpBVUDiv: "bvudiv", OpBVURem: "bvurem", OpBVSDiv: "bvsdiv", OpBVSRem: "bvsrem",
	OpBVAnd: "bvand", OpBVOr: "bvor", OpBVXor: "bvxor", OpBVNot: "bvnot", OpBVShl: "bvshl", OpBVLShr: "bvlshr", OpBVAShr: "bvashr",
	OpConcat: "concat", OpULe: "bvule", OpULt: "bvult", OpSLe: "bvsle", OpSLt: "bvslt", OpBV2Nat: "bv2nat",
	OpFPAdd: "fp.add", OpFPSub: "fp.sub", OpFPMul: "fp.mul", OpFPDiv: "fp.div", OpFPFMA: "fp.fma", OpFPSqrt: "fp.sqrt",
	OpFPRem: "fp.rem", OpFPRoundToIntegral: "fp.roundToIntegral", OpFPNeg: "fp.neg", OpFPAbs: "fp.abs", OpFPMin: "fp.min", OpFPMax: "fp.max",
	OpFPEq: "fp.eq", OpFPLe: "fp.leq", OpFPLt: "fp.lt", OpFPIsNaN: "fp.isNaN", OpFPIsInf: "fp.isInfinite", OpFPIsZero: "fp.isZero",
	OpFPIsNormal: "fp.isNormal", OpFPIsSubnormal: "fp.isSubnormal", OpFPIsNeg: "fp.isNegative", OpFPToReal: "fp.to_real",
	OpSelect: "select", OpStore: "store",
}

var roundingNames = map[string]RoundingMode{
	"RNE": RNE, "RNA": RNA, "RTP": RTP, "RTN": RTN, "RTZ": RTZ,
	"roundNearestTiesToEven": RNE, "roundNearestTiesToAway": RNA, "roundTowardPositive": RTP,
	"roundTowardNegative": RTN, "roundTowardZero": RTZ,
}

// String returns SMT-LIB's short name of the mode.
func (m RoundingMode) String() string {
	if int(m) < 5 {
		return [...]string{"RNE", "RNA", "RTP", "RTN", "RTZ"}[m]
	}
	return fmt.Sprintf("RoundingMode(%d)", uint8(m))
}

// rounded reports whether the operator takes a rounding mode.
func rounded(op Op) bool {
	switch op {
	case OpFPAdd, OpFPSub, OpFPMul, OpFPDiv, OpFPFMA, OpFPSqrt, OpFPRoundToIntegral,
		OpFPFromFP, OpFPFromSBV, OpFPFromUBV, OpFPFromReal, OpFPToSBV, OpFPToUBV:
		return true
	}
	return false
}

// smtHead returns the operator with its parameters, up to the first argument.
func smtHead(t *Term) string {
	var h string
	switch t.op {
	case OpApp:
		return QuoteSymbol(t.Name())
	case OpExtract:
		return fmt.Sprintf("(_ extract %d %d)", t.Hi(), t.Lo())
	case OpZeroExt:
		return fmt.Sprintf("(_ zero_extend %d)", t.ExtBits())
	case OpSignExt:
		return fmt.Sprintf("(_ sign_extend %d)", t.ExtBits())
	case OpInt2BV:
		return fmt.Sprintf("(_ int2bv %d)", t.sort.p)
	case OpConstruct:
		return QuoteSymbol(t.sort.constructors[t.Constructor()].Name)
	case OpMember:
		return QuoteSymbol(t.args[0].sort.constructors[t.Constructor()].Fields[t.Member()].Name)
	case OpIs:
		return "(_ is " + QuoteSymbol(t.args[0].sort.constructors[t.Constructor()].Name) + ")"
	case OpConstArray:
		return fmt.Sprintf("(as const %s)", t.sort)
	case OpFPFromFP, OpFPFromSBV, OpFPFromReal, OpFPFromBits:
		h = fmt.Sprintf("(_ to_fp %d %d)", t.sort.p, t.sort.q)
	case OpFPFromUBV:
		h = fmt.Sprintf("(_ to_fp_unsigned %d %d)", t.sort.p, t.sort.q)
	case OpFPToSBV:
		h = fmt.Sprintf("(_ fp.to_sbv %d)", t.sort.p)
	case OpFPToUBV:
		h = fmt.Sprintf("(_ fp.to_ubv %d)", t.sort.p)
	default:
		h = smtNames[t.op]
	}
	if rounded(t.op) {
		h += " " + t.Rounding().String()
	}
	return h
}

func smtConst(t *Term) string {
	switch t.sort.kind {
	case KindBool:
		return fmt.Sprint(t.u == 1)
	case KindInt:
		return smtNumeral(t.num(), "")
	case KindReal:
		q := t.num()
		n := rational.FromBig(q.Num())
		if q.IsInt() {
			return smtNumeral(n, ".0")
		}
		return "(/ " + smtNumeral(n, ".0") + " " + q.Den().String() + ".0)"
	case KindBV:
		return smtBits(t.BVBig(), t.sort.p)
	}
	s := t.sort
	v := unpack(s, t.BVBig())
	name := ""
	switch {
	case v.class == fpNaN:
		name = "NaN"
	case v.class == fpInf && v.neg:
		name = "-oo"
	case v.class == fpInf:
		name = "+oo"
	default:
		b := t.BVBig()
		sign := new(big.Int).Rsh(b, uint(s.Width()-1))
		exp := new(big.Int).And(new(big.Int).Rsh(b, uint(s.q-1)), new(big.Int).Sub(pow2(s.p), bigOne))
		frac := new(big.Int).And(b, new(big.Int).Sub(pow2(s.q-1), bigOne))
		return "(fp " + smtBinary(sign, 1) + " " + smtBinary(exp, s.p) + " " + smtBinary(frac, s.q-1) + ")"
	}
	return fmt.Sprintf("(_ %s %d %d)", name, s.p, s.q)
}

func smtNumeral(n rational.Q, suffix string) string {
	if n.Sign() < 0 {
		return "(- " + n.Neg().String() + suffix + ")"
	}
	return n.String() + suffix
}

func smtBits(v *big.Int, w int) string {
	if w%4 != 0 {
		return smtBinary(v, w)
	}
	s := v.Text(16)
	return "#x" + strings.Repeat("0", w/4-len(s)) + s
}

func smtBinary(v *big.Int, w int) string {
	s := v.Text(2)
	return "#b" + strings.Repeat("0", w-len(s)) + s
}
