package packaging

import (
	"archive/zip"
	"bytes"
	"cupel/tests/effort"
	"cupel/tests/need"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tools are the commands that the scripts of an archive may use.
var tools = []string{"sh", "dirname", "readlink"}

// archived makes an archive and returns its folder, unpacked.
func archived(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"zip", "ldd"} {
		need.Tool(t, tool)
	}
	dist := t.TempDir()
	cmd := exec.Command(root+"/scripts/archive.sh", dist)
	cmd.Env = append(os.Environ(), "CUPEL_ARCHIVE_QUICK=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	r, err := zip.OpenReader(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dir := filepath.Join(t.TempDir(), "a folder with blanks")
	top := ""
	for _, f := range r.File {
		first, _, _ := strings.Cut(f.Name, "/")
		if top == "" {
			top = first
		}
		if first != top || strings.Contains(f.Name, "..") {
			t.Fatalf("%s lies outside of %s", f.Name, top)
		}
		unpack(t, f, filepath.Join(dir, f.Name))
	}
	return filepath.Join(dir, top)
}

func unpack(t *testing.T, f *zip.File, to string) {
	t.Helper()
	if f.FileInfo().IsDir() {
		if err := os.MkdirAll(to, 0o755); err != nil {
			t.Fatal(err)
		}
		return
	}
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, f.Mode())
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(w, r)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestArchive: an archive is complete and runs from anywhere, read-only, with nothing of the system but its C library and a shell.
func TestArchive(t *testing.T) {
	if !effort.Check() {
		t.Skip("make check: compresses 100 MB of libraries")
	}
	dir := archived(t)
	for _, name := range []string{"LICENSE", "README.txt", "smoketest.sh", "bin/cupel", "libexec/cupel", "lib/libz3.so.4", "licenses/go", "licenses/github.com_spf13_cobra.LICENSE.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	out, err := exec.Command("ldd", filepath.Join(dir, "libexec", "cupel")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, lib := range []string{"libz3", "libstdc++", "libgcc_s"} {
		for _, line := range strings.Split(string(out), "\n") {
			if strings.Contains(line, lib+".so") && !strings.Contains(line, "/libexec/../lib/"+lib) {
				t.Errorf("of the system: %s", line)
			}
		}
	}
	path := t.TempDir()
	for _, tool := range tools {
		at := need.Tool(t, tool)
		if err := os.Symlink(at, filepath.Join(path, tool)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	link := filepath.Join(path, "linked")
	if err := os.Symlink(filepath.Join(dir, "bin", "cupel"), link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{filepath.Join(dir, "smoketest.sh"), nil, "smoketest: passed\n"},
		{link, []string{"verify", filepath.Join(dir, "examples", "safe.c")}, "VERDICT: TRUE\n"},
	} {
		cmd := exec.Command(c.name, c.args...)
		cmd.Env = []string{"PATH=" + path}
		cmd.Dir = path
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), c.want) {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}
