package witness

import (
	"io"
	"time"

	"github.com/goccy/go-yaml"
)

// The structures follow the schema of witness formats 2.0 and 2.1; field order is the
// order of output.

type entry struct {
	EntryType string   `yaml:"entry_type"`
	Metadata  metadata `yaml:"metadata"`
	Content   any      `yaml:"content"`
}

type metadata struct {
	FormatVersion string   `yaml:"format_version"`
	UUID          string   `yaml:"uuid"`
	CreationTime  string   `yaml:"creation_time"`
	Producer      producer `yaml:"producer"`
	Task          task     `yaml:"task"`
}

type producer struct {
	Name          string `yaml:"name"`
	Version       string `yaml:"version"`
	Configuration string `yaml:"configuration,omitempty"`
	CommandLine   string `yaml:"command_line,omitempty"`
}

type task struct {
	InputFiles      []string          `yaml:"input_files"`
	InputFileHashes map[string]string `yaml:"input_file_hashes"`
	Specification   string            `yaml:"specification"`
	DataModel       string            `yaml:"data_model"`
	Language        string            `yaml:"language"`
}

type location struct {
	FileName string `yaml:"file_name"`
	Line     int    `yaml:"line"`
	Column   int    `yaml:"column,omitempty"`
	Function string `yaml:"function,omitempty"`
}

type constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

type waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	Constraint *constraint `yaml:"constraint,omitempty"`
	Location   location    `yaml:"location"`
}

type waypointItem struct {
	Waypoint waypoint `yaml:"waypoint"`
}

type segmentItem struct {
	Segment []waypointItem `yaml:"segment"`
}

type invariant struct {
	Type     string   `yaml:"type"`
	Location location `yaml:"location"`
	Value    string   `yaml:"value"`
	Format   string   `yaml:"format"`
}

type invariantItem struct {
	Invariant invariant `yaml:"invariant"`
}

func (m Meta) yaml() metadata {
	md := metadata{
		FormatVersion: "2.0",
		UUID:          m.UUID,
		CreationTime:  m.Created.Format(time.RFC3339),
		Producer:      producer{"Cupel", m.Version, m.Configuration, m.CommandLine},
		Task: task{
			InputFiles:      []string{m.InputFile},
			InputFileHashes: map[string]string{m.InputFile: m.InputHash},
			Specification:   m.Specification,
			DataModel:       m.Model.String(),
			Language:        "C",
		},
	}
	for _, in := range m.More {
		md.Task.InputFiles = append(md.Task.InputFiles, in.File)
		md.Task.InputFileHashes[in.File] = in.Hash
	}
	return md
}

func (p Point) yaml(file string) location {
	if p.Pos.File != "" {
		file = p.Pos.File
	}
	return location{file, p.Pos.Line, p.Pos.Col, p.Func}
}

func writeYAMLViolation(w io.Writer, m Meta, v *Violation) error {
	segments := []segmentItem{}
	add := func(action string, p waypoint) {
		p.Action = action
		segments = append(segments, segmentItem{[]waypointItem{{p}}})
	}
	md, results := m.yaml(), "acsl_expression"
	if len(v.Cycle) > 0 {
		md.FormatVersion, results = "2.1", "ext_c_expression"
	}
	step := func(action string, s Step) {
		p := waypoint{Type: "branching", Location: s.yaml(m.InputFile), Constraint: &constraint{Value: s.Value}}
		switch {
		case s.Return:
			p.Type = "function_return"
			p.Constraint = &constraint{`\result ` + s.Value, results}
		case s.Holds:
			p.Type = "assumption"
			p.Constraint.Format = "c_expression"
		}
		add(action, p)
	}
	for _, s := range v.Steps {
		step("follow", s)
	}
	for _, s := range v.Cycle {
		step("cycle", s)
	}
	if len(v.Cycle) == 0 {
		add("follow", waypoint{Type: "target", Location: v.Target.yaml(m.InputFile)})
	}
	return yaml.NewEncoder(w).Encode([]entry{{"violation_sequence", md, segments}})
}

func writeYAMLCorrectness(w io.Writer, m Meta, invs []Invariant) error {
	items, md := []invariantItem{}, m.yaml()
	for _, i := range invs {
		kind, format := "loop_invariant", "c_expression"
		switch {
		case i.Transition:
			kind, format, md.FormatVersion = "loop_transition_invariant", "ext_c_expression", "2.1"
		case i.Statement:
			kind = "location_invariant"
		}
		items = append(items, invariantItem{invariant{kind, i.yaml(m.InputFile), i.Expr, format}})
	}
	return yaml.NewEncoder(w).Encode([]entry{{"invariant_set", md, items}})
}
