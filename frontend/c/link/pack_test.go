package link

import "testing"

// TestPacking: #pragma pack saves and restores like a stack; a pop of nested states goes back to the one around it, not to the first.
func TestPacking(t *testing.T) {
	for _, c := range []struct {
		lines []string
		now   int
		open  bool
	}{
		{nil, 0, false},
		{[]string{"#pragma pack(2)"}, 2, true},
		{[]string{"#pragma pack(2)", "# pragma pack ( )"}, 0, false},
		{[]string{"#pragma pack(push, 1)"}, 1, true},
		{[]string{"#pragma pack(push, 1)", "#pragma pack(pop)"}, 0, false},
		{[]string{"#pragma pack(8)", "#pragma pack(push, 1)", "#pragma pack(push, name, 4)", "#pragma pack(pop)"}, 1, true},
		{[]string{"#pragma pack(8)", "#pragma pack(push, 1)", "#pragma pack(push, 4)", "#pragma pack(pop)", "#pragma pack(pop)"}, 8, true},
		{[]string{"#pragma pack(push)", "#pragma pack(pop, 4)"}, 4, true},
		{[]string{"#pragma pack(pop)"}, 0, false},
		{[]string{"#pragma once", "#define pack(x)"}, 0, false},
	} {
		var p packing
		for _, l := range c.lines {
			p.line(l)
		}
		if p.now != c.now || p.open() != c.open {
			t.Errorf("%q: %d, open %v, want %d, %v", c.lines, p.now, p.open(), c.now, c.open)
		}
	}
}
