package verifier

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/sabotage"
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

// TestCellFactsTravel: what quantified says of all cells where it proves nothing is what other engines prove by, in another run
// and in one of auto.
func TestCellFactsTravel(t *testing.T) {
	for _, name := range names(compositions) {
		task := composition(t, name)
		file := filepath.Join(t.TempDir(), "facts.json")
		run := runs(t, task)
		rep := run("quantified", func(c *Config) {
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
		if rep := run(by, func(c *Config) { c.FactsIn = []string{file} }); rep.Verdict != "TRUE" || len(rep.Warnings) > 0 {
			t.Errorf("%s: %s with facts: %s (%s), %q", name, by, rep.Verdict, rep.Reason, rep.Warnings)
		}
		if rep := run(Auto, func(*Config) {}); rep.Verdict != "TRUE" {
			t.Errorf("%s: auto: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}

// runs verifies a task with an engine and settings, in four minutes of processor time.
func runs(t *testing.T, task *Task) func(name string, set func(*Config)) *Report {
	return func(name string, set func(*Config)) *Report {
		return verified(t, task, func(c *Config) {
			c.Engine, c.CPUTime = name, ProcessorTime()+4*time.Minute
			set(c)
		})
	}
}

func composition(t *testing.T, name string) *Task {
	t.Helper()
	task, err := LoadTask(filepath.Join("testdata", "cellfacts", name+".c"), "")
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// lateArray reaches the error, in a cell that few runs meet.
const lateArray = arrayHead + `int main(void) {
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
	if rep := verified(t, loadText(t, name, rightArray), func(c *Config) { c.Engine, c.FactsOut = "quantified", file }); rep.Verdict != "TRUE" {
		t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
	}
	own, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cell := regexp.MustCompile(`\(select \S+ `).FindString(string(own)) + "(+ 65536 (* 4 k)))"
	for what, text := range map[string]string{
		"another program's": string(own),
		"all cells":         lie(t, own, "(= "+cell+" 42)"),
		"up to the counter": lie(t, own, "(=> (and (<= 0 k) (< k |main::i!int|)) (= "+cell+" 42))"),
		"up to the size":    lie(t, own, "(=> (and (<= 0 k) (< k |size::n!int|)) (= "+cell+" 42))"),
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, e := range Engines() {
			rep := verified(t, loadText(t, name, lateArray), func(c *Config) { c.Engine, c.FactsIn, c.Timeout = e.Name, []string{file}, 3*time.Second })
			if rep.Verdict == "TRUE" {
				t.Errorf("%s believes what is said of %s", e.Name, what)
			}
		}
	}
}

// TestCellFactsFaults: mistakes in what becomes of facts about all cells are noticed: each lets an engine prove something wrong.
func TestCellFactsFaults(t *testing.T) {
	dir := t.TempDir()
	name, file := filepath.Join(dir, "p.c"), filepath.Join(dir, "facts.json")
	wrong := arrayHead + `int main(void) { int n = size(), i, j; int a[n]; for (i = 0; i < n; i++) a[i] = 1; if (n > 777) a[n / 2] = 2; for (j = 0; j < n; j++) check(a[j] == 1); }`
	verified(t, loadText(t, name, strings.Replace(wrong, "a[n / 2] = 2", "n = n * 0001", 1)), func(c *Config) { c.Engine, c.FactsOut = "quantified", file })
	proven := func(limit time.Duration) bool {
		rep := verified(t, loadText(t, name, wrong), func(c *Config) { c.Engine, c.FactsIn, c.Timeout = "symexecia", []string{file}, limit })
		return rep.Verdict == "TRUE"
	}
	for _, f := range append([]sabotage.Fault{sabotage.None}, sabotage.All()...) {
		if f != sabotage.None && f.Part() != sabotage.Board {
			continue
		}
		limit := 3 * time.Minute
		if f == sabotage.None {
			limit = 6 * time.Second
		}
		restore := sabotage.Inject(f)
		noticed := proven(limit)
		restore()
		if noticed != (f != sabotage.None) {
			t.Errorf("%s: proven %v", f, noticed)
		}
	}
}

// lie says at all places of a file of facts the same of all k.
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

// verified is the report about a task.
func verified(t *testing.T, task *Task, set func(*Config)) *Report {
	t.Helper()
	cfg := DefaultConfig()
	cfg.NoRun = true
	set(&cfg)
	rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}
