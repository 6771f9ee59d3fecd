package library

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Kind is the precision of a function's model.
type Kind string

// The kinds of models.
const (
	Exact   Kind = "exact"
	Bounded Kind = "bounded"
	Cut     Kind = "cut"
)

// Function is one row of the table.
type Function struct {
	Name   string
	Header string // as in #include, without the brackets
	Kind   Kind
	InC    bool // the model is a body in C
}

//go:embed table.txt
var tableText string

var table = sync.OnceValue(func() map[string]Function {
	m, err := readTable(tableText)
	if err != nil {
		panic(err) // the file is embedded and tested
	}
	return m
})

// readTable reads lines of the form "<header> kind: names".
func readTable(text string) (map[string]Function, error) {
	m := map[string]Function{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		left, names, ok := strings.Cut(line, ":")
		header, kind, ok2 := strings.Cut(left, "> ")
		k := Kind(kind)
		if !ok || !ok2 || k != Exact && k != Bounded && k != Cut {
			return nil, fmt.Errorf("table.txt:%d: want <header> kind: names", i+1)
		}
		for _, n := range strings.Fields(names) {
			if _, twice := m[n]; twice {
				return nil, fmt.Errorf("table.txt:%d: %s is listed twice", i+1, n)
			}
			m[n] = Function{Name: n, Header: strings.TrimPrefix(header, "<"), Kind: k}
		}
	}
	return m, nil
}

// Functions lists the table by header and name.
func Functions() []Function {
	var fs []Function
	for n, f := range table() {
		f.InC = Provides(Canonical(n))
		fs = append(fs, f)
	}
	slices.SortFunc(fs, func(a, b Function) int {
		if c := strings.Compare(a.Header, b.Header); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return fs
}

// others are names under which compilers and C libraries call the functions of
// the table.
var others = map[string]string{
	"__isoc99_scanf": "scanf", "__isoc99_sscanf": "sscanf", "__isoc99_fscanf": "fscanf",
	"__isoc23_strtol": "strtol", "__isoc23_strtoul": "strtoul", "__isoc23_strtoll": "strtoll", "__isoc23_strtoull": "strtoull",
	"__isoc23_scanf": "scanf", "__isoc23_sscanf": "sscanf", "__isoc23_fscanf": "fscanf",
	"__strdup": "strdup", "__strndup": "strndup", "__strtok_r": "strtok_r", "__rawmemchr": "rawmemchr", "__stpcpy": "stpcpy", "__mempcpy": "mempcpy",
	"__xpg_basename": "basename", "getchar_unlocked": "getchar", "getc": "fgetc", "getc_unlocked": "fgetc", "_IO_getc": "fgetc", "_IO_putc": "putc",
}

// Canonical removes the decorations of built-in and other variants from the
// name of a function.
func Canonical(name string) string {
	if n, ok := others[name]; ok {
		return n
	}
	return strings.TrimPrefix(name, "__builtin_")
}

// Lookup returns the row of a function, also under its other names and for the
// float and long double variants of math functions.
func Lookup(name string) (Function, bool) {
	name = Canonical(name)
	if f, ok := table()[name]; ok {
		f.InC = Provides(name)
		return f, true
	}
	for _, s := range []string{"f", "l"} {
		if base, cut := strings.CutSuffix(name, s); cut {
			if f, ok := table()[base]; ok && (f.Header == "math.h" || f.Header == "complex.h") {
				f.Name, f.InC = name, HasBody(name)
				return f, true
			}
		}
	}
	return Function{}, false
}
