package solc

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"

	"cupel/internal/inputfile"
)

//go:embed compile.js
var script string

// An Input is one compilation: texts by the names under which they import each other.
type Input struct {
	Sources    map[string]string
	Remappings []string
	// Files are the paths of sources, where they differ from the names: messages and positions have the paths.
	Files      map[string]string
	EVMVersion string // "": the compiler's default
}

// Generators are the code generators of the compiler by which a program may be compiled: a set.
type Generators uint8

// The code generators.
const (
	Legacy Generators = 1 << iota // the only one before 0.8.1
	ViaIR                         // by the intermediate representation: setting viaIR
	Either = Legacy | ViaIR
)

// An Output is a compiler's answer to one input.
type Output struct {
	Version Version
	// Generators are those that the settings admit.
	Generators Generators
	Errors     []Diagnostic
	Sources    map[string]Source // by path

	files map[string]string // by name, of the input
}

// A Source is one file of an output.
type Source struct {
	ID   int             `json:"id"`
	AST  json.RawMessage `json:"ast"`
	Text string          `json:"-"`
}

// A Diagnostic is an error or a warning of the compiler.
type Diagnostic struct {
	Severity  string `json:"severity"`
	Type      string `json:"type"`
	Message   string `json:"message"`
	Formatted string `json:"formattedMessage"`
	Location  *struct {
		File  string `json:"file"`
		Start int    `json:"start"`
	} `json:"sourceLocation"`
}

// Mistakes are the errors of a compiler, each as file:line:column: message.
type Mistakes []string

// Error is the first one.
func (m Mistakes) Error() string { return m[0] }

