package lists

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/verifier"
)

// expected is the first line of a program.
var expected = regexp.MustCompile(`^// valid-memsafety: (.*)\n`)

// each visits the programs.
func each(t *testing.T, visit func(t *testing.T, file, source, want string)) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m := expected.FindSubmatch(text)
			if m == nil {
				t.Fatal("the program does not say what is expected")
			}
			visit(t, f, string(text), string(m[1]))
		})
	}
}

// TestProofs: the analysis proves the programs that are right, and none of the others, not when it joins graphs at once either.
func TestProofs(t *testing.T) {
	each(t, func(t *testing.T, _, source, want string) {
		r := read(t, source).prove(t, true, false, 5_000_000)
		if r.Proved() != (want == "true") {
			t.Errorf("%s; expected: %s", r.Reason, want)
		}
		if want != "true" && read(t, source).prove(t, true, true, 100_000).Proved() {
			t.Errorf("proved with graphs joined at once; expected: %s", want)
		}
		t.Log(r.Steps, "steps,", r.Graphs, "graphs;", r.Reason)
	})
}

// TestVerdicts: the verifier says so, of the programs that are wrong it never says TRUE, and what is not certified is not where that is required.
func TestVerdicts(t *testing.T) {
	each(t, func(t *testing.T, file, _, want string) {
		task, err := verifier.LoadTask(file, string(property.ValidMemory))
		if err != nil {
			t.Fatal(err)
		}
		task.DataModel = program.LP64
		for _, certified := range []bool{false, true} {
			if certified && (want != "true" || testing.Short()) {
				continue
			}
			cfg := verifier.DefaultConfig()
			cfg.DataModel, cfg.Certify, cfg.RequireCertified = program.LP64, certified, certified
			most := 3_000_000
			switch { // the engines' part is tested elsewhere
			case want != "true":
				most = 200_000
			case certified:
				most = 800_000
			}
			ctx, stop := work.Within(t.Context(), most)
			rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
			stop()
			switch {
			case err != nil:
				t.Fatal(err)
			case want != "true" && rep.Verdict == "TRUE":
				t.Errorf("%s by %s", rep.Result, rep.DecidedBy)
			case want == "true" && !certified && (rep.Verdict != "TRUE" || rep.DecidedBy != "shape analysis"):
				t.Errorf("%s by %s: %s", rep.Result, rep.DecidedBy, rep.Reason)
			case certified && (rep.Verdict != "UNKNOWN" || !strings.Contains(rep.Reason, "not certified: the proof is a shape analysis")):
				t.Errorf("required to be certified: %s, %s", rep.Result, rep.Reason)
			}
		}
	})
}
