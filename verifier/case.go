package verifier

import (
	"context"

	"cupel/absint/interval"
	"cupel/engine"
	"cupel/evidence"
	"cupel/program"
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
	u := a.source.setup
	c := &evidence.Case{
		Journal: u.journal,
		Options: evidence.Options{Engine: u.cfg.Engine, Entry: u.cfg.start(), Function: u.cfg.Function, Linear: u.cfg.Invariants == InvariantsRelational,
			Certify: u.cfg.Certify, RequireCertified: u.cfg.RequireCertified, Certifier: u.cfg.Certifier, CertifyTimeout: u.cfg.CertifyTimeout,
			Witness: u.cfg.Witness, Harness: u.cfg.Harness, CompileFlags: u.compileFlags(), Trace: u.cfg.tells(), Report: u.cfg.Report != "", Version: Version, CommandLine: u.cfg.CommandLine, Settled: u.cfg.Settled},
		Files: u.task.Files(), Property: u.cfg.PropertyOf(u.task), Overflow: u.task.noOverflow(), ErrorFunctions: u.errorFunctions(), DataModel: u.cfg.DataModel,
		Open: u.open, Solver: u.solver,
		Lower: func(ctx context.Context, p *program.Program) (*program.Program, error) {
			return integers(ctx, p, interval.Analyze(ctx, p))
		},
		Module: a.source.module, Turned: u.cfg.Restriction != nil && u.cfg.Restriction.Passing > 0, Result: a.result, Ran: a.ran, Divided: a.inCases, Doomed: a.seen.doomed, Proven: a.proven,
	}
	if t := a.source.inputs; t != nil && a.proven != nil {
		c.Slots = received(t, a.proven.Execution)
	}
	if a.result.Verdict == engine.True && u.cfg.Certify && !u.cfg.alone {
		c.Others = a.others
	}
	if b := a.on; b != nil && !(a.ran && b.lowering.inlining.closed != nil) {
		c.Original, c.Closed, c.Sliced, c.Ranges, c.Prepared = b.lowering.inlining.original, b.lowering.inlining.closed != nil, b.lowering.sliced, b.lowering.ranges, b.prepared
		c.Facts, c.Functions = b.analysis.invariants, b.lowering.functions
	}
	return c
}

// compileFlags are gcc's for headers and macros, of each file.
func (u *setup) compileFlags() (out [][]string) {
	for i := range u.task.Files() {
		out = append(out, u.cfg.compileOf(i).Flags())
	}
	return out
}
