package boogie

import (
	"fmt"
	"strings"
)

// Error is a syntax or type error.
type Error struct {
	File string
	Pos  Pos
	Msg  string
}

// Error returns file:line:column: message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%s: %s", e.File, e.Pos, e.Msg) }

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokIdent
	tokKeyword
	tokInt
	tokReal
	tokBV
	tokString
	tokSymbol
)

// token is a lexical token with its position.
type token struct {
	kind tokenKind
	text string // of a string: its contents as written
	pos  Pos
	// quoted: a name after a backslash
	quoted bool
}

func (t token) String() string {
	switch t.kind {
	case tokEOF:
		return "the end of the file"
	case tokString:
		return `"` + t.text + `"`
	}
	return "'" + t.text + "'"
}

// symbols, longest first.
var symbols = []string{"<==>", "==>", "<==", ":=", "::", "==", "!=", "<=", ">=", "<:", "&&", "||", "++", "**", "->", "{:", "|{",
	"(", ")", "[", "]", "{", "}", "<", ">", ",", ";", ":", "+", "-", "*", "/", "!", "=",
	"⇔", "⇒", "⇐", "∧", "∨", "¬", "≤", "≥", "≠", "∀", "∃", "λ", "•"}

// plain maps Unicode symbols to their ASCII forms.
var plain = map[string]string{"⇔": "<==>", "⇒": "==>", "⇐": "<==", "∧": "&&", "∨": "||", "¬": "!", "≤": "<=", "≥": ">=", "≠": "!=",
	"∀": "forall", "∃": "exists", "λ": "lambda", "•": "::"}

// lex returns the tokens of a text, the last of which is the end.
func lex(file, src string) ([]token, error) {
	var out []token
	line, begin := 1, 0 // offset of the line's beginning
	i := 0
	at := func(k int) Pos { return Pos{line, k - begin + 1} }
	newline := func(k int) { line, begin = line+1, k+1 }
	for {
		for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\r' || src[i] == '\n' || src[i] == '\f') {
			if src[i] == '\n' {
				newline(i)
			}
			i++
		}
		if i == len(src) {
			return append(out, token{kind: tokEOF, pos: at(i)}), nil
		}
		start := i
		switch c := src[i]; {
		case strings.HasPrefix(src[i:], "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case strings.HasPrefix(src[i:], "/*"):
			open := at(i)
			for depth := 0; ; {
				if i == len(src) {
					return nil, &Error{file, open, "the comment does not end; add */"}
				}
				if strings.HasPrefix(src[i:], "/*") {
					depth++
					i += 2
					continue
				}
				if strings.HasPrefix(src[i:], "*/") {
					depth--
					i += 2
					if depth == 0 {
						break
					}
					continue
				}
				if src[i] == '\n' {
					newline(i)
				}
				i++
			}
		case isIdentStart(c) || c == '\\' && i+1 < len(src) && isIdentStart(src[i+1]):
			i++
			for i < len(src) && isIdentPart(src[i]) {
				i++
			}
			t := token{kind: tokIdent, text: src[start:i], pos: at(start)}
			if c == '\\' {
				t.text, t.quoted = t.text[1:], true
			} else if reserved[t.text] {
				t.kind = tokKeyword
			}
			out = append(out, t)
		case c >= '0' && c <= '9':
			kind := tokInt
			digits := func() {
				for i < len(src) && src[i] >= '0' && src[i] <= '9' {
					i++
				}
			}
			digit := func(k int) bool { return k < len(src) && src[k] >= '0' && src[k] <= '9' }
			digits()
			if strings.HasPrefix(src[i:], "bv") && digit(i+2) {
				i += 2
				digits()
				out = append(out, token{kind: tokBV, text: src[start:i], pos: at(start)})
				continue
			}
			if i < len(src) && src[i] == '.' && digit(i+1) {
				kind = tokReal
				i++
				digits()
			}
			if i < len(src) && src[i] == 'e' && (digit(i+1) || i+1 < len(src) && src[i+1] == '-' && digit(i+2)) {
				kind = tokReal
				i += 2
				digits()
			}
			if i < len(src) && isIdentStart(src[i]) && src[i] != '.' {
				return nil, &Error{file, at(start), fmt.Sprintf("a number followed by %q; put a space between them", src[i:i+1])}
			}
			out = append(out, token{kind: kind, text: src[start:i], pos: at(start)})
		case c == '"':
			for i++; i < len(src) && src[i] != '"' && src[i] != '\n'; i++ {
				if src[i] == '\\' && i+1 < len(src) && src[i+1] != '\n' {
					i++
				}
			}
			if i == len(src) || src[i] != '"' {
				return nil, &Error{file, at(start), `the string does not end on its line; add "`}
			}
			i++
			out = append(out, token{kind: tokString, text: src[start+1 : i-1], pos: at(start)})
		default:
			found := false
			for _, s := range symbols {
				if strings.HasPrefix(src[i:], s) {
					i += len(s)
					t := token{kind: tokSymbol, text: s, pos: at(start)}
					if p := plain[s]; p != "" {
						t.text = p
						if isIdentStart(p[0]) {
							t.kind = tokKeyword
						}
					}
					out, found = append(out, t), true
					break
				}
			}
			if !found {
				r := []rune(src[i:min(len(src), i+4)])[0]
				return nil, &Error{file, at(i), fmt.Sprintf("unexpected character %q; remove it", r)}
			}
		}
	}
}
