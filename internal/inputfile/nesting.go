package inputfile

// TooDeep finds the first place in a YAML text with more than most brackets, dashes or columns of indentation: the
// time of the YAML library is exponential in some and quadratic in others. line is 0 where there is none.
func TooDeep(data []byte, most int) (line, col int) {
	line, depth, dashes, indent := 1, 0, 0, true
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
		if depth > most || dashes > most || indent && col > most {
			return line, col
		}
	}
	return 0, 0
}
