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
			if strings.HasSuffix(m[1], "/") {
				continue // a room
			}
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

// rooms reads the table of rooms: the folders of the root that hold packages, lowest first, and the others.
func rooms(t *testing.T) (order []string, others map[string]bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| room | what it holds |\n|---|---|\n")
	if !ok {
		t.Fatal("docs/architecture.md has no table of rooms")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	others = map[string]bool{}
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		names := regexp.MustCompile("`([^`]+)/`").FindAllStringSubmatch(cells[1], -1)
		for _, m := range names {
			if len(names) == 1 {
				order = append(order, m[1])
			} else {
				others[m[1]] = true
			}
		}
	}
	return order, others
}

// TestRooms: every folder at the root is in the table of rooms, and there are few; a package imports nothing of a higher room, so that no
// knot of rooms can come about. Would fail where a package is put into the wrong room although its own imports are in order.
func TestRooms(t *testing.T) {
	order, others := rooms(t)
	height := map[string]int{}
	for i, r := range order {
		height[r] = i
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, e := range entries {
		dir := e.Name()
		if !e.IsDir() || strings.HasPrefix(dir, ".") || strings.Contains(string(ignored), "/"+dir+"/\n") {
			continue
		}
		count++
		if _, ok := height[dir]; !ok && !others[dir] {
			t.Errorf("the folder %s is not in the table of rooms", dir)
		}
	}
	if count > 14 {
		t.Errorf("%d folders at the root: at most 14, so that a newcomer sees them at a glance", count)
	}
	for pkg, imported := range imports(t) {
		room, _, _ := strings.Cut(pkg, "/")
		for other := range imported {
			above, _, _ := strings.Cut(other, "/")
			if height[above] > height[room] {
				t.Errorf("%s imports %s, and %s/ stands above %s/", pkg, other, above, room)
			}
		}
	}
}

// TestTable: docs/architecture.md lists every package once, and packages import only those above them.
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
