package c

import (
	"testing"

	"cupel/frontend/c/library"
)

// controlled are functions that lower as control flow of their own.
var controlled = set("signal", "raise", "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp")

// TestTableHasModels: functions that the table calls exact have a body in C or a model in the lowering.
func TestTableHasModels(t *testing.T) {
	for _, f := range library.Functions() {
		_, math := mathFuncs[f.Name]
		_, output := outputs[f.Name]
		if f.Kind == library.Exact && !f.InC && !modelled[f.Name] && !pureFuncs[f.Name] && !math && !compareFuncs[f.Name] && !output && !controlled[f.Name] {
			t.Errorf("%s is called exact and has no model", f.Name)
		}
	}
}
