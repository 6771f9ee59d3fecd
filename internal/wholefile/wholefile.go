package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// temporary is the pattern of names until a file is complete.
const temporary = ".cupel-*"

// Error is a failed operation on a file.
type Error struct {
	Path string // as it was given
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// named replaces the file name in err by path, since the names of temporary files are meaningless to users.
func named(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return &Error{path, err}
}

// Write replaces the contents of the file at path by the output of write. On failure the file is unchanged.
func Write(path string, write func(io.Writer) error) error {
	target, special, err := resolve(path)
	if err != nil {
		return named(path, err)
	}
	if special {
		return named(path, stream(path, write))
	}
	return named(path, replace(target, write))
}

// replace writes beside the target and then takes its place.
func replace(target string, write func(io.Writer) error) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(target); err == nil {
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(dirOf(target), temporary)
	if err != nil {
		return err
	}
	err = write(tmp)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), target)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// stream writes to a file that is not regular.
func stream(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// dirOf returns the directory of a path as the system resolves it: ".." after a link is not the link's own directory.
func dirOf(path string) string {
	switch i := strings.LastIndexByte(path, '/'); i {
	case -1:
		return "."
	case 0:
		return "/"
	default:
		return path[:i]
	}
}

// maxLinks is the number of links that lead to a file at most, as for Linux.
const maxLinks = 40

// resolve follows the links at path to the regular file, existing or not. special: the path must be opened directly, as a device, a pipe, or a descriptor of this
// process below /proc.
func resolve(path string) (target string, special bool, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return path, true, nil
	}
	for range maxLinks {
		if strings.HasPrefix(path, "/proc/") {
			return path, true, nil
		}
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, false, nil // a new file, or the end of the links
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(next) {
			// Resolve the directory's own links first: ".." is relative to their target.
			dir, err := filepath.EvalSymlinks(dirOf(path))
			if err != nil {
				return "", false, err
			}
			next = dir + "/" + next
		}
		path = next
	}
	return "", false, syscall.ELOOP
}

// Probe reports why a file could not be written to path, before its contents are computed; one of the inputs, under any name, is such a reason.
func Probe(path string, inputs ...string) error {
	if err := Refuse(path, inputs...); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file", path)
	}
	target, special, err := resolve(path)
	if err != nil {
		return named(path, err)
	}
	if special {
		return nil
	}
	dir := dirOf(target)
	tmp, err := os.CreateTemp(dir, temporary)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("%s: no file can be written to %s: %w; name a directory that exists and is writable", path, dir, err)
	}
	return errors.Join(tmp.Close(), os.Remove(tmp.Name()))
}

// Refuse reports that path is one of the inputs: the same file, through links,
// as another hard link or in another spelling.
func Refuse(path string, inputs ...string) error {
	out, err := os.Stat(path)
	if err != nil {
		return nil // the file does not exist yet
	}
	if out.Mode()&fs.ModeDevice != 0 {
		return nil // /dev/null may be both
	}
	for _, in := range inputs {
		if info, err := os.Stat(in); err == nil && os.SameFile(out, info) {
			if in == path {
				return fmt.Errorf("%s is an input of this run; name another file", path)
			}
			return fmt.Errorf("%s is the input %s of this run; name another file", path, in)
		}
	}
	return nil
}

// Distinct reports two outputs, by flag, that are one file.
func Distinct(outputs map[string]string, order ...string) error {
	seen := map[string]string{}
	for _, flag := range order {
		path := outputs[flag]
		if path == "" {
			continue
		}
		target, special, err := resolve(path)
		if err != nil || special {
			continue
		}
		if dir, err := filepath.EvalSymlinks(dirOf(target)); err == nil {
			target = filepath.Join(dir, filepath.Base(target))
		}
		if abs, err := filepath.Abs(target); err == nil {
			target = abs
		}
		if other := seen[target]; other != "" {
			return fmt.Errorf("%s and %s name the same file %s; name two", other, flag, path)
		}
		seen[target] = flag
	}
	return nil
}
