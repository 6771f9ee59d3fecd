package c

import (
	"bytes"
	"fmt"

	"cupel/core/program"
	"cupel/frontend/c/scan"
)

// tooDeep finds the position where a text is nested too deeply. Nesting by macro expansion is not visible here and is caught by the stack limit.
func tooDeep(path string, src []byte) *Error {
	depth, prefix := 0, 0
	for i := scan.Skip(src, 0); i < len(src); i = scan.Skip(src, i+1) {
		switch c := src[i]; c {
		case '"', '\'':
			end, _ := scan.Literal(src, i)
			i, prefix = end-1, 0
		case '/':
			continue
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			prefix = 0
			if j := scan.Number(src, i); !(i > 0 && isWordByte(src[i-1])) {
				i = j - 1
			}
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
			before := src[:i]
			line, col := 1+bytes.Count(before, []byte("\n")), i-bytes.LastIndexByte(before, '\n')
			return &Error{Pos: program.Pos{File: path, Line: line, Col: col}, Unsupported: true, final: true,
				Msg: fmt.Sprintf("nested more than %d deep; flatten the expression or the blocks", maxNesting)}
		}
	}
	return nil
}
