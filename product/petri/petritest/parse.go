package petritest

import (
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/notation"
)

// Parse reads a net in the notation of package notation. A mistake fails the test.
func Parse(t testing.TB, text string) *petri.Net {
	t.Helper()
	n, err := notation.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Format writes a net in that notation.
func Format(n *petri.Net) string { return notation.Format(n) }
