package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"cupel/analysis/execution"
	"cupel/evidence"
	"cupel/evidence/sarif/sariftest"
)

// tasks are one of each verdict.
func tasks() []Task {
	return []Task{
		{Name: "bad", Report: &evidence.Report{Verdict: "FALSE", Program: "a.c", Result: "false(unreach-call)", ErrorAt: "a.c:7:5",
			Inputs: []evidence.InputValue{{Call: "f", Value: "3"}},
			Times:  []evidence.PhaseTime{{Phase: "engine", Seconds: 1.5}},
			Trace: &execution.Trace{Steps: []execution.Step{{File: "a.c", Line: 3, Column: 2, Depth: 1, Text: "x = f()", Changes: []execution.Change{{Name: "x", Value: "3"}}},
				{File: "a.c", Line: 5, Depth: 2, Text: "g()"}}}}},
		{Name: "good", Report: &evidence.Report{Verdict: "TRUE", Program: "b.c", Assumptions: []evidence.Assumption{{Text: "malloc succeeds", File: "b.c", Line: 2, Column: 1}}}},
		{Name: "open", Report: &evidence.Report{Verdict: "UNKNOWN", Program: "c.c", Reason: "100% of\nthe time, gone", ReasonKind: "time"}},
		{Name: "wrong", Wrong: "d.c:1:2: expected ;"},
		{Name: "fault", Report: &evidence.Report{Verdict: "UNKNOWN", Program: "e.c", Reason: "internal error", ReasonKind: "fault"}},
	}
}

// TestSARIF: the file is valid by its schema and has the verdicts, positions and executions of all tasks.
func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := WriteSARIF(&b, "1", tasks()...); err != nil {
		t.Fatal(err)
	}
	if err := sariftest.Valid(b.Bytes()); err != nil {
		t.Error(err)
	}
	type at struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine, StartColumn int }
		}
	}
	var doc struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID, Kind, Level string
				Message             struct{ Text string }
				Locations           []at
				CodeFlows           []struct {
					ThreadFlows []struct {
						Locations []struct {
							NestingLevel int
							Location     struct {
								at
								Message struct{ Text string }
							}
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || doc.Version != "2.1.0" || len(doc.Runs) != 1 {
		t.Fatalf("%v\n%s", err, b.String())
	}
	known := map[string]bool{}
	for _, r := range doc.Runs[0].Tool.Driver.Rules {
		known[r.ID] = true
	}
	var got []string
	for _, r := range doc.Runs[0].Results {
		got = append(got, strings.TrimSpace(r.RuleID+" "+r.Kind+" "+r.Level))
		if !known[r.RuleID] || len(r.Locations) != 1 || r.Message.Text == "" {
			t.Errorf("%+v", r)
		}
	}
	if want := "violation  error, proved pass none, assumption  note, unknown  warning, input  error, unknown  warning"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", strings.Join(got, ", "), want)
	}
	bad := doc.Runs[0].Results[0]
	steps := bad.CodeFlows[0].ThreadFlows[0].Locations
	if bad.Locations[0].PhysicalLocation.Region.StartLine != 7 || len(steps) != 2 || steps[0].Location.Message.Text != "x = f()   x = 3" || steps[1].NestingLevel != 1 ||
		steps[0].Location.PhysicalLocation.Region.StartLine != 3 {
		t.Errorf("%+v", bad)
	}
	if wrong := doc.Runs[0].Results[4].Locations[0].PhysicalLocation; wrong.ArtifactLocation.URI != "d.c" || wrong.Region.StartColumn != 2 {
		t.Errorf("%+v", wrong)
	}
}

// TestGitHub: annotations of GitHub, with its escapes.
func TestGitHub(t *testing.T) {
	var b strings.Builder
	if err := WriteGitHub(&b, tasks()...); err != nil {
		t.Fatal(err)
	}
	want := `::error file=a.c,line=7,col=5,title=cupel%3A false(unreach-call)::An execution of a.c reaches the error.%0AInputs: f() = 3
::notice file=b.c,title=cupel%3A true::No execution of b.c violates the property: this is proven.
::warning file=c.c,title=cupel%3A unknown::It is not known whether an execution of c.c violates the property: 100%25 of%0Athe time, gone.
::error file=d.c,line=1,col=2,title=cupel%3A wrong input::d.c:1:2: expected ;
::warning file=e.c,title=cupel%3A unknown::It is not known whether an execution of e.c violates the property: internal error.
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

// TestJUnit: the counts and cases of a JUnit file.
func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJUnit(&b, tasks()...); err != nil {
		t.Fatal(err)
	}
	var got testSuites
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil || !strings.HasPrefix(b.String(), xml.Header) {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if got.Tests != 5 || got.Failures != 1 || got.Errors != 2 || len(got.Suites) != 1 || got.Suites[0].Skipped != 1 || len(got.Suites[0].Cases) != 5 || got.Suites[0].Time != "1.500" {
		t.Errorf("%+v", got)
	}
	cs := got.Suites[0].Cases
	if cs[0].Failure == nil || cs[0].Failure.Type != "false(unreach-call)" || cs[1].Failure != nil || cs[2].Skipped == nil || cs[3].Error == nil || cs[4].Error == nil || !strings.Contains(cs[1].Output, "VERDICT: TRUE") {
		t.Errorf("%+v", cs)
	}
}

// TestDisagrees: a counterexample that the compiled program does not follow is no violation, and has its place and inputs; in JUnit's results it is an
// error, which nobody overlooks.
func TestDisagrees(t *testing.T) {
	r := &evidence.Report{Verdict: "UNKNOWN", Result: "unknown", Program: "a.c", ErrorAt: "a.c:7:5", Reason: "the compiled program disagrees: ...", ReasonKind: "disagreement",
		Inputs: []evidence.InputValue{{Call: "f", Value: "3"}}}
	task := Task{Name: "a", Report: r}
	var sarifText, junit, github bytes.Buffer
	for _, err := range []error{WriteSARIF(&sarifText, "1", task), WriteJUnit(&junit, task), WriteGitHub(&github, task), sariftest.Valid(sarifText.Bytes())} {
		if err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct{ text, part string }{
		{sarifText.String(), `"level": "warning"`}, {sarifText.String(), `"startLine": 7`}, {sarifText.String(), "Inputs: f() = 3."}, {sarifText.String(), "the compiled program disagrees"},
		{junit.String(), `errors="1"`}, {junit.String(), `type="disagreement"`},
		{github.String(), "::warning file=a.c,line=7,col=5,title=cupel%3A unknown::"},
		{html(t, r), `<h2 id="inputs">`}, {html(t, r), "please report it with the input"},
	} {
		if !strings.Contains(c.text, c.part) {
			t.Errorf("%s is not in\n%s", c.part, c.text)
		}
	}
}
