package verifier

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/property"
	"cupel/frontend/taskdef"
	"cupel/internal/inputfile"
)

// Task is a program with the property to verify.
type Task struct {
	File      string             // source
	More      []string           `json:",omitempty"` // further files of the same program
	DataModel program.DataModel  // of the task definition; ILP32 when it says nothing
	Property  *property.Property // nil: no call of an error function and no failing assertion
	Expected  *bool              // of the task definition

	Definition, PropertyFile string // the files that say so; "": none

	Text []byte `json:",omitempty"` // of File, where that can be read only once; nil: it is read
}

// PropertyText returns the property in SV-COMP's syntax.
func (t *Task) PropertyText() string {
	switch {
	case IsModel(t.File):
		return noErrorReachable
	case t.Property == nil:
		return "CHECK( init(main()), LTL(G ! call(reach_error())) )"
	}
	return t.Property.String()
}

// noErrorReachable is the property of models.
const noErrorReachable = "no error location is reachable"

// LoadTask reads a task: a C file, a control-flow automaton (.cfa, .theta), a circuit (.aag, .aig), a transition system (.btor2, .btor), or a
// task definition (.yml) whose reachability property is taken when propertyFile
// is "". A property file may be the name of a property instead, see property.ByName. A C program may have more files.
func LoadTask(file, propertyFile string, more ...string) (*Task, error) {
	builtin := property.ByName(propertyFile)
	if builtin != nil {
		propertyFile = ""
	}
	t := &Task{File: file, More: more, PropertyFile: propertyFile, Property: builtin}
	if err := t.several(); err != nil {
		return nil, err
	}
	switch ext := strings.ToLower(filepath.Ext(file)); ext {
	case ".yml", ".yaml":
		d, err := taskdef.Load(file)
		if err != nil {
			return nil, inputError(err)
		}
		if err := t.fromDefinition(d, &propertyFile); err != nil {
			return nil, err
		}
		t.Definition, t.PropertyFile = file, propertyFile
	case ".c", ".i", ".h":
	case ".cfa", ".theta", ".aag", ".aig", ".btor", ".btor2":
		if propertyFile != "" || builtin != nil && !t.PropertyInfo().ErrorFunctions {
			return nil, &InputError{Pos: program.Pos{File: file}, Msg: "--property: the property of " + aModel(file) + " is that " + noErrorReachable + "; leave it out"}
		}
	default:
		return nil, unknownKind(file, ext)
	}
	for _, f := range t.Files() {
		if info, err := os.Stat(f); err != nil {
			return nil, &InputError{Pos: program.Pos{File: f}, Msg: "cannot be read: " + cause(err) + "; check the path"}
		} else if info.IsDir() {
			return nil, &InputError{Pos: program.Pos{File: f}, Msg: inDirectory}
		}
	}
	if propertyFile == "" {
		return t, nil
	}
	if msg := noProperty(propertyFile); msg != "" {
		return nil, &InputError{Msg: msg}
	}
	p, err := readProperty(propertyFile)
	if err != nil {
		return nil, err
	}
	t.Property = p
	return t, nil
}

// noProperty is what is wrong with a word that looks like the name of a property and is neither one nor a file; "": nothing.
func noProperty(word string) string {
	if strings.ContainsAny(word, "./") {
		return ""
	}
	if _, err := os.Stat(word); err == nil {
		return ""
	}
	return fmt.Sprintf("--property: %q is no property that programs are verified for, and no file; choose %s, or give a file (.prp)", word, property.Names(" or "))
}

// inDirectory says what to do with a directory.
const inDirectory = "is a directory; give the C files of one program, or describe the tasks of a project in cupel.toml and run cupel check"

// otherKinds say what to do with files of other languages, by their extension.
var otherKinds = map[string]string{
	".cpp": cplusplus, ".cc": cplusplus, ".cxx": cplusplus, ".c++": cplusplus, ".hpp": cplusplus, ".hh": cplusplus, ".hxx": cplusplus, ".ii": cplusplus,
	".sol": "is Solidity; use cupel solidity", ".bpl": "is Boogie; use cupel boogie", ".pnml": "is a Petri net; use cupel petri",
	".graphml": "is a witness; use cupel witness validate, or give it to --facts-in", ".prp": "is a property; give it to --property, with the program", ".toml": "is a project; use cupel check",
	".o": "is compiled; give the C source", ".a": "is compiled; give the C source", ".so": "is compiled; give the C source", ".bc": "is compiled; give the C source", ".ll": "is compiled; give the C source",
}

const cplusplus = "is C++; programs in C are verified: what is C in it may be renamed to .c"

// unknownKind is the mistake of a file whose extension is that of no task.
func unknownKind(file, ext string) error {
	pos := program.Pos{File: file}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return &InputError{Pos: pos, Msg: inDirectory}
	}
	if what := otherKinds[ext]; what != "" {
		return &InputError{Pos: pos, Msg: what}
	}
	return &InputError{Pos: pos, Msg: fmt.Sprintf("unknown kind of file %q: expected .c, .i, .cfa, .theta, .aag, .aig, .btor2 or .yml", ext)}
}

