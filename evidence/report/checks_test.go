package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"cupel/evidence"
	"cupel/evidence/sarif/sariftest"
)

// checked is a task with a check in each state; the first violation is the verdict.
func checked() Task {
	return Task{Name: "a", Report: &evidence.Report{Verdict: "FALSE", Program: "a.c", Result: "false(def-behavior)", ErrorAt: "a.c:2:3", Goal: "division by zero", Checks: []evidence.Check{
		{At: "a.c:1:3", Function: "f", Kind: "bounds", Condition: "array index out of bounds", State: evidence.CheckProved, By: "intervals"},
		{At: "a.c:2:3", Function: "f", Kind: "division by zero", Condition: "division by zero", State: evidence.CheckViolated, By: "engine"},
		{At: "a.c:3:3", Function: "g", Kind: "shift amount", Condition: "shift amount out of range", State: evidence.CheckViolated, By: "engine", Inputs: []evidence.InputValue{{Call: "nd", Value: "40"}}},
		{At: "a.c:4:3", Function: "g", Kind: "signed overflow", Condition: "signed overflow", State: evidence.CheckOpen, Reason: "time limit"},
	}}}
}

// TestChecksSARIF: one result for each check that is violated or open, the verdict being that of the first.
func TestChecksSARIF(t *testing.T) {
	for _, c := range []struct {
		verdict string
		want    []string
	}{
		{"FALSE", []string{ruleViolation, ruleFails, ruleOpen}},
		{"UNKNOWN", []string{ruleFails, ruleFails, ruleOpen}},
	} {
		task := checked()
		task.Report.Verdict = c.verdict
		var b bytes.Buffer
		if err := WriteSARIF(&b, "1", task); err != nil {
			t.Fatal(err)
		}
		if err := sariftest.Valid(b.Bytes()); err != nil {
			t.Error(err)
		}
		var doc struct {
			Runs []struct{ Results []struct{ RuleID string } }
		}
		if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range doc.Runs[0].Results {
			got = append(got, r.RuleID)
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %v, want %v", c.verdict, got, c.want)
		}
	}
}

// TestChecksJUnit: a case for each check besides that of the task.
func TestChecksJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJUnit(&b, checked()); err != nil {
		t.Fatal(err)
	}
	var doc testSuites
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if s := doc.Suites[0]; s.Tests != 5 || s.Failures != 3 || s.Skipped != 1 || s.Cases[3].ClassName != "cupel.check.g" || s.Cases[3].Failure == nil {
		t.Errorf("%+v", s)
	}
}

// TestChecksElsewhere: annotations and the page name the checks.
func TestChecksElsewhere(t *testing.T) {
	var b, page bytes.Buffer
	if err := WriteGitHub(&b, checked()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "::error "); n != 2 || strings.Count(b.String(), "::warning ") != 1 {
		t.Errorf("%s", b.String())
	}
	if err := WriteHTML(&page, checked().Report, Context{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="checks"`, "1 proved, 2 violated, 1 open", "nd() = 40", "time limit"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
