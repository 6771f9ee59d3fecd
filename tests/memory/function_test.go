package memory

import (
	"testing"

	"cupel/verifier"
)

// TestFunctions: uses of memory by a function that is verified by itself are proved for the objects that the report's assumptions speak of, but for releases of what comes from outside.
func TestFunctions(t *testing.T) {
	for _, x := range []struct{ function, deref, free string }{
		{"first", "true", "true"},
		{"second", "false(valid-deref)", "true"},
		{"sum", "true", "true"},
		{"own", "true", "true"},
		{"own_twice", "", "false(valid-free)"},
		{"released", "false(valid-deref)", "unknown"},
		{"drop", "true", "unknown"},
		{"clear", "true", "unknown"},
		{"local", "false(valid-deref)", ""},
		{"copied", "true", "true"},
		{"overrun", "false(valid-deref)", "true"},
		{"element", "true", "true"},
		{"beyond", "false(valid-deref)", "true"},
	} {
		t.Run(x.function, func(t *testing.T) {
			for p, want := range map[string]string{"valid-deref": x.deref, "valid-free": x.free} {
				rep := verify(t, "testdata/functions/uses.c", p, func(c *verifier.Config) { c.Function = x.function })
				if want != "" && rep.Result != want {
					t.Errorf("%s: %s (%s), want %s", p, rep.Result, rep.Reason, want)
				}
			}
		})
	}
}
