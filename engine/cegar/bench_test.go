package cegar

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// benchmarkRun runs the loop on the running example with a bound of 100 (no
// value of i is tracked), and counts nodes.
func benchmarkRun(b *testing.B, set func(*Options)) {
	for b.Loop() {
		a := figure21()
		r, err := New(options(b, set)).Verify(context.Background(), enginetest.Problem(b, a.Program), engine.Quiet{})
		if err != nil || r.Verdict != engine.True {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkDomains(b *testing.B) {
	for _, d := range Domains {
		b.Run(d, func(b *testing.B) { benchmarkRun(b, func(o *Options) { o.Domain = d }) })
	}
}

// counters is a loop over n counters, of which each iteration increases one.
func counters(n int) *automaton {
	a := newAutomaton("L0 L1 L2 LE")
	var start []program.Op
	for k := range n {
		start = append(start, a.set(string(rune('a'+k)), 0))
	}
	a.edge("L0", "L1", start...)
	for k := range n {
		v := string(rune('a' + k))
		a.edge("L1", "L1", program.Assume(a.f.Lt(a.x(v), a.n(4))), a.inc(v))
	}
	a.edge("L1", "LE", program.Assume(a.f.Gt(a.x("a"), a.n(4))))
	a.done()
	return a
}

// BenchmarkCover is a graph with many explicit states of one location: 5^4 of
// them, each reached in several ways.
func BenchmarkCover(b *testing.B) {
	o := options(b, func(o *Options) { o.Domain, o.InitialPrecision, o.Search = Expl, AllVars, "bfs" })
	for b.Loop() {
		a := counters(4)
		x, err := newSearch(o, enginetest.Problem(b, a.Program), &statistics{}, engine.Quiet{})
		if err != nil {
			b.Fatal(err)
		}
		unsafe, err := x.abstract(context.Background())
		if err != nil || len(unsafe) > 0 {
			b.Fatal(len(unsafe), err)
		}
		b.ReportMetric(float64(x.stats.nodes), "nodes/op")
		x.close()
	}
}

// BenchmarkPost is one Cartesian successor with 32 predicates, nothing of it
// cached.
func BenchmarkPost(b *testing.B) {
	a := counters(4)
	x, err := newSearch(options(b, nil), enginetest.Problem(b, a.Program), &statistics{}, engine.Quiet{})
	if err != nil {
		b.Fatal(err)
	}
	defer x.close()
	for k := range 8 {
		for _, v := range []string{"a", "b", "c", "d"} {
			x.prec.AddPredicate(a.Init, a.f.Le(a.x(v), a.n(int64(k))))
		}
	}
	d := x.dom.(*predicates)
	block := x.blocks.Out(a.locs["L1"])[0]
	s := d.state([]*logic.Term{a.f.Le(a.x("a"), a.n(3)), a.f.Le(a.x("b"), a.n(2))})
	before := x.stats.transferChecks
	for b.Loop() {
		d.feasible, d.entailed = nil, nil
		if _, err := d.Post(context.Background(), s, block, x.prec.At(a.Init)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(x.stats.transferChecks-before)/float64(b.N), "checks/op")
}
