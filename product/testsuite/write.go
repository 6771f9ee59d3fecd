package testsuite

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cupel/internal/wholefile"
)

// Check returns, before any work, the reason why a suite cannot be written to path, which must be none of the
// inputs; see Write.
func Check(path string, inputs ...string) error {
	if archive(path) {
		return wholefile.Probe(path, inputs...)
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return probe(filepath.Dir(filepath.Clean(path)))
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no directory; name a directory, or a file that ends in .zip", path)
	}
	if err := isSuite(path); err != nil {
		return err
	}
	return probe(filepath.Dir(filepath.Clean(path)))
}

// probe reports why no directory can be made in another one.
func probe(parent string) error {
	tmp, err := os.MkdirTemp(parent, temporary)
	if err != nil {
		return fmt.Errorf("no directory can be made in %s; name a place that exists and is writable", parent)
	}
	return os.Remove(tmp)
}

const temporary = ".cupel-*"

// archive reports whether path names a ZIP archive.
func archive(path string) bool { return strings.EqualFold(filepath.Ext(path), ".zip") }

// isSuite reports why a directory is not to be replaced: it is neither empty nor a suite.
func isSuite(path string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	found := len(entries) == 0
	for _, e := range entries {
		found = found || e.Name() == metadataName
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".xml" {
			return fmt.Errorf("%s has other files (%s) than those of a test suite; name another directory", path, e.Name())
		}
	}
	if !found {
		return fmt.Errorf("%s is no test suite, as it has no %s; name another directory", path, metadataName)
	}
	return nil
}

// Write writes a suite to a ZIP archive, where path ends in .zip, or else a directory: completely or not at all. What is there
// already is replaced, a directory only if it is empty or a suite.
func (s *Suite) Write(path string) error {
	files, err := s.Files()
	if err != nil {
		return err
	}
	if archive(path) {
		return wholefile.Write(path, func(w io.Writer) error { return zipped(w, files, s) })
	}
	path = filepath.Clean(path)
	tmp, err := os.MkdirTemp(filepath.Dir(path), temporary)
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	fresh := filepath.Join(tmp, "new")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(fresh, f.Name), f.Data, 0o644); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(path); err == nil {
		if err := isSuite(path); err != nil {
			return err
		}
		old := filepath.Join(tmp, "old")
		if err := os.Rename(path, old); err != nil {
			return err
		}
		if err := os.Rename(fresh, path); err != nil {
			return errors.Join(err, os.Rename(old, path))
		}
		return nil
	}
	return os.Rename(fresh, path)
}

func zipped(w io.Writer, files []File, s *Suite) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: s.Metadata.Created.UTC()}
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.Data); err != nil {
			return err
		}
	}
	return z.Close()
}
