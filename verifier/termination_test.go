package verifier

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
)

// allInputs is a program whose variables begin with any values, and all of whose values are inputs.
func allInputs(p *program.Program) *program.Program {
	n := 1000
	c := program.CloneWith(programtest.AnyStart(p), func(e *program.Edge) []program.Op {
		var ops []program.Op
		for _, op := range e.Ops {
			if op.Kind == program.OpHavoc && op.Input == nil {
				n++
				op.Input = &program.Input{ID: n, Callee: "input", Sort: op.Var.Sort()}
			}
			ops = append(ops, op)
		}
		return ops
	})
	for _, l := range c.Locs {
		l.Origin = nil
	}
	program.MarkLoopHeads(c.Program)
	return c.Program
}

// terminationOf decides a program with some steps.
func terminationOf(t testing.TB, p *program.Program, steps string, units int) *answer {
	cfg := DefaultConfig()
	cfg.Ranking = steps
	u, err := newSetup(&Task{File: "p.c", Property: property.ByName("termination")}, cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	x := &termination{source: &source{setup: u, model: p}, observer: engine.Quiet{}}
	if err := x.prepare(ctx); err != nil {
		t.Fatal(err)
	}
	return x.decide(ctx)
}

// TestTerminationOracle: answers about random programs are those of the graph of their states.
func TestTerminationOracle(t *testing.T) {
	tb := t
	decided := map[engine.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		raw := programtest.Program(t, programtest.Shape{Locations: 7, Vars: 2, Width: 2, Checks: true})
		ends, cut, err := programtest.Ends(raw, programtest.Options{})
		if err != nil {
			t.Skip(err)
		}
		a := terminationOf(tb, allInputs(raw), "", 3_000_000)
		decided[a.result.Verdict]++
		switch a.result.Verdict {
		case engine.True:
			if !ends || cut {
				t.Fatalf("TRUE by %s, ends %v, cut %v", a.result.By, ends, cut)
			}
		case engine.False:
			if ends {
				t.Fatalf("FALSE by %s", a.result.By)
			}
		default:
			t.Logf("open: ends %v, cut %v: %s", ends, cut, a.result.Reason)
		}
	})
	t.Log(decided)
	if decided[engine.True] < 10 || decided[engine.False] < 10 {
		t.Error("too few are decided")
	}
}
