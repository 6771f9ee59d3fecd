package c

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// textFile is a file whose contents are a text in memory.
type textFile struct {
	*bytes.Reader
	name string
	size int64
}

// Stat implements fs.File.
func (f *textFile) Stat() (fs.FileInfo, error) { return textInfo{f}, nil }

// Close implements fs.File.
func (f *textFile) Close() error { return nil }

// textInfo describes a textFile.
type textInfo struct{ f *textFile }

func (i textInfo) Name() string       { return path.Base(i.f.name) }
func (i textInfo) Size() int64        { return i.f.size }
func (i textInfo) Mode() fs.FileMode  { return 0o444 }
func (i textInfo) ModTime() time.Time { return time.Time{} }
func (i textInfo) IsDir() bool        { return false }
func (i textInfo) Sys() any           { return nil }
