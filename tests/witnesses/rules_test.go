package witnesses_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/suites"
	"cupel/verifier"
)

// gmlElement is an element of a GraphML document with everything that it has.
type gmlElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Children []gmlElement `xml:",any"`
	Text     string       `xml:",chardata"`
}

func (e gmlElement) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// graphMLKeys are the keys of format 1.0: the element they belong to, the type of
// their values, and the kind of witness when it is only one.
var graphMLKeys = map[string]string{
	"witness-format-version": "graph string", "witness-type": "graph string", "sourcecodelang": "graph string", "producer": "graph string", "specification": "graph string",
	"programfile": "graph string", "programhash": "graph string", "architecture": "graph string", "creationtime": "graph string",
	"entry": "node boolean", "sink": "node boolean violation", "violation": "node boolean violation", "invariant": "node string correctness", "invariant.scope": "node string correctness",
	"assumption": "edge string violation", "assumption.scope": "edge string violation", "assumption.resultfunction": "edge string violation", "control": "edge string violation",
	"startline": "edge int", "endline": "edge int", "startoffset": "edge int", "endoffset": "edge int",
	"enterLoopHead": "edge boolean", "enterFunction": "edge string", "returnFromFunction": "edge string",
}

// graphMLFaults lists the violations of the rules of format 1.0 in a witness for a program.
func graphMLFaults(text []byte, file, verdict string) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var root gmlElement
	if err := xml.Unmarshal(text, &root); err != nil {
		return []string{err.Error()}
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	lines := strings.Split(string(source), "\n")
	if root.XMLName.Local != "graphml" || root.XMLName.Space != "http://graphml.graphdrawing.org/xmlns" || !bytes.Contains(text, []byte(`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`)) {
		bad("the root is %v", root.XMLName)
	}
	for _, a := range root.Attrs {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" && a.Name.Local != "schemaLocation" {
			bad("the root has the attribute %s", a.Name.Local)
		}
	}
	kind := map[string]string{"TRUE": "correctness", "FALSE": "violation"}[verdict]
	declared := map[string]bool{}
	data := func(e gmlElement) map[string]string {
		m := map[string]string{}
		for _, d := range e.Children {
			if d.XMLName.Local != "data" {
				continue
			}
			k, v := d.attr("key"), strings.TrimSpace(d.Text)
			is := append(strings.Fields(graphMLKeys[k]), "", "", "")
			_, notInt := strconv.Atoi(v)
			switch {
			case !declared[k] || is[0] != e.XMLName.Local || len(d.Attrs) != 1 || len(d.Children) > 0:
				bad("%s has %s", e.XMLName.Local, k)
			case is[2] != "" && is[2] != kind:
				bad("%s in a witness of %s", k, kind)
			case is[1] == "int" && notInt != nil || is[1] == "boolean" && v != "true" && v != "false" || v == "":
				bad("%s is %q", k, v)
			case m[k] != "":
				bad("%s twice", k)
			}
			if n, _ := strconv.Atoi(v); strings.HasSuffix(k, "line") && (n < 1 || n > len(lines)) {
				bad("%s is %s, the program has %d", k, v, len(lines))
			}
			m[k] = v
		}
		return m
	}
	var graphs []gmlElement
	for _, e := range root.Children {
		switch e.XMLName.Local {
		case "key":
			id := e.attr("id")
			if declared[id] || id != e.attr("attr.name") || !strings.HasPrefix(graphMLKeys[id]+" ", e.attr("for")+" "+e.attr("attr.type")+" ") {
				bad("key %s for %s is %s", id, e.attr("for"), e.attr("attr.type"))
			}
			for _, d := range e.Children {
				if d.XMLName.Local != "default" || len(e.Children) > 1 || len(d.Attrs) > 0 || strings.TrimSpace(d.Text) != "false" {
					bad("key %s has a %s %q", id, d.XMLName.Local, d.Text)
				}
			}
			declared[id] = true
		case "graph":
			graphs = append(graphs, e)
		default:
			bad("the root has a %s", e.XMLName.Local)
		}
	}
	if len(graphs) != 1 || graphs[0].attr("edgedefault") != "directed" {
		return append(faults, "no directed graph")
	}
	g := data(graphs[0])
	sum := sha256.Sum256(source)
	if g["witness-type"] != kind+"_witness" || g["sourcecodelang"] != "C" || g["producer"] == "" || !strings.HasPrefix(g["specification"], "CHECK(") ||
		g["programfile"] != file || g["programhash"] != hex.EncodeToString(sum[:]) || g["architecture"] != "32bit" && g["architecture"] != "64bit" ||
		!regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$`).MatchString(g["creationtime"]) {
		bad("the graph says %v", g)
	}
	nodes := map[string]map[string]string{}
	entries, ends, invariants := 0, 0, 0
	for _, e := range graphs[0].Children {
		switch e.XMLName.Local {
		case "node":
			if id := e.attr("id"); id == "" || nodes[id] != nil || len(e.Attrs) != 1 {
				bad("a node with the attributes %v", e.Attrs)
			}
			m := data(e)
			nodes[e.attr("id")] = m
			entries += strings.Count(m["entry"], "true")
			ends += strings.Count(m["violation"], "true")
			invariants += min(1, len(m["invariant"]))
		case "data", "edge":
		default:
			bad("the graph has a %s", e.XMLName.Local)
		}
	}
	if entries != 1 || kind == "violation" && ends != 1 || kind == "correctness" && invariants == 0 {
		bad("%d entries, %d violations, %d invariants", entries, ends, invariants)
	}
	for _, e := range graphs[0].Children {
		if e.XMLName.Local != "edge" {
			continue
		}
		from, to := nodes[e.attr("source")], nodes[e.attr("target")]
		if from == nil || to == nil || e.attr("source") == e.attr("target") || from["sink"] == "true" || from["violation"] == "true" {
			bad("an edge from %s to %s", e.attr("source"), e.attr("target"))
		}
		m := data(e)
		switch at, _ := strconv.Atoi(m["startline"]); {
		case strings.Contains(m["assumption"], `\result`) && m["assumption.resultfunction"] == "":
			bad("the result of no function")
		case m["control"] != "" && m["control"] != "condition-true" && m["control"] != "condition-false":
			bad("control %s", m["control"])
		case to["invariant"] != "" && at == 0, m["enterLoopHead"] == "true" && !regexp.MustCompile(`\b(for|while|do)\b`).MatchString(lines[max(at, 1)-1]):
			bad("no loop at line %d", at)
		}
	}
	return faults
}

// yamlFaults lists the violations of the rules of format 2.0 beyond its schema: the targets of locations, and the consistency of the parts.
func yamlFaults(entries []map[string]any, file, verdict string) (faults []string) {
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	source, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	lines := strings.Split(string(source), "\n")
	sum := sha256.Sum256(source)
	e := entries[0]
	task := e["metadata"].(map[string]any)["task"].(map[string]any)
	if files := task["input_files"].([]any); len(files) != 1 || files[0] != file || task["input_file_hashes"].(map[string]any)[file] != hex.EncodeToString(sum[:]) {
		bad("the task is %v", task)
	}
	at := func(m map[string]any, what, pattern string) {
		l := m["location"].(map[string]any)
		line, col := int(l["line"].(float64)), int(l["column"].(float64))
		if l["file_name"] != file || line > len(lines) || col > len([]rune(lines[line-1])) {
			bad("%s is at %v", what, l)
			return
		}
		if text := string([]rune(lines[line-1])[col-1:]); !regexp.MustCompile("^(" + pattern + ")").MatchString(text) {
			bad("%s is at %q", what, text)
		}
		if fn, _ := l["function"].(string); !regexp.MustCompile(`\b` + regexp.QuoteMeta(fn) + `\b`).Match(source) {
			bad("%s is in %q", what, fn)
		}
	}
	if e["entry_type"] != map[string]string{"TRUE": "invariant_set", "FALSE": "violation_sequence"}[verdict] {
		bad("%s for %s", e["entry_type"], verdict)
	}
	content := e["content"].([]any)
	for i, c := range content {
		if verdict == "TRUE" {
			inv := c.(map[string]any)["invariant"].(map[string]any)
			pattern := `(for|while|do)\b`
			if inv["type"] == "location_invariant" {
				pattern = `[\w{(*&;+-]`
			}
			at(inv, inv["type"].(string), pattern)
			continue
		}
		for _, s := range c.(map[string]any)["segment"].([]any) {
			w := s.(map[string]any)["waypoint"].(map[string]any)
			what := w["type"].(string)
			at(w, what, map[string]string{"function_return": `\)`, "branching": `(if|for|while|do|switch)\b|\?`, "target": `\w`}[what])
			if (what == "target") != (i == len(content)-1) {
				bad("%s is segment %d of %d", what, i+1, len(content))
			}
		}
	}
	return faults
}

// TestWitnessRules: the witnesses of the traps follow the formats.
func TestWitnessRules(t *testing.T) {
	traps, err := suites.Traps("../traps/testdata")
	if err != nil {
		t.Fatal(err)
	}
	step := effort.Count(20, 4, 1)
	if testing.Short() {
		step = 60
	}
	written := map[string]int{}
	for i := 0; i < len(traps); i += step {
		file, dir := traps[i].Path, t.TempDir()
		for _, ext := range []string{"yml", "graphml"} {
			task, err := verifier.LoadTask(file, "")
			if err != nil {
				t.Fatal(err)
			}
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.Witness, cfg.DataModel = "symex", filepath.Join(dir, "w."+ext), program.LP64
			if slices.Contains(traps[i].Flags, "--32") {
				cfg.DataModel = program.ILP32
			}
			ctx, stop := work.Within(t.Context(), 2_000_000)
			rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
			stop()
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict == "UNKNOWN" {
				break
			}
			data, err := os.ReadFile(cfg.Witness)
			if err != nil {
				t.Fatal(err)
			}
			var faults []string
			if ext == "yml" {
				faults = yamlFaults(checkWitness(t, data), file, rep.Verdict)
			} else {
				faults = graphMLFaults(data, file, rep.Verdict)
			}
			if len(faults) > 0 {
				t.Errorf("%s: %s", file, strings.Join(faults, "; "))
			}
			written[ext+" "+rep.Verdict]++
		}
	}
	t.Log(written)
	for _, k := range []string{"yml TRUE", "yml FALSE", "graphml TRUE", "graphml FALSE"} {
		if written[k] == 0 {
			t.Errorf("no witness %s", k)
		}
	}
}
