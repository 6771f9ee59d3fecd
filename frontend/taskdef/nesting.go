package taskdef

import (
	"fmt"

	"cupel/internal/inputfile"
)

// maxNesting bounds the brackets, dashes and columns of indentation on a line, see inputfile.TooDeep. Real
// definitions have less than ten.
const maxNesting = 100

// tooDeep finds a line with too much of them.
func tooDeep(path string, data []byte) *Error {
	if line, col := inputfile.TooDeep(data, maxNesting); line > 0 {
		return &Error{path, line, col, fmt.Sprintf("is nested more than %d deep; a task definition is flat", maxNesting)}
	}
	return nil
}
