package aiger

import (
	"fmt"

	"cupel/core/program"
)

// A Lit is a literal: twice a variable, plus 1 for its negation.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Var is the variable; that of constants is 0.
func (l Lit) Var() uint32 { return uint32(l) >> 1 }

// Negated reports whether the literal is a negation.
func (l Lit) Negated() bool { return l&1 == 1 }

// A Latch has a value at first and another one after each step.
type Latch struct {
	Var         uint32
	Next, Reset Lit // Reset is False, True, or the latch itself for any value
	Line        int
}

// A Gate is a conjunction.
type Gate struct {
	Var  uint32
	Args [2]Lit
	Line int // 0: in the binary part
}

// A Goal is a literal with its place.
type Goal struct {
	Lit  Lit
	Line int
	Name string // "": it has none
}

// A Circuit is a sequential circuit. Each variable is that of one input, latch or gate.
type Circuit struct {
	File        string
	MaxVar      uint32
	NumInputs   int
	Latches     []Latch
	Gates       []Gate
	Bad         []Goal // states, or outputs where there are none
	Constraints []Goal

	// Of the text format; the binary one numbers inputs, latches and gates one after the other.
	binary bool
	inputs []Goal // variables of inputs
	kinds  map[uint32]definition
	names  map[definition]string
}

// kind is what a variable stands for.
type kind uint8

const (
	undefined kind = iota
	input
	latch
	gate
)

// String names the kind.
func (k kind) String() string { return [...]string{"nothing", "an input", "a latch", "a gate"}[k] }

// definition is a variable's kind, and its index among those.
type definition struct {
	kind  kind
	index int
}

// of is what a variable stands for.
func (c *Circuit) of(v uint32) definition {
	if !c.binary {
		return c.kinds[v]
	}
	i, l, g := c.NumInputs, len(c.Latches), len(c.Gates)
	switch n := int(v) - 1; {
	case n < 0:
	case n < i:
		return definition{input, n}
	case n < i+l:
		return definition{latch, n - i}
	case n < i+l+g:
		return definition{gate, n - i - l}
	}
	return definition{}
}

// name is that of an input or a latch: its symbol, if it is one that may be shown, or its kind and number.
func (c *Circuit) name(d definition) string {
	if s := c.names[d]; s != "" {
		return s
	}
	return fmt.Sprintf("%c%d", " ilg"[d.kind], d.index)
}

// line is the position of a line; the first one for what the binary format does not spell out.
func (c *Circuit) line(n int) program.Pos {
	return program.Pos{File: c.File, Line: max(n, 1), Col: 1}
}
