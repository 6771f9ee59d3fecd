package scan

// Text is what can be scanned.
type Text interface{ string | []byte }

// Splice is the length of the backslash at i with the end of line behind it; 0: there is none.
func Splice[T Text](src T, i int) int {
	switch {
	case at(src, i) != '\\':
		return 0
	case at(src, i+1) == '\n':
		return 2
	case at(src, i+1) == '\r' && at(src, i+2) == '\n':
		return 3
	}
	return 0
}

// Comment is the end of the comment that begins at i; i: none does. One that is not closed ends with the text. The end of line behind a
// comment of one line is not a part of it.
func Comment[T Text](src T, i int) int {
	if at(src, i) != '/' {
		return i
	}
	switch j := spliced(src, i+1); at(src, j) {
	case '*':
		for j++; j < len(src); j++ {
			if src[j] == '*' {
				if k := spliced(src, j+1); at(src, k) == '/' {
					return k + 1
				}
			}
		}
		return j
	case '/':
		for j < len(src) && src[j] != '\n' {
			j += max(1, Splice(src, j))
		}
		return j
	}
	return i
}

// spliced is where the continuations of a line that are at i end.
func spliced[T Text](src T, i int) int {
	for {
		n := Splice(src, i)
		if n == 0 {
			return i
		}
		i += n
	}
}

// Literal is the end of the string or character constant whose quote is at i; false: it is not closed and ends with its line.
func Literal[T Text](src T, i int) (end int, closed bool) {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; {
		n := Splice(src, i)
		switch {
		case src[i] == quote:
			return i + 1, true
		case n > 0:
			i += n
		case src[i] == '\\' && i+1 < len(src) && src[i+1] != '\n':
			i += 2
		default:
			i++
		}
	}
	return i, false
}

// Directive is the end of the directive that begins at i: the end of line that is not continued and in no comment.
func Directive[T Text](src T, i int) int {
	for i < len(src) && src[i] != '\n' {
		if j := Comment(src, i); j > i {
			i = j
			continue
		}
		switch n := Splice(src, i); {
		case n > 0:
			i += n
		case src[i] == '"' || src[i] == '\'':
			i, _ = Literal(src, i)
		default:
			i++
		}
	}
	return i
}

// Word is the end of the identifier that begins at i; i: none does.
func Word[T Text](src T, i int) int {
	if i < len(src) && Letter(src[i]) {
		for i++; i < len(src) && (Letter(src[i]) || Digit(src[i])); i++ {
		}
	}
	return i
}

// Number is the end of the preprocessing number that begins at i, with the separators of C23 between its digits; i: none does. A letter behind a separator is
// no exponent.
func Number[T Text](src T, i int) int {
	if !Digit(at(src, i)) && !(at(src, i) == '.' && Digit(at(src, i+1))) {
		return i
	}
	for i++; i < len(src); i++ {
		c := src[i]
		separator := c == '\'' && (Digit(at(src, i+1)) || Letter(at(src, i+1)))
		if !separator && !Letter(c) && !Digit(c) && c != '.' && !((c == '+' || c == '-') && exponent(src[i-1]) && at(src, i-2) != '\'') {
			break
		}
	}
	return i
}

// exponent reports whether a sign behind the letter belongs to the number.
func exponent(c byte) bool { return c == 'e' || c == 'E' || c == 'p' || c == 'P' }

// Skip is where white space, ends of lines and comments from i on end.
func Skip[T Text](src T, i int) int {
	for i < len(src) {
		j := Comment(src, i)
		switch n := Splice(src, i); {
		case j > i:
			i = j
		case n > 0:
			i += n
		case src[i] == '\n' || Blank(src[i]):
			i++
		default:
			return i
		}
	}
	return i
}

// Blank reports whether a byte is white space within a line.
func Blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// Letter reports whether an identifier may begin with a byte: those of other alphabets, and $, are for GCC.
func Letter(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// Digit reports whether a byte is a decimal digit.
func Digit(c byte) bool { return c >= '0' && c <= '9' }

// Prefix reports whether a word before a quote belongs to the literal.
func Prefix(word string) bool { return word == "L" || word == "u" || word == "U" || word == "u8" }

// at is the byte at i; 0 behind the end.
func at[T Text](src T, i int) byte {
	if i < len(src) {
		return src[i]
	}
	return 0
}
