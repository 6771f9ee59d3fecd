package evidence

import (
	"testing"

	"cupel/core/program"
)

// TestFindings: an obligation always fails only if each copy of its place always does; such ones are listed first.
func TestFindings(t *testing.T) {
	at := func(line int) program.Pos { return program.Pos{File: "a.c", Line: line, Col: 1} }
	var fs findings
	fs.add("one copy is proven", at(1), true)
	fs.holds("one copy is proven", at(1))
	fs.add("one copy may hold", at(2), true)
	fs.add("one copy may hold", at(2), false)
	fs.add("every copy fails", at(3), true)
	fs.add("every copy fails", at(3), true)
	want := []struct {
		note   string
		always bool
	}{{"every copy fails", true}, {"one copy is proven", false}, {"one copy may hold", false}}
	got := fs.list()
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if got[i].Note != w.note || got[i].always != w.always {
			t.Errorf("%d: %+v, want %+v", i, got[i], w)
		}
	}
}
