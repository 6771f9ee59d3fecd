// Package sarif writes the Static Analysis Results Interchange Format (OASIS, version 2.1.0), restricted to
// what verification results need: rules, results with locations, and code flows.
//
//	{"ruleId": "...", "kind": "fail", "level": "error", "message": {...}, "locations": [...], "codeFlows": [...]}
package sarif

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"

	"cupel/core/program"
)

// Text is a message.
type Text struct {
	Text string `json:"text"`
}

// Rule is a kind of results.
type Rule struct {
	ID    string `json:"id"`
	Short Text   `json:"shortDescription"`
}

// Location is a place in a file.
type Location struct {
	Physical Physical `json:"physicalLocation"`
}

// Physical is the position; without a region it is the whole file.
type Physical struct {
	Artifact Artifact `json:"artifactLocation"`
	Region   *Region  `json:"region,omitempty"`
}

// Artifact is a file.
type Artifact struct {
	URI string `json:"uri"`
}

// Region begins in a line and, unless that is 0, a column, both from 1.
type Region struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

// The levels and kinds of results.
const (
	LevelError   = "error"
	LevelWarning = "warning"
	LevelNote    = "note"
	LevelNone    = "none"

	KindPass = "pass"
	KindFail = "fail"
	KindOpen = "open"
)

// Result is what was found.
type Result struct {
	Rule      string     `json:"ruleId"`
	Kind      string     `json:"kind,omitempty"` // pass, fail, open; "": fail
	Level     string     `json:"level"`
	Message   Text       `json:"message"`
	Locations []Location `json:"locations,omitempty"`
	Flows     []Flow     `json:"codeFlows,omitempty"`
	// Related are other places that matter, with what happens there.
	Related []StepLocation `json:"relatedLocations,omitempty"`
}

// Flow is a way to a result.
type Flow struct {
	Threads []Thread `json:"threadFlows"`
}

// Thread is a sequence of steps.
type Thread struct {
	Locations []Step `json:"locations"`
}

// Step is a place on the way, with what happens there.
type Step struct {
	Location     StepLocation `json:"location"`
	NestingLevel int          `json:"nestingLevel,omitempty"`
}

// StepLocation is a place with a message.
type StepLocation struct {
	Location
	Message Text `json:"message"`
}

// NewFlow makes a way of steps; without any there is none.
func NewFlow(steps []Step) []Flow {
	if len(steps) == 0 {
		return nil
	}
	return []Flow{{[]Thread{{steps}}}}
}

// Run is a run of a tool.
type Run struct {
	Name, Version string
	Rules         []Rule
	Results       []Result
}

// uri names a file: relative as it was given, or by its scheme.
func uri(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

// Locate is the place that a text names: file, file:line or file:line:column.
func Locate(where string) Location {
	pos := program.ParsePos(where)
	l := Location{Physical{Artifact: Artifact{URI: uri(pos.File)}}}
	if pos.Line > 0 {
		l.Physical.Region = &Region{Line: pos.Line, Column: pos.Col}
	}
	return l
}

// document is a file as the format has it.
type document struct {
	Version string    `json:"version"`
	Schema  string    `json:"$schema"`
	Runs    []runJSON `json:"runs"`
}

type runJSON struct {
	Tool struct {
		Driver driver `json:"driver"`
	} `json:"tool"`
	Results []Result `json:"results"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Rules   []Rule `json:"rules"`
}

// Write writes a file with one run.
func (r *Run) Write(w io.Writer) error {
	var x runJSON
	x.Tool.Driver = driver{r.Name, r.Version, r.Rules}
	if x.Results = r.Results; x.Results == nil { // null would say that the run failed
		x.Results = []Result{}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(document{"2.1.0", "https://json.schemastore.org/sarif-2.1.0.json", []runJSON{x}})
}
