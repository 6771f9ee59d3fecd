package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"cupel/internal/inputfile"
)

// Name is the name of the file.
const Name = "cupel.toml"

// The expectations.
const (
	True    = "true"
	False   = "false"
	Unknown = "unknown"
)

// Project is the content of a project file.
type Project struct {
	Dir   string // of the file: paths are relative to it
	Tasks []Task
}

// Task is one call of cupel verify, or of cupel solidity.
type Task struct {
	Name      string
	File      string   // relative to the project's directory
	More      []string // further files of the same program
	Contracts bool     // the files, or a directory, are contracts: the call is of cupel solidity
	Flags     []string
	Expect    string // true, false or unknown: anything but wrong input
}

// Error is an error in a project file.
type Error struct {
	File      string
	Line, Col int // 0: of the file as a whole
	Msg       string
}

// Error prints file:line:column: message.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, max(e.Col, 1), e.Msg)
}

// settings can be given for all tasks and for each.
type settings struct {
	Property        string        `toml:"property"`
	Timeout         time.Duration `toml:"timeout"`
	Flags           []string      `toml:"flags"`
	CompileCommands string        `toml:"compile-commands"`
	Checks          []string      `toml:"checks"` // by name, each with an answer of its own; a task's are in place of those that all share
}

// document is the file.
type document struct {
	settings
	Tasks []entry `toml:"task"`
}

// entry is a task, or one for each file of a pattern.
type entry struct {
	settings
	Name  string   `toml:"name"`
	File  string   `toml:"file"`
	Files []string `toml:"files"` // of one program
	// Contracts is a source of Solidity, a pattern of such, or a directory.
	Contracts string `toml:"contracts"`
	Function  string `toml:"function"`
	Expect    string `toml:"expect"`
}

// Load reads a project. The error is an *Error.
func Load(file string) (*Project, error) {
	data, err := inputfile.Read(file, inputfile.Text)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, &Error{File: file, Msg: "cannot be read: " + err.Error() + "; write one (docs/reports.md), or name it with --project"}
	}
	return Parse(file, data, filepath.Glob)
}

