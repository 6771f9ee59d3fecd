package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"cupel/evidence/report"
	"cupel/internal/wholefile"
	"cupel/product/petri/portfolio"
	"cupel/verifier"
)

// writeList writes a page of answers.
func writeList(file, title string, items []report.Item) error {
	return wholefile.Write(file, func(w io.Writer) error {
		return report.WriteList(w, report.List{Title: title, Items: items, Context: report.Context{Version: verifier.Version, CommandLine: commandLine(os.Args[1:])}})
	})
}

// items are the answers to properties of a net.
func (r *petriReport) items() []report.Item {
	var out []report.Item
	for _, a := range r.Properties {
		x := report.Item{Name: a.ID, Answer: a.Verdict, Badge: report.Open, Steps: a.Sequence}
		switch a.Verdict {
		case "TRUE":
			x.Badge = report.Good
		case "FALSE":
			x.Badge = report.Bad
		}
		if a.Description != "" {
			x.Notes = append(x.Notes, a.Description)
		}
		switch {
		case a.Certificate != "":
			x.Notes = append(x.Notes, "unreachable: "+a.Certificate)
		case a.Goal == portfolio.Reachable.String():
			var marked []string
			for _, p := range slices.Sorted(maps.Keys(a.Marking)) {
				marked = append(marked, fmt.Sprintf("%s: %d", p, a.Marking[p]))
			}
			x.Notes = append(x.Notes, "reachable: "+strings.Join(marked, ", "))
		}
		x.Notes = append(x.Notes, a.Reasons...)
		out = append(out, x)
	}
	return out
}
