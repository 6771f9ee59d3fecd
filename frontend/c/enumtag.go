package c

import (
	"bytes"
	"regexp"
	"strings"

	"cupel/frontend/c/scan"
)

// setApart is an attribute between the tag of an enumeration and a colon that begins no underlying type, but the expression of a generic association, or the width
// of a bit-field without a name: the parser takes each colon for one of a type.
const setApart = " __attribute__((__cupel_apart__)) "

// typeWords begin an underlying type.
var typeWords = set("char", "short", "int", "long", "signed", "unsigned", "_Bool", "bool", "const", "volatile", "typeof", "__typeof__", "__typeof", "typeof_unqual",
	"__int128", "__int128_t", "__uint128_t", "__signed__", "_BitInt", "_Atomic")

// operators are words that begin an expression and have an operand behind them.
var operators = set("sizeof", "alignof", "_Alignof", "__alignof__", "__alignof", "__real__", "__imag__", "__extension__")

// enumeration handles what follows the word enum that ends at j, and returns where the next token starts.
func (s *scanner) enumeration(j int) int {
	tag := scan.Skip(s.src, j)
	end := scan.Word(s.src, tag)
	colon := scan.Skip(s.src, end)
	if end == tag || colon >= len(s.src) || s.src[colon] != ':' {
		return j
	}
	if next := scan.Skip(s.src, colon+1); next < len(s.src) && s.src[next] != '[' && s.src[next] != ':' && !s.typeAt(next) {
		s.mention(string(s.src[tag:end]))
		s.put(end, end, setApart)
		return end
	}
	return j
}

// typeAt reports whether the token at i, behind the colon of an enumeration, begins a type.
func (s *scanner) typeAt(i int) bool {
	if !scan.Letter(s.src[i]) {
		return false
	}
	end := scan.Word(s.src, i)
	word := string(s.src[i:end])
	next := scan.Skip(s.src, end)
	switch {
	case typeWords[word]:
		return true
	case operators[word] || next >= len(s.src):
		return false
	case s.src[next] == '{' || scan.Letter(s.src[next]):
		return true
	}
	return strings.HasSuffix(word, "_t") || bytes.Contains(s.src, []byte("typedef")) &&
		regexp.MustCompile(`\btypedef\b[^;]*\b`+regexp.QuoteMeta(word)+`\s*[;,]`).Match(s.src)
}
