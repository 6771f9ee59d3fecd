package certify_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
	"cupel/internal/sabotage"
	"cupel/kernel/certify"
)

// ranksOf parses tuples of terms over the variables of a program.
func ranksOf(t *testing.T, p *program.Program, texts ...string) [][]*logic.Term {
	var symbols []*logic.Term
	for _, v := range p.Vars {
		symbols = append(symbols, v.Sym)
	}
	var ranks [][]*logic.Term
	for _, text := range texts {
		var tuple []*logic.Term
		for _, s := range strings.Split(text, ", ") {
			term, err := logic.NewParser(p.Terms, symbols...).Term(s)
			if err != nil {
				t.Fatal(err)
			}
			tuple = append(tuple, term)
		}
		ranks = append(ranks, tuple)
	}
	return ranks
}

// TestEnds: measures that get smaller on each cycle are accepted, and whatever is wrong with them is seen.
func TestEnds(t *testing.T) {
	const (
		counter = "i : bv3\nS -> H; i := #b000\nH -> H; assume (bvult i #b101); i := (bvadd i #b001)\nH -> E; assume true"
		two     = "i : bv3\nj : bv3\nS -> H; i := #b000\nH -> H; assume (bvult i #b101); i := (bvadd i #b001)\nH -> G; assume true; j := #b000\nG -> G; assume (bvult j #b101); j := (bvadd j #b001)\nG -> E; assume true"
		nested  = "i : bv3\nj : bv3\nS -> H; i := #b000\nH -> G; assume (bvult i #b101); i := (bvadd i #b001); j := #b000\nG -> G; assume (bvult j #b101); j := (bvadd j #b001)\nG -> H; assume true\nH -> E; assume true"
		again   = "i : bv3\nj : bv3\nS -> H; i := #b000\nH -> G; assume (bvult i #b101); i := (bvadd i #b001); j := #b000\nG -> G; assume (bvult j #b101); j := (bvadd j #b001); i := #b000\nG -> H; assume true\nH -> E; assume true"
		wraps   = "i : bv3\nS -> H; i := #b000\nH -> H; assume true; i := (bvadd i #b001)\nH -> E; assume true"
		falls   = "i : int\nS -> H\nH -> H; assume true; i := (- i 1)\nH -> E; assume true"
		bounded = "i : int\nS -> H\nH -> H; assume (<= 0 i); i := (- i 1)\nH -> E; assume true"
		down    = "(bvneg (concat #b0 i))"
		inner   = "(bvneg (concat #b0 j))"
	)
	for _, c := range []struct {
		name, program string
		ranks         []string
		ends          bool
	}{
		{"no loop", "i : bv3\nS -> H; i := #b000\nH -> E", nil, true},
		{"a loop without a measure", counter, nil, false},
		{"a counter", counter, []string{down}, true},
		{"a measure that grows", counter, []string{"(concat #b0 i)"}, false},
		{"a constant before", counter, []string{"#b01, " + down}, true},
		{"two loops", two, []string{down, inner}, true},
		{"two loops, one of them is missing", two, []string{down}, false},
		{"nested loops", nested, []string{down, inner}, true},
		{"nested loops as one tuple", nested, []string{down + ", " + inner}, true},
		{"nested loops as one tuple, the inner one first", nested, []string{inner + ", " + down}, false},
		{"the inner loop sets the outer counter back", again, []string{down, inner}, false},
		{"a bound that is missing", wraps, []string{down}, false},
		{"an integer without a bound", falls, []string{"i"}, false},
		{"an integer with a bound", bounded, []string{"i"}, true},
		{"a way that nothing takes", "i : bv3\nS -> H\nH -> H; assume false\nH -> E; assume true", nil, true},
		{"a loop that is not reached", "i : bv3\nS -> E\nH -> H", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := programtest.Text(c.program)
			err := certify.Ends(t.Context(), p, ranksOf(t, p, c.ranks...), z3.Open)
			if err != nil && !errors.Is(err, certify.ErrInconclusive) {
				t.Fatal(err)
			}
			if (err == nil) != c.ends {
				t.Errorf("%v, want %v", err, c.ends)
			}
		})
	}
}

