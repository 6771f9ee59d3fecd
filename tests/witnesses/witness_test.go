package witnesses_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"cupel/core/program"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// checkWitness validates a YAML witness against the schema of the format.
func checkWitness(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../evidence/witness/testdata/witness-2.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := yaml.YAMLToJSON(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, data)
	}
	var entries []map[string]any
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

// path has every kind of waypoint.
const path = `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
void assume(int c) {
  if (!c)
    abort();
}
int twice(int v) { return v > 2 ? v + v : 0; }
int main(void) {
  int x = __VERIFIER_nondet_int(
  ), y = 0;
  assume(x > 0 && x < 10);
  for (int i = 0; i < 2; i++) y++;
  while (x > 8 || y > 3) { x--; }
  do { y--; } while (y > 0);
	switch (x) {
  case 3: y = twice(x); break;
  case 4: y = 7; break;
  default: y = 1;
  }
  if (y == 6 && x) { if (__VERIFIER_nondet_int() == -5) reach_error(); }
  return 0;
}
`

// TestViolationWaypoints: function_return is at the closing parenthesis,
// branching at the keyword, target at the call, in the order of execution.
func TestViolationWaypoints(t *testing.T) {
	rep, data := verifying.Text(t, "path.c", path, nil)
	if rep.Verdict != "FALSE" {
		t.Fatalf("%+v", rep)
	}
	lines := strings.Split(path, "\n")
	var got []string
	for _, s := range checkWitness(t, data)[0]["content"].([]any) {
		w := s.(map[string]any)["segment"].([]any)[0].(map[string]any)["waypoint"].(map[string]any)
		l := w["location"].(map[string]any)
		line, col := int(l["line"].(float64)), int(l["column"].(float64))
		value := ""
		if c, ok := w["constraint"].(map[string]any); ok {
			value = c["value"].(string)
		}
		at := regexp.MustCompile(`^(\w+|.)`).FindString(lines[line-1][col-1:])
		got = append(got, fmt.Sprintf("%s %s in %s, line %d, at %s", w["type"], value, l["function"], line, at))
	}
	want := []string{
		`function_return \result == 3 in main, line 11, at )`,
		`branching false in assume, line 5, at if`,
		`branching true in main, line 13, at for`,
		`branching true in main, line 13, at for`,
		`branching false in main, line 13, at for`,
		`branching false in main, line 14, at while`,
		`branching true in main, line 15, at do`,
		`branching false in main, line 15, at do`,
		`branching 3 in main, line 16, at switch`,
		`branching true in main, line 21, at if`,
		`function_return \result == -5 in main, line 21, at )`,
		`branching true in main, line 21, at if`,
		`target  in main, line 21, at reach_error`,
	}
	// Whether ?: is a branching waypoint is free.
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasSuffix(s, "at ?") })
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestInvariants: loop invariants are at the loop's keyword, about variables
// that C can name there, and cover all inlined copies of the loop.
func TestInvariants(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void); extern void abort(void); void reach_error(void) {}
`
	for name, c := range map[string]struct {
		src  string
		at   string   // line:column keyword
		vars []string // that may occur
		in   []verifier.Arithmetic
	}{
		"while": {head + `int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x < 0) return 0;
  int z = x; while (z > 0) { z--; y++; }
  if (y != x) reach_error(); return 0; }`, "3:14 while", []string{"x", "y", "z"}, []verifier.Arithmetic{verifier.ArithAuto}},
		"for": {head + `int main(void) { unsigned n = __VERIFIER_nondet_int() & 1023, s = 0;
  for (unsigned i = 0; i < n; i++) s++;
  if (s != n) reach_error(); return 0; }`, "3:3 for", []string{"n", "s", "i"}, []verifier.Arithmetic{verifier.ArithAuto}},
		"two copies": {head + `int f(int n) { int s = 0;
  while (s < n) s++;
  return s; }
int main(void) { int x = __VERIFIER_nondet_int() & 15; if (f(x) < x) reach_error(); if (f(20) != 20) reach_error(); return 0; }`, "3:3 while", []string{"n", "s"}, []verifier.Arithmetic{verifier.ArithAuto, verifier.ArithBV}},
		"hidden": {head + `int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x < 0) return 0;
  { int z = x, x = 0; while (z > 0) { z--; y++; x = 5; } if (x < 0) reach_error(); }
  if (y != x) reach_error(); return 0; }`, "3:23 while", []string{"y", "z"}, []verifier.Arithmetic{verifier.ArithAuto}},
		"later": {head + `int x; void count(void) { extern int y;
  while (x < 100) { x++; y++; } }
