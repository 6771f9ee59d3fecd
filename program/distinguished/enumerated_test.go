package distinguished_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/absint/absinttest"
	"cupel/absint/relational"
	"cupel/absint/segments"
	"cupel/logic"
	"cupel/program/distinguished"
	"cupel/smt"
	"cupel/smt/z3"
)

// mostStates bounds what is enumerated of a program, and mostChecked what is looked at in each of its locations.
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
	c, index, cells := distinguished.TransformWith(p)
	if c == nil {
		return
	}
	o := rapid.SampledFrom([]relational.Options{
		{PackSize: 8, Rows: 100, Work: 500_000},
		{PackSize: 10, Rows: 200, Work: 500_000},
		{PackSize: 3, Rows: 20, Work: 500_000},
		{PackSize: 8, Work: 500_000, Shape: relational.Octagons},
	}).Draw(t, "settings")
	r := segments.Analyze(context.Background(), c, o)
	if !r.Complete() {
		return
	}
	states, whole := absinttest.Explore(p, begin, mostStates)
	n.programs++
	if whole {
		n.whole++
	}
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
		for k := int64(-2); k <= 5; k++ {
			env := absinttest.Env{index: k}
			for v, x := range s.Env {
				if !v.Sort().IsArray() {
					env[v] = x
				}
			}
			for _, known := range cells {
				env[known.Var.Sym], _ = absinttest.Eval(p.Terms.Select(known.Array, known.Place), absinttest.Env{known.Array: s.Env[known.Array], index: k})
			}
			n.indices++
			if !inOne(t, p.Terms, there, env) {
				t.Fatalf("state %s with the index %d is in none of %v at %v\n%v\nover cells\n%v", s.Key(p.Vars), k, there, s.Loc, p, c.Program)
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

// inOne reports whether the values satisfy one of the formulas, with some values of variables that have none.
func inOne(t *rapid.T, f *logic.Factory, formulas []*logic.Term, env absinttest.Env) bool {
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
	s, err := z3.Open(f, smt.Options{Work: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	res, err := s.Check(context.Background(), f.Or(open...))
	if err != nil {
		t.Fatal(err)
	}
	return res != smt.Unsat
}

// TestSegmentsEnumerated: every state that is reached is in what the analysis by segments finds, with every index; and where it finds no way to
// the error, there is none.
func TestSegmentsEnumerated(t *testing.T) {
	var n tally
	rapid.Check(t, n.enumerate)
	t.Logf("%d programs (%d with all states), %d states, %d with an index; %d safe, %d fail, %d open", n.programs, n.whole, n.states, n.indices, n.safe, n.failing, n.open)
	if n.safe == 0 || n.failing == 0 || n.whole == 0 {
		t.Error("the programs are all alike")
	}
}

// FuzzSegments is TestSegmentsEnumerated on what the fuzzer chooses.
func FuzzSegments(f *testing.F) {
	var n tally
	f.Fuzz(rapid.MakeFuzz(n.enumerate))
}
