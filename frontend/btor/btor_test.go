package btor

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/program/programtest"

	"cupel/frontend/modelfile"
	"pgregory.net/rapid"
)

// reachable tells whether the program of a text reaches its error.
func reachable(t rapid.TB, text string) bool {
	t.Helper()
	p, err := Parse("test", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := program.SanityProgram(p); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r, err := programtest.Explore(p, programtest.Options{MaxStates: 2_000_000})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r.Error
}

// TestValues: operations on constants of four bits have the values that the format defines.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		width int
		line  string
		want  int
	}{
		{4, "add 1 4 5", 1}, {4, "sub 1 4 5", 5}, {4, "mul 1 4 5", 10}, {4, "udiv 1 5 4", 4}, {4, "urem 1 5 4", 2}, {4, "sdiv 1 5 4", 0}, {4, "srem 1 5 4", 14},
		{4, "udiv 1 4 6", 15}, {4, "urem 1 4 6", 3}, {4, "sdiv 1 4 6", 15}, {4, "sdiv 1 5 6", 1}, {4, "srem 1 5 6", 14},
		{4, "sll 1 5 4", 0}, {4, "srl 1 5 4", 1}, {4, "sra 1 5 4", 15}, {4, "sll 1 4 5", 0}, {4, "sra 1 5 5", 15},
		{4, "and 1 4 5", 2}, {4, "or 1 4 5", 15}, {4, "xor 1 4 5", 13}, {4, "nand 1 4 5", 13}, {4, "nor 1 4 5", 0}, {4, "xnor 1 4 5", 2},
		{4, "not 1 4", 12}, {4, "neg 1 4", 13}, {4, "inc 1 5", 15}, {4, "dec 1 6", 15}, {4, "one 1", 1}, {4, "ones 1", 15}, {4, "zero 1", 0},
		{4, "const 1 1011", 11}, {4, "constd 1 -8", 8}, {4, "consth 1 c", 12}, {4, "add 1 -4 4", 15}, {4, "ite 1 7 4 5", 3}, {4, "ite 1 -7 4 5", 14},
		{1, "eq 2 4 5", 0}, {1, "neq 2 4 5", 1}, {1, "ult 2 4 5", 1}, {1, "ulte 2 5 4", 0}, {1, "ugt 2 4 5", 0}, {1, "ugte 2 4 4", 1},
		{1, "slt 2 5 4", 1}, {1, "slte 2 4 5", 0}, {1, "sgt 2 4 5", 1}, {1, "sgte 2 5 4", 0}, {1, "iff 2 7 7", 1}, {1, "implies 2 7 -7", 0},
		{1, "implies 2 -7 -7", 1}, {1, "redand 2 4", 0}, {1, "redand 2 -6", 1}, {1, "redor 2 6", 0}, {1, "redor 2 5", 1}, {1, "redxor 2 4", 0}, {1, "redxor 2 5", 1},
		{6, "uext 3 5 2", 14}, {6, "sext 3 5 2", 62}, {2, "slice 8 5 2 1", 3}, {2, "slice 8 4 3 2", 0}, {6, "concat 3 9 4", 19},
	} {
		sorts := "1 sort bitvec 4\n2 sort bitvec 1\n3 sort bitvec 6\n8 sort bitvec 2\n"
		sort := map[int]int{4: 1, 1: 2, 6: 3, 2: 8}[c.width]
		for _, equal := range []bool{true, false} {
			text := fmt.Sprintf("%s4 constd 1 3\n5 constd 1 14\n6 zero 1\n7 one 2\n9 constd 8 1\n10 %s\n11 constd %d %d\n12 neq 2 10 11\n13 bad %s12\n",
				sorts, c.line, sort, c.want, map[bool]string{true: "", false: "-"}[equal])
			if reachable(t, text) == equal {
				t.Errorf("%s is not %d", c.line, c.want)
			}
		}
	}
}

