package translate

import (
	"strings"
	"testing"

	"cupel/product/boogie"
)

// TestSingle: state variables that are used at this alone become plain variables.
func TestSingle(t *testing.T) {
	p, err := boogie.Parse("t.bpl", `
var {:message "a"} a: [int]int;
var {:message "b"} b: [int]int;
var {:message "m"} m: [int][int]int;
var balance: [int]int;
procedure p(this: int, other: int) {
  a := a[this := a[this] + m[this][other]];
  m := m[this := m[this][other := a[this]]];
  b := b[this := b[other]];
  assert old(a[this]) <= a[this];
}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := boogie.Check(p); err != nil {
		t.Fatal(err)
	}
	done := Single(p)
	text := p.String()
	for _, want := range []string{"a: int;", "m: [int]int;", "b: [int]int;", "a := a + m[other];", "m := m[other := a];", "b := b[this := b[other]];", "old(a) <= a;"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(done) != 2 || !done["a"] || !done["m"] {
		t.Error(done)
	}
	if p, err = boogie.Parse("t.bpl", text); err != nil {
		t.Fatal(err)
	}
	if _, err := boogie.Check(p); err != nil {
		t.Error(err)
	}
}
