package program_test

import (
	"testing"

	"cupel/core/program"
)

// TestCheckChoices: every kind that may be undefined behaviour has exactly one name.
func TestCheckChoices(t *testing.T) {
	count := map[program.CheckKind]int{}
	for _, c := range program.CheckChoices {
		for _, k := range c.Kinds {
			count[k]++
		}
	}
	for _, k := range []program.CheckKind{program.OtherCheck, program.SignedOverflow, program.ArguableOverflow, program.DivisionByZero, program.ShiftAmount, program.Conversion,
		program.Bounds, program.NullPointer, program.PointerRange, program.PointerOrder, program.ReadOnlyWrite, program.InvalidCall, program.LibraryUse, program.MissingResult,
		program.InvalidAccess, program.InvalidRelease} {
		if count[k] != 1 {
			t.Errorf("%v has %d names", k, count[k])
		}
	}
	if count[program.PointerEquality] != 0 {
		t.Error("an unspecified comparison is no undefined behaviour")
	}
}

// TestChooseChecks: names in any order, twice, and all.
func TestChooseChecks(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  int
		fails bool
	}{
		{nil, 0, false},
		{[]string{"shift", "bounds", "shift"}, 2, false},
		{[]string{"all", "bounds"}, len(program.CheckChoices) - 2, false},
		{[]string{"uninitialised", "all"}, len(program.CheckChoices) - 1, false},
		{[]string{"uninitialised", "all", "assertion"}, len(program.CheckChoices), false},
		{[]string{"bound"}, 0, true},
	} {
		got, err := program.ChooseChecks(c.names)
		if len(got) != c.want || (err != nil) != c.fails {
			t.Errorf("%v: %v, %v", c.names, got, err)
		}
	}
}
