package validate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/evidence/witness/read"
	"cupel/evidence/witness/validate"
	"cupel/frontend/c"
	"cupel/tests/effort"
)

const ends = "CHECK( init(main()), LTL(F end) )"

const inputs = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"

// about writes a program and returns its task and the metadata of a witness of termination.
func about(t testing.TB, text string) (*validate.Task, read.Meta) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(inputs+text), 0o644); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(inputs + text))
	task := &validate.Task{File: file, Options: c.Options{Model: program.LP64, ErrorsEnd: true}, Specification: ends, Entry: "main", Ends: true}
	return task, read.Meta{Producer: "test", Specification: ends, Files: []string{file}, Hashes: []string{hex.EncodeToString(sum[:])}, DataModel: program.LP64}
}

// workFor is the work on a witness about which nothing is to be known, or another one: the former take all that they are given.
func workFor(want string) int {
	if want == "unknown" {
		return effort.Count(500_000, 1_500_000, 50_000_000)
	}
	return 20_000_000
}

// outcome is the result of a validation within units of work, or "refused".
func outcome(t testing.TB, w *read.Witness, task *validate.Task, units int) (string, string) {
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	r, err := validate.Validate(ctx, w, task)
	var bad *read.Error
	if errors.As(err, &bad) {
		return "refused", bad.Msg
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.Result, r.Reason + fmt.Sprint(r.Notes)
}

// place is that of the n-th occurrence, from 1, of a text in a program.
func place(t testing.TB, text, of string) read.Place {
	what, _, _ := strings.Cut(of, "#")
	n := strings.Count(of, "#")
	text = inputs + text
	from := 0
	for range n + 1 {
		i := strings.Index(text[from:], what)
		if i < 0 {
			t.Fatalf("%q is not in the program", of)
		}
		from += i + 1
	}
	before := text[:from-1]
	return read.Place{Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndex(before, "\n")}
}

// claims makes a correctness witness of pairs of a place, as in place, and an expression; an expression that begins with "inv " is an invariant.
func claims(t testing.TB, text string, meta read.Meta, pairs ...string) *read.Witness {
	w := &read.Witness{File: "w.yml", Version: "2.1", Meta: meta}
	for i := 0; i < len(pairs); i += 2 {
		expr, plain := strings.CutPrefix(pairs[i+1], "inv ")
		w.Invariants = append(w.Invariants, read.Invariant{Loop: true, Transition: !plain, At: place(t, text, pairs[i]), Expr: expr, Everywhere: true, Pos: program.Pos{File: "w.yml", Line: i + 1, Col: 1}})
	}
	return w
}

// TestTransitions: what transition invariants say is confirmed if it holds and is a reason for executions to end, and only then. # behind a place is its next occurrence.
func TestTransitions(t *testing.T) {
	down := "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); while (n > 0) n--; return 0; }"
	flip := "int main(void) { int x = __VERIFIER_nondet_int(); x = x > 0; while (1) x = !x; }"
	nest := "int main(void) { int n = __VERIFIER_nondet_int(); int i = 0; while (i < n) { int j = n; while (j > i) j--; i++; } return 0; }"
	endlessNest := "int main(void) { while (1) { int j = 5; while (j > 0) j--; } }"
	choosing := "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); while (x > 0 && y > 0) { if (__VERIFIER_nondet_int()) { x--; y = __VERIFIER_nondet_int(); } else y--; } return 0; }"
	lex := `(long long)\at(x, AnyPrev) > x || (\at(x, AnyPrev) == x && \at(y, AnyPrev) > y)`
	tests := []struct {
		name, program string
		claims        []string
		want          string
	}{
		{"measure", down, []string{"while", `\at(n, AnyPrev) > n`}, "confirmed"},
		{"difference", down, []string{"while", `\at(n, AnyPrev) != n`}, "confirmed"},
		{"wide", down, []string{"while", `(long long)\at(n, AnyPrev) - 1 >= (long long)n`}, "confirmed"},
		{"no decrease", down, []string{"while", `\at(n, AnyPrev) < n`}, "rejected"},
		{"empty", down, nil, "unknown"},
		{"no transition invariant", down, []string{"while", "inv n >= 0"}, "unknown"},
		{"true", down, []string{"while", "1"}, "unknown"},
		{"not strict", down, []string{"while", `\at(n, AnyPrev) >= n`}, "unknown"},
		{"not strict and strict", down, []string{"while", `\at(n, AnyPrev) >= n`, "while", `\at(n, AnyPrev) > n`}, "unknown"},
		{"one step", down, []string{"while", `\at(n, AnyPrev) == n + 1`}, "rejected"},
		{"undefined", "int main(void) { int x = __VERIFIER_nondet_int(); while (x > -5) x = x > 0 ? -2147483647 - 1 : -6; return 0; }", []string{"while", `\at(x, AnyPrev) - x > 0`}, "rejected"},
		{"false invariant besides", down, []string{"while", `\at(n, AnyPrev) > n`, "while", "inv n < 200"}, "rejected"},
		{"one step is well-founded", flip, []string{"while", `\at(x, AnyPrev) != x`}, "rejected"},
		{"never", flip, []string{"while", "0"}, "rejected"},
		{"twice", "int main(void) { int x = 0; while (x < 1) x++; return 0; }", []string{"while", "0"}, "rejected"},
		{"once", "int main(void) { do { } while (0); return 0; }", []string{"do", "0"}, "confirmed"},
		{"wraps", "int main(void) { unsigned char x = 1; while (x != 0) x += 2; return 0; }", []string{"while", `\at(x, AnyPrev) < x`}, "rejected"},
		{"wraps late", "int main(void) { unsigned x = 1; while (x != 0) x += 2; return 0; }", []string{"while", `\at(x, AnyPrev) < x`}, "unknown"},
		{"nest", nest, []string{"while", `-(long long)\at(i, AnyPrev) > -(long long)i`, "while#", `\at(j, AnyPrev) > j`}, "confirmed"},
		{"inner only", nest, []string{"while#", `\at(j, AnyPrev) > j`}, "unknown"},
		{"outer only", nest, []string{"while", `-(long long)\at(i, AnyPrev) > -(long long)i`}, "unknown"},
		{"inner at the outer loop", nest, []string{"while", `\at(n, AnyPrev) > n`, "while#", `\at(j, AnyPrev) > j`}, "rejected"},
		{"outer loop never ends", endlessNest, []string{"while#", `\at(j, AnyPrev) > j`}, "rejected"},
		{"lexicographic", choosing, []string{"while", lex}, "confirmed"},
		{"union of well-founded relations", choosing, []string{"while", `\at(x, AnyPrev) > x || \at(y, AnyPrev) > y`}, "confirmed"},
		{"one component", choosing, []string{"while", `\at(x, AnyPrev) > x`}, "rejected"},
		{"for declares", "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0, k = n; i < n; i++) k--; return 0; }", []string{"for", `\at(i, AnyPrev) < i`}, "confirmed"},
		{"for without condition", "int main(void) { int n = __VERIFIER_nondet_int(); for (;;) { if (n <= 0) break; n--; } return 0; }", []string{"for", `\at(n, AnyPrev) > n`}, "confirmed"},
		{"do", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 5) return 0; do n--; while (n > 0); return 0; }", []string{"do", `\at(n, AnyPrev) > n`}, "confirmed"},
		{"goto", "int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; L: if (n < 5) { n++; goto L; } return 0; }", []string{"while", `\at(n, AnyPrev) > n`}, "unknown"},
		{"goto for ever", "int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; L: if (__VERIFIER_nondet_int()) goto L; return 0; }", []string{"while", `\at(n, AnyPrev) > n`}, "rejected"},
		{"goto into the loop", "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 9) goto L; while (n > 0) { n--; L: ; } return 0; }", []string{"while", `\at(n, AnyPrev) > n`}, "unknown"},
		{"recursion", "void f(int n) { if (n) f(n); } int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; f(__VERIFIER_nondet_int()); return 0; }", []string{"while", `\at(n, AnyPrev) > n`}, "rejected"},
		{"called twice", "void f(int n) { while (n > 0) n--; } int main(void) { f(__VERIFIER_nondet_int()); f(__VERIFIER_nondet_int()); return 0; }", []string{"while", `\at(n, AnyPrev) > n`}, "confirmed"},
		{"member", "struct s { int a, b; }; int main(void) { struct s v; v.a = __VERIFIER_nondet_int(); v.b = 3; while (v.a > 0) v.a--; return 0; }", []string{"while", `\at(v.a, AnyPrev) > v.a`}, "confirmed"},
		{"global", "int g; int main(void) { g = __VERIFIER_nondet_int(); while (g > 0) g--; return 0; }", []string{"while", `\at(g, AnyPrev) > g`}, "confirmed"},
		{"not a number", "int main(void) { float x = 0.5f; int n = __VERIFIER_nondet_int(); while (n > 0) { n--; x = n; } return 0; }", []string{"while", `\at(x, AnyPrev) != x || \at(n, AnyPrev) != n`}, "unknown"},
		{"floating", "int main(void) { float x = 3; while (x > 0) x -= 1; return 0; }", []string{"while", `\at(x, AnyPrev) > x`}, "confirmed"},
		{"as long as there is memory", "extern void *malloc(unsigned long); int main(void) { unsigned long c = 0; while (malloc(1)) c++; return 0; }", []string{"while", `\at(c, AnyPrev) != c`}, "unknown"},
		{"earlier content of an array", "int main(void) { int a[2]; a[0] = __VERIFIER_nondet_int(); a[1] = 0; while (a[0] > 0) a[0]--; return 0; }", []string{"while", `\at(a, AnyPrev)[0] > a[0]`}, "unknown"},
		{"at the call", down, []string{"while", `\at(n, Pre) > n`}, "unknown"},
		{"last visit", down, []string{"while", `\at(n, LastPrev) > n`}, "unknown"},
		{"assignment", down, []string{"while", `\at(n, AnyPrev) > (n = 0)`}, "refused"},
		{"reserved name", down, []string{"while", `__cupel_earlier0_0 > n`}, "refused"},
		{"not declared", down, []string{"while", `\at(m, AnyPrev) > n`}, "refused"},
		{"no loop", down, []string{"n--", `\at(n, AnyPrev) > n`}, "refused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			task, meta := about(t, tt.program)
			if got, why := outcome(t, claims(t, tt.program, meta, tt.claims...), task, workFor(tt.want)); got != tt.want {
				t.Errorf("%s (%s), want %s", got, why, tt.want)
			}
		})
	}
}

