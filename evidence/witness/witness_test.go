package witness

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"cupel/core/program"
)

func meta() Meta {
	return Meta{Version: "0.0", Configuration: "test", CommandLine: "cupel verify x.c", InputFile: "x.c", InputHash: "00",
		Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", Model: program.ILP32,
		Created: time.Unix(0, 0).UTC(), UUID: "6f1c2f0e-6f3a-4c7e-9f57-2a1b0c3d4e5f"}
}

func at(line, col int) Point { return Point{program.Pos{File: "x.c", Line: line, Col: col}, "main"} }

// TestYAMLViolation checks the fields a validator needs against the format.
func TestYAMLViolation(t *testing.T) {
	var b bytes.Buffer
	v := &Violation{Steps: []Step{
		{Return: true, Callee: "__VERIFIER_nondet_int", Value: "== 5", Point: at(5, 33)},
		{Value: "true", Point: at(9, 3)},
	}, Target: at(9, 17)}
	if err := writeYAMLViolation(&b, meta(), v); err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := yaml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0]["entry_type"] != "violation_sequence" {
		t.Fatalf("entries: %v", got)
	}
	md := got[0]["metadata"].(map[string]any)
	if md["format_version"] != "2.0" || md["task"].(map[string]any)["data_model"] != "ILP32" {
		t.Errorf("metadata: %v", md)
	}
	var kinds []string
	for _, s := range got[0]["content"].([]any) {
		ws := s.(map[string]any)["segment"].([]any)
		w := ws[len(ws)-1].(map[string]any)["waypoint"].(map[string]any)
		if w["action"] != "follow" {
			t.Errorf("segment does not end with follow: %v", w)
		}
		kinds = append(kinds, w["type"].(string))
	}
	if d := cmp.Diff([]string{"function_return", "branching", "target"}, kinds); d != "" {
		t.Error(d)
	}
}

// TestGraphML: the documents are well-formed with one entry, and a violation node.
func TestGraphML(t *testing.T) {
	var b bytes.Buffer
	v := &Violation{Steps: []Step{{Return: true, Callee: "f", Value: "== 5", Point: at(5, 3)}}, Target: at(9, 1)}
	if err := writeGraphMLViolation(&b, meta(), v); err != nil {
		t.Fatal(err)
	}
	var root gmlRoot
	if err := xml.Unmarshal(b.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	if n := len(root.Graph.Nodes); n != 3 {
		t.Errorf("%d nodes", n)
	}
	if s := b.String(); strings.Count(s, `key="entry"`) != 1 || strings.Count(s, `<data key="violation"`) != 1 {
		t.Error(s)
	}
	b.Reset()
	if err := writeGraphMLCorrectness(&b, meta(), []Invariant{{Point: at(3, 1), Expr: "x <= 5"}}); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(b.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
}

// TestWriteFile writes both formats by name and leaves no other file.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "x.c")
	if err := os.WriteFile(src, []byte("int main() {}"), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := NewMeta([]string{src}, "CHECK( init(main()), LTL(G ! call(reach_error())) )", program.LP64)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w.yml", "w.graphml"} {
		if err := WriteFile(filepath.Join(dir, name), m, nil, []Invariant{{Point: at(1, 1), Expr: "1"}}); err != nil {
			t.Fatal(err)
		}
	}
	es, _ := os.ReadDir(dir)
	if len(es) != 3 {
		t.Errorf("files: %v", es)
	}
	if err := WriteFile(filepath.Join(dir, "no", "w.yml"), m, nil, nil); err == nil {
		t.Error("a missing directory is an error")
	}
}

// TestCycle: an execution that never ends is written in format 2.1, with its cycle at the end and without a target.
func TestCycle(t *testing.T) {
	var b bytes.Buffer
	v := &Violation{Steps: []Step{{Return: true, Callee: "f", Value: "== 5", Point: at(5, 33)}},
		Cycle: []Step{{Value: "true", Point: at(9, 3)}, {Return: true, Callee: "f", Value: "== 1", Point: at(9, 20)}, {Holds: true, Value: "1", Point: at(10, 3)}}}
	if err := writeYAMLViolation(&b, meta(), v); err != nil {
		t.Fatal(err)
	}
	var got []entry
	if err := yaml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if got[0].Metadata.FormatVersion != "2.1" || strings.Contains(text, "target") || strings.Contains(text, "acsl") {
		t.Error(text)
	}
	var actions []string
	for _, line := range strings.Split(text, "\n") {
		if _, action, ok := strings.Cut(line, "action: "); ok {
			actions = append(actions, action)
		}
	}
	if want := []string{"follow", "cycle", "cycle", "cycle"}; !slices.Equal(actions, want) {
		t.Errorf("%v, want %v", actions, want)
	}
}
