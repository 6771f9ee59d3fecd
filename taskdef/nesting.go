package taskdef

import "fmt"

// maxNesting bounds the brackets, dashes and columns of indentation on a line: the
// time of the YAML library is exponential in some and quadratic in others. Real
// definitions have less than ten.
const maxNesting = 100

// tooDeep finds a line with too much of them.
func tooDeep(path string, data []byte) *Error {
	line, col, depth, dashes, indent := 1, 0, 0, 0, true
	for _, c := range data {
		col++
		switch c {
		case '\n':
			line, col, dashes, indent = line+1, 0, 0, true
			continue
		case ' ', '\t':
		case '-', '?', ':':
			dashes++
		case '[', '{':
			depth++
			indent = false
		case ']', '}':
			depth = max(0, depth-1)
			indent = false
		default:
			dashes, indent = 0, false
		}
		if depth > maxNesting || dashes > maxNesting || indent && col > maxNesting {
			return &Error{path, line, col, fmt.Sprintf("is nested more than %d deep; a task definition is flat", maxNesting)}
		}
	}
	return nil
}
