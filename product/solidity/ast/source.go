package ast

import (
	"sort"
	"strings"
)

// comment is a comment of a source file.
type comment struct {
	start, end int
	doc        bool
}

// Text wraps a text that is no file, to give positions in it.
func Text(name, text string) *SourceUnit {
	u := &SourceUnit{Path: name, Text: text}
	u.index()
	return u
}

// index finds the lines and comments of a file.
func (u *SourceUnit) index() {
	t := u.Text
	u.lines = []int{0}
	for i := 0; i < len(t); i++ {
		if t[i] == '\n' {
			u.lines = append(u.lines, i+1)
		}
	}
	for i := 0; i < len(t); i++ {
		switch {
		case t[i] == '"' || t[i] == '\'':
			quote := t[i]
			for i++; i < len(t) && t[i] != quote && t[i] != '\n'; i++ {
				if t[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(t[i:], "//"):
			end := len(t)
			if n := strings.IndexByte(t[i:], '\n'); n >= 0 {
				end = i + n
			}
			u.comments = append(u.comments, comment{i, end, strings.HasPrefix(t[i:], "///")})
			i = end - 1
		case strings.HasPrefix(t[i:], "/*"):
			end := len(t)
			if n := strings.Index(t[i+2:], "*/"); n >= 0 {
				end = i + 2 + n + 2
			}
			u.comments = append(u.comments, comment{i, end, strings.HasPrefix(t[i:], "/**") && end-i > 4})
			i = end - 1
		}
	}
}

// Position is the line and column, both from 1, of an offset.
func (u *SourceUnit) Position(offset int) Position {
	line := sort.SearchInts(u.lines, offset+1)
	return Position{u.Path, line, offset - u.lines[line-1] + 1}
}

// Pos is the place of a node.
func Pos(n Node) Position {
	i := n.Base()
	if i.File == nil {
		return Position{File: "?", Line: 1, Col: 1}
	}
	return i.File.Position(i.Start)
}

// Doc is documentation: the text between two offsets of a file in which everything that is not
// text of a documentation comment is blank, so that offsets stay.
type Doc struct {
	File  *SourceUnit
	Start int
	Text  string
	// Read: it is a documentation comment; see Docs.
	Read bool
}

// Docs are all documentation comments of a file, each group together, and other comments that begin like one with a tag.
func (u *SourceUnit) Docs() []Doc {
	var ds []Doc
	for i := 0; i < len(u.comments); i++ {
		c := u.comments[i]
		if !c.doc {
			if text := u.Text[c.start:c.end]; strings.HasPrefix(strings.TrimSpace(text[2:]), "@") {
				ds = append(ds, Doc{File: u, Start: c.start, Text: text})
			}
			continue
		}
		for i+1 < len(u.comments) && u.comments[i+1].doc && strings.TrimSpace(u.Text[u.comments[i].end:u.comments[i+1].start]) == "" {
			i++
		}
		d := u.docBefore(u.comments[i].end)
		d.Read = true
		ds = append(ds, d)
	}
	return ds
}

// DocOf is the documentation directly before a node; its text is empty when there is none.
func DocOf(n Node) Doc {
	i := n.Base()
	if i.File == nil {
		return Doc{}
	}
	return i.File.docBefore(i.Start)
}

func (u *SourceUnit) docBefore(offset int) Doc {
	last := sort.Search(len(u.comments), func(k int) bool { return u.comments[k].end > offset }) - 1
	first := last + 1
	for end := offset; first > 0 && strings.TrimSpace(u.Text[u.comments[first-1].end:end]) == ""; {
		first--
		end = u.comments[first].start
	}
	// Comments on the line where the code before ends are directly before the node, too.
	if first > last {
		return Doc{}
	}
	start, end := u.comments[first].start, u.comments[last].end
	text := []byte(u.Text[start:end])
	blank := func(from, to int) {
		for k := from; k < to; k++ {
			if text[k] != '\n' {
				text[k] = ' '
			}
		}
	}
	for _, c := range u.comments[first : last+1] {
		s, e := c.start-start, c.end-start
		if !c.doc {
			blank(s, e)
			continue
		}
		if strings.HasPrefix(u.Text[c.start:], "///") {
			blank(s, s+3)
			continue
		}
		blank(s, s+3)
		if strings.HasSuffix(u.Text[c.start:c.end], "*/") {
			blank(e-2, e)
		}
		fresh := false // at the beginning of a line, where one star is decoration
		for k := s + 3; k < e; k++ {
			switch {
			case text[k] == '\n':
				fresh = true
			case text[k] == '*' && fresh:
				text[k] = ' '
				fresh = false
			case text[k] != ' ' && text[k] != '\t' && text[k] != '\r':
				fresh = false
			}
		}
	}
	return Doc{File: u, Start: start, Text: string(text)}
}
