package cells_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// compositions are programs whose loops need different engines: what one fills arrays with is a fact about all cells, and what another
// does with it a machine of states. The engine is one that proves it with the facts of quantified.
var compositions = map[string]string{
	"dispatcher": "symexecia",
	"links":      "kinduction",
	"protocol":   "cegar",
	"queue":      "symexecia",
	"steps":      "gps",
	"tables":     "kinduction",
}

// provenAlone are those that quantified proves by equations of variables under conditions. Without these it finds what other engines need.
var provenAlone = map[string]bool{"dispatcher": true, "protocol": true}

// TestCellFactsTravel: facts about all cells that quantified finds without proving the program make other engines prove it, in another run and in one of
// auto: it detects a fault in the file or in an engine's import of facts. make test has one program for each of symexecia, kinduction and gps, of cegar
// one in TestPersonsCells; auto, which sends the facts to workers in the same way whatever the program, is in TestSegmentFactsTravel.
func TestCellFactsTravel(t *testing.T) {
	for _, name := range verifying.Names(compositions) {
		if !effort.Check() && (name == "protocol" || name == "queue" || name == "tables") {
			continue
		}
		task := composition(t, name)
		file := filepath.Join(t.TempDir(), "facts.json")
		run := runs(t, task)
		rep := run("quantified", func(c *verifier.Config) {
			c.FactsOut = file
			if provenAlone[name] {
				c.Choices = engine.Values{"guesses": "-equations"}
			}
		})
		if rep.Verdict != "UNKNOWN" {
			t.Errorf("%s: quantified alone says %s", name, rep.Verdict)
		}
		if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte("(forall ")) {
			t.Errorf("%s: no facts about all cells are written: %v", name, err)
		}
		by := compositions[name]
		if rep := run(by, func(c *verifier.Config) { c.FactsIn = []string{file} }); rep.Verdict != "TRUE" || len(rep.Warnings) > 0 {
			t.Errorf("%s: %s with facts: %s (%s), %q", name, by, rep.Verdict, rep.Reason, rep.Warnings)
		}
		if segmentCompositions[name] != "" || !effort.Check() {
			continue
		}
		if rep := verifying.Run(t, task, 10*verifying.Usual, func(c *verifier.Config) { c.Engine, c.NoRun = verifier.Auto, true }); rep.Verdict != "TRUE" {
			t.Errorf("%s: auto: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}

// runs verifies a task with an engine and settings.
func runs(t *testing.T, task *verifier.Task) func(name string, set func(*verifier.Config)) *verifier.Report {
	return func(name string, set func(*verifier.Config)) *verifier.Report {
		return verified(t, task, func(c *verifier.Config) {
			c.Engine = name
			set(c)
		})
	}
}

func composition(t *testing.T, name string) *verifier.Task {
	t.Helper()
	return verifying.File(t, filepath.Join("testdata", "cellfacts", name+".c"))
}

// lateArray reaches the error, in a cell that few runs meet.
const lateArray = verifying.ArrayPrologue + `int main(void) {
  int n = size(), i; int a[n];
  for (i = 0; i < n; i++) if (i != 5) a[i] = 42; else a[i] = 41;
  for (i = 0; i < n; i++) if (a[i] != 42) reach_error();
}
`

// rightArray is the program of which the facts are taken.
var rightArray = strings.Replace(lateArray, "a[i] = 41", "a[i] = 42", 1)

// TestCellFactsAreNotTrusted: facts about all cells that are wrong make no verdict wrong, whether they are another program's or made
// wrong in a file.
func TestCellFactsAreNotTrusted(t *testing.T) {
	dir := t.TempDir()
	name, file := filepath.Join(dir, "p.c"), filepath.Join(dir, "facts.json")
	if rep := verified(t, verifying.Load(t, name, rightArray), func(c *verifier.Config) { c.Engine, c.FactsOut = "quantified", file }); rep.Verdict != "TRUE" {
		t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
	}
	own, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cell := regexp.MustCompile(`\(select \S+ `).FindString(string(own)) + "(+ 65536 (* 4 k)))"
	lies := map[string]string{
		"another program's": string(own),
		"all cells":         lie(t, own, "(= "+cell+" 42)"),
		"up to the counter": lie(t, own, "(=> (and (<= 0 k) (< k |main::i!int|)) (= "+cell+" 42))"),
		"up to the size":    lie(t, own, "(=> (and (<= 0 k) (< k |size::n!int|)) (= "+cell+" 42))"),
	}
	for i, what := range verifying.Names(lies) {
		if err := os.WriteFile(file, []byte(lies[what]), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, e := range believers(i) {
			rep := verifying.Run(t, verifying.Load(t, name, lateArray), openWork, func(c *verifier.Config) { c.Engine, c.NoRun, c.FactsIn = e, true, []string{file} })
			if rep.Verdict == "TRUE" {
				t.Errorf("%s believes what is said of %s", e, what)
			}
		}
	}
}

// openWork is the work of an engine on a program that fails: some times that of a proof by false facts.
const openWork = 300_000

// believers are the engines that are given the i-th false fact. In make test they are three of those that prove by facts, each in its own way; others
// find the error first.
func believers(i int) []string {
	all := []string{"symexecia", "cegar", "kinduction", "gps", "traceabs", "quantified", "cra"}
	if effort.Check() {
		return append(all, "symex", "gpslite", "bmc", verifier.Auto)
	}
	var some []string
	for j := range 3 {
		some = append(some, all[(3*i+j)%len(all)])
	}
	return some
}

// lie replaces the facts at all locations of a file by one about all k.
func lie(t *testing.T, file []byte, text string) string {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	for _, x := range all["facts"].([]any) {
		fact := x.(map[string]any)
		fact["formula"], fact["status"] = "(forall ((k Int)) "+text+")", "checked"
		delete(fact, "variables")
	}
	out, err := json.Marshal(map[string]any{"format": all["format"], "program": all["program"], "facts": all["facts"]})
	if err != nil {
		t.Fatal(err)
	}
	// The format comes first in a file.
	return strings.Replace(string(out), "{", `{"format": "cupel facts 1", `, 1)
}

// verified is the report about a task within the usual budget, without runs before the engine.
func verified(t *testing.T, task *verifier.Task, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	return verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) {
		c.NoRun = true
		set(c)
	})
}
