package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/core/program"
)

const head = `- entry_type: %s
  metadata:
    format_version: "2.0"
    uuid: 1
    creation_time: 2026-11-20T10:11:12Z
    producer: {name: p, version: "1"}
    task:
      input_files: [x.c]
      input_file_hashes: {x.c: "00"}
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
      language: C
  content:
`

func yamlOf(kind, content string) string { return strings.Replace(head, "%s", kind, 1) + content }

// newer is a witness in format 2.1.
func newer(text string) string { return strings.Replace(text, `"2.0"`, `"2.1"`, 1) }

// points are segments of one waypoint each, with these actions.
func points(actions ...string) (text string) {
	for _, a := range actions {
		text += "  - segment:\n    - waypoint: {type: branching, action: " + a + ", constraint: {value: true}, location: {file_name: x.c, line: 3}}\n"
	}
	return text
}

// TestCycle: the last segment of a cycle leads to its first one.
func TestCycle(t *testing.T) {
	w, err := Parse("w.yml", []byte(newer(yamlOf("violation_sequence", points("follow", "follow", "cycle", "cycle")))))
	if err != nil {
		t.Fatal(err)
	}
	var to []int
	w.Automaton.Events(func(e *Edge) { to = append(to, e.To) })
	if d := cmp.Diff([]int{1, 2, 3, 2}, to); d != "" || !w.Automaton.Endless || w.Automaton.Cycle != 2 {
		t.Error(d, w.Automaton)
	}
}

const target = "  - segment:\n    - waypoint: {type: target, action: follow, location: {file_name: x.c, line: 9, column: 1}}\n"

