package annotation

import (
	"fmt"
	"strings"

	"cupel/product/solidity/ast"
)

type tokenKind int

const (
	end_ tokenKind = iota
	word
	num
	str
	sign
)

type token struct {
	kind  tokenKind
	text  string
	start int // in the doc's text
}

var signs = []string{"<<", ">>", "**", "==", "!=", "<=", ">=", "&&", "||", "=>", "==>"}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// parser reads tokens one by one; mistakes are panics with *Error.
type parser struct {
	d       ast.Doc
	at, end int
	tok     token
	depth   int
}

func newParser(d ast.Doc, from, end int) *parser {
	p := &parser{d: d, at: from, end: end}
	p.next()
	return p
}

func (p *parser) failAt(offset int, msg string) {
	panic(&Error{p.d.File.Position(p.d.Start + offset), msg})
}

func (p *parser) fail(msg string) { p.failAt(p.tok.start, msg) }

func (p *parser) next() {
	t := p.d.Text[:p.end]
	for p.at < p.end && strings.IndexByte(" \t\r\n", t[p.at]) >= 0 {
		p.at++
	}
	start := p.at
	if start >= p.end {
		p.tok = token{end_, "end of the annotation", p.end}
		return
	}
	c := t[start]
	switch {
	case isDigit(c) || c == '.' && start+1 < p.end && isDigit(t[start+1]):
		for p.at < p.end && (isWord(t[p.at]) || t[p.at] == '.' || (t[p.at] == '-' || t[p.at] == '+') && (t[p.at-1] == 'e' || t[p.at-1] == 'E') && !strings.HasPrefix(t[start:], "0x")) {
			p.at++
		}
		p.tok = token{num, t[start:p.at], start}
	case isWord(c):
		for p.at < p.end && isWord(t[p.at]) {
			p.at++
		}
		p.tok = token{word, t[start:p.at], start}
	case c == '"' || c == '\'':
		for p.at++; p.at < p.end && t[p.at] != c && t[p.at] != '\n'; p.at++ {
			if t[p.at] == '\\' {
				p.at++
			}
		}
		if p.at >= p.end || t[p.at] != c {
			p.failAt(start, "the string does not end")
		}
		p.at++
		p.tok = token{str, t[start:p.at], start}
	default:
		p.at++
		for _, s := range signs {
			if strings.HasPrefix(t[start:], s) {
				p.at = start + len(s)
			}
		}
		p.tok = token{sign, t[start:p.at], start}
	}
}

// is reports whether the next token is this word or sign.
func (p *parser) is(text string) bool {
	return (p.tok.kind == word || p.tok.kind == sign) && p.tok.text == text
}

func (p *parser) expect(text string) {
	if !p.is(text) {
		p.fail(fmt.Sprintf("expected %q, found %q", text, p.tok.text))
	}
	p.next()
}

func (p *parser) ident() string {
	if p.tok.kind != word {
		p.fail(fmt.Sprintf("expected a name, found %q", p.tok.text))
	}
	s := p.tok.text
	p.next()
	return s
}