// TestMeaning: states, inputs, constraints.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bad        bool
	}{
		{"nothing", "", false},
		{"counter", "1 sort bitvec 3\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 inc 1 3\n6 next 1 3 5\n7 sort bitvec 1\n8 ones 1\n9 eq 7 3 8\n10 bad 9\n", true},
		{"counter in steps of two", "1 sort bitvec 3\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 constd 1 2\n6 add 1 3 5\n7 next 1 3 6\n8 sort bitvec 1\n9 redxor 8 3\n10 slice 8 3 0 0\n11 bad 10\n", false},
		{"any start", "1 sort bitvec 1\n2 state 1\n3 next 1 2 2\n4 bad 2\n", true},
		{"no next", "1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 bad 3\n", true},
		{"no next, at first", "1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 bad 3\n6 constraint -3\n", false},
		{"swap", "1 sort bitvec 1\n2 zero 1\n3 one 1\n4 state 1\n5 state 1\n6 init 1 4 2\n7 init 1 5 3\n8 next 1 4 5\n9 next 1 5 4\n10 and 1 4 5\n11 bad 10\n", false},
		{"constraint", "1 sort bitvec 1\n2 input 1 go\n3 zero 1\n4 state 1 went ; comment\n5 init 1 4 3\n6 next 1 4 2\n7 bad 4\n8 constraint -2\n", false},
		{"liveness is skipped", "1 sort bitvec 1\n2 input 1\n3 fair 2\n4 justice 1 2\n5 output 2\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := reachable(t, c.text); got != c.bad {
				t.Errorf("reachable: %v", got)
			}
		})
	}
}

// TestErrors: mistakes have a place and say what to do.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x", `test:1:1: "x" where the number of a node is expected`},
		{"1", "test:1:1: the line ends where an operation is expected"},
		{"1 sort", "test:1:3: the line ends where bitvec or array"},
		{"1 sort int", `test:1:8: "int" is no kind of sort`},
		{"1 sort bitvec 99999999999999999999", "test:1:15: "},
		{"1 sort bitvec 0", "write a number from 1 to 16384"},
		{"1 sort bitvec 1\n1 zero 1", "test:2:1: node 1 exists already"},
		{"1 sort bitvec 1\n2 nope 1", `test:2:3: "nope" is no operation`},
		{"2 zero 1", "test:1:8: node 1 is no sort"},
		{"1 sort bitvec 1\n2 not 1 3", "test:2:9: node 3 has no value before this line"},
		{"1 sort bitvec 2\n2 sort bitvec 1\n3 zero 1\n4 not 2 3", "test:4:3: not of operands with [2] bits"},
		{"1 sort bitvec 2\n2 zero 1\n3 bad 2", "test:3:7: node 2 has 2 bits, but bad takes one"},
		{"1 sort bitvec 2\n2 zero 1\n3 slice 1 2 2 1", "test:3:3: slice of operands"},
		{"1 sort bitvec 1\n2 zero 1\n3 init 1 2 2", "test:3:10: node 2 is no state"},
		{"1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 init 1 3 2", "test:5:3: state 3 has init already at line 4"},
		{"1 sort bitvec 1\n2 constd 1 2\n3 bad 2", `test:2:1: "2" is no constant of 1 bits in base 10`},
		{"1 sort bitvec 1\n2 const 1 -1\n3 bad 2", `test:2:1: "-1" is no constant`},
		{"1 sort bitvec 1\n2 sort array 1 1\n3 state 2", "test:3:3: arrays are not supported"},
		{"1 sort bitvec 1\n2 zero 1\n3 uaddo 1 2 2\n4 bad 3", "test:3:1: the operation uaddo is not supported"},
		{"1 sort bitvec 1\n2 input 1\n3 state 1\n4 init 1 3 2\n5 bad 3", "test:4:1: an initial value that depends on states or inputs"},
	} {
		_, err := Parse("test", []byte(c.text))
		var e *modelfile.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
		if e != nil && e.Unsupported != strings.Contains(e.Msg, "not supported") {
			t.Error(e, e.Unsupported)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.btor2")); err == nil || !strings.Contains(err.Error(), "check the path") {
		t.Error(err)
	}
}

// drawn is a random model over numbers of two bits.
type drawn struct {
	inputs     int
	init, next []int // of each state: constants (-1: any), values
	ops        [][3]int
	bad        [2]int // a value, and the number that it must not be
	constraint int    // a value that must not be 3; -1: none
}

var drawnOps = []string{"add", "sub", "mul", "and", "xor", "udiv", "srem", "sra"}

func draw(t *rapid.T) *drawn {
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	d := &drawn{inputs: n(0, 1)}
	states, ops := n(1, 2), n(0, 3)
	values := d.inputs + states + ops
	for range states {
		d.init, d.next = append(d.init, n(-1, 3)), append(d.next, n(-1, values-1))
	}
	for i := range ops {
		d.ops = append(d.ops, [3]int{n(0, len(drawnOps)-1), n(0, d.inputs+states+i-1), n(0, d.inputs+states+i-1)})
	}
	d.bad, d.constraint = [2]int{n(0, values-1), n(0, 3)}, n(-1, values-1)
	return d
}

