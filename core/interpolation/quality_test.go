package interpolation_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/tests/effort"
)

var solver = smt.Options{Work: 5_000_000}

func options() interpolation.Options {
	return interpolation.Options{Open: z3.Open, Solver: solver, Horn: horn}
}

// horn is libz3's Spacer engine.
func horn(ctx context.Context, f *logic.Factory, clauses []*logic.Term) (map[string]interpolation.HornSolution, error) {
	m, err := z3.SolveHornTerms(ctx, f, clauses, smt.Options{})
	if errors.Is(err, z3.ErrNoSolution) {
		return nil, interpolation.ErrSat
	}
	out := map[string]interpolation.HornSolution{}
	for n, i := range m {
		out[n] = interpolation.HornSolution{Params: i.Params, Body: i.Body}
	}
	return out, err
}

// closes decides by predicate abstraction, Cartesian in each state and with a
// set of abstract states, whether the predicates prove the loop safe.
func closes(t testing.TB, l *loop, c *code, preds []*logic.Term) bool {
	f := c.f
	s, err := z3.Open(f, smt.Options{Work: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	unsat := func(ts ...*logic.Term) bool {
		r, err := s.Check(context.Background(), f.And(ts...))
		if err != nil {
			t.Fatal(err)
		}
		return r == smt.Unsat
	}
	// transition executes statements from a state and returns the formula and the values of the program symbols after it.
	transition := func(guard, stmts string) (*logic.Term, *logic.Substitution) {
		c.cur = map[*logic.Term]*logic.Term{}
		var st interpolation.Step
		if guard != "" {
			st.Assumes = append(st.Assumes, c.condition(guard))
		}
		c.run(stmts, &st)
		ts := st.Assumes
		for _, d := range st.Defs {
			ts = append(ts, f.Eq(d.Sym, d.Value))
		}
		post := c.cur
		return f.And(ts...), f.NewSubst(func(v *logic.Term) *logic.Term { return post[v] })
	}
	post := func(pre, trans *logic.Term, sub *logic.Substitution) (lits []*logic.Term, ok bool) {
		if unsat(pre, trans) {
			return nil, false
		}
		for _, p := range preds {
			q := sub.Apply(p)
			switch {
			case unsat(pre, trans, f.Not(q)):
				lits = append(lits, p)
			case unsat(pre, trans, q):
				lits = append(lits, f.Not(p))
			}
		}
		return lits, true
	}
	init, initSub := transition("", l.init)
	body, bodySub := transition(l.guard, l.body)
	c.cur = nil
	bad := f.Not(c.condition(l.check))
	if g := c.condition(l.guard); l.inside {
		bad = f.And(bad, g)
	} else {
		bad = f.And(bad, f.Not(g))
	}
	var states []map[*logic.Term]bool
	var todo [][]*logic.Term
	add := func(lits []*logic.Term) {
		m := map[*logic.Term]bool{}
		for _, x := range lits {
			m[x] = true
		}
		for _, s := range states {
			covered := true
			for x := range s {
				covered = covered && m[x]
			}
			if covered {
				return
			}
		}
		states = append(states, m)
		todo = append(todo, lits)
	}
	if lits, ok := post(f.True(), init, initSub); ok {
		add(lits)
	}
	for len(todo) > 0 && len(states) < 30 {
		lits := todo[0]
		todo = todo[1:]
		pre := f.And(lits...)
		if !unsat(pre, bad) {
			return false
		}
		if next, ok := post(pre, body, bodySub); ok {
			add(next)
		}
	}
	return len(todo) == 0
}

// row sums up one method.
type row struct {
	name                         string
	paths, solved                int
	time                         time.Duration
	terms, digits                int
	atoms                        int
	loops, closedOne, closedMany int
	open                         []string
}

// measure runs a method on every unrolling of every loop, checks each sequence,
// and asks whether its predicates close the loop: those of the longest path
// alone, and those of the paths of 0, 1, ... iterations together.
func measure(t *testing.T, s interpolation.Sequencer, loops []loop, budget int) row {
	r := row{name: s.Name()}
	for i := range loops {
		l := &loops[i]
		f := logic.NewFactory()
		c := newCode(t, f, l.vars)
		maxUnroll := l.max
		if maxUnroll == 0 {
			maxUnroll = 3
		}
		known := map[*logic.Term]bool{}
		var all []*logic.Term
		one, many := false, false
		r.loops++
		for n := 0; n <= maxUnroll; n++ {
			p := l.unroll(c, n)
			ctx, cancel := work.Within(context.Background(), budget)
			start := time.Now()
			itps, err := s.Sequence(ctx, f, p.steps)
			d := time.Since(start)
			cancel()
			if errors.Is(err, interpolation.ErrSat) {
				t.Errorf("%s on %s: the path is feasible", r.name, p.name)
				continue
			}
			r.paths++
			r.time += d
			if testing.Verbose() && d > 300*time.Millisecond {
				t.Logf("%s on %s: %v", r.name, p.name, d)
			}
			if err != nil {
				if testing.Verbose() {
					t.Logf("%s on %s: %v", r.name, p.name, err)
				}
				continue
			}
			if err := interpolation.Check(context.Background(), z3.Open, solver, f, p.steps, itps); err != nil && !errors.Is(err, interpolation.ErrUnknown) {
				t.Errorf("%s on %s: %v\n%v", r.name, p.name, err, itps)
				continue
			}
			r.solved++
			size := interpolation.SizeOf(itps)
			r.terms += size.Terms
			r.digits += size.Digits
			var mine []*logic.Term
			got := map[*logic.Term]bool{}
			for k, m := range p.rename {
				t := f.Subst(itps[k+1], m)
				atoms := interpolation.Atoms(t)
				for _, a := range atoms {
					got[a] = true
				}
				// What an engine with Boolean predicates sees: atoms and conjuncts.
				for _, a := range append(atoms, interpolation.Predicates(f, t, interpolation.ModeConjuncts)...) {
					mine = append(mine, a)
					if !known[a] {
						known[a] = true
						all = append(all, a)
					}
				}
			}
			r.atoms += len(got)
			if n == 2 {
				one = closes(t, l, c, mine)
			}
			many = many || closes(t, l, c, all)
		}
		if one {
			r.closedOne++
		}
		if many {
			r.closedMany++
		} else {
			r.open = append(r.open, l.name)
		}
	}
	return r
}

func table(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %8s %9s %7s %7s %7s %9s %9s\n", "method", "solved", "ms/path", "terms", "digits", "atoms", "closed@2", "closed")
	for _, r := range rows {
		n := float64(max(r.solved, 1))
		fmt.Fprintf(&b, "%-22s %3d/%-4d %9.1f %7.1f %7.1f %7.1f %5d/%-3d %5d/%-3d\n", r.name, r.solved, r.paths,
			float64(r.time.Microseconds())/1000/float64(max(r.paths, 1)), float64(r.terms)/n, float64(r.digits)/n, float64(r.atoms)/n,
			r.closedOne, r.loops, r.closedMany, r.loops)
	}
	for _, r := range rows {
		sort.Strings(r.open)
		fmt.Fprintf(&b, "%s leaves open: %s\n", r.name, strings.Join(r.open, " "))
	}
	return b.String()
}

func methods(t testing.TB) []interpolation.Sequencer {
	var ms []interpolation.Sequencer
	for _, n := range []string{"newton-fwd", "newton-bwd", "newton", "farkas", "cubes", "spacer", "portfolio"} {
		m, err := interpolation.ByName(n, options())
		if err != nil {
			t.Fatal(err)
		}
		ms = append(ms, m)
	}
	return ms
}

var full = flag.Bool("quality", false, "measure all methods and variants on all unrollings")

// named gives a variant of a method its own name in the table.
type named struct {
	interpolation.Sequencer
	name string
}

func (n named) Name() string { return n.name }

// variants are settings whose defaults the table decides.
func variants(t testing.TB) []interpolation.Sequencer {
	o := options()
	o.Choice = interpolation.Smallest
	smallest, err := interpolation.NewPortfolio(o)
	if err != nil {
		t.Fatal(err)
	}
	late := options()
	late.Order = interpolation.LateFirst
	one := options()
	one.Cores = 1
	exact := options()
	exact.Exact = true
	whole := options()
	whole.Whole = true
	return []interpolation.Sequencer{
		named{smallest, "portfolio smallest"},
		named{interpolation.NewNewton(late), "newton late-first"},
		named{interpolation.NewNewton(one), "newton one core"},
		named{interpolation.NewNewton(exact), "newton exact"},
		named{interpolation.NewFarkas(one), "farkas one core"},
		named{interpolation.NewFarkas(whole), "farkas whole sums"},
	}
}

// TestQuality checks every sequence of every method on the fixed set and
// prints, with -v, the table that the defaults were tuned with. make test takes
// every tenth loop, make check every third: some of each kind. With -quality it also measures the longest unrollings and the variants.
func TestQuality(t *testing.T) {
	ms := methods(t)
	var set []loop
	if *full {
		set = append(set, loops...)
		ms = append(ms, variants(t)...)
	} else {
		for i := 0; i < len(loops); i += effort.Count(10, 3, 1) {
			set = append(set, loops[i])
		}
		ms = ms[3:]
		for i := range set {
			set[i].max = 2
		}
	}
	var rows []row
	for _, m := range ms {
		rows = append(rows, measure(t, m, set, 20_000_000))
	}
	t.Log("\n" + table(rows))
	if last := rows[min(len(rows), 5)-1]; !*full && (last.solved*100 < 95*last.paths || last.closedMany*100 < 65*last.loops) {
		t.Errorf("the portfolio solves %d of %d paths and closes %d of %d loops", last.solved, last.paths, last.closedMany, last.loops)
	}
}

func BenchmarkSequence(b *testing.B) {
	for _, m := range methods(b) {
		b.Run(m.Name(), func(b *testing.B) {
			f := logic.NewFactory()
			l := &loops[0]
			p := l.unroll(newCode(b, f, l.vars), 5)
			for i := 0; i < b.N; i++ {
				if _, err := m.Sequence(context.Background(), f, p.steps); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
