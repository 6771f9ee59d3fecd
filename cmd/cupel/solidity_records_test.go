package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/product/solidity"
)

// TestRecords: a record is read as it was kept, and not if it is none of the run or something in it is unknown.
func TestRecords(t *testing.T) {
	function := func(answer string) []solidity.Function { return []solidity.Function{{Name: "C::f", Answer: answer}} }
	for _, c := range []struct {
		name string
		rep  solidity.Report
		edit func(text string) string
		kept bool
	}{
		{"proved", solidity.Report{Answer: solidity.AnswerProved, Functions: function(solidity.AnswerProved)}, nil, true},
		{"violated", solidity.Report{Answer: solidity.AnswerViolated, Functions: function(solidity.AnswerViolated)}, nil, true},
		{"unknown", solidity.Report{Answer: solidity.AnswerUnknown, Functions: function(solidity.AnswerUnknown)}, nil, false},
		{"partly unknown", solidity.Report{Answer: solidity.AnswerViolated, Functions: append(function(solidity.AnswerViolated), function(solidity.AnswerUnknown)...)}, nil, false},
		{"of another run", solidity.Report{Answer: solidity.AnswerProved}, func(s string) string { return strings.Replace(s, `"key":"k.json"`, `"key":"l.json"`, 1) }, false},
		{"cut", solidity.Report{Answer: solidity.AnswerProved}, func(s string) string { return s[:len(s)/2] }, false},
		{"empty", solidity.Report{Answer: solidity.AnswerProved}, func(string) string { return "{}" }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &record{filepath.Join(t.TempDir(), "k.json")}
			if err := r.keep(&c.rep); err != nil {
				t.Fatal(err)
			}
			if c.edit != nil {
				text, err := os.ReadFile(r.file)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(r.file, []byte(c.edit(string(text))), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			got := r.answer()
			if (got != nil) != c.kept || got != nil && (got.Answer != c.rep.Answer || len(got.Functions) != len(c.rep.Functions)) {
				t.Errorf("the record is %+v; kept: %v", got, c.kept)
			}
		})
	}
}