// text writes the model; value k is node 10+k.
func (d *drawn) text() string {
	var b strings.Builder
	b.WriteString("1 sort bitvec 2\n2 sort bitvec 1\n")
	for c := range 4 {
		fmt.Fprintf(&b, "%d constd 1 %d\n", 3+c, c)
	}
	k, id := 0, 100
	line := func(format string, args ...any) int {
		id++
		fmt.Fprintf(&b, "%d "+format+"\n", append([]any{id}, args...)...)
		return id
	}
	for range d.inputs {
		fmt.Fprintf(&b, "%d input 1\n", 10+k)
		k++
	}
	for range d.init {
		fmt.Fprintf(&b, "%d state 1\n", 10+k)
		k++
	}
	for _, o := range d.ops {
		fmt.Fprintf(&b, "%d %s 1 %d %d\n", 10+k, drawnOps[o[0]], 10+o[1], 10+o[2])
		k++
	}
	for i, c := range d.init {
		if c >= 0 {
			line("init 1 %d %d", 10+d.inputs+i, 3+c)
		}
		if d.next[i] >= 0 {
			line("next 1 %d %d", 10+d.inputs+i, 10+d.next[i])
		}
	}
	line("bad %d", line("eq 2 %d %d", 10+d.bad[0], 3+d.bad[1]))
	if d.constraint >= 0 {
		line("constraint %d", line("neq 2 %d 6", 10+d.constraint))
	}
	return b.String()
}

// apply is an operation on two bits.
func apply(op string, x, y int) int {
	signed := func(v int) int { return v - v/2*4 }
	switch op {
	case "add":
		return (x + y) & 3
	case "sub":
		return (x - y) & 3
	case "mul":
		return x * y & 3
	case "and":
		return x & y
	case "xor":
		return x ^ y
	case "udiv":
		if y == 0 {
			return 3
		}
		return x / y
	case "srem":
		if y == 0 {
			return x
		}
		return signed(x) % signed(y) & 3
	}
	return signed(x) >> y & 3
}

// reachable searches the states of the model as the format defines them.
func (d *drawn) reachable() bool {
	n := len(d.init)
	type state [2]int
	seen := map[state]bool{}
	var work []state
	for bits := range 1 << (2 * n) {
		var s state
		ok := true
		for k := range n {
			s[k] = bits >> (2 * k) & 3
			ok = ok && (d.init[k] < 0 || d.init[k] == s[k])
		}
		if ok {
			work = append(work, s)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		for in := range 1 << (2 * d.inputs) {
			var vals []int
			if d.inputs > 0 {
				vals = append(vals, in)
			}
			vals = append(vals, s[:n]...)
			for _, o := range d.ops {
				vals = append(vals, apply(drawnOps[o[0]], vals[o[1]], vals[o[2]]))
			}
			if d.constraint >= 0 && vals[d.constraint] == 3 {
				continue
			}
			if vals[d.bad[0]] == d.bad[1] {
				return true
			}
			next := []state{{}}
			for k := range n {
				var more []state
				for _, to := range next {
					for v := range 4 {
						if to[k] = v; d.next[k] < 0 || vals[d.next[k]] == v {
							more = append(more, to)
						}
					}
				}
				next = more
			}
			work = append(work, next...)
		}
	}
	return false
}

// TestRandom compares programs with the models' definition.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		if got, want := reachable(t, d.text()), d.reachable(); got != want {
			t.Fatalf("reachable: %v\n%s", got, d.text())
		}
	})
}

// FuzzParse: no text stops the reader, and programs are sane.
func FuzzParse(f *testing.F) {
	f.Add([]byte("1 sort bitvec 3\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 inc 1 3\n6 next 1 3 5\n7 sort bitvec 1\n8 ones 1\n9 eq 7 3 8\n10 bad 9\n"))
	f.Add([]byte("1 sort bitvec 4\n2 sort bitvec 2\n3 input 1 x\n4 slice 2 3 2 1\n5 uext 1 4 2\n6 sort bitvec 1\n7 redxor 6 5\n8 constraint -7\n9 bad 7\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		var e *modelfile.Error
		p, err := Parse("fuzz", src)
		if err != nil {
			if !errors.As(err, &e) || e.Msg == "" {
				t.Fatal(err)
			}
			return
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatal(err)
		}
	})
}
