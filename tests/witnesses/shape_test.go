package witnesses_test

import (
	"context"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/engine"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestNoEmptyContent: a correctness witness is never empty, and has a position where validators find a loop or a statement.
func TestNoEmptyContent(t *testing.T) {
	for name, body := range map[string]string{
		"no loop":        "int main(void) {\n  int x = 5;\n  if (x != 5) reach_error();\n  return 0;\n}\n",
		"no branch":      "int main(void) {\n  int x = 5; return x - 5;\n}\n",
		"loop, no facts": "int main(void) {\n  while (__VERIFIER_nondet_int()) { }\n  return 0;\n}\n",
		"loop in macro":  "#define FOREVER while (1)\nint main(void) {\n  FOREVER { if (__VERIFIER_nondet_int()) return 0; }\n}\n",
		"only macros":    "#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\nint main(void)\n{\n  int x; // {\n  x = 5;\n  CHECK(x == 5);\n}\n",
		"empty body":     "int main(void) { /* nothing */ }\n",
	} {
		src := "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n" + body
		rep, data := verifying.Text(t, "p.c", src, nil)
		if rep.Verdict != "TRUE" {
			t.Errorf("%s: %s", name, rep.Verdict)
			continue
		}
		content := checkWitness(t, data)[0]["content"].([]any)
		if len(content) == 0 {
			t.Errorf("%s: no content", name)
		}
		for _, c := range content {
			l := c.(map[string]any)["invariant"].(map[string]any)["location"].(map[string]any)
			at := strings.Split(src, "\n")[int(l["line"].(float64))-1][int(l["column"].(float64))-1:]
			if !regexp.MustCompile(`^((while|for|do|if|switch|return|int x;)|\{)`).MatchString(at) {
				t.Errorf("%s: at %q", name, at)
			}
		}
	}
}

// TestMacroWaypoints: a branch inside of a macro is no waypoint, since no keyword is
// at the macro's call.
func TestMacroWaypoints(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void); void reach_error(void) {}
#define CHECK(c) do { if (!(c)) { reach_error(); } } while (0)
#define ANY() __VERIFIER_nondet_int()
int main(void) {
  int x = __VERIFIER_nondet_int(), y = ANY();
  if (x > 3) x = 3;
  CHECK(x + y % 2 < 3);
  return 0;
}
`
	rep, data := verifying.Text(t, "p.c", src, nil)
	if rep.Verdict != "FALSE" {
		t.Fatalf("%+v", rep)
	}
	lines := strings.Split(src, "\n")
	branchings := 0
	for _, s := range checkWitness(t, data)[0]["content"].([]any) {
		w := s.(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
		l := w["location"].(map[string]any)
		at := lines[int(l["line"].(float64))-1][int(l["column"].(float64))-1:]
		switch w["type"] {
		case "branching":
			branchings++
			if !regexp.MustCompile(`^((if|while|for|do|switch)\b|\?)`).MatchString(at) {
				t.Errorf("a branching at %q", at)
			}
		case "function_return":
			if at[0] != ')' {
				t.Errorf("a return at %q", at)
			}
		}
	}
	if branchings != 1 {
		t.Errorf("%d branchings", branchings)
	}
}

// TestGraphMLShape: witnesses of format 1.0 have its structure: declared keys with
// known types, one entry, edges between nodes, a violation where there is one, and
// every invariant at the head of its loop.
func TestGraphMLShape(t *testing.T) {
	type data struct {
		Key   string `xml:"key,attr"`
		Value string `xml:",chardata"`
	}
	const loops = `extern int __VERIFIER_nondet_int(void); void reach_error(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0 || n > 1000) return 0;
  while (x < n) x++;
  for (; y < x; ) y++;
  if (x + y != 2 * n) reach_error();
  return 0;
}
`
	for kind, src := range map[string]string{"correctness_witness": loops, "violation_witness": strings.Replace(loops, "!= 2 * n", "== 6", 1)} {
		file := filepath.Join(t.TempDir(), "w.graphml")
		_, text := verifying.Text(t, "p.c", src, func(c *verifier.Config) { c.Witness = file })
		var doc struct {
			XMLName xml.Name
			Attrs   []xml.Attr `xml:",any,attr"`
			Keys    []struct {
				ID   string `xml:"id,attr"`
				For  string `xml:"for,attr"`
				Name string `xml:"attr.name,attr"`
				Type string `xml:"attr.type,attr"`
			} `xml:"key"`
			Graph struct {
				Data  []data `xml:"data"`
				Nodes []struct {
					ID   string `xml:"id,attr"`
					Data []data `xml:"data"`
				} `xml:"node"`
				Edges []struct {
					Source string `xml:"source,attr"`
					Target string `xml:"target,attr"`
					Data   []data `xml:"data"`
				} `xml:"edge"`
			} `xml:"graph"`
		}
		if err := xml.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if doc.XMLName.Space != "http://graphml.graphdrawing.org/xmlns" || !strings.Contains(string(text), `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`) {
			t.Errorf("%s: namespaces", kind)
		}
		for _, a := range doc.Attrs {
			if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
				t.Errorf("%s: the root has the attribute %s", kind, a.Name.Local)
			}
		}
		declared := map[string]string{}
		for _, k := range doc.Keys {
			if k.ID != k.Name || declared[k.ID] != "" || !regexp.MustCompile("^(string|int|boolean)$").MatchString(k.Type) {
				t.Errorf("%s: key %+v", kind, k)
			}
			declared[k.ID] = k.For + " " + k.Type
		}
		check := func(of string, ds []data) map[string]string {
			m := map[string]string{}
			for _, d := range ds {
				where, typ, _ := strings.Cut(declared[d.Key], " ")
				_, notInt := strconv.Atoi(d.Value)
				if where != of || typ == "int" && notInt != nil || typ == "boolean" && d.Value != "true" && d.Value != "false" {
					t.Errorf("%s: %s has %s = %q, declared %s", kind, of, d.Key, d.Value, declared[d.Key])
				}
				m[d.Key] = d.Value
			}
			return m
		}
		g := check("graph", doc.Graph.Data)
		for _, k := range []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime"} {
			if g[k] == "" {
				t.Errorf("%s: no %s", kind, k)
			}
		}
		if g["witness-type"] != kind || !regexp.MustCompile("^[0-9a-f]{64}$").MatchString(g["programhash"]) ||
			!regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$`).MatchString(g["creationtime"]) {
			t.Errorf("%s: %v", kind, g)
		}
		entries, violations := 0, 0
		invariants := map[string]string{}
		for _, n := range doc.Graph.Nodes {
			m := check("node", n.Data)
			if m["entry"] == "true" {
				entries++
			}
			if m["violation"] == "true" {
				violations++
			}
			invariants[n.ID] = m["invariant"]
		}
		if entries != 1 || (violations > 0) != (kind == "violation_witness") {
			t.Errorf("%s: %d entries, %d violations", kind, entries, violations)
		}
		lines := map[string]string{} // of the edges into a node
		for _, e := range doc.Graph.Edges {
			m := check("edge", e.Data)
			if _, ok := invariants[e.Source]; !ok || e.Source == e.Target {
				t.Errorf("%s: an edge from %s to %s", kind, e.Source, e.Target)
			}
			if inv, ok := invariants[e.Target]; !ok || inv != "" && (m["enterLoopHead"] != "true" || lines[e.Target] != "" && lines[e.Target] != m["startline"]) {
				t.Errorf("%s: edge %+v", kind, e)
			}
			lines[e.Target] = m["startline"]
		}
		if kind == "correctness_witness" && (lines["N1"] != "5" || lines["N2"] != "6") {
			t.Errorf("invariants at lines %v", lines)
		}
	}
}

