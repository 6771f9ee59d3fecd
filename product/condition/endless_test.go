package condition

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/verifier"
)

// endlessly finds the condition under which a program need not end.
func endlessly(t *testing.T, source string, units int, certify bool) (*Result, *Report) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Verifier.DataModel, o.Verifier.Timeout, o.Verifier.CPUTime = program.LP64, lastResort, 0
	o.Verifier.Certify = certify
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	task := &verifier.Task{File: file, DataModel: program.LP64, Property: property.ByName("termination")}
	res, err := Find(ctx, task, o, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return res, res.Report(t.Context(), task, o)
}

const inputFunctions = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"

// TestEndless: for which inputs programs need not end.
func TestEndless(t *testing.T) {
	const xy = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); "
	for _, c := range []struct {
		name, body, want string
		chosen           bool
	}{
		{"a step of any size", xy + "while (x > 0) x += y; return 0; }", "x > 0 && y == 0", false}, // a sum that overflows is an end
		{"an odd counter that wraps", "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x != 0) x -= 2; return 0; }", "x % 2 != 0", false},
		{"up to an overflow", xy + "while (x != y) x++; return 0; }", "0", false},
		{"input in the loop", "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) if (__VERIFIER_nondet_int()) x--; return 0; }", "x > 0", true},
		{"behind a branch", xy + "if (x == 7) while (y >= 0) ; return 0; }", "x == 7 && y >= 0", false},
		{"two loops", xy + "while (x == 3) ; while (y == 4) ; return 0; }", "x == 3 || y == 4", false},
		{"for all inputs", xy + "while (1) ; return x + y; }", "1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, rep := endlessly(t, inputFunctions+c.body, 20_000_000, false)
			if res.Status != Precise || rep.Condition != c.want {
				t.Errorf("%s (%s), %s; want %s", rep.Condition, res.Status, res.Reason.Text, c.want)
			}
			if c.want == "0" {
				return
			}
			if res.Endless == nil || res.Endless.Single > 0 || res.Endless.Chosen != c.chosen {
				t.Errorf("it rests on %+v", res.Endless)
			}
		})
	}
}

// TestEndlessCertified: both directions are checked by a second solver.
func TestEndlessCertified(t *testing.T) {
	need.Tool(t, "cvc5")
	res, _ := endlessly(t, inputFunctions+"int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x != 0) x -= 2; return 0; }", 20_000_000, true)
	if c := res.Certified; c == nil || !c.InsideOK || !c.OutsideOK {
		t.Errorf("%+v", c)
	}
}

// A byteLoop is a loop over two unsigned characters.
type byteLoop struct {
	source string
	goes   func(x, y uint8) bool
	next   func(x, y uint8) (uint8, uint8)
}

// drawByteLoop draws one.
func drawByteLoop(r *rand.Rand) byteLoop {
	a, b, c := uint8(r.IntN(8)), uint8(1+r.IntN(4)), uint8(r.IntN(3))
	conditions := []struct {
		text string
		is   func(x, y uint8) bool
	}{
		{fmt.Sprintf("x != %d", a), func(x, _ uint8) bool { return x != a }},
		{fmt.Sprintf("x > %d", a), func(x, _ uint8) bool { return x > a }},
		{"x > y", func(x, y uint8) bool { return x > y }},
		{"x != y", func(x, y uint8) bool { return x != y }},
		{fmt.Sprintf("x < %d && y > %d", 100+a, a), func(x, y uint8) bool { return x < 100+a && y > a }},
	}
	steps := []struct {
		text string
		to   func(x, y uint8) (uint8, uint8)
	}{
		{fmt.Sprintf("x -= %d;", b), func(x, y uint8) (uint8, uint8) { return x - b, y }},
		{fmt.Sprintf("x += %d;", b), func(x, y uint8) (uint8, uint8) { return x + b, y }},
		{"x += y;", func(x, y uint8) (uint8, uint8) { return x + y, y }},
		{fmt.Sprintf("x -= %d; y += %d;", b, c), func(x, y uint8) (uint8, uint8) { return x - b, y + c }},
		{fmt.Sprintf("if (y > %d) x -= %d; else y = %d;", a, b, c), func(x, y uint8) (uint8, uint8) {
			if y > a {
				return x - b, y
			}
			return x, c
		}},
	}
	k, s := conditions[r.IntN(len(conditions))], steps[r.IntN(len(steps))]
	text := "int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); while (" + k.text + ") { " + s.text + " } return 0; }"
	return byteLoop{inputFunctions + text, k.is, s.to}
}

// endless are the states from which the loop is never left.
func (l byteLoop) endless() [1 << 16]bool {
	var out [1 << 16]bool
	const unknown, open, ends, goes = 0, 1, 2, 3
	var known [1 << 16]int
	for first := range known {
		var path []int
		s := first
		for known[s] == unknown {
			known[s] = open
			path = append(path, s)
			x, y := uint8(s), uint8(s>>8)
			if !l.goes(x, y) {
				known[s] = ends
				break
			}
			x, y = l.next(x, y)
			s = int(x) | int(y)<<8
		}
		is := known[s]
		if is == open {
			is = goes
		}
		for _, p := range path {
			known[p] = is
		}
	}
	for s, k := range known {
		out[s] = k == goes
	}
	return out
}

// TestEndlessOracle: a condition holds for inputs for which a loop never ends, and a precise one for all of them.
func TestEndlessOracle(t *testing.T) {
	n, seed := effort.Programs(3, 12, 300), effort.Seed(70_000)
	precise, partial := 0, 0
	for i := range uint64(n) {
		l := drawByteLoop(rand.New(rand.NewPCG(seed, i)))
		res, rep := endlessly(t, l.source, 3_000_000, false)
		switch {
		case res.Status == Precise:
			precise++
		case rep.Condition != "0":
			partial++
		}
		want := l.endless()
		f := res.subject.Flat.Terms
		for s := range want {
			a := assignment{}
			for _, in := range res.inputsOf(res.Simple.Term) {
				v := uint64(s & 255)
				if in.Name == "y" {
					v = uint64(s >> 8)
				}
				a[in.slot] = f.BV(v, 8)
			}
			holds, err := f.NewEvaluator(func(sym *logic.Term) *logic.Term {
				slot, _ := res.subject.Inputs.SlotOf(sym)
				return a[slot]
			}).Bool(res.Simple.Term)
			if err != nil {
				t.Fatal(err)
			}
			if holds && !want[s] || !holds && want[s] && res.Status == Precise {
				t.Fatalf("loop %d: x = %d, y = %d: the condition is %v\n%s (%s)\n%s", i, s&255, s>>8, holds, rep.Condition, res.Status, strings.TrimPrefix(l.source, inputFunctions))
			}
		}
	}
	t.Logf("%d loops: %d conditions are precise, %d are partial", n, precise, partial)
	if precise == 0 {
		t.Error("no condition is precise")
	}
}
