package pathexpr

import (
	"fmt"
	"strings"

	"cupel/core/program"
)

// Kind is the operator of an expression.
type Kind uint8

// The kinds of expressions.
const (
	Zero Kind = iota // no path
	One              // the empty path
	Edge
	Cat
	Alt
	Star
)

// Expr is a hash-consed regular expression: within one System equal expressions
// are the same pointer.
type Expr struct {
	Kind Kind
	Edge *program.Edge // of Edge
	Args []*Expr       // Cat: two; Alt: two or more, different; Star: one
	Head *program.Location
	id   int
}

// ID numbers the expressions of a System in the order of their making: arguments
// have smaller numbers.
func (e *Expr) ID() int { return e.id }

// String prints the expression with edge numbers, for tests and debugging.
func (e *Expr) String() string {
	var b strings.Builder
	e.print(&b, 0)
	return b.String()
}

func (e *Expr) print(b *strings.Builder, prec int) {
	switch e.Kind {
	case Zero:
		b.WriteString("0")
	case One:
		b.WriteString("1")
	case Edge:
		fmt.Fprintf(b, "e%d", e.Edge.ID)
	case Star:
		e.Args[0].print(b, 2)
		b.WriteString("*")
	case Cat:
		if prec > 1 {
			b.WriteString("(")
		}
		e.Args[0].print(b, 1)
		b.WriteString(".")
		e.Args[1].print(b, 1)
		if prec > 1 {
			b.WriteString(")")
		}
	case Alt:
		if prec > 0 {
			b.WriteString("(")
		}
		for i, a := range e.Args {
			if i > 0 {
				b.WriteString(" + ")
			}
			a.print(b, 0)
		}
		if prec > 0 {
			b.WriteString(")")
		}
	}
}

// builder constructs hash-consed expressions.
type builder struct {
	zero, one *Expr
	edges     map[*program.Edge]*Expr
	cats      map[[2]int]*Expr
	alts      map[string]*Expr
	stars     map[int]*Expr
	n         int
}

func newBuilder() *builder {
	b := &builder{edges: map[*program.Edge]*Expr{}, cats: map[[2]int]*Expr{}, alts: map[string]*Expr{}, stars: map[int]*Expr{}}
	b.zero = b.make(Expr{Kind: Zero})
	b.one = b.make(Expr{Kind: One})
	return b
}

func (b *builder) make(e Expr) *Expr {
	e.id = b.n
	b.n++
	return &e
}

func (b *builder) edge(e *program.Edge) *Expr {
	x := b.edges[e]
	if x == nil {
		x = b.make(Expr{Kind: Edge, Edge: e})
		b.edges[e] = x
	}
	return x
}

func (b *builder) cat(x, y *Expr) *Expr {
	switch {
	case x.Kind == Zero || y.Kind == Zero:
		return b.zero
	case x.Kind == One:
		return y
	case y.Kind == One:
		return x
	}
	key := [2]int{x.id, y.id}
	e := b.cats[key]
	if e == nil {
		e = b.make(Expr{Kind: Cat, Args: []*Expr{x, y}})
		b.cats[key] = e
	}
	return e
}

func (b *builder) alt(xs []*Expr) *Expr {
	var args []*Expr
	seen := map[*Expr]bool{}
	for _, x := range xs {
		if x.Kind != Zero && !seen[x] {
			seen[x] = true
			args = append(args, x)
		}
	}
	switch len(args) {
	case 0:
		return b.zero
	case 1:
		return args[0]
	}
	var key strings.Builder
	for _, a := range args {
		fmt.Fprintf(&key, "%d,", a.id)
	}
	e := b.alts[key.String()]
	if e == nil {
		e = b.make(Expr{Kind: Alt, Args: args})
		b.alts[key.String()] = e
	}
	return e
}

func (b *builder) star(x *Expr, head *program.Location) *Expr {
	if x.Kind == Zero || x.Kind == One {
		return b.one
	}
	e := b.stars[x.id]
	if e == nil {
		e = b.make(Expr{Kind: Star, Args: []*Expr{x}, Head: head})
		b.stars[x.id] = e
	}
	return e
}
