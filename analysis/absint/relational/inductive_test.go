package relational_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/kernel/certify"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// inductive lets libz3 check that the invariants are inductive;
// with an unreachable error, that they exclude it.
func inductive(p *program.Program, r *relational.Result) error {
	ctx, cancel := work.Within(context.Background(), 2_000_000)
	defer cancel()
	c, err := certify.New(ctx, p)
	if err != nil {
		return err
	}
	facts := map[*program.Location]*logic.Term{}
	for _, l := range p.Locs {
		facts[l] = r.Invariant(l)
	}
	c.Facts(facts)
	open := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		o.Work = 500_000
		return z3.Open(f, o)
	}
	if r.Safe() {
		return c.Check(ctx, open)
	}
	return c.CheckFacts(ctx, open)
}

// TestInductive checks random programs: what one pass of the abstract semantics
// cannot leave, the concrete one cannot.
func TestInductive(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawIntegers(t)
		o := relational.Levels()[0]
		o.Partition = rapid.Bool().Draw(t, "partition")
		o.Shape = rapid.SampledFrom([]relational.Shape{relational.Polyhedra, relational.Octagons, relational.NoShape}).Draw(t, "shape")
		o.Plain = rapid.Bool().Draw(t, "plain")
		r := relational.Analyze(context.Background(), p, o)
		if !r.Complete() {
			return
		}
		if err := inductive(p, r); err != nil && strings.Contains(err.Error(), "do not hold") {
			inv := ""
			for _, l := range p.Locs {
				inv += fmt.Sprintln(l.ID, r.Invariant(l))
			}
			t.Fatalf("%v %+v\n%s%s", err, o, dump(p), inv)
		}
	})
}
