package passes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// sliced is a program after slicing, and whether a loop, or nothing but the error, is left in it.
func sliced(t interface{ Fatal(...any) }, p *program.Program) (*program.Program, bool) {
	q, _, err := passes.Pipeline{passes.Simplify, passes.Slice}.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	loops, _ := program.Loops(q)
	return q, len(loops) > 0 || len(q.Error.In) == 0
}

// TestIdleLoops: which loops evidently end, so that nothing stays of them when only others matter.
func TestIdleLoops(t *testing.T) {
	loop := func(guard, step string) string {
		return "H -> H; assume " + guard + "; x := " + step + "\nH -> E; assume (not " + guard + ")"
	}
	up, down := "(bvadd x #b001)", "(bvsub x #b001)"
	for name, c := range map[string]struct {
		text string
		gone bool
	}{
		"counted up":             {loop("(bvult x n)", up), true},
		"signed":                 {loop("(bvslt x n)", up), true},
		"counted down":           {loop("(bvult n x)", down), true},
		"from the other end":     {loop("(bvult x n)", down), false},
		"two at a time":          {loop("(bvult x n)", "(bvadd x #b010)"), false},
		"up to the greatest":     {loop("(bvule x n)", up), false},
		"up to another":          {loop("(bvule x #b110)", up), true},
		"up to the last":         {loop("(bvule x #b111)", up), false},
		"signed, to the last":    {loop("(bvsle x #b011)", up), false},
		"down to the first":      {loop("(bvsle #b000 x)", down), true},
		"down past the first":    {loop("(bvule #b000 x)", down), false},
		"until equal":            {loop("(not (= x n))", up), true},
		"divided":                {loop("(not (= x #b000))", "(bvudiv x #b010)"), true},
		"divided by one":         {loop("(not (= x #b000))", "(bvudiv x #b001)"), false},
		"divided, another end":   {loop("(not (= x n))", "(bvudiv x #b010)"), false},
		"shifted":                {loop("(not (= x #b000))", "(bvlshr x #b001)"), true},
		"the last before n":      {loop("(and (bvule #b001 n) (bvule x (bvadd n #b111)))", up), true},
		"the last, n may be 0":   {loop("(and (bvule x (bvadd n #b111)) (bvule x #b111))", up), false},
		"the bound changes":      {strings.ReplaceAll(loop("(bvult x n)", up), "x := ", "n := (bvadd n #b001); x := "), false},
		"twice":                  {strings.ReplaceAll(loop("(bvult x n)", up), "x := ", "x := m; x := "), false},
		"with branches":          {"H -> B; assume (bvult x n)\nH -> E; assume (not (bvult x n))\nB -> C; assume (= m x)\nB -> C; assume (not (= m x)); m := x\nC -> H; x := " + up, true},
		"with a break":           {"H -> B; assume (bvult x n)\nH -> E; assume (not (bvult x n))\nB -> E; assume (= m x)\nB -> H; assume (not (= m x)); x := " + up, true},
		"the condition last":     {"H -> B; x := " + up + "\nB -> H; assume (bvult x n)\nB -> E; assume (not (bvult x n))", true},
		"one branch counts":      {"H -> B; assume (bvult x n)\nH -> E; assume (not (bvult x n))\nB -> H; assume (= m x)\nB -> H; assume (not (= m x)); x := " + up, false},
		"a loop in a loop":       {"H -> I; assume (bvult x n); m := #b000\nH -> E; assume (not (bvult x n))\nI -> I; assume (bvult m x); m := (bvadd m #b001)\nI -> H; assume (not (bvult m x)); x := " + up, true},
		"one that does not end":  {"H -> I; assume (bvult x n)\nH -> E; assume (not (bvult x n))\nI -> I; assume (bvult m x)\nI -> H; assume (not (bvult m x)); x := " + up, false},
		"a loop that matters":    {strings.ReplaceAll(loop("(bvult x n)", up), "x := ", "y := (bvadd y x); x := "), false},
		"an assumption":          {strings.ReplaceAll(loop("(bvult x n)", up), "x := ", "assume (= m x); x := "), false},
		"an assumption at last":  {strings.ReplaceAll(loop("(bvult x n)", up), "assume (not", "assume (= x m); assume (not"), false},
		"behind it, of another":  {loop("(bvult x n)", up) + "; assume (= y #b010)", true},
		"behind it, of x itself": {loop("(bvult x n)", up) + "; assume (= x #b010)", false},
	} {
		p := programtest.Text("x n m y : bv3\nS -> H; input x; input n; input m; input y\n" + c.text + "\nE -> error; assume (= y #b101)")
		if _, left := sliced(t, p); left == c.gone {
			t.Errorf("%s: gone %v\n%s", name, !left, c.text)
		}
	}
}

