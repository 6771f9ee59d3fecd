package alias

import "modernc.org/cc/v4"

// Constant reports whether d defines a const object, or an array of such: one that no execution may write (C11 6.7.3p6).
func Constant(d *cc.Declarator) bool {
	return d != nil && !d.IsTypename() && d.Type() != nil && d.Type().Kind() != cc.Function && d.Type().Size() > 0 && constant(d)
}

// ConstantLiteral reports the same of the object of a compound literal.
func ConstantLiteral(n *cc.PostfixExpression) bool {
	t := n.TypeName
	return qualified(nil, abstractSteps(t.AbstractDeclarator, nil), t.Type(), constantSpecifiers(t.SpecifierQualifierList))
}

// constant reports whether what d declares, or the elements of an array, is const.
func constant(d *cc.Declarator) bool {
	steps := declaratorSteps(d, nil)
	if n := len(steps); d.IsParam() && isKind(d.Type(), cc.Ptr) && (n == 0 || steps[n-1].kind != cc.Ptr) {
		if t := d.Type().Typedef(); n > 0 || t == nil || !isKind(t.Type(), cc.Ptr) {
			return false // declared as an array, perhaps by a typedef: its elements are const
		}
	}
	return qualified(d, steps, d.Type(), d.IsConst())
}

// A step of a declarator makes a type of another one.
type step struct {
	kind     cc.Kind // Ptr, Array or Function
	constant bool    // a const pointer
}

// qualified reports whether t, made by the steps of the declarator self, is const or an array of const elements; specifiers: the type it is made of is. What the parser
// says of the types of pointers is not always so.
func qualified(self *cc.Declarator, steps []step, t cc.Type, specifiers bool) bool {
	for n := len(steps); n > 0; n-- {
		switch s := steps[n-1]; s.kind {
		case cc.Ptr:
			return s.constant
		case cc.Function:
			return false
		}
		a, ok := t.Undecay().(*cc.ArrayType)
		if !ok {
			return false
		}
		t = a.Elem()
	}
	if specifiers {
		return !isKind(t, cc.Function)
	}
	elem, array := element(t)
	for u := t; u != nil; {
		if d := u.Typedef(); d != nil && d != self && constant(d) {
			return true
		}
		a, ok := u.Undecay().(*cc.ArrayType)
		if !ok {
			break
		}
		u = a.Elem()
	}
	if p, ok := elem.(*cc.PointerType); ok && (array || self == nil || !self.IsTypename() || isKind(p.Elem(), cc.Ptr)) {
		return false // it is no other name of a const pointer
	}
	return marked(t) || marked(elem)
}

// marked reports whether the parser has t as const.
func marked(t cc.Type) bool {
	return t != nil && !isKind(t, cc.Function) && t.Attributes() != nil && t.Attributes().IsConst()
}

// declaratorSteps adds the steps of a declarator; the last one is nearest to the name.
func declaratorSteps(d *cc.Declarator, steps []step) []step {
	steps = pointerSteps(d.Pointer, steps)
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			return declaratorSteps(dd.Declarator, steps)
		case cc.DirectDeclaratorIdent:
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			steps = append(steps, step{kind: cc.Function})
		default:
			steps = append(steps, step{kind: cc.Array})
		}
	}
	return steps
}

// abstractSteps adds the steps of a type name's declarator.
func abstractSteps(d *cc.AbstractDeclarator, steps []step) []step {
	if d == nil {
		return steps
	}
	steps = pointerSteps(d.Pointer, steps)
	for dd := d.DirectAbstractDeclarator; dd != nil; dd = dd.DirectAbstractDeclarator {
		switch dd.Case {
		case cc.DirectAbstractDeclaratorDecl:
			return abstractSteps(dd.AbstractDeclarator, steps)
		case cc.DirectAbstractDeclaratorFunc:
			steps = append(steps, step{kind: cc.Function})
		default:
			steps = append(steps, step{kind: cc.Array})
		}
	}
	return steps
}

func pointerSteps(p *cc.Pointer, steps []step) []step {
	for ; p != nil; p = p.Pointer {
		s := step{kind: cc.Ptr}
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			s.constant = s.constant || q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierConst
		}
		steps = append(steps, s)
	}
	return steps
}

func constantSpecifiers(n *cc.SpecifierQualifierList) bool {
	for ; n != nil; n = n.SpecifierQualifierList {
		if n.TypeQualifier != nil && n.TypeQualifier.Case == cc.TypeQualifierConst {
			return true
		}
	}
	return false
}
