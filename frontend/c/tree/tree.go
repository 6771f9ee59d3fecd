package tree

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// Visit calls f for the nodes of a tree from the root, by reflection, and goes
// below those it returns true for.
func Visit(n cc.Node, f func(cc.Node) bool) {
	v := reflect.ValueOf(n)
	if n == nil || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct || !f(n) {
		return
	}
	v = v.Elem()
	for _, i := range children(v.Type()) {
		if c := v.Field(i); !c.IsNil() {
			if c, ok := c.Interface().(cc.Node); ok {
				Visit(c, f)
			}
		}
	}
}

var (
	nodeType = reflect.TypeFor[cc.Node]()
	known    sync.Map // fields with children by type
)

// children are the fields of a type of nodes that may have nodes below; tokens have none.
func children(t reflect.Type) []int {
	if is, ok := known.Load(t); ok {
		return is.([]int)
	}
	var is []int
	for i := range t.NumField() {
		field := t.Field(i)
		kind := field.Type.Kind()
		if field.IsExported() && (kind == reflect.Interface || kind == reflect.Pointer && field.Type.Implements(nodeType)) {
			is = append(is, i)
		}
	}
	known.Store(t, is)
	return is
}

// Strip removes parentheses and the productions that only pass on.
func Strip(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch n := e.(type) {
		case *cc.PrimaryExpression:
			switch {
			case n.Case == cc.PrimaryExpressionExpr:
				e = n.ExpressionList
			case n.Case == cc.PrimaryExpressionGeneric && n.GenericSelection.Associated() != nil:
				e = n.GenericSelection.Associated().AssignmentExpression
			default:
				return e
			}
		case *cc.ExpressionList:
			if n == nil || n.ExpressionList != nil {
				return e
			}
			e = n.AssignmentExpression
		case *cc.ConstantExpression:
			e = n.ConditionalExpression
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				return e
			}
			e = n.ConditionalExpression
		case *cc.ConditionalExpression:
			if n.Case != cc.ConditionalExpressionLOr {
				return e
			}
			e = n.LogicalOrExpression
		case *cc.LogicalOrExpression:
			if n.Case != cc.LogicalOrExpressionLAnd {
				return e
			}
			e = n.LogicalAndExpression
		case *cc.LogicalAndExpression:
			if n.Case != cc.LogicalAndExpressionOr {
				return e
			}
			e = n.InclusiveOrExpression
		case *cc.InclusiveOrExpression:
			if n.Case != cc.InclusiveOrExpressionXor {
				return e
			}
			e = n.ExclusiveOrExpression
		case *cc.ExclusiveOrExpression:
			if n.Case != cc.ExclusiveOrExpressionAnd {
				return e
			}
			e = n.AndExpression
		case *cc.AndExpression:
			if n.Case != cc.AndExpressionEq {
				return e
			}
			e = n.EqualityExpression
		case *cc.EqualityExpression:
			if n.Case != cc.EqualityExpressionRel {
				return e
			}
			e = n.RelationalExpression
		case *cc.RelationalExpression:
			if n.Case != cc.RelationalExpressionShift {
				return e
			}
			e = n.ShiftExpression
		case *cc.ShiftExpression:
			if n.Case != cc.ShiftExpressionAdd {
				return e
			}
			e = n.AdditiveExpression
		case *cc.AdditiveExpression:
			if n.Case != cc.AdditiveExpressionMul {
				return e
			}
			e = n.MultiplicativeExpression
		case *cc.MultiplicativeExpression:
			if n.Case != cc.MultiplicativeExpressionCast {
				return e
			}
			e = n.CastExpression
		case *cc.CastExpression:
			if n.Case != cc.CastExpressionUnary {
				return e
			}
			e = n.UnaryExpression
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionPostfix {
				return e
			}
			e = n.PostfixExpression
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionPrimary {
				return e
			}
			e = n.PrimaryExpression
		default:
			return e
		}
	}
}

