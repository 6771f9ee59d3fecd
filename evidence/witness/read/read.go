package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"cupel/core/program"
	"cupel/internal/inputfile"
)

// File reads the witness in a file, which may be compressed with gzip. Errors are *Error values.
func File(path string) (*Witness, error) {
	data, err := inputfile.Read(path, MaxSize)
	if err != nil {
		msg := err.Error()
		var at *os.PathError
		if errors.As(err, &at) {
			msg = at.Err.Error()
		}
		return nil, &Error{program.Pos{File: path}, "cannot be read: " + msg + "; check the path"}
	}
	return Parse(path, data)
}

// Parse reads a witness; path is used in errors, which are *Error values.
func Parse(path string, data []byte) (w *Witness, err error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(z, MaxSize+1))
		}
		if err != nil || len(data) > MaxSize {
			return nil, &Error{program.Pos{File: path}, "is compressed, but cannot be read: it is damaged or too large"}
		}
	}
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			w, err = nil, x
		default: // a library must not bring the program down
			w, err = nil, &Error{program.Pos{File: path, Line: 1, Col: 1}, fmt.Sprintf("cannot be read (%v); correct its syntax", x)}
		}
	}()
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	if bytes.HasPrefix(text, []byte("<")) {
		return (&graphReader{path: path, data: data}).read(), nil
	}
	return (&yamlReader{path: path}).read(data), nil
}
