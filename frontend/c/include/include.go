package include

import (
	"embed"
	"io/fs"
	"strings"
)

// Dir is the directory of the headers in FS and in source positions. It is no
// valid directory of a host, so that no file of the host is taken for a header.
const Dir = "<include>"

//go:embed all:headers
var headers embed.FS

// FS returns a file system with the headers below Dir, such as
// "<include>/stdio.h" and "<include>/sys/types.h".
func FS() fs.FS { return headerFS{} }

type headerFS struct{}

// Open implements fs.FS.
func (headerFS) Open(name string) (fs.File, error) {
	if name == Dir {
		return headers.Open("headers")
	}
	if rest, ok := strings.CutPrefix(name, Dir+"/"); ok && fs.ValidPath(rest) {
		return headers.Open("headers/" + rest)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