// TestIdleLoopsEnd: a loop with any condition on its counter and any step is dropped only if it ends from all states, by enumeration.
func TestIdleLoopsEnd(t *testing.T) {
	var conds, steps []string
	bounds := []string{"n", "#b00", "#b01", "#b10", "#b11", "(bvadd n #b11)"}
	for _, b := range bounds {
		for _, op := range []string{"=", "bvult", "bvule", "bvslt", "bvsle"} {
			for _, c := range []string{fmt.Sprintf("(%s x %s)", op, b), fmt.Sprintf("(%s %s x)", op, b)} {
				conds = append(conds, c, "(not "+c+")", "(and (bvule #b01 n) "+c+")", "(and (not (= x n)) "+c+")")
			}
		}
	}
	for _, op := range []string{"bvadd", "bvsub", "bvudiv", "bvlshr", "bvashr", "bvsdiv", "bvurem"} {
		for _, c := range []string{"#b00", "#b01", "#b10", "#b11", "n"} {
			steps = append(steps, fmt.Sprintf("(%s x %s)", op, c))
		}
	}
	steps = append(steps, "((_ extract 1 0) (bvadd ((_ zero_extend 2) x) #b0001))", "((_ extract 1 0) (bvsub ((_ sign_extend 2) x) #b0001))",
		"((_ extract 2 1) (bvadd ((_ zero_extend 2) x) #b0001))")
	every := effort.Count(23, 5, 1)
	gone := 0
	for i, cond := range conds {
		for j, step := range steps {
			if (i+j)%every != 0 {
				continue
			}
			text := func(x, n int) string {
				return fmt.Sprintf("x n y : bv2\nS -> H; input y; x := #b%02b; n := #b%02b\nH -> H; assume %s; x := %s\nH -> E; assume (not %s)\nE -> error; assume (= y #b10)",
					x, n, cond, step, cond)
			}
			if _, left := sliced(t, programtest.Text(text(0, 0))); left {
				continue
			}
			gone++
			for x := range 4 {
				for n := range 4 {
					if p := programtest.Text(text(x, n)); !explore(t, p, programtest.Options{}).Error {
						t.Fatalf("does not end\n%s", text(x, n))
					}
				}
			}
		}
	}
	if gone == 0 {
		t.Error("no loop was dropped")
	}
}

// TestIdleLoopsExact: random programs of loops, branches and breaks reach the error exactly where they did.
func TestIdleLoopsExact(t *testing.T) {
	effort.Checks(t, 100, 300, 3000)
	gone, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := 0
		var lines []string
		pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "pick") }
		fresh := func() string { n++; return fmt.Sprintf("L%d", n) }
		v := func() string { return pick("x", "n", "m", "y") }
		term := func() string { return pick(v(), "#b00", "#b01", "#b11") }
		cond := func() string { return fmt.Sprintf("(%s %s %s)", pick("=", "bvult", "bvule", "bvslt"), v(), term()) }
		assign := func() string {
			a := v()
			return fmt.Sprintf("%s := %s", a, pick(term(), "(bvadd "+a+" #b01)", "(bvsub "+a+" #b01)", "(bvlshr "+a+" #b01)"))
		}
		edge := func(from, to string, ops ...string) {
			lines = append(lines, strings.Join(append([]string{from + " -> " + to}, ops...), "; "))
		}
		var code func(depth int, from, to, out string)
		code = func(depth int, from, to, out string) {
			switch k := rapid.IntRange(0, 9).Draw(t, "kind"); {
			case depth == 0 || k < 2:
				edge(from, to, assign())
			case k < 3:
				c := cond()
				edge(from, out, "assume "+c)
				edge(from, to, "assume (not "+c+")", assign())
			case k < 5:
				mid := fresh()
				code(depth-1, from, mid, out)
				code(depth-1, mid, to, out)
			case k < 6:
				a, b, c := fresh(), fresh(), cond()
				edge(from, a, "assume "+c)
				edge(from, b, "assume (not "+c+")")
				code(depth-1, a, to, out)
				code(depth-1, b, to, out)
			default:
				head, body, tail, c := fresh(), fresh(), fresh(), "(bvult x n)"
				a := pick("x", "m")
				step := fmt.Sprintf("%s := (bvadd %s #b01)", a, a)
				if a == "m" {
					c = "(bvslt m n)"
				}
				if rapid.Bool().Draw(t, "any") {
					c, step = cond(), assign()
				}
				edge(from, head, assign())
				if edge(head, body, "assume "+c); rapid.Bool().Draw(t, "with more") {
					edge(head, to, "assume (not "+c+")", assign())
				} else {
					edge(head, to, "assume (not "+c+")")
				}
				code(depth-1, body, tail, pick(to, head))
				edge(tail, head, step)
			}
		}
		code(3, "A", "B", "B")
		edge("B", "C", "assume "+cond())
		edge("B", "C2", "assume (= y #b00)")
		edge("C2", "B2", "x := #b00")
		code(2, "C", "B2", "B2")
		edge("B2", "error", "assume (= y "+term()+")", "assume "+cond())
		start := "S -> A"
		for _, x := range []string{"x", "n", "m", "y"} {
			start += fmt.Sprintf("; %s := %s", x, pick("#b00", "#b01", "#b10", "#b11"))
		}
		text := "x n m y : bv2\n" + start + "\n" + strings.Join(lines, "\n")
		p := programtest.Text(text)
		q, left := sliced(t, p)
		all++
		if !left {
			gone++
		}
		if a, b := explore(t, p, programtest.Options{}), explore(t, q, programtest.Options{}); a.String() != b.String() {
			t.Fatalf("before %v, after %v\n%s\n%s", a, b, text, dump(q))
		}
	})
	t.Logf("%d of %d without loops", gone, all)
}
