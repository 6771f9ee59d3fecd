package program

import (
	"fmt"
	"slices"
	"strings"
)

// A CheckChoice is a name by which users choose kinds of checks.
type CheckChoice struct {
	Name  string
	Doc   string // what it demands
	Kinds []CheckKind
	// Apart: it is chosen by its name only, not as one of all. C calls not all that it demands undefined.
	Apart bool
}

// CheckChoices are the names, in the order in which help lists them. Each kind belongs to exactly one of them, but for PointerEquality, which is no
// undefined behaviour, the kinds of properties of memory that are no undefined behaviour, and UnwrittenUse, of which there are checks where they are asked for only.
var CheckChoices = []CheckChoice{
	{Name: "overflow", Doc: "signed arithmetic stays in its type", Kinds: []CheckKind{SignedOverflow, ArguableOverflow}},
	{Name: "division-by-zero", Doc: "no divisor is zero", Kinds: []CheckKind{DivisionByZero}},
	{Name: "shift", Doc: "shifts are by less than the width", Kinds: []CheckKind{ShiftAmount}},
	{Name: "conversion", Doc: "floating-point numbers fit the integers they become", Kinds: []CheckKind{Conversion}},
	{Name: "bounds", Doc: "indices lie in their arrays, rows and members", Kinds: []CheckKind{Bounds}},
	{Name: "pointer", Doc: "computed pointers stay in their objects, and ordered ones belong to one", Kinds: []CheckKind{PointerRange, PointerOrder}},
	{Name: "null", Doc: "pointers from outside of a function by itself are not null where they are used", Kinds: []CheckKind{NullPointer}},
	{Name: "memory", Doc: "accesses and releases are of live objects", Kinds: []CheckKind{InvalidAccess, InvalidRelease}},
	{Name: "readonly", Doc: "no write to constant memory", Kinds: []CheckKind{ReadOnlyWrite}},
	{Name: "call", Doc: "called functions exist, and results that are used were returned", Kinds: []CheckKind{InvalidCall, MissingResult}},
	{Name: "library", Doc: "arguments are as library functions demand", Kinds: []CheckKind{LibraryUse}},
	{Name: Uninitialised, Doc: "what was never written decides no branch, no address and no check; not one of all", Apart: true},
	{Name: "assertion", Doc: "assertions and calls of the error function, which have answers beside each of these, by themselves; not one of all", Apart: true},
	{Name: "other", Doc: "code said to be unreachable, sizes of arrays, unsequenced side effects", Kinds: []CheckKind{OtherCheck}},
}

// Uninitialised is the name of the check that finds what is read before it was written.
const Uninitialised = "uninitialised"

// AllChecks is the name of all choices but those that are apart.
const AllChecks = "all"

// Arguable reports whether not all readings of C call a failure of the check undefined: it must not happen for a proof, and is no violation.
func (k CheckKind) Arguable() bool { return k == ArguableOverflow }

// ChooseChecks are the choices with these names, in the table's order; the error names a wrong one.
func ChooseChecks(names []string) ([]CheckChoice, error) {
	var known, out []CheckChoice
	for _, n := range names {
		i := slices.IndexFunc(CheckChoices, func(c CheckChoice) bool { return c.Name == n })
		switch {
		case n == AllChecks:
			for _, c := range CheckChoices {
				if !c.Apart {
					known = append(known, c)
				}
			}
		case i < 0:
			return nil, fmt.Errorf("unknown check %q; choose %s or %s", n, strings.Join(checkNames(), ", "), AllChecks)
		default:
			known = append(slices.Clone(known), CheckChoices[i])
		}
	}
	for _, c := range CheckChoices {
		if slices.ContainsFunc(known, func(k CheckChoice) bool { return k.Name == c.Name }) {
			out = append(out, c)
		}
	}
	return out, nil
}

// ChecksHelp lists the names with what they demand.
func ChecksHelp() string {
	var parts []string
	for _, c := range CheckChoices {
		parts = append(parts, fmt.Sprintf("%s (%s)", c.Name, c.Doc))
	}
	return strings.Join(parts, ", ")
}

func checkNames() []string {
	var names []string
	for _, c := range CheckChoices {
		names = append(names, c.Name)
	}
	return names
}
