package precondition

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// TestRestrict compares verdicts about random programs under random assumptions: of the program that is rewritten, and of the
// module that is restricted.
func TestRestrict(t *testing.T) {
	n := effort.Programs(8, 100, 1000)
	base := effort.Seed(0)
	dir := t.TempDir()
	decided := map[string]int{}
	for i := range n {
		seed := base + uint64(i)
		o := oracle.All
		o.Memory = i%2 == 0
		p := oracle.Generate(seed, o)
		file := filepath.Join(dir, "p.c")
		if err := os.WriteFile(file, []byte(p.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		cfg := verifier.DefaultConfig()
		cfg.DataModel = program.LP64
		task := &verifier.Task{File: file, DataModel: program.LP64}
		s, err := verifier.Read(context.Background(), task, cfg)
		if err != nil {
			continue // what the front end does not know
		}
		r := rand.New(rand.NewPCG(seed, 1))
		a := &Assumption{}
		restriction := &verifier.Restriction{}
		var text, term []string
		for _, src := range s.Inputs.Inputs() {
			if !src.Sort.IsBV() {
				continue
			}
			atMost := "bvule"
			if src.Signed {
				atMost = "bvsle"
			}
			values := 1
			if !src.Once {
				values = 1 + r.IntN(3)
			}
			for v := 1; v <= values; v++ {
				if values > 1 && r.IntN(3) == 0 {
					continue
				}
				slot := inputs.Slot{Source: src.Number, N: v}
				name := fmt.Sprintf("v%d_%d", src.Number, v)
				a.Slots = append(a.Slots, Slot{name, src, v})
				restriction.Slots = append(restriction.Slots, slot)
				c := r.IntN(4)
				text = append(text, fmt.Sprintf("%s <= %d", name, c))
				term = append(term, fmt.Sprintf("(%s %s (_ bv%d %d))", atMost, s.Inputs.Symbol(slot).SMTLIB(), c, src.Sort.Width()))
			}
		}
		if len(text) == 0 {
			continue
		}
		a.Text = strings.Join(text, " && ")
		restriction.Assume = "(and true " + strings.Join(term, " ") + ")"
		out, err := Rewrite(context.Background(), file, nil, s.FrontEnd, a)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.Source)
			continue
		}
		rewritten := filepath.Join(dir, "r.c")
		if err := os.WriteFile(rewritten, out, 0o666); err != nil {
			t.Fatal(err)
		}
		verify := func(task *verifier.Task) (*verifier.Report, error) {
			ctx, stop := work.Within(t.Context(), 2_000_000)
			defer stop()
			return verifier.Verify(ctx, task, cfg, engine.Quiet{})
		}
		got, err := verify(&verifier.Task{File: rewritten, DataModel: program.LP64})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		cfg.Restriction = restriction
		want, err := verify(task)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.Source)
		}
		if got.Verdict != want.Verdict && got.Verdict != "UNKNOWN" && want.Verdict != "UNKNOWN" {
			t.Errorf("seed %d: %s, but restricted it is %s by %s\n%s", seed, got.Verdict, want.Verdict, restriction.Assume, out)
		}
		decided[got.Verdict+" "+want.Verdict]++
	}
	t.Log(decided)
	if decided["TRUE TRUE"]+decided["FALSE FALSE"] < n/2 {
		t.Errorf("too few are decided: %v", decided)
	}
}