// TestViolation: segments become a chain, and their avoid waypoints lead to the sink.
func TestViolation(t *testing.T) {
	w, err := Parse("w.yml", []byte(yamlOf("violation_sequence", `  - segment:
    - waypoint: {type: branching, action: avoid, constraint: {value: "true"}, location: {file_name: x.c, line: 3, column: 2}}
    - waypoint: {type: function_return, action: follow, constraint: {value: '\result == 5', format: acsl_expression}, location: {file_name: x.c, line: 4, column: 7, function: f}}
  - segment:
    - waypoint: {type: branching, action: follow, constraint: {value: 12}, location: {file_name: x.c, line: 5}}
`+target)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	w.Automaton.Events(func(e *Edge) {
		got = append(got, strings.TrimSpace(strings.Join([]string{e.Kind.String(), e.At.String(), e.At.Function, e.Value, map[int]string{Sink: "sink", Violation: "end"}[e.To]}, " ")))
	})
	want := []string{"branching line 3, column 2  true sink", `function_return line 4, column 7 f \result == 5`, "branching line 5  12", "target line 9, column 1   end"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if w.Meta.DataModel != program.LP64 || w.Meta.Producer != "p 1" || len(w.Automaton.States) != 3 {
		t.Errorf("%+v", w)
	}
}

// TestInvariants: both kinds, and what has no place in the model.
func TestInvariants(t *testing.T) {
	text := newer(yamlOf("invariant_set", `  - invariant: {type: loop_invariant, location: {file_name: x.c, line: 3, column: 2, function: main}, value: "x <= 5", format: c_expression}
  - invariant: {type: location_invariant, location: {file_name: x.c, line: 4}, value: 1, format: ext_c_expression}
  - contract: {type: function_contract}
  - invariant: {type: loop_transition_invariant, location: {file_name: x.c, line: 4}, value: '\at(x, AnyPrev) > x', format: ext_c_expression}
  - invariant: {type: location_transition_invariant, location: {file_name: x.c, line: 4}, value: 1, format: ext_c_expression}
`))
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	if _, err := g.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{[]byte(text), z.Bytes()} {
		w, err := Parse("w.yml", data)
		if err != nil {
			t.Fatal(err)
		}
		if len(w.Invariants) != 3 || !w.Invariants[2].Transition || !w.Invariants[0].Loop || w.Invariants[1].Loop || w.Invariants[0].Expr != "x <= 5" || len(w.Unsupported) != 2 || w.Automaton != nil {
			t.Errorf("%+v", w)
		}
	}
}

// TestFaults: errors are reported with their position.
func TestFaults(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "w:1:1: no violation_sequence and no invariant_set: this is no witness"},
		{"- a: [", "w:1:"},
		{"- entry_type: x\n", `w:1:15: entry_type "x" is none of a witness`},
		{strings.Replace(yamlOf("invariant_set", "  []\n"), `"2.0"`, `"1.9"`, 1), `w:3:21: format_version "1.9" is not known`},
		{strings.Replace(yamlOf("invariant_set", "  []\n"), "LP64", "LP99", 1), `w:11:19: data_model "LP99"`},
		{strings.Replace(yamlOf("invariant_set", "  []\n"), "    uuid: 1\n", "", 1), "w:3:5: metadata has no uuid"},
		{yamlOf("invariant_set", "  - invariant: {type: loop_invariant, location: {file_name: x.c, line: -1}, value: 1}\n"), "w:14:72: expected a number from 1"},
		{yamlOf("invariant_set", "  - invariant: {type: loop, location: {file_name: x.c, line: 1}, value: 1}\n"), `type "loop" is none of an invariant`},
		{yamlOf("violation_sequence", "  []\n"), "needs a segment"},
		{yamlOf("violation_sequence", "  - segment: []\n"), "an empty segment"},
		{yamlOf("violation_sequence", target+target), "a target that is not the last waypoint"},
		{yamlOf("violation_sequence", "  - segment:\n    - waypoint: {type: function_enter, action: follow, location: {file_name: x.c, line: 1}}\n"), "the last waypoint is no target"},
		{yamlOf("violation_sequence", "  - segment:\n    - waypoint: {type: branching, action: follow, constraint: {value: perhaps}, location: {file_name: x.c, line: 1}}\n"), "no outcome of a branch"},
		{yamlOf("violation_sequence", "  - segment:\n    - waypoint: {type: assumption, action: follow, location: {file_name: x.c, line: 1}}\n"), "a waypoint has no constraint"},
		{yamlOf("invariant_set", "  - &a {invariant: *a}\n"), "an anchor or alias"},
		{yamlOf("invariant_set", "  []\n") + yamlOf("invariant_set", "  []\n"), "a second invariant_set"},
		{yamlOf("invariant_set", "  - invariant: {type: loop_transition_invariant, location: {file_name: x.c, line: 1}, value: 1}\n"), "needs format_version 2.1, this is 2.0"},
		{yamlOf("violation_sequence", points("follow", "cycle")), "needs format_version 2.1, this is 2.0"},
		{newer(yamlOf("violation_sequence", points("cycle", "follow"))), "a segment that is followed behind one of the cycle"},
		{newer(yamlOf("violation_sequence", points("cycle")+target)), "a segment that is followed behind one of the cycle"},
		{newer(yamlOf("violation_sequence", strings.Replace(target, "follow", "cycle", 1))), "a target ends an execution"},
		{newer(yamlOf("violation_sequence", "  - segment:\n"+strings.Repeat(strings.TrimPrefix(points("cycle"), "  - segment:\n"), 2))), "a waypoint of the cycle ends its segment"},
		{newer(yamlOf("violation_sequence", points("loop"))), "follow, avoid or cycle"},
		{"<graphml", "w:1:"},
		{"<graphml/>", "has no nodes"},
		{strings.Repeat("[", 1000), "nested too deep"},
		{strings.Repeat("<a>", 1000), "nested too deep"},
	}
	for _, tt := range tests {
		_, err := Parse("w", []byte(tt.text))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.60q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

const graph = `<graphml><graph>
<data key="witness-type">violation_witness</data><data key="producer">p</data><data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
<data key="programfile">x.c</data><data key="programhash">00</data><data key="architecture">64bit</data>
<node id="a"><data key="entry">true</data></node><node id="b"/><node id="c"><data key="violation">true</data></node><node id="s"><data key="sink">true</data></node>
<edge source="a" target="b"><data key="startline">3</data><data key="control">condition-true</data><data key="assumption">x == 1; \result == 2;</data><data key="assumption.resultfunction">f</data></edge>
<edge source="a" target="s"><data key="startline">3</data><data key="control">condition-false</data></edge>
<edge source="b" target="b"><data key="startline">4</data></edge>
<edge source="b" target="c"><data key="startline">5</data></edge>
</graph></graphml>`

// TestGraphML: the events of an edge become a sequence of edges.
func TestGraphML(t *testing.T) {
	w, err := Parse("w.graphml", []byte(graph))
	if err != nil {
		t.Fatal(err)
	}
	kinds := [][]EventKind{}
	var to []int
	for _, s := range w.Automaton.States {
		var ks []EventKind
		for _, e := range s {
			ks, to = append(ks, e.Kind), append(to, e.To)
		}
		kinds = append(kinds, ks)
	}
	if d := cmp.Diff([][]EventKind{{Branching, Branching}, {Target}, {After}, {Return}}, kinds); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{2, Sink, Violation, 3, 1}, to); d != "" {
		t.Error(d)
	}
}

// FuzzParse: no input is anything but a witness or an *Error.
func FuzzParse(f *testing.F) {
	f.Add([]byte(graph))
	f.Add([]byte(yamlOf("violation_sequence", target)))
	f.Add([]byte(yamlOf("invariant_set", "  - invariant: {type: loop_invariant, location: {file_name: x.c, line: 3, column: 2}, value: \"x <= 5\", format: c_expression}\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Parse("w", data)
		var e *Error
		if (w == nil) == (err == nil) || err != nil && !errors.As(err, &e) {
			t.Fatal(w, err)
		}
		if w != nil && w.Automaton != nil {
			w.Automaton.Events(func(e *Edge) {
				if e.To >= len(w.Automaton.States) || e.To < Violation {
					t.Fatal(e)
				}
			})
		}
	})
}
