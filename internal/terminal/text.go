package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// mostMessage is the length of a message from which its middle is left out.
const mostMessage = 2000

// Text is a text from outside (of a program, or of a message about one) without what a terminal would obey: control
// characters other than the ends of lines and tabs, characters that change the direction of writing, and bytes that are
// no UTF-8 are written as in C.
func Text(s string) string { return quoted(s, false) }

// Line is the same for what must stay on one line of a report, as a file's name: ends of lines and tabs are quoted, too.
func Line(s string) string { return quoted(s, true) }

// Message is a Line of bounded length: a message does not repeat an input.
func Message(s string) string {
	if len(s) > mostMessage {
		from := s[len(s)-mostMessage/4:]
		s = strings.ToValidUTF8(s[:mostMessage/2], "") + fmt.Sprintf(" ... (%d bytes) ... ", len(s)-3*mostMessage/4) + strings.ToValidUTF8(from, "")
	}
	return Line(s)
}

// quoted writes some characters as in C.
func quoted(s string, line bool) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return obeyed(r, line) }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !obeyed(r, line):
			b.WriteString(s[i : i+n])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ':
			fmt.Fprintf(&b, `\x%02x`, r)
		default: // as in JSON, whose texts may have these characters
			for _, u := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		}
		i += n
	}
	return b.String()
}

// obeyed reports whether a terminal, or the reader of a line, does something at a character instead of showing it. Of
// the invisible ones of Unicode those that join letters and emoji are shown.
func obeyed(r rune, line bool) bool {
	switch r {
	case '\n', '\t':
		return line
	case utf8.RuneError, '\u2028', '\u2029':
		return true
	case '\u200c', '\u200d':
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// Guard writes to w what Text makes of the texts written to it.
type Guard struct {
	w    io.Writer
	rest []byte // the beginning of a character
}

// Guarded is a Guard of w.
func Guarded(w io.Writer) *Guard { return &Guard{w: w} }

// Write implements io.Writer.
func (g *Guard) Write(p []byte) (int, error) {
	text := append(g.rest, p...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ { // a character may be divided between two calls
		if c := text[len(text)-k]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-k:]) {
				end = len(text) - k
			}
			break
		}
	}
	g.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(g.w, Text(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Beneath is the writer that a Guard writes to, for control sequences of this program; another writer is itself.
func Beneath(w io.Writer) io.Writer {
	if g, ok := w.(*Guard); ok {
		return g.w
	}
	return w
}
