package verifier

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
)

// addingLoop draws a program with a loop in which numbers of three bits are added to each other, with wrapping or undefined behaviour, from any state.
func addingLoop(t *rapid.T) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	n := func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
	var vars []*program.Var
	for _, name := range []string{"x", "y"} {
		v := p.NewVar(name, logic.BVSort(3))
		v.Signed = n(3, "unsigned") > 0
		vars = append(vars, v)
	}
	s, h, e, out := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = s, e
	condition := func() *logic.Term {
		a, b := vars[n(1, "variable")].Sym, f.BV(uint64(n(7, "value")), 3)
		c := []*logic.Term{f.SLt(a, b), f.ULt(a, b), f.Eq(a, b)}[n(2, "condition")]
		if n(1, "negated") == 0 {
			return f.Not(c)
		}
		return c
	}
	p.NewEdge(s, h, program.Assume(condition()))
	c := condition()
	for range 1 + n(1, "branches") {
		ops := []program.Op{program.Assume(c)}
		for range 1 + n(1, "operations") {
			v, by := vars[n(1, "written")], vars[n(1, "added")].Sym
			if n(2, "constant") > 0 {
				by = f.BV(uint64(n(7, "by")), 3)
			}
			if n(1, "wraps") == 0 {
				ops = append(ops, program.CheckOf(program.SignedOverflow, f.SignedOK(logic.OpSAddOK, v.Sym, by), "overflow"))
			}
			ops = append(ops, program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, by)))
		}
		p.NewEdge(h, h, ops...)
		c = f.And(c, condition())
	}
	p.NewEdge(h, out, program.Assume(f.Not(c)))
	program.MarkLoopHeads(p)
	return p
}

// orbitLoop draws a program with a loop that makes one linear map of two numbers of four bits, without wrapping, from states that a condition allows.
func orbitLoop(t *rapid.T) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	n := func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
	var vars []*program.Var
	for _, name := range []string{"x", "y"} {
		v := p.NewVar(name, logic.BVSort(4))
		v.Signed = true
		vars = append(vars, v)
	}
	s, h, e, out := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = s, e
	condition := func() *logic.Term {
		a := vars[n(1, "variable")].Sym
		b := []*logic.Term{vars[n(1, "other")].Sym, f.BV(uint64(n(15, "value")), 4)}[n(1, "constant")]
		c := []*logic.Term{f.SLt(a, b), f.Eq(a, b)}[n(1, "condition")]
		if n(1, "negated") == 0 {
			return f.Not(c)
		}
		return c
	}
	c := condition()
	p.NewEdge(s, h, program.Assume(condition()))
	ops := []program.Op{program.Assume(c)}
	for range 1 + n(3, "operations") {
		v := vars[n(1, "written")]
		by := []*logic.Term{vars[0].Sym, vars[1].Sym, f.BV(uint64(n(3, "by")), 4)}[n(2, "added")]
		op, ok, from := logic.OpBVAdd, logic.OpSAddOK, v.Sym
		if n(1, "minus") == 0 {
			op, ok = logic.OpBVSub, logic.OpSSubOK
			if n(1, "opposite") == 0 {
				from, by = by, from
			}
		}
		ops = append(ops, program.CheckOf(program.SignedOverflow, f.SignedOK(ok, from, by), "overflow"), program.Assign(v, f.BVOp(op, from, by)))
	}
	p.NewEdge(h, h, ops...)
	p.NewEdge(h, out, program.Assume(f.Not(c)))
	program.MarkLoopHeads(p)
	return p
}

// TestMortalOracle: what measures and mortal preconditions say of random loops is what the graph of their states says.
func TestMortalOracle(t *testing.T) {
	decided := map[string]int{}
	draws := []*rapid.Generator[*program.Program]{rapid.Custom(addingLoop), rapid.Custom(orbitLoop)}
	for i := range effort.Programs(8, 20, 1000) {
		raw := draws[i%2].Example(int(effort.Seed(9000)) + i)
		ends, _, err := programtest.Ends(raw, programtest.Options{})
		if err != nil {
			continue
		}
		a := terminationOf(t, allInputs(raw), measuresBy+","+mortalBy, 1_000_000)
		decided[a.result.Verdict.String()+" "+a.result.By]++
		if a.result.Verdict == engine.True && !ends || a.result.Verdict == engine.False && ends {
			t.Fatalf("loop %d: %s by %s, ends %v", i, a.result.Verdict, a.result.By, ends)
		}
	}
	t.Log(decided)
}

// TestTransitionOracle: the same of transition invariants.
func TestTransitionOracle(t *testing.T) {
	decided := map[string]int{}
	draw := rapid.Custom(addingLoop)
	n := effort.Programs(6, 12, 500)
	for i := range n {
		raw := draw.Example(int(effort.Seed(9500)) + i)
		ends, _, err := programtest.Ends(raw, programtest.Options{})
		if err != nil {
			continue
		}
		a := terminationOf(t, allInputs(raw), transitionBy, 1_000_000)
		decided[a.result.Verdict.String()]++
		if a.result.Verdict == engine.True && !ends || a.result.Verdict == engine.False && ends {
			t.Fatalf("loop %d: %s, ends %v", i, a.result.Verdict, ends)
		}
	}
	t.Log(decided)
	if n >= 6 && decided[engine.True.String()] == 0 {
		t.Error("no loop is proven to end")
	}
}

// TestMortalSteps: loops that end from some states only, by the step for them.
func TestMortalSteps(t *testing.T) {
	for name, want := range map[string]string{"conditional_step_true": "TRUE", "conditional_wraps_true": "TRUE", "conditional_step_false": "FALSE"} {
		task, err := LoadTask(filepath.Join("testdata/termination", name+".c"), "termination")
		if err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.DataModel, cfg.Ranking = program.LP64, mortalBy
		ctx, stop := work.Within(t.Context(), 3_000_000)
		rep, err := Verify(ctx, task, cfg, engine.Quiet{})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if rep.Verdict != want || !strings.HasSuffix(rep.DecidedBy, mortalBy) {
			t.Errorf("%s: %s (%s) by %s, want %s", name, rep.Verdict, rep.Reason, rep.DecidedBy, want)
		}
	}
}