// Files are those of the program.
func (t *Task) Files() []string { return append([]string{t.File}, t.More...) }

// OneFile refuses a task whose program has several files, for commands that take one.
func (t *Task) OneFile() error {
	if len(t.More) == 0 {
		return nil
	}
	return &InputError{Pos: program.Pos{File: t.More[0]}, Msg: "is a further file of the program; this command takes programs of one file"}
}

// several checks the files of a program of more than one.
func (t *Task) several() error {
	if len(t.More) == 0 {
		return nil
	}
	for i, f := range t.Files() {
		switch strings.ToLower(filepath.Ext(f)) {
		case ".c", ".i":
		default:
			return &InputError{Pos: program.Pos{File: f}, Msg: "is no C file (.c, .i); only these may be several"}
		}
		for _, g := range t.Files()[:i] {
			if inputfile.Same(f, g) {
				return &InputError{Pos: program.Pos{File: f}, Msg: "is given twice"}
			}
		}
	}
	return nil
}

func (t *Task) fromDefinition(d *taskdef.Task, propertyFile *string) error {
	pos := program.Pos{File: d.Path}
	if d.Language != "C" {
		return &InputError{Pos: pos, Msg: fmt.Sprintf("language is %q; only C is supported", d.Language)}
	}
	files := slices.DeleteFunc(slices.Clone(d.InputFiles), func(f string) bool { return f == d.Witness })
	if len(files) == 0 {
		return &InputError{Pos: pos, Msg: "there is no input file but the witness"}
	}
	if IsModel(files[0]) {
		return &InputError{Pos: pos, Msg: "the input file is " + aModel(files[0]) + ", not C; verify " + files[0] + " itself"}
	}
	t.File, t.More = files[0], files[1:]
	if err := t.several(); err != nil {
		return err
	}
	if d.DataModel == "LP64" {
		t.DataModel = program.LP64
	}
	var found *taskdef.Property
	var faulty error            // a property file that cannot be read at all
	var other *taskdef.Property // the first that is supported, but not about reachability
	ends := false               // that is termination
	for i, p := range d.Properties {
		if t.Property != nil {
			if q, err := readProperty(p.File); err == nil && *q == *t.Property {
				found = &d.Properties[i]
			}
			continue
		}
		if *propertyFile != "" {
			if inputfile.Same(p.File, *propertyFile) {
				found = &d.Properties[i]
			}
			continue
		}
		q, err := readProperty(p.File)
		if err == nil && q.Kind == property.UnreachCall {
			found = &d.Properties[i]
			*propertyFile = p.File
			break
		}
		if err == nil && (other == nil || ends && !q.Kind.Info().Ends) { // termination last: it takes longest
			other, ends = &d.Properties[i], q.Kind.Info().Ends
		}
		if err != nil && !errors.Is(err, errUnsupported) && faulty == nil {
			faulty = err
		}
	}
	if t.Property == nil && *propertyFile == "" && other != nil {
		found, *propertyFile = other, other.File
	}
	if t.Property == nil && *propertyFile == "" && len(d.Properties) > 0 {
		if faulty != nil {
			return faulty
		}
		return &InputError{Pos: pos, Msg: "no property that is supported (" + property.Names(", ") + "); give one with --property"}
	}
	if found != nil {
		t.Expected = found.Expected
	}
	return nil
}

// errUnsupported marks a property that is well-formed, but of another kind.
var errUnsupported = errors.New("unsupported property")

// readProperties reads a property file.
func readProperties(file string) ([]property.Property, error) {
	data, err := inputfile.Read(file, inputfile.Text)
	if err != nil {
		return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err) + "; check the path"}
	}
	ps, err := property.Parse(file, data)
	if err != nil {
		return nil, inputError(err)
	}
	return ps, nil
}

// readProperty reads a file with one supported property.
func readProperty(file string) (*property.Property, error) {
	ps, err := readProperties(file)
	if err != nil {
		return nil, err
	}
	for i := range ps {
		if !ps[i].Kind.Info().Verified {
			return nil, &InputError{Pos: program.Pos{File: file, Line: ps[i].Line, Col: 1},
				Msg: fmt.Sprintf("property %s is not supported; supported: %s", ps[i].Kind, property.Names(", ")), cause: errUnsupported}
		}
	}
	p, ok := property.File(ps).Joined()
	if !ok {
		return nil, &InputError{Pos: program.Pos{File: file, Line: ps[1].Line, Col: 1}, Msg: "more than one property; keep one, or valid-free, valid-deref and valid-memtrack together"}
	}
	p.Line = 0 // the property is the same wherever it stands
	return &p, nil
}

func cause(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// inputError turns a reader's positioned error into an InputError.
func inputError(err error) error {
	return &InputError{Msg: err.Error()}
}
