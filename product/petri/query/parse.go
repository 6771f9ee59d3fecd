package query

import (
	"fmt"
	"strconv"

	"cupel/product/petri"
)

// Parse reads a predicate over the nodes of n. Errors are of type *Error.
func Parse(text string, n *petri.Net) (*petri.Predicate, error) {
	ls, err := split(text)
	if err != nil {
		return nil, err
	}
	p := &parser{net: n, lexemes: ls}
	f, err := p.implication()
	if err != nil {
		return nil, err
	}
	if l := p.peek(); l.kind != end {
		return nil, p.fail(l, "unexpected %v; expected &&, ||, => or the end", l)
	}
	return f, nil
}

// parser is a recursive descent parser; labels map display names to the nodes that have them.
type parser struct {
	net     *petri.Net
	lexemes []lexeme
	depth   int

	placeLabels, transitionLabels map[string][]int
}

func (p *parser) peek() lexeme { return p.lexemes[0] }

// next consumes a lexeme; the end stays.
func (p *parser) next() lexeme {
	l := p.lexemes[0]
	if l.kind != end {
		p.lexemes = p.lexemes[1:]
	}
	return l
}

// accept consumes the symbol if it is next.
func (p *parser) accept(s string) bool {
	if l := p.peek(); l.kind != symbol || l.text != s {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(s string) error {
	if !p.accept(s) {
		return p.fail(p.peek(), "unexpected %v; expected %q", p.peek(), s)
	}
	return nil
}

func (p *parser) fail(l lexeme, format string, args ...any) error {
	return &Error{l.column, fmt.Sprintf(format, args...)}
}

func (p *parser) implication() (*petri.Predicate, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.peek(), "the predicate is nested deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	left, err := p.junction("||", petri.Or, func() (*petri.Predicate, error) {
		return p.junction("&&", petri.And, p.unary)
	})
	if err != nil || !p.accept("=>") {
		return left, err
	}
	right, err := p.implication()
	if err != nil {
		return nil, err
	}
	return petri.Or(petri.Not(left), right), nil
}

// junction reads operands separated by an operator.
func (p *parser) junction(op string, join func(...*petri.Predicate) *petri.Predicate, operand func() (*petri.Predicate, error)) (*petri.Predicate, error) {
	var args []*petri.Predicate
	for {
		f, err := operand()
		if err != nil {
			return nil, err
		}
		args = append(args, f)
		if !p.accept(op) {
			return join(args...), nil
		}
	}
}

func (p *parser) unary() (*petri.Predicate, error) {
	negate := false
	for p.accept("!") {
		negate = !negate
	}
	f, err := p.atom()
	if err != nil || !negate {
		return f, err
	}
	return petri.Not(f), nil
}

func (p *parser) atom() (*petri.Predicate, error) {
	if p.accept("(") {
		f, err := p.implication()
		if err != nil {
			return nil, err
		}
		return f, p.expect(")")
	}
	if l := p.peek(); l.kind == word {
		switch l.text {
		case "true":
			p.next()
			return petri.True(), nil
		case "false":
			p.next()
			return petri.False(), nil
		case "deadlock":
			p.next()
			return petri.Deadlock(), nil
		case "fireable":
			p.next()
			return p.fireable()
		}
	}
	return p.comparison()
}

func (p *parser) fireable() (*petri.Predicate, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var args []*petri.Predicate
	for {
		l := p.next()
		if l.kind != word && l.kind != quoted {
			return nil, p.fail(l, "unexpected %v; expected the name of a transition", l)
		}
		t, err := p.transition(l)
		if err != nil {
			return nil, err
		}
		args = append(args, petri.Fireable(t))
		if !p.accept(",") {
			return petri.Or(args...), p.expect(")")
		}
	}
}

