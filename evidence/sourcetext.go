package evidence

import (
	"context"
	"os"
	"strings"
	"unicode/utf8"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/cexpr"
	"cupel/core/smt"
	"cupel/frontend/c/library"
)

// sourceText inspects the source at positions: a witness may only mention places where its readers find the
// construct. A branch from a macro expansion has the position of the macro's call, where there is no keyword.
type sourceText struct {
	lines map[string][]string
	texts map[string]string // of the same files
	// only, when not empty, is the one file that a witness can refer to: GraphML has lines without files.
	only string
}

// of returns the lines of a file; nil if it cannot be read.
func (t *sourceText) of(file string) []string {
	if t.lines == nil {
		t.lines, t.texts = map[string][]string{}, map[string]string{}
	}
	lines, ok := t.lines[file]
	if !ok {
		if data, err := os.ReadFile(file); err == nil {
			t.texts[file] = string(data)
			lines = strings.Split(t.texts[file], "\n")
		}
		t.lines[file] = lines
	}
	return lines
}

// branchings are the tokens at which a waypoint may describe a branch.
var branchings = []string{"if", "while", "for", "do", "switch", "?"}

// loopKeywords begin loops that may have invariants.
var loopKeywords = []string{"while", "for", "do"}

// known reports whether a reader of the witness has the file.
func (t *sourceText) known(file string) bool {
	return !library.Within(file) && (t.only == "" || file == t.only)
}

// begins reports whether one of the tokens is at pos; true for unreadable files, which line directives may
// name.
func (t *sourceText) begins(pos program.Pos, tokens ...string) bool {
	if !t.known(pos.File) {
		return false
	}
	lines := t.of(pos.File)
	if lines == nil {
		return true
	}
	if pos.Line < 1 || pos.Line > len(lines) || pos.Col < 1 || pos.Col > len(lines[pos.Line-1]) {
		return false
	}
	rest := lines[pos.Line-1][pos.Col-1:]
	for _, tok := range tokens {
		after, ok := strings.CutPrefix(rest, tok)
		if ok && (!isWord(tok[0]) || after == "" || !isWord(after[0])) {
			return true
		}
	}
	return false
}

// character converts the column of pos from bytes to characters, as in witnesses.
func (t *sourceText) character(pos program.Pos) program.Pos {
	if lines := t.of(pos.File); 1 <= pos.Line && pos.Line <= len(lines) && 1 <= pos.Col && pos.Col <= len(lines[pos.Line-1]) {
		pos.Col = utf8.RuneCountInString(lines[pos.Line-1][:pos.Col-1]) + 1
	}
	return pos
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// A loopCopy is the invariant of one inlined copy of a loop, with its C names.
type loopCopy struct {
	proven *logic.Term
	name   func(*program.Var) string
}

// survives parses an invariant from its C text and checks that it follows from the invariants of all copies of
// its loop.
func survives(ctx context.Context, p *program.Program, expr string, copies []loopCopy, open smt.Opener) bool {
	s, err := open(p.Terms, smt.Options{})
	if err != nil {
		return false
	}
	defer s.Close()
	for _, c := range copies {
		vars := map[string]*program.Var{}
		for _, v := range p.Vars {
			if n := c.name(v); n != "" {
				vars[n] = v
			}
		}
		t, err := cexpr.Parse(p, vars, expr)
		if err != nil {
			return false
		}
		if r, err := s.Check(ctx, c.proven, p.Terms.Not(t)); err != nil || r != smt.Unsat {
			return false
		}
	}
	return true
}
