package testgen

import "fmt"

// Measured is what gcov counts in the program's file when the tests are run in the compiled program.
type Measured struct {
	Branches      int    `json:"branches"` // gcov's, each condition of a short-circuit by itself
	TakenBranches int    `json:"branches_taken"`
	Lines         int    `json:"lines"`
	ExecutedLines int    `json:"lines_executed"`
	Why           string `json:"why,omitempty"` // why nothing is measured
}

// String tells the figures.
func (m *Measured) String() string {
	if m.Why != "" {
		return "not measured: " + m.Why
	}
	return fmt.Sprintf("%d of %d branches taken, %d of %d lines executed", m.TakenBranches, m.Branches, m.ExecutedLines, m.Lines)
}
