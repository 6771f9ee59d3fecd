package query

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// An Error is a mistake in a predicate. Column counts bytes from 1.
type Error struct {
	Column int
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Column, e.Msg) }

type kind uint8

const (
	end kind = iota
	symbol
	number
	word   // bare name or keyword
	quoted // name in quotes
)

// lexeme is a token of a predicate.
type lexeme struct {
	kind   kind
	text   string // quoted: without quotes and escapes
	column int
}

func (l lexeme) String() string {
	if l.kind == end {
		return "the end"
	}
	return fmt.Sprintf("%q", l.text)
}

var symbols = []string{"&&", "||", "=>", "<=", ">=", "==", "!=", "(", ")", "<", ">", "=", "!", "+", "-", "*", ","}

// split cuts a text into lexemes, the last of which is the end.
func split(text string) ([]lexeme, error) {
	var out []lexeme
	for i := 0; ; {
		for i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
			i++
		}
		if i == len(text) {
			return append(out, lexeme{column: i + 1}), nil
		}
		start := i
		switch c := text[i]; {
		case letter(c):
			for i < len(text) && (letter(text[i]) || digit(text[i]) || text[i] == '.') {
				i++
			}
			out = append(out, lexeme{word, text[start:i], start + 1})
		case digit(c):
			for i < len(text) && digit(text[i]) {
				i++
			}
			out = append(out, lexeme{number, text[start:i], start + 1})
		case c == '"':
			name, n, err := unquote(text[i:], start+1)
			if err != nil {
				return nil, err
			}
			i += n
			out = append(out, lexeme{quoted, name, start + 1})
		default:
			s := prefix(text[i:])
			if s == "" {
				r, _ := utf8.DecodeRuneInString(text[i:])
				return nil, &Error{start + 1, fmt.Sprintf("unexpected %q; put names with such characters into double quotes", r)}
			}
			i += len(s)
			out = append(out, lexeme{symbol, s, start + 1})
		}
	}
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

func prefix(text string) string {
	for _, s := range symbols {
		if strings.HasPrefix(text, s) {
			return s
		}
	}
	return ""
}

// unquote reads a quoted name at the start of text and returns its length in text.
func unquote(text string, column int) (name string, n int, err error) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			return b.String(), i + 1, nil
		case '\\':
			if i++; i == len(text) || text[i] != '"' && text[i] != '\\' {
				return "", 0, &Error{column + i - 1, `a backslash in a quoted name must be followed by " or \`}
			}
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, &Error{column, "the quoted name has no closing quote"}
}
