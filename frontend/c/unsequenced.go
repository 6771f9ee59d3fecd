package c

import (
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Two side effects on a scalar object, or one and a use of its value, that no sequence point separates are undefined (C11 6.5p2). Found are those on objects that
// are named, in parts of an expression that are evaluated in any case; so does gcc's -Wsequence-point.

// scalar is a variable, or a member of it.
type scalar struct {
	of   any // its name, if that is linked, else the declarator
	path string
}

// uses are the scalars that an evaluation surely reads and writes, and the writes that may come after its value is known.
type uses struct {
	read, written, pending map[scalar]bool
	calls                  bool // it may not come to its end
}

// unsequenced states that the evaluation of the expressions, in any order, is undefined if it is; value evaluates them.
func unsequenced[T any](b *builder, es []cc.ExpressionNode, value func() T) T {
	impure := false
	for _, e := range es {
		impure = impure || !b.pure(e)
	}
	if !impure || len(es) < 2 {
		return value()
	}
	var all uses
	clash := ""
	for _, e := range es {
		u := b.usesOf(e)
		if clash == "" {
			clash = all.clash(u)
		}
		all.add(u, true)
	}
	return undefinedIf(b, clash, all.calls, value)
}

// undefinedIf evaluates something that is undefined because of what it does with the scalar called clash; "": it is not.
func undefinedIf[T any](b *builder, clash string, calls bool, value func() T) T {
	state := func() {
		if clash != "" {
			b.check(b.f.False(), program.OtherCheck, "unsequenced side effect on "+clash)
		}
	}
	if !calls {
		state()
		return value()
	}
	v := value()
	state()
	return v
}

// clash names a scalar that one evaluation writes and the other one reads or writes.
func (u *uses) clash(o *uses) string {
	name := ""
	note := func(s scalar) {
		n, ok := s.of.(string)
		if d, declared := s.of.(*cc.Declarator); declared && !ok {
			n = d.Name()
		}
		if n += s.path; name == "" || n < name {
			name = n
		}
	}
	for s := range u.written {
		if o.written[s] || o.read[s] {
			note(s)
		}
	}
	for s := range o.written {
		if u.read[s] {
			note(s)
		}
	}
	return name
}

// add adds what another evaluation does; with it may write after the whole value is known what it may write after its own is.
func (u *uses) add(o *uses, pending bool) {
	join := func(to *map[scalar]bool, from map[scalar]bool) {
		if *to == nil && len(from) > 0 {
			*to = map[scalar]bool{}
		}
		for s := range from {
			(*to)[s] = true
		}
	}
	join(&u.read, o.read)
	join(&u.written, o.written)
	if pending {
		join(&u.pending, o.pending)
	}
	u.calls = u.calls || o.calls
}

// usesOf collects the uses of e.
func (b *builder) usesOf(e cc.ExpressionNode) *uses {
	u := &uses{}
	if tree.IsNil(e) {
		return u
	}
	e = tree.Strip(e)
	operands := func(es ...cc.ExpressionNode) *uses {
		for _, e := range es {
			u.add(b.usesOf(e), true)
		}
		return u
	}
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		if s, ok := scalarOf(e); ok {
			u.read = map[scalar]bool{s: true}
		}
		u.calls = n.Case == cc.PrimaryExpressionStmt
	case *cc.ExpressionList: // ,
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			u.calls = true
		}
		u.add(b.usesOf(n.AssignmentExpression), true)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return operands(n.PostfixExpression, n.ExpressionList)
		case cc.PostfixExpressionSelect:
			if s, ok := scalarOf(e); ok {
				u.read = map[scalar]bool{s: true}
				return u
			}
			return operands(addressed(e)...)
		case cc.PostfixExpressionPSelect:
			return operands(n.PostfixExpression)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return b.modifies(n.PostfixExpression)
		case cc.PostfixExpressionCall:
			u.calls = true
			if name, _ := tree.CalleeName(n.PostfixExpression); strings.HasPrefix(name, "__builtin_") {
				return u // it may not evaluate its operands
			}
			for _, a := range append([]cc.ExpressionNode{n.PostfixExpression}, tree.Args(n)...) {
				u.add(b.usesOf(a), false)
			}
		default: // a compound literal
			u.calls = true
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return b.modifies(n.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			return operands(addressed(n.CastExpression)...)
		case cc.UnaryExpressionDeref, cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			return operands(n.CastExpression)
		}
	case *cc.CastExpression:
		return operands(n.CastExpression)
	case *cc.MultiplicativeExpression:
		return operands(n.MultiplicativeExpression, n.CastExpression)
	case *cc.AdditiveExpression:
		return operands(n.AdditiveExpression, n.MultiplicativeExpression)
	case *cc.ShiftExpression:
		return operands(n.ShiftExpression, n.AdditiveExpression)
	case *cc.RelationalExpression:
		return operands(n.RelationalExpression, n.ShiftExpression)
	case *cc.EqualityExpression:
		return operands(n.EqualityExpression, n.RelationalExpression)
	case *cc.AndExpression:
		return operands(n.AndExpression, n.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return operands(n.ExclusiveOrExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return operands(n.InclusiveOrExpression, n.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		u.add(b.usesOf(n.LogicalAndExpression), false)
		u.calls = u.calls || !b.pure(n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		u.add(b.usesOf(n.LogicalOrExpression), false)
		u.calls = u.calls || !b.pure(n.LogicalAndExpression)
	case *cc.ConditionalExpression:
		u.add(b.usesOf(n.LogicalOrExpression), false)
		u.calls = u.calls || !b.pure(n)
	case *cc.AssignmentExpression:
		u = b.modifies(n.UnaryExpression)
		u.add(b.usesOf(n.AssignmentExpression), true)
	}
	return u
}

// modifies are the uses of an assignment to e, without those of its right operand.
func (b *builder) modifies(e cc.ExpressionNode) *uses {
	u := &uses{}
	if s, ok := scalarOf(e); ok {
		u.written, u.pending = map[scalar]bool{s: true}, map[scalar]bool{s: true}
		return u
	}
	for _, a := range addressed(e) {
		u.add(b.usesOf(a), true)
	}
	return u
}

// scalarOf is the scalar that a variable, or a member selected from one, is.
func scalarOf(e cc.ExpressionNode) (s scalar, ok bool) {
	e = tree.Strip(e)
	if t := e.Type(); t == nil || isArray(e) || !cc.IsScalarType(t) {
		return s, false
	}
	for {
		switch n := tree.Strip(e).(type) {
		case *cc.PrimaryExpression:
			d, declared := n.ResolvedTo().(*cc.Declarator)
			if !declared || n.Case != cc.PrimaryExpressionIdent || d.IsTypename() || d.Type() == nil || d.Type().Kind() == cc.Function {
				return s, false
			}
			if s.of = d; d.Linkage() != cc.None {
				s.of = d.Name()
			}
			return s, true
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionSelect {
				return s, false
			}
			s.path = "." + n.Token2.SrcStr() + s.path
			e = n.PostfixExpression
		default:
			return s, false
		}
	}
}

// overwritten names the scalar that an assignment writes and its operands write, too, without a sequence point in between, or disturb one another by.
func (b *builder) overwritten(n *cc.AssignmentExpression) (clash string, calls bool) {
	if b.pure(n.AssignmentExpression) && b.pure(n.UnaryExpression) {
		return "", false
	}
	right, left := b.usesOf(n.AssignmentExpression), &uses{}
	for _, e := range addressed(n.UnaryExpression) {
		left.add(b.usesOf(e), true)
	}
	if clash = left.clash(right); clash == "" {
		if s, ok := scalarOf(n.UnaryExpression); ok {
			own := &uses{written: map[scalar]bool{s: true}}
			late := &uses{written: right.pending}
			late.add(&uses{written: left.pending}, false)
			if n.Case != cc.AssignmentExpressionAssign { // its old value is read
				late.add(right, false)
				late.read = nil
			}
			clash = own.clash(late)
		}
	}
	return clash, left.calls || right.calls
}
