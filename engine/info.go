package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/interpolation"
)

// Info describes an engine: everything that flags, help, configuration, validation and reports
// know of it is derived from here, as that of an analyzer in go/analysis.
type Info struct {
	Name    string
	Doc     string   // one line
	Choices []Choice // in the order they are shown
	// Plan says which encodings are searched when the user leaves that open; nil: the first that the
	// choice of an encoding has.
	Plan func(v Values) Plan
	// Interpolates says that it asks for interpolants; Unrolls, that it prefers to unroll a loop
	// further where a path has no simple ones.
	Interpolates, Unrolls bool
	// Unaided says that facts of an analysis before it are not worth their time.
	Unaided bool
	// Check finds combinations that are impossible, as an *ChoiceError; nil: there are none.
	Check func(v Values) error
	// New makes the engine from a value of every choice, the current encoding included.
	New func(v Values) Engine
}

// The encodings: what counts as one step.
const (
	Sbe     = "sbe"     // single statements
	Seq     = "seq"     // statements in sequence
	Diamond = "diamond" // and branches that join again, to small blocks
	Lbe     = "lbe"     // and all others without loops, to large blocks
)

// Encoding is the name of the choice of an encoding.
const Encoding = "encoding"

// Auto is the value of Encoding that leaves it to the engine's plan.
const Auto = "auto"

// Plan is a list of encodings: the next one is searched when the graph of the one before
// explodes or, with Turns, when its share of the work is done.
type Plan struct {
	Encodings []string
	Turns     bool
}

// ChoiceKind says what a choice's value is.
type ChoiceKind int

// The kinds.
const (
	Named      ChoiceKind = iota // one of Values
	Switch                       // true or false
	Number                       // a natural number
	Free                         // what Check accepts
	InputFile                    // the name of a file that is read
	OutputFile                   // or written; "": none
)

// A Choice is a named option of an engine.
type Choice struct {
	Name    string // of the flag, without dashes
	Kind    ChoiceKind
	Values  []string // of Named, the default first
	Default string   // of the other kinds
	Help    string
	// Check accepts values besides Values; nil: none, or all.
	Check func(value string) error
}

// Value is the default.
func (c *Choice) Value() string {
	switch {
	case c.Kind == Switch:
		return "false"
	case c.Kind == Named:
		return c.Values[0]
	}
	return c.Default
}

// Accepts reports what is wrong with a value.
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

// OneOf makes a choice of one of several values, the default first.
func OneOf(name, help string, values ...string) Choice {
	return Choice{Name: name, Help: help, Values: values}
}

// Fields are choices with the places of an engine's options that hold their values.
type Fields []Field

// Field is one of them; an empty value stands for the default.
type Field struct {
	Choice
	To *string
}

// Complete fills in the defaults.
func (fs Fields) Complete() {
	for _, f := range fs {
		if *f.To == "" {
			*f.To = f.Value()
		}
	}
}

// Check reports the first impossible value.
func (fs Fields) Check() error {
	for _, f := range fs {
		if err := f.Accepts(*f.To); err != nil {
			return err
		}
	}
	return nil
}

// Read takes the values that were chosen.
func (fs Fields) Read(v Values) {
	for _, f := range fs {
		*f.To = v[f.Name]
	}
}

// Choices are the choices alone.
func (fs Fields) Choices() []Choice {
	var out []Choice
	for _, f := range fs {
		out = append(out, f.Choice)
	}
	return out
}

// ChoiceError is an impossible setting.
type ChoiceError struct {
	Name string // of the choice
	Msg  string
}

// Error prints --name: message.
func (e *ChoiceError) Error() string { return "--" + e.Name + ": " + e.Msg }

// Values are the values of choices by name.
type Values map[string]string

// Is reports whether a switch is on.
func (v Values) Is(name string) bool { b, err := strconv.ParseBool(v[name]); return err == nil && b }

// Int is the value of a number.
func (v Values) Int(name string) int { n, _ := strconv.Atoi(v[name]); return n }

// Choice finds a choice by name; nil: the engine has none of that name.
func (i *Info) Choice(name string) *Choice {
	for k := range i.Choices {
		if i.Choices[k].Name == name {
			return &i.Choices[k]
		}
	}
	return nil
}

// Complete adds the defaults to what the user chose. The error says what is impossible, as an
// *ChoiceError.
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

// PlanFor resolves the choice of an encoding.
func (i *Info) PlanFor(v Values) Plan {
	switch enc := v[Encoding]; {
	case enc != "" && enc != Auto:
		return Plan{Encodings: []string{enc}}
	case i.Plan != nil:
		return i.Plan(v)
	}
	return Plan{Encodings: i.Choice(Encoding).Values[1:2]} // behind Auto
}

// EncodingChoice is the choice of an engine that can search the given blocks, the usual ones first.
func EncodingChoice(encodings ...string) Choice {
	return OneOf(Encoding, encodingHelp, append([]string{Auto}, encodings...)...)
}

const encodingHelp = "blocks: sbe (statement by statement), seq (sequences), diamond (branches that join again), lbe (large ones) or auto, what suits the engine"

// The choices that several engines have.
var (
	// BlockSize bounds the blocks of Diamond and Lbe.
	BlockSize = Choice{Name: "block-size", Kind: Number, Default: "0", Help: "diamond, lbe: operations in a block at most; 0: 50 and 2000"}
	// Precision gives predicates to start with, see Problem.Precision.
	Precision = Choice{Name: "precision", Kind: InputFile, Help: "`FILE` of predicates to begin with, one \"LINE: predicate, predicate\" a line"}
	// Interpolation names the method of Tools.Interpolate.
	Interpolation = OneOf("interpolation", "newton, farkas, cubes, spacer or portfolio", interpolationNames()...)
)

func interpolationNames() []string {
	names := interpolation.Names()
	return append(names[len(names)-1:], names[:len(names)-1]...) // the portfolio is the default
}
