package annotation

import (
	"fmt"
	"strings"

	"cupel/product/solidity/ast"
)

// foreign are the words of other verifiers for annotations.
var foreign = map[string]string{"requires": "precondition", "require": "precondition", "assumes": "precondition", "ensures": "postcondition", "ensure": "postcondition",
	"maintains": "invariant", "loop_invariant": "invariant"}

// misspelt returns an error if a text would be an annotation but for one or two letters of its first word, or but for
// the word of another verifier. Other texts are for people.
func misspelt(d ast.Doc, start, end int) error {
	from := start
	for from < end && (isWord(d.Text[from]) || strings.IndexByte("-{}", d.Text[from]) >= 0) {
		from++
	}
	word := d.Text[start:from]
	nearest, distance := -1, 3
	for i, k := range keywords {
		n := edits(strings.ToLower(word), strings.ToLower(k.text))
		if foreign[word] == k.text {
			n = 0
		}
		if n < distance && len(k.text) > 2*n {
			nearest, distance = i, n
		}
	}
	if nearest < 0 {
		return nil
	}
	k := keywords[nearest]
	rest := d.Text[from:end]
	switch k.kind {
	case Invariant, Precondition, Postcondition: // not a name only, which is a word as well
		if !strings.ContainsAny(rest, "<>=!&|([") {
			return nil
		}
	case Emits, Modifies, Tracks:
		if word != strings.ToLower(word) { // the beginning of a sentence
			return nil
		}
	}
	if _, err := parseClause(d, k.kind, start, from, end); err != nil {
		return nil
	}
	return &Error{d.File.Position(d.Start + start), fmt.Sprintf("%q is no annotation; write %q, or begin the text differently if it is none", word, k.text)}
}

// edits is the number of letters to insert, delete or replace, or of neighbours to exchange, that makes a word of another one.
func edits(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// Detached returns an error for the first annotation in a file that is not in attached: the positions of those before
// what can have one.
func Detached(u *ast.SourceUnit, attached map[ast.Position]bool) error {
	for _, d := range u.Docs() {
		for at := 0; ; {
			k := strings.Index(d.Text[at:], tag)
			if k < 0 {
				break
			}
			at += k + len(tag)
			start := at + len(d.Text[at:]) - len(strings.TrimLeft(d.Text[at:], " \t\r\n"))
			for _, w := range keywords {
				from := start + len(w.text)
				if !strings.HasPrefix(d.Text[start:], w.text) || isWord(w.text[len(w.text)-1]) && from < len(d.Text) && isWord(d.Text[from]) {
					continue
				}
				if p := d.File.Position(d.Start + start); !attached[p] {
					if !d.Read {
						return &Error{p, "annotations are read in comments /// and /** */ only; write this one so, or take away " + tag}
					}
					return &Error{p, "this annotation belongs to nothing: it stands right before no contract, function of a contract, event or loop; move it there"}
				}
			}
		}
	}
	return nil
}
