package solidity

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestLastingInvariants: a contract's invariant is assumed by the next transaction, so it must not depend on values that differ then.
func TestLastingInvariants(t *testing.T) {
	cases := map[string]bool{
		"msg.sender == owner":             true,
		"tx.origin == owner":              true,
		"block.number == n":               true,
		"now >= n":                        true,
		"owner.balance == n":              true,
		"address(this).balance >= n":      false,
		"n <= type(uint256).max":          false,
		"owner != address(0) || n == 0":   false,
		"address(owner).balance + 1 >= n": true,
	}
	invariants := slices.Sorted(maps.Keys(cases))
	var texts []string
	for _, invariant := range invariants {
		texts = append(texts, "/// @notice invariant "+invariant+"\ncontract C { address owner; uint n; }\n")
	}
	ps := compileTexts(t, "0.8.28", texts...)
	for i, invariant := range invariants {
		t.Run(invariant, func(t *testing.T) {
			refused := cases[invariant]
			_, err := Translate(ps[i], Options{})
			switch {
			case !refused && err != nil:
				t.Error(err)
			case refused && (err == nil || !IsInput(err) || !strings.Contains(err.Error(), "an invariant of a contract cannot mention")):
				t.Error("it is not refused:", err)
			}
		})
	}
}
