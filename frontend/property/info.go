package property

import (
	"fmt"
	"strings"

	"cupel/core/program"
	"cupel/core/program/passes"
)

// Kind is the kind of a property.
type Kind string

// The kinds, by the names SV-COMP gives them. Each has a row in infos.
const (
	UnreachCall  Kind = "unreach-call"
	UnreachLabel Kind = "unreach-label" // G ! label(NAME), old task sets
	NoOverflow   Kind = "no-overflow"
	NoDataRace   Kind = "no-data-race"
	ValidFree    Kind = "valid-free"
	ValidDeref   Kind = "valid-deref"
	ValidTrack   Kind = "valid-memtrack"
	ValidCleanup Kind = "valid-memcleanup"
	ValidMemory  Kind = "valid-memsafety" // valid-free, valid-deref and valid-memtrack together: a file of three lines
	DefBehavior  Kind = "def-behavior"
	Termination  Kind = "termination"
	Coverage     Kind = "coverage"
)

// An Info describes a kind of property. Reading, printing, help, the goals of a program and the compiled program that shows a
// violation are derived from it, as flags and reports are from an engine.Info.
type Info struct {
	Kind Kind
	// Formula is the formula of linear temporal logic, with %s for Property.Name, in tokens that blanks separate where there is no
	// %s; "": the kind has another form.
	Formula string
	// Verified: programs are verified for it. The rest is of such kinds only.
	Verified bool
	Name     string // what Property.Name is where the kind alone is given, see ByName
	// ErrorFunctions: a call of an error function violates it; otherwise there is none.
	ErrorFunctions bool
	// Goals are the checks that it speaks of, with what becomes of each; the others end an execution as undefined.
	Goals map[program.CheckKind]passes.Raising
	// Memory are the kinds about memory that it consists of: itself, or several; a violation is of one of them. The execution shows it, see interp.Memory.
	Memory []Kind
	// Ends: every execution has to come to an end, so that what violates it is one that goes on for ever.
	Ends bool
	// Sanitizer is how gcc makes a compiled program show a violation; nil: that calls an error function.
	Sanitizer *Sanitizer
}

// A Sanitizer is an instrumentation of gcc that ends a program with a message where it violates a property.
type Sanitizer struct {
	Check string // as in gcc's -fsanitize=Check
	Names string // what its message names, with an article
	// Memory is the kind about memory that a message has to be about; "": it is about arithmetic.
	Memory Kind
}

// Leak reports whether blocks are looked at where the program ends, which is no error for the sanitizer itself.
func (s *Sanitizer) Leak() bool { return s.Memory == ValidTrack || s.Memory == ValidCleanup }

// infos describe the kinds, in the order in which errors list their formulas.
var infos = []*Info{
	{Kind: UnreachCall, Formula: "G ! call(%s())", Verified: true, Name: "reach_error", ErrorFunctions: true},
	{Kind: UnreachLabel, Formula: "G ! label(%s)"},
	{
		Kind: NoOverflow, Formula: "G ! overflow", Verified: true,
		Goals: map[program.CheckKind]passes.Raising{
			program.SignedOverflow:   passes.Fail,
			program.ArguableOverflow: passes.End, // must not happen for a TRUE, and is no overflow for a FALSE
		},
		Sanitizer: &Sanitizer{Check: "signed-integer-overflow", Names: "the overflow"},
	},
	{Kind: NoDataRace, Formula: "G ! data-race"},
	{Kind: ValidFree, Formula: "G valid-free", Verified: true, Memory: []Kind{ValidFree}, Sanitizer: &Sanitizer{Check: "address", Names: "the release", Memory: ValidFree}},
	{Kind: ValidDeref, Formula: "G valid-deref", Verified: true, Memory: []Kind{ValidDeref}, Sanitizer: &Sanitizer{Check: "address", Names: "the access", Memory: ValidDeref}},
	{Kind: ValidTrack, Formula: "G valid-memtrack", Verified: true, Memory: []Kind{ValidTrack}, Sanitizer: &Sanitizer{Check: "address", Names: "the block", Memory: ValidTrack}},
	{Kind: ValidCleanup, Formula: "G valid-memcleanup", Verified: true, Memory: []Kind{ValidCleanup}, Sanitizer: &Sanitizer{Check: "address", Names: "the block", Memory: ValidCleanup}},
	{Kind: ValidMemory, Verified: true, Memory: []Kind{ValidFree, ValidDeref, ValidTrack}},
	{Kind: DefBehavior, Formula: "G def-behavior", Verified: true, Goals: undefined()},
	{Kind: Termination, Formula: "F end", Verified: true, Ends: true},
	{Kind: Coverage},
}

// undefined are the kinds of checks whose failure is undefined behaviour.
func undefined() map[program.CheckKind]passes.Raising {
	goals := map[program.CheckKind]passes.Raising{}
	for _, c := range program.CheckChoices {
		for _, k := range c.Kinds {
			if goals[k] = passes.Fail; k.Arguable() {
				goals[k] = passes.End
			}
		}
	}
	return goals
}

// Info describes the kind. Of a kind that is none of those above no more is known than its name.
func (k Kind) Info() *Info {
	for _, i := range infos {
		if i.Kind == k {
			return i
		}
	}
	return &Info{Kind: k, Formula: "G " + string(k)}
}

// Verified are the kinds that programs are verified for.
func Verified() []Kind {
	var ks []Kind
	for _, i := range infos {
		if i.Verified {
			ks = append(ks, i.Kind)
		}
	}
	return ks
}

// Names lists the kinds that programs are verified for, for messages and help.
func Names(separator string) string {
	var names []string
	for _, k := range Verified() {
		names = append(names, string(k))
	}
	return strings.Join(names, separator)
}

// ByName returns the property of a program that starts in main by the name of a kind that is verified: of unreach-call, about
// reach_error; nil for other names.
func ByName(name string) *Property {
	if i := Kind(name).Info(); i.Verified {
		return &Property{Kind: i.Kind, Entry: "main", Name: i.Name}
	}
	return nil
}

// Raise is what becomes of a kind of checks, for passes.RaiseChecks.
func (i *Info) Raise(k program.CheckKind) passes.Raising { return i.Goals[k] }

// Concerns reports whether the property speaks of a kind of checks.
func (i *Info) Concerns(k program.CheckKind) bool { return i.Goals[k] != passes.Keep }

// formula is that of a property.
func (i *Info) formula(name string) string {
	if strings.Contains(i.Formula, "%s") {
		return fmt.Sprintf(i.Formula, name)
	}
	return i.Formula
}

// fixed lists the words that end a formula without names after the words of prefix, with their kinds.
func fixed(prefix string) (words []string, kinds map[string]Kind) {
	kinds = map[string]Kind{}
	for _, i := range infos {
		if word, ok := strings.CutPrefix(i.Formula, prefix+" "); ok && !strings.ContainsAny(word, " (") {
			words = append(words, word)
			kinds[word] = i.Kind
		}
	}
	return words, kinds
}
