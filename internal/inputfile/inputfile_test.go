package inputfile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestRead: endless devices, pipes and huge files are rejected instead of being waited for or filling the memory.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.WriteFile(in("file"), []byte("text"), 0o644), os.Symlink("file", in("link")),
		os.Symlink("/dev/zero", in("endless")), os.WriteFile(in("large"), nil, 0o644), os.Truncate(in("large"), 1<<40),
		syscall.Mkfifo(in("pipe"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want, err string }{
		{"file", "text", ""},
		{"link", "text", ""},
		{"missing", "", "no such file"},
		{".", "", "is a directory"},
		{"endless", "", "is no regular file"},
		{"large", "", "is larger than 1 MB"},
		{"pipe", "", ""}, // nobody writes to it
	} {
		data, err := Read(in(c.name), Text)
		if string(data) != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %v", c.name, data, err)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() { _, _ = w.WriteString("text"); _ = w.Close() }()
	if data, err := Read("/proc/self/fd/"+strconv.Itoa(int(r.Fd())), Text); err != nil || string(data) != "text" {
		t.Errorf("a pipe: %q, %v", data, err)
	}
}
