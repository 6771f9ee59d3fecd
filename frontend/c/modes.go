package c

import (
	"bytes"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/attr"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// modeDecl is a declaration of one integer with gcc's attribute mode, which replaces its size: the
// specifiers, the name, the mode.
var modeDecl = lazyregexp.New(`\b((?:(?:unsigned|signed|__signed__|int|long|short)\s+)+)(\w+)\s*__attribute__\s*\(\(\s*(?:__)?mode(?:__)?\s*\(\s*_*(QI|HI|SI|DI|byte|word|pointer|unwind_word)_*\s*\)\s*\)\)\s*;`)

// modeTypes are the types that gcc chooses for modes; on LP64 and on ILP32.
var modeTypes = map[string][2]string{
	"QI": {"char", "char"}, "byte": {"char", "char"}, "HI": {"short", "short"}, "SI": {"int", "int"}, "DI": {"long", "long long"},
	"word": {"long", "int"}, "pointer": {"long", "int"}, "unwind_word": {"long", "int"},
}

// withoutModes replaces the attribute mode on integer declarations by the type of that size. Other uses of the attribute stay, and are rejected. The text after
// the declaration keeps its position.
func withoutModes(src []byte, m program.DataModel) []byte {
	var out []byte
	for _, at := range modeDecl().FindAllSubmatchIndex(src, -1) {
		t := modeTypes[string(src[at[6]:at[7]])][0]
		if m != program.LP64 {
			t = modeTypes[string(src[at[6]:at[7]])][1]
		}
		sign := "signed "
		if bytes.Contains(src[at[2]:at[3]], []byte("unsigned")) {
			sign = "unsigned "
		}
		text := sign + t + " " + string(src[at[4]:at[5]]) + ";"
		if bytes.IndexByte(src[at[0]:at[1]], '\n') >= 0 || len(text) > at[1]-at[0] {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		copy(out[at[0]:], text+strings.Repeat(" ", at[1]-at[0]-len(text)))
	}
	if out == nil {
		return src
	}
	return out
}

var modeWord = lazyregexp.New(`\b(__)?mode(__)?\s*\(`)

// modeElsewhere finds the attribute mode of a parameter, a function's result or a type without a name,
// where cc drops it.
func modeElsewhere(src []byte, ast *cc.AST) (err error) {
	if !modeWord().Match(src) {
		return nil
	}
	refuse := func(n cc.Node, parts ...cc.Node) {
		if v, ok := attr.Find(attr.Of(parts...), "mode"); ok && err == nil {
			p := n.Position()
			err = &Error{Pos: program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, Msg: "the attribute " + v.Name + " is not supported here", Unsupported: true}
		}
	}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.ParameterDeclaration:
			refuse(x, x)
		case *cc.TypeName:
			refuse(x, x)
		case *cc.FunctionDefinition:
			refuse(x.Declarator, x.DeclarationSpecifiers, x.Declarator)
		case *cc.Declaration:
			for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				if d := l.InitDeclarator.Declarator; d != nil && d.Type() != nil && d.Type().Kind() == cc.Function && !d.IsTypename() {
					refuse(d, x.DeclarationSpecifiers, x.AttributeSpecifierList, l.AttributeSpecifierList, l.InitDeclarator.AttributeSpecifierList, d)
				}
			}
		}
		return err == nil
	})
	return err
}
