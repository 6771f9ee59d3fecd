package library

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSources: all files are embedded, and all bodies are found.
func TestSources(t *testing.T) {
	files, err := os.ReadDir("src")
	if err != nil || len(files) != len(sources) {
		t.Errorf("%d files, %d embedded, %v", len(files), len(sources), err)
	}
	for _, f := range sources {
		if text, err := os.ReadFile("src/" + f.name); err != nil || string(text) != *f.text {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	for name, it := range items() {
		if public, ok := strings.CutPrefix(name, Prefix); ok && it.function && !HasBody(public) {
			t.Errorf("%s has no body", public)
		}
	}
}

// TestReservedIn: names are found as by the regular expression.
func TestReservedIn(t *testing.T) {
	texts := []string{"", "__cupel_", "__cupel_a", "x__cupel_a __cupel_b(__cupel_c1, ___cupel_d);__cupel_e", "__cupel_ __cupel___cupel_f"}
	for _, it := range items() {
		texts = append(texts, it.text)
	}
	for _, text := range texts {
		if got, want := reservedIn(text), reserved().FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
