package logic

import (
	"fmt"
	"strings"
)

// SyntaxError is an error in SMT-LIB text.
type SyntaxError struct {
	Line, Col int // from 1; columns count bytes
	Msg       string
}

// Error returns "line:column: message".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

type sexprKind uint8

const (
	sexprList sexprKind = iota
	sexprSymbol
	sexprNumeral
	sexprDecimal
	sexprBits // #b or #x
	sexprString
	sexprKeyword
)

// sexpr is an S-expression of SMT-LIB.
type sexpr struct {
	kind   sexprKind
	quoted bool   // |symbol|
	text   string // without quotes
	list   []*sexpr
	pos    int // byte offset
}

func (s *sexpr) is(name string) bool { return s.kind == sexprSymbol && !s.quoted && s.text == name }

// head returns the symbol a list begins with, or "".
func (s *sexpr) head() string {
	if s.kind != sexprList || len(s.list) == 0 || s.list[0].kind != sexprSymbol || s.list[0].quoted {
		return ""
	}
	return s.list[0].text
}

type lexer struct {
	src string
	pos int
}

func syntaxError(src string, pos int, format string, args ...any) error {
	pos = min(pos, len(src))
	line := 1 + strings.Count(src[:pos], "\n")
	return &SyntaxError{Line: line, Col: pos - strings.LastIndexByte(src[:pos], '\n'), Msg: fmt.Sprintf(format, args...)}
}

func (l *lexer) skip() {
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case ' ', '\t', '\n', '\r':
			l.pos++
		case ';':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
		default:
			return
		}
	}
}

// next reads one S-expression; nil at the end of the text.
func (l *lexer) next() (*sexpr, error) {
	var stack []*sexpr
	for {
		l.skip()
		if l.pos == len(l.src) {
			if len(stack) > 0 {
				return nil, syntaxError(l.src, stack[len(stack)-1].pos, "unclosed parenthesis")
			}
			return nil, nil
		}
		var e *sexpr
		switch l.src[l.pos] {
		case '(':
			if len(stack) >= maxNesting {
				return nil, syntaxError(l.src, l.pos, "nested too deeply")
			}
			stack = append(stack, &sexpr{kind: sexprList, pos: l.pos})
			l.pos++
			continue
		case ')':
			if len(stack) == 0 {
				return nil, syntaxError(l.src, l.pos, "unexpected )")
			}
			e, stack = stack[len(stack)-1], stack[:len(stack)-1]
			l.pos++
		default:
			var err error
			if e, err = l.atom(); err != nil {
				return nil, err
			}
		}
		if len(stack) == 0 {
			return e, nil
		}
		top := stack[len(stack)-1]
		top.list = append(top.list, e)
	}
}

func isSymbolChar(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c >= 0x80 || strings.IndexByte(plainSymbolChars, c) >= 0
}

func (l *lexer) atom() (*sexpr, error) {
	start := l.pos
	switch c := l.src[start]; {
	case c == '|':
		n := strings.IndexByte(l.src[start+1:], '|')
		if n < 0 {
			return nil, syntaxError(l.src, start, "unclosed |")
		}
		l.pos = start + n + 2
		return &sexpr{kind: sexprSymbol, quoted: true, text: l.src[start+1 : start+1+n], pos: start}, nil
	case c == '"':
		var b strings.Builder
		for l.pos++; l.pos < len(l.src); l.pos++ {
			if l.src[l.pos] != '"' {
				b.WriteByte(l.src[l.pos])
				continue
			}
			if l.pos++; l.pos == len(l.src) || l.src[l.pos] != '"' {
				return &sexpr{kind: sexprString, text: b.String(), pos: start}, nil
			}
			b.WriteByte('"')
		}
		return nil, syntaxError(l.src, start, "unclosed string")
	case c == '#' || c == ':':
		l.pos++
		for l.pos < len(l.src) && isSymbolChar(l.src[l.pos]) {
			l.pos++
		}
		kind := sexprBits
		if c == ':' {
			kind = sexprKeyword
		}
		return &sexpr{kind: kind, text: l.src[start:l.pos], pos: start}, nil
	}
	for l.pos < len(l.src) && isSymbolChar(l.src[l.pos]) {
		l.pos++
	}
	text := l.src[start:l.pos]
	if text == "" {
		return nil, syntaxError(l.src, start, "unexpected character %q", l.src[start])
	}
	kind := sexprSymbol
	if text[0] >= '0' && text[0] <= '9' {
		switch digits := strings.Trim(text, "0123456789"); {
		case digits == "":
			kind = sexprNumeral
		case digits == "." && text[len(text)-1] != '.':
			kind = sexprDecimal
		default:
			return nil, syntaxError(l.src, start, "malformed number %s", text)
		}
	}
	return &sexpr{kind: kind, text: text, pos: start}, nil
}
