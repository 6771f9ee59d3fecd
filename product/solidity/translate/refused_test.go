package translate

import (
	"regexp"
	"strings"
	"testing"

	"cupel/product/solidity/ast"
)

// blank is a line of blank.sol that an annotation is written over.
var blank = regexp.MustCompile(`/// (\w+) \.+`)

// annotated is the program of blank.sol with an annotation at a place. The comments are read from the text, so that the
// syntax tree, which knows places by numbers, stays right where the text has the same length.
func annotated(t *testing.T, place, text string) *ast.Program {
	t.Helper()
	out := readContract(t, "testdata/blank.sol").kept(t)
	const name = "blank.sol"
	s := out.Sources[name]
	found := false
	s.Text = blank.ReplaceAllStringFunc(s.Text, func(line string) string {
		if blank.FindStringSubmatch(line)[1] != place {
			return line
		}
		found = true
		with := "/// @notice " + text
		if len(with) > len(line) {
			t.Fatalf("%q is too long", text)
		}
		return with + strings.Repeat(" ", len(line)-len(with))
	})
	if !found {
		t.Fatalf("there is no place for an annotation of a %s", place)
	}
	out.Sources[name] = s
	p, err := ast.Decode(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRefusedAnnotations: a mistake in an annotation is an error with its place, and is never left out.
func TestRefusedAnnotations(t *testing.T) {
	for _, c := range []struct{ place, text, want string }{
		{"contract", "invariant n >", "blank.sol:6:105: expected an expression, found"},
		{"contract", "invariant nowhere == 1", "blank.sol:6:23: Undeclared identifier nowhere"},
		{"contract", "invariant n + 1", "blank.sol:6:23: a condition is expected, this is of type uint256"},
		{"contract", "invariant msg.value == 0", "blank.sol:6:13: an invariant of a contract cannot mention value of a transaction or block: that changes between transactions"},
		{"contract", "invariant block.number > 0", "blank.sol:6:13: an invariant of a contract cannot mention number of a transaction or block: that changes between transactions"},
		{"contract", "invariant address(1).balance > 0", "blank.sol:6:13: an invariant of a contract cannot mention balances but that of this contract: others change them"},
		{"contract", "postcondition n > 0", "blank.sol:6:13: this annotation cannot stand here"},
		{"contract", "modifies n", "blank.sol:6:13: this annotation cannot stand here"},
		{"event", "invariant n > 0", "blank.sol:11:17: this annotation cannot stand here"},
		{"event", "tracks-changes-in nowhere", "blank.sol:11:17: nowhere is no state variable"},
		{"function", "invariant n > 0", "blank.sol:14:17: this annotation cannot stand here"},
		{"function", "emits Nothing", "blank.sol:14:17: No event found with name 'Nothing'."},
		{"function", "precondition r == 0 == 1", "blank.sol:14:30: == cannot be applied"},
		{"loop", "postcondition n > 0", "blank.sol:16:21: this annotation cannot stand here"},
		{"loop", "invariant later > 0", "blank.sol:16:31: Undeclared identifier later"},
	} {
		t.Run(c.place+" "+c.text, func(t *testing.T) {
			_, err := Translate(annotated(t, c.place, c.text), Options{Mode: Checked})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v; want %s", err, c.want)
			}
		})
	}
}

// TestAcceptedAnnotations: an annotation in its place is a part of the program, with the text as written in failure messages.
func TestAcceptedAnnotations(t *testing.T) {
	for _, c := range []struct{ place, text, want string }{
		{"contract", "invariant n < 10", "n < 10"},
		{"function", "precondition x < 5", "requires"},
		{"function", "postcondition r >= old(n)", "r >= old(n)"},
		{"function", "modifies n if x > 3", "Function might modify 'm' illegally"},
		{"loop", "invariant n <= x || n == old(n)", "n <= x || n == old(n)"},
	} {
		t.Run(c.place+" "+c.text, func(t *testing.T) {
			r, err := Translate(annotated(t, c.place, c.text), Options{Mode: Checked})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Annotated {
				t.Error("annotated, and the result says that it is not")
			}
			for _, f := range r.Functions {
				if f.Skipped != "" {
					t.Errorf("%s: %s", f.Name, f.Skipped)
				}
			}
			if text := r.Program.String(); !strings.Contains(text, c.want) {
				t.Errorf("no %q in\n%s", c.want, text)
			}
			wellFormed(t, r)
		})
	}
}

// TestModes: the names of the modes are read as they are written, and others are refused with the choice.
func TestModes(t *testing.T) {
	for m := Checked; m <= ModOverflow; m++ {
		if got, err := ParseMode(m.String()); err != nil || got != m {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	if _, err := ParseMode("float"); err == nil || !strings.Contains(err.Error(), "checked, int, bv, mod, mod-overflow") {
		t.Error(err)
	}
}

// TestChecks: lists of checks are read, and a mistake in one names the choice.
func TestChecks(t *testing.T) {
	all := Check(0)
	for _, n := range CheckNames() {
		c, err := ParseChecks(n)
		if err != nil || c == 0 || all&c != 0 {
			t.Errorf("%s: %v, %v", n, c, err)
		}
		all |= c
	}
	if c, err := ParseChecks("all"); err != nil || c != all {
		t.Errorf("all: %v, %v", c, err)
	}
	if c, err := ParseChecks("div,index"); err != nil || c != CheckIndex|CheckDivision || c.String() != "div,index" {
		t.Errorf("div,index: %v, %v", c, err)
	}
	for _, wrong := range []string{"bounds", "", "div,"} {
		if c, err := ParseChecks(wrong); err == nil {
			t.Errorf("%q: %v", wrong, c)
		}
	}
}