// drawn is a random program, with terms over its variables as measures.
func drawn(t *rapid.T) (*program.Program, func() []*logic.Term) {
	p := programtest.Program(t, programtest.Shape{Locations: 5, Vars: 2, Width: 2, Checks: true})
	f := p.Terms
	return p, func() (tuple []*logic.Term) {
		for range rapid.IntRange(0, 2).Draw(t, "length") {
			x := rapid.SampledFrom(p.Vars).Draw(t, "variable").Sym
			tuple = append(tuple, rapid.SampledFrom([]*logic.Term{f.SignExt(2, x), f.ZeroExt(2, x), f.BVNeg(f.ZeroExt(2, x)), f.BVNeg(f.SignExt(2, x))}).Draw(t, "term"))
		}
		return tuple
	}
}

// endless reports whether some execution of p is infinite.
func endless(t *rapid.T, p *program.Program) bool {
	initial := absinttest.Initial(p)
	all, whole := absinttest.Explore(p, initial, 20_000)
	if !whole {
		t.Skip("too many states")
	}
	next, left := map[string][]string{}, map[string]bool{}
	for _, s := range all {
		k := s.Key(p.Vars)
		left[k] = true
		for _, e := range s.Loc.Out {
			for _, env := range absinttest.Run([]absinttest.Env{s.Env}, e.Ops) {
				next[k] = append(next[k], absinttest.State{Loc: e.Dst, Env: env}.Key(p.Vars))
			}
		}
	}
	for more := true; more; {
		more = false
		for k := range left {
			stays := false
			for _, m := range next[k] {
				stays = stays || left[m]
			}
			if !stays {
				delete(left, k)
				more = true
			}
		}
	}
	return len(left) > 0
}

// TestEndsSound: no program that has an infinite execution is accepted, whatever the measures.
func TestEndsSound(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		p, tuple := drawn(t)
		ranks := [][]*logic.Term{tuple(), tuple()}
		if certify.Ends(context.Background(), p, ranks, z3.Open) != nil {
			return
		}
		if endless(t, p) {
			t.Fatal("accepted, but an execution does not end")
		}
		if len(measured.Heads(p)) > 0 {
			accepted++
		}
	})
	t.Logf("%d programs with loops were accepted", accepted)
}

// instrumented reports whether programs with measures and with counters of turns, made of a random one, are accepted.
func instrumented(t *rapid.T) error {
	p, tuple := drawn(t)
	heads, measures := measured.Heads(p), map[*program.Location]measured.Measure{}
	for _, h := range heads {
		measures[h] = tuple()
	}
	q, err := measured.Of(p, measures)
	if err != nil {
		t.Fatal(err)
	}
	if err := certify.Ends(context.Background(), q, measured.Ranks(q, heads, measures), z3.Open); err != nil {
		return err
	}
	q, counters, err := passes.Counted(p, heads, 4, p.Terms.BV(9, 4))
	if err != nil {
		t.Fatal(err)
	}
	var ranks [][]*logic.Term
	for _, r := range counters {
		ranks = append(ranks, []*logic.Term{r})
	}
	return certify.Ends(context.Background(), q, ranks, z3.Open)
}

// TestEndsInstrumented: instrumented programs end where they do not fail, for any measures.
func TestEndsInstrumented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := instrumented(t); err != nil {
			t.Fatal(err)
		}
	})
}

// TestEndsSabotage: faults of the instrumentation are seen.
func TestEndsSabotage(t *testing.T) {
	for _, f := range []sabotage.Fault{sabotage.MeasureUnsigned, sabotage.MeasureHead, sabotage.TurnsReset} {
		seen := false
		restore := sabotage.Inject(f)
		rapid.Check(t, func(t *rapid.T) { seen = seen || instrumented(t) != nil })
		if restore(); !seen {
			t.Errorf("not seen: %v", f)
		}
	}
}
