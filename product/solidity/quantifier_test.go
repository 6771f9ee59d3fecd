package solidity

import (
	"fmt"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
)

// TestFalseInvariants: a false invariant is not proved, and nothing else that is false is proved with it, for all types of bound variables and all
// arithmetic modes.
func TestFalseInvariants(t *testing.T) {
	invariants := []string{
		"forall (address i) i <= address(3)",
		"forall (address i) uint160(i) <= 3",
		"forall (address i, address j) i <= j",
		"forall (address i) owners[i] <= address(3) || i < address(2)",
		"forall (C c) address(c) <= address(3)",
		"forall (uint i) i <= 3",
		"forall (int8 i) i >= 0",
		"forall (bytes4 i) uint32(i) <= 3",
		"forall (E e) uint(e) < 2",
		"forall (E e) e < E.Z",
		"forall (bool b) b",
		"forall (uint8 i) exists (uint8 j) j > i",
		"exists (uint8 i) i > 255",
		"exists (address i) uint160(i) + 1 < 1",
	}
	var text strings.Builder
	text.WriteString("contract C {}\nenum E { X, Y, Z }\n")
	for i, x := range invariants {
		fmt.Fprintf(&text, "/// @notice invariant %s\ncontract C%d {\n mapping(address => address) owners; uint n;\n"+
			" function own(address a, address b) public { owners[a] = b; n++; }\n function wrong() public view { assert(n == 5); }\n}\n", x, i)
	}
	p := compileTexts(t, "0.8.28", text.String())[0]
	o := Options{VC: vc.Options{Work: 300_000, Timeout: lastResort, Jobs: 2}}
	for _, mode := range []string{"checked", "int", "bv", "mod"} {
		o.Arithmetic = mode
		tr, err := Translate(p, o)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := tr.Verify(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		open := map[string]bool{}
		for _, f := range rep.Functions {
			contract, _, _ := strings.Cut(f.Name, "::")
			open[contract] = open[contract] || f.Verdict != OK
		}
		for i, x := range invariants {
			if !open[fmt.Sprintf("C%d", i)] {
				t.Errorf("%s: %s: everything is proved", mode, x)
			}
		}
	}
}
