package htmlreport

import (
	"strings"
	"testing"

	"cupel/product/solidity"
	"cupel/product/solidity/trace"
)

const hostile = `</td><script>alert(1)</script><img src=x onerror="y">`

// TestWrite: answers, checks and transactions stand beside the lines that they are about, and hostile texts are escaped.
func TestWrite(t *testing.T) {
	r := &solidity.Report{Answer: solidity.AnswerViolated, Arithmetic: "checked", Compiler: "0.8.28",
		Functions: []solidity.Function{
			{Name: "C::f", Where: "c.sol:2:3", Verdict: solidity.Error, Answer: solidity.AnswerViolated, Errors: []solidity.Message{{Where: "c.sol:2:9", Text: hostile, Note: "note",
				Trace: &trace.Trace{Transactions: []trace.Transaction{{Function: "f", Where: "c.sol:2:3", Sender: hostile}}}}},
				Checks: []solidity.Check{{Kind: "div", Where: "c.sol:2:9", Code: hostile, Result: solidity.Violated, Inputs: []solidity.Input{{Name: "x", Value: "0"}}}, {Kind: "pop", Where: "c.sol:4:1", Result: solidity.Open}}},
			{Name: "C::g", Where: "c.sol:3:3", Verdict: solidity.OK, Answer: solidity.AnswerProved},
			{Name: "C::h", Where: "?", Verdict: solidity.Skipped, Answer: solidity.AnswerSkipped, Reason: hostile},
		},
		Warnings: []solidity.Message{{Where: "c.sol:1:5", Text: "unneeded", Kind: "k"}}, Assumptions: []string{hostile},
		Invariants: []solidity.Invariant{{Where: "c.sol:1:1", Text: "x > 0"}},
		Sources:    []solidity.Source{{Path: "c.sol", Text: "/// @notice invariant x > 0\n" + hostile + "\n}\n}\n"}, {Path: "other.sol", Text: "not shown"}}}
	r.Summary.Error, r.Summary.OK, r.Summary.Skipped, r.Summary.Checks = 1, 1, 1, solidity.CheckSummary{Violated: 1, Unknown: 1}
	var b strings.Builder
	if err := Write(&b, r, Context{Title: hostile, Version: "1", CommandLine: hostile}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, bad := range []string{"<script", "<img", "not shown"} {
		if strings.Contains(page, bad) {
			t.Errorf("%s is on the page", bad)
		}
	}
	for _, want := range []string{`<span class="badge FALSE">violated</span>&lt;`, "1 proved, 1 violated, 0 unknown, 1 skipped", `<tr id="s0-2" class="err">`, `<tr id="s0-1" class="spec">`,
		`<a href="#s0-2">c.sol:2:9</a>`, "div violated", "pop unknown", "inferred: x &gt; 0", "fails with x = 0", "<p>note</p>", "Transactions that lead there"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	b.Reset()
	if err := Write(&b, &solidity.Report{Mistakes: []solidity.Message{{Where: "c.sol:1:2", Text: hostile}}}, Context{Title: "t"}); err != nil {
		t.Fatal(err)
	}
	if page = b.String(); !strings.Contains(page, "Mistakes in the input") || !strings.Contains(page, "<li>c.sol:1:2: ") || strings.Contains(page, "<script") {
		t.Error(page)
	}
}
