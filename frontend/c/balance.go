package c

import (
	"bytes"
	"fmt"

	"cupel/core/program"
	"cupel/frontend/c/scan"
)

// unbalanced finds a bracket without its partner. cc does not end on some
// truncated inputs, so they are refused before. Files with macros or
// conditional directives are not judged: there brackets need not match in the
// text.
func unbalanced(path string, src []byte) *Error {
	type open struct {
		c   byte
		pos program.Pos
	}
	var stack []open
	closer := map[byte]byte{'(': ')', '[': ']', '{': '}'}
	line, start := 1, 0 // start: offset of the line
	blank := true       // only blanks so far on the line
	i := 0
	skip := func(to int) {
		for ; i < to; i++ {
			if src[i] == '\n' {
				line, start = line+1, i+1
			}
		}
	}
	for ; i < len(src); i++ {
		c := src[i]
		at := program.Pos{File: path, Line: line, Col: i - start + 1}
		switch {
		case c == '\n':
			line, start, blank = line+1, i+1, true
			continue
		case c == ' ' || c == '\t' || c == '\r':
			continue
		case scan.Comment(src, i) > i:
			skip(scan.Comment(src, i))
			i--
			continue
		case c == '"' || c == '\'':
			end, closed := scan.Literal(src, i)
			if !closed {
				return &Error{Pos: at, Msg: fmt.Sprintf("missing terminating %c; close the literal", c)}
			}
			skip(end)
			i--
		case c == '#' && blank || c == '\\':
			d := i + 1
			for d < len(src) && (src[d] == ' ' || src[d] == '\t') {
				d++
			}
			if c == '\\' || d < len(src) && (src[d] == 'd' || src[d] == 'i' && d+1 < len(src) && src[d+1] == 'f') {
				return nil // #define, #if, #ifdef, #ifndef
			}
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case c == '(' || c == '[' || c == '{':
			stack = append(stack, open{c, at})
		case c == ')' || c == ']' || c == '}':
			if len(stack) == 0 {
				return &Error{Pos: at, Msg: fmt.Sprintf("unexpected %c: nothing is open here; remove it or open the bracket", c)}
			}
			top := stack[len(stack)-1]
			if closer[top.c] != c {
				return &Error{Pos: at, Msg: fmt.Sprintf("unexpected %c: the %c at %s is still open; close it first", c, top.c, top.pos)}
			}
			stack = stack[:len(stack)-1]
		}
		blank = false
	}
	if len(stack) > 0 {
		top := stack[len(stack)-1]
		return &Error{Pos: top.pos, Msg: fmt.Sprintf("this %c is never closed; add the missing %c", top.c, closer[top.c])}
	}
	return nil
}

// openComment finds a comment that is never closed.
func openComment(path string, src []byte) *Error {
	if bytes.LastIndex(src, []byte("*/")) > bytes.LastIndex(src, []byte("/*"))+1 {
		return nil // the last comment is closed
	}
	for t := range scan.Tokens(src) {
		text := src[t.Start:t.End]
		if t.End < len(src) {
			continue
		}
		if t.Kind == scan.Line && !bytes.Contains(text, []byte("include")) { // a comment may begin in a directive
			for u := range scan.Tokens(text[1:]) {
				if u.Kind == scan.Remark && u.End == len(text)-1 {
					t.Kind, t.Start = u.Kind, t.Start+1+u.Start
					text = src[t.Start:]
					break
				}
			}
		}
		if t.Kind == scan.Remark && bytes.HasPrefix(text, []byte("/*")) && (len(text) < 4 || !bytes.HasSuffix(text, []byte("*/"))) {
			before := src[:t.Start]
			return &Error{Pos: program.Pos{File: path, Line: bytes.Count(before, []byte("\n")) + 1, Col: t.Start - bytes.LastIndexByte(before, '\n')},
				Msg: "this comment is never closed; add the missing */"}
		}
	}
	return nil
}
