package memory

import (
	"strings"
	"testing"

	"cupel/evidence"
	"cupel/verifier"
)

// TestBehindArguable: where all goals are searched together, an assertion that fails only behind a shift into the sign is not violated, and another one is.
func TestBehindArguable(t *testing.T) {
	rep := verify(t, "testdata/checks/shifted_into_sign.c", "", func(c *verifier.Config) { c.Checks, c.AllChecks = []string{"all"}, true })
	want := map[string]string{":10:": evidence.CheckOpen, ":11:": evidence.CheckViolated}
	for _, r := range rep.Checks {
		for at, state := range want {
			if r.Kind == "assertion" && strings.Contains(r.At, at) && r.State != state {
				t.Errorf("%s is %s, want %s", r.At, r.State, state)
			}
		}
	}
	if len(rep.Checks) == 0 {
		t.Error("no checks")
	}
}
