// Package wholefile writes output files completely or not at all: an interrupted
// or failed run leaves what was there before.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// temporary is the pattern of names until a file is complete.
const temporary = ".cupel-*"

// Write replaces the file at path by what write writes. When that fails, the
// file is as it was.
func Write(path string, write func(io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return err
	}
	err = write(tmp)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// Probe reports why a file could not be written to path, before any work goes
// into its content.
func Probe(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file", path)
	}
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, temporary)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("no file can be written to %s: %w; name a directory that exists and is writable", dir, err)
	}
	return errors.Join(tmp.Close(), os.Remove(tmp.Name()))
}
