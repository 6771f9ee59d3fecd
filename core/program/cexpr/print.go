package cexpr

import (
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Print renders a formula over the variables of p as a side-effect-free C
// expression without undefined behaviour: where the operands' own types do not
// suffice, arithmetic is done in long long, or in __int128 on LP64 machines.
// name says how C denotes a variable, "" when it cannot.
//
// The expression may be weaker than the formula, which is right for invariants:
// what has no such form is left out, and so is what holds for every value of the
// variables' types. The result is "" when nothing is left.
func Print(p *program.Program, name func(*program.Var) string, t *logic.Term) string {
	w := &cWriter{p: p, f: p.Terms, name: name, printed: map[*logic.Term]string{}}
	t = w.weaken(t, true)
	if t.IsTrue() {
		return ""
	}
	s, _ := w.formula(t)
	if w.failed || len(s) > maxLength {
		return ""
	}
	return s
}

type cWriter struct {
	p       *program.Program
	f       *logic.Factory
	name    func(*program.Var) string
	printed map[*logic.Term]string // literals
	failed  bool
}

// weaken returns a consequence of t, or of its negation, over printable
// literals.
func (w *cWriter) weaken(t *logic.Term, positive bool) *logic.Term {
	switch op := t.Op(); {
	case op == logic.OpNot:
		return w.weaken(t.Arg(0), !positive)
	case op == logic.OpAnd || op == logic.OpOr:
		parts := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			parts[i] = w.weaken(a, positive)
		}
		if (op == logic.OpAnd) == positive {
			return w.f.And(w.withoutWeaker(parts)...)
		}
		return w.f.Or(parts...)
	}
	if !positive {
		t = w.f.Not(t)
	}
	if t.IsConst() {
		return t
	}
	s := w.literal(t)
	if s == "" {
		return w.f.True()
	}
	w.printed[t] = s
	return t
}

// formula prints a combination of literals and returns its connective.
func (w *cWriter) formula(t *logic.Term) (string, logic.Op) {
	op := t.Op()
	switch {
	case op != logic.OpAnd && op != logic.OpOr:
		s, ok := w.printed[t]
		switch {
		case t.IsFalse():
			s = "0"
		case !ok: // introduced by simplification
			s = w.literal(t)
			w.failed = w.failed || s == ""
		}
		return s, logic.OpConst
	}
	var parts []string
	for _, a := range t.Args() {
		s, inner := w.formula(a)
		if inner != logic.OpConst {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	if op == logic.OpAnd {
		return strings.Join(parts, " && "), op
	}
	return strings.Join(parts, " || "), op
}

// literal prints an atom or its negation; "" if it cannot be expressed, or is trivial.
func (w *cWriter) literal(t *logic.Term) string {
	negated := t.Op() == logic.OpNot
	if negated {
		t = t.Arg(0)
	}
	if t.NumArgs() != 2 {
		return ""
	}
	a, b := t.Arg(0), t.Arg(1)
	signed := t.Op() == logic.OpSLe || t.Op() == logic.OpSLt
	op := ""
	switch t.Op() {
	case logic.OpEq:
		op = "=="
		if negated {
			op = "!="
		}
	case logic.OpLe, logic.OpSLe, logic.OpULe:
		op = "<="
		if negated {
			op = ">"
		}
	case logic.OpSLt, logic.OpULt:
		op = "<"
		if negated {
			op = ">="
		}
	}
	switch {
	case op == "":
		return ""
	case a.Sort().IsInt():
		return w.integers(op, a, b)
	case a.Sort().IsBV():
		return w.words(op, a, b, signed)
	}
	return ""
}

// integers prints a comparison of linear terms.
func (w *cWriter) integers(op string, a, b *logic.Term) string {
	left, right, ok := w.split(w.f.Sub(a, b))
	if !ok {
		return ""
	}
	if len(left.terms) == 0 { // 0 <= x - 5 becomes x >= 5
		left, right, op = right, left, mirror[op]
	}
	lo, hi := left.bounds()
	rlo, rhi := right.bounds()
	switch {
	case op == "<=" && hi.Cmp(rlo) <= 0, op == ">=" && lo.Cmp(rhi) >= 0,
		op == "<" && hi.Cmp(rlo) < 0, op == ">" && lo.Cmp(rhi) > 0,
		op == "!=" && (hi.Cmp(rlo) < 0 || lo.Cmp(rhi) > 0):
		return "" // implied by the types
	}
	cast, ok := arithmetic(left, right, w.p.Model)
	if !ok {
		return ""
	}
	return left.text(cast) + " " + op + " " + right.text(cast)
}

var mirror = map[string]string{"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}

// split writes t = left - right with positive coefficients on both sides.
func (w *cWriter) split(t *logic.Term) (left, right side, ok bool) {
	prods, coeffs, c := logic.Linear(t)
	left.constant, right.constant = new(big.Int), new(big.Int)
	for i, p := range prods {
		v := w.p.VarOf(p)
		if v == nil || !coeffs[i].IsInt() {
			return left, right, false
		}
		o := operand{v: v.Root(), name: w.name(v), coeff: coeffs[i].Num()}
		if o.name == "" || !o.v.Sort().IsBV() || o.v.Pointer {
			return left, right, false
		}
		if o.coeff.Sign() > 0 {
			left.terms = append(left.terms, o)
		} else {
			o.coeff = new(big.Int).Neg(o.coeff)
			right.terms = append(right.terms, o)
		}
	}
	if !c.IsInt() {
		return left, right, false
	}
	switch k := c.Num(); {
	case len(left.terms) == 0: // the constant moves to the side without variables
		left.constant = k
	case len(right.terms) == 0 || k.Sign() < 0:
		right.constant = new(big.Int).Neg(k)
	default:
		left.constant = k
	}
	return left, right, true
}

// words prints a comparison of bit-vectors, for variables and constants only.
func (w *cWriter) words(op string, a, b *logic.Term, signed bool) string {
	if op == "==" || op == "!=" { // the same in both readings
		for _, x := range []*logic.Term{a, b} {
			if v := w.p.VarOf(x); v != nil {
				signed = v.Root().Signed
			}
		}
	}
	pointers, zero := false, false
	part := func(t *logic.Term) (side, bool) {
		if t.IsConst() {
			k := t.BVBig()
			if signed {
				k = t.BVSigned()
			}
			zero = k.Sign() == 0
			return side{constant: k}, true
		}
		v := w.p.VarOf(t)
		if v == nil {
			return side{}, false
		}
		o := operand{v: v.Root(), name: w.name(v), coeff: big.NewInt(1)}
		pointers = pointers || o.v.Pointer
		ok := o.name != "" && o.v.Signed == signed && o.v.Sort() == t.Sort()
		return side{terms: []operand{o}, constant: new(big.Int)}, ok
	}
	left, ok1 := part(a)
	right, ok2 := part(b)
	if !ok1 || !ok2 || pointers && !(zero && (op == "==" || op == "!=")) {
		return ""
	}
	if len(left.terms) == 0 {
		left, right, op = right, left, mirror[op]
	}
	if pointers {
		return left.text("") + " " + op + " 0"
	}
	cast, ok := arithmetic(left, right, w.p.Model)
	if !ok {
		return ""
	}
	return left.text(cast) + " " + op + " " + right.text(cast)
}
