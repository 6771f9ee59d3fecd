package compile

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"

	"cupel/internal/inputfile"
)

// Command is the settings for a file in a compilation database.
type Command struct {
	Settings
	Bits    int  // of the machine: 32 or 64; 0: unspecified
	Wrapped bool // -fwrapv: signed arithmetic wraps around
}

// entry is one of a database.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// ErrNotListed is the cause where a database has no command for a file.
var ErrNotListed = errors.New("says nothing of")

// Find returns the command for a file in the database at path. If the file is compiled more than once, the commands must agree.
func Find(path, file string) (*Command, error) {
	data, err := inputfile.Read(path, inputfile.Code)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	return find(data, path, dir, file)
}

func find(data []byte, path, dir, file string) (*Command, error) {
	var entries []entry
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s is no compilation database: %w", path, err)
	}
	want, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	var found *Command
	for _, e := range entries {
		from := absolute(dir, e.Directory)
		if resolved(absolute(from, e.File)) != resolved(want) {
			continue
		}
		c, err := e.read(from)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, e.File, err)
		}
		if found != nil && fmt.Sprint(*found) != fmt.Sprint(*c) {
			return nil, fmt.Errorf("%s: %s is compiled in several ways; give -I and -D instead", path, e.File)
		}
		found = c
	}
	if found == nil {
		return nil, fmt.Errorf("%s %w %s", path, ErrNotListed, file)
	}
	return found, nil
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// resolved follows links where the file is there.
func resolved(path string) string {
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	return path
}

// otherwise are options that change the meaning of programs in ways that are not modelled.
var otherwise = []string{"-funsigned-char", "-fno-signed-char", "-fshort-enums", "-fshort-wchar", "-fpack-struct", "-mlong-double-64", "-mlong-double-128", "-mx32", "-ffast-math", "-Ofast",
	"-funsafe-math-optimizations", "-ffinite-math-only", "-fsingle-precision-constant", "-mms-bitfields", "-finstrument-functions", "-imacros", "-fopenmp", "-ftrapv", "-funsigned-bitfields"}

// FindAll looks up the files of one program, as Find does. A file that is not listed, such as a driver written for the verifier, is read like the first
// one that is.
func FindAll(path string, files []string) ([]*Command, error) {
	out := make([]*Command, len(files))
	var first *Command
	var unlisted error
	for i, f := range files {
		c, err := Find(path, f)
		switch {
		case errors.Is(err, ErrNotListed):
			if unlisted == nil {
				unlisted = err
			}
			continue
		case err != nil:
			return nil, err
		case first == nil:
			first = c
		}
		out[i] = c
	}
	if first == nil {
		return nil, unlisted
	}
	for i, c := range out {
		switch {
		case c == nil:
			out[i] = first
		case c.Bits != first.Bits || c.Wrapped != first.Wrapped:
			return nil, fmt.Errorf("%s and %s are compiled for different machines (-m32, -fwrapv)", files[slices.Index(out, first)], files[i])
		}
	}
	return out, nil
}

// read extracts the relevant options of a command; paths are relative to dir.
func (e *entry) read(dir string) (*Command, error) {
	args := e.Arguments
	if len(args) == 0 {
		p := shellwords.NewParser()
		var err error
		if args, err = p.Parse(e.Command); err != nil {
			return nil, fmt.Errorf("the command cannot be read: %w", err)
		}
		if p.Position >= 0 {
			return nil, errors.New("the command is more than a call of a compiler")
		}
	}
	c := &Command{}
	for i := 1; i < len(args); i++ {
		a := args[i]
		value := func(option string) (string, bool) {
			rest, ok := strings.CutPrefix(a, option)
			if ok && rest == "" && i+1 < len(args) {
				i++
				return args[i], true
			}
			return rest, ok && rest != ""
		}
		for _, o := range otherwise {
			if a == o || strings.HasPrefix(a, o+"=") {
				return nil, fmt.Errorf("%s is not supported", a)
			}
		}
		if strings.HasPrefix(a, "@") {
			return nil, fmt.Errorf("the file of options %s is not supported", a)
		}
		if v, ok := strings.CutPrefix(a, "-std="); ok {
			if c.Standard = v; !standard().MatchString(v) {
				return nil, fmt.Errorf("%s is not supported: only C is read", a)
			}
			continue
		}
		switch a {
		case "-ansi":
			c.Standard = "ansi"
		case "-m32":
			c.Bits = 32
		case "-m64":
			c.Bits = 64
		case "-fwrapv":
			c.Wrapped = true
		case "-fno-wrapv":
			c.Wrapped = false
		case "-o", "-MF", "-MT", "-MQ", "-x", "-arch", "-target", "-Xclang", "-Xpreprocessor", "-Xlinker":
			i++ // its value is none of ours
		default:
			if v, ok := value("-include"); ok {
				c.First = append(c.First, absolute(dir, v))
			} else if v, ok := first(value, "-isystem", "-iquote", "-idirafter", "-I"); ok {
				c.Dirs = append(c.Dirs, absolute(dir, v))
			} else if v, ok := value("-D"); ok {
				c.Macros = append(c.Macros, v)
			} else if v, ok := value("-U"); ok {
				c.Macros = append(c.Macros, "!"+v)
			}
		}
	}
	return c, c.Check()
}

// first is the value of the first of some options.
func first(value func(string) (string, bool), options ...string) (string, bool) {
	for _, o := range options {
		if v, ok := value(o); ok {
			return v, true
		}
	}
	return "", false
}
