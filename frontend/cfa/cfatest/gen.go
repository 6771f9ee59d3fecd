package cfatest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Values of the variables: bool (0, 1), bv[2] (0 to 3) and int, which the model
// keeps from 0 to 2.
type state [6]int

var names = [len(state{})]string{"p", "q", "v", "w", "m", "n"}

// sort is a type of variables and expressions.
type sort int

const (
	boolean sort = iota
	vector
	integer
)

func sortOf(v int) sort { return sort(v / 2) }

// size is the number of values of a sort's variables.
func (s sort) size() int { return [...]int{2, 4, 3}[s] }

// expr is an expression: its text, how strongly its operator binds, its value.
type expr struct {
	text  string
	level int
	eval  func(*state) int
}

// at returns the text for an operand that must bind at least as strongly as level.
func (e expr) at(level int) string {
	if e.level < level {
		return "(" + e.text + ")"
	}
	return e.text
}

// operator is a binary operator; right: it is its own right operand.
type operator struct {
	name    string
	level   int
	right   bool
	left    bool
	operand sort
	eval    func(x, y int) int
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func signed(x int) int { return (x ^ 2) - 2 }

func div(x, y int) int { // rounds so that the remainder is not negative; y > 0
	if x < 0 {
		return -((-x + y - 1) / y)
	}
	return x / y
}

var operators = [...][]operator{
	boolean: {
		{"iff", 1, true, false, boolean, func(x, y int) int { return b2i(x == y) }},
		{"imply", 2, true, false, boolean, func(x, y int) int { return b2i(x <= y) }},
		{"or", 5, false, true, boolean, func(x, y int) int { return x | y }},
		{"xor", 6, true, false, boolean, func(x, y int) int { return x ^ y }},
		{"and", 7, false, true, boolean, func(x, y int) int { return x & y }},
		{"=", 9, false, false, boolean, func(x, y int) int { return b2i(x == y) }},
		{"/=", 9, false, false, vector, func(x, y int) int { return b2i(x != y) }},
		{"=", 9, false, false, integer, func(x, y int) int { return b2i(x == y) }},
		{"<", 10, false, false, integer, func(x, y int) int { return b2i(x < y) }},
		{"<=", 10, false, false, integer, func(x, y int) int { return b2i(x <= y) }},
		{">", 10, false, false, integer, func(x, y int) int { return b2i(x > y) }},
		{">=", 10, false, false, integer, func(x, y int) int { return b2i(x >= y) }},
		{"bvult", 10, false, false, vector, func(x, y int) int { return b2i(x < y) }},
		{"bvuge", 10, false, false, vector, func(x, y int) int { return b2i(x >= y) }},
		{"bvsle", 10, false, false, vector, func(x, y int) int { return b2i(signed(x) <= signed(y)) }},
		{"bvsgt", 10, false, false, vector, func(x, y int) int { return b2i(signed(x) > signed(y)) }},
	},
	vector: {
		{"bvor", 11, false, false, vector, func(x, y int) int { return x | y }},
		{"bvxor", 12, false, false, vector, func(x, y int) int { return x ^ y }},
		{"bvand", 13, false, false, vector, func(x, y int) int { return x & y }},
		{"bvshl", 14, false, false, vector, func(x, y int) int { return x << y & 3 }},
		{"bvlshr", 14, false, false, vector, func(x, y int) int { return x >> y }},
		{"bvashr", 14, false, false, vector, func(x, y int) int { return signed(x) >> y & 3 }},
		{"bvrol", 14, false, false, vector, func(x, y int) int { return (x<<(y%2) | x>>(2-y%2)) & 3 }},
		{"bvadd", 15, false, true, vector, func(x, y int) int { return (x + y) & 3 }},
		{"bvsub", 15, false, true, vector, func(x, y int) int { return (x - y) & 3 }},
		{"bvmul", 16, false, true, vector, func(x, y int) int { return x * y & 3 }},
		{"bvurem", 16, false, true, vector, func(x, y int) int {
			if y == 0 {
				return x
			}
			return x % y
		}},
		{"bvudiv", 16, false, true, vector, func(x, y int) int {
			if y == 0 {
				return 3
			}
			return x / y
		}},
	},
	integer: {
		{"+", 15, false, true, integer, func(x, y int) int { return x + y }},
		{"-", 15, false, true, integer, func(x, y int) int { return x - y }},
		{"*", 16, false, true, integer, func(x, y int) int { return x * y }},
	},
}

type generator struct{ t *rapid.T }

func (g *generator) n(most int) int { return rapid.IntRange(0, most).Draw(g.t, "n") }

func (g *generator) expr(s sort, depth int) expr {
	if depth == 0 || g.n(4) == 0 {
		return g.leaf(s)
	}
	switch k := g.n(9); {
	case k == 0:
		c, x, y := g.expr(boolean, depth-1), g.expr(s, depth-1), g.expr(s, depth-1)
		return expr{"if " + c.text + " then " + x.text + " else " + y.text, 0, func(v *state) int {
			if c.eval(v) == 1 {
				return x.eval(v)
			}
			return y.eval(v)
		}}
	case k <= 2:
		return g.prefixed(s, depth)
	}
	ops := operators[s]
	o := ops[g.n(len(ops)-1)]
	x, y := g.expr(o.operand, depth-1), g.expr(o.operand, depth-1)
	l, r := o.level+1, o.level+1
	if o.left {
		l--
	}
	if o.right {
		r--
	}
	return expr{x.at(l) + " " + o.name + " " + y.at(r), o.level, func(v *state) int { return o.eval(x.eval(v), y.eval(v)) }}
}

func (g *generator) prefixed(s sort, depth int) expr {
	x := g.expr(s, depth-1)
	switch s {
	case boolean:
		return expr{"not " + x.at(9), 8, func(v *state) int { return 1 - x.eval(v) }}
	case vector:
		if g.n(1) == 0 {
			return expr{"bvneg " + x.at(19), 19, func(v *state) int { return -x.eval(v) & 3 }}
		}
		return expr{"bvnot " + x.at(20), 20, func(v *state) int { return ^x.eval(v) & 3 }}
	}
	d := 2 + g.n(1)
	switch g.n(2) {
	case 0:
		return expr{fmt.Sprintf("%s / %d", x.at(16), d), 16, func(v *state) int { return div(x.eval(v), d) }}
	case 1:
		return expr{fmt.Sprintf("%s rem -%d", x.at(16), d), 16, func(v *state) int { k := x.eval(v); return d*div(k, d) - k }}
	}
	return expr{"-" + x.at(19), 19, func(v *state) int { return -x.eval(v) }}
}

func (g *generator) leaf(s sort) expr {
	if g.n(2) > 0 {
		v := 2*int(s) + g.n(1)
		return expr{names[v], 21, func(x *state) int { return x[v] }}
	}
	k := g.n(s.size() - 1)
	text := fmt.Sprint(k)
	switch s {
	case boolean:
		text = fmt.Sprint(k == 1)
	case vector:
		text = []string{fmt.Sprintf("2'd%d", k), fmt.Sprintf("2'b%02b", k), fmt.Sprintf("2'x%x", k), fmt.Sprintf("2'd%d", signed(k))}[g.n(3)]
	}
	return expr{text, 21, func(*state) int { return k }}
}

// statement maps a state to its successors.
type statement struct {
	text string
	next func(state) []state
}

func (g *generator) statement() statement {
	if g.n(2) == 0 {
		return assume(g.expr(boolean, 3))
	}
	v := g.n(len(names) - 1)
	s := sortOf(v)
	if g.n(3) == 0 {
		return havoc(v)
	}
	e := g.expr(s, 3)
	if s == integer {
		k := e
		e = expr{k.at(16) + " mod 3", 16, func(x *state) int { n := k.eval(x); return n - 3*div(n, 3) }}
	}
	return statement{names[v] + " := " + e.text, func(x state) []state {
		x[v] = e.eval(&x)
		return []state{x}
	}}
}

func assume(c expr) statement {
	return statement{"assume " + c.text, func(x state) []state {
		if c.eval(&x) == 1 {
			return []state{x}
		}
		return nil
	}}
}

// havoc keeps integers in their range.
func havoc(v int) statement {
	text := "havoc " + names[v]
	if sortOf(v) == integer {
		text += fmt.Sprintf(" assume 0 <= %s and %s < 3", names[v], names[v])
	}
	return statement{text, func(x state) []state {
		var out []state
		for k := range sortOf(v).size() {
			x[v] = k
			out = append(out, x)
		}
		return out
	}}
}

type edge struct {
	dst  int
	body []statement
}

// Model draws a model and returns its text and whether an error location is
// reachable. The last two locations are error locations.
func Model(t *rapid.T) (text string, reachable bool) {
	g := &generator{t}
	locs := 4 + g.n(3)
	edges := make([][]edge, locs)
	var b strings.Builder
	b.WriteString("var p : bool var v : bv[2]\nmain process random {\nvar q : bool; var w : bv[2] var m : int var n : int\ninit loc L0\n")
	for i := 1; i < locs; i++ {
		if i >= locs-2 {
			b.WriteString("error ")
		}
		fmt.Fprintf(&b, "loc L%d\n", i)
	}
	// Integers start in their range: the first edge leaves L0 for L1.
	first := edge{1, []statement{havoc(4), havoc(5)}}
	add := func(src int, e edge) {
		edges[src] = append(edges[src], e)
		fmt.Fprintf(&b, "L%d -> L%d {", src, e.dst)
		for _, s := range e.body {
			b.WriteString(" " + s.text)
		}
		b.WriteString(" }\n")
	}
	add(0, first)
	for range 4 + g.n(6) {
		e := edge{dst: 1 + g.n(locs-2)}
		for range g.n(3) {
			e.body = append(e.body, g.statement())
		}
		add(1+g.n(locs-2), e)
	}
	b.WriteString("}\n")
	return b.String(), explore(edges, locs-2)
}

// explore decides whether a location from failing on is reachable from L0.
func explore(edges [][]edge, failing int) bool {
	type node struct {
		loc int
		x   state
	}
	seen := map[node]bool{}
	var work []node
	add := func(n node) {
		if !seen[n] {
			seen[n] = true
			work = append(work, n)
		}
	}
	for _, s := range havoc(0).next(state{}) {
		for _, s := range havoc(1).next(s) {
			for _, s := range havoc(2).next(s) {
				for _, s := range havoc(3).next(s) {
					add(node{0, s})
				}
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.loc >= failing {
			return true
		}
		for _, e := range edges[n.loc] {
			xs := []state{n.x}
			for _, s := range e.body {
				var next []state
				for _, x := range xs {
					next = append(next, s.next(x)...)
				}
				xs = next
			}
			for _, x := range xs {
				add(node{e.dst, x})
			}
		}
	}
	return false
}
