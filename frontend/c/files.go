package c

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"cupel/frontend/c/include"
	"cupel/internal/inputfile"
)

// files is the file system of a translation unit: our headers, and regular files named by an #include. It records the opened files.
type files struct {
	opened []string // files of the host
	err    error    // the first one that is there and not readable
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
	}
	return f, nil
}
