package limits

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write docs/limits.md")

// TestTable: every limit says what it is for and lies in its package's limits.go, and the
// table in docs is that of the source.
func TestTable(t *testing.T) {
	root := filepath.Join("..", "..")
	all, astray, err := Constants(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range astray {
		t.Errorf("%s: %s does not lie in limits.go; if it bounds nothing it belongs to the list of facts in this package", c.File, c.Name)
	}
	for _, c := range all {
		if c.Why == "" {
			t.Errorf("%s: %s has no comment", c.File, c.Name)
		}
	}
	table, file := Table(all), filepath.Join(root, "docs", "limits.md")
	if *update {
		if err := os.WriteFile(file, []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != table {
		t.Error("docs/limits.md is not up to date: go test ./tests/limits -update")
	}
	t.Logf("%d limits", len(all))
}
