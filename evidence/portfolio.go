package evidence

import (
	"fmt"
	"strings"
)

// Portfolio says which engines were asked, and what they came to.
type Portfolio struct {
	Class    string         `json:"class"`    // of the program, in the table that orders the engines
	Features map[string]int `json:"features"` // that the class was chosen by
	Members  []Member       `json:"engines"`
}

// Member is an engine that was asked.
type Member struct {
	Engine     string  `json:"engine"`
	Status     string  `json:"status"`
	Work       int     `json:"work"`
	CPUSeconds float64 `json:"cpu_seconds"`
	Facts      int     `json:"facts"` // about the program, that it told the others
	// Halts are turns that its processor time ended, not its work: another run may be another.
	Halts  int    `json:"halts,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// write prints a line for each engine that was started.
func (p *Portfolio) write(b *strings.Builder) {
	if p == nil {
		return
	}
	for _, m := range p.Members {
		if m.CPUSeconds == 0 && m.Work == 0 && m.Reason == "" {
			continue
		}
		fmt.Fprintf(b, "%s: %s, %.2f s of processor time", m.Engine, m.Status, m.CPUSeconds)
		if m.Facts > 0 {
			fmt.Fprintf(b, ", %d facts", m.Facts)
		}
		if m.Reason != "" {
			fmt.Fprintf(b, " (%s)", m.Reason)
		}
		b.WriteString("\n")
	}
}
