package c

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/include"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// Constructs that cc rejects are rewritten in the text (scan.go, repair.go, generic.go), which reaches neither macros nor included files. A program that is
// still rejected is preprocessed, and its expansion, a single text without macros, is read instead. Markers in the text preserve the line numbers of the
// files.

// expansion is a program after preprocessing.
type expansion struct {
	text  []byte
	at    []program.Pos // by line; columns are those of the file's text
	lines [][]byte      // of the text
	files map[string][][]byte
	// only23 is the first construct that C23 alone has; where it is, and what.
	only23 *Error
	modern bool // it is read as C23
}

// pos maps a position in the expansion to the file it comes from: to the token
// there, or to the first macro of the line.
func (x *expansion) pos(p program.Pos) program.Pos {
	if p.Line < 1 || p.Line > len(x.at) {
		return p
	}
	at := x.at[p.Line-1]
	at.Col = 1
	if lines := x.files[at.File]; at.Line >= 1 && at.Line <= len(lines) {
		at.Col = column(lines[at.Line-1], x.lines[p.Line-1], p.Col-1) + 1
	}
	return at
}

// column finds the token of a file's line that corresponds to column col of its expansion: by the common prefix or the common suffix; otherwise the word at
// which they begin to differ.
func column(file, text []byte, col int) int {
	i, j, word := 0, 0, 0
	for {
		i, j = space(file, i), space(text, j)
		if i == 0 || i < len(file) && !(isWordByte(file[i]) && isWordByte(file[i-1])) {
			word = i
		}
		if j >= col || i >= len(file) || j >= len(text) || text[j] != file[i] {
			break
		}
		i, j = i+1, j+1
	}
	if j >= col {
		return word
	}
	for a, b := len(file), len(text); ; a, b = a-1, b-1 {
		if b == col && a < len(file) && !(a > 0 && isWordByte(file[a]) && isWordByte(file[a-1])) {
			return a
		}
		a, b = len(bytes.TrimRight(file[:a], " \t\r")), len(bytes.TrimRight(text[:b], " \t\r"))
		if b <= col || a <= i || file[a-1] != text[b-1] {
			return word
		}
	}
}

func isWordByte(c byte) bool { return scan.Letter(c) || scan.Digit(c) }

// expander preprocesses: it is the preprocessor's file system and inserts markers into the files read.
type expander struct {
	files
	names  []string // of the files marked
	marked map[string][]byte
	raw    map[string][][]byte
	packs  []string // directives #pragma pack
	consts *constants
	strict bool // the files are C23
	widest int  // bits of the widest bit-precise integers
	only23 *Error
	err    error
}

// Open implements fs.FS.
func (x *expander) Open(name string) (fs.File, error) {
	if f, err := include.FS().Open(name); err == nil {
		return f, nil
	}
	text, ok := x.marked[name]
	if !ok {
		f, err := x.files.Open(name)
		if err != nil {
			return nil, err
		}
		_ = f.Close()
		src, err := source(filepath.FromSlash(name), nil)
		if err != nil {
			return nil, err
		}
		if text, err = x.mark(name, src); err != nil {
			x.err = errors.Join(x.err, err)
			return nil, err
		}
	}
	return &textFile{Reader: bytes.NewReader(text), name: name, size: int64(len(text))}, nil
}

func newExpander() *expander {
	e := &expander{marked: map[string][]byte{}, raw: map[string][][]byte{}, consts: newConstants()}
	e.consts.noted = true
	return e
}

