package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"cupel/analysis/execution"
	"cupel/core/diagram"
	"cupel/evidence"
)

// hostile is text that tries to leave every place it may be put into.
const hostile = `</script></style><script>alert(1)</script><img src=x onerror=alert(2)>"'` + "`{{.}}-->"

// full is a report with something everywhere.
func full(text string) *evidence.Report {
	return &evidence.Report{
		Verdict: "FALSE", Program: text, Property: text, Result: text, DecidedBy: text, DataModel: text, Engine: text, Arithmetic: text, Reason: text,
		Goals: []evidence.GoalCount{{Kind: text, Count: 1}}, Assumptions: []evidence.Assumption{{Text: text, File: "a.c", Line: 1}, {Text: text, File: text, Line: 9}},
		Warnings: []string{text}, Unwritten: []string{text}, Inputs: []evidence.InputValue{{Call: text, Type: text, Value: text, At: text}},
		Depends: []evidence.Dependence{{Kind: text, Name: text, Value: text, At: text}}, ErrorAt: "a.c:2:1", Goal: text, Confirmed: text, Harness: text, Proof: text,
		Loops:      []evidence.Loop{{At: "a.c:1:1", Ends: text, By: text, Copies: 1}, {At: text, Copies: 2, Open: 1}},
		Invariants: []evidence.Invariant{{At: "a.c:1:1", Formula: text}, {At: text, Formula: text}}, Certified: text, Witness: text, Summaries: text,
		Certificate: &evidence.Certificate{Level: text, Solver: text, What: text, ProofOf: text, Trusted: []string{text}, Reason: text, Checked: []string{text}},
		Portfolio:   &evidence.Portfolio{Class: text, Members: []evidence.Member{{Engine: text, Status: text, Reason: text}}},
		Times:       []evidence.PhaseTime{{Phase: text, Seconds: 1}},
		Graphs:      []*diagram.Graph{{Title: text, Nodes: []diagram.Node{{ID: 1, Label: text, Kind: diagram.Kind(text)}}, Edges: []diagram.Edge{{From: 1, To: 1, Label: text}}}},
		Sources:     []evidence.Source{{File: "a.c", Text: "int x; " + text + "\nf();\n"}},
		Trace: &execution.Trace{Steps: []execution.Step{{File: "a.c", Line: 1, Function: text, Depth: 1, Text: text, Branch: text,
			Inputs: []execution.Change{{Name: text, Value: text}}, Changes: []execution.Change{{Name: text, Value: text}}}, {File: "a.c", Line: 2, Depth: 1}}},
	}
}

func html(t *testing.T, r *evidence.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteHTML(&b, r, Context{Version: "1", CommandLine: "cupel verify a.c", Choices: [][2]string{{"engine", "auto"}}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEscaping: text of a program is always escaped.
func TestEscaping(t *testing.T) {
	page := html(t, full(hostile))
	for _, bad := range []string{"<script>alert", "<img", "onerror=alert(2)>"} {
		if strings.Contains(page, bad) {
			t.Errorf("%s is on the page", bad)
		}
	}
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("%d scripts end, not 2", n)
	}
	if strings.Count(page, "</style>") != 1 {
		t.Error("the style ends more than once")
	}
}

// TestAlone: the page needs no other file.
func TestAlone(t *testing.T) {
	page := html(t, full("x"))
	for _, m := range regexp.MustCompile(`(?:src|href|url)\s*[=(]\s*["']?([^"')> ]*)`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "#") && m[1] != "data:," {
			t.Errorf("it refers to %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`https?://[^"' <]*`).FindAllString(page, -1) {
		if m != "http://www.w3.org/2000/svg" {
			t.Errorf("it names %s", m)
		}
	}
}

// TestPage: what belongs to a verdict is there.
func TestPage(t *testing.T) {
	for _, c := range []struct {
		report *evidence.Report
		want   []string
	}{
		{full("word"), []string{`<span class="badge FALSE" id="verdict">FALSE</span>`, "a check fails (word)", `href="#f0-2"`, `id="f0-2" class="err"`, `always here: <code>word</code>`,
			"assumed: word", `id="data">{"files":["a.c"]`, "cupel verify a.c", "the error is reached here", "<polyline", "Obligations"}},
		{&evidence.Report{Verdict: "TRUE", Program: "b.c"}, []string{"No execution of b.c violates the property", "The report names none."}},
		{&evidence.Report{Verdict: "UNKNOWN", Program: "b.c", Reason: "time limit", ReasonKind: "time"}, []string{"It is not known whether an execution of b.c violates the property: time limit.", "--timeout"}},
	} {
		page := html(t, c.report)
		for _, want := range c.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %s", c.report.Verdict, want)
			}
		}
	}
}

// FuzzPage: no text breaks the page.
func FuzzPage(f *testing.F) {
	f.Add(hostile)
	f.Add("\u2028\x00\xff<!--<script>")
	f.Fuzz(func(t *testing.T, text string) {
		page := html(t, full(text))
		if strings.Count(page, "<script") != 2 || strings.Count(page, "</script>") != 2 || strings.Count(page, "<!--") != 0 {
			t.Errorf("%q changes the structure", text)
		}
	})
}

// TestLoops: what gets smaller stands beside its loop and in a list, and so does a loop that may not end.
func TestLoops(t *testing.T) {
	text := html(t, &evidence.Report{Verdict: "UNKNOWN", Program: "a.c", Sources: []evidence.Source{{File: "a.c", Text: "while (n > 0) n--;\nwhile (f()) ;\n"}},
		Loops: []evidence.Loop{{At: "a.c:1:1", Ends: "n gets smaller in each turn; at most n turns", By: "measure", Copies: 1}, {At: "a.c:2:1", Copies: 1, Open: 1}}})
	for _, want := range []string{
		`<td class="inv">this loop ends: n gets smaller in each turn; at most n turns (measure)</td>`, `<td class="asm">this loop may not end</td>`,
		`<span class="inv">ends: n gets smaller in each turn; at most n turns (measure)</span>`, `<h2 id="loops">`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
