package verifier

import (
	"slices"
	"time"

	"cupel/engine"
	"cupel/verifier/portfolio"
)

// complementary are the engines that have a share of the processor time whatever a program looks like: each decides programs that no other
// one does.
var complementary = []string{earlyEngine, onBlocks, "bmc", "kinduction", "symexecia", "gps"}

// templates is the engine that decides some programs over the integers with loops that have no arrays, too.
const templates = "quantified"

// forArrays are those for programs over the integers with arrays and loops, and without summaries of functions.
var forArrays = []string{templates, "cells", "induction"}

// hedged are the members of a portfolio: those of the class in its order, and the complementary ones that it leaves out.
func hedged(class *portfolio.Class, features map[string]int) []string {
	names := class.Engines()
	if len(names) == 0 { // the user wants none
		return nil
	}
	add := func(more []string) {
		for _, name := range more {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	add(complementary)
	if features["loops"] > 0 && features["bits"] == 0 && features["recursion"] == 0 {
		if features["arrays"] > 0 {
			add(forArrays)
		}
		add([]string{templates})
	}
	return names
}

// shareOut are the shares of the members; early are the searches before, and last is what each member told of its progress: one whose paths
// multiply is far. Others than complementary engines have less: what they decide, one of those mostly does.
func shareOut(names []string, class *portfolio.Class, early []earlySearch, last map[string]engine.Progress) *portfolio.Shares {
	s := &portfolio.Shares{Equal: equalShare * time.Millisecond}
	s.Far = func(name string) bool { return last[name].Frontier >= farFrontier }
	factors := class.Weights()
	for _, name := range names {
		w := factors[name]
		switch {
		case w > 0:
		case slices.Contains(complementary, name), slices.Contains(forArrays, name) && slices.Contains(class.Engines(), name):
			w = 1
		default:
			w = otherShare
		}
		first, before := time.Duration(firstShare*min(max(w, 1), mostFirst))*time.Millisecond, time.Duration(0)
		for _, e := range early {
			if name == e.member && w >= 1 { // which it repeats
				if first = max(first, 2*e.most.cpu); w < promising {
					before = max(before, e.most.cpu)
				}
			}
		}
		s.Weights, s.First, s.Before = append(s.Weights, w), append(s.First, first), append(s.Before, before)
	}
	return s
}

// SharesOf are the members of a portfolio and their shares, for a class and features, as far as they do not depend on a run.
func SharesOf(class *portfolio.Class, features map[string]int) ([]string, *portfolio.Shares) {
	names := hedged(class, features)
	return names, shareOut(names, class, earlyComputing, nil)
}

// Members are the names that a table of the portfolio may have.
func Members() []string { return memberNames() }
