package c

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cupel/frontend/c/include"
	"cupel/internal/inputfile"
)

// files is the file system of a translation unit: our headers, and regular files named by an #include. It records the opened files.
type files struct {
	opened []string // files of the host
	times  map[string]int
	err    error // the first one that is there and not readable
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
	if s.times == nil {
		s.times = map[string]int{}
	}
	if s.times[name]++; s.times[name] > maxOpened {
		if chain := s.circle(name); chain != nil {
			_ = f.Close()
			err = &fs.PathError{Op: "include", Path: name, Err: errors.New("includes itself without end: " + strings.Join(chain, " includes ") + "; it needs an include guard")}
			if s.err == nil {
				s.err = err
			}
			return nil, err
		}
	}
	if !slices.Contains(s.opened, name) {
		s.opened = append(s.opened, name)
	}
	return f, nil
}

// including matches a directive that includes a file.
var including = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:)[ \t]*include[ \t]*["<]([^">\n]+)[">]`)

// circle are the files by which an opened file includes itself, as their directives say, the file first and last; nil: it does not.
func (s *files) circle(name string) []string {
	from := map[string]string{}
	for todo := []string{name}; len(todo) > 0; todo = todo[1:] {
		text, err := inputfile.Read(todo[0], inputfile.Code)
		if err != nil {
			continue
		}
		for _, m := range including.FindAllSubmatch(text, -1) {
			next := s.resolve(todo[0], string(m[1]))
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

// resolve is the opened file that a directive in another one names; "": none.
func (s *files) resolve(in, named string) string {
	beside := filepath.Join(filepath.Dir(in), named)
	for _, f := range s.opened {
		if f == beside {
			return f
		}
	}
	for _, f := range s.opened {
		if f == named || strings.HasSuffix(f, string(filepath.Separator)+named) {
			return f
		}
	}
	return ""
}