// Parse reads the text of a project; glob expands a pattern.
func Parse(file string, data []byte, glob func(pattern string) ([]string, error)) (*Project, error) {
	var doc document
	meta, err := toml.Decode(string(data), &doc)
	if err != nil {
		return nil, decodeError(file, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, &Error{File: file, Msg: fmt.Sprintf("unknown key %s; there are property, checks, timeout, flags, compile-commands, and in a [[task]] name, file, files or contracts, function, expect besides", unknown[0])}
	}
	p := &Project{Dir: filepath.Dir(file)}
	names := map[string]bool{}
	for i := range doc.Tasks {
		e := &doc.Tasks[i]
		tasks, err := e.tasks(&doc.settings, p.Dir, glob)
		if err != nil {
			return nil, &Error{File: file, Msg: fmt.Sprintf("task %d: %v", i+1, err)}
		}
		for _, t := range tasks {
			if names[t.Name] {
				return nil, &Error{File: file, Msg: fmt.Sprintf("task %d: there is another task %q; give it a name", i+1, t.Name)}
			}
			names[t.Name] = true
			p.Tasks = append(p.Tasks, t)
		}
		if len(p.Tasks) > maxTasks {
			return nil, &Error{File: file, Msg: fmt.Sprintf("more than %d tasks", maxTasks)}
		}
	}
	if len(p.Tasks) == 0 {
		return nil, &Error{File: file, Msg: "there is no task; add [[task]] with file = \"...\""}
	}
	return p, nil
}

func decodeError(file string, err error) error {
	var at toml.ParseError
	if errors.As(err, &at) {
		return &Error{file, at.Position.Line, at.Position.Col, at.Message}
	}
	return &Error{File: file, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
}

// tasks returns the tasks of an entry, with the shared settings.
func (e *entry) tasks(shared *settings, dir string, glob func(string) ([]string, error)) ([]Task, error) {
	switch e.Expect {
	case "":
		e.Expect = True
	case True, False, Unknown:
	default:
		return nil, fmt.Errorf("expect is %q; choose true, false or unknown", e.Expect)
	}
	programs, err := e.programs(dir, glob)
	if err != nil {
		return nil, err
	}
	flags, err := e.flags(shared)
	if e.Contracts != "" {
		flags, err = e.contractFlags(shared)
	}
	if err != nil {
		return nil, err
	}
	var out []Task
	for _, files := range programs {
		name := e.Name
		if name == "" {
			name = filepath.ToSlash(files[0])
			if e.Function != "" {
				name += ":" + e.Function
			}
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			return nil, fmt.Errorf("the name %q has control characters", name)
		}
		for i, f := range files {
			if strings.HasPrefix(f, "-") {
				files[i] = "./" + f
			}
		}
		out = append(out, Task{Name: name, File: files[0], More: files[1:], Contracts: e.Contracts != "", Flags: flags, Expect: e.Expect})
	}
	return out, nil
}

// programs returns the files of each program of an entry: one program per file of a pattern, or one of several
// files.
func (e *entry) programs(dir string, glob func(string) ([]string, error)) (out [][]string, err error) {
	one := e.File + e.Contracts
	switch {
	case one == "" && len(e.Files) == 0:
		return nil, errors.New("there is no file; add file = \"...\", files = [...] for a program of several, or contracts = \"...\"")
	case e.Contracts != "" && e.File+strings.Join(e.Files, "") != "":
		return nil, errors.New("contracts are sources of Solidity, file and files programs in C; leave one of them out")
	case e.File != "" && len(e.Files) > 0:
		return nil, errors.New("file is a program of one file, files one of several; leave one of them out")
	case one != "":
		files, err := expand(one, dir, glob)
		if err != nil {
			return nil, err
		}
		if len(files) > 1 && e.Name != "" {
			return nil, fmt.Errorf("%d files are like %s, but there is one name; leave it out", len(files), one)
		}
		for _, f := range files {
			out = append(out, []string{f})
		}
		return out, nil
	}
	var files []string
	for _, pattern := range e.Files {
		found, err := expand(pattern, dir, glob)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	if len(files) > maxFiles {
		return nil, fmt.Errorf("a program of more than %d files", maxFiles)
	}
	return [][]string{files}, nil
}

// expand returns the files of a name or a pattern, sorted.
func expand(pattern, dir string, glob func(string) ([]string, error)) (files []string, err error) {
	if !strings.ContainsAny(pattern, "*?[") {
		return []string{pattern}, nil
	}
	full := pattern
	if !filepath.IsAbs(full) {
		full = filepath.Join(escape(dir), full)
	}
	found, err := glob(full)
	if err != nil {
		return nil, fmt.Errorf("file: %v", err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no file is like %s", pattern)
	}
	for _, f := range found {
		if rel, err := filepath.Rel(dir, f); err == nil && !filepath.IsAbs(pattern) {
			f = rel
		}
		files = append(files, f)
	}
	slices.Sort(files)
	return files, nil
}

// flags are those of cupel verify, the task's own behind those that all share.
func (e *entry) flags(shared *settings) ([]string, error) {
	var out []string
	for _, s := range []*settings{shared, &e.settings} {
		switch {
		case s.Timeout < 0:
			return nil, errors.New("timeout must not be negative")
		case s.Timeout > 0:
			out = append(out, "--timeout="+s.Timeout.String())
		}
		if s.Property != "" {
			out = append(out, "--property="+s.Property)
		}
		if s.CompileCommands != "" {
			out = append(out, "--compile-commands="+s.CompileCommands)
		}
		out = append(out, s.Flags...)
	}
	checks := shared.Checks
	if e.Checks != nil {
		checks = e.Checks
	}
	if len(checks) > 0 { // a table is for all of them
		out = append(out, "--check="+strings.Join(checks, ","), "--all-checks")
	}
	if e.Function != "" {
		out = append(out, "--function="+e.Function)
	}
	return out, nil
}

// contractFlags are those of cupel solidity: the limit of time is shared, all else is the task's own.
func (e *entry) contractFlags(shared *settings) ([]string, error) {
	if e.Property != "" || e.CompileCommands != "" || e.Function != "" {
		return nil, errors.New("contracts have no property, compile-commands or function; leave these out")
	}
	limit := shared.Timeout
	if e.Timeout != 0 {
		limit = e.Timeout
	}
	var out []string
	switch {
	case limit < 0:
		return nil, errors.New("timeout must not be negative")
	case limit > 0: // that of a function must not be less
		out = append(out, "--timeout="+limit.String(), "--run-timeout="+limit.String())
	}
	if len(e.Checks) > 0 {
		out = append(out, "--checks="+strings.Join(e.Checks, ","))
	}
	return append(out, e.Flags...), nil
}

// escape makes a pattern that matches a path only.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Select are the tasks of given names, all where there are none.
func (p *Project) Select(names []string) ([]Task, error) {
	if len(names) == 0 {
		return p.Tasks, nil
	}
	var out []Task
	for _, n := range names {
		i := slices.IndexFunc(p.Tasks, func(t Task) bool { return t.Name == n })
		if i < 0 {
			return nil, fmt.Errorf("there is no task %q", n)
		}
		out = append(out, p.Tasks[i])
	}
	return out, nil
}
