package preset

import "slices"

// Commands that have presets.
const (
	Verify    = "verify"
	Petri     = "petri"
	Condition = "condition"
	Solidity  = "solidity"
)

// Default is the preset of each command that changes nothing: our own configuration.
const Default = "default"

// A Flag is the name of a flag without dashes, and its value as on the command line.
type Flag struct{ Name, Value string }

// A Preset is a published configuration. Names are unique within a command.
type Preset struct {
	Command string // whose flags these are
	Name    string
	Source  string // text, section or table, as a reader finds it
	Doc     string // one line
	Flags   []Flag
}

// Alone are the flags of verify that leave a program to its engine: no run in the interpreter, no invariants, no other proofs,
// calls inlined, and of the preparation only the lowering to the integers, without simplification.
var Alone = []Flag{{"no-run", "true"}, {"invariants", "none"}, {"induction", "off"}, {"cells", "off"}, {"recursion", "inline"}, {"prepare", "lower"}}

// all lists the presets of all texts, in the order of the texts.
func all() []Preset {
	return slices.Concat(symexecia, gps, cegar, traceabs, errcond, petri, solidity)
}

// Of lists the presets of a command, Default first.
func Of(command string) []Preset {
	out := []Preset{{Command: command, Name: Default, Doc: "cupel's own configuration"}}
	for _, p := range all() {
		if p.Command == command {
			out = append(out, p)
		}
	}
	return out
}

// Names lists the names of the presets of a command, Default first.
func Names(command string) (names []string) {
	for _, p := range Of(command) {
		names = append(names, p.Name)
	}
	return names
}

// ByName returns a preset of a command; false: there is none of that name.
func ByName(command, name string) (Preset, bool) {
	for _, p := range Of(command) {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// alone is a preset of verify whose engine gets the program as Alone leaves it.
func alone(name, source, doc string, flags ...Flag) Preset {
	return Preset{Command: Verify, Name: name, Source: source, Doc: doc, Flags: slices.Concat(Alone, flags)}
}
