package solidity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/evidence/sarif/sariftest"
	"cupel/product/solidity/trace"
)

// TestSARIF: errors, skipped functions and warnings have their levels and positions.
func TestSARIF(t *testing.T) {
	r := &Report{Functions: []Function{
		{Name: "C::f", Where: "a/c.sol:3:5", Verdict: Error, Errors: []Message{{Where: "a/c.sol:4:9", Text: "Assertion might not hold."}}},
		{Name: "C::g", Where: "a/c.sol:7:5", Verdict: Skipped, Reason: "inline assembly"},
		{Name: "C::h", Where: "a/c.sol:9:5", Verdict: OK},
	}, Warnings: []Message{{Text: "no pragma"}}}
	var b bytes.Buffer
	if err := r.WriteSARIF(&b, "1"); err != nil {
		t.Fatal(err)
	}
	if err := sariftest.Valid(b.Bytes()); err != nil {
		t.Error(err)
	}
	var doc struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID, Level string
				Message       struct{ Text string }
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || doc.Version != "2.1.0" || len(doc.Runs) != 1 || len(doc.Runs[0].Results) != 3 {
		t.Fatalf("%v\n%s", err, b.String())
	}
	rs := doc.Runs[0].Results
	at := rs[0].Locations[0].PhysicalLocation
	if rs[0].RuleID != "violation" || rs[0].Level != "error" || rs[0].Message.Text != "C::f: Assertion might not hold." || at.ArtifactLocation.URI != "a/c.sol" || at.Region.StartLine != 4 || at.Region.StartColumn != 9 {
		t.Errorf("%+v", rs[0])
	}
	if rs[1].Level != "warning" || rs[1].Message.Text != "C::g: SKIPPED: inline assembly" || rs[2].Level != "note" || len(rs[2].Locations) != 0 {
		t.Errorf("%+v", rs[1:])
	}
}

// TestSARIFChecks: a check passes, fails or is open, and is not reported twice.
func TestSARIFChecks(t *testing.T) {
	at := func(result string, mayFail bool) Check {
		return Check{Kind: "div", Where: "c.sol:4:9", Code: "x / y", Result: result, MayFail: mayFail}
	}
	r := &Report{listed: true, Functions: []Function{{Name: "C::f", Verdict: Error, Errors: []Message{{Where: "c.sol:4:9", Text: "Division by zero", check: true}},
		Checks: []Check{at(Proved, false), at(Violated, true), at(Open, true), at(Open, false)}}}}
	var b bytes.Buffer
	if err := r.WriteSARIF(&b, "1"); err != nil {
		t.Fatal(err)
	}
	if err := sariftest.Valid(b.Bytes()); err != nil {
		t.Error(err)
	}
	var doc struct {
		Runs []struct {
			Results []struct{ RuleID, Kind, Level string }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range doc.Runs[0].Results {
		got = append(got, x.RuleID+" "+x.Kind+" "+x.Level)
	}
	if want := "div pass none, div fail error, div fail warning, div open none"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// TestSARIFFlows: the transactions that violate a check are its code flow.
func TestSARIFFlows(t *testing.T) {
	tr := &trace.Trace{Transactions: []trace.Transaction{
		{Function: "constructor", Where: "c.sol:2:1", Sender: "0x1001", State: []trace.Value{{Name: "n", Value: "0"}}},
		{Function: "f", Where: "c.sol:4:3", Sender: "0x1001", Value: "7", Args: []trace.Value{{Name: "x", Value: "1"}}, State: []trace.Value{{Name: "n", Value: "2"}},
			Calls: []trace.External{{To: "0x1002", Value: "5", Transactions: []trace.Transaction{{Function: "g", Where: "c.sol:6:3", Sender: "0x1002"},
				{Function: "h", Where: "c.sol:7:3", Sender: "0x1003", Contract: "D", Address: "0x101"}}}}},
	}}
	r := &Report{Functions: []Function{{Name: "C::f", Verdict: Error, Errors: []Message{{Where: "c.sol:4:9", Text: "Assertion might not hold.", Trace: tr}}}}}
	var b bytes.Buffer
	if err := r.WriteSARIF(&b, "1"); err != nil {
		t.Fatal(err)
	}
	if err := sariftest.Valid(b.Bytes()); err != nil {
		t.Error(err)
	}
	var doc struct {
		Runs []struct {
			Results []struct {
				CodeFlows []struct {
					ThreadFlows []struct {
						Locations []struct {
							NestingLevel int
							Location     struct {
								PhysicalLocation struct {
									Region struct{ StartLine int }
								}
								Message struct{ Text string }
							}
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range doc.Runs[0].Results[0].CodeFlows[0].ThreadFlows[0].Locations {
		got = append(got, fmt.Sprintf("%d %d %s", l.NestingLevel, l.Location.PhysicalLocation.Region.StartLine, l.Location.Message.Text))
	}
	want := []string{"0 2 constructor() from 0x1001; n = 0", "0 4 f(x = 1) from 0x1001 with 7 wei", "1 6 call of 0x1002 with 5 wei, which calls g() from 0x1002",
		"1 7 then 0x1002 calls D(0x101).h() from 0x1003", "0 4 ends: n = 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
