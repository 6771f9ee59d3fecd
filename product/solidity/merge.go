package solidity

import (
	"regexp"
	"slices"
	"strings"

	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// Source is a file that a report is about.
type Source struct{ Path, Text string }

// annotationText is the beginning of an annotation that other functions rely on.
var annotationText = regexp.MustCompile(`@notice\s+(invariant|precondition|postcondition|modifies|specification)\b`)

// Merge makes one report of those about the units of a run.
func Merge(reports []*Report) *Report {
	if len(reports) == 1 {
		return reports[0]
	}
	r := &Report{Functions: []Function{}}
	var arithmetics, compilers []string
	add := func(to []string, s string) []string {
		if s == "" || slices.Contains(to, s) {
			return to
		}
		return append(to, s)
	}
	for _, x := range reports {
		arithmetics, compilers = add(arithmetics, x.Arithmetic), add(compilers, x.Compiler)
		r.Functions = append(r.Functions, x.Functions...)
		r.Invariants = append(r.Invariants, x.Invariants...)
		r.Standards = append(r.Standards, x.Standards...)
		for _, m := range x.Warnings {
			if !slices.Contains(r.Warnings, m) {
				r.Warnings = append(r.Warnings, m)
			}
		}
		for _, a := range x.Assumptions {
			if !slices.Contains(r.Assumptions, a) {
				r.Assumptions = append(r.Assumptions, a)
			}
		}
		for _, s := range x.Sources {
			if !slices.ContainsFunc(r.Sources, func(t Source) bool { return t.Path == s.Path }) {
				r.Sources = append(r.Sources, s)
			}
		}
		r.Seconds += x.Seconds
		r.listed = r.listed || x.listed
	}
	r.Arithmetic, r.Compiler = strings.Join(arithmetics, ", "), strings.Join(compilers, ", ")
	r.count()
	return r
}

// assumptions are what the answers of a translation take for granted, besides its warnings.
func (t *Translation) assumptions(o Options, library func(string) bool) (out []string) {
	switch t.Mode {
	case translate.Int:
		out = append(out, "Numbers are unbounded, which is not what the machine computes.")
	case translate.Mod, translate.ModOverflow, translate.BV:
		if t.source.Version.AtLeast(0, 8) {
			out = append(out, "Arithmetic wraps around, where this version of Solidity reverts.")
		}
	}
	if t.o.TypedCalls {
		out = append(out, "The code at an address of the type of a contract is that of this contract.")
	}
	if t.o.Machine.PayerHasNoCode() {
		out = append(out, "The contracts run on the EVM of version "+t.o.Machine.String()+" or an older one: the account that pays for a transaction has no code.")
	}
	switch {
	case t.viaIR != nil:
		out = append(out, "The code is made by the compiler with viaIR or without.")
	case t.o.ViaIR:
		out = append(out, "The code is made by the compiler with viaIR.")
	case t.source.Generators == solc.Either:
		out = append(out, "The code is made by the compiler with viaIR or without; for these contracts both mean the same.")
	default:
		out = append(out, "The code is made by the compiler without viaIR.")
	}
	if t.Annotated {
		out = append(out, "What is proved of a function rests on the annotations of what it calls and on the invariants, which are proved with the other functions.")
	}
	for _, f := range t.Functions {
		if f.Skipped != "" {
			out = append(out, "Annotations of functions that are skipped are trusted.")
			break
		}
	}
	if library != nil {
		for _, u := range t.source.Units {
			if library(u.Path) && annotationText.MatchString(u.Text) {
				out = append(out, "Annotations in "+u.Path+" are trusted here: its contracts are not verified with these files (--libraries: those of libraries are).")
			}
		}
	}
	return append(out, "Trusted: the compiler's reading of the sources (its syntax tree), the translation, the solvers; that there is enough gas.")
}
