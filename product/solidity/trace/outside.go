package trace

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
)

// External code may leave the state unchanged, call one of some functions, and pass on ether of its account,
// also to the contract, which cannot refuse the ether of a contract that destroys itself.

// outside is the behaviour of external code.
type outside struct {
	info    *boogie.Info // of the program whose statements these are
	variant *variant
	ether   bool
	numbers bool // balances are integers
}

// moveStep is the step number in markers of ether passed on.
const moveStep = 1001

// Variables for ether passed on:
const (
	moveFrom   = "$move.from"
	moveTo     = "$move.to"
	moveAmount = "$move.amount"
)

// codeless is the condition that an address has no code: address zero, and the account that pays for the
// transaction.
const codeless = "((%[1]s) == 0 || (%[1]s) == tx_origin)"

// statements inserts the behaviour of external code where it runs.
func (o *outside) statements(ss []boogie.Stmt) (out []boogie.Stmt, err error) {
	var ran *boogie.Attribute // the code that the next statement refers to
	for _, s := range ss {
		switch s := s.(type) {
		case *boogie.Havoc:
			if ran != nil && !slices.ContainsFunc(s.Vars, func(v *boogie.Ident) bool { return o.info.Var(v) == nil || o.info.Kind(o.info.Var(v)) != boogie.Global }) {
				does, err := o.does(ran)
				if err != nil {
					return nil, err
				}
				out, ran = append(out[:len(out)-1], does...), nil // already marked as external
				continue
			}
		case *boogie.If:
			if s.Then, err = o.statements(s.Then); err != nil {
				return nil, err
			}
			if s.Else, err = o.statements(s.Else); err != nil {
				return nil, err
			}
		case *boogie.While:
			if s.Body, err = o.statements(s.Body); err != nil {
				return nil, err
			}
		}
		ran = nil
		if a, ok := s.(*boogie.Assume); ok {
			if a.Attrs.Find("begins") != nil {
				continue // the driver determines the caller
			}
			ran = a.Attrs.Find("outside")
			if n := a.Attrs.Find("fresh"); n != nil && len(out) > 0 {
				is, err := fresh(n)
				if err != nil {
					return nil, err
				}
				out = append(out[:len(out)-1], is...) // instead of any address
				continue
			}
			switch t, n := a.Attrs.Find("target"), a.Attrs.Find("codeless"); {
			case typedTarget(t) != 0:
				s, err = assume(runs(boogie.ExprString(t.Args[0]), typedTarget(t)))
			case t != nil && len(t.Args) == 2:
				s, err = foreign(t)
			case n != nil && len(n.Args) == 2:
				s, err = assume(fmt.Sprintf(codeless+" ==> (%[2]s)", boogie.ExprString(n.Args[0]), boogie.ExprString(n.Args[1])))
				if f := a.Attrs.Find("fact"); f != nil && err == nil {
					s.(*boogie.Assume).Attrs = boogie.Attributes{f}
				}
			}
			if err != nil {
				return nil, err
			}
		}
		out = append(out, s)
		if c, ok := s.(*boogie.Call); ok && contractOf(c.Proc) > 0 {
			then, err := complete(c, contractOf(c.Proc))
			if err != nil {
				return nil, err
			}
			out = append(out, then...)
		}
	}
	return out, nil
}

// parsed reads statements.
func parsed(text string) ([]boogie.Stmt, error) {
	p, err := boogie.Parse("outside", "procedure p()\n{\n"+text+"}\n")
	if err != nil {
		return nil, fmt.Errorf("internal error: code outside is not understood: %w", err)
	}
	return p.Decls[0].(*boogie.Procedure).Body.Stmts, nil
}

// assume returns an assumption.
func assume(cond string) (boogie.Stmt, error) {
	e, err := boogie.ParseExpr(cond)
	if err != nil {
		return nil, fmt.Errorf("internal error: a condition on code outside is not understood: %w", err)
	}
	return &boogie.Assume{Cond: e}, nil
}

// foreign restricts the target of a call to accounts that may have code: not the contract itself, the
// precompiled ones, or the payer of the transaction; or to accounts without code, if the call does not need
// any.
func foreign(target *boogie.Attribute) (boogie.Stmt, error) {
	cond := "(" + this + " < (%[1]s) && (%[1]s) != tx_origin)"
	if b, ok := target.Args[1].(*boogie.BoolLit); ok && !b.Value {
		cond += " || " + codeless
	}
	return assume(fmt.Sprintf(cond, boogie.ExprString(target.Args[0])))
}

// does returns the behaviours of the code at an address.
func (o *outside) does(ran *boogie.Attribute) ([]boogie.Stmt, error) {
	if len(ran.Args) == 0 || len(o.variant.calls) == 0 && !o.ether {
		return nil, nil
	}
	at, amount := boogie.ExprString(ran.Args[0]), "0"
	if len(ran.Args) > 1 {
		amount = boogie.ExprString(ran.Args[1])
	}
	var b strings.Builder
	if len(o.variant.calls) > 0 {
		o.calls(&b, at, amount)
	}
	if o.ether {
		pass(&b, at)
	}
	return parsed(b.String())
}

// pass generates an optional transfer of ether by the code at an address.
func pass(b *strings.Builder, at string) {
	fmt.Fprintf(b, "  assume {:outside} true;\n  havoc %s, %s;\n  %s := %s;\n", moveTo, moveAmount, moveFrom, at)
	fmt.Fprintf(b, "  assume 0 <= %[2]s && %[2]s <= balance[%[1]s] && balance[%[1]s] < %[3]s && (%[4]s ==> %[2]s == 0);\n", moveFrom, moveAmount, supply, fmt.Sprintf(codeless, moveFrom))
	fmt.Fprintf(b, "  assume 0 <= %[1]s && %[1]s < %[2]s && %[1]s != %[3]s;\n", moveTo, addresses, moveFrom)
	fmt.Fprintf(b, "  balance[%[1]s] := balance[%[1]s] - %[3]s;\n  balance[%[2]s] := balance[%[2]s] + %[3]s;\n", moveFrom, moveTo, moveAmount)
	fmt.Fprintf(b, "  assume {:marker %d} true;\n", moveStep)
}
