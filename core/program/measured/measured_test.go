package measured_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/programtest"
	"cupel/internal/sabotage"
)

// mostStates bounds the states that are enumerated of one program.
const mostStates = 20_000

// width is that of the measures.
const width = 8

// A graph has the states of a program that are reachable, by their keys.
type graph struct {
	all  map[string]absinttest.State
	next map[string][]string
}

// explore visits all states from all values of the first variables; the others are 0.
func explore(t *rapid.T, p *program.Program, initial []absinttest.Env) *graph {
	all, whole := absinttest.Explore(p, initial, mostStates)
	if !whole {
		t.Skip("too many states")
	}
	g := &graph{all: map[string]absinttest.State{}, next: map[string][]string{}}
	for _, s := range all {
		k := s.Key(p.Vars)
		g.all[k] = s
		for _, e := range s.Loc.Out {
			for _, env := range absinttest.Run([]absinttest.Env{s.Env}, e.Ops) {
				g.next[k] = append(g.next[k], absinttest.State{Loc: e.Dst, Env: env}.Key(p.Vars))
			}
		}
	}
	return g
}

// longest maps states from which every execution ends to the length of the longest one; false if these are not all.
func (g *graph) longest() (map[string]int, bool) {
	done := map[string]int{}
	for more := true; more; {
		more = false
		for k := range g.all {
			if _, is := done[k]; is {
				continue
			}
			n, ends := 0, true
			for _, m := range g.next[k] {
				d, is := done[m]
				n, ends = max(n, d+1), ends && is
			}
			if ends {
				done[k], more = n, true
			}
		}
	}
	return done, len(done) == len(g.all)
}

// cut reports whether an end of the model is reached.
func (g *graph) cut() bool {
	for _, s := range g.all {
		if s.Loc.Cut != "" {
			return true
		}
	}
	return false
}

// fails reports whether the error or an end of the model is reached.
func (g *graph) fails(p *program.Program) bool {
	for _, s := range g.all {
		if s.Loc == p.Error {
			return true
		}
	}
	return g.cut()
}

// draw draws a program and whatever values it starts with.
func draw(t *rapid.T) (*program.Program, []absinttest.Env) {
	p := programtest.Program(t, programtest.Shape{Locations: 5, Vars: 2, Width: 2, Checks: true})
	return p, absinttest.Initial(p)
}

// with are the initial states of a program made from p.
func with(p, q *program.Program, initial []absinttest.Env) []absinttest.Env {
	for _, env := range initial {
		for _, v := range q.Vars[len(p.Vars):] {
			env[v.Sym] = int64(0)
		}
	}
	return initial
}

// term draws a component of a measure.
func term(t *rapid.T, p *program.Program) *logic.Term {
	f := p.Terms
	sum := f.BV(0, width)
	for _, v := range p.Vars {
		x := f.ZeroExt(width-v.Sort().Width(), v.Sym)
		if v.Signed {
			x = f.SignExt(width-v.Sort().Width(), v.Sym)
		}
		c := rapid.IntRange(-2, 2).Draw(t, "coefficient")
		sum = f.BVOp(logic.OpBVAdd, sum, f.BVOp(logic.OpBVMul, f.BV(uint64(c)&(1<<width-1), width), x))
	}
	return sum
}

// tables are measures that are right where all executions end: minus an offset, so that some are negative, the length of the longest execution; states from which one
// never ends have any number. Some have a component before that is not constant.
func tables(t *rapid.T, p *program.Program, g *graph, lengths map[string]int, mixed bool) map[*program.Location]measured.Measure {
	f, measures := p.Terms, map[*program.Location]measured.Measure{}
	for _, h := range measured.Heads(p) {
		table := f.BV(0, width)
		for _, k := range slices.Sorted(maps.Keys(g.all)) {
			s := g.all[k]
			if s.Loc != h {
				continue
			}
			at := f.True()
			for _, v := range p.Vars {
				at = f.And(at, f.Eq(v.Sym, f.BV(uint64(s.Env[v.Sym].(int64))&3, 2)))
			}
			n, ends := lengths[k]
			if !ends {
				n = rapid.IntRange(0, 40).Draw(t, "any")
			}
			table = f.Ite(at, f.BV(uint64(n-4)&(1<<width-1), width), table)
		}
		first := f.BV(3, width)
		if mixed && rapid.Bool().Draw(t, "mixed") {
			first = term(t, p)
		}
		measures[h] = measured.Measure{first, table}
		if mixed && rapid.IntRange(0, 9).Draw(t, "wild") == 0 {
			measures[h] = nil
		}
	}
	return measures
}

