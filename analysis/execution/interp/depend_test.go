package interp_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/tests/oracle"
)

// ones makes every unknown value 1.
type ones struct{ f *logic.Factory }

func (s ones) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if w := op.Var.Sort(); w.IsBV() {
		return s.f.BV(1, w.Width()), true
	}
	return nil, false
}

// depends runs a program whose unknown values are 1 and names what the
// execution depends on.
func depends(t *testing.T, src string) []string {
	t.Helper()
	p := lower(t, header+src, program.LP64)
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	out := m.Run(context.Background(), ones{p.Terms}, interp.Options{Depend: true})
	var names []string
	for _, d := range out.Depends {
		name := d.Var.CName
		if d.Op != nil && d.Op.Unknown != nil {
			name = string(d.Op.Unknown.Kind) + " " + d.Op.Unknown.Name
		}
		if d.Cell != nil && (d.Op == nil || d.Op.Unknown == nil) {
			name = "memory"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TestDepends: which undetermined values the path of an execution depends on, construct by construct.
func TestDepends(t *testing.T) {
	const x = "uninitialized variable x"
	for _, test := range []struct {
		name, body string
		want       []string
	}{
		{"unused", "int x; int y = x;", nil},
		{"overflow", "int x; int y = x + 1;", []string{x}},
		{"branch", "int x; if (x == 3) return 1;", []string{x}},
		{"overwritten", "int x; int y = x; x = 1; if (x == 3) return y;", nil},
		{"through a copy", "int x; int y = 2 * x; if (y == 4) return 1;", []string{x}},
		{"masked", "unsigned x; if (x & 0) return 1;", nil},
		{"low bit of a double", "int x; unsigned y = 2u * (unsigned)x; if (y & 1) return 1;", nil},
		{"high bits", "unsigned x; unsigned y = x << 8; if ((y & 255) == 3) return 1; if ((unsigned char)y) return 2;", nil},
		{"bit-fields", "struct { unsigned a : 3, b : 5; } x; x.b = 3; if (x.b == 4) return 1;", nil},
		{"another bit-field", "struct { unsigned a : 3, b : 5; } x; x.b = 3; if (x.a == 4) return 1;", []string{x}},
		{"comparison decided by other bits", "unsigned x; unsigned y = (x & 1) | 6; if (y == 0) return 1;", nil},
		{"one decides", "int x, y = 0; int z = (y == 1) & (x == 1); if (z) return 1;", nil},
		{"not taken", "int x, y = 1; int z = y ? 2 : x; if (z == 2) return 1;", nil},
		{"implicit flow", "int x, y = 0; int z = x ? 1 : 2; if (z == y) return 1;", []string{x}},
		{"element", "int x[4]; x[1] = 2; if (x[1] == 3) return 1;", nil},
		{"other element", "int x[4]; x[1] = 2; if (x[2] == 3) return 1;", []string{x}},
		{"index", "int a[4] = {1, 2, 3, 4}; int x; x = x & 3; if (a[x] == 7) return 1;", []string{x}},
		{"through a pointer", "int x; int *p = &x; if (*p == 1) return 1;", []string{x}},
		{"written through a pointer", "int x; int *p = &x; *p = 1; if (x == 2) return 1;", nil},
		{"heap", "int *p = malloc(8); p[0] = 1; if (p[0] == 2) return 1;", nil},
		{"heap, unwritten", "int *p = malloc(8); p[0] = 1; if (p[1] == 2) return 1;", []string{"memory"}},
		{"float", "float x = 1.5f; unsigned u; memcpy(&u, &x, 4); if (u == 3) return 1;", nil},
		{"unknown float", "float x; if (x > 1) return 1;", []string{x}},
		{"divisor", "int x; int y = x | 1; return 4 / y == 2;", nil},
		{"in a loop", "int x, s = 0; for (int i = 0; i < 3; i++) s += x; if (s == 3) return 1;", []string{x}},
		{"loop of one's own", "int s = 0; for (int i = 0; i < 3; i++) { int x; if (i == 7) x = 1; s += i; if (s == 9 && x) return 2; }", nil},
		{"very many", "unsigned x[3000], s = 0; for (int i = 0; i < 3000; i++) s += x[i]; if (s == 3) return 1;", []string{x}},
		{"very many, unused", "unsigned x[200], s = 0; for (int i = 0; i < 200; i++) s += x[i]; s = 1; if (s == 3) return 1;", nil},
		{"input", "int x = __VERIFIER_nondet_int(); if (x == 3) return 1;", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := depends(t, "int main(void) { "+test.body+" return 0; }")
			if !slices.Equal(got, test.want) {
				t.Errorf("depends on %q, want %q", got, test.want)
			}
		})
	}
}

// TestDependsOnCallees: the same for values that come from functions without body, extern variables and arguments of main.
func TestDependsOnCallees(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"function without body", "int f(void); int main(void) { if (f() == 3) return 1; }", "function without body f"},
		{"ignored", "int f(void); int main(void) { f(); return 0; }", ""},
		{"extern variable", "extern int e; int main(void) { if (e == 3) return 1; }", "undefined variable e"},
		{"argc", "int main(int argc, char **argv) { if (argc > 2) return 1; }", "argument of main argc"},
		{"argc unused", "int main(int argc, char **argv) { return 0; }", ""},
		{"argv", "int main(int argc, char **argv) { if (argv[1]) return 1; }", "argument of main argc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(depends(t, test.src), ", "); got != test.want {
				t.Errorf("depends on %q, want %q", got, test.want)
			}
		})
	}
}