// cycle makes a violation witness of waypoints: "stem " or "cycle ", the place as in place, " | " and the branch, or "= constant" for the result of a call.
func cycle(t testing.TB, text string, meta read.Meta, points ...string) *read.Witness {
	a := &read.Automaton{}
	for i, p := range points {
		kind, rest, _ := strings.Cut(p, " ")
		of, value, _ := strings.Cut(rest, " | ")
		e := read.Edge{Event: read.Event{Kind: read.Branching, At: place(t, text, of), Value: value, Pos: program.Pos{File: "w.yml", Line: i + 1, Col: 1}}, To: i + 1}
		if constant, call := strings.CutPrefix(value, "= "); call {
			e.Kind, e.Value = read.Return, `\result == `+constant
		} else if holds, ok := strings.CutPrefix(value, "holds "); ok {
			e.Kind, e.Value = read.Assumption, holds
		}
		if kind == "cycle" && !a.Endless {
			a.Endless, a.Cycle = true, i
		}
		if i == len(points)-1 && a.Endless {
			e.To = a.Cycle
		}
		a.States = append(a.States, []read.Edge{e})
	}
	return &read.Witness{File: "w.yml", Version: "2.1", Meta: meta, Automaton: a}
}

// TestCycles: a cycle is confirmed if some execution passes it for ever.
func TestCycles(t *testing.T) {
	inputs := "int main(void) { int x = __VERIFIER_nondet_int(); while (x == 7) { x = __VERIFIER_nondet_int(); if (x == 8) x = 7; } return 0; }"
	down := "int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; return 0; }"
	two := "int main(void) { int x = __VERIFIER_nondet_int(); while (1) { if (x) { x = 1; } else { x = 0; } } }"
	tests := []struct {
		name, program string
		points        []string
		want          string
	}{
		{"inputs", inputs, []string{"stem ); while | = 7", "cycle ); if | = 7"}, "confirmed"},
		{"other inputs", inputs, []string{"stem ); while | = 7", "cycle ); if | = 8", "cycle if | true"}, "confirmed"},
		{"two turns", inputs, []string{"stem ); while | = 7", "cycle ); if | = 8", "cycle ); if | = 7"}, "confirmed"},
		{"inputs with which the loop is left", inputs, []string{"stem ); while | = 7", "cycle ); if | = 9"}, "unknown"},
		{"inputs with which it is left once", inputs, []string{"stem ); while | = 7", "cycle ); if | = 8", "cycle ); if | = 5"}, "unknown"},
		{"inputs and branch differ", inputs, []string{"stem ); while | = 7", "cycle ); if | = 7", "cycle if | true"}, "unknown"},
		{"stem leaves out the loop", inputs, []string{"stem ); while | = 1", "cycle ); if | = 7"}, "unknown"},
		{"end of the loop", inputs, []string{"stem ); while | = 7", "cycle while | false"}, "unknown"},
		{"ends", down, []string{"cycle while | true"}, "unknown"},
		{"ends, no input", "int main(void) { int n = 9; while (n > 0) n--; return 0; }", []string{"cycle while | true"}, "rejected"},
		{"leaves in the cycle", down, []string{"cycle while | true", "cycle while | false"}, "unknown"},
		{"one way", two, []string{"stem ); while | = 5", "cycle if | true"}, "confirmed"},
		{"the other way", two, []string{"stem ); while | = 5", "cycle if | false"}, "unknown"},
		{"both ways", two, []string{"stem ); while | = 5", "cycle if | true", "cycle if | false"}, "unknown"},
		{"assumption", two, []string{"stem ); while | = 5", "cycle if | holds x == 1"}, "confirmed"},
		{"assumption that fails", two, []string{"stem ); while | = 5", "cycle if | holds x == 0"}, "unknown"},
		{"assumption that holds once", two, []string{"stem ); while | = 5", "cycle if | holds x == 5"}, "unknown"},
		{"assumption with a side effect", two, []string{"stem ); while | = 5", "cycle if | holds x++"}, "refused"},
		{"undefined behaviour in the loop", "int main(void) { int x = 1; while (1) { x = x + 1; if (x > 100) x = 2147483647; } }", []string{"cycle while | true"}, "unknown"},
		{"no cycle", two, []string{"stem if | true"}, "refused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			task, meta := about(t, tt.program)
			if got, why := outcome(t, cycle(t, tt.program, meta, tt.points...), task, workFor(tt.want)); got != tt.want {
				t.Errorf("%s (%s), want %s", got, why, tt.want)
			}
		})
	}
}

