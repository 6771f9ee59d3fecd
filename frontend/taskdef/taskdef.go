package taskdef

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cupel/internal/inputfile"
)

// Task is one task definition with resolved paths.
type Task struct {
	Path          string   // of the definition
	FormatVersion string   // such as "2.0"
	InputFiles    []string // in the order of the patterns, sorted within a pattern
	RequiredFiles []string // needed beside the input, not passed to the verifier
	Properties    []Property
	Language      string // "C" when not said
	DataModel     string // ILP32 (the default) or LP64
	Witness       string // the witness among the input files, or ""
	Warnings      []*Error
}

// Property is a property with the verdict expected of the task.
type Property struct {
	File        string // resolved
	Expected    *bool  // nil: unknown
	Subproperty string // the one that is violated, such as valid-deref
}

// Name returns the property's name: its file's without .prp.
func (p Property) Name() string { return strings.TrimSuffix(filepath.Base(p.File), ".prp") }

// Property returns the entry whose property file is the given one, by identity of files, not of paths.
func (t *Task) Property(file string) (Property, bool) {
	for _, p := range t.Properties {
		if filepath.Clean(p.File) == filepath.Clean(file) || inputfile.Same(p.File, file) {
			return p, true
		}
	}
	return Property{}, false
}

// Error is a fault of a task definition or set.
type Error struct {
	File      string
	Line, Col int // from 1; Line 0: the file as a whole
	Msg       string
}

// Error returns "file:line:column: what and what to do".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Load reads the task definition at path. Errors are *Error values.
func Load(path string) (*Task, error) {
	data, err := inputfile.Read(path, inputfile.Text)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return Parse(path, data)
}

func unreadable(path string, err error) *Error {
	reason := err.Error()
	var p *os.PathError
	if errors.As(err, &p) {
		reason = p.Err.Error()
	}
	return &Error{File: path, Msg: "cannot be read: " + reason + "; check the path"}
}

// LoadSet reads a .set file: one pattern of task definitions a line, relative
// to the file; # starts a comment. The order is that of the file, matches of
// one pattern sorted, duplicates dropped.
func LoadSet(path string) ([]string, error) {
	data, err := inputfile.Read(path, inputfile.Text)
	if err != nil {
		return nil, unreadable(path, err)
	}
	seen := map[string]bool{}
	var out []string
	for i, line := range strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n") {
		pattern, _, _ := strings.Cut(line, "#")
		col := len(pattern) - len(strings.TrimLeft(pattern, " \t")) + 1
		if pattern = strings.TrimSpace(pattern); pattern == "" {
			continue
		}
		m, err := expand(filepath.Dir(path), pattern)
		if err != nil {
			return nil, &Error{path, i + 1, col, err.Error()}
		}
		for _, f := range m {
			if !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// expand returns the files that match a pattern relative to dir, sorted; there
// must be one.
func expand(dir, pattern string) ([]string, error) {
	full := pattern
	if !filepath.IsAbs(pattern) {
		// The directory is no part of the pattern.
		quoted := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
		full = filepath.Join(quoted, pattern)
	}
	m, err := filepath.Glob(full) // sorted within a directory only
	if err != nil {
		return nil, fmt.Errorf("%q is no pattern (%v); write a path with *, ? and [...]", pattern, err)
	}
	if len(m) == 0 {
		return nil, fmt.Errorf("%q matches no file; correct the path, which is relative to this file", pattern)
	}
	return sorted(m), nil
}
