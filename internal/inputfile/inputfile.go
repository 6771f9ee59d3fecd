package inputfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Limits of the sizes of inputs.
const (
	Text = 1 << 20   // definitions of tasks, properties, predicates
	Code = 64 << 20  // a C file, preprocessed; an automaton
	Net  = 512 << 20 // a Petri net with its properties
)

// Read reads the file at path, of max bytes at most.
func Read(path string, max int64) ([]byte, error) {
	f, err := Open(path, max)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: cause(err)}
	}
	if int64(len(data)) > max {
		return nil, tooLarge(path, max)
	}
	return data, nil
}

// Open opens a file for reading: a regular one of max bytes at most, or a pipe that has a writer, for the user's convenience.
func Open(path string, max int64) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("is a directory")}
	case info.Mode().IsRegular() && info.Size() > max:
		return nil, tooLarge(path, max)
	case info.Mode().IsRegular():
		return os.Open(path)
	case info.Mode()&fs.ModeNamedPipe != 0:
		return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("is no regular file")}
}

func tooLarge(path string, max int64) error {
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("is larger than %d MB", max>>20)}
}

func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Same reports whether two paths are of one file that is there.
func Same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
