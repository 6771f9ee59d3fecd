package lists

import (
	"testing"

	"cupel/internal/sabotage"
	"cupel/tests/verifying"
)

// TestSabotage: a mistake in the analysis is noticed: it proves a program that is wrong.
func TestSabotage(t *testing.T) {
	wrong := map[string]*subject{}
	each(t, func(t *testing.T, file, source, want string) {
		if want != "true" {
			wrong[file] = read(t, source)
		}
	})
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Shapes {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			restore := sabotage.Inject(f)
			defer restore()
			noticed := 0
			for _, file := range verifying.Names(wrong) {
				if wrong[file].prove(t, true, false, 1_000_000).Proved() {
					noticed++
					t.Log(file, "is proved")
				}
			}
			if noticed == 0 {
				t.Error("not noticed")
			}
		})
	}
}
