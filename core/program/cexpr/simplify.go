package cexpr

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// A bound is a literal about a linear term: base <= value, base >= value,
// base == value or base != value.
type bound struct {
	base  *logic.Term
	op    string
	value rational.Q
}

// boundOf reads an integer literal as a bound; the base has a positive leading
// coefficient and no constant.
func (w *cWriter) boundOf(t *logic.Term) (b bound, ok bool) {
	b.op = "<="
	switch t.Op() {
	case logic.OpNot:
		if t = t.Arg(0); t.Op() != logic.OpEq {
			return b, false
		}
		b.op = "!="
	case logic.OpEq:
		b.op = "=="
	case logic.OpLe:
	default:
		return b, false
	}
	if !t.Arg(0).Sort().IsInt() {
		return b, false
	}
	diff := w.f.Sub(t.Arg(0), t.Arg(1))
	_, coeffs, c := logic.Linear(diff)
	if len(coeffs) == 0 || !c.IsInt() {
		return b, false
	}
	b.base, b.value = w.f.Sub(diff, w.f.IntBig(c.Num())), c.Neg()
	if coeffs[0].Sign() < 0 {
		b.base, b.value, b.op = w.f.Neg(b.base), c, mirror[b.op]
	}
	return b, true
}

// implies reports whether a, about the same base, makes b redundant.
func (a bound) implies(b bound) bool {
	c := a.value.Cmp(b.value)
	switch a.op + " " + b.op {
	case "== ==", "!= !=":
		return c == 0
	case "== !=":
		return c != 0
	case "== <=", "<= <=":
		return c <= 0
	case "== >=", ">= >=":
		return c >= 0
	case "<= !=":
		return c < 0
	case ">= !=":
		return c > 0
	}
	return false
}

// withoutWeaker drops conjuncts that another conjunct about the same linear term
// implies, and joins two bounds that leave one value.
func (w *cWriter) withoutWeaker(parts []*logic.Term) []*logic.Term {
	bounds := make([]bound, len(parts))
	known := make([]bool, len(parts))
	for i, t := range parts {
		bounds[i], known[i] = w.boundOf(t)
	}
	out := make([]*logic.Term, 0, len(parts))
next:
	for i, t := range parts {
		for j := range parts {
			if i == j || !known[i] || !known[j] || bounds[i].base != bounds[j].base {
				continue
			}
			a, b := bounds[j], bounds[i]
			if a.implies(b) && (!b.implies(a) || j < i) {
				continue next
			}
			if a.value.Equal(b.value) && a.op == mirror[b.op] && b.op != "==" && b.op != "!=" {
				t = w.f.Eq(b.base, w.f.IntBig(b.value.Num()))
				if j < i {
					continue next
				}
			}
		}
		out = append(out, t)
	}
	return out
}
