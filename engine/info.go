package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/interpolation"
)

// Info describes an engine. Flags, help, configuration, validation and reports are derived from it, as those of
// an analyzer in go/analysis are.
//
// Invariants: names of choices are unique within an engine; an engine without a Plan has the choice Encoding, whose
// values are Auto and the encodings it supports; New gets only values that Complete accepted.
type Info struct {
	Name    string
	Doc     string   // one line of help
	Choices []Choice // in the order of display
	// Plan selects the encodings to search when the user does not; nil: the first value of the encoding choice.
	Plan func(v Values) Plan
	// Interpolates: the engine needs interpolants. Unrolls: it prefers to unroll loops further where a path has
	// no simple interpolants.
	Interpolates, Unrolls bool
	// Unaided: facts of a preceding analysis help the engine less than they cost.
	Unaided bool
	// Check returns impossible combinations as a *ChoiceError; nil: none are.
	Check func(v Values) error
	// New creates the engine from a value for every choice, including the current encoding.
	New func(v Values) Engine
}

// The block encodings: the granularity of one step.
const (
	Sbe     = "sbe"     // single-block encoding: one statement
	Seq     = "seq"     // straight-line sequences
	Diamond = "diamond" // sequences and branches that rejoin, in blocks of bounded size
	Lbe     = "lbe"     // large-block encoding: all loop-free parts
)

// Encoding is the name of the encoding choice.
const Encoding = "encoding"

// Auto is the value of Encoding that leaves the decision to Info.Plan.
const Auto = "auto"

// Plan is a list of encodings to search one after the other: the next one when the graph of the current one
// exceeds its limit or, with Turns, round-robin when its share of work is spent.
type Plan struct {
	Encodings []string
	Turns     bool
}

// ChoiceKind is the type of a choice's values.
type ChoiceKind int

// The kinds.
const (
	Named      ChoiceKind = iota // one of Values
	Switch                       // true or false
	Number                       // a natural number
	Free                         // what Check accepts
	InputFile                    // name of a file to read
	OutputFile                   // name of a file to write; "": none
)

// A Choice is a named option of an engine.
type Choice struct {
	Name    string // flag name, without dashes
	Kind    ChoiceKind
	Values  []string // of Named; the default is the first
	Default string   // of the other kinds
	Help    string
	// Check validates values that are not in Values; nil: none are valid for Named, all for other kinds.
	Check func(value string) error
}

// Value returns the default.
func (c *Choice) Value() string {
	switch {
	case c.Kind == Switch:
		return "false"
	case c.Kind == Named:
		return c.Values[0]
	}
	return c.Default
}

// Accepts returns an error if a value is invalid.
func (c *Choice) Accepts(value string) error {
	switch c.Kind {
	case Switch:
		if _, err := strconv.ParseBool(value); err != nil {
			return &ChoiceError{c.Name, fmt.Sprintf("%q: choose true or false", value)}
		}
	case Number:
		if n, err := strconv.Atoi(value); err != nil || n < 0 {
			return &ChoiceError{c.Name, fmt.Sprintf("%q: choose a number, 0 or more", value)}
		}
	case Named:
		if slices.Contains(c.Values, value) {
			return nil
		}
		if c.Check == nil || c.Check(value) != nil {
			return &ChoiceError{c.Name, fmt.Sprintf("unknown value %q; choose one of %s", value, strings.Join(c.Values, ", "))}
		}
	default:
		if c.Check != nil {
			return c.Check(value)
		}
	}
	return nil
}

// OneOf returns a Named choice; the default is the first value.
func OneOf(name, help string, values ...string) Choice {
	return Choice{Name: name, Help: help, Values: values}
}

// Fields binds choices to the fields of an engine's options.
type Fields []Field

// Field binds one choice.
type Field struct {
	Choice
	To Target
}

// A Target is a field of an engine's options as text: a value that its choice accepts, or "", where the default is meant.
type Target struct {
	get func() string
	set func(value string)
}

// Text is a field that is the text itself.
func Text(to *string) Target {
	return As(to, func(s string) string { return s }, func(s string) (string, error) { return s, nil })
}

// As is a field of another type, such as a number with strconv.Itoa and strconv.Atoi. parse fails for no value that the choice
// accepts.
func As[T any](to *T, format func(T) string, parse func(string) (T, error)) Target {
	return Target{func() string { return format(*to) }, func(s string) { *to, _ = parse(s) }}
}

