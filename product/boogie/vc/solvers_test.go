package vc

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"cupel/tests/need"
)

const someProcedures = `
procedure Right(x: int, a: [int]int) returns (y: int) requires x >= 0; ensures y >= x; { y := x + 1; assert a[x := y][x] == y; }
procedure Wrong(x: int) returns (y: int) ensures y > x; { y := x * 2; }
procedure Loop(n: int) returns (i: int) requires n >= 0; ensures i >= n; { i := 0; while (i < n) { i := i + 1; } }
procedure Rounds() returns (i: int) ensures i == 3; { i := 0; while (i < 3) { i := i + 1; } assert i < 4; }
`

// TestSolvers: each solver alone gives the same verdicts, and answers the conditions that are dumped accordingly.
func TestSolvers(t *testing.T) {
	need.Tool(t, "cvc5")
	want := map[string]Verdict{"Right": OK, "Wrong": Error, "Loop": OK, "Rounds": OK}
	for _, solver := range []string{"", InProcess, "cvc5"} {
		var mu sync.Mutex
		scripts := map[string][]string{}
		o := Options{Solver: solver, Work: 2_000_000, Timeout: lastResort, Jobs: 2, Unroll: 5, NoInference: true,
			Dump: func(procedure, script string) {
				mu.Lock()
				defer mu.Unlock()
				scripts[procedure] = append(scripts[procedure], script)
			}}
		rs, err := Verify(context.Background(), checked(t, someProcedures), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rs {
			if r.Verdict != want[r.Procedure] {
				t.Errorf("%s: %s: %s (%s)", solver, r.Procedure, r.Verdict, r.Reason)
			}
			last := scripts[r.Procedure][len(scripts[r.Procedure])-1]
			cmd := exec.Command("cvc5", "--lang=smt2", "-")
			cmd.Stdin = strings.NewReader(last)
			out, _ := cmd.Output()
			if answer := map[Verdict]string{OK: "unsat\n", Error: "sat\n"}[r.Verdict]; string(out) != answer {
				t.Errorf("%s: %s: cvc5 says %q of\n%s", solver, r.Procedure, out, last)
			}
		}
		if n := len(scripts["Rounds"]); n != 2 || !strings.Contains(scripts["Rounds"][1], "loops unrolled 5 times") {
			t.Errorf("%d conditions of a procedure whose loop is unrolled", n)
		}
	}
}
