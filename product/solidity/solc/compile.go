package solc

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
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
	Sources    map[string]Source
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

// Err is the first error among the diagnostics, as file:line:column: message; nil: it compiled.
func (o *Output) Err() error {
	for _, d := range o.Errors {
		if d.Severity == "error" {
			return errors.New(d.line())
		}
	}
	return nil
}

// position is where a formatted message says that the error is: after an arrow, before 0.6 in front.
var position = regexp.MustCompile(`(?m)^(?:\s*--> )?(\S.*?:\d+:\d+):`)

// line is a diagnostic in one line.
func (d *Diagnostic) line() string {
	text := d.Message
	if text == "" {
		text = d.Formatted
	}
	text = strings.Join(strings.Fields(text), " ")
	if m := position.FindStringSubmatch(d.Formatted); m != nil && d.Message != "" {
		return m[1] + ": " + text
	}
	return text
}

var importPath = regexp.MustCompile(`\bimport\b[^;"']*["']([^"']+)["']`)

// Gather reads a file and what it imports, directly or not. The names are paths as the user
// would write them; imports that are not relative are looked for below the roots.
func Gather(files []string, roots []string) (Input, []Pragma, error) {
	in := Input{Sources: map[string]string{}}
	var pragmas []Pragma
	var add func(name, path string) error
	add = func(name, path string) error {
		if _, ok := in.Sources[name]; ok {
			return nil
		}
		if len(in.Sources) >= maxSources {
			return fmt.Errorf("more than %d source files", maxSources)
		}
		text, err := inputfile.Read(path, maxSource)
		if err != nil {
			return unreadable(path, err)
		}
		in.Sources[name] = string(text)
		ps, err := Pragmas(path, text)
		if err != nil {
			return err
		}
		pragmas = append(pragmas, ps...)
		for _, m := range importPath.FindAllSubmatch(withoutComments(text), -1) {
			target := string(m[1])
			if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
				dir := filepath.Dir(name)
				n := filepath.ToSlash(filepath.Join(dir, target))
				if err := add(n, filepath.Join(filepath.Dir(path), target)); err != nil {
					return fmt.Errorf("%s imports %s: %w", path, target, err)
				}
				continue
			}
			found := false
			for _, root := range append([]string{filepath.Dir(path)}, roots...) {
				p := filepath.Join(root, target)
				if _, err := inputfile.Read(p, maxSource); err != nil {
					continue
				}
				if err := add(target, p); err != nil {
					return err
				}
				found = true
				break
			}
			if !found {
				return fmt.Errorf("%s imports %s, which is not found below %s", path, target, strings.Join(append([]string{filepath.Dir(path)}, roots...), ", "))
			}
		}
		return nil
	}
	for _, f := range files {
		if err := add(filepath.ToSlash(filepath.Clean(f)), f); err != nil {
			return Input{}, nil, err
		}
	}
	return in, pragmas, nil
}

// unreadable says that a file cannot be read, and why.
func unreadable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: cannot be read: %w; check the path", path, err)
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
		o, err := decode(a, inputs[i].Sources)
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

// decode reads a standard JSON output.
func decode(text []byte, sources map[string]string) (*Output, error) {
	var raw struct {
		Errors  []Diagnostic      `json:"errors"`
		Sources map[string]Source `json:"sources"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("the answer is not understood: %w", err)
	}
	o := &Output{Errors: raw.Errors, Sources: raw.Sources}
	for n, s := range o.Sources {
		s.Text = sources[n]
		o.Sources[n] = s
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
	o, err := decode(raw.Output, sources)
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
