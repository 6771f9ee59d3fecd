package verifier

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
)

// TestStepBudgets: the budgets of the rounds grow, begin small and are a step's share together.
func TestStepBudgets(t *testing.T) {
	for _, share := range []int{stepGrowth, 1000, stepWork, 3 * stepWork, mostStepWork / stepShares} {
		sum, budgets := 0, stepBudgets(share)
		for i, b := range budgets {
			if sum += b; i > 0 && b/stepGrowth != budgets[i-1] {
				t.Errorf("of %d: budgets %v", share, budgets)
			}
		}
		if sum > share || sum < share/2 || budgets[0] > stepWork {
			t.Errorf("of %d: budgets %v, %d together", share, budgets, sum)
		}
	}
}

// TestShares: no step has more than a tenth of the limits before each has had that, and what one does not use is for others.
func TestShares(t *testing.T) {
	const limit = 100_000_000
	spent := map[string]int{}
	steps := rankingSteps
	t.Cleanup(func() { rankingSteps = steps })
	// eager uses all that it is given, and decides with more than enough.
	eager := func(name string, weight, enough int) rankingStep {
		return rankingStep{name, "", weight, func(x *termination, ctx context.Context) *answer {
			for ctx.Err() == nil {
				work.Spend(ctx, 1000)
				if spent[name] += 1000; spent[name] >= enough {
					return &answer{result: &engine.Result{Verdict: engine.True}}
				}
			}
			return nil
		}}
	}
	for _, c := range []struct {
		enough  int
		decides bool
	}{{limit / stepShares / 2, true}, {limit / stepShares * 9 / 10, true}, {limit / 3, false}} {
		rankingSteps, spent = nil, map[string]int{}
		names := []string{"a", "b", "c", "d", "e", "f", "g"}
		for i, name := range names {
			enough := math.MaxInt
			if i == len(names)-1 {
				enough = c.enough
			}
			rankingSteps = append(rankingSteps, eager(name, 1+i%4, enough))
		}
		u, err := newSetup(&Task{File: "p.c"}, DefaultConfig(), Run{})
		if err != nil {
			t.Fatal(err)
		}
		u.cfg.Timeout, u.cfg.CPUTime = 0, 0
		ctx, stop := work.Within(t.Context(), limit)
		a := (&termination{source: &source{setup: u}}).decide(ctx, names)
		stop()
		if decided := a.result.Verdict == engine.True; decided != c.decides {
			t.Errorf("%d for the last one: decided %v, spent %v", c.enough, decided, spent)
		}
		for _, name := range names {
			if c.decides && spent[name] > limit/stepShares+1000 {
				t.Errorf("%d for the last one: %s has spent %d", c.enough, name, spent[name])
			}
		}
	}
}

// TestOneAndAll: what one step decides alone within a tenth of the limits, all of them decide within the limits.
func TestOneAndAll(t *testing.T) {
	const limit = 8_000_000
	var files []string
	for _, pattern := range []string{"../product/reproduce/termination/*.c", "testdata/termination/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal("no programs", err)
		}
		files = append(files, found...)
	}
	every := max(1, len(files)/effort.Programs(6, 16, len(files)))
	offset := slices.Index(files, "../product/reproduce/termination/leike-heizmann-18-two-unsigned.c") % every
	decided := 0
	for i, file := range files {
		if i%every != offset {
			continue
		}
		task, err := LoadTask(file, "termination")
		if err != nil {
			t.Fatal(err)
		}
		verdict := func(ctx context.Context, steps string) string {
			cfg := DefaultConfig()
			cfg.Ranking, cfg.NoRun, cfg.Timeout = steps, true, 0
			ctx, stop := work.Within(ctx, limit)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				return err.Error()
			}
			return rep.Verdict
		}
		for _, step := range RankingNames() {
			ctx, cancel := context.WithCancel(t.Context())
			alone := verdict(work.Paced(ctx, limit/stepShares, func(int) int { cancel(); return math.MaxInt }), step)
			cancel()
			if alone != "TRUE" && alone != "FALSE" {
				continue
			}
			decided++
			if all := verdict(t.Context(), ""); all != alone {
				t.Errorf("%s: %s says %s, all together %s", file, step, alone, all)
			}
			break // the verdict of all is the same
		}
	}
	if decided == 0 {
		t.Error("nothing is decided by a step alone")
	}
	t.Logf("%d programs decided", decided)
}

// TestRoom: of two limits the smaller one counts, and what was used is gone.
func TestRoom(t *testing.T) {
	u, err := newSetup(&Task{File: "p.c"}, DefaultConfig(), Run{})
	if err != nil {
		t.Fatal(err)
	}
	x := &termination{source: &source{setup: u}}
	u.cfg.Timeout, u.cfg.CPUTime = time.Minute, 10*time.Second
	if r := x.room(t.Context(), 4*time.Second); r.cpu != 6*time.Second || r.work != stepHaste*6_000_000 {
		t.Errorf("%+v", r)
	}
	ctx, stop := work.Within(t.Context(), 5000)
	defer stop()
	if r := x.room(ctx, 0); r.work != 5000 {
		t.Errorf("%+v", r)
	}
	u.cfg.Timeout, u.cfg.CPUTime = 0, 0
	if r := x.room(t.Context(), time.Second); r.cpu != 0 || r.work != mostStepWork {
		t.Errorf("%+v", r)
	}
}
