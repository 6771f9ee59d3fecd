package loop

import (
	"strings"
	"testing"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// TestWords: formulas about the translation as annotations; "": there is none.
func TestWords(t *testing.T) {
	uint, address := ast.Int(256, false), &ast.Type{Kind: ast.Address}
	variable := func(id int, name string, t *ast.Type) *ast.VariableDeclaration {
		v := &ast.VariableDeclaration{Name: name, T: t}
		v.ID = id
		return v
	}
	c := &ast.ContractDefinition{}
	base := &ast.ContractDefinition{Nodes: []ast.Node{variable(7, "hidden", uint), variable(8, "deep", uint)}}
	c.Nodes = []ast.Node{variable(1, "x", uint), variable(2, "y", uint), variable(3, "b", &ast.Type{Kind: ast.Bool}), variable(4, "owner", address),
		variable(5, "m", &ast.Type{Kind: ast.Mapping, Key: address, Elem: uint}), variable(6, "a", &ast.Type{Kind: ast.Array, Elem: uint}),
		variable(9, "hidden", uint), variable(10, "i", uint)}
	c.Linearized = []*ast.ContractDefinition{c, base}
	w := newWriter(nil, c)
	for _, tt := range []struct{ boogie, want string }{
		{"x#1 + 2 * y#2 <= 3", "x + 2 * y <= 3"},
		{"(x#1 + 2) * y#2 == 3", "(x + 2) * y == 3"},
		{"x#1 - (y#2 - 1) == 3", "x - (y - 1) == 3"},
		{"x#1 mod 2 == 0", "x % 2 == 0"},
		{"x#1[this] == y#2[this]", "x == y"},
		{"b#3 ==> x#1 == 0", "!b || x == 0"},
		{"b#3 && x#1 == 0 ==> y#2 == 1 || b#3", "!(b && x == 0) || y == 1 || b"},
		{"(b#3 || x#1 == 0) && y#2 == 1", "(b || x == 0) && y == 1"},
		{"!(x#1 == 0)", "!(x == 0)"},
		{"b#3 <==> x#1 == 0", "b == (x == 0)"},
		{"owner#4 != 0", "owner != address(0)"},
		{"owner#4 + 1 == 2", ""},
		{"owner#4 == x#1", ""},
		{"m#5[owner#4] <= x#1", "m[owner] <= x"},
		{"m#5[7] <= x#1", "m[address(7)] <= x"},
		{"m#5$at <= x#1", "forall (address i_) m[i_] <= x"},
		{"m#5$at == 0 || $key.address == owner#4", "forall (address i_) m[i_] == 0 || i_ == owner"},
		{"length#int_arr#constr(a#6) >= 2", "a.length >= 2"},
		{"arr#int_arr#constr(a#6)[x#1] >= 2", "a[x] >= 2"},
		{"m#5#SUM + x#1 == y#2", "sum(m) + x == y"},
		{"m#5#SUM[this] == y#2", "sum(m) == y"},
		{"balance[this] >= x#1", "address(this).balance >= x"},
		{"balance$at >= x#1", "address(this).balance >= x"},
		{"balance[owner#4] >= x#1", ""},
		{"hidden#7 == 0", ""},
		{"hidden#9 == 0", "hidden == 0"},
		{"deep#8 == 0", "deep == 0"},
		{"block_number == 0", ""},
		{"old(x#1) == x#1", ""},
		{"(forall k: int :: m#5[k] == 0)", ""},
		{"x#1 <= 115792089237316195423570985008687907853269984665640564039457584007913129639935", ""},
		{"m#5 == m#5", ""},
	} {
		e, err := boogie.ParseExpr(tt.boogie)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := w.say(e); got != tt.want && ok || ok != (tt.want != "") {
			t.Errorf("%s: %q, want %q", tt.boogie, got, tt.want)
		}
	}
}

// TestFollow: an element has its value wherever the code has read or written it.
func TestFollow(t *testing.T) {
	m := &ast.VariableDeclaration{Name: "m", T: &ast.Type{Kind: ast.Mapping, Key: &ast.Type{Kind: ast.Address}, Elem: ast.Int(256, false)}}
	for _, tt := range []struct {
		approximate bool
		want        string
	}{
		{false, `  if (a == $key.address) {
    $read.1 := m$at;
  } else {
    $read.1 := m[a];
  }
  assume $read.1 < 3;
  if (a == $key.address) {
    m$at := $read.1 + 1;
  }
  m := m[a := $read.1 + 1];
  havoc m;
  m$at := m[$key.address];
  assert m$at == 0;`},
		{true, `  if (a == $key.address) {
    $read.1 := m$at;
  } else {
    havoc $read.1;
    $off := true;
  }
  assume $read.1 < 3;
  if (a == $key.address) {
    m$at := $read.1 + 1;
  }
  havoc m;
  havoc m$at;
  assume !$off;
  assert m$at == 0;`},
	} {
		p, err := boogie.Parse("t.bpl", "var m: [int]int;\nprocedure p(a: int) modifies m; {\n assume m[a] < 3;\n m := m[a := m[a] + 1];\n havoc m;\n assert m[$key.address] == 0;\n}")
		if err != nil {
			t.Fatal(err)
		}
		s := &system{p: p, state: map[string]bool{}, alone: map[string]bool{"m": true}, approximate: tt.approximate}
		s.follow(map[string]*ast.VariableDeclaration{"m": m})
		if text := p.String(); !strings.Contains(text, tt.want) {
			t.Errorf("%v:\n%s", tt.approximate, text)
		}
	}
}