// Err are the errors among the diagnostics, as Mistakes; nil: it compiled.
func (o *Output) Err() error {
	var found Mistakes
	for _, d := range o.Errors {
		if d.Severity == "error" {
			found = append(found, d.line(o.files))
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found
}

// position is where a formatted message says that the error is: after an arrow, before 0.6 in front.
var position = regexp.MustCompile(`(?m)^(?:\s*--> )?(\S.*?)(:\d+:\d+):`)

// line is a diagnostic in one line; files are the paths of sources that have other names.
func (d *Diagnostic) line(files map[string]string) string {
	text := d.Message
	if text == "" {
		text = d.Formatted
	}
	text = strings.Join(strings.Fields(text), " ")
	if m := position.FindStringSubmatch(d.Formatted); m != nil && d.Message != "" {
		return cmp.Or(files[m[1]], m[1]) + m[2] + ": " + text
	}
	return text
}

// unreadable says that a file cannot be read, and why.
func unreadable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: cannot be read: %w; check the path", path, err)
}

// Agrees reports whether both inputs mean the same by all names that they have in common.
func (in *Input) Agrees(other *Input) bool {
	for name, text := range other.Sources {
		if mine, ok := in.Sources[name]; ok && (mine != text || in.Files[name] != other.Files[name]) {
			return false
		}
	}
	to := map[string]string{}
	for _, r := range in.Remappings {
		from, target, _ := strings.Cut(r, "=")
		to[from] = target
	}
	return !slices.ContainsFunc(other.Remappings, func(r string) bool {
		from, target, _ := strings.Cut(r, "=")
		mine, ok := to[from]
		return ok && mine != target
	})
}

// Add adds another input that agrees.
func (in *Input) Add(other *Input) {
	maps.Copy(in.Sources, other.Sources)
	maps.Copy(in.Files, other.Files)
	for _, r := range other.Remappings {
		if !slices.Contains(in.Remappings, r) {
			in.Remappings = append(in.Remappings, r)
		}
	}
}

// Parts are the texts that an input consists of, in an order of their own.
func (in *Input) Parts() []string {
	parts := append([]string{in.EVMVersion}, in.Remappings...)
	for _, name := range slices.Sorted(maps.Keys(in.Sources)) {
		parts = append(parts, name, in.Sources[name])
	}
	return parts
}

// standard is the compiler's standard JSON input.
func (in Input) standard() ([]byte, error) {
	type content struct {
		Content string `json:"content"`
	}
	sources := map[string]content{}
	for n, t := range in.Sources {
		sources[n] = content{t}
	}
	settings := map[string]any{"outputSelection": map[string]any{"*": map[string]any{"": []string{"ast"}}}}
	if len(in.Remappings) > 0 {
		settings["remappings"] = in.Remappings
	}
	if in.EVMVersion != "" {
		settings["evmVersion"] = in.EVMVersion
	}
	return json.Marshal(map[string]any{"language": "Solidity", "sources": sources, "settings": settings})
}

// Compile compiles the inputs, each by itself, in one process (a native compiler takes one per
// input). An output may have errors (Output.Err).
func (c *Compiler) Compile(ctx context.Context, inputs ...Input) ([]*Output, error) {
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	var answers [][]byte
	var lines bytes.Buffer
	pkg, err := json.Marshal(c.Package)
	if err != nil {
		return nil, err
	}
	lines.Write(append(pkg, '\n'))
	for _, in := range inputs {
		text, err := in.standard()
		if err != nil {
			return nil, err
		}
		if c.Native != "" {
			out, err := run(ctx, []string{c.Native, "--standard-json"}, text)
			if err != nil {
				return nil, err
			}
			answers = append(answers, out)
			continue
		}
		lines.Write(append(text, '\n'))
	}
	if c.Native == "" {
		args := []string{c.Node, fmt.Sprintf("--max-old-space-size=%d", runMemory), "--no-warnings", "-e", script}
		out, err := run(ctx, args, lines.Bytes())
		if err != nil {
			return nil, err
		}
		answers = bytes.Split(bytes.TrimRight(out, "\n"), []byte("\n"))
	}
	if len(answers) != len(inputs) {
		return nil, fmt.Errorf("%s answers %d of %d inputs", c, len(answers), len(inputs))
	}
	outs := make([]*Output, len(inputs))
	for i, a := range answers {
		o, err := decode(a, inputs[i].Sources, inputs[i].Files)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		o.Version, o.Generators = c.Version, Either
		if c.Version.Less(ProductionIR) {
			o.Generators = Legacy
		}
		outs[i] = o
	}
	return outs, nil
}

// The versions since which code is generated by the intermediate representation at all, and not as an experiment.
var (
	FirstIR      = Version{0, 8, 1}
	ProductionIR = Version{0, 8, 13}
)

// decode reads a standard JSON output of sources, and names them by their paths.
func decode(text []byte, sources, files map[string]string) (*Output, error) {
	var raw struct {
		Errors  []Diagnostic      `json:"errors"`
		Sources map[string]Source `json:"sources"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("the answer is not understood: %w", err)
	}
	o := &Output{Errors: raw.Errors, Sources: map[string]Source{}, files: files}
	for n, s := range raw.Sources {
		s.Text = sources[n]
		o.Sources[cmp.Or(files[n], n)] = s
	}
	return o, nil
}

// Names are the sources of an output, in the order of their numbers.
func (o *Output) Names() []string {
	names := make([]string, 0, len(o.Sources))
	for n := range o.Sources {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := o.Sources[names[i]].ID, o.Sources[names[j]].ID
		return a < b || a == b && names[i] < names[j]
	})
	return names
}

// ReadBuild reads a build-info file of Foundry (out/build-info) or Hardhat
// (artifacts/build-info): the input and the output of a compiler in one object.
func ReadBuild(path string) (*Output, error) {
	text, err := inputfile.Read(path, maxBuild)
	if err != nil {
		return nil, unreadable(path, err)
	}
	var raw struct {
		SolcVersion string `json:"solcVersion"`
		SolcLong    string `json:"solcLongVersion"`
		Input       struct {
			Version string `json:"version"`
			Sources map[string]struct {
				Content string `json:"content"`
			} `json:"sources"`
			Settings struct {
				ViaIR bool `json:"viaIR"`
			} `json:"settings"`
		} `json:"input"`
		Output json.RawMessage `json:"output"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(raw.Output) == 0 || len(raw.Input.Sources) == 0 {
		return nil, fmt.Errorf("%s is no build information with input and output of the compiler; with Foundry, run forge build --ast --build-info", path)
	}
	sources := map[string]string{}
	for n, s := range raw.Input.Sources {
		sources[n] = s.Content
	}
	o, err := decode(raw.Output, sources, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, v := range []string{raw.SolcLong, raw.SolcVersion, raw.Input.Version} {
		if o.Version, err = ParseVersion(v); err == nil {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s does not say the version of its compiler", path)
	}
	o.Generators = Legacy
	if raw.Input.Settings.ViaIR {
		o.Generators = ViaIR
	}
	for n, s := range o.Sources {
		if len(s.AST) == 0 {
			return nil, fmt.Errorf("%s has no syntax tree of %s; with Foundry, run forge build --ast --build-info", path, n)
		}
		if _, ok := sources[n]; !ok {
			return nil, fmt.Errorf("%s has no text of %s", path, n)
		}
	}
	return o, nil
}
