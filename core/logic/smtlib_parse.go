package logic

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"cupel/core/rational"
)

// Parser reads SMT-LIB 2.6 terms over the theories of this package.
type Parser struct {
	f      *Factory
	known  map[string]*Sort
	scopes map[string][]*Term // let-bound and quantified symbols
	src    string
}

// NewParser returns a parser whose terms belong to f and which knows the given symbols.
func NewParser(f *Factory, known ...*Term) *Parser {
	p := &Parser{f: f, known: map[string]*Sort{}, scopes: map[string][]*Term{}}
	for _, v := range known {
		p.known[v.Name()] = v.sort
	}
	return p
}

// ParseTerm reads one term over the given symbols.
func ParseTerm(f *Factory, src string, known ...*Term) (*Term, error) {
	return NewParser(f, known...).Term(src)
}

// Term reads one term.
func (p *Parser) Term(src string) (*Term, error) {
	e, err := p.single(src)
	if err != nil {
		return nil, err
	}
	return p.build(e)
}

func (p *Parser) single(src string) (*sexpr, error) {
	p.src = src
	l := &lexer{src: src}
	e, err := l.next()
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, syntaxError(src, len(src), "empty input")
	}
	if l.skip(); l.pos != len(src) {
		return nil, syntaxError(src, l.pos, "text after the term")
	}
	return e, nil
}

func (p *Parser) errorf(e *sexpr, format string, args ...any) error {
	return syntaxError(p.src, e.pos, format, args...)
}

// bind opens a scope with fresh symbols for a list of (name sort).
func (p *Parser) bind(e *sexpr, each func(v *Term)) (names []string, err error) {
	if e.kind != sexprList {
		return nil, p.errorf(e, "expected sorted symbols")
	}
	var vars []*Term
	for _, x := range e.list {
		if x.kind != sexprList || len(x.list) != 2 || x.list[0].kind != sexprSymbol {
			return nil, p.errorf(x, "expected (symbol sort)")
		}
		srt, err := p.sort(x.list[1], 0)
		if err != nil {
			return nil, err
		}
		name := x.list[0].text
		v := p.f.LookupVar(name)
		if v == nil || v.sort == srt && p.known[name] == nil && len(p.scopes[name]) == 0 {
			v = p.f.Var(name, srt)
		} else {
			v = p.f.Fresh(name, srt)
		}
		names, vars = append(names, name), append(vars, v)
	}
	for i, v := range vars {
		for _, w := range vars[:i] {
			if v == w {
				return nil, p.errorf(e, "%s is bound twice", names[i])
			}
		}
	}
	for i, v := range vars {
		p.scopes[names[i]] = append(p.scopes[names[i]], v)
		each(v)
	}
	return names, nil
}

func (p *Parser) unbind(names []string) {
	for _, n := range names {
		p.scopes[n] = p.scopes[n][:len(p.scopes[n])-1]
	}
}

// number reads a numeral within bounds.
func (p *Parser) number(e *sexpr, lo, hi int) (int, error) {
	n, err := strconv.Atoi(e.text)
	if e.kind != sexprNumeral || err != nil || n < lo || n > hi {
		return 0, p.errorf(e, "expected a number from %d to %d", lo, hi)
	}
	return n, nil
}

func (p *Parser) sort(e *sexpr, depth int) (*Sort, error) {
	if depth > maxReadSortDepth {
		return nil, p.errorf(e, "sort nested too deeply")
	}
	if e.kind == sexprSymbol {
		switch e.text {
		case "Bool":
			return Bool, nil
		case "Int":
			return Int, nil
		case "Real":
			return Real, nil
		case "Float16":
			return FloatSort(5, 11), nil
		case "Float32":
			return Float32, nil
		case "Float64":
			return Float64, nil
		case "Float128":
			return FloatSort(15, 113), nil
		}
		return nil, p.errorf(e, "unknown sort %s", e.text)
	}
	switch {
	case e.head() == "_" && len(e.list) == 3 && e.list[1].is("BitVec"):
		w, err := p.number(e.list[2], 1, maxReadWidth)
		if err != nil {
			return nil, err
		}
		return BVSort(w), nil
	case e.head() == "_" && len(e.list) == 4 && e.list[1].is("FloatingPoint"):
		return p.floatSort(e.list[2], e.list[3])
	case e.head() == "Array" && len(e.list) == 3:
		i, err := p.sort(e.list[1], depth+1)
		if err != nil {
			return nil, err
		}
		x, err := p.sort(e.list[2], depth+1)
		if err != nil {
			return nil, err
		}
		return ArraySort(i, x), nil
	}
	return nil, p.errorf(e, "unknown sort")
}

