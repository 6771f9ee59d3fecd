package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCSV: a written file is read back unchanged.
func TestCSV(t *testing.T) {
	runs := []Run{
		{Config: "a", Task: "f/x", Family: "f", Expected: "true", Verdict: "TRUE", Category: CorrectTrue, CPU: 1.5, Wall: 2, MemoryMB: 10, Certificate: "source", DecidedBy: "symex"},
		{Config: "b, \"c\"", Task: "f/x", Family: "f", Expected: "false", Verdict: "TRUE", Category: WrongTrue, Reason: "line\nbreak"},
		{Config: "a", Task: "f/y", Family: "f", Expected: "true", Verdict: "FALSE", Category: Disputed},
		{Config: "a", Task: "f/z", Verdict: "ERROR", Category: Failed},
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, runs); err != nil {
		t.Fatal(err)
	}
	got, err := ReadCSV(&b)
	if diff := cmp.Diff(runs, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestForeignCSV: a table of another tool needs few columns.
func TestForeignCSV(t *testing.T) {
	got, err := ReadCSV(strings.NewReader("verdict,other,task,expected\nfalse,7,d/x,true\nTimeout,,d/y,false\n"))
	want := []Run{{Task: "d/x", Expected: "true", Verdict: "FALSE", Category: WrongFalse}, {Task: "d/y", Expected: "false", Verdict: "TIMEOUT", Category: Undecided}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"":                                   "empty",
		"a,b\n":                              "task",
		"task,verdict,task\n":                "twice",
		"task,verdict\nx,maybe\n":            `2:1: "maybe" is no verdict`,
		"task,verdict,cpu_s\nx,TRUE,NaN\n":   "number",
		"task,verdict,cpu_s\nx,TRUE,-1\n":    "number",
		"task,verdict\n,TRUE\n":              "no name",
		"task,verdict,expected\nx,TRUE,1\n":  "expected",
		"task,verdict\nx\n":                  "wrong number of fields",
		"task,verdict,category\nx,TRUE,ok\n": "category",
		"task,verdict,expected,category\nx,FALSE,true,correct-true\n": "category",
	} {
		if _, err := ReadCSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestPoints: the score of each category, as in SV-COMP.
func TestPoints(t *testing.T) {
	for category, want := range map[string]int{CorrectTrue: 2, CorrectFalse: 1, WrongFalse: -16, WrongTrue: -32, Undecided: 0, Unconfirmed: 0, Disputed: 0, Failed: 0} {
		if got := (&Run{Category: category}).Points(); got != want {
			t.Errorf("%s: %d, want %d", category, got, want)
		}
	}
}

// FuzzReadCSV: no input makes the reader panic, and categories agree with the verdicts.
func FuzzReadCSV(f *testing.F) {
	f.Add("config,task,family,expected,verdict,category,cpu_s\na,f/x,f,true,TRUE,correct-true,1.5\n")
	f.Add("task,verdict\n\"x\n\",unknown\n")
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := ReadCSV(strings.NewReader(text))
		if err != nil {
			return
		}
		for i := range runs {
			if r := &runs[i]; r.Solved() && Categorize(r.Verdict, Task{Expected: r.Expected}) != r.Category {
				t.Errorf("%+v", r)
			}
		}
	})
}
