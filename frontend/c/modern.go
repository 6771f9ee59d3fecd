package c

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/include"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// separators is what a text with separators between digits uses.
const separators = "digit separators"

// modernWords are words of C23 that the parser would misread without an error, and words with a translation before preprocessing.
var modernWords = set("auto", "constexpr", "nullptr", "static_assert", "alignas", "alignof", "thread_local", "typeof_unqual", "__typeof_unqual__", "_BitInt",
	"__VA_OPT__", "unreachable", "true", "__has_c_attribute", "__has_attribute")

// definedIn are the headers that define words as macros in older C.
var definedIn = map[string]string{"static_assert": "assert.h", "alignas": "stdalign.h", "alignof": "stdalign.h", "thread_local": "threads.h"}

// basicTypes follow the storage class auto.
var basicTypes = set("char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "struct", "union", "enum")

// scopedQuestion matches an attribute with the name of its vendor behind the question whether there is one.
var scopedQuestion = lazyregexp.New(`^[ \t]*\([ \t]*([A-Za-z_]\w*)[ \t]*::[ \t]*([A-Za-z_]\w*)[ \t]*\)`)

// modernWord handles one of those words.
func (s *scanner) modernWord(i, j int, word string) int {
	switch word {
	case "__VA_OPT__":
		return s.optional(i, j)
	case "true":
		switch {
		case !s.strict || !s.evaluated() || bytes.Contains(s.src, []byte("define true")):
		case s.condition:
			s.put(i, j, "1   ")
		default:
			s.put(i, j, c23.True)
		}
	case "__has_c_attribute", "__has_attribute":
		if m := scopedQuestion().FindSubmatch(s.src[j:min(len(s.src), j+200)]); m != nil {
			to := j + len(m[0])
			name := string(m[2])
			if vendor := string(m[1]); vendor != "gnu" && vendor != "__gnu__" {
				name = "__none__"
			}
			s.put(i, to, "__has_attribute("+name+")") // GNU's attributes are the same ones in both notations
			return to
		}
	case "auto":
		next := scan.Skip(s.src, j)
		s.modern = s.modern || !basicTypes[string(s.src[next:scan.Word(s.src, next)])]
	case "unreachable":
		next := scan.Skip(s.src, j) // the macro of stddef.h has no arguments
		if next < len(s.src) && s.src[next] == '(' {
			next = scan.Skip(s.src, next+1)
			s.modern = s.modern || next < len(s.src) && s.src[next] == ')'
		}
	default:
		header := definedIn[word]
		s.modern = s.modern || header == "" || !bytes.Contains(s.src, []byte(header))
	}
	return j
}

// optional marks the text of __VA_OPT__, so that it can be resolved in the expansion (package c23).
func (s *scanner) optional(i, j int) int {
	s.modern = true
	from, to := parenthesised(s.src, j)
	if from < 0 {
		return j
	}
	before := bytes.TrimRight(s.src[:i], " \t")
	after := bytes.TrimLeft(s.src[to:], " \t")
	if bytes.HasSuffix(before, []byte("#")) || bytes.HasPrefix(after, []byte("##")) {
		s.why = "operators # and ## beside __VA_OPT__"
		return j
	}
	s.put(i, from+1, c23.OptArgs+"(__VA_ARGS__) "+c23.OptThen+" ")
	s.closing = append(s.closing, to-1)
	return from + 1
}

// ascii reports whether a string has neither characters beyond ASCII nor escapes.
func ascii(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool { return r >= 0x80 || r == '\\' })
}

// converted reports whether the string literal in src from i up to j is the operand of a cast, or the initializer of an object whose type is not the literal's:
// the type of its elements does not matter there.
func converted(src []byte, i, j int) bool {
	next := scan.Skip(src, j)
	if next >= len(src) || !bytes.ContainsRune([]byte(";,)}"), rune(src[next])) {
		return false
	}
	before := bytes.TrimRight(src[:i], " \t\r\n")
	if of, ok := bytes.CutSuffix(before, []byte("(")); ok && src[next] == ')' && bytes.HasSuffix(of, []byte("sizeof")) {
		return true
	}
	if bytes.HasSuffix(before, []byte(")")) {
		return true // or a statement of its own
	}
	before = bytes.TrimRight(bytes.TrimSuffix(before, []byte("{")), " \t\r\n")
	before, is := bytes.CutSuffix(before, []byte("="))
	if !is || bytes.HasSuffix(before, []byte("=")) {
		return false
	}
	declaration := before[bytes.LastIndexAny(before, ";{}(")+1:]
	return !bytes.Contains(declaration, []byte("auto"))
}

