// Package choices has the named options of configurable engines: what they are
// called on the command line, which values they have, and how mistakes are
// reported.
package choices

import (
	"fmt"
	"slices"
	"strings"
)

// A Choice is a named option with its value; an empty value means the first name.
type Choice struct {
	Flag  string // without dashes
	Value *string
	Names []string
	// Also accepts values besides the names; nil: none.
	Also func(string) bool
}

// Complete fills in the defaults.
func Complete(cs []Choice) {
	for _, c := range cs {
		if *c.Value == "" {
			*c.Value = c.Names[0]
		}
	}
}

// Validate reports the first value that a choice does not have as an *Error.
func Validate(cs []Choice) error {
	for _, c := range cs {
		if !slices.Contains(c.Names, *c.Value) && (c.Also == nil || !c.Also(*c.Value)) {
			return &Error{c.Flag, fmt.Sprintf("unknown value %q; choose one of %s", *c.Value, strings.Join(c.Names, ", "))}
		}
	}
	return nil
}

// Effective lists the choices as `name value` pairs.
func Effective(cs []Choice) [][2]string {
	var out [][2]string
	for _, c := range cs {
		out = append(out, [2]string{c.Flag, *c.Value})
	}
	return out
}

// Error is an impossible setting.
type Error struct {
	Flag string // without dashes
	Msg  string
}

// Error prints --flag: message.
func (e *Error) Error() string { return "--" + e.Flag + ": " + e.Msg }
