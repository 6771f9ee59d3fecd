package execution

import (
	"slices"
	"testing"
)

// TestJoined: characters that make a string in one step are one change; single ones, those behind an end and other bytes stay.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		before []Change
		chars  map[string]byte
		want   []Change
	}{
		{[]Change{{"s[0]", "'a'", 1}, {"s[1]", "0", 1}, {"x", "1", 1}}, map[string]byte{"s[0]": 'a', "s[1]": 0}, []Change{{"s", `"a"`, 1}, {"x", "1", 1}}},
		{[]Change{{"s[2]", "0", 0}, {"s[1]", "'b'", 0}, {"s[0]", "'a'", 0}, {"s[3]", "0", 0}}, map[string]byte{"s[0]": 'a', "s[1]": 'b', "s[2]": 0, "s[3]": 0},
			[]Change{{"s", `"ab"`, 0}}},
		{[]Change{{"r.s[0]", "'a'", 0}}, map[string]byte{"r.s[0]": 'a'}, []Change{{"r.s[0]", "'a'", 0}}},
		{[]Change{{"s[0]", "'a'", 0}, {"s[1]", "'b'", 0}}, map[string]byte{"s[0]": 'a', "s[1]": 'b'}, []Change{{"s[0]", "'a'", 0}, {"s[1]", "'b'", 0}}},
		{[]Change{{"s[0]", "0", 0}, {"s[1]", "'b'", 0}}, map[string]byte{"s[0]": 0, "s[1]": 'b'}, []Change{{"s[0]", "0", 0}, {"s[1]", "'b'", 0}}},
		{[]Change{{"s[0]", "1", 0}, {"s[1]", "0", 0}}, map[string]byte{"s[0]": 1, "s[1]": 0}, []Change{{"s[0]", "1", 0}, {"s[1]", "0", 0}}},
		{[]Change{{"s[0]", "'a'", 1}, {"s[1]", "0", 2}}, map[string]byte{"s[0]": 'a', "s[1]": 0}, []Change{{"s[0]", "'a'", 1}, {"s[1]", "0", 2}}},
	} {
		if got := joined(c.before, c.chars); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.before, got, c.want)
		}
	}
}
