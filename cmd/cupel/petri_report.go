package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cupel/product/petri"
	"cupel/product/petri/portfolio"
)

// petriReport is the JSON document of cupel petri.
type petriReport struct {
	Net         string        `json:"net"`
	Places      int           `json:"places"`
	Transitions int           `json:"transitions"`
	Arcs        int           `json:"arcs"`
	Properties  []petriAnswer `json:"properties"`
}

type petriAnswer struct {
	ID          string             `json:"id"`
	Description string             `json:"description,omitempty"`
	Quantifier  string             `json:"quantifier"`
	Verdict     string             `json:"verdict"` // TRUE, FALSE or CANNOT_COMPUTE
	Techniques  []string           `json:"techniques,omitempty"`
	Goal        string             `json:"goal"` // reachable, unreachable or unknown
	Certificate string             `json:"certificate,omitempty"`
	CheckedBy   string             `json:"checkedBy,omitempty"` // the second solver that confirmed the certificate
	Sequence    []string           `json:"sequence,omitempty"`
	Marking     map[string]int64   `json:"marking,omitempty"`
	Reasons     []string           `json:"reasons,omitempty"`
	Explanation []string           `json:"explanation,omitempty"`
	Statistics  map[string]float64 `json:"statistics"`

	stats []portfolio.Stat
}

// add appends the answer to a property.
func (r *petriReport) add(net *petri.Net, p petri.Property, res portfolio.Result) petriAnswer {
	a := petriAnswer{
		ID: p.ID, Description: p.Description, Quantifier: p.Quantifier.String(), Verdict: "CANNOT_COMPUTE",
		Techniques: strings.Fields(res.Method), Goal: res.Verdict.String(), Certificate: res.Certificate, CheckedBy: res.CheckedBy,
		Reasons: res.Reasons, Explanation: res.Explanation, Statistics: map[string]float64{}, stats: res.Stats,
	}
	if res.Verdict != portfolio.Unknown {
		a.Verdict = "FALSE"
		if p.Holds(res.Verdict == portfolio.Reachable) {
			a.Verdict = "TRUE"
		}
	}
	if res.Verdict == portfolio.Reachable {
		a.Marking = map[string]int64{}
		for q, k := range res.Marking {
			if k != 0 {
				a.Marking[net.Places[q].ID] = k
			}
		}
		for _, t := range res.Sequence {
			a.Sequence = append(a.Sequence, net.Transitions[t].ID)
		}
	}
	for _, s := range res.Stats {
		a.Statistics[s.Name] = s.Value
	}
	r.Properties = append(r.Properties, a)
	return a
}

// writeText writes the contest's line and under it, with stats, the details, and the explanation if there is one.
func (a petriAnswer) writeText(w io.Writer, stats bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "FORMULA %s %s", a.ID, a.Verdict)
	if len(a.Techniques) > 0 {
		b.WriteString(" TECHNIQUES " + strings.Join(a.Techniques, " "))
	}
	b.WriteString("\n")
	for _, line := range a.Explanation {
		b.WriteString("  " + line + "\n")
	}
	if stats {
		a.writeStats(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (a petriAnswer) writeStats(b *strings.Builder) {
	switch {
	case a.Certificate != "":
		fmt.Fprintf(b, "  unreachable: %s\n", a.Certificate)
	case a.Goal == portfolio.Reachable.String():
		fmt.Fprintf(b, "  reachable in %d steps\n", len(a.Sequence))
	}
	if a.CheckedBy != "" {
		fmt.Fprintf(b, "  confirmed by %s\n", a.CheckedBy)
	}
	for _, r := range a.Reasons {
		fmt.Fprintf(b, "  %s\n", r)
	}
	for _, s := range a.stats {
		fmt.Fprintf(b, "  %s: %s\n", s.Name, strconv.FormatFloat(s.Value, 'f', -1, 64))
	}
}

func (r *petriReport) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// exitCode is 2 when a property is undecided, else 1 when one is false.
func (r *petriReport) exitCode() int {
	code := 0
	for _, a := range r.Properties {
		switch a.Verdict {
		case "CANNOT_COMPUTE":
			return exitUnknown
		case "FALSE":
			code = 1
		}
	}
	return code
}
