package solidity

import (
	"bytes"
	"encoding/json"
	"testing"
)

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