// changed gives every havoc a value that its occurrence determines, another
// one where the operation is not in keep.
type changed struct {
	f      *logic.Factory
	seen   map[*program.Op]uint64
	keep   map[*program.Op]bool
	differ bool
}

func (c *changed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	n := c.seen[op]
	c.seen[op]++
	s := op.Var.Sort()
	if !s.IsBV() {
		return nil, false
	}
	v := n*2654435761>>3 + 1
	if c.differ && !c.keep[op] {
		v = v*31 + 7
	}
	return c.f.BV(v, s.Width()), true
}

// sameWay checks that an execution takes the same way when the values that it
// does not depend on are changed; it reports whether there were such values.
func sameWay(t rapid.TB, p *program.Program) bool {
	for _, e := range p.Edges {
		for i := range e.Ops {
			e.Ops[i].Input = nil
		}
	}
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	o := interp.Options{MaxSteps: 2000, Trace: true, Depend: true}
	src := &changed{f: p.Terms, seen: map[*program.Op]uint64{}}
	one := m.Run(context.Background(), src, o)
	keep := map[*program.Op]bool{}
	for _, d := range one.Depends {
		keep[d.Op] = true
	}
	free := 0
	for op := range src.seen {
		if !keep[op] {
			free++
		}
	}
	two := m.Run(context.Background(), &changed{f: p.Terms, seen: map[*program.Op]uint64{}, keep: keep, differ: true}, o)
	n := min(len(one.Path), len(two.Path))
	if !slices.Equal(one.Path[:n], two.Path[:n]) {
		t.Fatalf("another way is taken:\n%v\n%v\nalthough the execution depends on %v", program.Path(one.Path), program.Path(two.Path), one.Depends)
	}
	if one.Kind != two.Kind && one.Kind != interp.Halted && two.Kind != interp.Halted { // of a havoc's own assumption
		t.Fatalf("%v, %s: then %v, %s", one.Kind, one.Note, two.Kind, two.Note)
	}
	return free > 0
}

// TestDependsIsSound: on random programs, executions that agree on the reported dependences take the same path.
func TestDependsIsSound(t *testing.T) {
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		if sameWay(t, programtest.Program(t, programtest.Shape{Locations: 12, Vars: 4, Width: 4, Checks: true})) {
			some++
		}
	})
	n := uint64(300)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		src := oracle.Generate(seed, oracle.All).Source
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if sameWay(t, lower(t, src, program.LP64)) {
				some++
			}
		})
	}
	if some < 20 {
		t.Errorf("only %d executions with values that do not matter", some)
	}
}
