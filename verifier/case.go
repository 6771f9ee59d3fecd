package verifier

import (
	"context"

	"cupel/analysis/absint/interval"
	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence"
)

// The parts of a report that callers name.
type (
	Report      = evidence.Report
	Certificate = evidence.Certificate
	Assumption  = evidence.Assumption
	Dependence  = evidence.Dependence
	Invariant   = evidence.Invariant
	InputValue  = evidence.InputValue
	PhaseTime   = evidence.PhaseTime
	TextOptions = evidence.TextOptions
)

// evidenceCase is the answer as its evidence needs it.
func (a *answer) evidenceCase() *evidence.Case {
	u := a.setup()
	c := &evidence.Case{
		Journal: u.journal,
		Settled: u.run.Settled,
		Task:    evidence.Task{Files: u.task.Files(), Property: u.cfg.PropertyOf(u.task), Sanitizer: u.task.PropertyInfo().Sanitizer, ErrorFunctions: u.errorFunctions(), Ends: u.ends(), DataModel: u.cfg.DataModel},
		Options: u.evidenceOptions(),
		Tools: evidence.Tools{Open: u.open, Solver: u.solver, Lower: func(ctx context.Context, p *program.Program) (*program.Program, error) {
			return integers(ctx, p, interval.Analyze(ctx, p), true)
		}},
		Stages: a.evidenceStages(),
		Answer: evidence.Answer{Result: a.result, Ran: a.ran, InCases: a.inCases, Doomed: a.seen.doomed, Proven: a.proven, Lasso: a.lasso, Ranked: a.ranked},
	}
	for _, p := range a.parts {
		c.Parts = append(c.Parts, p.evidenceCase())
	}
	a.limitEvidence(c)
	if t := a.source.inputs; t != nil && a.proven != nil {
		c.Answer.Slots = received(t, a.proven.Execution)
	}
	if a.result.Verdict == engine.True && u.cfg.Certify && !u.cfg.OwnProof && !u.ends() {
		c.Others = a.others
	}
	return c
}

// evidenceOptions are those settings that say which evidence is asked for.
func (u *setup) evidenceOptions() evidence.Options {
	c := &u.cfg
	return evidence.Options{Engine: c.Engine, Entry: c.start(), Function: c.Function, Linear: c.Invariants == InvariantsRelational,
		Certify: c.Certify, RequireCertified: c.RequireCertified, Certifier: c.Certifier, CertifyTimeout: c.CertifyTimeout,
		Witness: c.Witness, Harness: c.Harness, Wrap: c.SignedWrap, RefuseVacuous: u.refusesVacuous(), CompileFlags: u.compileFlags(), Trace: c.tells(), Report: c.Report != "", Version: Version, CommandLine: c.CommandLine}
}

// evidenceStages are the programs that an answer is about. A run before the engine has no
// use for a program with closed recursion, whose executions are not those of the program.
func (a *answer) evidenceStages() evidence.Stages {
	r := a.setup().cfg.Restriction
	s := evidence.Stages{Module: a.source.module, Reduced: a.reduced, Ranks: a.ranks}
	if r != nil && r.Passing > 0 {
		s.Reduced = []string{"construction of the complement program"}
	}
	s.Shapes = a.source.plain != nil && a.source.plain.keeps
	if b := a.on; b != nil && !(a.ran && b.lowering.inlining.closed != nil) {
		l := b.lowering
		s.Original, s.Closed, s.Sliced, s.Ranges, s.Prepared = l.inlining.original, l.inlining.closed != nil, l.sliced, l.ranges, b.prepared
		s.Facts, s.Functions = b.analysis.invariants, l.functions
	}
	return s
}

// compileFlags are gcc's for headers and macros, of each file.
func (u *setup) compileFlags() (out [][]string) {
	for i := range u.task.Files() {
		out = append(out, u.cfg.compileOf(i).Flags())
	}
	return out
}
