package precondition

import (
	"bytes"

	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// scanned is a text with comments, literals and directives separated from code.
type scanned struct {
	code       []byte   // the text, blank where it is none of the rest
	directives [][2]int // from the # on, without the newline
}

// divide looks for what is no code.
func divide(src []byte) scanned {
	s := scanned{code: bytes.Clone(src)}
	for t := range scan.Tokens(src) {
		switch t.Kind {
		case scan.Line:
			s.directives = append(s.directives, [2]int{t.Start, t.End})
		case scan.Remark, scan.Quoted:
		default:
			continue
		}
		for i := t.Start; i < t.End; i++ {
			if s.code[i] != '\n' {
				s.code[i] = ' '
			}
		}
	}
	return s
}

var (
	lineDirective   = lazyregexp.New(`^(#|%:)[ \t]*line\b`)
	defineDirective = lazyregexp.New(`^(?:#|%:)\s*define\s+([A-Za-z_$][\w$]*)`)
	splice          = lazyregexp.New(`\\\r?\n`)
	comment         = lazyregexp.New(`(?s)/\*.*?\*/`)
)

// unnumbered removes what changes line numbers for the front end, which ignores line markers.
func unnumbered(src []byte, s scanned) []byte {
	out := bytes.Clone(src)
	for _, d := range s.directives {
		if !lineDirective().Match(src[d[0]:d[1]]) {
			continue
		}
		for i := d[0]; i < d[1]; i++ {
			if out[i] != '\n' && out[i] != '\r' && out[i] != '\\' {
				out[i] = ' '
			}
		}
	}
	return out
}

// macros adds the names that a text defines as macros.
func macros(into map[string]bool, src []byte, s scanned) {
	for _, d := range s.directives {
		text := comment().ReplaceAll(splice().ReplaceAll(src[d[0]:d[1]], nil), []byte(" "))
		if m := defineDirective().FindSubmatch(text); m != nil {
			into[string(m[1])] = true
		}
	}
}

var word = lazyregexp.New(`[A-Za-z_$][\w$]*`)

// wordAt is the identifier that begins at i; "": none does.
func wordAt(src []byte, i int) string {
	if i < 0 || i >= len(src) || i > 0 && (scan.Letter(src[i-1]) || scan.Digit(src[i-1])) {
		return ""
	}
	if m := word().FindIndex(src[i:]); m != nil && m[0] == 0 {
		return string(src[i : i+m[1]])
	}
	return ""
}

// lines are the offsets at which the lines of a text begin.
func lines(src []byte) []int {
	at := []int{0}
	for i, c := range src {
		if c == '\n' {
			at = append(at, i+1)
		}
	}
	return at
}
