package link

import "strings"

// kind is the kind of a token.
type kind uint8

const (
	word kind = iota
	number
	literal // a string or a character constant
	punct
)

// role is the name space of a word.
type role uint8

const (
	ordinary role = iota
	tag
	apart // members, keywords of attributes: never renamed
)

// token is a piece of a text: the bytes from start up to end.
type token struct {
	kind       kind
	role       role
	start, end int
	text       string
	pack       int // the value of #pragma pack here; 0: none
}

// tokenize splits a preprocessed text into tokens. Lines that begin with # and comments are skipped; packs is the state of #pragma pack at the end.
func tokenize(src []byte) (out []token, packs packing) {
	fresh := true // no token on this line yet
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			fresh = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == '#' && fresh:
			start := i
			for i < len(src) && src[i] != '\n' {
				i++
			}
			packs.line(string(src[start:i]))
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			if end := strings.Index(string(src[i+2:]), "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(src)
			}
			continue
		}
		fresh = false
		start, k := i, punct
		switch {
		case letter(c):
			k = word
			for i < len(src) && (letter(src[i]) || digit(src[i])) {
				i++
			}
			if w := string(src[start:i]); i < len(src) && (src[i] == '"' || src[i] == '\'') && (w == "L" || w == "u" || w == "U" || w == "u8") {
				k, i = literal, quoted(src, i)
			}
		case digit(c) || c == '.' && i+1 < len(src) && digit(src[i+1]):
			k = number
			for i++; i < len(src) && (letter(src[i]) || digit(src[i]) || src[i] == '.' || (src[i] == '+' || src[i] == '-') && strings.IndexByte("eEpP", src[i-1]) >= 0); {
				i++
			}
		case c == '"' || c == '\'':
			k, i = literal, quoted(src, i)
		case c == '-' && i+1 < len(src) && src[i+1] == '>':
			i += 2
		case c == '.' && i+2 < len(src) && src[i+1] == '.' && src[i+2] == '.':
			i += 3
		default:
			i++
		}
		out = append(out, token{kind: k, start: start, end: i, text: string(src[start:i]), pack: packs.now})
	}
	return out, packs
}

// quoted returns the end of the literal that begins at i.
func quoted(src []byte, i int) int {
	for q := src[i]; i+1 < len(src) && src[i+1] != '\n'; {
		i++
		switch src[i] {
		case '\\':
			i++
		case q:
			return i + 1
		}
	}
	return min(i+1, len(src))
}

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
