package c

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/include"
	"cupel/frontend/c/scan"
	"cupel/internal/inputfile"
	"cupel/internal/lazyregexp"
)

// files is the file system of a translation unit: our headers, and regular files named by an #include. It records the opened files.
type files struct {
	main   string                 // the file of the program
	opened []string               // files of the host
	always map[string][]inclusion // the files that each includes whatever is defined, as it names them
	err    error                  // the first one that is there and not readable
}

// Open implements fs.FS.
func (s *files) Open(name string) (fs.File, error) {
	f, err := include.FS().Open(name)
	if err == nil {
		return f, nil
	}
	name = filepath.FromSlash(name)
	f, err = inputfile.Open(name, inputfile.Code)
	switch {
	case err == nil && len(s.opened) >= maxFiles:
		_ = f.Close()
		err = fmt.Errorf("%s: more than %d files are included", name, maxFiles)
		fallthrough
	case err != nil:
		if s.err == nil && !errors.Is(err, fs.ErrNotExist) {
			s.err = err
		}
		return nil, err
	}
	if !slices.Contains(s.opened, name) {
		s.opened = append(s.opened, name)
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return f, nil // it can be read once only
		}
		if chain := s.circle(name, nil); chain != nil {
			_ = f.Close()
			err = &fs.PathError{Op: "include", Path: name, Err: errors.New(roundabout(chain))}
			if s.err == nil {
				s.err = err
			}
			return nil, err
		}
	}
	return f, nil
}

// begin is told the program's file; the error is that it includes itself.
func (s *files) begin(path string, src []byte) error {
	s.main = filepath.Clean(path)
	if chain := s.circle(s.main, src); chain != nil {
		pos := program.Pos{File: path}
		for _, in := range s.always[s.main] {
			if s.resolve(s.main, in.name) == chain[1] {
				before := src[:in.at]
				pos.Line, pos.Col = bytes.Count(before, []byte("\n"))+1, in.at-bytes.LastIndexByte(before, '\n')
				break
			}
		}
		return &Error{Pos: pos, Msg: roundabout(chain), final: true}
	}
	return nil
}

func roundabout(chain []string) string {
	return "includes itself without end: " + strings.Join(chain, " includes ") + "; it needs an include guard"
}

// circle are the files by which a file, whose text is read where it is nil, includes itself whatever is defined, the file first and last; nil: it does
// not. The parser, which opens a file once, would go round for ever.
func (s *files) circle(name string, text []byte) []string {
	if s.always == nil {
		s.always = map[string][]inclusion{}
	}
	if text == nil {
		text, _ = inputfile.Read(name, inputfile.Code) // what cannot be read is told by who opens it
	}
	s.always[name] = unconditional(text)
	from := map[string]string{}
	for todo := []string{name}; len(todo) > 0; todo = todo[1:] {
		for _, named := range s.always[todo[0]] {
			next := s.resolve(todo[0], named.name)
			if next == name {
				chain := []string{name}
				for f := todo[0]; f != name; f = from[f] {
					chain = append(chain, f)
				}
				chain = append(chain, name)
				slices.Reverse(chain)
				return chain
			}
			if _, seen := from[next]; next != "" && !seen {
				from[next] = todo[0]
				todo = append(todo, next)
			}
		}
	}
	return nil
}

// including matches a directive that includes a file beside or elsewhere, by its name or a macro.
var including = lazyregexp.New(`^(?:#|%:)[ \t]*include(?:[ \t]*["<]([^">\n]+)[">]|[ \t]+(\w+))`)

// naming matches the definition of a macro that is the name of a file.
var naming = lazyregexp.New(`^(?:#|%:)[ \t]*define[ \t]+(\w+)[ \t]+["<]([^">\n]+)[">][ \t\r]*$`)

// itself is the macro that names the file that it is in.
const itself = "__FILE__"

// An inclusion is a file as a directive names it, at an offset.
type inclusion struct {
	name string
	at   int
}

// unconditional are the files that a text includes outside of conditional directives.
func unconditional(src []byte) (named []inclusion) {
	if !bytes.Contains(src, []byte("include")) || bytes.Contains(src, []byte("once")) {
		return nil
	}
	depth, macros := 0, map[string]string{itself: itself}
	for t := range scan.Tokens(src) {
		if t.Kind != scan.Line {
			continue
		}
		line := src[t.Start:t.End]
		switch word := bytes.TrimLeft(line, "#%: \t"); {
		case bytes.HasPrefix(word, []byte("if")):
			depth++
		case bytes.HasPrefix(word, []byte("endif")):
			depth--
		case depth > 0:
		case bytes.HasPrefix(word, []byte("define")):
			if m := naming().FindSubmatch(line); m != nil {
				macros[string(m[1])] = string(m[2])
			}
		default:
			switch m := including().FindSubmatchIndex(line); {
			case m == nil:
			case m[2] >= 0:
				named = append(named, inclusion{string(line[m[2]:m[3]]), t.Start + m[2] - 1})
			case macros[string(line[m[4]:m[5]])] != "":
				named = append(named, inclusion{macros[string(line[m[4]:m[5]])], t.Start + m[4]})
			}
		}
	}
	return named
}

// resolve is the opened file that a directive in another one names; "": none.
func (s *files) resolve(in, named string) string {
	if named == itself {
		return in
	}
	beside := filepath.Join(filepath.Dir(in), named)
	known := append([]string{s.main}, s.opened...)
	if slices.Contains(known, beside) {
		return beside
	}
	for _, f := range known {
		if f == named || strings.HasSuffix(f, string(filepath.Separator)+named) {
			return f
		}
	}
	return ""
}
