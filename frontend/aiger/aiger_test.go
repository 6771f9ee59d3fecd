package aiger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/frontend/aiger/aigertest"

	"cupel/frontend/modelfile"
	"pgregory.net/rapid"
)

// parse reads a text that is correct.
func parse(t rapid.TB, text string) *Circuit {
	t.Helper()
	c, err := Parse("test", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	return c
}

// reachable tells whether the program of a circuit reaches its error.
func reachable(t rapid.TB, c *Circuit) bool {
	t.Helper()
	p, err := c.Program()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.SanityProgram(p); err != nil {
		t.Fatal(err)
	}
	r, err := programtest.Explore(p, programtest.Options{MaxStates: 2_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return r.Error
}

// TestMeaning: small circuits of both formats, and what the program of each can do.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bad        bool
	}{
		{"nothing", "aag 0 0 0 0 0\n", false},
		{"no property", "aag 1 1 0 0 0\n2\n", false},
		{"constant output", "aag 0 0 0 1 0\n1\n", true},
		{"constant", "aag 0 0 0 0 0 1\n0\n", false},
		{"input", "aag 1 1 0 1 0\n2\n2\n", true},
		{"latch stays", "aag 1 0 1 1 0\n2 2\n2\n", false},
		{"latch from 1", "aag 1 0 1 1 0\n2 2 1\n2\n", true},
		{"any latch", "aag 1 0 1 1 0\n2 2 2\n2\n", true},
		{"toggle", "aag 1 0 1 1 0\n2 3\n2\n", true},
		{"outputs are no properties beside bad states", "aag 0 0 0 1 0 1\n1\n0\n", false},
		{"constraint", "aag 1 1 0 0 0 1 1\n2\n2\n3\n", false},
		{"constraint in the step before", "aag 2 1 1 0 0 1 1\n2\n4 2\n4\n3\n", false},
		{"swap at once", "aag 3 0 2 1 1\n2 4\n4 2 1\n6\n6 2 4\n", false},
		{"swapped", "aag 3 0 2 1 1\n2 4\n4 2 1\n6\n6 2 5\n", true},
		{"names and comment", "aag 1 1 0 1 0\n2\n2\ni0 go\no0 stop\nc\nanything\n\n", true},
		{"lines of Windows", "aag 1 1 0 1 0\r\n2\r\n2\r\n", true},
		{"gates in any order", "aag 3 1 0 1 2\n2\n6\n6 4 2\n4 2 2\n", true},
		{"fairness is skipped", "aag 1 1 0 0 0 1 0 1 1\n2\n2\n2\n2\n3\n3\n", true},
		{"binary", "aig 3 1 1 0 1 1\n6\n4\n\x01\x02", true},
		{"binary, never", "aig 3 1 1 0 1 1\n6\n6\n\x02\x02", false},
		{"binary, many inputs", "aig 9999999 9999999 0 1 0\n2\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reachable(t, parse(t, c.text)); got != c.bad {
				t.Errorf("reachable: %v", got)
			}
		})
	}
}

