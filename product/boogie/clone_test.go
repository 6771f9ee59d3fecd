package boogie

import (
	"os"
	"reflect"
	"testing"
)

// shared counts the nodes that both trees reach.
func shared(a, b any) int {
	reach := func(x any) map[uintptr]bool {
		seen := map[uintptr]bool{}
		var walk func(v reflect.Value)
		walk = func(v reflect.Value) {
			switch v.Kind() {
			case reflect.Pointer:
				if v.IsNil() || v.Type() == reflect.TypeFor[*BasicType]() {
					return
				}
				if seen[v.Pointer()] {
					return
				}
				seen[v.Pointer()] = true
				walk(v.Elem())
			case reflect.Interface:
				walk(v.Elem())
			case reflect.Struct:
				for i := range v.NumField() {
					walk(v.Field(i))
				}
			case reflect.Slice:
				if v.Len() > 0 {
					seen[v.Pointer()] = true
				}
				for i := range v.Len() {
					walk(v.Index(i))
				}
			}
		}
		walk(reflect.ValueOf(x))
		return seen
	}
	n, first := 0, reach(a)
	for p := range reach(b) {
		if first[p] {
			n++
		}
	}
	return n
}

func everything(t *testing.T) *Program {
	t.Helper()
	src, err := os.ReadFile("testdata/everything.bpl")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse("everything.bpl", string(src))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestClone: a copy is printed like its text read again, is as well typed, and shares nothing.
func TestClone(t *testing.T) {
	p := everything(t)
	text := p.String()
	q := p.Clone()
	if q.String() != text {
		t.Error("the copy is another program")
	}
	if n := shared(p, q); n > 0 {
		t.Errorf("%d nodes are those of the program", n)
	}
	if !reflect.DeepEqual(p, q) {
		t.Error("the copy differs where that is not printed")
	}
	if _, err := Check(q); err != nil {
		t.Errorf("the copy is not well typed: %v", err)
	}
	// What is done to the copy leaves the program alone.
	for _, d := range q.Decls {
		if d, ok := d.(*Procedure); ok {
			d.Name, d.Requires = "other", nil
			if d.Body != nil {
				d.Body.Stmts = nil
			}
		}
	}
	if p.String() != text {
		t.Error("the program has changed with its copy")
	}
}

// TestCloneSeparates: a node that is shared by two places is copied twice, so that Check can link each copy to declarations of its own.
func TestCloneSeparates(t *testing.T) {
	x, n := Id("x"), TypeName("T")
	p := &Program{File: "f.bpl", Decls: []Decl{
		&Procedure{Name: "p", Ins: []*Variable{V("x", Int)}, Body: &Body{Stmts: []Stmt{&Assert{Cond: Bin(Eq, x, x)}}}},
		&Procedure{Name: "q", TypeParams: []string{"T"}, Ins: []*Variable{V("x", n)}, Outs: []*Variable{V("y", n)}, Body: &Body{Stmts: []Stmt{&Assert{Cond: Bin(Eq, x, Id("y"))}}}},
	}}
	if _, err := Check(p); err == nil {
		t.Error("a name for two variables is checked")
	}
	q, err := Check(p.Clone())
	if err != nil {
		t.Fatal(err)
	}
	first, second := q.Decls[0].(*Procedure), q.Decls[1].(*Procedure)
	left := func(d *Procedure) *Variable { return q.Var(d.Body.Stmts[0].(*Assert).Cond.(*Binary).X.(*Ident)) }
	if left(first) != first.Ins[0] || left(second) != second.Ins[0] {
		t.Error("a name is that of another procedure")
	}
	e := Bin(Lt, x, N(5))
	if f := CloneExpr(e); ExprString(f) != ExprString(e) || f == e || f.(*Binary).X == Expr(x) {
		t.Error("the copy of an expression is none")
	}
}
