package c

import (
	"bytes"
	"fmt"
	"strconv"

	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// The parser takes ranges of elements only as the first of several designators, none behind them, and none of one element. Each range with others is written out: [1][2 ... 3] = 0
// as [1][2] = 0, [1][3] = 0.

// innerRange matches what the parser says of a range that it does not take.
var innerRange = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*(a range of elements can be designated only|nested ranged designations|first index shall be smaller than second index)`)

// rangeBounds are those of a range in brackets.
var rangeBounds = lazyregexp.New(`^\[\s*(\d+)\s*\.\.\.\s*(\d+)\s*\]`)

// repeatable is an initialiser whose value is the same whenever it is evaluated.
var repeatable = lazyregexp.New(`^(?:[^=+(\-]|\((?:\s*(?:const|unsigned|signed|char|short|int|long|float|double|(?:struct|union|enum)\s+\w+)\b)+[\s*]*\)|[+-](?:[^+=\-]|$)|[=<>!]=|\bsizeof\b|[{,]\s*[.\[]\s*\w+\s*\]?\s*=)*$`)

// calls matches what may be a call.
var calls = lazyregexp.New(`[\w)\]]\s*\(`)

// objects matches what may be one, or the name of something else, where typeWord is left out.
var (
	objects  = lazyregexp.New(`\b[A-Za-z_]`)
	typeWord = lazyregexp.New(`\b(const|unsigned|signed|char|short|int|long|float|double|sizeof)\b`)
)

// withoutInnerRange writes the first range out of the designators that include the one at off; nil: that is not possible.
func withoutInnerRange(src []byte, off int) []byte {
	from := designation(src, off)
	i, found, lo, hi := from, []int(nil), 0, 0
	for i < len(src) && src[i] != '=' {
		switch {
		case src[i] == '[':
			if m := rangeBounds().FindSubmatchIndex(src[i:]); m != nil && found == nil {
				found = []int{i, i + m[1]}
				lo, _ = strconv.Atoi(string(src[i+m[2] : i+m[3]]))
				hi, _ = strconv.Atoi(string(src[i+m[4] : i+m[5]]))
			}
			if i = closed(src, i); i < 0 {
				return nil
			}
		case src[i] == '.':
			i = scan.Word(src, space(src, i+1))
		case space(src, i) > i:
			i = space(src, i)
		default:
			return nil
		}
	}
	end := initializerEnd(src, i+1)
	line := bytes.LastIndexByte(src[:from], '\n') + 1
	if found == nil || end < 0 || bytes.Contains(src[line:end], []byte("//")) || bytes.Contains(src[line:end], []byte("/*")) || hi < lo || hi-lo >= maxWritten {
		return nil
	}
	value := src[i+1 : end]
	if hi > lo && (!repeatable().Match(value) || calls().Match(value) || bytes.ContainsAny(value, "\"'#") ||
		bytes.Contains(src, []byte("volatile")) && objects().Match(typeWord().ReplaceAll(value, nil))) {
		return nil
	}
	out := bytes.Clone(src[:from])
	for k := lo; k <= hi; k++ {
		text := fmt.Appendf(bytes.Clone(src[from:found[0]]), "[%d]%s", k, src[found[1]:end])
		if k < hi { // lines stay
			text = append(bytes.ReplaceAll(text, []byte("\n"), []byte(" ")), ',')
		}
		out = append(out, text...)
	}
	return append(out, src[end:]...)
}

// designation is where the designators begin that include the one at off.
func designation(src []byte, off int) int {
	for i := off; i > 0; i-- {
		switch src[i-1] {
		case ',', '{':
			return i
		case ']':
			depth := 0
			for ; i > 0; i-- {
				if src[i-1] == ']' {
					depth++
				} else if src[i-1] == '[' {
					if depth--; depth == 0 {
						break
					}
				}
			}
		}
	}
	return off
}

// closed is the offset behind the bracket that closes the one at i; -1: there is none.
func closed(src []byte, i int) int {
	depth := 0
	for ; i < len(src); i++ {
		switch src[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			end, _ := scan.Literal(src, i)
			i = end - 1
		}
	}
	return -1
}

// initializerEnd is where the initialiser at i ends; -1: nowhere.
func initializerEnd(src []byte, i int) int {
	for i < len(src) {
		switch src[i] {
		case ',', '}':
			return i
		case '[', '(', '{':
			if i = closed(src, i); i < 0 {
				return -1
			}
			continue
		case ';', '"', '\'':
			return -1
		}
		i++
	}
	return -1
}