// Uncast removes conversions to pointers as well.
func Uncast(e cc.ExpressionNode) cc.ExpressionNode {
	e = Strip(e)
	for {
		c, ok := e.(*cc.CastExpression)
		if !ok || c.Type().Kind() != cc.Ptr {
			return e
		}
		e = Strip(c.CastExpression)
	}
}

// IsNil reports whether an optional child is absent.
func IsNil(e cc.ExpressionNode) bool {
	if e == nil {
		return true
	}
	l, ok := e.(*cc.ExpressionList)
	return ok && l == nil
}

// Callee returns the function that a call names directly, nil for other expressions.
func Callee(e cc.ExpressionNode) *cc.Declarator {
	e = Strip(e)
	if u, ok := e.(*cc.UnaryExpression); ok && (u.Case == cc.UnaryExpressionDeref || u.Case == cc.UnaryExpressionAddrof) {
		return Callee(u.CastExpression)
	}
	p, ok := e.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	if !ok || d.Type() == nil || d.Type().Kind() != cc.Function {
		return nil
	}
	return d
}

// CalleeName returns the name of the function that a call names directly.
func CalleeName(e cc.ExpressionNode) (string, bool) {
	d := Callee(e)
	if d == nil {
		return "", false
	}
	return d.Name(), true
}

// FuncType returns the function type that a call of a value of type t goes through, or nil.
func FuncType(t cc.Type) *cc.FunctionType {
	for t != nil {
		switch x := t.(type) {
		case *cc.FunctionType:
			return x
		case *cc.PointerType:
			t = x.Elem()
		default:
			return nil
		}
	}
	return nil
}

// Args are the arguments of a call.
func Args(n *cc.PostfixExpression) []cc.ExpressionNode {
	var as []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		as = append(as, l.AssignmentExpression)
	}
	return as
}

// VaArg returns the list of va_arg, which include.Macros spells
// *(T *)__builtin_va_arg_impl(list), and the type T *; e is what the star is applied to.
func VaArg(e cc.ExpressionNode) (list cc.ExpressionNode, pointer cc.Type, ok bool) {
	cast, ok := Strip(e).(*cc.CastExpression)
	if !ok {
		return nil, nil, false
	}
	call, ok := Strip(cast.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil, nil, false
	}
	name, _ := CalleeName(call.PostfixExpression)
	as := Args(call)
	if name != "__builtin_va_arg_impl" || len(as) != 1 {
		return nil, nil, false
	}
	return as[0], cast.TypeName.Type(), true
}

// IsChoice reports whether a call is one of __builtin_choose_expr, with its three arguments.
func IsChoice(n *cc.PostfixExpression) bool {
	if n.Case != cc.PostfixExpressionCall {
		return false
	}
	name, _ := CalleeName(n.PostfixExpression)
	return name == "__builtin_choose_expr" && len(Args(n)) == 3
}

// Chosen is the operand that a call of __builtin_choose_expr is, as the parser chooses; nil for other expressions.
func Chosen(n *cc.PostfixExpression) cc.ExpressionNode {
	if !IsChoice(n) {
		return nil
	}
	as := Args(n)
	switch v := as[0].Value().(type) {
	case cc.Int64Value:
		if v == 0 {
			return as[2]
		}
		return as[1]
	case cc.UInt64Value:
		if v == 0 {
			return as[2]
		}
		return as[1]
	}
	return nil
}

// LastStatement is the expression statement that has the value of a statement expression; nil: there is none.
func LastStatement(n *cc.CompoundStatement) cc.ExpressionNode {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			continue
		}
		s := l.BlockItem.Statement
		for s.Case == cc.StatementLabeled {
			s = s.LabeledStatement.Statement
		}
		if s.Case == cc.StatementExpr && !IsNil(s.ExpressionStatement.ExpressionList) {
			return s.ExpressionStatement.ExpressionList
		}
	}
	return nil
}
