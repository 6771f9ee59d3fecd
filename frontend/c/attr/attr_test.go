package attr

import (
	"fmt"
	"testing"

	"modernc.org/cc/v4"
)

const subject = `
void free_it(int *p);
__attribute__((constructor(101))) static void f(void) {}
static void __attribute__((__destructor__)) g(void) {}
_Noreturn void h(void) { for (;;) ; }
void before(void) __attribute__((noreturn, constructor));
int k(void) {
	int a __attribute__((cleanup(free_it))) = 1, b = 2;
	__attribute__((__cleanup__(free_it))) int c, d;
	struct { int m __attribute__((aligned(8))); } s;
	return a + b;
}
`

// TestAttributes: the attributes that change control are found in all declarations.
func TestAttributes(t *testing.T) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	ast, err := cc.Translate(&cc.Config{ABI: abi}, []cc.Source{
		{Name: "<builtin>", Value: "int __predefined_declarator; typedef unsigned long __predefined_size_t; typedef int __predefined_wchar_t; typedef long __predefined_ptrdiff_t;"},
		{Name: "t.c", Value: subject}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	text := func(vs []Value) string {
		s := ""
		for _, v := range vs {
			s += fmt.Sprintf("%s(%s)", v.Name, v.Ident())
		}
		return s
	}
	declaration := func(d *cc.Declaration) {
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			got[l.InitDeclarator.Declarator.Name()] = text(OfDeclarator(d, l))
			if c := Cleanup(d, l); (c != "") != (l.InitDeclarator.Declarator.Name() != "b" && got[l.InitDeclarator.Declarator.Name()] == "cleanup(free_it)") {
				t.Errorf("cleanup of %s: %q", l.InitDeclarator.Declarator.Name(), c)
			}
		}
	}
	for u := ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		switch ed := u.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationFuncDef:
			got[ed.FunctionDefinition.Declarator.Name()] = text(OfFunction(ed.FunctionDefinition))
			for l := ed.FunctionDefinition.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
				if l.BlockItem.Case == cc.BlockItemDecl {
					declaration(l.BlockItem.Declaration)
				}
			}
		case cc.ExternalDeclarationDecl:
			declaration(ed.Declaration)
		}
	}
	for name, want := range map[string]string{"f": "constructor(101)", "g": "destructor()", "h": "noreturn()", "before": "noreturn()constructor()",
		"k": "", "a": "cleanup(free_it)", "b": "", "c": "cleanup(free_it)", "d": "cleanup(free_it)", "s": "", "free_it": ""} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}