// expand preprocesses a program.
func (e *expander) expand(path string, src []byte, o Options) (x *expansion, err error) {
	e.strict, e.widest = o.Standard.Modern(), widestPrecise(o.Model)
	defer func() {
		if r := recover(); r != nil {
			x, err = nil, fmt.Errorf("the preprocessor failed (%v)", r)
		}
	}()
	text, err := e.mark(path, src)
	if err != nil {
		return nil, err
	}
	var before []byte
	if o.Before != "" {
		if before, err = e.mark(beforehand, []byte(o.Before)); err != nil {
			return nil, err
		}
	}
	cfg, err := e.config(o)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for known := ""; ; {
		defines := e.consts.defs.String()
		out.Reset()
		sources := []cc.Source{
			{Name: "<predefined>", Value: o.macros() + defines},
			{Name: "<begin>", Value: fmt.Sprintf(lineMark, 0, 1) + "\n"},
			{Name: path, Value: text},
		}
		if before != nil {
			sources = slices.Insert(sources, 2, cc.Source{Name: beforehand, Value: before})
		}
		err = cc.Preprocess(cfg, sources, &out)
		if known = e.consts.defs.String(); known == defines {
			break // no file has brought constants that need a macro
		}
	}
	if names, what := e.consts.misread(e.strict, err); what != "" {
		if err := e.evaluate(path, names, what); err != nil {
			return nil, err
		}
		return e.expand(path, src, o)
	}
	if err = errors.Join(e.err, err); err != nil {
		if e.files.err != nil {
			err = e.files.err
		}
		return nil, err
	}
	x = e.unmark(path, out.Bytes())
	if err := x.modernise(path, c23.Options{Strict: e.strict, Widest: e.widest}); err != nil {
		return nil, err
	}
	x.modern = e.strict
	if e.only23 != nil {
		x.only23 = e.only23
	}
	return x, nil
}

func (x *expander) config(o Options) (*cc.Config, error) {
	m := o.Model
	arch := "386"
	if m == program.LP64 {
		arch = "amd64"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, err
	}
	return &cc.Config{ABI: abi, FS: x, FSOnly: true, IncludePaths: o.includePaths(""), SysIncludePaths: o.includePaths(),
		ExpansionLimit: expansionLimit, PragmaHandler: pragma, HasBuiltin: hasBuiltin}, nil
}

// The marks: identifiers that no program has. Lines have the numbers of the file
// and of the line, pragmas their number.
const (
	lineMark = "QL_%d_%d_ "
	packMark = "QP_%d_"
)

var marks = lazyregexp.New(` ?\bQ([LP])_(\d+)_(?:(\d+)_ ?)?`)

var (
	packLine     = lazyregexp.New(`^\s*#\s*pragma\s+pack\b`)
	absoluteLine = lazyregexp.New(`^\s*#\s*(?:include|include_next|import)\s*"(/[^"\n]*)"`)
)

// mark inserts markers at the beginnings of lines, except within macro arguments, turns #pragma pack into a marker and absolute names of included files into
// relative ones, which cc reads, and rewrites the rest for cc.
func (x *expander) mark(name string, src []byte) ([]byte, error) {
	if e := tooDeep(name, src); e != nil {
		return nil, e
	}
	if bytes.Contains(src, []byte("QL_")) || bytes.Contains(src, []byte("QP_")) || bytes.Contains(src, []byte("QV_")) || bytes.Contains(src, []byte(c23.Spelling)) {
		return nil, &Error{Pos: program.Pos{File: name}, Msg: "names that begin with QL_, QP_ or QV_, and numbers that begin with " + c23.Spelling + ", are the front end's own"}
	}
	id := len(x.names)
	x.names = append(x.names, name)
	x.raw[name] = bytes.Split(src, []byte("\n"))
	var out bytes.Buffer
	depth, comment := 0, false
	for i, line := 0, 1; i < len(src); {
		end, newlines := i, 0 // of the logical line, without its newline
		for end < len(src) && (src[end] != '\n' || end > i && src[end-1] == '\\' || end > i+1 && src[end-1] == '\r' && src[end-2] == '\\') {
			if src[end] == '\n' {
				newlines++
			}
			end++
		}
		text := src[i:end]
		first := byte(0)
		if t := bytes.TrimLeft(text, " \t\r"); len(t) > 0 {
			first = t[0]
		}
		switch {
		case !comment && (first == '#' || bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("%:"))):
			if packLine().Match(text) {
				fmt.Fprintf(&out, packMark, len(x.packs))
				x.packs = append(x.packs, strings.TrimSpace(string(text)))
				out.WriteString(strings.Repeat("\n", newlines))
				text = nil
			} else if m := absoluteLine().FindSubmatchIndex(text); m != nil {
				out.Write(text[:m[2]])
				out.WriteString(relative(name, string(text[m[2]:m[3]])))
				text = text[m[3]:]
			}
			_, comment = brackets(text, 0, comment)
		default:
			if !comment && depth == 0 && first != 0 && first != '(' && first != '/' {
				fmt.Fprintf(&out, lineMark, id, line)
			}
			if !comment && len(text) > 0 && text[0] == '}' {
				depth = 0 // reset after conditional groups
			}
			depth, comment = brackets(text, depth, comment)
		}
		out.Write(text)
		out.WriteByte('\n')
		line += newlines + 1
		i = end + 1
	}
	sc := rewriteWith(out.Bytes(), x.consts, x.strict)
	if u := sc.only23; u != nil && x.only23 == nil {
		x.only23 = &Error{Pos: program.Pos{File: name, Line: u.line, Col: 1}, Msg: u.what}
	}
	if sc.refused != "" {
		return nil, &Error{Pos: program.Pos{File: name}, Msg: sc.refused + " are not supported", Unsupported: true}
	}
	x.marked[name] = sc.src
	return sc.src, nil
}