// A formula is an expression of C over x, y and earlier values of them, with its value.
type formula struct {
	text  string
	value func(v [4]int) int // x, y, the earlier x, the earlier y
}

func drawTerm(t *rapid.T, earlier bool) formula {
	names := []string{"x", "y", `\at(x, AnyPrev)`, `\at(y, AnyPrev)`}
	n := 1
	if earlier {
		n = 3
	}
	i, k := rapid.IntRange(0, n).Draw(t, "variable"), rapid.IntRange(-1, 1).Draw(t, "constant")
	return formula{fmt.Sprintf("%s + %d", names[i], k), func(v [4]int) int { return v[i] + k }}
}

func drawFormula(t *rapid.T, earlier bool, depth int) formula {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "connective") > 0 {
		a, b, and := drawFormula(t, earlier, depth-1), drawFormula(t, earlier, depth-1), rapid.Bool().Draw(t, "and")
		if and {
			return formula{"(" + a.text + " && " + b.text + ")", func(v [4]int) int { return a.value(v) * b.value(v) }}
		}
		return formula{"(" + a.text + " || " + b.text + ")", func(v [4]int) int { return max(a.value(v), b.value(v)) }}
	}
	a, b := drawTerm(t, earlier), drawTerm(t, earlier)
	op := rapid.SampledFrom([]string{"<", "<=", "==", "!="}).Draw(t, "operator")
	return formula{"(" + a.text + " " + op + " " + b.text + ")", func(v [4]int) int {
		x, y := a.value(v), b.value(v)
		if map[string]bool{"<": x < y, "<=": x <= y, "==": x == y, "!=": x != y}[op] {
			return 1
		}
		return 0
	}}
}

