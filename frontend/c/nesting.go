package c

import (
	"fmt"

	"cupel/core/program"
)

// tooDeep finds the position where a text is nested too deeply. Nesting by macro expansion is not visible here and is caught by the stack limit.
func tooDeep(path string, src []byte) *Error {
	depth, prefix := 0, 0
	line, start := 1, 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '\n':
			line, start = line+1, i+1
			continue
		case ' ', '\t', '\r':
			continue
		case '"', '\'':
			for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			if i < len(src) && src[i] == '\n' {
				line, start = line+1, i+1
			}
			prefix = 0
		case '/':
			switch {
			case i+1 < len(src) && src[i+1] == '/':
				for i+1 < len(src) && src[i+1] != '\n' {
					i++
				}
			case i+1 < len(src) && src[i+1] == '*':
				for i += 2; i < len(src) && (src[i] != '*' || i+1 >= len(src) || src[i+1] != '/'); i++ {
					if src[i] == '\n' {
						line, start = line+1, i+1
					}
				}
				i++
			}
			continue
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
			prefix = 0
		case '-', '+', '!', '~', '*', '&':
			prefix++
		default:
			prefix = 0
		}
		if depth > maxNesting || prefix > maxNesting {
			return &Error{Pos: program.Pos{File: path, Line: line, Col: i - start + 1}, Unsupported: true, final: true,
				Msg: fmt.Sprintf("nested more than %d deep; flatten the expression or the blocks", maxNesting)}
		}
	}
	return nil
}
