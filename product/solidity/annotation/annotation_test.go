package annotation

import (
	"strings"
	"testing"

	"cupel/product/solidity/ast"
)

// contract is a contract with variables, made by hand.
func contract(vars map[string]string) (*ast.Program, *ast.ContractDefinition) {
	c := &ast.ContractDefinition{Name: "C", Kind: "contract"}
	id := 1
	for name, t := range vars {
		v := &ast.VariableDeclaration{Name: name, T: ast.ParseType(t, strings.TrimPrefix(t, "t_")), State: true, Visibility: "public"}
		v.ID = id
		id++
		c.Nodes = append(c.Nodes, v)
	}
	c.Linearized = []*ast.ContractDefinition{c}
	return &ast.Program{Contracts: []*ast.ContractDefinition{c}}, c
}

var variables = map[string]string{
	"x": "t_int256", "u": "t_uint256", "small": "t_uint8", "b": "t_bool", "who": "t_address", "m": "t_mapping$_t_address_$_t_uint256_$",
	"a": "t_array$_t_int256_$dyn_storage", "w": "t_bytes32",
}

func clauses(t *testing.T, text string) ([]*Clause, error) {
	t.Helper()
	p, c := contract(variables)
	cs, err := parseDoc(ast.DocOf(&ast.Info{File: ast.Text("a.sol", text), Start: len(text)}))
	if err != nil {
		return nil, err
	}
	s := &Scope{Program: p, Contract: c}
	for _, c := range cs {
		if err := s.Resolve(c); err != nil {
			return nil, err
		}
	}
	return cs, nil
}

// TestTypes: the types of expressions, with Solidity's rules for literals and mixed widths.
func TestTypes(t *testing.T) {
	for _, c := range []struct{ text, kind string }{
		{"x + 1 == 3", "int256"},
		{"u - small < 5", "uint256"},
		{"small + 1000 > 0", "uint16"},
		{"small + 1 > 0", "uint8"},
		{"-1 <= x", "int256"},
		{"m[who] >= 2 ether", "uint256"},
		{"sum(m) <= address(this).balance", "uint256"},
		{"__verifier_sum_int(a) == x", "int256"},
		{"__verifier_sum_int(a[__verifier_idx_uint]) == x", "int256"},
		{"old(x) == x", "int256"},
		{"uint8(u) == small", "uint8"},
		{"msg.sender == who", "address"},
		{"a.length != 0", "uint256"},
		{"(b ? x : 0) == 1", "int256"},
		{"2**8 == u", "uint256"},
	} {
		cs, err := clauses(t, "/// @notice invariant "+c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		e := cs[0].Expr.(*ast.Binary)
		if e.Common.Text != c.kind {
			t.Errorf("%s: computed in %s, not %s", c.text, e.Common.Text, c.kind)
		}
	}
}

// TestClauses: which lines of a documentation comment are specifications, and of which kind.
func TestClauses(t *testing.T) {
	cs, err := clauses(t, `/** @notice invariant forall (uint i, uint j) !(i < j && j < a.length) || a[i] <= a[j]
	   * @dev not this: @notice invariants are good
	   * @notice property of a contract
	   * @notice precondition property(a) (i) a[i] > 0 @return x
	   * @notice modifies m[msg.sender]
	   *    if u > 0
	   * @notice modifies *
	   * @notice emits C.E
	   * @notice {contractInvariants}
	   * @notice specification [ case b: x == 1; case !b: x == 2; ]
	   */ /// @notice allow-no-change-emit`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Kind{Invariant, Precondition, Modifies, Modifies, Emits, ContractInvariants, Specification, AllowNoChange}
	if len(cs) != len(want) {
		t.Fatalf("%d clauses", len(cs))
	}
	for i, k := range want {
		if cs[i].Kind != k {
			t.Errorf("%d: %v", i, cs[i].Kind)
		}
	}
	if cs[2].Cond == nil || cs[3].Target != nil || cs[4].Name != "E" || len(cs[6].Cases) != 2 {
		t.Errorf("%+v %+v %+v %+v", cs[2], cs[3], cs[4], cs[6])
	}
	if cs[2].Text != "m[msg.sender] if u > 0" || cs[2].Pos.String() != "a.sol:5:15" {
		t.Errorf("%q at %s", cs[2].Text, cs[2].Pos)
	}
}

// TestErrors: faults in annotations are reported with their position in the source.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"/// @notice invariant x +", `a.sol:1:26: expected an expression, found "end of the annotation"`},
		{"/// @notice invariant nothing > 0", "a.sol:1:23: Undeclared identifier nothing"},
		{"///\n/// @notice invariant x == b", "a.sol:2:23: == cannot be applied to int256 and bool"},
		{"/// @notice invariant x", "a condition is expected"},
		{"/// @notice invariant x == 1 x", `unexpected "x" after the annotation`},
		{"/// @notice invariant x == x++", "expected an expression"},
		{"/// @notice invariant f(x)", "Undeclared identifier f"},
		{"/// @notice invariant sum(x) == 1", "a sum needs a mapping or an array"},
		{"/// @notice invariant m[__verifier_idx_address] == 1", "may stand only as an index in a sum"},
		{"/// @notice invariant a == a", "values of type array$_t_int256_$dyn_storage are compared by __verifier_eq"},
		{"/// @notice invariant forall (uint i, x > 0", "expected a name"},
		{"/// @notice invariant \"abc", "the string does not end"},
		{"/// @notice invariant x == 1e9999999", "is not understood"},
		{"/// @notice invariant " + strings.Repeat("(", 10000), "nested too deeply"},
		{"/// @notice invariant " + strings.Repeat("!", 10000) + "b", "nested too deeply"},
	} {
		_, err := clauses(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v", c.text, err)
		}
	}
}

