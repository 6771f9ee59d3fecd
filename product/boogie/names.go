package boogie

import (
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// reserved words are identifiers only after a backslash.
var reserved = words(`type const unique function axiom var where procedure implementation returns
	requires ensures modifies free finite assert assume havoc call if else then while invariant break goto return
	true false old forall exists lambda div mod bool int real async par yield complete extends`)

// contextual words are keywords in some positions only; the printer quotes them, too.
var contextual = words(`is datatype`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, k := range strings.Fields(s) {
		m[k] = true
	}
	return m
}

// quoteIdent returns an identifier in Boogie syntax.
func quoteIdent(s string) string {
	if reserved[s] || contextual[s] || bvWidth(s) >= 0 {
		return "\\" + s
	}
	return s
}

func joinIdents(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = quoteIdent(n)
	}
	return strings.Join(q, ", ")
}

// bvWidth returns n for bvn, else -1.
func bvWidth(s string) int {
	if !strings.HasPrefix(s, "bv") || len(s) == 2 || len(s) > 9 || len(s) > 3 && s[2] == '0' {
		return -1
	}
	n := 0
	for _, c := range s[2:] {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}

func isIdentStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_.$#'`~^?", c) >= 0
}

func isIdentPart(c byte) bool { return isIdentStart(c) || c >= '0' && c <= '9' }
