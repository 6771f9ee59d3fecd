package read

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cupel/core/program"
)

// graphReader parses a GraphML document. Errors are panics of type *Error, which Parse recovers.
type graphReader struct {
	path string
	data []byte
	w    *Witness

	defaults map[string]string // of keys
	graph    map[string]string
	specs    []string
	nodes    map[string]*graphNode
	order    []*graphNode
	edges    []*graphEdge
	starts   []int // offsets of lines
}

type graphNode struct {
	id   string
	data map[string]string
	at   program.Pos
	out  []*graphEdge
	in   []*graphEdge
}

type graphEdge struct {
	from, to string
	data     map[string]string
	at       program.Pos
}

func (r *graphReader) pos(offset int64) program.Pos {
	if r.starts == nil {
		r.starts = []int{0}
		for i, c := range r.data {
			if c == '\n' {
				r.starts = append(r.starts, i+1)
			}
		}
	}
	i, found := slices.BinarySearch(r.starts, int(offset))
	if !found {
		i--
	}
	return program.Pos{File: r.path, Line: i + 1, Col: int(offset) - r.starts[i] + 1}
}

func fail(at program.Pos, format string, args ...any) {
	panic(&Error{at, fmt.Sprintf(format, args...)})
}

func (r *graphReader) unsupported(at program.Pos, format string, args ...any) {
	r.w.Unsupported = append(r.w.Unsupported, Remark{at, fmt.Sprintf(format, args...)})
}

func (r *graphReader) read() *Witness {
	r.w = &Witness{File: r.path, GraphML: true, Version: "1.0"}
	r.defaults, r.graph, r.nodes = map[string]string{}, map[string]string{}, map[string]*graphNode{}
	r.elements()
	r.meta()
	for _, e := range r.edges {
		from, to := r.nodes[e.from], r.nodes[e.to]
		if from == nil || to == nil {
			fail(e.at, "an edge from %.40q to %.40q, of which one is no node", e.from, e.to)
		}
		from.out, to.in = append(from.out, e), append(to.in, e)
	}
	switch kind := r.graph["witness-type"]; kind {
	case "violation_witness":
		r.violation()
	case "correctness_witness":
		r.invariants()
	default:
		fail(program.Pos{File: r.path, Line: 1, Col: 1}, "witness-type %.40q is not known: violation_witness or correctness_witness", kind)
	}
	return r.w
}

// elements reads the elements of the document.
func (r *graphReader) elements() {
	d := xml.NewDecoder(bytes.NewReader(r.data))
	var data map[string]string // of the current element
	var stack []string
	var key string
	var text strings.Builder
	keyOf := map[string]string{} // attr.name of keys, by their id
	for {
		start := d.InputOffset()
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fail(r.pos(d.InputOffset()), "is no GraphML document: %v; correct its syntax", err)
		}
		at := r.pos(start)
		switch t := t.(type) {
		case xml.StartElement:
			if stack = append(stack, t.Name.Local); len(stack) > maxNesting {
				fail(at, "is nested too deep for a witness")
			}
			attr := map[string]string{}
			for _, a := range t.Attr {
				attr[a.Name.Local] = a.Value
			}
			switch t.Name.Local {
			case "key":
				key, keyOf[attr["id"]] = attr["id"], attr["attr.name"]
			case "graph":
				data = r.graph
			case "node":
				n := &graphNode{id: attr["id"], data: map[string]string{}, at: at}
				if r.nodes[n.id] != nil {
					fail(at, "a second node %.40q", n.id)
				}
				r.nodes[n.id], data = n, n.data
				r.order = append(r.order, n)
			case "edge":
				e := &graphEdge{attr["source"], attr["target"], map[string]string{}, at}
				r.edges, data = append(r.edges, e), e.data
			case "data":
				key = attr["key"]
			}
			if len(r.edges)+len(r.order) > maxEdges {
				fail(at, "more than %d nodes and edges", maxEdges)
			}
			text.Reset()
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			switch s := strings.TrimSpace(text.String()); t.Name.Local {
			case "default":
				r.defaults[key] = s
			case "data":
				if len(s) > maxExpression {
					fail(at, "the value of %.40q is too long", key)
				}
				if data == nil {
					fail(at, "data outside of the graph")
				}
				if key == "specification" && stack[len(stack)-2] == "graph" {
					r.specs = append(r.specs, s)
				}
				if old, ok := data[key]; ok && key == "assumption" {
					s = old + " " + s
				}
				data[key] = s
				if name := keyOf[key]; name != "" && name != key && data[name] == "" {
					data[name] = s
				}
			case "node", "edge":
				data = r.graph
			case "graph":
				data = nil
			}
			stack = stack[:len(stack)-1]
			text.Reset()
		}
	}
	if len(r.order) == 0 {
		fail(program.Pos{File: r.path, Line: 1, Col: 1}, "has no nodes: this is no witness")
	}
}

func (r *graphReader) is(data map[string]string, key string) bool {
	v, ok := data[key]
	if !ok {
		v = r.defaults[key]
	}
	return v == "true"
}

