package evidence

import (
	"fmt"
	"strings"

	"cupel/internal/lazyregexp"
	"cupel/internal/terminal"
)

// placed matches a warning that begins with its place.
var placed = lazyregexp.New(`(?s)^.*?:\d+:\d+: `)

// writeWarnings prints the warnings, one that is given at several places once, with the first of them.
func (r *Report) writeWarnings(b *strings.Builder) {
	what := func(w string) string { return w[len(placed().FindString(w)):] }
	number := map[string]int{}
	for _, w := range r.Warnings {
		number[what(w)]++
	}
	for _, w := range r.Warnings {
		n := number[what(w)]
		if n == 0 {
			continue // told
		}
		number[what(w)] = 0
		fmt.Fprintf(b, "warning: %s%s", terminal.Line(placed().FindString(w)), terminal.Text(what(w)))
		if n > 1 {
			fmt.Fprintf(b, " (%d places)", n)
		}
		b.WriteString("\n")
	}
}