// Reset sets all fields to their defaults.
func (fs Fields) Reset() {
	for _, f := range fs {
		f.To.set(f.Value())
	}
}

// Complete sets empty fields to their defaults.
func (fs Fields) Complete() {
	for _, f := range fs {
		if f.To.get() == "" {
			f.To.set(f.Value())
		}
	}
}

// Check returns the first invalid value as an error.
func (fs Fields) Check() error {
	for _, f := range fs {
		if err := f.Accepts(f.To.get()); err != nil {
			return err
		}
	}
	return nil
}

// Read sets the fields from chosen values.
func (fs Fields) Read(v Values) {
	for _, f := range fs {
		f.To.set(v[f.Name])
	}
}

// Choices returns the choices.
func (fs Fields) Choices() []Choice {
	var out []Choice
	for _, f := range fs {
		out = append(out, f.Choice)
	}
	return out
}

// ChoiceError reports an invalid setting.
type ChoiceError struct {
	Name string // of the choice
	Msg  string
}

// Error prints --name: message.
func (e *ChoiceError) Error() string { return "--" + e.Name + ": " + e.Msg }

// Values maps the names of choices to values.
type Values map[string]string

// Is reports the value of a Switch.
func (v Values) Is(name string) bool { b, err := strconv.ParseBool(v[name]); return err == nil && b }

// Int returns the value of a Number.
func (v Values) Int(name string) int { n, _ := strconv.Atoi(v[name]); return n }

// Choice returns the choice with a name, or nil.
func (i *Info) Choice(name string) *Choice {
	for k := range i.Choices {
		if i.Choices[k].Name == name {
			return &i.Choices[k]
		}
	}
	return nil
}

// Complete adds defaults to the user's choices. An invalid choice or combination is a *ChoiceError.
func (i *Info) Complete(chosen Values) (Values, error) {
	all := Values{}
	for k := range i.Choices {
		c := &i.Choices[k]
		value, ok := chosen[c.Name]
		if !ok {
			value = c.Value()
		}
		if err := c.Accepts(value); err != nil {
			return nil, err
		}
		all[c.Name] = value
	}
	if i.Check != nil {
		if err := i.Check(all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// PlanFor returns the encodings to search for a value of the encoding choice.
func (i *Info) PlanFor(v Values) Plan {
	switch enc := v[Encoding]; {
	case enc != "" && enc != Auto:
		return Plan{Encodings: []string{enc}}
	case i.Plan != nil:
		return i.Plan(v)
	}
	return Plan{Encodings: i.Choice(Encoding).Values[1:2]} // behind Auto
}

// EncodingChoice is the encoding choice of an engine that supports the given encodings, the preferred one
// first.
func EncodingChoice(encodings ...string) Choice {
	return OneOf(Encoding, encodingHelp, append([]string{Auto}, encodings...)...)
}

const encodingHelp = "blocks: sbe (statement by statement), seq (sequences), diamond (branches that join again), lbe (large ones) or auto, what suits the engine"

// Choices that several engines share.
var (
	// BlockSize bounds the blocks of Diamond and Lbe.
	BlockSize = Choice{Name: "block-size", Kind: Number, Default: "0", Help: "diamond, lbe: operations in a block at most; 0: 50 and 2000"}
	// Precision gives initial predicates, see Problem.Precision.
	Precision = Choice{Name: "precision", Kind: InputFile, Help: "`FILE` of predicates to begin with, one \"LINE: predicate, predicate\" a line; for symexecia the first entry may be \"threshold N\""}
	// Interpolation selects the method of Tools.Interpolate.
	Interpolation = OneOf("interpolation", "newton (newton-fwd, newton-bwd: strongest postconditions or weakest preconditions alone), farkas, cubes, spacer or portfolio", interpolationNames()...)
	// Cover selects which earlier states cover a state, so that nothing is searched from it again.
	Cover = OneOf("cover", "a state is pruned that was seen before on any path, or among its ancestors only", CoverAny, CoverAncestors)
)

// The values of Cover.
const (
	CoverAny       = "any"
	CoverAncestors = "ancestors" // those on its own path
)

func interpolationNames() []string {
	names := interpolation.Names()
	return append(names[len(names)-1:], names[:len(names)-1]...) // the portfolio is the default
}
