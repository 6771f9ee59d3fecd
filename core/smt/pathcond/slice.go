package pathcond

import (
	"slices"

	"cupel/core/logic"
)

// A conjunct is the cached data of a term in a condition.
type conjunct struct {
	term    *logic.Term
	symbols []*logic.Term // free symbols by ID
	open    bool          // its value may depend on more than them, see unspecified
	size    int           // distinct subterms, at most maxEvaluated+1
}

// conjunctOf looks at a term once.
func (d *Decider) conjunctOf(t *logic.Term) *conjunct {
	c := d.conjuncts[t]
	if c == nil {
		c = &conjunct{term: t, symbols: logic.FreeVars(t)}
		logic.Walk(func(u *logic.Term) bool {
			c.size++
			c.open = c.open || unspecified(u)
			return true
		}, t)
		d.conjuncts[t] = c
	}
	return c
}

// unspecified reports whether SMT-LIB leaves values of the operation to the model, as those
// of a function: two conjuncts share the function without sharing a symbol.
func unspecified(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpApp, logic.OpFPToSBV, logic.OpFPToUBV, logic.OpFPToReal, logic.OpFPMin, logic.OpFPMax,
		logic.OpForall, logic.OpExists:
		return true
	case logic.OpDiv, logic.OpMod, logic.OpRDiv:
		by := t.Arg(1)
		return !by.IsConst() || by.Rational().Sign() == 0
	}
	return false
}

// anything is the key of all functions that the model interprets.
var anything = (*logic.Term)(nil)

func (c *conjunct) links() []*logic.Term {
	if c.open {
		return append(c.symbols[:len(c.symbols):len(c.symbols)], anything)
	}
	return c.symbols
}

// hold makes the decider's index that of the condition pc.
func (d *Decider) hold(pc []*logic.Term) {
	n := 0
	for n < len(pc) && n < len(d.held) && d.held[n].term == pc[n] {
		n++
	}
	for i := len(d.held) - 1; i >= n; i-- {
		for _, s := range d.held[i].links() {
			in := d.users[s]
			if in = in[:len(in)-1]; len(in) == 0 {
				delete(d.users, s)
			} else {
				d.users[s] = in
			}
		}
	}
	d.held = d.held[:n]
	for i := n; i < len(pc); i++ {
		c := d.conjunctOf(pc[i])
		d.held = append(d.held, c)
		for _, s := range c.links() {
			d.users[s] = append(d.users[s], i)
		}
	}
}

// A part is a slice: the held conjuncts connected with one of them by shared symbols, in order.
type part struct {
	conjuncts []*conjunct
	indices   []int // where they are held
	symbols   []*logic.Term
	open      bool
}

// slice returns the part with the conjunct held at i.
func (d *Decider) slice(i int) part {
	d.round++
	d.marks = append(d.marks, make([]int, max(0, len(d.held)-len(d.marks)))...)
	d.marks[i] = d.round
	p := part{indices: []int{i}}
	seen := map[*logic.Term]bool{}
	var todo []*logic.Term
	reach := func(c *conjunct) {
		for _, s := range c.links() {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	for reach(d.held[i]); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s == anything {
			p.open = true
		} else {
			p.symbols = append(p.symbols, s)
		}
		for _, i := range d.users[s] {
			if d.marks[i] != d.round {
				d.marks[i] = d.round
				p.indices = append(p.indices, i)
				reach(d.held[i])
			}
		}
	}
	slices.Sort(p.indices)
	for _, i := range p.indices {
		p.conjuncts = append(p.conjuncts, d.held[i])
	}
	return p
}
