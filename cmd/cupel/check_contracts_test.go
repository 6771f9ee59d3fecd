package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/product/solidity"
	"cupel/product/solidity/trace"
)

// TestContractReport: each answer about contracts has its verdict, and functions, errors and checks their rows, none twice.
func TestContractReport(t *testing.T) {
	proved := solidity.Function{Name: "C::a", Where: "c.sol:1:1", Verdict: solidity.OK, Answer: solidity.AnswerProved, Checks: []solidity.Check{{Kind: "div", Where: "c.sol:1:9", Code: "x / 2", Result: solidity.Proved}}}
	violated := solidity.Function{Name: "C::b", Where: "c.sol:2:1", Verdict: solidity.Error, Answer: solidity.AnswerViolated,
		Errors: []solidity.Message{{Where: "c.sol:2:3", Text: "Assertion might not hold."}, {Where: "c.sol:2:1", Text: "Invariant"}},
		Checks: []solidity.Check{{Kind: "assert", Where: "c.sol:2:3", Code: "assert(x)", Result: solidity.Violated, MayFail: true, Trace: &trace.Trace{Transactions: []trace.Transaction{{Function: "b", Sender: "1"}}}}}}
	skipped := solidity.Function{Name: "C::d", Where: "c.sol:3:1", Verdict: solidity.Skipped, Answer: solidity.AnswerSkipped, Reason: "assembly"}
	open := solidity.Function{Name: "C::e", Where: "c.sol:4:1", Verdict: solidity.Unknown, Answer: solidity.AnswerUnknown, Reason: "may fail", Errors: []solidity.Message{{Where: "c.sol:4:4", Text: "Postcondition"}}}
	for _, c := range []struct {
		name    string
		r       solidity.Report
		verdict string
		reason  string
		at      string
		rows    []string
	}{
		{"proved", solidity.Report{Answer: solidity.AnswerProved, Functions: []solidity.Function{proved}}, "TRUE", "", "", []string{"proved c.sol:1:1 function", "proved c.sol:1:9 div: x / 2"}},
		{"violated", solidity.Report{Answer: solidity.AnswerViolated, Functions: []solidity.Function{proved, violated}}, "FALSE", "", "c.sol:2:1",
			[]string{"proved c.sol:1:1 function", "proved c.sol:1:9 div: x / 2", "violated c.sol:2:1 annotation: Invariant", "violated c.sol:2:3 assert: assert(x)"}},
		{"skipped", solidity.Report{Answer: solidity.AnswerSkipped, Functions: []solidity.Function{skipped}}, "UNKNOWN", "C::d: SKIPPED: assembly", "", []string{"open c.sol:3:1 function"}},
		{"open", solidity.Report{Answer: solidity.AnswerUnknown, Functions: []solidity.Function{open, skipped}}, "UNKNOWN", "C::e: UNKNOWN: may fail", "", []string{"open c.sol:4:4 annotation: Postcondition", "open c.sol:3:1 function"}},
	} {
		got := contractReport("c.sol", &c.r)
		var rows []string
		for i := range got.Checks {
			k := &got.Checks[i]
			rows = append(rows, k.State+" "+k.At+" "+k.String())
			if (k.Kind == "assert") != (len(k.Inputs) == 1) {
				t.Errorf("%s: %v", c.name, k)
			}
		}
		if d := cmp.Diff(c.rows, rows); d != "" || got.Verdict != c.verdict || got.Reason != c.reason || got.ErrorAt != c.at || got.ExitCode() != map[string]int{"TRUE": 0, "FALSE": 1, "UNKNOWN": 2}[c.verdict] {
			t.Errorf("%s: %s (%s) at %s %s", c.name, got.Verdict, got.Reason, got.ErrorAt, d)
		}
	}
}
