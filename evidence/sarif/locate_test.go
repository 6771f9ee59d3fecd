package sarif_test

import (
	"testing"

	"cupel/evidence/sarif"
)

// TestLocate: files are named by URIs, with any characters in their names.
func TestLocate(t *testing.T) {
	for where, want := range map[string]string{"a.c:3:5": "a.c", "dir/a b.c": "dir/a%20b.c", "100%.c": "100%25.c", "/tmp/a.c:1:1": "file:///tmp/a.c", "../x#.c": "../x%23.c"} {
		if got := sarif.Locate(where).Physical.Artifact.URI; got != want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
	}
}