// sound checks one program with measures that may be right; it counts what was proven.
func sound(t *rapid.T, proven *int) (fault string) {
	p, initial := draw(t)
	g := explore(t, p, initial)
	lengths, ends := g.longest()
	measures := tables(t, p, g, lengths, true)
	q, err := measured.Of(p, measures)
	if err != nil {
		t.Fatal(err)
	}
	proof := !explore(t, q, with(p, q, initial)).fails(q)
	if proof && !ends {
		return "the error is unreachable, but an execution never ends"
	}
	if proof && len(measures) > 0 {
		*proven++
	}
	return ""
}

// TestSound: where the error is unreachable, every execution ends, whatever the measures and the graph.
func TestSound(t *testing.T) {
	proven := 0
	rapid.Check(t, func(t *rapid.T) {
		if fault := sound(t, &proven); fault != "" {
			t.Fatal(fault)
		}
	})
	if proven == 0 {
		t.Error("nothing was proven")
	}
}

// exact checks one program with the right measures.
func exact(t *rapid.T, ending *int) (fault string) {
	p, initial := draw(t)
	g := explore(t, p, initial)
	lengths, ends := g.longest()
	if !ends || g.cut() {
		return ""
	}
	measures := tables(t, p, g, lengths, false)
	q, err := measured.Of(p, measures)
	if err != nil {
		t.Fatal(err)
	}
	if explore(t, q, with(p, q, initial)).fails(q) {
		return "the error is reachable, with the longest execution as measure"
	}
	if len(measures) > 0 {
		*ending++
	}
	return ""
}

// TestExact: with the right measure the error is unreachable.
func TestExact(t *testing.T) {
	ending := 0
	rapid.Check(t, func(t *rapid.T) {
		if fault := exact(t, &ending); fault != "" {
			t.Fatal(fault)
		}
	})
	if ending == 0 {
		t.Error("no program with loops ended")
	}
}

// TestSabotage: a comparison of unsigned numbers and a head without a goal are noticed.
func TestSabotage(t *testing.T) {
	for _, f := range []sabotage.Fault{sabotage.MeasureUnsigned, sabotage.MeasureHead} {
		func() {
			defer sabotage.Inject(f)()
			if len(wrongGraphs(t)) == 0 {
				t.Errorf("not noticed: %v", f)
			}
		}()
	}
}

// TestGraphs: graphs whose loops are entered in the middle or nested; integers need the bound 0.
func TestGraphs(t *testing.T) {
	for _, fault := range wrongGraphs(t) {
		t.Error(fault)
	}
}

// wrongGraphs are the graphs whose error is reached, or is not, against what is expected.
func wrongGraphs(t *testing.T) (faults []string) {
	for _, c := range []struct {
		name, text, at string
		measure        []string
		fails          bool
	}{
		{"counter", "i : bv3\nS -> H; i := #b000\nH -> H; assume (bvult i #b101); i := (bvadd i #b001)\nH -> E; assume (not (bvult i #b101))", "H", []string{"(bvneg (concat #b0 i))"}, false},
		{"wrong way", "i : bv3\nS -> H; i := #b000\nH -> H; assume (bvult i #b101); i := (bvadd i #b001)\nH -> E; assume (not (bvult i #b101))", "H", []string{"(concat #b0 i)"}, true},
		{"no measure", "i : bv3\nS -> H; i := #b000\nH -> H; assume (bvult i #b101); i := (bvadd i #b001)\nH -> E; assume (not (bvult i #b101))", "H", nil, true},
		{"the program's error is an end", "i : bv3\nS -> H; i := #b000\nH -> error; assume (bvult i #b101)\nH -> E; assume (not (bvult i #b101))", "H", nil, false},
	} {
		p := programtest.Text(c.text)
		var symbols []*logic.Term
		for _, v := range p.Vars {
			symbols = append(symbols, v.Sym)
		}
		measures := map[*program.Location]measured.Measure{}
		for _, h := range measured.Heads(p) {
			for _, m := range c.measure {
				term, err := logic.NewParser(p.Terms, symbols...).Term(m)
				if err != nil {
					t.Fatal(err)
				}
				measures[h] = append(measures[h], term)
			}
		}
		q, err := measured.Of(p, measures)
		if err != nil {
			t.Fatal(err)
		}
		initial := absinttest.Initial(p)
		all, _ := absinttest.Explore(q, with(p, q, initial), mostStates)
		if fails := slices.ContainsFunc(all, func(s absinttest.State) bool { return s.Loc == q.Error }); fails != c.fails {
			faults = append(faults, fmt.Sprintf("%s: %v, want %v", c.name, fails, c.fails))
		}
	}
	return faults
}
