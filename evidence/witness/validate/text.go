package validate

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"unicode/utf8"

	"cupel/core/program"
	"cupel/evidence/witness/read"
	"cupel/frontend/c"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// A text is the program's text with insertions.
type text struct {
	file    string
	src     []byte // line directives are blanked, so that line numbers are physical
	starts  []int  // offsets of lines
	outline *c.Outline
	said    []program.Pos // positions according to line directives; nil: none
	edits   []*edit
	header  string // declarations, on a line of their own before the text
	lines   map[int][]*insertion
	bare    []byte // without comments and directives, see bare
}

// An edit surrounds a piece of the text with code.
type edit struct {
	from, to    int // the piece
	open, close string
	pos         program.Pos // the position in the witness that requires it
}

// An insertion is an inserted part of an edit.
type insertion struct {
	col, n int // original column, from 1, and length
	*edit
}

var lineDirective = lazyregexp.New(`(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)[ \t]*(?:"([^"\n]*)")?[^\n]*$`)

// withoutDirectives blanks line directives, and returns the position they assign to each line.
func withoutDirectives(src []byte, file string) ([]byte, []program.Pos) {
	found := lineDirective().FindAllSubmatchIndex(src, -1)
	if found == nil {
		return src, nil
	}
	out := bytes.Clone(src)
	var said []program.Pos
	at := program.Pos{File: file, Line: 1}
	next := 0
	for i := 0; i <= len(src); {
		end := bytes.IndexByte(src[i:], '\n')
		if end < 0 {
			end = len(src) - i
		}
		said = append(said, at)
		at.Line++
		if next < len(found) && found[next][0] == i {
			f := found[next]
			if n, err := strconv.Atoi(string(src[f[2]:f[3]])); err == nil {
				at.Line = n
			}
			if f[4] >= 0 {
				at.File = string(src[f[4]:f[5]])
			}
			for k := f[0]; k < f[1]; k++ {
				out[k] = ' '
			}
			next++
		}
		i += end + 1
	}
	return out, said
}

func newText(file string, src []byte) *text {
	t := &text{file: file}
	t.src, t.said = withoutDirectives(src, file)
	t.starts = []int{0}
	for i, ch := range t.src {
		if ch == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// offset returns the offset of a parser position; false if it is not in the file.
func (t *text) offset(p program.Pos) (int, bool) {
	if p.File != t.file || p.Line < 1 || p.Line > len(t.starts) || p.Col < 1 {
		return 0, false
	}
	i := t.starts[p.Line-1] + p.Col - 1
	return i, i < len(t.src)
}

// has reports whether a token is at a position, and its offset.
func (t *text) has(p program.Pos, token string) (int, bool) {
	i, ok := t.offset(p)
	return i, ok && bytes.HasPrefix(t.src[i:], []byte(token))
}

// candidates returns the physical lines that a place may refer to.
func (t *text) candidates(at read.Place) []int {
	if t.said == nil {
		if at.File != "" && filepath.Base(at.File) != filepath.Base(t.file) || at.Line > len(t.starts) {
			return nil
		}
		return []int{at.Line}
	}
	var out []int
	for i, p := range t.said {
		if p.Line == at.Line && (at.File == "" || filepath.Base(p.File) == filepath.Base(at.File)) {
			out = append(out, i+1)
		}
	}
	if out == nil && filepath.Base(at.File) == filepath.Base(t.file) && at.Line <= len(t.starts) {
		out = []int{at.Line} // physical line numbers
	}
	return out
}

// means reports whether a place of the witness may be a parser position.
func (t *text) means(at read.Place, p program.Pos) bool {
	if p.File != t.file || !slices.Contains(t.candidates(at), p.Line) {
		return false
	}
	return at.Col == 0 || at.Col == t.character(p)
}

// character is the column of a position in characters.
func (t *text) character(p program.Pos) int {
	i, ok := t.offset(p)
	if !ok {
		return p.Col
	}
	return utf8.RuneCount(t.src[t.starts[p.Line-1]:i]) + 1
}

// put adds an edit.
func (t *text) put(from, to int, open, closing string, pos program.Pos) {
	t.edits = append(t.edits, &edit{from, to, open, closing, pos})
}

// write applies all edits: of those that start at one position the longest first, of those that end at one
// position the shortest first.
func (t *text) write() []byte {
	type part struct {
		at, order int
		closing   bool
		text      string
		*edit
	}
	var parts []part
	sorted := slices.Clone(t.edits)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.from < b.from || a.from == b.from && a.to > b.to
	})
	for i, e := range sorted {
		parts = append(parts, part{e.from, i, false, e.open, e}, part{e.to, -i, true, e.close, e})
	}
	sort.SliceStable(parts, func(i, j int) bool {
		a, b := parts[i], parts[j]
		switch {
		case a.at != b.at:
			return a.at < b.at
		case a.closing != b.closing:
			return a.closing && a.edit != b.edit
		}
		return a.order < b.order
	})
	t.lines = map[int][]*insertion{}
	out := []byte(t.header + "\n")
	last := 0
	for _, p := range parts {
		out = append(append(out, t.src[last:p.at]...), p.text...)
		last = p.at
		line := sort.SearchInts(t.starts, p.at+1)
		t.lines[line] = append(t.lines[line], &insertion{p.at - t.starts[line-1] + 1, len(p.text), p.edit})
	}
	return append(out, t.src[last:]...)
}

