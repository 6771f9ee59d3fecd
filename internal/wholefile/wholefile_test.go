package wholefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// put writes text to a file.
func put(path, text string, err error) error {
	return Write(path, func(w io.Writer) error {
		_, e := io.WriteString(w, text)
		return errors.Join(e, err)
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWrite: a failed write leaves the previous file unchanged and no temporary one; the permissions of an existing file stay.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	if err := put(path, "first", nil); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("disk full")
	if err := put(path, "sec", failed); !errors.Is(err, failed) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("got %v", err)
	}
	if got := read(t, path); got != "first" {
		t.Errorf("got %q", got)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%v is left", files)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := put(path, "second", nil); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v of a file that nobody else may read", info.Mode())
	}
}

// TestLinks: the target of a link is written, the link stays.
func TestLinks(t *testing.T) {
	for _, tt := range []struct{ name, link, to, file string }{
		{"to a file", "link", "file", "file"},
		{"to nothing yet", "link", "new", "new"},
		{"through links", "link", "second", "file"},
		{"into a directory", "link", "dir/inner", "dir/inner"},
		{"out of a linked directory", "lndir/up", "../file", "file"},
	} {
		dir := t.TempDir()
		in := func(name string) string { return filepath.Join(dir, name) }
		if err := errors.Join(os.WriteFile(in("file"), []byte("old"), 0o644), os.MkdirAll(in("dir"), 0o755),
			os.Symlink("dir", in("lndir")), os.Symlink(in("file"), in("second")), os.Symlink(tt.to, in(tt.link))); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(Probe(in(tt.link)), put(in(tt.link), "text", nil)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if info, err := os.Lstat(in(tt.link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s: the link is gone", tt.name)
		}
		if got := read(t, in(tt.file)); got != "text" {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	if err := put(loop, "text", nil); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("a loop of links: %v", err)
	}
}

// TestSpecial: devices and pipes are written to, not replaced.
func TestSpecial(t *testing.T) {
	if err := errors.Join(Probe(os.DevNull), put(os.DevNull, "text", nil)); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Fatalf("%s is no device any more: %v, %v", os.DevNull, info.Mode(), err)
	}
	if err := put("/dev/full", "text", nil); !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "/dev/full: ") {
		t.Errorf("a full disk: %v", err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(pipe)
		got <- string(b)
	}()
	if err := put(pipe, "text", nil); err != nil {
		t.Error(err)
	}
	if text := <-got; text != "text" {
		t.Errorf("the pipe gave %q", text)
	}
	// A descriptor: output is written to its target.
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	link := filepath.Join(t.TempDir(), "stdout")
	if err := os.Symlink("/proc/self/fd/"+strconv.Itoa(int(file.Fd())), link); err != nil {
		t.Fatal(err)
	}
	if err := put(link, "text", nil); err != nil {
		t.Error(err)
	}
	if text := read(t, file.Name()); text != "text" {
		t.Errorf("the descriptor's file holds %q", text)
	}
}

// TestProbe: an output that cannot be written is an error before the run, not after it.
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

// TestRefuse: an input is recognised by any of its names.
func TestRefuse(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	input := in("input.c")
	if err := errors.Join(os.WriteFile(input, []byte("int x;"), 0o644), os.WriteFile(in("other"), nil, 0o644),
		os.Symlink("input.c", in("soft")), os.Link(input, in("hard")), os.Symlink(dir, in("dir"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path    string
		refused bool
	}{
		{input, true},
		{in("soft"), true},
		{in("hard"), true},
		{dir + "/./input.c", true},
		{in("dir/dir/input.c"), true},
		{in("other"), false},
		{in("new"), false},
	} {
		err := Probe(c.path, in("missing"), input)
		if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "input") {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

// TestDistinct: two outputs may not be the same file, also by way of a link.
func TestDistinct(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(dir, filepath.Join(dir, "same")); err != nil {
		t.Fatal(err)
	}
	if err := Distinct(map[string]string{"--a": filepath.Join(dir, "x"), "--b": filepath.Join(dir, "same", "x")}, "--a", "--b"); err == nil {
		t.Error("one file twice")
	}
	if err := Distinct(map[string]string{"--a": filepath.Join(dir, "x"), "--b": filepath.Join(dir, "y"), "--c": ""}, "--a", "--b", "--c"); err != nil {
		t.Error(err)
	}
	if err := Distinct(map[string]string{"--a": os.DevNull, "--b": os.DevNull}, "--a", "--b"); err != nil {
		t.Error(err)
	}
}
