package display

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// All prints a formula about the variables of p, most of it within about limit bytes unless that is 0. Variables of function get their C names, those of other
// functions their full names. facts are further facts that hold at the same location.
func All(p *program.Program, function string, t *logic.Term, facts []*logic.Term, limit int) string {
	n := newNames(p, function, t, facts)
	if t.Op() != logic.OpForall {
		return n.text(t, limit)
	}
	args := t.Args()
	bound, body := slices.Clone(args[:len(args)-1]), args[len(args)-1]
	names := make([]string, len(bound))
	letters := map[*logic.Term]*logic.Term{}
	for i, b := range bound {
		names[i] = letter(n, i)
		letters[b] = n.symbol(names[i], b.Sort())
	}
	body = n.f.Subst(body, letters)
	for i, b := range bound {
		bound[i] = letters[b]
	}
	return "for all " + strings.Join(names, ", ") + ": " + n.clause(bound, body, limit)
}

// letter is a name for a bound symbol that no variable has.
func letter(n *names, i int) string {
	name := string(rune('k' + i%10))
	for taken(n, name) {
		name += "'"
	}
	return name
}

func taken(n *names, name string) bool {
	for _, v := range n.vars {
		if v == name {
			return true
		}
	}
	return false
}

// clause prints a disjunction as an implication: disjuncts without cells become negated premises.
func (n *names) clause(bound []*logic.Term, body *logic.Term, limit int) string {
	parts := []*logic.Term{body}
	if body.Op() == logic.OpOr {
		parts = body.Args()
	}
	var where, what []*logic.Term
	for _, t := range parts {
		if reads(t) {
			what = append(what, t)
		} else {
			where = append(where, logic.Conjuncts(n.f.Not(t))...)
		}
	}
	said := "false"
	switch len(what) {
	case 0:
	case 1:
		said = n.equation(what[0], limit)
	default:
		said = n.text(n.f.Or(what...), limit)
	}
	if len(where) == 0 {
		return said
	}
	premise := n.ranges(bound, where)
	if strings.Contains(said, " || ") && strings.Contains(said, " && ") {
		said = "(" + said + ")"
	}
	return premise + " ==> " + said
}

// equation prints a formula; an equation of one cell with the cell on the left.
func (n *names) equation(t *logic.Term, limit int) string {
	if t.Op() != logic.OpEq || !t.Arg(0).Sort().IsInt() {
		return n.text(t, limit)
	}
	d := n.f.Sub(t.Arg(0), t.Arg(1))
	prods, coeffs, _ := logic.Linear(d)
	var cell, rest *logic.Term
	for i, x := range prods {
		if !reads(x) {
			continue
		}
		one := coeffs[i].Equal(rational.One)
		if cell != nil || x.Op() != logic.OpSelect || !one && !coeffs[i].Neg().Equal(rational.One) {
			return n.text(t, limit)
		}
		if cell, rest = x, n.f.Sub(d, n.f.Mul(n.f.Num(logic.Int, coeffs[i]), x)); one {
			rest = n.f.Neg(rest)
		}
	}
	if cell == nil {
		return n.text(t, limit)
	}
	said := n.text(rest, limit)
	if rest.Op() == logic.OpIte {
		said = "(" + said + ")"
	}
	return n.text(cell, limit) + " == " + said
}

// reads reports whether a formula contains array cells.
func reads(t *logic.Term) bool {
	found := false
	logic.WalkUp(func(u *logic.Term) { found = found || u.Op() == logic.OpSelect }, t)
	return found
}

// ranges prints premises, bounds of the bound symbols first.
func (n *names) ranges(bound, premises []*logic.Term) string {
	var out, others []string
	used := map[*logic.Term]bool{}
	for _, k := range bound {
		var low, high []string
		for _, t := range premises {
			switch l, h := n.bounds(t, k); {
			case used[t]:
			case l != "":
				low, used[t] = append(low, l), true
			case h != "":
				high, used[t] = append(high, h), true
			}
		}
		for len(low) > 0 || len(high) > 0 {
			var s string
			if s = n.text(k, 0); len(low) > 0 {
				s, low = low[0]+s, low[1:]
			}
			if len(high) > 0 {
				s, high = s+high[0], high[1:]
			}
			out = append(out, s)
		}
	}
	for _, t := range premises {
		if !used[t] {
			s := n.text(t, 0)
			if strings.Contains(s, " || ") {
				s = "(" + s + ")"
			}
			others = append(others, s)
		}
	}
	return strings.Join(append(out, others...), " && ")
}

// bounds are "x <= " or " < y" where a formula bounds k.
func (n *names) bounds(t, k *logic.Term) (low, high string) {
	less, strict := t, false
	if t.Op() == logic.OpNot {
		less, strict = t.Arg(0), true
	}
	if less.Op() != logic.OpLe && less.Op() != logic.OpLt || !less.Arg(0).Sort().IsInt() {
		return "", ""
	}
	a, b := less.Arg(0), less.Arg(1) // a <= b
	if less.Op() == logic.OpLt {
		a = n.f.Add(a, n.f.IntConst(1))
	}
	if strict { // b + 1 <= a
		a, b = n.f.Add(b, n.f.IntConst(1)), a
	}
	d := n.f.Sub(a, b) // <= 0
	prods, coeffs, constant := logic.Linear(d)
	for i, x := range prods {
		if x != k {
			continue
		}
		switch rest := n.f.Sub(d, n.f.Mul(n.f.Num(logic.Int, coeffs[i]), k)); {
		case logic.Occurs(k, rest):
		case coeffs[i].Equal(rational.One): // k <= -rest
			if constant.Equal(rational.One) {
				return "", fmt.Sprintf(" < %s", n.text(n.f.Neg(n.f.Sub(rest, n.f.IntConst(1))), 0))
			}
			return "", fmt.Sprintf(" <= %s", n.text(n.f.Neg(rest), 0))
		case coeffs[i].Neg().Equal(rational.One): // rest <= k
			if constant.Equal(rational.One) && len(prods) > 1 {
				return fmt.Sprintf("%s < ", n.text(n.f.Sub(rest, n.f.IntConst(1)), 0)), ""
			}
			return fmt.Sprintf("%s <= ", n.text(rest, 0)), ""
		}
	}
	return "", ""
}
