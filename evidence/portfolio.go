package evidence

import (
	"fmt"
	"strings"

	"cupel/internal/terminal"
)

// Portfolio reports the engines of a portfolio run and their outcomes.
type Portfolio struct {
	Class    string         `json:"class"`    // class of the program in the portfolio's table
	Features map[string]int `json:"features"` // that determined the class
	Members  []Member       `json:"engines"`
}

// Member is one engine of the portfolio.
type Member struct {
	Engine     string  `json:"engine"`
	Status     string  `json:"status"`
	Work       int     `json:"work"`
	CPUSeconds float64 `json:"cpu_seconds"`
	Facts      int     `json:"facts"` // published to the other engines
	// Halts counts turns ended by processor time instead of work: such a run need not be reproducible.
	Halts  int    `json:"halts,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// write prints a line for each engine started.
func (p *Portfolio) write(b *strings.Builder) {
	if p == nil {
		return
	}
	told := map[string]bool{}
	for _, m := range p.Members {
		if m.CPUSeconds == 0 && m.Work == 0 && m.Reason == "" {
			continue
		}
		fmt.Fprintf(b, "%s: %s, %.2f s of processor time", m.Engine, m.Status, m.CPUSeconds)
		if m.Facts > 0 {
			fmt.Fprintf(b, ", %d facts", m.Facts)
		}
		switch {
		case m.Reason == "":
		case told[m.Reason]:
			b.WriteString(" (the same)")
		default:
			told[m.Reason] = true
			fmt.Fprintf(b, " (%s)", terminal.Message(m.Reason))
		}
		b.WriteString("\n")
	}
}
