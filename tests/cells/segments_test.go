package cells_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// segmentCompositions are programs that an engine proves with the facts of the array segmentation.
var segmentCompositions = map[string]string{
	"bounds":     "symexecia",
	"copies":     "cegar",
	"dispatcher": "gps",
	"fill":       "cegar",
	"queue":      "symexecia",
}

// TestSegmentFactsTravel: facts of the array segmentation that do not prove the program make engines prove it, directly and in auto, and are written to
// the file.
func TestSegmentFactsTravel(t *testing.T) {
	for i, name := range verifying.Names(segmentCompositions) {
		if !effort.Check() && i%2 != 0 { // "bounds" has symexecia, "dispatcher" gps; cegar is asked by TestPersonsCells
			continue
		}
		task := composition(t, name)
		file := filepath.Join(t.TempDir(), "facts.json")
		run := runs(t, task)
		by := segmentCompositions[name]
		if rep := run(by, func(c *verifier.Config) { c.Cells, c.FactsOut = verifier.CellsSegments, file }); rep.Verdict != "TRUE" || rep.DecidedBy != by {
			t.Errorf("%s: %s with segments: %s (%s) by %s", name, by, rep.Verdict, rep.Reason, rep.DecidedBy)
		}
		if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte("(forall ")) || !bytes.Contains(text, []byte(`"segments"`)) {
			t.Errorf("%s: no facts of segments are written: %v", name, err)
		}
		if rep := run(verifier.Auto, func(*verifier.Config) {}); rep.Verdict != "TRUE" {
			t.Errorf("%s: auto: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}

// TestCellFactsCertified: proofs that rest on facts about all cells are certified on the program before all passes, with the facts among the claims.
func TestCellFactsCertified(t *testing.T) {
	for name, want := range map[string]string{
		"dispatcher": "for all k: 0 <= k < n ==> cmd[k] <= 2",
	} {
		rep := verified(t, composition(t, name), func(c *verifier.Config) {
			c.Engine, c.Cells, c.Certify, c.CertifyTimeout, c.OwnProof = "symexecia", verifier.CellsSegments, true, time.Hour, true
		})
		if rep.Verdict != "TRUE" || rep.Certificate == nil || rep.Certificate.Level != "lowered" || !rep.Certificate.Holds() {
			t.Errorf("%s: %s, %+v", name, rep.Verdict, rep.Certificate)
			continue
		}
		if !slices.ContainsFunc(rep.Invariants, func(i verifier.Invariant) bool { return strings.Contains(i.Formula, want) }) {
			t.Errorf("%s: the invariants are %v, without %q", name, rep.Invariants, want)
		}
	}
}

// TestPersonsCells: a user's fact about all cells makes an engine prove the program, and is checked before.
func TestPersonsCells(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "facts.md"))
	if err != nil {
		t.Fatal(err)
	}
	const lines = "    fill.c:7: forall k: 0 <= k && k < i ==> table[k] == 3\n    fill.c:8: forall k: 0 <= k && k < n ==> table[k] == 3\n"
	if !bytes.Contains(doc, []byte(lines)) {
		t.Error("docs/facts.md has another example")
	}
	file := filepath.Join(t.TempDir(), "mine.txt")
	run := func(task *verifier.Task, name, text string, units int) *verifier.Report {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return verifying.Run(t, task, units, func(c *verifier.Config) { c.Engine, c.NoRun, c.FactsIn = name, true, []string{file} })
	}
	if rep := run(composition(t, "fill"), "cegar", lines, verifying.Usual); rep.Verdict != "TRUE" {
		t.Errorf("cegar with a person's lines: %s (%s)", rep.Verdict, rep.Reason)
	}
	late := verifying.Load(t, filepath.Join(t.TempDir(), "p.c"), lateArray)
	line := strings.Count(lateArray[:strings.Index(lateArray, "for (i = 0; i < n; i++) if (a[i]")], "\n") + 1
	for i, wrong := range []string{
		fmt.Sprintf("%d: forall k: 0 <= k && k < n ==> a[k] == 42\n%d: forall k: 0 <= k && k < i ==> a[k] == 42\n", line, line-1),
		fmt.Sprintf("%d: forall k: a[k] == 42\n%d: forall k: a[k] == 42\n", line, line-1),
		fmt.Sprintf("%d: forall k, j: a[k] == a[j] && a[k] == 42\n", line),
		fmt.Sprintf("%d: forall k: k < k\n", line),
	} {
		for _, name := range believers(i) {
			if rep := run(late, name, wrong, openWork); rep.Verdict == "TRUE" {
				t.Errorf("%s believes %q", name, wrong)
			}
		}
	}
}
