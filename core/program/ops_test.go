package program_test

import (
	"slices"
	"testing"

	"cupel/core/program"
)

// TestAllOps: operations are visited in order, those inside of choices included.
func TestAllOps(t *testing.T) {
	op := func(note string) program.Op { return program.Op{Kind: program.OpCheck, Note: note} }
	ops := []program.Op{op("a"), {Kind: program.OpChoice, Note: "b", Alts: [][]program.Op{{op("c"), op("d")}, {}, {op("e")}}}, op("f")}
	var all []string
	for o := range program.AllOps(ops) {
		all = append(all, o.Note)
	}
	if want := []string{"a", "b", "c", "d", "e", "f"}; !slices.Equal(all, want) {
		t.Errorf("got %v", all)
	}
	for o := range program.AllOps(ops) {
		if o.Note == "d" {
			break // inside of an alternative
		}
		if o.Note > "d" {
			t.Errorf("%s after the end", o.Note)
		}
	}
}
