package solidity

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/product/solidity/solc"
)

// TestLastingInvariants: a contract's invariant is assumed by the next transaction, so that it may
// not speak of what is different then.
func TestLastingInvariants(t *testing.T) {
	for invariant, refused := range map[string]bool{
		"msg.sender == owner":             true,
		"tx.origin == owner":              true,
		"block.number == n":               true,
		"now >= n":                        true,
		"owner.balance == n":              true,
		"address(this).balance >= n":      false,
		"n <= type(uint256).max":          false,
		"owner != address(0) || n == 0":   false,
		"address(owner).balance + 1 >= n": true,
	} {
		t.Run(invariant, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.sol")
			text := "/// @notice invariant " + invariant + "\ncontract C { address owner; uint n; }\n"
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			o := Options{Compiler: solc.Choice{Version: "0.8.28"}}
			p, err := Load(context.Background(), []string{file}, o)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Translate(p, o)
			switch {
			case !refused && err != nil:
				t.Error(err)
			case refused && (err == nil || !IsInput(err) || !strings.Contains(err.Error(), "an invariant of a contract cannot mention")):
				t.Error("it is not refused:", err)
			}
		})
	}
}
