package c

import (
	"context"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// An Outline lists the functions and calls of a program with their positions in the text and their types, for rewriting the text. Positions are the parser's: for
// macro expansions, of the macro's definition or use. Types are spelled in keywords that no declaration of the program can change; "" is a type that is not
// arithmetic.
type Outline struct {
	Functions map[string]*Definition // with a body
	Declared  map[string]bool        // functions that are declared outside of all blocks
	Variables map[string]*Variable   // those declared outside of all blocks
	Calls     []Call                 // of functions by name, in the order of the text
	Opened    []string               // the files that it includes
	Types     map[string]bool        // names of types

	// Of the bodies of functions, in the order of the text, outer ones before inner ones where the beginning is the same.
	Controls   []Control
	Statements []Statement
}

// A Definition is a function with a body.
type Definition struct {
	Params []Variable
	Body   program.Pos // of the brace that opens it
}

// A Variable is an object that is declared.
type Variable struct{ Name, Type string }

// A Call is one of a function by its name.
type Call struct {
	Callee string
	Pos    program.Pos
	Result string
	// Declared: the function is declared; Params are then its parameters' types, as far as they are known.
	Declared bool
	Params   []string
	Variadic bool
	Args     int
	// Close is the parenthesis that closes the arguments. Nested: the arguments contain calls. Void: the call has no value.
	Close  program.Pos
	Nested bool
	Void   bool
	Func   string // that it is in; "": none
}

// ReadOutline reads a program's text (nil: the file at path) as Lower does.
func ReadOutline(ctx context.Context, path string, src []byte, o Options) (*Outline, error) {
	src, err := source(path, src)
	if err != nil {
		return nil, err
	}
	out := &Outline{Functions: map[string]*Definition{}, Declared: map[string]bool{}, Variables: map[string]*Variable{}, Types: map[string]bool{}}
	o.Opened = func(file string) { out.Opened = append(out.Opened, file) }
	u, err := read(ctx, path, src, o.withDefaults())
	if err != nil {
		return nil, err
	}
	l := newLowerer(ctx, path, u.ast, o)
	l.expanded = u.expanded
	for t := u.ast.TranslationUnit; t != nil; t = t.TranslationUnit {
		switch ed := t.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationFuncDef:
			out.define(l, ed.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			out.declare(l, ed.Declaration)
		}
	}
	in := ""
	tree.Visit(u.ast.TranslationUnit, func(n cc.Node) bool {
		if ed, ok := n.(*cc.ExternalDeclaration); ok {
			if in = ""; ed.Case == cc.ExternalDeclarationFuncDef {
				in = ed.FunctionDefinition.Declarator.Name()
			}
		}
		if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
			out.Types[d.Name()] = true
		}
		if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
			if name, ok := tree.CalleeName(call.PostfixExpression); ok {
				c := l.outlineCall(name, call)
				c.Func = in
				out.Calls = append(out.Calls, c)
			}
		}
		return true
	})
	return out, nil
}

func (out *Outline) define(l *lowerer, def *cc.FunctionDefinition) {
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok || def.CompoundStatement == nil || out.Functions[def.Declarator.Name()] != nil {
		return
	}
	d := &Definition{Body: l.pos(def.CompoundStatement.Token.Position())}
	out.places(l, def.Declarator.Name(), def.CompoundStatement)
	for _, p := range ft.Parameters() {
		v := Variable{Type: l.arithmetic(p.Type())}
		if p.Declarator != nil {
			v.Name = p.Declarator.Name()
		}
		d.Params = append(d.Params, v)
	}
	out.Functions[def.Declarator.Name()], out.Declared[def.Declarator.Name()] = d, true
}

func (out *Outline) declare(l *lowerer, d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	for il := d.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		switch dd := il.InitDeclarator.Declarator; {
		case dd.IsTypename() || dd.Type() == nil:
		case dd.Type().Kind() == cc.Function:
			out.Declared[dd.Name()] = true
		default:
			out.Variables[dd.Name()] = &Variable{dd.Name(), l.arithmetic(dd.Type())}
		}
	}
}

func (l *lowerer) outlineCall(name string, n *cc.PostfixExpression) Call {
	c := Call{Callee: name, Pos: l.pos(n.Position()), Args: len(tree.Args(n)), Result: l.arithmetic(n.Type()), Close: l.pos(n.Token2.Position())}
	c.Void = n.Type() == nil || n.Type().Kind() == cc.Void
	for _, a := range tree.Args(n) {
		tree.Visit(a, func(m cc.Node) bool {
			inner, ok := m.(*cc.PostfixExpression)
			c.Nested = c.Nested || ok && inner.Case == cc.PostfixExpressionCall
			return true
		})
	}
	d := tree.Callee(n.PostfixExpression)
	if c.Declared = !d.IsSynthetic() && d.DirectDeclarator != nil; !c.Declared {
		return c
	}
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		c.Variadic = ft.IsVariadic()
		for _, p := range ft.Parameters() {
			if p.Type() != nil && p.Type().Kind() != cc.Void {
				c.Params = append(c.Params, l.arithmetic(p.Type()))
			}
		}
	}
	return c
}

// arithmetic names an arithmetic type.
func (l *lowerer) arithmetic(t cc.Type) string {
	if t == nil {
		return ""
	}
	if ct := l.tt.of(t); ct.isArith() {
		return ct.name
	}
	return ""
}