int y; int main(void) { x = 0; y = 0; count(); if (x > 100 || y > 100) reach_error(); return 0; }`, "3:3 while", []string{"x"}, []verifier.Arithmetic{verifier.ArithAuto}},
		"block": {head + `int main(void) { int y = 0;
  while (__VERIFIER_nondet_int()) { int t = y + 1; if (t > 9) break; y = t; }
  if (y > 9) reach_error(); return 0; }`, "3:3 while", []string{"y"}, []verifier.Arithmetic{verifier.ArithBV}},
	} {
		for _, arithmetic := range c.in {
			rep, data := verifying.Text(t, "inv.c", c.src, func(c *verifier.Config) { c.Arithmetic = arithmetic })
			if rep.Verdict != "TRUE" {
				t.Errorf("%s, %s: %s %s", name, arithmetic, rep.Verdict, rep.Reason)
				continue
			}
			content := checkWitness(t, data)[0]["content"].([]any)
			if len(content) == 0 {
				t.Errorf("%s: no invariant", name)
			}
			for _, i := range content {
				inv := i.(map[string]any)["invariant"].(map[string]any)
				l := inv["location"].(map[string]any)
				line, col := int(l["line"].(float64)), int(l["column"].(float64))
				at := regexp.MustCompile(`^\w+`).FindString(strings.Split(c.src, "\n")[line-1][col-1:])
				if got := fmt.Sprintf("%d:%d %s", line, col, at); got != c.at {
					t.Errorf("%s: at %s, want %s", name, got, c.at)
				}
				value := inv["value"].(string)
				t.Logf("%s, %s: %s", name, arithmetic, value)
				for _, part := range strings.Split(value, " && ") {
					names := map[string]bool{}
					for _, id := range regexp.MustCompile(`[a-zA-Z_]\w*`).FindAllString(part, -1) {
						names[id] = true
					}
					delete(names, "long")
					if len(names) == 1 && regexp.MustCompile(`214748364[78]|\(-1\)`).MatchString(part) {
						t.Errorf("%s: restates a type's range: %s", name, part)
					}
				}
				for _, id := range regexp.MustCompile(`[a-zA-Z_]\w*`).FindAllString(value, -1) {
					if id != "long" && !slices.Contains(c.vars, id) {
						t.Errorf("%s: %s cannot be named in %s", name, id, value)
					}
				}
			}
		}
	}
}

// TestGraphML: the keys used are declared, and those of the format, with its types.
func TestGraphML(t *testing.T) {
	known := map[string]string{ // of the format: where, type
		"witness-format-version": "graph string", "witness-type": "graph string", "sourcecodelang": "graph string", "producer": "graph string",
		"specification": "graph string", "programfile": "graph string", "programhash": "graph string", "architecture": "graph string",
		"creationtime": "graph string", "entry": "node boolean", "sink": "node boolean", "violation": "node boolean", "invariant": "node string",
		"invariant.scope": "node string", "assumption": "edge string", "assumption.scope": "edge string", "assumption.resultfunction": "edge string",
		"control": "edge string", "startline": "edge int", "endline": "edge int", "startoffset": "edge int", "endoffset": "edge int",
		"enterLoopHead": "edge boolean", "enterFunction": "edge string", "returnFromFunction": "edge string",
	}
	required := []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime"}
	type data struct {
		Key   string `xml:"key,attr"`
		Value string `xml:",chardata"`
	}
	for name, src := range map[string]string{"violation_witness": path, "correctness_witness": "void reach_error(void) {}\nint main(void) { int i = 0; while (i < 9) i++; if (i != 9) reach_error(); }\n"} {
		var doc struct {
			Keys []struct {
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
		_, text := verifying.Text(t, "g.c", src, func(c *verifier.Config) {
			c.Witness, c.DataModel = filepath.Join(filepath.Dir(c.Witness), "w.graphml"), program.LP64
		})
		if err := xml.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		declared := map[string]string{}
		for _, k := range doc.Keys {
			if known[k.ID] != k.For+" "+k.Type || k.Name != k.ID {
				t.Errorf("key %+v, the format says %s", k, known[k.ID])
			}
			declared[k.ID] = k.For
		}
		check := func(where string, ds []data) map[string]string {
			m := map[string]string{}
			for _, d := range ds {
				if declared[d.Key] != where {
					t.Errorf("%s at a %s is declared for %q", d.Key, where, declared[d.Key])
				}
				m[d.Key] = d.Value
			}
			return m
		}
		graph := check("graph", doc.Graph.Data)
		for _, r := range required {
			if graph[r] == "" {
				t.Errorf("%s: no %s", name, r)
			}
		}
		if graph["witness-type"] != name || graph["architecture"] != "64bit" || len(graph["programhash"]) != 64 {
			t.Errorf("%v", graph)
		}
		entries, violations := 0, 0
		ids := map[string]bool{}
		for _, n := range doc.Graph.Nodes {
			m := check("node", n.Data)
			ids[n.ID] = true
			if m["entry"] == "true" {
				entries++
			}
			if m["violation"] == "true" {
				violations++
			}
		}
		if entries != 1 || (violations == 1) != (name == "violation_witness") {
			t.Errorf("%s: %d entries, %d violations", name, entries, violations)
		}
		for _, e := range doc.Graph.Edges {
			check("edge", e.Data)
			if !ids[e.Source] || !ids[e.Target] {
				t.Errorf("edge from %s to %s", e.Source, e.Target)
			}
		}
	}
}
