package standard

import (
	"strings"
	"testing"
)

// TestStandards: all texts are read, clauses of a function have different names, and a clause is about a function.
func TestStandards(t *testing.T) {
	names := Names()
	if strings.Join(names, " ") != "erc20 erc721 erc1155 erc4626" {
		t.Error(names)
	}
	for _, n := range names {
		s, err := Get(n)
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != n || s.Title == "" || len(s.Functions) < 5 || len(s.Every) == 0 {
			t.Errorf("%s: %+v", n, s)
		}
		seen := map[string]bool{}
		for _, f := range s.Functions {
			for _, c := range f.Clauses {
				if name := f.Name + " " + c.Name; seen[name] {
					t.Errorf("%s: two clauses are %q", n, name)
				} else {
					seen[name] = true
				}
			}
		}
	}
	if _, err := Get("erc"); err == nil || !strings.Contains(err.Error(), "erc4626, or auto") {
		t.Error(err)
	}
}

// TestMistakes: what is wrong in a text has its line.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"title", "a.spec:1:1: a standard begins with its name"},
		{"standard a A\nfunction f", "a.spec:2:1: a function is written"},
		{"standard a A\nfunction f() returns bool", "a.spec:2:1: \"returns bool\""},
		{"standard a A\nfunction f()\npostcondition true", "a.spec:3:1: a postcondition stands below a clause"},
		{"standard a A\nfunction f()\nclause c\npostcondition 1 +", "a.spec:4:1: "},
		{"standard a A\nfunction f()\nclause c\ninvariant true", "a.spec:4:1: an invariant is a clause of every function"},
		{"standard a A\nfunction f()\nclause c", "'c' has no postcondition"},
	} {
		if _, err := parse("a.spec", c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}