// TestTransitionOracle: of random loops with random transition invariants, those are confirmed that hold between all visits of loops that end, and those are rejected
// that do not, or of loops that do not end.
func TestTransitionOracle(t *testing.T) {
	tb, results := t, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		guard := drawFormula(t, false, 1)
		x1, y1, x2, y2 := drawTerm(t, false), drawTerm(t, false), drawTerm(t, false), drawTerm(t, false)
		text := fmt.Sprintf("int main(void) { int x = __VERIFIER_nondet_uchar() & 3, y = __VERIFIER_nondet_uchar() & 3, z;\n while (%s) { if (__VERIFIER_nondet_uchar() & 1) { z = (%s) & 3; y = (%s) & 3; } else { z = (%s) & 3; y = (%s) & 3; } x = z; } return 0; }",
			guard.text, x1.text, y1.text, x2.text, y2.text)
		var next [16][]int
		for s := range next {
			if v := [4]int{s >> 2, s & 3}; guard.value(v) != 0 {
				for _, w := range [][2]formula{{x1, y1}, {x2, y2}} {
					a := w[0].value(v) & 3
					next[s] = append(next[s], a<<2|w[1].value(v)&3)
				}
			}
		}
		var later [16][16]bool
		for range 16 {
			for s := range next {
				for _, n := range next[s] {
					later[s][n] = true
					for u := range next {
						later[s][u] = later[s][u] || later[n][u]
					}
				}
			}
		}
		claim := drawFormula(t, true, 2)
		holds, terminates := true, true
		for s := range next {
			for u := range next {
				if later[s][u] {
					holds = holds && claim.value([4]int{u >> 2, u & 3, s >> 2, s & 3}) != 0
					terminates = terminates && s != u
				}
			}
		}
		task, meta := about(tb, text)
		got, why := outcome(tb, claims(tb, text, meta, "while", claim.text), task, workFor("unknown"))
		results[fmt.Sprintf("%s, holds %t, ends %t", got, holds, terminates)]++
		if got == "confirmed" && !(holds && terminates) || got == "rejected" && holds && terminates || got == "refused" {
			t.Fatalf("%s (%s): holds %t, ends %t:\n%s\n%s", got, why, holds, terminates, text, claim.text)
		}
	})
	t.Log(results)
	if results["confirmed, holds true, ends true"] == 0 || results["rejected, holds false, ends true"] == 0 || results["rejected, holds false, ends false"] == 0 {
		t.Error("some outcome does not come up")
	}
}