// TestErrors: mistakes have a place and say what to do.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "test:1:1: the file does not begin with aag or aig"},
		{"aag", "test:1:4: the header ends behind 0 numbers"},
		{"aag 1 1 0 0", "test:1:12: the header ends behind 4 numbers"},
		{"aag 1 x 0 0 0", `test:1:7: 'x' where a number is expected`},
		{"aag 1  1 0 0 0", `test:1:7: ' ' where a number is expected`},
		{"aag 1 1 0 0 0 ", `test:1:14: ' ' behind a number`},
		{"aag 1 1 1 1 1 1 1 1 1 1", "test:1:23: a number too many"},
		{"aag 99999999999999999999 0 0 0 0", "test:1:5: the number is larger than 268435456"},
		{"aag 1 1 1 0 0", "test:1:1: the header has 2 inputs, latches and gates, but 1 variables"},
		{"aig 3 1 1 0 0", "test:1:1: the header has 2 inputs, latches and gates, but 3 variables, which the binary format"},
		{"aag 200000000 200000000 0 0 0\n", "test:2:1: the file ends where an input is expected"},
		{"aig 200000000 0 0 0 200000000\n", "test: byte 29: the file ends inside of the gates"},
		{"aag 1 1 0 0 0\n3\n", "test:2:1: literal 3 cannot be an input"},
		{"aag 2 2 0 0 0\n2\n2\n", "test:3:1: literal 2 is an input already"},
		{"aag 1 1 0 0 0\n4\n", "test:2:1: the number is larger than 3"},
		{"aag 1 0 1 0 0\n2\n", "test:2:2: the line ends where a number of a latch is expected"},
		{"aag 1 0 1 0 0\n2 2 3\n", "test:2:1: the latch begins with literal 3; write 0, 1 or 2"},
		{"aag 1 0 0 1 0\n2\n", "test:2:1: literal 2 is of no input, latch or gate"},
		{"aag 1 0 0 1 1\n2\n2 2 1\n", "test:3:1: the gate of variable 1 depends on itself"},
		{"aag 2 0 0 1 2\n2\n2 4 1\n4 2 1\n", "depends on itself"},
		{"aag 0 0 0 0 0\nx\n", "test:2:1: neither a name nor a comment"},
		{"aag 0 0 0 0 0\n\n", "test:2:1: an empty line"},
		{"aag 0 0 0 0 0\ni0 x\n", "test:2:2: there is no i0"},
		{"aig 1 0 0 0 1\n\x00\x00", "test: byte 14: a gate depends on itself"},
		{"aig 1 0 0 0 1\n\x03\x00", "test: byte 14: the difference of two literals is larger than the literal 2"},
		{"aig 1 0 0 0 1\n\x82\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", "byte 19: the difference"},
		{"aag 0 0 0 0 0 0 0 1\n1\n1\n", "liveness only"},
	} {
		cir, err := Parse("test", []byte(c.text))
		if err == nil {
			_, err = cir.Program()
		}
		var e *modelfile.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.aag")); err == nil || !strings.Contains(err.Error(), "check the path") {
		t.Error(err)
	}
}

// TestRandom compares programs with the circuits' definition, in both formats.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := aigertest.Draw(t)
		want := d.Reachable()
		for _, binary := range []bool{false, true} {
			if got := reachable(t, parse(t, d.Text(binary))); got != want {
				t.Fatalf("binary %v, reachable: %v\n%s", binary, got, d.Text(false))
			}
		}
	})
}

// FuzzParse: no text stops the reader or makes it allocate what the text does not contain, and programs are sane.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.a?g")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte("aig 3 1 1 0 1 1\n6\n4\n\x01\x02i0 x\nc\n"))
	f.Add([]byte("aag 1 1 0 0 0 1 0 1 1\n2\n2\n2\n2\n3\n3\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		var e *modelfile.Error
		c, err := Parse("fuzz", src)
		if err != nil {
			if !errors.As(err, &e) || e.Msg == "" {
				t.Fatal(err)
			}
			return
		}
		p, err := c.Program()
		if err != nil {
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			return
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatal(err)
		}
	})
}

// TestLong: a chain of gates has terms of bounded size, and large circuits are refused.
func TestLong(t *testing.T) {
	const n = 5000
	var b strings.Builder
	fmt.Fprintf(&b, "aag %d 2 0 1 %d\n2\n4\n%d\n", n+2, n, 2*(n+2))
	for i := range n {
		v := 2 * (i + 3)
		fmt.Fprintln(&b, v, v-1, 2+2*(i%2))
	}
	p, err := parse(t, b.String()).Program()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Vars) > n/maxTerm+4 {
		t.Errorf("%d variables", len(p.Vars))
	}
	many := fmt.Sprintf("aig %d 1 0 1 %d\n%d\n", maxGates+2, maxGates+1, 2*(maxGates+2)) + strings.Repeat("\x02\x00", maxGates+1)
	_, err = parse(t, many).Program()
	var e *modelfile.Error
	if !errors.As(err, &e) || !e.Unsupported {
		t.Error(err)
	}
}