// original maps a position in the instrumented text to the file; by is the insertion that contains it, or nil.
func (t *text) original(p program.Pos) (at program.Pos, by *edit) {
	if p.File != t.file {
		return p, nil
	}
	if p.Line--; p.Line < 1 {
		return program.Pos{File: p.File, Line: 1, Col: 1}, nil
	}
	shift := 0
	for _, in := range t.lines[p.Line] {
		if p.Col < in.col+shift {
			break
		}
		if p.Col < in.col+shift+in.n {
			return program.Pos{File: p.File, Line: p.Line, Col: in.col}, in.edit
		}
		shift += in.n
	}
	p.Col -= shift
	return p, nil
}

// loop returns the loop at a place.
func (t *text) loop(at read.Place) (*c.Control, error) {
	return t.control(at, "loop", "while", "for", "do")
}

// control returns a control statement of some kinds at a place, the leftmost one if no column is given.
func (t *text) control(at read.Place, what string, kinds ...string) (*c.Control, error) {
	var found *c.Control
	for i := range t.outline.Controls {
		k := &t.outline.Controls[i]
		if !slices.Contains(kinds, k.Kind) || !t.means(at, k.Keyword) || at.Function != "" && at.Function != k.Func {
			continue
		}
		if _, ok := t.has(k.Keyword, k.Kind); ok && (found == nil || k.Keyword.Col < found.Keyword.Col) {
			found = k
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no %s begins at %s%s", what, at, in(at))
	}
	return found, nil
}

func in(at read.Place) string {
	if at.Function != "" {
		return " of " + at.Function
	}
	return ""
}

// statements returns the statements that start at a place, outer ones first.
func (t *text) statements(at read.Place) []*c.Statement {
	var found []*c.Statement
	for i := range t.outline.Statements {
		s := &t.outline.Statements[i]
		if !t.means(at, s.Pos) && !t.means(at, s.Body) || at.Function != "" && at.Function != s.Func {
			continue
		}
		if _, ok := t.offset(s.Body); !ok {
			continue
		}
		if at.Col == 0 && len(found) > 0 && found[0].Pos.Col > s.Pos.Col {
			found = nil
		}
		if at.Col == 0 && len(found) > 0 && found[0].Pos.Col < s.Pos.Col {
			continue
		}
		found = append(found, s)
	}
	return found
}

// before inserts statements before a statement, after its labels.
func (t *text) before(s *c.Statement, code string, pos program.Pos) error {
	from, ok := t.offset(s.Body)
	if !ok {
		return fmt.Errorf("the statement is not in the file itself")
	}
	if s.Block && s.Body == s.Pos {
		if last := t.previous(from); last != ';' && last != '{' && last != '}' {
			return fmt.Errorf("what is before the statement is not in the file itself")
		}
		t.put(from, from, code, "", pos)
		return nil
	}
	if last := t.previous(from); last != ')' && last != ':' && last != 'e' && last != 'o' { // else, do
		return fmt.Errorf("what is before the statement is not in the file itself")
	}
	return t.braced(s, from, code, "", pos)
}

// previous is the last character before an offset outside of comments, directives and blanks; 0: none.
func (t *text) previous(at int) byte {
	if t.bare == nil {
		t.bare = bare(t.src)
	}
	for at--; at >= 0; at-- {
		if ch := t.bare[at]; ch != ' ' && ch != '\t' && ch != '\n' && ch != '\r' && ch != '\f' && ch != '\v' {
			return ch
		}
	}
	return 0
}

// bare blanks comments and directives.
func bare(src []byte) []byte {
	out := bytes.Clone(src)
	for t := range scan.Tokens(src) {
		if t.Kind != scan.Remark && t.Kind != scan.Line {
			continue
		}
		for i := t.Start; i < t.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return out
}

// braced puts a statement in braces, with code inside.
func (t *text) braced(s *c.Statement, from int, before, after string, pos program.Pos) error {
	to, ok := t.offset(s.Last)
	if !ok || t.src[to] != ';' && t.src[to] != '}' {
		return fmt.Errorf("the end of the statement is not in the file itself")
	}
	t.put(from, to+1, "{ "+before, after+" }", pos)
	return nil
}

// condition inserts code before and around a controlling expression.
func (t *text) condition(k *c.Control, before, open, closing string, pos program.Pos) error {
	from, ok1 := t.offset(k.Begin)
	to, ok2 := t.offset(k.End)
	first, last := "(", ")"
	if k.Kind == "for" {
		first, last = ";", ";"
	}
	if k.Kind == "?" {
		last, from = "?", from-1
	} else {
		ok1 = ok1 && string(t.src[from]) == first
	}
	if !ok1 || !ok2 || string(t.src[to]) != last || from >= to {
		return fmt.Errorf("the condition is not in the file itself")
	}
	if k.Empty {
		open += "1"
	}
	t.put(from+1, to, before+open, closing, pos)
	return nil
}
