package evidence

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/predicate"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/frontend/c"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

const unreachable = "CHECK( init(main()), LTL(G ! call(reach_error())) )"

// newCase is a case about a program; module, sliced and prepared are nil where there are none.
func newCase(module *program.Module, original, sliced, prepared *program.Program, r *engine.Result) *Case {
	return &Case{
		Journal: &Journal{},
		Task:    Task{Property: unreachable, ErrorFunctions: []string{"reach_error"}, DataModel: program.ILP32},
		Options: Options{Engine: "hand", Entry: "main", Linear: true, Certifier: "cvc5", Version: "test", CommandLine: "cupel verify", CompileFlags: [][]string{nil}},
		Tools:   Tools{Open: z3.Open, Lower: lowered},
		Stages:  Stages{Module: module, Original: original, Sliced: sliced, Prepared: prepared},
		Answer:  Answer{Result: r},
	}
}

// lowered is a program over the integers.
func lowered(ctx context.Context, p *program.Program) (*program.Program, error) {
	return intlower.Lower(ctx, p, intlower.Options{Ranges: interval.Analyze(ctx, p)})
}

// A subject is a C program in the stages that a case is about.
type subject struct {
	file                       string
	module                     *program.Module
	original, sliced, prepared *program.Program
}

// staged makes the stages of a C program in the working directory, which the test leaves.
func staged(t *testing.T, file string) *subject {
	t.Helper()
	m, _, err := c.Lower(t.Context(), file, nil, c.Options{Model: program.ILP32, Types: true})
	if err != nil {
		t.Fatal(err)
	}
	s := &subject{file: file, module: m}
	if s.original, err = passes.Inline(m, passes.InlineOptions{RecursionBound: 10}); err != nil {
		t.Fatal(err)
	}
	if s.sliced, _, err = passes.Default.Run(t.Context(), s.original); err != nil {
		t.Fatal(err)
	}
	s.prepared = s.sliced // where bits have no meaning over the integers
	if q, err := lowered(t.Context(), s.sliced); err == nil {
		if s.prepared, _, err = (passes.Pipeline{passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify}).Run(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	program.MarkLoopHeads(s.prepared)
	return s
}

// copied copies files of testdata to a directory of their own, which becomes the working directory: outputs are written there, and no position contains
// a path of the machine. It returns the absolute path of testdata.
func copied(t *testing.T, files ...string) (testdata string) {
	t.Helper()
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(testdata, f))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return testdata
}

// of is a case about the program with a result.
func (s *subject) of(r *engine.Result) *Case {
	c := newCase(s.module, s.original, s.sliced, s.prepared, r)
	c.Task.Files = []string{s.file}
	return c
}

// proven is a TRUE with claims about the loops at lines, in C.
func (s *subject) proven(t *testing.T, claims map[int]string) *Case {
	t.Helper()
	p := s.prepared
	invariants := map[*program.Location]*logic.Term{}
	for _, l := range p.LoopHeads() {
		if text, ok := claims[l.LoopPos.Line]; ok {
			invariants[l] = said(t, p, l, text)
		}
	}
	return s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Invariants: invariants, Complete: true, Summary: "by hand"}})
}

// said is a claim in C about the variables of the program at a location.
func said(t *testing.T, p *program.Program, l *program.Location, text string) *logic.Term {
	t.Helper()
	claim, err := predicate.Parse(p.Terms, text, predicate.ScopeAt(p, l))
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

// values are the inputs of an execution in order, and, by name, uninitialised variables.
type values struct {
	inputs []int64
	named  map[string]int64
	terms  *logic.Factory
}

// Next implements interp.Source.
func (v *values) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	sort := op.Var.Sort()
	if !sort.IsBV() {
		return nil, false
	}
	var n int64
	switch {
	case op.Input != nil && len(v.inputs) > 0:
		n, v.inputs = v.inputs[0], v.inputs[1:]
	case op.Unknown != nil:
		n = v.named[op.Unknown.Name]
	default:
		return nil, false
	}
	return v.terms.BVInt(n, sort.Width()), true
}

// failed is a FALSE with the execution on values.
func (s *subject) failed(t *testing.T, v values) *Case {
	t.Helper()
	run := func(ctx context.Context, o interp.Options) *interp.Outcome {
		m, err := interp.New(s.original)
		if err != nil {
			t.Fatal(err)
		}
		again := v
		again.inputs, again.terms = slices.Clone(v.inputs), s.original.Terms
		return m.Run(ctx, &again, o)
	}
	out := run(t.Context(), interp.Options{Trace: true, MaxSteps: 100_000})
	if out.Kind != interp.ReachedError {
		t.Fatalf("%v: %s", out.Kind, out.Note)
	}
	c := s.of(&engine.Result{Verdict: engine.False})
	c.Answer.Proven = &Confirmation{Execution: out, Program: s.original, Again: run}
	return c
}

// explained is the report about a case, as the verifier begins it.
func explained(t *testing.T, c *Case) *Report {
	t.Helper()
	r := &Report{Verdict: c.Answer.Result.Verdict.String(), Program: "program", Property: c.Task.Property, Result: "true", DataModel: c.Task.DataModel.String(), Engine: c.Options.Engine, DecidedBy: c.Options.Engine}
	if len(c.Task.Files) > 0 {
		r.Program = c.Task.Files[0]
	}
	if c.Answer.Result.Verdict == engine.False {
		r.Result = "false(unreach-call)"
	}
	if err := Explain(t.Context(), c, r); err != nil {
		t.Fatal(err)
	}
	c.Journal.Into(r)
	return r
}
