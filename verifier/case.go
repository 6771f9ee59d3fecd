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

// explained is the answer as its evidence needs it.
func (a *answer) explained() *evidence.Case {
	j := a.source.job
	c := &evidence.Case{
		Journal: j.Journal,
		Options: evidence.Options{Engine: j.cfg.Engine, Entry: j.cfg.start(), Function: j.cfg.Function, Linear: j.cfg.Invariants == InvariantsRelational,
			Certify: j.cfg.Certify, RequireCertified: j.cfg.RequireCertified, Certifier: j.cfg.Certifier, CertifyTimeout: j.cfg.CertifyTimeout,
			Witness: j.cfg.Witness, Harness: j.cfg.Harness, CompileFlags: j.compileFlags(), Trace: j.cfg.tells(), Report: j.cfg.Report != "", Version: Version, CommandLine: j.cfg.CommandLine, Settled: j.cfg.Settled},
		Files: j.task.Files(), Property: j.cfg.PropertyOf(j.task), Overflow: j.task.noOverflow(), ErrorFunctions: j.errorFunctions(), DataModel: j.cfg.DataModel,
		Open: j.open, Solver: j.solver,
		Lower: func(ctx context.Context, p *program.Program) (*program.Program, error) {
			return integers(ctx, p, interval.Analyze(ctx, p))
		},
		Module: a.source.module, Turned: j.cfg.Restriction != nil && j.cfg.Restriction.Passing > 0, Result: a.Result, Ran: a.ran, Divided: a.divided, Doomed: a.seen.doomed, Proven: a.proven,
	}
	if t := a.source.inputs; t != nil && a.proven != nil {
		c.Slots = received(t, a.proven.Execution)
	}
	if a.Verdict == engine.True && j.cfg.Certify && !j.cfg.alone {
		c.Others = a.others
	}
	if b := a.on; b != nil && !(a.ran && b.closed != nil) {
		c.Original, c.Closed, c.Sliced, c.Ranges, c.Prepared = b.original, b.closed != nil, b.sliced, b.ranges, b.prepared
		c.Facts, c.Functions = b.invariants, b.functions
	}
	return c
}

// compileFlags are gcc's for headers and macros, of each file.
func (s *job) compileFlags() (out [][]string) {
	for i := range s.task.Files() {
		out = append(out, s.cfg.compileOf(i).Flags())
	}
	return out
}
