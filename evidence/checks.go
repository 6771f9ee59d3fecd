package evidence

import (
	"fmt"
	"strings"

	"cupel/analysis/execution"
	"cupel/internal/terminal"
)

// The states of a check.
const (
	CheckProved   = "proved"   // no execution that comes to it without undefined behaviour before fails it
	CheckViolated = "violated" // an execution was replayed in which it is the first that fails
	CheckOpen     = "open"
)

// A Check is one place of the program at which something is required, with its state.
type Check struct {
	At        string       `json:"at"` // file:line:column
	Function  string       `json:"function,omitempty"`
	Kind      string       `json:"kind"`
	Condition string       `json:"condition"`
	State     string       `json:"state"`
	By        string       `json:"by,omitempty"`     // what decided
	Reason    string       `json:"reason,omitempty"` // why it is open
	Inputs    []InputValue `json:"inputs,omitempty"` // of the execution that violates it
	// Depends are other values that the execution depends on.
	Depends []string `json:"depends_on,omitempty"`
	// Fault tells the fault of memory that it is.
	Fault  *execution.Fault `json:"fault,omitempty"`
	Chosen []string         `json:"chosen,omitempty"` // what a caller chooses for that execution, where a function is verified by itself
}

// String is the check in a line, without its state.
func (c *Check) String() string {
	text := c.Kind
	if c.Condition != "" && c.Condition != c.Kind {
		text += ": " + c.Condition
	}
	return text
}

// Violate makes a check violated, by the execution of a report.
func (c *Check) Violate(r *Report) {
	c.State, c.By, c.Inputs, c.Fault = CheckViolated, r.DecidedBy, r.Inputs, r.Fault
	for _, d := range r.Depends {
		if d.chosen() {
			c.Chosen = append(c.Chosen, d.String())
		} else {
			c.Depends = append(c.Depends, d.String())
		}
	}
}

// CountChecks are the numbers of checks by state.
func CountChecks(cs []Check) (proved, violated, open int) {
	for i := range cs {
		switch cs[i].State {
		case CheckProved:
			proved++
		case CheckViolated:
			violated++
		default:
			open++
		}
	}
	return proved, violated, open
}

// CheckCounts says how many checks have which state.
func CheckCounts(cs []Check) string {
	proved, violated, open := CountChecks(cs)
	return fmt.Sprintf("%d proved, %d violated, %d open", proved, violated, open)
}

// Why is what decided a check, or why nothing did.
func (c *Check) Why() string {
	switch c.State {
	case CheckViolated:
		var parts []string
		for _, in := range c.Inputs[:min(len(c.Inputs), maxCheckInputs)] {
			name := in.Variable
			if name == "" {
				name = in.Call + "()"
			}
			parts = append(parts, name+" = "+in.Text())
		}
		if len(c.Inputs) > maxCheckInputs {
			parts = append(parts, "...")
		}
		if left := maxCheckInputs - len(parts); left > 0 {
			parts = append(parts, c.Chosen[:min(len(c.Chosen), left)]...)
		}
		if len(parts) == 0 {
			return c.By
		}
		return c.By + ", with " + strings.Join(parts, ", ")
	case CheckOpen:
		return c.Reason
	}
	return c.By
}

// Lines is the row of the table: a line, and one for a fault of memory.
func (c *Check) Lines() []string {
	line := fmt.Sprintf("%-8s  %s: %s", c.State, c.At, c)
	if why := c.Why(); why != "" {
		line += "   (" + why + ")"
	}
	lines := []string{line}
	if c.Fault != nil {
		lines = append(lines, fmt.Sprintf("%-8s  %s", "", c.Fault.Text))
	}
	return lines
}

// writeChecks prints the table; where it is long, without the proved ones.
func (r *Report) writeChecks(b *strings.Builder) {
	if r.Checks == nil {
		return
	}
	fmt.Fprintf(b, "checks: %s\n", CheckCounts(r.Checks))
	hidden := 0
	for i := range r.Checks {
		c := &r.Checks[i]
		if c.State == CheckProved && len(r.Checks) > maxChecksShown {
			hidden++
			continue
		}
		for _, line := range c.Lines() {
			fmt.Fprintf(b, "  %s\n", terminal.Line(line))
		}
	}
	if hidden > 0 {
		fmt.Fprintf(b, "  ... and %d that are proved, which --format json lists\n", hidden)
	}
}
