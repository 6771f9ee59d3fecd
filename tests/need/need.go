package need

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Tool is the path of a program. Where it is missing the test is skipped; in continuous integration it fails.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, name)
	}
	return path
}

// demanded fails a test in continuous integration for want of something that scripts/setup.sh installs.
func demanded(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("no %s: in continuous integration every tool has to be there (make setup-tests)", what)
	}
}

// Missing ends a test for want of something that scripts/setup.sh installs.
func Missing(t testing.TB, what string) {
	t.Helper()
	demanded(t, what)
	t.Skipf("no %s", what)
}

// Has reports whether a program is on PATH, for tests that do less without it. In continuous integration it has to be.
func Has(t testing.TB, name string) bool {
	t.Helper()
	_, err := exec.LookPath(name)
	if err != nil {
		demanded(t, name)
	}
	return err == nil
}

// CorpusDir is a folder of the corpus, which may be missing: below CUPEL_CORPUS, else below shared/corpus beside the repository.
func CorpusDir(parts ...string) string {
	root := os.Getenv("CUPEL_CORPUS")
	if root == "" {
		root = filepath.Join(Root(), "..", "shared", "corpus")
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

// Corpus is CorpusDir for tests that cannot do without it: they are skipped.
func Corpus(t testing.TB, parts ...string) string {
	t.Helper()
	dir := CorpusDir(parts...)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no corpus")
	}
	return dir
}

// Root is the folder of the repository: the first above the working directory, which go test makes the package's, with a go.mod.
func Root() string {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	panic("tests run inside the repository")
}
