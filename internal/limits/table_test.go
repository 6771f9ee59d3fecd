package limits

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write table.csv")

// TestTable: every limit has a comment and lies in its package's limits.go, and the embedded table is that of the source.
func TestTable(t *testing.T) {
	all, astray, err := read(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range astray {
		t.Errorf("%s: %s does not lie in limits.go; if it bounds nothing it belongs to the list of facts in this package", c.Package, c.Name)
	}
	for _, c := range all {
		if c.Why == "" {
			t.Errorf("%s: %s has no comment", c.Package, c.Name)
		}
	}
	var want strings.Builder
	if err := WriteCSV(&want, all); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("table.csv", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		table = want.String()
	}
	if table != want.String() {
		t.Error("table.csv is not up to date: go test ./internal/limits -update")
	}
}
