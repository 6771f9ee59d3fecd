package random

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// world are the variables of a program of TestOrders: x, y, s.a, s.b and two cells.
type world [6]int

// worldFunctions change the world and return a value; their texts do the same.
var worldFunctions = []struct {
	text string
	call func(w *world, k int) int
}{
	{"x = x * 2 + k + 1; return x;", func(w *world, k int) int { w[0] = w[0]*2 + k + 1; return w[0] }},
	{"y = x + k; return k;", func(w *world, k int) int { w[1] = w[0] + k; return k }},
	{"s.a = s.a + 1; return s.a;", func(w *world, k int) int { w[2]++; return w[2] }},
	{"ps->b = y + 2; return k + 1;", func(w *world, k int) int { w[3] = w[1] + 2; return k + 1 }},
	{"return (&s)->b + k;", func(w *world, k int) int { return w[3] + k }},
	{"*px = 3; return k;", func(w *world, k int) int { w[0] = 3; return k }},
	{"arr[x & 1] = k + 1; return 1;", func(w *world, k int) int { w[4+w[0]&1] = k + 1; return 1 }},
	{"*arr = *arr + 2; return *(arr + 1);", func(w *world, k int) int { w[4] += 2; return w[5] }},
	{"return put(arr, k);", func(w *world, k int) int { w[5] = k; return k * 3 }},
}

const worldVariables = "x y s.a s.b arr[0] arr[1]"

// worldHead declares them; arr is changed through a parameter that is written as an array, too.
func worldHead() string {
	var b strings.Builder
	b.WriteString("extern void reach_error(void);\nint x = 0, y = 1; struct { int a, b; } s = { 2, 3 }; int arr[2], *px = &x;\n#define ps (&s)\n" +
		"int put(int a[2], int k) { a[1] = k; return k * 3; }\nint h2(int a, int b) { return a + 5 * b; }\nint h3(int a, int b, int c) { return a + 3 * b + 9 * c; }\n")
	for i, f := range worldFunctions {
		fmt.Fprintf(&b, "int f%d(int k) { %s }\n", i, f.text)
	}
	return b.String()
}

// An operand is an expression over the world that is evaluated by steps, in any order that C allows.
type operand struct {
	kind string // "value", "read", "call" of f, "+", "h2", "h3"
	n    int    // value, variable or function
	args []*operand
}

func randomOperand(r *rand.Rand, depth int) *operand {
	switch k := r.IntN(6); {
	case k == 0 || depth == 0 && k < 3:
		return &operand{kind: "read", n: r.IntN(6)}
	case depth == 0:
		return &operand{kind: "call", n: r.IntN(len(worldFunctions)), args: []*operand{{kind: "value", n: r.IntN(3)}}}
	case k == 1:
		return &operand{kind: "value", n: r.IntN(4)}
	case k < 4:
		return &operand{kind: "call", n: r.IntN(len(worldFunctions)), args: []*operand{randomOperand(r, depth-1)}}
	default:
		return &operand{kind: "+", args: []*operand{randomOperand(r, depth-1), randomOperand(r, depth-1)}}
	}
}

func (o *operand) String() string {
	var args []string
	for _, a := range o.args {
		args = append(args, a.String())
	}
	switch o.kind {
	case "value":
		return fmt.Sprint(o.n)
	case "read":
		return strings.Fields(worldVariables)[o.n]
	case "call":
		return fmt.Sprintf("f%d(%s)", o.n, args[0])
	case "+":
		return "(" + args[0] + " + " + args[1] + ")"
	}
	return o.kind + "(" + strings.Join(args, ", ") + ")"
}

