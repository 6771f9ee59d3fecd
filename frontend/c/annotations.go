package c

import (
	"bytes"
	"fmt"
	"slices"

	"cupel/core/program"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// Specifications in the languages of other tools, which Cupel does not read: who wrote one should not take a verdict for
// one about it.

// acsl matches the beginning of a comment that is an annotation in ACSL. Other comments begin with @, too.
var acsl = lazyregexp.New(`^/[*/]@[\s@]*(requires|ensures|assigns|terminates|decreases|allocates|frees|behavior|assumes|exits|loop|assert|check|admit|ghost|predicate|logic|lemma|axiom|axiomatic|inductive|global|type|invariant|for)\b`)

// contracts are the clauses of CBMC's contracts of functions and loops.
var contracts = []string{"__CPROVER_requires", "__CPROVER_ensures", "__CPROVER_assigns", "__CPROVER_frees", "__CPROVER_loop_invariant", "__CPROVER_decreases",
	"__CPROVER_requires_contract", "__CPROVER_ensures_contract"}

// unread warns of the annotations in a file of the program, of each kind at the first place, and returns the text with blanks in
// place of the clauses that no compiler reads.
func unread(file string, src []byte) (_ []byte, diags []Diagnostic) {
	if !bytes.Contains(src, []byte("/*@")) && !bytes.Contains(src, []byte("//@")) && !bytes.Contains(src, []byte("__CPROVER_")) {
		return src, nil
	}
	var comments, clauses places
	var last byte // of the tokens but white space and comments
	out, depth, inside := src, 0, false
	for t := range scan.Tokens(src) {
		text := src[t.Start:t.End]
		switch {
		case t.Kind == scan.Remark && acsl().Match(text):
			comments.add(t.Start)
		case inside:
		case t.Kind == scan.Ident && last == ')' && slices.Contains(contracts, string(text)):
			clauses.add(t.Start)
			if len(clauses) == 1 {
				out = slices.Clone(src)
			}
			inside, depth = true, 0
		}
		if t.Kind == scan.Space || t.Kind == scan.Remark || t.Kind == scan.Line {
			continue
		}
		if !inside {
			last = text[len(text)-1]
			continue
		}
		for i := t.Start; i < t.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
		switch text[0] {
		case '(':
			depth++
		case ')':
			depth--
			inside = depth > 0
		}
	}
	for _, k := range []struct {
		what string
		at   places
	}{{"annotations in ACSL", comments}, {"contracts of CBMC", clauses}} {
		if len(k.at) == 0 {
			continue
		}
		msg := k.what + " are not read: the answer is not about them"
		if n := len(k.at); n > 1 {
			msg += fmt.Sprintf(" (%d places)", n)
		}
		diags = append(diags, Diagnostic{Pos: k.at.first(file, src), Msg: msg, Kind: Warning})
	}
	return out, diags
}

// places are offsets in a text.
type places []int

func (p *places) add(at int) { *p = append(*p, at) }

// first is the position of the first place.
func (p places) first(file string, src []byte) program.Pos {
	before := src[:p[0]]
	return program.Pos{File: file, Line: bytes.Count(before, []byte("\n")) + 1, Col: p[0] - bytes.LastIndexByte(before, '\n')}
}
