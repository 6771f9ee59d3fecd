package boogie

import (
	"math/big"
	"testing"
)

// TestBuild: a tree built by hand is checked and printed like one that was read.
func TestBuild(t *testing.T) {
	x, i := V("x", MapOf(Int, Int)), V("i", Int)
	p := &Program{File: "built", Decls: []Decl{
		x,
		ConstOf("c", Int, true),
		&Function{Attrs: Attributes{Attr("inline")}, Name: "sq", Params: []*Variable{V("n", Int)}, Result: V("", Int), Body: Bin(Mul, Id("n"), Id("n"))},
		&Axiom{Cond: Bin(Lt, N(-3), App("sq", Id("c")))},
		&Procedure{
			Attrs: Located("f.sol", 3, 5, "C::f"), Name: "is", Ins: []*Variable{V("a", Int)}, Outs: []*Variable{V("r", BV(8))},
			Requires: []*Spec{{Cond: AndOf(Bin(Le, N(0), Id("a")), NotOf(Bin(Eq, Id("a"), NegOf(N(5)))), OrOf())}},
			Modifies: []*Ident{Id("x")},
			Ensures:  []*Spec{{Attrs: Located("f.sol", 4, 5, "post"), Cond: Bin(Eq, At(Id("x"), Id("a")), OldOf(At(Id("x"), Id("a"))))}},
			Body: &Body{Locals: []*Variable{i}, Stmts: []Stmt{
				Set(Id("x"), With(Id("x"), Id("a"), Cond(B(true), Big(big.NewInt(7)), Id("i")))),
				Set(At(Id("x"), Id("i")), N(1)),
				&While{Cond: Bin(Lt, Id("i"), N(3)), Invariants: []*Spec{{Cond: B(true)}}, Body: []Stmt{&If{Then: []Stmt{&Break{}}}}},
				&Assert{Cond: All([]*Variable{V("k", Int)}, Ex([]*Variable{V("l", Int)}, Bin(Ne, Id("k"), Id("l"))))},
				&Call{Outs: []*Ident{Id("r")}, Proc: "is", Args: []Expr{Id("i")}},
				Set(Id("r"), Bits(big.NewInt(-1), 8)),
			}},
		},
	}}
	if _, err := Check(p); err != nil {
		t.Error(err)
	}
	const want = `var x: [int]int;
const unique c: int;
function {:inline} sq(n: int) returns (int)
{
  n * n
}
axiom -3 < sq(c);

procedure {:sourceloc "f.sol", 3, 5} {:message "C::f"} \is(a: int) returns (r: bv8)
  requires 0 <= a && !(a == -5) && false;
  modifies x;
  ensures {:sourceloc "f.sol", 4, 5} {:message "post"} x[a] == old(x[a]);
{
  var i: int;
  x := x[a := (if true then 7 else i)];
  x[i] := 1;
  while (i < 3)
    invariant true;
  {
    if (*) {
      break;
    }
  }
  assert (forall k: int :: (exists l: int :: k != l));
  call r := \is(i);
  r := 255bv8;
}
`
	if got := p.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	q, err := Parse("built", p.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(q); err != nil {
		t.Error(err)
	}
	if l, ok := q.Decls[4].(*Procedure).Attrs.SourceLoc(); !ok || l != (SourceLoc{"f.sol", 3, 5}) {
		t.Error(l, ok)
	}
}

// TestMissing: holes in a tree are mistakes, not panics.
func TestMissing(t *testing.T) {
	for _, p := range []*Program{
		{Decls: []Decl{V("x", nil)}},
		{Decls: []Decl{&Axiom{}}},
		{Decls: []Decl{&Axiom{Cond: NotOf(nil)}}},
		{Decls: []Decl{&Axiom{Cond: Bin(Add, nil, N(1))}}},
		{Decls: []Decl{&Axiom{Cond: All(nil, nil)}}},
		{Decls: []Decl{&Function{Name: "f"}}},
		{Decls: []Decl{&Procedure{Name: "p", Body: &Body{Stmts: []Stmt{nil, &Assert{}, &Assign{}}}}}},
	} {
		if c, err := Check(p); err == nil || c != nil {
			t.Errorf("no mistake in %+v", p.Decls[0])
		}
	}
}