// only notes a construct of C23 at i that older C has not.
func (s *scanner) only(i int, what string) {
	s.modern = true
	if s.only23 == nil {
		s.only23 = &c23Use{line: 1 + bytes.Count(s.src[:i], []byte("\n")), what: what}
	}
}

// macros are the predefined macros.
func (o *Options) macros() string {
	m := include.Macros(o.Model == program.LP64)
	if v := o.Standard.version(); v != "" {
		m += "#undef __STDC_VERSION__\n#define __STDC_VERSION__ " + v + "\n"
	}
	return m
}

// modernise rewrites what C23 added.
func (x *expansion) modernise(path string, o c23.Options) error {
	at := func(offset int) program.Pos {
		text := x.text[:offset]
		return x.pos(program.Pos{File: path, Line: bytes.Count(text, []byte("\n")) + 1, Col: len(text) - bytes.LastIndexByte(text, '\n')})
	}
	r, err := c23.Rewrite(x.text, o)
	if e := (*c23.Error)(nil); errors.As(err, &e) {
		return &Error{Pos: at(e.At), Msg: e.Msg, Err: err, Unsupported: e.Unsupported, final: true}
	}
	if err != nil {
		return err
	}
	if r.Only != nil {
		x.only23 = &Error{Pos: at(r.Only.At), Msg: r.Only.What}
	}
	if len(r.Text) > 0 && &r.Text[0] != &x.text[0] {
		x.text, x.lines = r.Text, bytes.Split(r.Text, []byte("\n"))
	}
	return nil
}

// expanded is the expansion of a program. Where the standard is not chosen, it is GNU's C17, and C23 where the program uses what C23 alone has.
func expanded(ctx context.Context, path string, src []byte, o Options) (*expansion, error) {
	x, err := expandWatched(ctx, path, src, o)
	if err != nil && o.Standard == "" { // it may need its version
		o.Standard, o.Opened = "gnu23", nil
		if x, err2 := expandWatched(ctx, path, src, o); err2 == nil && x.only23 != nil {
			return x, nil
		}
		return nil, err
	}
	if err != nil || x.only23 == nil || o.Standard.Modern() {
		return x, err
	}
	if o.Standard != "" {
		e := *x.only23
		e.Msg, e.final = e.Msg+": this is C23, and the program is read as "+string(o.Standard)+" (--std); choose --std gnu23, or correct the program", true
		return nil, &e
	}
	o.Standard, o.Opened = "gnu23", nil
	return expandWatched(ctx, path, src, o)
}

// plusplus is what C++ has at the beginnings of lines, and C has not.
var plusplus = lazyregexp.New(`(?m)^[ \t]*(?:(namespace)(?:[ \t]+\w+)?[ \t]*(?:\{|$)|(using)[ \t]+(?:namespace[ \t]+)?\w+[\w:]*[ \t]*[;=]|(template)[ \t]*<|(class)[ \t]+\w+[ \t]*(?:final[ \t]*)?(?:[:{;]|$)|#[ \t]*include[ \t]*<(iostream|vector|string|memory|algorithm|cstdio|cstdlib|cassert|cstdint|cstring|map|utility|array|functional|optional)>)`)

// cplusplus finds out whether a program that is rejected is C++.
func cplusplus(path string, src []byte) *Error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".cppm":
		return &Error{Pos: program.Pos{File: path}, Msg: "a file of C++, by its name; only C is read", final: true}
	}
	for _, m := range plusplus().FindAllSubmatchIndex(src, -1) {
		for k := 2; k < len(m); k += 2 {
			if m[k] < 0 {
				continue
			}
			code := false // not in a comment or a literal
			for t := range scan.Tokens(src[:m[k+1]]) {
				code = (t.Kind == scan.Ident || t.Kind == scan.Line) && t.End == m[k+1]
			}
			if !code {
				continue
			}
			what := string(src[m[k]:m[k+1]])
			if k == len(m)-2 {
				what = "#include <" + what + ">"
			}
			before := src[:m[k]]
			return &Error{Pos: program.Pos{File: path, Line: bytes.Count(before, []byte("\n")) + 1, Col: len(before) - bytes.LastIndexByte(before, '\n')},
				Msg: what + " is C++; only C is read", final: true}
		}
	}
	return nil
}
