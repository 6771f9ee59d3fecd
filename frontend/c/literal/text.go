package literal

import (
	"fmt"
	"strings"
)

// Byte is a byte as it stands in a literal; false: not without a number.
func Byte(b byte) (string, bool) {
	switch b {
	case 0:
		return `\0`, true
	case '\n':
		return `\n`, true
	case '\t':
		return `\t`, true
	case '\r':
		return `\r`, true
	case '\\':
		return `\\`, true
	}
	if b < 32 || b > 126 {
		return "", false
	}
	return string(rune(b)), true
}

// Character is a byte as a constant; false: not without a number.
func Character(b byte) (string, bool) {
	s, ok := Byte(b)
	return "'" + strings.ReplaceAll(s, "'", `\'`) + "'", ok
}

// String is a string literal of bytes. Numbers are octal, of three digits: a hexadecimal one would take in the digits behind it.
func String(bytes []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, c := range bytes {
		q, ok := Byte(c)
		switch {
		case c == '"':
			q = `\"`
		case c == '?' && i > 0 && bytes[i-1] == '?': // no trigraph
			q = `\?`
		case !ok || c == 0:
			q = fmt.Sprintf(`\%03o`, c)
		}
		b.WriteString(q)
	}
	b.WriteByte('"')
	return b.String()
}
