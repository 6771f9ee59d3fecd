package boogie

import (
	"maps"
	"reflect"
	"sync"
	"testing"
)

// TestCheckLeavesTree: Check changes nothing in a tree, also in one with mistakes, and reports the same each time.
func TestCheckLeavesTree(t *testing.T) {
	p := everything(t)
	before := p.Clone()
	first, err := Check(p)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p, before) {
		t.Error("the tree has changed")
	}
	second, err := Check(p)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(first.idents, second.idents) || !maps.Equal(first.procedures, second.procedures) || len(first.idents) == 0 {
		t.Error("names mean something else the second time")
	}
	if len(first.types) != len(second.types) || len(first.vars) != len(second.vars) || len(first.calls) != len(second.calls) || len(first.applied) != len(second.applied) {
		t.Error("more is known the second time, or less")
	}
	for e, a := range first.types {
		if b := second.types[e]; b == nil || a.String() != b.String() {
			t.Errorf("%s has type %s, and then %v", ExprString(e), a, b)
		}
	}
	for v, a := range first.vars {
		if v.Name == "" {
			continue // also those of functions that a Check declares
		}
		if b := second.vars[v]; a.kind != b.kind || b.typ == nil || a.typ.String() != b.typ.String() {
			t.Errorf("%s is %v, and then %v", v.Name, a, b)
		}
	}
	for s, a := range first.calls {
		if b := second.calls[s]; a.Proc != b.Proc || len(a.Inst) != len(b.Inst) {
			t.Errorf("%s calls %v, and then %v", s.Pos, a, b)
		}
	}
	// A hole that Check once filled, and a mistake in the last declaration.
	q := &Program{File: "f.bpl", Decls: []Decl{V("x", Int), &Function{Name: "f"}, &Axiom{Cond: Id("x")}}}
	before = q.Clone()
	if _, err := Check(q); err == nil || !reflect.DeepEqual(q, before) {
		t.Errorf("with mistakes (%v) the tree has changed", err)
	}
}

// TestInfoLinks: the results of Check refer to the tree that was checked: uses of names are linked to declarations in it.
func TestInfoLinks(t *testing.T) {
	q, err := Check(everything(t))
	if err != nil {
		t.Fatal(err)
	}
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
			if c, ok := s.(*Call); ok && !declared[q.Called(c).Proc] {
				t.Errorf("%s: the procedure %s is not declared", c.Pos, c.Proc)
			}
			for _, e := range StmtExprs(s) {
				bound := map[*Variable]bool{}
				WalkExpr(e, func(e Expr) {
					if q.TypeOf(e) == nil {
						t.Errorf("%s: %s has no type", e.Position(), ExprString(e))
					}
					switch e := e.(type) {
					case *Quantifier:
						for _, v := range e.Vars {
							bound[v] = true
						}
					case *Ident:
						if v := q.Var(e); !own[v] && !bound[v] && !declared[v] {
							t.Errorf("%s: %s is not declared", e.Pos, e.Name)
						}
						n++
					}
				})
			}
		})
	}
	if n == 0 {
		t.Error("no names were looked at")
	}
}

// TestCheckTogether: goroutines check one tree at a time, a copy of it, and read what another one found; with -race it sees who writes.
func TestCheckTogether(t *testing.T) {
	p := everything(t)
	known, err := Check(p)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for _, q := range []*Program{p, p.Clone()} {
				c, err := Check(q)
				if err != nil {
					t.Error(err)
					return
				}
				if len(c.types) != len(known.types) {
					t.Errorf("%d expressions have types, %d in another goroutine", len(c.types), len(known.types))
				}
			}
			for v := range known.vars {
				Expand(known.VarType(v))
			}
			_ = p.String()
		}()
	}
	all.Wait()
}

// TestSharedNodes: a node may stand in several places if it means the same in all of them, and in no others.
func TestSharedNodes(t *testing.T) {
	none := App("None")
	list := &Datatype{Name: "List", Params: []string{"T"}, Constructors: []*Constructor{{Name: "None"}, {Name: "Some", Fields: []*Variable{V("x", TypeName("T"))}}}}
	ints, bools := func() *Variable { return V("a", TypeName("List", Int)) }, func() *Variable { return V("a", TypeName("List", Bool)) }
	proc := func(name string, in *Variable, cond Expr) *Procedure {
		s := &Assert{Cond: cond}
		return &Procedure{Name: name, Ins: []*Variable{in}, Body: &Body{Stmts: []Stmt{s, &If{Then: []Stmt{s}}}}}
	}
	a, g, k := Id("a"), V("g", Int), V("k", TypeName("K"))
	always := All([]*Variable{V("i", Int)}, Bin(Le, Id("g"), Id("i")))
	poly := func(name string) *Procedure {
		return &Procedure{Name: name, TypeParams: []string{"K"}, Ins: []*Variable{k}}
	}
	for _, tt := range []struct {
		name  string
		decls []Decl
		ok    bool
	}{
		{"a condition in two procedures", []Decl{g, proc("p", V("a", Int), always), proc("q", V("b", Int), always)}, true},
		{"one use in two places of one procedure", []Decl{list, proc("p", ints(), Bin(Eq, a, a))}, true},
		{"one instance of a function in two procedures", []Decl{list, proc("p", ints(), Bin(Eq, Id("a"), none)), proc("q", ints(), Bin(Eq, Id("a"), none))}, true},
		{"two instances", []Decl{list, proc("p", ints(), Bin(Eq, Id("a"), none)), proc("q", bools(), Bin(Eq, Id("a"), none))}, false},
		{"a name for two parameters", []Decl{list, proc("p", ints(), Bin(Eq, a, a)), proc("q", ints(), Bin(Eq, a, a))}, false},
		{"a variable that is a parameter and a global", []Decl{g, proc("p", g, B(true))}, false},
		{"a parameter of two procedures", []Decl{proc("p", g, B(true)), proc("q", g, B(true))}, true},
		{"a parameter of two type parameters", []Decl{poly("p"), poly("q")}, false},
	} {
		if _, err := Check(&Program{File: "f.bpl", Decls: tt.decls}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