// TestCharacterColumns: witnesses count columns in characters.
func TestCharacterColumns(t *testing.T) {
	const line = `int main(void) { /* ä€ */ if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }`
	rep, data := verifying.Text(t, "p.c", "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"+line+"\n", nil)
	if rep.Verdict != "FALSE" {
		t.Fatalf("%+v", rep)
	}
	want := map[string]string{"function_return": ")", "branching": "if", "target": "reach_error"}
	for _, s := range checkWitness(t, data)[0]["content"].([]any) {
		w := s.(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
		col := int(w["location"].(map[string]any)["column"].(float64))
		if at := string([]rune(line)[col-1:]); !strings.HasPrefix(at, want[w["type"].(string)]) {
			t.Errorf("%s at %q", w["type"], at)
		}
	}
}

// TestFloatResults: values without a C constant are expressed by a relation, or omitted; a report has all values.
func TestFloatResults(t *testing.T) {
	const src = `extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void); extern long double __VERIFIER_nondet_long_double(void); void reach_error(void) {}
int main(void) {
  float x = __VERIFIER_nondet_float(), z = __VERIFIER_nondet_float();
  double y = __VERIFIER_nondet_double(), u = __VERIFIER_nondet_double();
  long double w = __VERIFIER_nondet_long_double();
  if (w == -1.5L && x != x && z == 2.5f && y < -1e308 && y * 2 == y && u > 1e308 && u * 2 == u) reach_error();
  return 0;
}
`
	rep, data := verifying.Text(t, "p.c", src, nil)
	if rep.Verdict != "FALSE" {
		t.Fatalf("%+v", rep)
	}
	var got []string
	for _, in := range rep.Inputs {
		got = append(got, in.Value)
	}
	for _, s := range checkWitness(t, data)[0]["content"].([]any) {
		w := s.(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
		if w["type"] == "function_return" {
			got = append(got, w["constraint"].(map[string]any)["value"].(string))
		}
	}
	want := []string{"nan", "0x1.4p+01", "-inf", "inf", "-0x1.8p+00",
		`\result == 0x1.4p+01f`, `\result < -0x1.fffffffffffffp+1023`, `\result > 0x1.fffffffffffffp+1023`, `\result == -0x1.8p+00L`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestOneFileOfLines: GraphML has lines without files, so it does not mention included files.
func TestOneFileOfLines(t *testing.T) {
	for verdict, value := range map[string]string{"TRUE": "4", "FALSE": "3"} {
		dir := t.TempDir()
		header := "\n\n\n\n\n\n\n\nstatic int f(int x) { while (x > 3) x--; return x; }\n"
		if err := os.WriteFile(filepath.Join(dir, "f.h"), []byte(header), 0o644); err != nil {
			t.Fatal(err)
		}
		task := verifying.Load(t, filepath.Join(dir, "p.c"), `#include "f.h"
extern int __VERIFIER_nondet_int(void); void reach_error(void) {}
int main(void) { if (f(__VERIFIER_nondet_int()) == `+value+`) reach_error(); return 0; }
`)
		cfg := verifier.DefaultConfig()
		cfg.Witness = filepath.Join(dir, "w.graphml")
		rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
		if err != nil || rep.Verdict != verdict {
			t.Fatalf("%+v, %v", rep, err)
		}
		data, err := os.ReadFile(cfg.Witness)
		if err != nil {
			t.Fatal(err)
		}
		lines := regexp.MustCompile(`line">(\d+)<`).FindAllStringSubmatch(string(data), -1)
		for _, l := range lines {
			if l[1] != "3" {
				t.Errorf("%s: line %s", verdict, l[1])
			}
		}
		if len(lines) < 2 {
			t.Errorf("%s: %s", verdict, data)
		}
	}
}
