package cfa

import (
	"strings"

	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// kind is the kind of a token.
type kind uint8

const (
	end       kind = iota // of the file
	word                  // a name or a keyword
	number                // a sequence of decimal digits
	bitString             // a bit-vector literal: 4'b0101, 4'd5, 8'xff
	symbol                // punctuation
)

type token struct {
	kind kind
	text string
	pos  program.Pos
}

// is reports whether the token is the given keyword or punctuation.
func (t *token) is(text string) bool {
	return (t.kind == word || t.kind == symbol) && t.text == text
}

// String describes the token in messages.
func (t *token) String() string {
	if t.kind == end {
		return "the end of the file"
	}
	return `"` + t.text + `"`
}

// symbols lists punctuation, longer ones before their prefixes.
var symbols = []string{":=", "->", "<-", "<=", ">=", "/=", "++",
	"<", ">", "=", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "'"}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// scanner walks over the source and counts lines and columns (in bytes).
type scanner struct {
	src  string
	off  int
	line int
	bol  int // offset of the current line
	file string
}

func (s *scanner) pos() program.Pos {
	return program.Pos{File: s.file, Line: s.line, Col: s.off - s.bol + 1}
}

// rest returns the unread text.
func (s *scanner) rest() string { return s.src[s.off:] }

func (s *scanner) skip(n int) {
	for range n {
		if s.src[s.off] == '\n' {
			s.line, s.bol = s.line+1, s.off+1
		}
		s.off++
	}
}

// span returns the length of the longest prefix of text whose bytes are ok.
func span(text string, ok func(byte) bool) int {
	n := 0
	for n < len(text) && ok(text[n]) {
		n++
	}
	return n
}

// scan splits a source into tokens; the last one is the end of the file.
func scan(file string, src []byte) ([]token, error) {
	s := &scanner{src: string(src), line: 1, file: file}
	var toks []token
	for {
		if err := s.blank(); err != nil {
			return nil, err
		}
		pos := s.pos()
		if s.off == len(s.src) {
			return append(toks, token{end, "", pos}), nil
		}
		t, err := s.token(pos)
		if err != nil {
			return nil, err
		}
		toks = append(toks, t)
		s.skip(len(t.text))
	}
}

// blank skips white space and comments.
func (s *scanner) blank() error {
	for {
		r := s.rest()
		n := span(r, func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' })
		switch {
		case n > 0:
		case strings.HasPrefix(r, "//"):
			n = span(r, func(c byte) bool { return c != '\n' && c != '\r' })
		case strings.HasPrefix(r, "/*"):
			close := strings.Index(r[2:], "*/")
			if close < 0 {
				return modelfile.Errorf(s.pos(), "the comment does not end; close it with */")
			}
			n = close + 4
		default:
			return nil
		}
		s.skip(n)
	}
}

func (s *scanner) token(pos program.Pos) (token, error) {
	r := s.rest()
	switch {
	case letter(r[0]):
		return token{word, r[:span(r, func(c byte) bool { return letter(c) || digit(c) })], pos}, nil
	case digit(r[0]):
		n := span(r, digit)
		if m := literal(r[n:]); m > 0 {
			return token{bitString, r[:n+m], pos}, nil
		}
		return token{number, r[:n], pos}, nil
	}
	for _, p := range symbols {
		if strings.HasPrefix(r, p) {
			return token{symbol, p, pos}, nil
		}
	}
	return token{}, modelfile.Errorf(pos, "the character %q has no meaning here; remove it", firstRune(r))
}

// literal returns the length of the part of a bit-vector literal after the width, or 0.
func literal(r string) int {
	if len(r) < 3 || r[0] != '\'' {
		return 0
	}
	at := 2
	switch r[1] {
	case 'b', 'x':
	case 'd':
		if r[2] == '+' || r[2] == '-' {
			at++
		}
	default:
		return 0
	}
	n := span(r[at:], func(c byte) bool { return letter(c) || digit(c) })
	if n == 0 {
		return 0
	}
	return at + n
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
