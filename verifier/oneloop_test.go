package verifier

import (
	"strings"
	"testing"

	"cupel/frontend/property"
)

// TestOneLoop asks about each loop of a program of which one ends.
func TestOneLoop(t *testing.T) {
	for _, c := range []struct{ loop, verdict, fault string }{
		{"5", "TRUE", ""},
		{"testdata/loops.c:5", "TRUE", ""},
		{"loops.c:7", "FALSE", ""},
		{"", "FALSE", ""},
		{"6", "", "there is no loop at 6; there are those at testdata/loops.c:5:2, testdata/loops.c:7:2"},
		{"other.c:5", "", "there is no loop at other.c:5"},
		{"loops.c", "", "is no place"},
	} {
		cfg := DefaultConfig()
		cfg.Loop = c.loop
		rep, err := Run{}.Verify(t.Context(), &Task{File: "testdata/loops.c", Property: property.ByName("termination")}, cfg)
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("--loop %s: %v, want %s", c.loop, err, c.fault)
			}
		case err != nil:
			t.Errorf("--loop %s: %v", c.loop, err)
		case rep.Verdict != c.verdict:
			t.Errorf("--loop %s: %s, want %s", c.loop, rep.Verdict, c.verdict)
		}
	}
}