// steps enumerates the ways to do one step of the evaluation: the remaining operand, and the world.
func (o *operand) steps(w world, then func(*operand, world)) {
	if o.kind == "value" {
		return
	}
	ready := true
	for i, a := range o.args {
		ready = ready && a.kind == "value"
		a.steps(w, func(b *operand, w world) {
			n := *o
			n.args = slices.Clone(o.args)
			n.args[i] = b
			then(&n, w)
		})
	}
	if !ready {
		return
	}
	v, arg := 0, func(i int) int { return o.args[i].n }
	switch o.kind {
	case "read":
		v = w[o.n]
	case "call":
		v = worldFunctions[o.n].call(&w, arg(0))
	case "+":
		v = arg(0) + arg(1)
	case "h2":
		v = arg(0) + 5*arg(1)
	case "h3":
		v = arg(0) + 3*arg(1) + 9*arg(2)
	}
	then(&operand{kind: "value", n: v}, w)
}

// outcomes are the sums of the world and the value after all evaluations; false: there are too many orders.
func (o *operand) outcomes(w world, found map[int]bool, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if o.kind == "value" {
		found[o.n+50*w[0]+200*w[1]+1000*w[2]+3000*w[3]+20000*w[4]+70000*w[5]] = true
		return true
	}
	all := true
	o.steps(w, func(n *operand, w world) { all = all && n.outcomes(w, found, left) })
	return all
}

// TestOrders: expressions whose orders of evaluation are all tried. It sees an outcome that no order has, one that is excluded
// although some order has it, and one that is called certain where there are two.
func TestOrders(t *testing.T) {
	c := &class{programs: [3]int{10, 60, 2000}, meets: [3]int{5, 24, 800}, seed: 1, work: 2_000_000, least: 60, partial: true}
	for _, e := range []string{"symex", "symexecia", "gps", "cegar", "kinduction", "bmc"} {
		c.configs = append(c.configs, plainly(map[string]func(*verifier.Config){e: verifying.With(e)})...)
	}
	var ss []subject
	for i := range c.count() {
		ss = append(ss, expressions(rand.New(rand.NewPCG(c.first(), uint64(i))), fmt.Sprintf("expression %d", i))...)
	}
	r := c.verify(t, ss)
	if !usual() {
		return // not all kinds need be there
	}
	for _, kind := range []string{"none, TRUE", "the only one, FALSE", "one of several, UNKNOWN"} {
		if r.table.kinds[kind] == 0 {
			t.Errorf("no %s: %v", kind, r.table.kinds)
		}
	}
}

// expressions are two programs with a random expression: one reaches the error on an outcome that no order has, the other on an outcome that some order
// has. None: there are too many orders.
func expressions(r *rand.Rand, name string) []subject {
	const text = "int main(void) { int r = %s, v = r + 50 * x + 200 * y + 1000 * s.a + 3000 * s.b + 20000 * arr[0] + 70000 * arr[1]; if (%s) reach_error(); return 0; }\n"
	e := &operand{kind: "h2", args: []*operand{randomOperand(r, 1), randomOperand(r, 1)}}
	if r.IntN(3) == 0 {
		e = &operand{kind: "h3", args: []*operand{randomOperand(r, 1), randomOperand(r, 0), randomOperand(r, 1)}}
	}
	found, left := map[int]bool{}, 30_000
	if !e.outcomes(world{0, 1, 2, 3}, found, &left) || len(found) > 12 {
		return nil
	}
	outcomes := slices.Sorted(maps.Keys(found))
	ask := func(kind, cond, wrong string) subject {
		return subject{name: name + ", " + kind, kind: kind, file: "program.c", text: worldHead() + fmt.Sprintf(text, e, cond), judge: func(rep *verifier.Report) string {
			if !strings.Contains(wrong, rep.Verdict) {
				return ""
			}
			return fmt.Sprintf("the outcomes are %v", outcomes)
		}}
	}
	var none []string
	for _, v := range outcomes {
		none = append(none, fmt.Sprintf("v != %d", v))
	}
	one := fmt.Sprintf("v == %d", outcomes[r.IntN(len(outcomes))])
	if len(outcomes) == 1 {
		return []subject{ask("none", strings.Join(none, " && "), "FALSE"), ask("the only one", one, "TRUE")}
	}
	return []subject{ask("none", strings.Join(none, " && "), "FALSE"), ask("one of several", one, "TRUE FALSE")}
}