func (p *Parser) floatSort(eb, sb *sexpr) (*Sort, error) {
	m, err := p.number(eb, 2, maxReadExpBits)
	if err != nil {
		return nil, err
	}
	n, err := p.number(sb, 2, maxReadWidth)
	if err != nil {
		return nil, err
	}
	return FloatSort(m, n), nil
}

// parseFrame is a list whose parts are being read. Terms can be nested a
// million deep, so the parser keeps its own stack.
type parseFrame struct {
	e      *sexpr
	next   int
	args   []*Term
	rm     RoundingMode
	hasRM  bool
	bound  []*Term  // quantifier
	names  []string // to be unbound
	opened bool     // let: the bindings are in scope
}

func (p *Parser) build(root *sexpr) (t *Term, err error) {
	var stack []*parseFrame
	defer func() {
		if err != nil { // leave no scope open
			for i := len(stack) - 1; i >= 0; i-- {
				p.unbind(stack[i].names)
			}
		}
	}()
	e := root
	for {
		// Descend until something has a value.
		for e != nil {
			if e.kind != sexprList || e.head() == "_" {
				if t, err = p.leaf(e); err != nil {
					return nil, err
				}
				break
			}
			fr := &parseFrame{e: e}
			stack = append(stack, fr)
			if e, err = p.step(fr); err != nil {
				return nil, err
			}
		}
		// Hand the value to the list it belongs to.
		for {
			if len(stack) == 0 {
				return t, nil
			}
			fr := stack[len(stack)-1]
			if e != nil {
				fr.args = append(fr.args, t)
				if e, err = p.step(fr); err != nil {
					return nil, err
				}
				if e != nil {
					break
				}
			}
			if t, err = p.finish(fr); err != nil {
				return nil, err
			}
			p.unbind(fr.names)
			fr.names = nil
			stack = stack[:len(stack)-1]
			e = root // not nil: t is a value for the next frame
		}
	}
}

// step returns the next part of the list that must be read, or nil.
func (p *Parser) step(fr *parseFrame) (*sexpr, error) {
	e := fr.e
	switch e.head() {
	case "let":
		if len(e.list) != 3 || e.list[1].kind != sexprList || len(e.list[1].list) == 0 {
			return nil, p.errorf(e, "malformed let")
		}
		b := e.list[1].list
		if n := len(fr.args); n < len(b) {
			if b[n].kind != sexprList || len(b[n].list) != 2 || b[n].list[0].kind != sexprSymbol {
				return nil, p.errorf(b[n], "malformed let binding")
			}
			return b[n].list[1], nil
		}
		if fr.opened {
			return nil, nil
		}
		fr.opened = true
		for i, x := range b {
			name := x.list[0].text
			fr.names = append(fr.names, name)
			p.scopes[name] = append(p.scopes[name], fr.args[i])
		}
		return e.list[2], nil
	case "forall", "exists":
		if fr.opened {
			return nil, nil
		}
		if len(e.list) != 3 {
			return nil, p.errorf(e, "malformed quantifier")
		}
		fr.opened = true
		var err error
		fr.names, err = p.bind(e.list[1], func(v *Term) { fr.bound = append(fr.bound, v) })
		return e.list[2], err
	case "!":
		if fr.opened {
			return nil, nil
		}
		if len(e.list) < 2 {
			return nil, p.errorf(e, "malformed annotation")
		}
		fr.opened = true
		return e.list[1], nil
	}
	if len(e.list) == 0 {
		return nil, p.errorf(e, "empty list")
	}
	for fr.next++; fr.next < len(e.list); fr.next++ {
		x := e.list[fr.next]
		if rm, ok := roundingNames[x.text]; ok && x.kind == sexprSymbol && fr.next == 1 && len(p.scopes[x.text]) == 0 {
			fr.rm, fr.hasRM = rm, true
			continue
		}
		return x, nil
	}
	return nil, nil
}

// finish combines the parts of a list.
func (p *Parser) finish(fr *parseFrame) (*Term, error) {
	e := fr.e
	switch e.head() {
	case "let", "!":
		return fr.args[len(fr.args)-1], nil
	case "forall", "exists":
		body := fr.args[0]
		if body.sort != Bool {
			return nil, p.errorf(e, "quantified term of sort %s", body.sort)
		}
		if e.head() == "forall" {
			return p.f.Forall(fr.bound, body), nil
		}
		return p.f.Exists(fr.bound, body), nil
	}
	t, err := p.apply(e.list[0], fr)
	if err != nil {
		if _, ok := err.(*SyntaxError); ok {
			return nil, err
		}
		return nil, p.errorf(e, "%v", err)
	}
	return t, nil
}

