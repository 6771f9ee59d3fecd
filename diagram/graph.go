package diagram

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Kind says what is special about a node.
type Kind string

// The kinds.
const (
	Plain Kind = ""
	Start Kind = "start"
	Loop  Kind = "loop"  // head of a loop
	Error Kind = "error" // or an end of the model
	Open  Kind = "open"  // not explored
)

// Graph is a directed graph. Nodes[i].ID need not be i.
type Graph struct {
	Title string `json:"title"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
}

// Node is a node; its label may have several lines.
type Node struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Kind  Kind   `json:"kind,omitempty"`
}

// Edge is an edge between nodes by their IDs. Dashed ones do not count for the layout.
type Edge struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Label  string `json:"label,omitempty"`
	Dashed bool   `json:"dashed,omitempty"`
}

// WriteDOT prints the graph for Graphviz.
func (g *Graph) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph arg {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n")
	for _, n := range g.Nodes {
		attrs := map[Kind]string{Start: ", style=bold", Loop: ", peripheries=2", Error: ", color=red", Open: ", color=gray"}[n.Kind]
		fmt.Fprintf(b, "  %d [label=\"%s\"%s];\n", n.ID, dotEscape(n.Label, `\n`), attrs)
	}
	for _, e := range g.Edges {
		if e.Dashed {
			fmt.Fprintf(b, "  %d -> %d [style=dashed, constraint=false];\n", e.From, e.To)
			continue
		}
		label := e.Label
		if label != "" {
			label = dotEscape(label, `\l`) + `\l`
		}
		fmt.Fprintf(b, "  %d -> %d [label=\"%s\"];\n", e.From, e.To, label)
	}
	b.WriteString("}\n")
	return b.Flush()
}

func dotEscape(s, newline string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", newline).Replace(s)
}