func (p *parser) comparison() (*petri.Predicate, error) {
	at := p.peek()
	terms, left, err := p.sum(nil, 1)
	if err != nil {
		return nil, err
	}
	l := p.next()
	rel := l.text
	switch {
	case l.kind == symbol && rel == "=":
		rel = "=="
	case l.kind != symbol || rel != "<=" && rel != "<" && rel != ">=" && rel != ">" && rel != "==" && rel != "!=":
		return nil, p.fail(l, "unexpected %v; expected <=, <, >=, >, == or !=", l)
	}
	terms, right, err := p.sum(terms, -1)
	if err != nil {
		return nil, err
	}
	f, err := petri.Compare(terms, rel, -left-right)
	if err != nil {
		return nil, p.fail(at, "%v", err)
	}
	return f, nil
}

// sum appends the terms of a sum, multiplied by sign, and returns its constant likewise.
func (p *parser) sum(terms []petri.Arc, sign int64) ([]petri.Arc, int64, error) {
	constant := int64(0)
	s := sign
	if p.accept("-") {
		s = -sign
	}
	for {
		at := p.peek()
		place, weight, err := p.term()
		if err != nil {
			return nil, 0, err
		}
		if place >= 0 {
			terms = append(terms, petri.Arc{Index: place, Weight: s * weight})
		} else if constant += s * weight; constant > petri.MaxCoefficient || constant < -petri.MaxCoefficient {
			return nil, 0, p.fail(at, "%v", petri.ErrCoefficient)
		}
		switch {
		case p.accept("+"):
			s = sign
		case p.accept("-"):
			s = -sign
		default:
			return terms, constant, nil
		}
	}
}

// term reads a product of a number and a place; place is -1 for a number alone.
func (p *parser) term() (place int, weight int64, err error) {
	place, weight = -1, 1
	switch l := p.next(); l.kind {
	case number:
		if weight, err = p.number(l); err != nil || !p.accept("*") {
			return place, weight, err
		}
		l = p.next()
		if l.kind != word && l.kind != quoted {
			return 0, 0, p.fail(l, "unexpected %v; expected the name of a place", l)
		}
		place, err = p.place(l)
	case word, quoted:
		if place, err = p.place(l); err != nil || !p.accept("*") {
			return place, weight, err
		}
		l = p.next()
		if l.kind != number {
			return 0, 0, p.fail(l, "unexpected %v; expected a number", l)
		}
		weight, err = p.number(l)
	default:
		err = p.fail(l, "unexpected %v; expected a place, a number, fireable(...), deadlock or a parenthesis", l)
	}
	return place, weight, err
}

func (p *parser) number(l lexeme) (int64, error) {
	k, err := strconv.ParseInt(l.text, 10, 64)
	if err != nil || k > petri.MaxCoefficient {
		return 0, p.fail(l, "the number %s is too large", l.text)
	}
	return k, nil
}

func (p *parser) place(l lexeme) (int, error) {
	if i, ok := p.net.PlaceByID(l.text); ok {
		return i, nil
	}
	if p.placeLabels == nil {
		p.placeLabels = map[string][]int{}
		for i, pl := range p.net.Places {
			p.placeLabels[pl.Name] = append(p.placeLabels[pl.Name], i)
		}
	}
	return p.labelled(l, "place", p.placeLabels[l.text])
}

func (p *parser) transition(l lexeme) (int, error) {
	if i, ok := p.net.TransitionByID(l.text); ok {
		return i, nil
	}
	if p.transitionLabels == nil {
		p.transitionLabels = map[string][]int{}
		for i, t := range p.net.Transitions {
			p.transitionLabels[t.Name] = append(p.transitionLabels[t.Name], i)
		}
	}
	return p.labelled(l, "transition", p.transitionLabels[l.text])
}

func (p *parser) labelled(l lexeme, what string, found []int) (int, error) {
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return 0, p.fail(l, "%d %ss are named %v; use an identifier", len(found), what, l)
	}
	return 0, p.fail(l, "the net has no %s %v", what, l)
}
