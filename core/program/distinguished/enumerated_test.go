package distinguished_test

import (
	"context"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/relational"
	"cupel/analysis/absint/segments"
	"cupel/core/logic"
	"cupel/core/program/distinguished"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"
)

// mostStates bounds the states enumerated of a program, and mostChecked those that are checked at each of its locations.
const (
	mostStates  = 3000
	mostChecked = 20
)

// tally counts what the checks met.
type tally struct{ programs, whole, states, indices, safe, failing, open int }

// enumerate lets the analysis run on a random program and compares it with the states that are reached: with the indices
// around, each is in one of the segments.
func (n *tally) enumerate(t *rapid.T) {
	p, begin := draw(t)
	described := rapid.Bool().Draw(t, "what is written") // for facts, wherever cells are read
	c, indices, cells := distinguished.TransformWith(p, 1+rapid.IntRange(0, 4).Draw(t, "indices")/4, described)
	if c == nil {
		return
	}
	o := rapid.SampledFrom([]relational.Options{
		{PackSize: 8, Rows: 100, Work: 500_000},
		{PackSize: 10, Rows: 200, Work: 500_000},
		{PackSize: 3, Rows: 20, Work: 500_000},
		{PackSize: 8, Work: 500_000, Shape: relational.Octagons},
	}).Draw(t, "settings")
	analyze := segments.Analyze
	if described {
		analyze = segments.AnalyzeWritten
	}
	r := analyze(context.Background(), c, o)
	if !r.Complete() {
		return
	}
	states, whole := absinttest.Explore(p, begin, mostStates)
	n.programs++
	if whole {
		n.whole++
	}
	solver, err := z3.Open(p.Terms, smt.Options{Work: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	defer solver.Close()
	seen, fails := map[int]int{}, false
	for _, s := range states {
		if s.Loc == p.Error {
			fails = true
			continue
		}
		if seen[s.Loc.ID]++; seen[s.Loc.ID] > mostChecked {
			continue
		}
		n.states++
		there := r.Segments(c.Locs[s.Loc.ID])
		for k := range int64(8 * 8) {
			at := []int64{k/8 - 2, k%8 - 2}
			if len(indices) == 1 && k%8 > 0 || len(indices) == 2 && (at[0] >= at[1] || at[0]+2 < at[1]) {
				continue
			}
			env := absinttest.Env{}
			for i, index := range indices {
				env[index] = at[i]
			}
			place := maps.Clone(env)
			for v, x := range s.Env {
				if !v.Sort().IsArray() {
					env[v] = x
				}
			}
			for _, known := range cells {
				env[known.Var.Sym], _ = absinttest.Eval(p.Terms.Select(known.Array, known.Place), with(place, known.Array, s.Env[known.Array]))
			}
			n.indices++
			if !inOne(t, p.Terms, solver, there, env) {
				t.Fatalf("state %s with the indices %v is in none of %v at %v\n%v\nover cells\n%v", s.Key(p.Vars), at[:len(indices)], there, s.Loc, p, c.Program)
			}
		}
	}
	switch {
	case fails && r.Safe():
		t.Fatalf("the error is reached\n%v\nover cells\n%v", p, c.Program)
	case fails:
		n.failing++
	case r.Safe():
		n.safe++
	default:
		n.open++
	}
}

// with is an environment with one more value.
func with(env absinttest.Env, v *logic.Term, x any) absinttest.Env {
	env = maps.Clone(env)
	env[v] = x
	return env
}

// inOne reports whether the values satisfy one of the formulas, with some values of variables that have none.
func inOne(t *rapid.T, f *logic.Factory, s smt.Solver, formulas []*logic.Term, env absinttest.Env) bool {
	var open []*logic.Term
	for _, u := range formulas {
		values, whole := map[*logic.Term]*logic.Term{}, true
		for _, v := range logic.FreeVars(u) {
			if x, ok := env[v]; ok {
				values[v] = f.IntConst(x.(int64))
			} else {
				whole = false
			}
		}
		if !whole {
			open = append(open, f.Subst(u, values))
		} else if ok, _ := absinttest.Eval(u, env); ok.(int64) != 0 {
			return true
		}
	}
	if len(open) == 0 {
		return false
	}
	res, err := s.Check(context.Background(), f.Or(open...))
	if err != nil {
		t.Fatal(err)
	}
	return res != smt.Unsat
}

// TestSegmentsEnumerated: the analysis by segments over-approximates the reachable states, for every index; and where it finds no path to the error,
// there is none.
func TestSegmentsEnumerated(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	var n tally
	rapid.Check(t, n.enumerate)
	t.Logf("%d programs (%d with all states), %d states, %d with an index; %d safe, %d fail, %d open", n.programs, n.whole, n.states, n.indices, n.safe, n.failing, n.open)
	if n.safe == 0 || n.failing == 0 || n.whole == 0 {
		t.Error("the programs are all alike")
	}
}

// FuzzSegments is TestSegmentsEnumerated on programs chosen by the fuzzer.
func FuzzSegments(f *testing.F) {
	var n tally
	f.Fuzz(rapid.MakeFuzz(n.enumerate))
}