// brackets counts parentheses and square brackets on a line from depth on; comment: it begins, and
// ends, in a comment.
func brackets(line []byte, depth int, comment bool) (int, bool) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case comment:
			if c == '*' && i+1 < len(line) && line[i+1] == '/' {
				comment = false
				i++
			}
		case c == '/' && i+1 < len(line) && line[i+1] == '*':
			comment = true
			i++
		case c == '/' && i+1 < len(line) && line[i+1] == '/':
			return depth, false
		case c == '"' || c == '\'':
			end, _ := scan.Literal(line, i)
			i = end - 1
		case scan.Digit(c) && !(i > 0 && isWordByte(line[i-1])):
			i = scan.Number(line, i) - 1
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth = max(0, depth-1)
		}
	}
	return depth, comment
}

// relative names an absolute file from the directory of the file that includes it. cc joins
// both and simplifies the result as text, from the working directory on.
func relative(from, name string) string {
	var buf [4096]byte
	n, err := syscall.Getcwd(buf[:]) // without symbolic links, as the kernel reports it
	if err != nil || filepath.IsAbs(from) {
		if r, err := filepath.Rel(filepath.Dir(from), name); err == nil {
			return r
		}
		return name
	}
	dir := filepath.Join(strings.TrimRight(string(buf[:n]), "\x00"), filepath.Dir(from))
	if r, err := filepath.Rel(dir, name); err == nil {
		return r
	}
	return name
}

// unmark replaces the markers by line information and directives.
func (x *expander) unmark(path string, text []byte) *expansion {
	e := &expansion{files: x.raw}
	var out []byte
	at := program.Pos{File: path, Line: 1}
	newline := func() {
		out = append(out, '\n')
		e.at = append(e.at, at)
		at.Line++
	}
	copyText := func(t []byte) {
		for _, c := range t {
			if c == '\n' {
				if len(out) > 0 && out[len(out)-1] != '\n' {
					newline()
				} else {
					at.Line++
				}
				continue
			}
			out = append(out, c)
		}
	}
	text = text[max(0, bytes.Index(text, fmt.Appendf(nil, lineMark, 0, 1))):] // cc's own declarations are before
	last := 0
	for _, m := range marks().FindAllSubmatchIndex(text, -1) {
		copyText(text[last:m[0]])
		last = m[1]
		if len(out) > 0 && out[len(out)-1] != '\n' {
			newline()
		}
		n, _ := strconv.Atoi(string(text[m[4]:m[5]]))
		if text[m[2]] == 'P' {
			if n < len(x.packs) {
				copyText([]byte(strings.ReplaceAll(x.packs[n], "\n", " ")))
				newline()
			}
			continue
		}
		if m[6] >= 0 && n < len(x.names) {
			at.File = x.names[n]
			at.Line, _ = strconv.Atoi(string(text[m[6]:m[7]]))
		}
	}
	copyText(text[last:])
	newline()
	e.text = out
	e.lines = bytes.Split(out, []byte("\n"))
	return e
}