// apply applies the function that a list begins with.
func (p *Parser) apply(h *sexpr, fr *parseFrame) (*Term, error) {
	args := fr.args
	switch {
	case h.kind == sexprSymbol:
		if p.known[h.text] != nil {
			return nil, p.errorf(h, "%s takes no arguments", h.text)
		}
		if h.quoted {
			return nil, p.errorf(h, "unknown function %s", h.text)
		}
		if fr.hasRM {
			return p.f.roundedByName(h.text, fr.rm, args)
		}
		fn, ok := theorySymbols[h.text]
		if !ok {
			return nil, p.errorf(h, "unknown function %s", h.text)
		}
		return fn(p.f, args)
	case h.head() == "_" && len(h.list) >= 3 && h.list[1].kind == sexprSymbol:
		idx := make([]int, 0, 2)
		for _, x := range h.list[2:] {
			n, err := p.number(x, 0, maxReadWidth)
			if err != nil {
				return nil, err
			}
			idx = append(idx, n)
		}
		return p.f.indexedByName(h.list[1].text, idx, fr.rm, fr.hasRM, args)
	case h.head() == "as" && len(h.list) == 3 && h.list[1].is("const") && len(args) == 1:
		s, err := p.sort(h.list[2], 0)
		if err != nil {
			return nil, err
		}
		if !s.IsArray() || s.elem != args[0].sort {
			return nil, p.errorf(h, "constant array of sort %s over %s", s, args[0].sort)
		}
		return p.f.ConstArray(s, args[0]), nil
	}
	return nil, p.errorf(h, "not a function")
}

// leaf reads a literal, a symbol or an indexed constant.
func (p *Parser) leaf(e *sexpr) (*Term, error) {
	switch e.kind {
	case sexprNumeral, sexprDecimal:
		r, ok := new(big.Rat).SetString(e.text)
		if !ok {
			return nil, p.errorf(e, "malformed number")
		}
		if e.kind == sexprNumeral {
			return p.f.Num(Int, rational.FromRat(r)), nil
		}
		return p.f.Num(Real, rational.FromRat(r)), nil
	case sexprBits:
		return p.bits(e)
	case sexprSymbol:
		return p.symbol(e)
	case sexprList:
		return p.indexedConstant(e)
	}
	return nil, p.errorf(e, "not a term")
}

func (p *Parser) bits(e *sexpr) (*Term, error) {
	base, per := 2, 1
	digits, ok := strings.CutPrefix(e.text, "#b")
	if !ok {
		base, per = 16, 4
		if digits, ok = strings.CutPrefix(e.text, "#x"); !ok {
			return nil, p.errorf(e, "malformed bit-vector")
		}
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.ContainsAny(digits, "+-_") || len(digits)*per > maxReadWidth {
		return nil, p.errorf(e, "malformed bit-vector")
	}
	return p.f.BVBig(v, len(digits)*per), nil
}

func (p *Parser) symbol(e *sexpr) (*Term, error) {
	if s := p.scopes[e.text]; len(s) > 0 {
		return s[len(s)-1], nil
	}
	if s := p.known[e.text]; s != nil {
		return p.f.Var(e.text, s), nil
	}
	switch {
	case e.is("true"):
		return p.f.tTrue, nil
	case e.is("false"):
		return p.f.tFalse, nil
	}
	return nil, p.errorf(e, "unknown symbol %s", e.text)
}

// indexedConstant reads (_ bv5 8), (_ NaN 8 24) and their like.
func (p *Parser) indexedConstant(e *sexpr) (*Term, error) {
	if len(e.list) == 3 && e.list[1].kind == sexprSymbol {
		digits, isBV := strings.CutPrefix(e.list[1].text, "bv")
		if v, ok := new(big.Int).SetString(digits, 10); isBV && ok && strings.Trim(digits, "0123456789") == "" {
			w, err := p.number(e.list[2], 1, maxReadWidth)
			if err != nil {
				return nil, err
			}
			return p.f.BVBig(v, w), nil
		}
	}
	if len(e.list) == 4 && e.list[1].kind == sexprSymbol {
		kinds := map[string]float{
			"NaN": {class: fpNaN}, "+oo": {class: fpInf}, "-oo": {class: fpInf, neg: true},
			"+zero": {class: fpZero}, "-zero": {class: fpZero, neg: true},
		}
		if v, ok := kinds[e.list[1].text]; ok {
			s, err := p.floatSort(e.list[2], e.list[3])
			if err != nil {
				return nil, err
			}
			if s.p > maxExpBits {
				return nil, p.errorf(e, "exponent of more than %d bits", maxExpBits)
			}
			return p.f.bits(s, special(s, v.class, v.neg)), nil
		}
	}
	return nil, p.errorf(e, "unknown indexed constant")
}

// sortError describes arguments that an operator does not take.
func sortError(name string, args []*Term) error {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(" " + a.sort.String())
	}
	return fmt.Errorf("%s does not apply to%s", name, b.String())
}
