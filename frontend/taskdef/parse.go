package taskdef

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}

// reader reads one document. Faults are panics of type *Error, which Parse
// recovers: reading goes no further than the first one.
type reader struct {
	path    string
	anchors map[string]ast.Node
	task    *Task
}

// Parse reads a task definition from data; path places its relative paths and
// is used in errors, which are *Error values.
func Parse(path string, data []byte) (t *Task, err error) {
	r := &reader{path: path, anchors: map[string]ast.Node{}, task: &Task{Path: path, Language: "C", DataModel: "ILP32"}}
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			t, err = nil, x
		default: // the YAML library must not bring the program down
			t, err = nil, &Error{path, 1, 1, fmt.Sprintf("is no YAML document that can be read (%v); correct its syntax", x)}
		}
	}()
	if e := tooDeep(path, data); e != nil {
		return nil, e
	}
	file, perr := parser.ParseBytes(data, 0)
	if perr != nil {
		return nil, r.syntaxError(perr)
	}
	for _, d := range file.Docs {
		if d.Body != nil {
			ast.Walk(r, d.Body)
			r.definition(d.Body)
			return r.task, nil
		}
	}
	return nil, &Error{path, 1, 1, "is empty; write a task definition with format_version, input_files and properties"}
}

// Visit implements ast.Visitor: it collects anchors.
func (r *reader) Visit(n ast.Node) ast.Visitor {
	if a, ok := n.(*ast.AnchorNode); ok {
		r.anchors[a.Name.String()] = a.Value
	}
	return r
}

func (r *reader) syntaxError(err error) *Error {
	e := &Error{r.path, 1, 1, ""}
	var y yaml.Error
	if errors.As(err, &y) {
		e.at(y.GetToken())
		e.Msg = y.GetMessage()
	} else {
		e.Msg, _, _ = strings.Cut(err.Error(), "\n")
	}
	e.Msg = "is no YAML document: " + e.Msg + "; correct its syntax"
	return e
}

func (e *Error) at(t *token.Token) {
	if t != nil && t.Position != nil {
		e.Line, e.Col = max(t.Position.Line, 1), max(t.Position.Column, 1)
	}
}

func (r *reader) errorAt(n ast.Node, format string, args ...any) *Error {
	e := &Error{r.path, 1, 1, fmt.Sprintf(format, args...)}
	if n != nil {
		t := n.GetToken()
		if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
			t = m.Values[0].Key.GetToken() // not its colon
		}
		e.at(t)
	}
	return e
}

func (r *reader) fail(n ast.Node, format string, args ...any) { panic(r.errorAt(n, format, args...)) }

func (r *reader) warn(n ast.Node, format string, args ...any) {
	r.task.Warnings = append(r.task.Warnings, r.errorAt(n, format, args...))
}

// value follows anchors, aliases and tags to the value itself.
func (r *reader) value(n ast.Node) ast.Node {
	for range 100 { // an alias may refer to itself
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.AliasNode:
			v, ok := r.anchors[x.Value.String()]
			if !ok {
				r.fail(n, "alias %s has no anchor; write the value", x.Value)
			}
			n = v
		case *ast.TagNode:
			n = x.Value
		default:
			return n
		}
	}
	r.fail(nil, "an alias refers to itself; write the value")
	return nil
}

// pairs returns the entries of a mapping.
func (r *reader) pairs(n ast.Node, what string) []*ast.MappingValueNode {
	switch x := r.value(n).(type) {
	case *ast.MappingNode:
		return x.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{x}
	}
	r.fail(n, "%s is no mapping; write KEY: VALUE lines", what)
	return nil
}

