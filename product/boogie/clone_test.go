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

// TestClone: a copy is printed like its text read again, is checked if the program is, and shares nothing.
func TestClone(t *testing.T) {
	for _, checked := range []bool{false, true} {
		p := everything(t)
		if checked {
			for _, err := range Check(p) {
				t.Fatal(err)
			}
		}
		text := p.String()
		q := p.Clone()
		if q.String() != text || q.Checked() != checked {
			t.Errorf("checked %v: the copy is another program, or checked %v", checked, q.Checked())
		}
		if n := shared(p, q); n > 0 {
			t.Errorf("checked %v: %d nodes are those of the program", checked, n)
		}
		if !reflect.DeepEqual(p, q) {
			t.Errorf("checked %v: the copy differs where that is not printed", checked)
		}
		if errs := Check(q); len(errs) > 0 {
			t.Errorf("checked %v: the copy is not well typed: %v", checked, errs)
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
			t.Errorf("checked %v: the program has changed with its copy", checked)
		}
	}
}

// TestCloneLinks: what Check found is that of the copy.
func TestCloneLinks(t *testing.T) {
	p := everything(t)
	for _, err := range Check(p) {
		t.Fatal(err)
	}
	q := p.Clone()
	declared := map[any]bool{}
	for _, d := range q.Decls {
		declared[d] = true
	}
	n := 0
	for _, d := range q.Decls {
		d, ok := d.(*Procedure)
		if !ok || d.Body == nil {
			continue
		}
		own := map[*Variable]bool{}
		for _, vs := range [][]*Variable{d.Ins, d.Outs, d.Body.Locals} {
			for _, v := range vs {
				own[v] = true
			}
		}
		WalkStmts(d.Body.Stmts, func(s Stmt) {
			if c, ok := s.(*Call); ok && !declared[c.Decl] {
				t.Errorf("%s: the call of %s is one of a procedure of the first program", c.Pos, c.Proc)
			}
			for _, e := range StmtExprs(s) {
				bound := map[*Variable]bool{}
				WalkExpr(e, func(e Expr) {
					switch e := e.(type) {
					case *Quantifier:
						for _, v := range e.Vars {
							bound[v] = true
						}
					case *Ident:
						if n++; !own[e.Decl] && !bound[e.Decl] && !declared[e.Decl] {
							t.Errorf("%s: %s is not declared in the copy", e.Pos, e.Name)
						}
					}
				})
			}
		})
	}
	if n == 0 {
		t.Error("no names were looked at")
	}
}

// TestCloneSeparates: a node in two places is two nodes of the copy, so that Check finds for each what it is there.
func TestCloneSeparates(t *testing.T) {
	x, n := Id("x"), TypeName("T")
	p := &Program{File: "f.bpl", Decls: []Decl{
		&Procedure{Name: "p", Ins: []*Variable{V("x", Int)}, Body: &Body{Stmts: []Stmt{&Assert{Cond: Bin(Eq, x, x)}}}},
		&Procedure{Name: "q", TypeParams: []string{"T"}, Ins: []*Variable{V("x", n)}, Outs: []*Variable{V("y", n)}, Body: &Body{Stmts: []Stmt{&Assert{Cond: Bin(Eq, x, Id("y"))}}}},
	}}
	q := p.Clone()
	for _, err := range Check(q) {
		t.Fatal(err)
	}
	if len(Check(p)) == 0 {
		t.Error("a name for two variables is checked")
	}
	first, second := q.Decls[0].(*Procedure), q.Decls[1].(*Procedure)
	left := func(d *Procedure) *Ident { return d.Body.Stmts[0].(*Assert).Cond.(*Binary).X.(*Ident) }
	if left(first).Decl != first.Ins[0] || left(second).Decl != second.Ins[0] || second.Ins[0].Type == second.Outs[0].Type {
		t.Error("a name is that of another procedure")
	}
	e := Bin(Lt, x, N(5))
	if f := CloneExpr(e); ExprString(f) != ExprString(e) || f == e || f.(*Binary).X == Expr(x) {
		t.Error("the copy of an expression is none")
	}
}
