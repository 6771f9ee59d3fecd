package solidity

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"cupel/solidity/trace"
	"cupel/solidity/translate"
)

// The rules of SARIF results: what a function does wrong, and what is not known of it.
const (
	ruleViolation  = "violation"
	ruleUnverified = "not-verified"
)

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID    string    `json:"id"`
	Short sarifText `json:"shortDescription"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

type sarifResult struct {
	Rule      string          `json:"ruleId"`
	Kind      string          `json:"kind,omitempty"` // of checks: pass, fail, open
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
	Flows     []sarifFlow     `json:"codeFlows,omitempty"` // transactions that lead there
}

type sarifFlow struct {
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location struct {
		sarifLocation
		Message sarifText `json:"message"`
	} `json:"location"`
}

// flows are the transactions of a trace.
func flows(t *trace.Trace) []sarifFlow {
	if t == nil {
		return nil
	}
	var th sarifThread
	for i := range t.Transactions {
		var s sarifStep
		s.Location.sarifLocation, s.Location.Message.Text = locate(t.Transactions[i].Where), t.Transactions[i].String()
		th.Locations = append(th.Locations, s)
	}
	return []sarifFlow{{[]sarifThread{th}}}
}

type sarifRun struct {
	Tool struct {
		Driver struct {
			Name    string      `json:"name"`
			Version string      `json:"version,omitempty"`
			Rules   []sarifRule `json:"rules"`
		} `json:"driver"`
	} `json:"tool"`
	Results []sarifResult `json:"results"`
}

// WriteSARIF writes the report in the Static Analysis Results Interchange Format (OASIS, version 2.1.0): an
// error for each violation, a warning for each function that is not verified, the warnings as notes, and
// where checks are asked for a result for each, which passes, fails or is open.
func (r *Report) WriteSARIF(w io.Writer, version string) error {
	var run sarifRun
	d := &run.Tool.Driver
	d.Name, d.Version = "cupel", version
	d.Rules = []sarifRule{{ruleViolation, sarifText{"A function violates an assertion or its specification."}},
		{ruleUnverified, sarifText{"A function could not be translated or decided."}}}
	run.Results = []sarifResult{}
	add := func(rule, level, text, where string) {
		x := sarifResult{Rule: rule, Level: level, Message: sarifText{text}}
		if where != "" {
			x.Locations = []sarifLocation{locate(where)}
		}
		run.Results = append(run.Results, x)
	}
	for i, k := range translate.CheckNames() {
		d.Rules = append(d.Rules, sarifRule{k, sarifText{translate.CheckTexts()[i]}})
	}
	for _, f := range r.Functions {
		if r.listed {
			for _, c := range f.Checks {
				run.Results = append(run.Results, c.sarif(f.Name))
			}
		}
		for _, e := range f.Errors {
			if e.check && r.listed {
				continue
			}
			add(ruleViolation, "error", f.Name+": "+e.Text, e.Where)
			run.Results[len(run.Results)-1].Flows = flows(e.Trace)
		}
		if f.Reason != "" || f.Verdict != OK && f.Verdict != Error {
			text := f.Name + ": " + f.Verdict
			if f.Reason != "" {
				text += ": " + f.Reason
			}
			add(ruleUnverified, "warning", text, f.Where)
		}
	}
	for _, m := range r.Warnings {
		add(ruleUnverified, "note", m.Text, m.Where)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(map[string]any{"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": []sarifRun{run}})
}

// sarif is the result of a check.
func (c *Check) sarif(function string) sarifResult {
	x := sarifResult{Rule: c.Kind, Kind: "open", Level: "none", Locations: []sarifLocation{locate(c.Where)}, Flows: flows(c.Trace)}
	switch {
	case c.Result == Proved:
		x.Kind = "pass"
	case c.Result == Violated:
		x.Kind, x.Level = "fail", "error"
	case c.MayFail:
		x.Kind, x.Level = "fail", "warning"
	}
	x.Message.Text = function + ": " + c.Kind + " '" + c.Code + "': " + c.Result
	if c.Reason != "" {
		x.Message.Text += ": " + c.Reason
	}
	return x
}

// locate reads file:line:column.
func locate(where string) sarifLocation {
	var l sarifLocation
	file, numbers := where, []int{}
	for len(numbers) < 2 {
		i := strings.LastIndexByte(file, ':')
		n, err := strconv.Atoi(file[i+1:])
		if i < 0 || err != nil || n < 1 {
			break
		}
		file, numbers = file[:i], append(numbers, n)
	}
	l.Physical.Artifact.URI = filepath.ToSlash(file)
	switch len(numbers) {
	case 1:
		l.Physical.Region = &sarifRegion{Line: numbers[0]}
	case 2:
		l.Physical.Region = &sarifRegion{Line: numbers[1], Column: numbers[0]}
	}
	return l
}
