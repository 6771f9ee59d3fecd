package architecture

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// rows reads the table of packages: the row of each.
func rows(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, line := range strings.Split(string(text), "\n") {
		first, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !ok || !strings.HasPrefix(line, "| `") {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(first, -1) {
			if _, twice := at[m[1]]; twice {
				t.Errorf("%s has two rows", m[1])
			}
			at[m[1]] = i + 1
		}
	}
	return at
}

// imports lists the module's own packages with those they import, tests left out.
func imports(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(rel))
		if out[pkg] == nil {
			out[pkg] = map[string]bool{}
		}
		for _, i := range f.Imports {
			if own, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "cupel/"); ok {
				out[pkg][own] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTable(t *testing.T) {
	at, uses := rows(t), imports(t)
	for pkg := range at {
		if uses[pkg] == nil {
			t.Errorf("%s is in docs/architecture.md and is no package", pkg)
		}
	}
	for pkg, imported := range uses {
		if at[pkg] == 0 {
			t.Errorf("%s is not in the table of docs/architecture.md", pkg)
			continue
		}
		for other := range imported {
			if at[other] > at[pkg] {
				t.Errorf("%s imports %s, which stands below it in docs/architecture.md", pkg, other)
			}
		}
	}
}
