package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cupel/analysis/execution"
	"cupel/evidence"
	"cupel/evidence/sarif/sariftest"
)

// faulty is a task with a use of a freed block, which a check of its table is, too.
func faulty() Task {
	f := &execution.Fault{Text: "4 bytes at offset 0 of the 8 bytes that malloc allocated at a.c:1:3, freed at a.c:2:3", Places: []execution.FaultPlace{
		{At: "a.c:1:3", Text: "8 bytes allocated here by malloc"}, {At: "a.c:2:3", Text: "released here by free"}, {At: "a.c:3:3", Text: "4 bytes accessed here"}}}
	return Task{Name: "a", Report: &evidence.Report{Verdict: "FALSE", Program: "a.c", Result: "false(valid-deref)", ErrorAt: "a.c:3:3", Goal: "access to freed memory", Fault: f,
		Sources: []evidence.Source{{File: "a.c", Text: "one\ntwo\nthree\n"}},
		Checks:  []evidence.Check{{At: "a.c:3:3", Kind: "memory", Condition: "access outside of every live object", State: evidence.CheckViolated, Fault: f}}}}
}

// TestFaultFormats: the places of a fault of memory are related locations, lines of the page, and a line of text and of a failed test.
func TestFaultFormats(t *testing.T) {
	task := faulty()
	var b bytes.Buffer
	if err := WriteSARIF(&b, "1", task); err != nil {
		t.Fatal(err)
	}
	if err := sariftest.Valid(b.Bytes()); err != nil {
		t.Error(err)
	}
	var doc struct {
		Runs []struct {
			Results []struct {
				Related []struct{ Message struct{ Text string } } `json:"relatedLocations"`
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for i, r := range doc.Runs[0].Results[:2] {
		if len(r.Related) != 3 || r.Related[1].Message.Text != "released here by free" {
			t.Errorf("result %d: %v", i, r.Related)
		}
	}
	for name, write := range map[string]func() error{
		"text":  func() error { return task.Report.WriteText(&b, evidence.TextOptions{}) },
		"junit": func() error { return WriteJUnit(&b, task) },
		"page":  func() error { return WriteHTML(&b, task.Report, Context{}) },
	} {
		b.Reset()
		if err := write(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "4 bytes at offset 0 of the 8 bytes that malloc allocated at a.c:1:3, freed at a.c:2:3") {
			t.Errorf("%s says nothing of the fault:\n%s", name, b.String())
		}
	}
	b.Reset()
	if err := WriteHTML(&b, task.Report, Context{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "memory: released here by free") {
		t.Error("the page does not mark the line of the release")
	}
}
