package evidence

import "testing"

// TestShown: characters are shown as such, other values as they are.
func TestShown(t *testing.T) {
	for _, c := range [][3]string{
		{"char", "52", "'4' (52)"}, {"char", "10", `'\n' (10)`}, {"char", "-3", "-3"}, {"unsigned char", "65", "65 ('A')"}, {"signed char", "10", "10"},
		{"unsigned char", "200", "200"}, {"int", "65", "65"}, {"char", "x", "x"}, {"float", "65", "65"},
	} {
		if got := (InputValue{Type: c[0], Value: c[1]}).Shown(); got != c[2] {
			t.Errorf("%s %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
