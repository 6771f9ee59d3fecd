package absint_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint"
	"cupel/analysis/absint/absinttest"
	"cupel/core/program"
)

// exact is the domain of all sets of values of one variable of at most 6 bits,
// as bit masks: it loses nothing, so the least fixpoint is the reachable states.
type exact struct{ p *program.Program }

func (d exact) Initial() uint64 {
	m := uint64(0)
	for _, e := range absinttest.Initial(d.p) {
		m |= 1 << e[d.p.Vars[0].Sym].(int64)
	}
	return m
}

func (d exact) Post(s uint64, e *program.Edge) (uint64, bool) {
	v := d.p.Vars[0].Sym
	r := uint64(0)
	for i := range int64(64) {
		if s>>i&1 == 1 {
			for _, env := range absinttest.Run([]absinttest.Env{{v: i}}, e.Ops) {
				r |= 1 << env[v].(int64)
			}
		}
	}
	return r, r != 0
}

func (exact) Join(s, t uint64) uint64         { return s | t }
func (exact) Widen(s, t uint64, _ int) uint64 { return s | t }
func (exact) Leq(s, t uint64) bool            { return s&^t == 0 }

// tangle adds random edges, which make loops irreducible.
func tangle(t *rapid.T, g *absinttest.Gen, p *program.Program) {
	n := len(p.Locs) - 1
	for range rapid.IntRange(0, 4).Draw(t, "more edges") {
		src, dst := rapid.IntRange(0, n-1).Draw(t, "src"), rapid.IntRange(0, n).Draw(t, "dst")
		p.NewEdge(p.Locs[src], p.Locs[dst], program.Assume(g.Bool(1)))
	}
}

// TestExactDomainGivesReachableStates compares the solution over a domain
// without loss with an enumeration of the states.
func TestExactDomainGivesReachableStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 1, 4, false)
		p := g.Program(8, 2)
		tangle(t, g, p)
		narrow := rapid.IntRange(0, 2).Draw(t, "narrowings")
		sol, err := absint.Solve[uint64](context.Background(), p, exact{p}, absint.Options{Delay: 1, Narrowings: narrow, Restart: rapid.Bool().Draw(t, "restart")})
		if err != nil {
			t.Fatal(err)
		}
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 1<<12)
		if !ok {
			t.Fatal("too many states")
		}
		want := make([]uint64, len(p.Locs))
		for _, s := range states {
			want[s.Loc.ID] |= 1 << s.Env[p.Vars[0].Sym].(int64)
		}
		for _, l := range p.Locs {
			got, ok := sol.At(l)
			if ok != (want[l.ID] != 0) || ok && got != want[l.ID] {
				t.Fatalf("location %d: got %b (%v), want %b", l.ID, got, ok, want[l.ID])
			}
		}
	})
}

// lossy widens to top; narrowing recovers what it can.
type lossy struct{ exact }

func (d lossy) Widen(s, t uint64, _ int) uint64 { return d.Initial() }

// TestEveryPassIsSound checks that widening and any number of descending passes
// lose no state.
func TestEveryPassIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 1, 3, false)
		p := g.Program(8, 2)
		tangle(t, g, p)
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 1<<12)
		if !ok {
			t.Fatal("too many states")
		}
		for narrow := range 4 {
			sol, err := absint.Solve[uint64](context.Background(), p, lossy{exact{p}}, absint.Options{Narrowings: narrow, Restart: rapid.Bool().Draw(t, "restart")})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range states {
				got, ok := sol.At(s.Loc)
				if !ok || got>>s.Env[p.Vars[0].Sym].(int64)&1 == 0 {
					t.Fatalf("%d passes: state %s is lost", narrow, s.Key(p.Vars))
				}
			}
		}
	})
}

// TestSolveStopsWithItsContext: a cancelled context ends the iteration with its error, not with an unsound result.
func TestSolveStopsWithItsContext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := absinttest.NewGen(t, 1, 2, false).Program(3, 1)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := absint.Solve[uint64](ctx, p, exact{p}, absint.Options{}); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	})
}
