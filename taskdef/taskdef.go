// Package taskdef reads SV-COMP task definitions (.yml, format versions 0.1 to
// 2.1) and task sets (.set).
package taskdef

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// Task is one task definition with resolved paths.
type Task struct {
	Path       string   // of the definition
	InputFiles []string // resolved, sorted within a pattern
	Properties []Property
	Language   string // "C" when not said
	DataModel  string // ILP32 (default) or LP64
}

// Property is a property with the verdict expected of the task.
type Property struct {
	File        string // resolved
	Expected    *bool  // nil: unknown
	Subproperty string
}

// Name returns the property's name: its file's without .prp.
func (p Property) Name() string { return strings.TrimSuffix(filepath.Base(p.File), ".prp") }

// Error is a fault of a task definition or set.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// stringList accepts a string or a list of strings.
type stringList []string

// UnmarshalYAML implements yaml.InterfaceUnmarshaler.
func (l *stringList) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*l = []string{one}
		return nil
	}
	var many []string
	if err := unmarshal(&many); err != nil {
		return err
	}
	*l = many
	return nil
}

type document struct {
	FormatVersion any        `yaml:"format_version"`
	InputFiles    stringList `yaml:"input_files"`
	Properties    []struct {
		PropertyFile string `yaml:"property_file"`
		Expected     any    `yaml:"expected_verdict"`
		Subproperty  string `yaml:"subproperty"`
	} `yaml:"properties"`
	Options struct {
		Language  string `yaml:"language"`
		DataModel string `yaml:"data_model"`
	} `yaml:"options"`
}

// Load reads the task definition at path.
func Load(path string) (*Task, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be read: " + reason(err)}
	}
	return Parse(path, data)
}

func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Parse reads a task definition from data; path places its relative paths and
// is used in errors.
func Parse(path string, data []byte) (t *Task, err error) {
	defer func() { // the YAML library must not bring the verifier down
		if r := recover(); r != nil {
			t, err = nil, &Error{path, 1, 1, fmt.Sprintf("not a YAML document: %v", r)}
		}
	}()
	var d document
	if err := yaml.Unmarshal(data, &d); err != nil {
		e := &Error{File: path, Line: 1, Col: 1}
		var y yaml.Error
		if errors.As(err, &y) {
			if tok := y.GetToken(); tok != nil && tok.Position != nil {
				e.Line, e.Col = tok.Position.Line, tok.Position.Column
			}
			e.Msg = "not a task definition: " + y.GetMessage()
		} else {
			e.Msg = "not a task definition: " + strings.SplitN(err.Error(), "\n", 2)[0]
		}
		return nil, e
	}
	fail := func(format string, args ...any) (*Task, error) {
		return nil, &Error{File: path, Line: 1, Col: 1, Msg: fmt.Sprintf(format, args...)}
	}
	switch v := fmt.Sprint(d.FormatVersion); v {
	case "0.1", "1.0", "2.0", "2.1", "1", "2":
	default:
		return fail("format_version is %s; expected 1.0, 2.0 or 2.1", v)
	}
	t = &Task{Path: path, Language: d.Options.Language, DataModel: d.Options.DataModel}
	if t.Language == "" {
		t.Language = "C"
	}
	switch t.DataModel {
	case "":
		t.DataModel = "ILP32"
	case "ILP32", "LP64":
	default:
		return fail("data_model is %q; expected ILP32 or LP64", t.DataModel)
	}
	dir := filepath.Dir(path)
	if len(d.InputFiles) == 0 {
		return fail("no input_files")
	}
	for _, pattern := range d.InputFiles {
		m, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(m) == 0 {
			return fail("input file %q does not exist beside the definition", pattern)
		}
		sort.Strings(m)
		t.InputFiles = append(t.InputFiles, m...)
	}
	for i, p := range d.Properties {
		if p.PropertyFile == "" {
			return fail("property %d has no property_file", i+1)
		}
		q := Property{File: filepath.Join(dir, p.PropertyFile), Subproperty: p.Subproperty}
		switch v := p.Expected.(type) {
		case nil:
		case bool:
			q.Expected = &v
		case string:
			if b := v == "true"; b || v == "false" {
				q.Expected = &b
			}
		}
		t.Properties = append(t.Properties, q)
	}
	return t, nil
}

// LoadSet reads a .set file: one pattern of task definitions a line, relative
// to the file; # starts a comment. The order is that of the file, matches of
// one pattern sorted, duplicates dropped.
func LoadSet(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be read: " + reason(err)}
	}
	seen := map[string]bool{}
	var out []string
	for i, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		m, err := filepath.Glob(filepath.Join(filepath.Dir(path), line))
		if err != nil || len(m) == 0 {
			return nil, &Error{path, i + 1, 1, fmt.Sprintf("%q matches no file", line)}
		}
		sort.Strings(m)
		for _, f := range m {
			if !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
		}
	}
	return out, nil
}