// TestMisspelt: what would be an annotation but for a letter or two is an error, other texts are for people.
func TestMisspelt(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"precodition x > 0", `a.sol:1:13: "precodition" is no annotation; write "precondition"`},
		{"Invariant x > 0", `write "invariant"`},
		{"invarinat u >= 0", `write "invariant"`},
		{"post-condition x == 1", `write "postcondition"`},
		{"modifes m[who]", `write "modifies"`},
		{"emit Transfer", `write "emits"`},
		{"specifcation [ case b: x == 1; ]", `write "specification"`},
		{"{contractInvariant}", `write "{contractInvariants}"`},
		{"track-changes-in x", `write "tracks-changes-in"`},
		{"ensures x == 1", `a.sol:1:13: "ensures" is no annotation; write "postcondition"`},
		{"requires x > 0 && u == 1", `write "precondition"`},
		{"maintains x > 0", `write "invariant"`},
		{"Requires x > 0", ""},
		{"requires approval", ""},
		{"Modifies balances", ""},
		{"Emits Transfer", ""},
		{"invariants hold", ""},
		{"preconditions (see above) are not checked", ""},
		{"emit the event", ""},
		{"Pays (a part)", ""},
	} {
		_, err := clauses(t, "/// @notice "+c.text)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// TestDetached: annotations before nothing that can have them are errors.
func TestDetached(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"contract C {\n  uint x; /// @notice invariant x > 0\n}", "a.sol:2:23: this annotation belongs to nothing"},
		{"contract C {\n  // @notice invariant x > 0\n}", "a.sol:2:14: annotations are read in comments"},
		{"/* @notice precondition x > 0 */", "annotations are read in comments"},
		{"// /// @notice invariant x > 0", ""},
		{"/// @notice Pays.", ""},
		{"string constant s = \"/// @notice invariant x\";", ""},
	} {
		err := Detached(ast.Text("a.sol", c.text), nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	u := ast.Text("a.sol", "/// @notice invariant x > 0\n/// @notice invariant y > 0\n")
	if err := Detached(u, map[ast.Position]bool{{File: "a.sol", Line: 1, Col: 13}: true}); err == nil || !strings.HasPrefix(err.Error(), "a.sol:2:13: ") {
		t.Error(err)
	}
}

// FuzzParse: no annotation makes the parser panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"invariant forall (uint i) a[i] >= 0", "modifies m[who] if x > 0", "specification [ case b: x == 1; ]",
		"postcondition old(x) == before(u) ? 0x12 : 1e3 ether", "emits C.E", "invariant eq(a, a) && sum(m) ** 2 << 3 == -1 % x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { _, _ = clauses(t, "/** @notice "+strings.ReplaceAll(s, "*/", "")+"*/") })
}
