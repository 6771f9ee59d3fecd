package taskdef

import (
	"path/filepath"
	"slices"
	"strings"
)

// NamedVerdict is a verdict that a file name carries.
type NamedVerdict struct {
	Property    string // such as unreach-call, valid-memsafety
	Expected    bool
	Subproperty string // the violated one of valid-memsafety
}

// memsafety are the subproperties of valid-memsafety.
var memsafety = []string{"valid-free", "valid-deref", "valid-memtrack"}

// nameProperties are the properties that occur in file names.
var nameProperties = []string{"unreach-call", "termination", "no-overflow", "valid-memsafety", "valid-memcleanup", "def-behavior", "no-data-race"}

// NamedVerdicts returns the verdicts in a file name of older task collections,
// such as x_true-unreach-call_false-termination.c, in their order. A file with
// a task definition takes its verdicts from there instead.
func NamedVerdicts(file string) []NamedVerdict {
	var vs []NamedVerdict
	for i, part := range strings.Split(filepath.Base(file), "_") {
		part, _, _ = strings.Cut(part, ".")
		value, name, ok := strings.Cut(part, "-")
		if i == 0 || !ok || value != "true" && value != "false" {
			continue
		}
		v := NamedVerdict{Property: name, Expected: value == "true"}
		if slices.Contains(memsafety, name) {
			v.Property = "valid-memsafety"
			v.Subproperty = name
		} else if !slices.Contains(nameProperties, name) {
			continue
		}
		vs = append(vs, v)
	}
	return vs
}
