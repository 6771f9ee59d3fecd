package witness

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"time"
)

type gmlData struct {
	Key   string `xml:"key,attr"`
	Value string `xml:",chardata"`
}

type gmlKey struct {
	ID      string  `xml:"id,attr"`
	For     string  `xml:"for,attr"`
	Name    string  `xml:"attr.name,attr"`
	Type    string  `xml:"attr.type,attr"`
	Default *string `xml:"default,omitempty"`
}

type gmlNode struct {
	ID   string    `xml:"id,attr"`
	Data []gmlData `xml:"data"`
}

type gmlEdge struct {
	Source string    `xml:"source,attr"`
	Target string    `xml:"target,attr"`
	Data   []gmlData `xml:"data"`
}

type gmlGraph struct {
	EdgeDefault string    `xml:"edgedefault,attr"`
	Data        []gmlData `xml:"data"`
	Nodes       []gmlNode `xml:"node"`
	Edges       []gmlEdge `xml:"edge"`
}

type gmlRoot struct {
	XMLName xml.Name `xml:"graphml"`
	NS      string   `xml:"xmlns,attr"`
	XSI     string   `xml:"xmlns:xsi,attr"`
	Keys    []gmlKey `xml:"key"`
	Graph   gmlGraph `xml:"graph"`
}

func gmlKeys() []gmlKey {
	f := "false"
	keys := []gmlKey{}
	add := func(for_ string, typ string, def *string, names ...string) {
		for _, n := range names {
			keys = append(keys, gmlKey{n, for_, n, typ, def})
		}
	}
	add("graph", "string", nil, "witness-type", "sourcecodelang", "producer", "specification", "programfile",
		"programhash", "architecture", "creationtime")
	add("node", "boolean", &f, "entry", "violation")
	add("node", "string", nil, "invariant", "invariant.scope")
	add("edge", "string", nil, "assumption", "assumption.scope", "assumption.resultfunction", "control", "enterFunction")
	add("edge", "int", nil, "startline", "endline")
	add("edge", "boolean", &f, "enterLoopHead")
	return keys
}

func (m Meta) graphML(kind string) gmlGraph {
	arch := "32bit"
	if m.Model.PointerWidth() == 64 {
		arch = "64bit"
	}
	return gmlGraph{EdgeDefault: "directed", Data: []gmlData{
		{"witness-type", kind}, {"sourcecodelang", "C"}, {"producer", "Cupel " + m.Version},
		{"specification", m.Specification}, {"programfile", m.InputFile}, {"programhash", m.InputHash},
		{"architecture", arch}, {"creationtime", m.Created.Format(time.RFC3339)},
	}}
}

func encodeGraphML(w io.Writer, g gmlGraph) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(gmlRoot{NS: "http://graphml.graphdrawing.org/xmlns", XSI: "http://www.w3.org/2001/XMLSchema-instance", Keys: gmlKeys(), Graph: g}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func nodeID(i int) string { return fmt.Sprintf("N%d", i) }

func writeGraphMLViolation(w io.Writer, m Meta, v *Violation) error {
	g := m.graphML("violation_witness")
	g.Nodes = append(g.Nodes, gmlNode{nodeID(0), []gmlData{{"entry", "true"}}})
	step := func(data ...gmlData) {
		n := len(g.Nodes)
		g.Edges = append(g.Edges, gmlEdge{nodeID(n - 1), nodeID(n), data})
		g.Nodes = append(g.Nodes, gmlNode{ID: nodeID(n)})
	}
	for _, s := range v.Steps {
		line := gmlData{"startline", strconv.Itoa(s.Pos.Line)}
		switch {
		case s.Return:
			step(line, gmlData{"assumption", `\result ` + s.Value + ";"}, gmlData{"assumption.scope", s.Func},
				gmlData{"assumption.resultfunction", s.Callee})
		case s.Value == "true" || s.Value == "false":
			step(line, gmlData{"control", "condition-" + s.Value})
		}
	}
	var target []gmlData
	if f := v.Target.Pos.File; f == "" || f == m.InputFile { // lines without a file refer to the program's
		target = append(target, gmlData{"startline", strconv.Itoa(v.Target.Pos.Line)})
	}
	step(target...)
	last := &g.Nodes[len(g.Nodes)-1]
	last.Data = append(last.Data, gmlData{"violation", "true"})
	return encodeGraphML(w, g)
}

// maxLoops bounds the nodes of a correctness witness, whose edges grow quadratically.
const maxLoops = 50

// writeGraphMLCorrectness writes an automaton with a node for each invariant: a loop's node is entered whenever
// its head is entered.
func writeGraphMLCorrectness(w io.Writer, m Meta, invs []Invariant) error {
	g := m.graphML("correctness_witness")
	invs = invs[:min(len(invs), maxLoops)]
	g.Nodes = append(g.Nodes, gmlNode{nodeID(0), []gmlData{{"entry", "true"}}})
	for i, inv := range invs {
		g.Nodes = append(g.Nodes, gmlNode{nodeID(i + 1), []gmlData{{"invariant", inv.Expr}, {"invariant.scope", inv.Func}}})
	}
	for from := range g.Nodes {
		for i, inv := range invs {
			if from == i+1 {
				continue // there already
			}
			line := strconv.Itoa(inv.Pos.Line)
			data := []gmlData{{"startline", line}, {"endline", line}}
			if !inv.Statement {
				data = append(data, gmlData{"enterLoopHead", "true"})
			}
			g.Edges = append(g.Edges, gmlEdge{nodeID(from), nodeID(i + 1), data})
		}
	}
	return encodeGraphML(w, g)
}