// text returns a scalar as it is written.
func (r *reader) text(n ast.Node, what string) string {
	switch x := r.value(n).(type) {
	case *ast.StringNode:
		return x.Value
	case *ast.LiteralNode:
		return strings.TrimSpace(x.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return x.GetToken().Value
	}
	r.fail(n, "%s is no text; write one value", what)
	return ""
}

// list returns a sequence, or one value as a sequence.
func (r *reader) list(n ast.Node) []ast.Node {
	switch x := r.value(n).(type) {
	case *ast.SequenceNode:
		return x.Values
	case *ast.NullNode, nil:
		return nil
	}
	return []ast.Node{n}
}

var versions = []string{"0.1", "1.0", "2.0", "2.1"}

func (r *reader) definition(body ast.Node) {
	t := r.task
	var inputs, properties, options ast.Node
	for _, e := range r.pairs(body, "the document") {
		switch key := r.text(e.Key, "a key"); key {
		case "format_version":
			t.FormatVersion = r.text(e.Value, key)
			if t.FormatVersion == "1" || t.FormatVersion == "2" { // unquoted numbers lose zeros
				t.FormatVersion += ".0"
			}
			if !slices.Contains(versions, t.FormatVersion) {
				r.fail(e.Value, "format_version %s is unknown; write one of %s", t.FormatVersion, strings.Join(versions, ", "))
			}
		case "input_files":
			inputs = e.Value
		case "required_files":
			t.RequiredFiles = r.files(e.Value, key)
		case "properties":
			properties = e.Value
		case "options":
			options = e.Value
		case "additional_information":
		default:
			r.warn(e.Key, "key %s is reserved and ignored", key)
		}
	}
	if t.FormatVersion == "" {
		r.fail(body, "the definition has no format_version; add format_version: '2.0'")
	}
	if inputs == nil {
		r.fail(body, "the definition has no input_files; add input_files: 'FILE.c'")
	}
	if t.InputFiles = r.files(inputs, "input_files"); len(t.InputFiles) == 0 {
		r.fail(inputs, "input_files is empty; name a file")
	}
	if properties != nil {
		for _, p := range r.list(properties) {
			r.property(p)
		}
	}
	if options != nil {
		r.options(options)
	}
}

// files expands patterns.
func (r *reader) files(n ast.Node, what string) []string {
	var out []string
	for _, e := range r.list(n) {
		m, err := expand(filepath.Dir(r.path), r.text(e, what))
		if err != nil {
			r.fail(e, "%s: %v", what, err)
		}
		out = append(out, m...)
	}
	return out
}

func (r *reader) property(n ast.Node) {
	var p Property
	var file ast.Node
	for _, e := range r.pairs(n, "a property") {
		switch key := r.text(e.Key, "a key"); key {
		case "property_file":
			file = e.Value
		case "expected_verdict":
			p.Expected = r.verdict(e.Value)
		case "subproperty":
			p.Subproperty = r.text(e.Value, key)
		default:
			r.warn(e.Key, "key %s is reserved and ignored", key)
		}
	}
	if file == nil {
		r.fail(n, "the property has no property_file; add property_file: 'FILE.prp'")
	}
	pattern := r.text(file, "property_file")
	m, err := expand(filepath.Dir(r.path), pattern)
	switch {
	case err != nil:
		// Who verifies another property does not need this file.
		r.warn(file, "property_file: %v", err)
		if p.File = pattern; !filepath.IsAbs(pattern) {
			p.File = filepath.Join(filepath.Dir(r.path), pattern)
		}
	case len(m) > 1:
		r.fail(file, "property_file %q matches %d files; name one", pattern, len(m))
	default:
		p.File = m[0]
	}
	if _, twice := r.task.Property(p.File); twice {
		r.fail(file, "property %s is listed twice; remove one entry", p.Name())
	}
	r.task.Properties = append(r.task.Properties, p)
}

func (r *reader) verdict(n ast.Node) *bool {
	if _, ok := r.value(n).(*ast.NullNode); ok {
		return nil
	}
	yes, no := true, false
	switch v := r.text(n, "expected_verdict"); strings.ToLower(v) {
	case "true":
		return &yes
	case "false":
		return &no
	case "unknown":
		return nil
	default:
		r.fail(n, "expected_verdict %s is unknown; write true, false or unknown", v)
		return nil
	}
}

// options reads the options that matter for C; they may be anything for other
// languages.
func (r *reader) options(n ast.Node) {
	switch r.value(n).(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
	default:
		return
	}
	for _, e := range r.pairs(n, "options") {
		switch r.text(e.Key, "a key") {
		case "language":
			r.task.Language = r.text(e.Value, "language")
		case "data_model":
			r.task.DataModel = r.text(e.Value, "data_model")
			if r.task.DataModel != "ILP32" && r.task.DataModel != "LP64" {
				r.fail(e.Value, "data_model %s is unknown; write ILP32 or LP64", r.task.DataModel)
			}
		case "witness_input_file":
			w := filepath.Join(filepath.Dir(r.path), r.text(e.Value, "witness_input_file"))
			if !slices.Contains(r.task.InputFiles, w) {
				r.fail(e.Value, "witness_input_file is not among the input files; add it to input_files")
			}
			r.task.Witness = w
		}
	}
}
