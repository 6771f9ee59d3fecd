package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"cupel/analysis/execution"
	"cupel/core/program"
	"cupel/evidence"
)

type testSuites struct {
	XMLName  xml.Name    `xml:"testsuites"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Suites   []testSuite `xml:"testsuite"`
}

type testSuite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name      string   `xml:"name,attr"`
	ClassName string   `xml:"classname,attr"`
	File      string   `xml:"file,attr,omitempty"`
	Time      string   `xml:"time,attr"`
	Failure   *outcome `xml:"failure"`
	Error     *outcome `xml:"error"`
	Skipped   *outcome `xml:"skipped"`
	Output    string   `xml:"system-out,omitempty"`
}

type outcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// add adds a case and counts it.
func (s *testSuite) add(c testCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// checkCases are the cases of a table of checks, one for each.
func (t *Task) checkCases() (out []testCase) {
	if t.Report == nil {
		return nil
	}
	for i := range t.Report.Checks {
		k := &t.Report.Checks[i]
		c := testCase{Name: k.At + " " + k.String(), ClassName: "cupel.check." + cmp.Or(k.Function, "program"), File: program.ParsePos(k.At).File, Time: "0.000"}
		switch {
		case t.AsExpected:
		case k.State == evidence.CheckViolated:
			c.Failure = &outcome{Message: checkSentence(k), Type: k.Kind, Text: "at " + k.At + faultLine(k.Fault)}
		case k.State == evidence.CheckOpen:
			c.Skipped = &outcome{Message: checkSentence(k), Type: "open"}
		}
		out = append(out, c)
	}
	return out
}

// WriteJUnit writes verdicts as JUnit test results: a task is a test case, which fails for a violation, has an
// error for an invalid input or internal failure, and is skipped without a verdict; so is each check of a table.
func WriteJUnit(w io.Writer, tasks ...Task) error {
	s := testSuite{Name: "cupel verify", Cases: []testCase{}}
	total := 0.0
	for _, t := range tasks {
		c, seconds := t.testCase()
		total += seconds
		s.add(c)
		for _, c := range t.checkCases() {
			s.add(c)
		}
	}
	s.Time = fmt.Sprintf("%.3f", total)
	all := testSuites{Name: "cupel", Tests: s.Tests, Failures: s.Failures, Errors: s.Errors, Suites: []testSuite{s}}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// testCase converts a task; it also returns its duration in seconds.
func (t *Task) testCase() (testCase, float64) {
	c := testCase{Name: t.Name, ClassName: "cupel.verify", Time: "0.000"}
	r := t.Report
	if r == nil {
		c.Error = &outcome{Message: t.Wrong, Type: "input"}
		return c, 0
	}
	seconds := 0.0
	for _, p := range r.Times {
		seconds += p.Seconds
	}
	c.File, c.Time, c.Output = r.Program, fmt.Sprintf("%.3f", seconds), text(r)
	switch {
	case r.ExitCode() == 4, r.Disagrees():
		c.Error = &outcome{Message: r.Reason, Type: r.ReasonKind}
	case t.AsExpected:
	case r.Verdict == "FALSE":
		c.Failure = &outcome{Message: Sentence(r), Type: r.Result, Text: "at " + r.ErrorAt + "\n" + inputs(r) + faultLine(r.Fault)}
	case r.Verdict != "TRUE":
		c.Skipped = &outcome{Message: Sentence(r), Type: r.ReasonKind}
	}
	return c, seconds
}

// faultLine tells a fault of memory in a line.
func faultLine(f *execution.Fault) string {
	if f == nil {
		return ""
	}
	return "\nmemory: " + f.Text
}

// text is the report for people.
func text(r *evidence.Report) string {
	var b strings.Builder
	_ = r.WriteText(&b, evidence.TextOptions{})
	return b.String()
}
