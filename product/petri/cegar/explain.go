package cegar

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/petri"
)

// An Explanation collects the events of a check and writes them as the solution space of the thesis's figure 1.9:
//
//	sv 0: (1, 0, 0, 0, 0)
//	  ps 0: fired -, left (1, 0, 0, 0, 0)
//	    constraints |t2| >= 1, |t1| + |t4| >= 1
//	    sv 1: (1, 1, 1, 0, 0)
//
// Numbers are those of the order of discovery, from 0, per refinement loop.
type Explanation struct {
	net     *petri.Net
	cases   []string
	loops   []*loopTree
	events  int
	dropped int
}

// loopTree is the solution space of one refinement loop.
type loopTree struct {
	root      *node
	solutions map[int]*node
	partials  map[int]*node
}

// node is a line with what was derived from it.
type node struct {
	text string
	kids []*node
}

func (n *node) add(format string, args ...any) *node {
	k := &node{text: fmt.Sprintf(format, args...)}
	n.kids = append(n.kids, k)
	return k
}

// NewExplanation is an empty one of checks on the net.
func NewExplanation(net *petri.Net) *Explanation { return &Explanation{net: net} }

// Observe is for Options.Observer.
func (x *Explanation) Observe(e Event) {
	if x.events++; x.events > maxExplained {
		x.dropped++
		return
	}
	if e.Loop == 0 {
		x.observeCase(e)
		return
	}
	for len(x.loops) < e.Loop {
		x.loops = append(x.loops, &loopTree{root: &node{}, solutions: map[int]*node{}, partials: map[int]*node{}})
	}
	l := x.loops[e.Loop-1]
	switch e.Step {
	case StepSolution:
		x.observeSolution(l, e)
	case StepPartial:
		if sol := l.solutions[e.Solution]; sol != nil {
			l.partials[e.Partial] = sol.add("ps %d: fired %s, left %s", e.Partial-1, x.sequence(e.Sequence), x.vector(e.Remainder))
		}
	case StepBetter:
		if p := l.partials[e.Parent]; p != nil {
			l.partials[e.Partial] = p.add("better intermediate marking, ps %d: fired %s, left %s", e.Partial-1, x.sequence(e.Sequence), x.vector(e.Remainder))
		}
	case StepFull:
		if sol := l.solutions[e.Solution]; sol != nil {
			if total(e.Remainder) == 0 {
				sol.add("full solution: fired %s", x.sequence(e.Sequence))
			} else {
				sol.add("the target on the way: fired %s, left %s", x.sequence(e.Sequence), x.vector(e.Remainder))
			}
		}
	default:
		p := l.partials[e.Partial]
		if p == nil {
			return
		}
		switch e.Step {
		case StepSkip:
			p.add("skipped because of ps %d", e.Other-1)
		case StepConstraint:
			p.add("constraints %s", e.Constraint)
		case StepInfeasible:
			p.add("no solution")
		case StepDeadEnd:
			p.add("no constraint")
		}
	}
}

// observeCase notes a case of the exact half, or a solution that it realized.
func (x *Explanation) observeCase(e Event) {
	if e.Step == StepFull {
		x.cases = append(x.cases, fmt.Sprintf("realized: %s by %s", x.vector(e.X), x.sequence(e.Sequence)))
		return
	}
	line := fmt.Sprintf("case %d: ", e.Solution)
	if e.X != nil {
		line += x.vector(e.X) + " "
	}
	x.cases = append(x.cases, line+e.Constraint)
}

func (x *Explanation) observeSolution(l *loopTree, e Event) {
	at, how := l.root, ""
	switch {
	case e.Jump > 0:
		if from := l.solutions[e.Jump]; from != nil {
			at, how = from, fmt.Sprintf(" by a jump from sv %d", e.Jump-1)
		}
	case e.Parent > 0:
		if p := l.partials[e.Parent]; p != nil {
			at = p
		}
	}
	l.solutions[e.Solution] = at.add("sv %d: %s%s", e.Solution-1, x.vector(e.X), how)
}

// Lines are the cases of the exact half, then the trees of the refinement loops.
func (x *Explanation) Lines() []string {
	out := slices.Clone(x.cases)
	for i, l := range x.loops {
		depth := 0
		if len(x.loops) > 1 {
			out = append(out, fmt.Sprintf("refinement loop %d", i+1))
			depth = 1
		}
		out = l.root.lines(out, depth)
	}
	if x.dropped > 0 {
		out = append(out, fmt.Sprintf("and %d steps more", x.dropped))
	}
	return out
}

// lines appends the lines under n.
func (n *node) lines(out []string, depth int) []string {
	for _, k := range n.kids {
		out = append(out, strings.Repeat("  ", depth)+k.text)
		out = k.lines(out, depth+1)
	}
	return out
}

// vector writes firing counts as the figure does, or those that are not 0 when there are many.
func (x *Explanation) vector(counts []int64) string {
	if len(counts) > maxVector {
		return "{" + formatCounts(x.net, counts) + "}"
	}
	var parts []string
	for _, k := range counts {
		parts = append(parts, fmt.Sprint(k))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (x *Explanation) sequence(seq []int) string {
	if len(seq) == 0 {
		return "-"
	}
	var out []string
	for i, t := range seq {
		if i == maxSequence {
			out = append(out, fmt.Sprintf("... (%d)", len(seq)))
			break
		}
		out = append(out, x.net.Transitions[t].ID)
	}
	return strings.Join(out, " ")
}

// formatCounts writes the counts that are not 0.
func formatCounts(n *petri.Net, x []int64) string {
	var parts []string
	for t, k := range x {
		switch {
		case k == 1:
			parts = append(parts, n.Transitions[t].ID)
		case k != 0:
			parts = append(parts, fmt.Sprintf("%d*%s", k, n.Transitions[t].ID))
		}
	}
	return strings.Join(parts, " ")
}
