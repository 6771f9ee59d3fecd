package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	put := func(text string, err error) error {
		return Write(path, func(w io.Writer) error {
			_, _ = io.WriteString(w, text)
			return err
		})
	}
	if err := put("first", nil); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("disk full")
	if err := put("sec", failed); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "first" {
		t.Errorf("got %q, %v", b, err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%v is left", files)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestProbe(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "x"), ""},
		{dir, "is a directory"},
		{filepath.Join(dir, "none", "x"), "no such file or directory; name a directory that exists"},
	} {
		switch err := Probe(c.path); {
		case err == nil && c.want != "", err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.path, err, c.want)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("%v is left", files)
	}
}
