package diagram

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Kind is the role of a node, which determines its style.
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
	// LeftOut counts nodes that are not among Nodes.
	LeftOut int `json:"left_out,omitempty"`
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
	Marked bool   `json:"marked,omitempty"` // an execution goes along it
}

// Cut is the graph with n nodes at most: those at marked edges first, then the first ones, in their order.
func (g *Graph) Cut(n int) *Graph {
	if len(g.Nodes) <= n {
		return g
	}
	at := map[int]bool{} // of marked edges
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Marked {
			at[e.From], at[e.To] = true, true
		}
	}
	kept := map[int]bool{}
	for _, marked := range []bool{true, false} {
		for i := range g.Nodes {
			if id := g.Nodes[i].ID; len(kept) < n && at[id] == marked {
				kept[id] = true
			}
		}
	}
	c := &Graph{Title: g.Title, LeftOut: g.LeftOut + len(g.Nodes) - len(kept)}
	for _, x := range g.Nodes {
		if kept[x.ID] {
			c.Nodes = append(c.Nodes, x)
		}
	}
	for _, e := range g.Edges {
		if kept[e.From] && kept[e.To] {
			c.Edges = append(c.Edges, e)
		}
	}
	return c
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
		label, attrs := e.Label, ""
		if label != "" {
			label = dotEscape(label, `\l`) + `\l`
		}
		if e.Marked {
			attrs = ", color=red, penwidth=2"
		}
		fmt.Fprintf(b, "  %d -> %d [label=\"%s\"%s];\n", e.From, e.To, label, attrs)
	}
	b.WriteString("}\n")
	return b.Flush()
}

func dotEscape(s, newline string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", newline).Replace(s)
}