func (r *graphReader) meta() {
	start := program.Pos{File: r.path, Line: 1, Col: 1}
	for _, k := range []string{"witness-type", "producer", "specification", "programfile", "programhash", "architecture"} {
		if r.graph[k] == "" {
			fail(start, "the graph has no %s", k)
		}
	}
	if v := r.graph["witness-format-version"]; v != "" {
		if r.w.Version = v; v != "1.0" {
			fail(start, "witness-format-version %.20q is not known: 1.0", v)
		}
	}
	if l := r.graph["sourcecodelang"]; l != "" && l != "C" {
		fail(start, "sourcecodelang is %.20q; only C is read", l)
	}
	m := &r.w.Meta
	m.Producer, m.Specification = r.graph["producer"], strings.Join(r.specs, "\n")
	m.Files, m.Hashes = []string{r.graph["programfile"]}, []string{r.graph["programhash"]}
	switch a := r.graph["architecture"]; a {
	case "32bit":
	case "64bit":
		m.DataModel = program.LP64
	default:
		fail(start, "architecture %.20q is not known: 32bit or 64bit", a)
	}
	m.Pos = map[string]program.Pos{"specification": start, "hashes": start, "model": start}
}

// entry returns the entry node.
func (r *graphReader) entry() *graphNode {
	var entry *graphNode
	for _, n := range r.order {
		if r.is(n.data, "entry") {
			if entry != nil {
				fail(n.at, "a second entry node")
			}
			entry = n
		}
	}
	if entry == nil {
		fail(program.Pos{File: r.path, Line: 1, Col: 1}, "has no entry node")
	}
	return entry
}

// line is a line number attribute of an edge; 0: none.
func (e *graphEdge) line(key string) int {
	s := e.data[key]
	if s == "" {
		return 0
	}
	k, err := strconv.Atoi(s)
	if err != nil || k < 1 {
		fail(e.at, "%s is %.40q, expected a number from 1", key, s)
	}
	return k
}

// violation builds the automaton. States of nodes come first, then those within edges.
func (r *graphReader) violation() {
	entry := r.entry()
	number := map[string]int{entry.id: 0}
	violations, next := 0, 1
	for _, n := range r.order {
		switch {
		case r.is(n.data, "violation"):
			number[n.id] = Violation
			violations++
		case r.is(n.data, "sink"):
			number[n.id] = Sink
		case n != entry:
			number[n.id] = next
			next++
		}
		if r.is(n.data, "cyclehead") {
			r.unsupported(n.at, "executions without an end")
		}
	}
	if violations == 0 {
		fail(entry.at, "no node is a violation")
	}
	a := &Automaton{States: make([][]Edge, next)}
	if number[entry.id] == Violation {
		fail(entry.at, "the entry node is the violation")
	}
	for _, e := range r.edges {
		from, to := number[e.from], number[e.to]
		if from < 0 || e.from == e.to {
			continue
		}
		r.edge(a, e, from, to)
	}
	r.w.Automaton = a
}

// edge adds the events of an edge in sequence.
func (r *graphReader) edge(a *Automaton, e *graphEdge, from, to int) {
	if id := e.data["threadId"]; id != "" && id != "0" || e.data["createThread"] != "" {
		r.unsupported(e.at, "threads")
	}
	line := e.line("startline")
	at := Place{Line: line}
	var events []Event
	add := func(k EventKind, value string) {
		events = append(events, Event{Kind: k, At: at, Value: value, Callee: e.data["assumption.resultfunction"], Scope: e.data["assumption.scope"], Pos: e.at})
	}
	if c := e.data["control"]; c != "" && line > 0 {
		value, ok := strings.CutPrefix(c, "condition-")
		if !ok || value != "true" && value != "false" {
			fail(e.at, "control is %.40q: condition-true or condition-false", c)
		}
		add(Branching, value)
	}
	if line > 0 {
		for _, x := range strings.Split(e.data["assumption"], ";") {
			switch x = strings.TrimSpace(x); {
			case x == "" || x == "1" || x == "true":
			case strings.Contains(x, `\result`):
				add(Return, x)
			default:
				add(After, x)
			}
		}
	}
	switch {
	case to == Violation:
		add(Target, "")
	case len(events) == 0 && line > 0:
		add(Line, "")
	case len(events) == 0 && to == Sink:
		return // it never becomes possible
	}
	if len(events) == 0 { // an edge without events merges its states
		add(Line, "")
	}
	for i, ev := range events {
		next := to
		if i < len(events)-1 {
			if to == Sink {
				r.unsupported(e.at, "an edge with several conditions to a sink")
				return
			}
			next = len(a.States)
			a.States = append(a.States, nil)
		}
		a.States[from] = append(a.States[from], Edge{ev, next})
		from = next
	}
}

// invariants reads the invariants of nodes.
func (r *graphReader) invariants() {
	r.entry()
	into := map[int]int{} // nodes with an invariant by the line of their loop
	for _, n := range r.order {
		expr, ok := n.data["invariant"]
		if !ok || expr == "" || expr == "1" || expr == "true" {
			continue
		}
		at := Place{Function: n.data["invariant.scope"]}
		for _, e := range n.in {
			line := e.line("startline")
			if !r.is(e.data, "enterLoopHead") || line == 0 || at.Line != 0 && at.Line != line {
				at.Line = 0
				break
			}
			at.Line = line
		}
		if at.Line == 0 {
			r.unsupported(n.at, "the invariant of a node that is not entered at the head of one loop")
			continue
		}
		into[at.Line]++
		r.w.Invariants = append(r.w.Invariants, Invariant{Loop: true, At: at, Expr: expr, Pos: n.at, Everywhere: len(n.in) == len(r.order)-1})
		if len(r.w.Invariants) > maxInvariants {
			fail(n.at, "more than %d invariants", maxInvariants)
		}
	}
	for i := range r.w.Invariants {
		inv := &r.w.Invariants[i]
		inv.Everywhere = inv.Everywhere && into[inv.At.Line] == 1
	}
}
