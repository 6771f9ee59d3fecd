package precondition

import (
	"bytes"
	"regexp"
)

// scanned is a text with comments, literals and directives separated from code.
type scanned struct {
	code       []byte   // the text, blank where it is none of the rest
	directives [][2]int // from the # on, without the newline
}

// scan finds comments, literals and directives, by the relevant parts of translation phases 2 to 4.
func scan(src []byte) scanned {
	s := scanned{code: bytes.Clone(src)}
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if s.code[i] != '\n' {
				s.code[i] = ' '
			}
		}
	}
	fresh := true // nothing but blanks since the beginning of the line
	for i := 0; i < len(src); {
		from := i
		switch c := src[i]; {
		case c == '\n':
			fresh = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case bytes.HasPrefix(src[i:], []byte("/*")), bytes.HasPrefix(src[i:], []byte("//")):
			i = skipComment(src, i)
			blank(from, i)
			continue
		case fresh && (c == '#' || bytes.HasPrefix(src[i:], []byte("%:"))):
			for i < len(src) && src[i] != '\n' {
				switch n := spliced(src, i); {
				case n > 0:
					i += n
				case src[i] == '"' || src[i] == '\'':
					i = skipLiteral(src, i)
				case bytes.HasPrefix(src[i:], []byte("/*")), bytes.HasPrefix(src[i:], []byte("//")):
					i = skipComment(src, i)
				default:
					i++
				}
			}
			s.directives = append(s.directives, [2]int{from, i})
			blank(from, i)
			continue
		case c == '"' || c == '\'':
			i = skipLiteral(src, i)
			blank(from, i)
		default:
			i++
		}
		fresh = false
	}
	return s
}

// spliced is the length of a backslash with the newline behind it; 0: there is none.
func spliced(src []byte, i int) int {
	switch {
	case bytes.HasPrefix(src[i:], []byte("\\\n")):
		return 2
	case bytes.HasPrefix(src[i:], []byte("\\\r\n")):
		return 3
	}
	return 0
}

// skipComment is the end of the comment at i.
func skipComment(src []byte, i int) int {
	if src[i+1] == '*' {
		if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	}
	for i < len(src) && src[i] != '\n' {
		i += max(1, spliced(src, i))
	}
	return i
}

// skipLiteral is the end of the literal at i, or of its line.
func skipLiteral(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; i++ {
		if src[i] == quote {
			return i + 1
		}
		if n := spliced(src, i); n > 0 {
			i += n - 1
		} else if src[i] == '\\' && i+1 < len(src) && src[i+1] != '\n' {
			i++
		}
	}
	return i
}

var (
	lineDirective   = regexp.MustCompile(`^(#|%:)[ \t]*line\b`)
	defineDirective = regexp.MustCompile(`^(?:#|%:)\s*define\s+([A-Za-z_$][\w$]*)`)
	splice          = regexp.MustCompile(`\\\r?\n`)
	comment         = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// unnumbered removes what changes line numbers for the front end, which ignores line markers.
func unnumbered(src []byte, s scanned) []byte {
	out := bytes.Clone(src)
	for _, d := range s.directives {
		if !lineDirective.Match(src[d[0]:d[1]]) {
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
		text := comment.ReplaceAll(splice.ReplaceAll(src[d[0]:d[1]], nil), []byte(" "))
		if m := defineDirective.FindSubmatch(text); m != nil {
			into[string(m[1])] = true
		}
	}
}

var word = regexp.MustCompile(`[A-Za-z_$][\w$]*`)

// wordAt is the identifier that begins at i; "": none does.
func wordAt(src []byte, i int) string {
	if i < 0 || i >= len(src) || i > 0 && part(src[i-1]) {
		return ""
	}
	if m := word.FindIndex(src[i:]); m != nil && m[0] == 0 {
		return string(src[i : i+m[1]])
	}
	return ""
}

// part reports whether a byte may be in an identifier.
func part(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
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
