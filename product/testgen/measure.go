package testgen

import (
	"context"
	"fmt"

	"cupel/evidence/harness"
	"cupel/verifier"
)

// Measured is the coverage by gcov of the tests executed in the compiled program.
type Measured struct {
	Branches      int    `json:"branches"` // as gcov counts them, each short-circuit condition separately
	TakenBranches int    `json:"branches_taken"`
	Lines         int    `json:"lines"`
	ExecutedLines int    `json:"lines_executed"`
	Why           string `json:"why,omitempty"` // why nothing was measured
}

// String prints the figures.
func (m *Measured) String() string {
	if m.Why != "" {
		return "not measured: " + m.Why
	}
	return fmt.Sprintf("%d of %d branches taken, %d of %d lines executed", m.TakenBranches, m.Branches, m.ExecutedLines, m.Lines)
}

// Measure executes the tests in the compiled, confined program, and measures their coverage.
func (r *Result) Measure(ctx context.Context, t *verifier.Task, cfg verifier.Config) *Measured {
	var sequences []harness.Sequence
	for _, test := range r.Tests {
		sequences = append(sequences, test.Inputs)
	}
	spec := &harness.Spec{Source: t.File, Text: t.Text, Model: cfg.DataModel, Flags: cfg.Compile.Flags(), Errors: cfg.ErrorFunctionsOf(t), Wrap: cfg.SignedWrap}
	if cfg.Entry != "main" {
		return &Measured{Why: "a compiled program starts in main, not in " + cfg.Entry}
	}
	c, err := harness.Cover(ctx, spec, sequences)
	if err != nil {
		return &Measured{Why: err.Error()}
	}
	return &Measured{Branches: c.Branches, TakenBranches: c.Taken, Lines: c.Lines, ExecutedLines: c.Executed}
}
