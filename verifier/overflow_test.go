package verifier

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/frontend/property"
)

// TestOverflow: small programs, each about one way to overflow or not to, by every operator, in
// mixed types, promotions, bit-fields, constants and loops.
func TestOverflow(t *testing.T) {
	files, err := filepath.Glob("testdata/overflow/*.c")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	solved, certified, proven := 0, 0, 0
	for i, file := range files {
		task, err := LoadTask(file, "no-overflow")
		if err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.Timeout, cfg.NoRun, cfg.Certify = 2*time.Second, i%2 == 0, i%4 == 1
		cfg.CertifyTimeout = 20 * time.Second
		rep, err := Verify(t.Context(), task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(file, err)
		}
		bad := strings.HasSuffix(file, "_bad.c")
		switch {
		case rep.Verdict == "UNKNOWN":
			if rep.ReasonKind == string(engine.Fault) {
				t.Error(file, rep.Reason)
			}
			continue
		case (rep.Verdict == "FALSE") != bad:
			t.Errorf("WRONG: %s: %s", file, rep.Verdict)
		case bad && (rep.Result != "false(no-overflow)" || rep.Goal != "signed overflow" || !strings.HasPrefix(rep.ErrorAt, file)):
			t.Errorf("%s: %s at %s: %s", file, rep.Result, rep.ErrorAt, rep.Goal)
		}
		solved++
		if !bad && cfg.Certify {
			proven++
			if c := rep.Certificate; c != nil && c.Holds() {
				certified++
			}
		}
	}
	t.Logf("%d programs, %d solved; of %d proofs %d certified", len(files), solved, proven, certified)
	if solved < len(files)*9/10 || certified < proven*3/4 {
		t.Errorf("too few")
	}
}

// TestNoOverflowTask: the property by name, by file and in a task definition; what cannot be.
func TestNoOverflowTask(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	c := write("a.c", "int main(void) { return 0; }\n")
	prp := write("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
	reach := write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	both := write("a.yml", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: "+filepath.Base(prp)+"\n    expected_verdict: false\n  - property_file: "+
		filepath.Base(reach)+"\n    expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n")
	for _, x := range []struct {
		file, property string
		kind           property.Kind
		expected       string
	}{
		{c, "no-overflow", property.NoOverflow, ""}, {c, prp, property.NoOverflow, ""}, {c, "unreach-call", property.UnreachCall, ""},
		{both, "", property.UnreachCall, "true"}, {both, "no-overflow", property.NoOverflow, "false"}, {both, prp, property.NoOverflow, "false"},
	} {
		task, err := LoadTask(x.file, x.property)
		if err != nil {
			t.Fatal(err)
		}
		expected := ""
		if task.Expected != nil {
			expected = map[bool]string{true: "true", false: "false"}[*task.Expected]
		}
		if task.Property == nil || task.Property.Kind != x.kind || expected != x.expected {
			t.Errorf("%s %s: %v, expected %q", x.file, x.property, task.Property, expected)
		}
	}
	task, err := LoadTask(c, "no-overflow")
	if err != nil {
		t.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.SignedWrap = true
	if _, err := Verify(t.Context(), task, cfg, engine.Quiet{}); err == nil {
		t.Error("overflow of what wraps around")
	}
}
