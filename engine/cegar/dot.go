package cegar

import (
	"io"
	"strings"

	"cupel/diagram"
)

// WriteDOT prints the graph for Graphviz.
func (g *ARG) WriteDOT(w io.Writer) error { return g.Diagram().WriteDOT(w) }

// Diagram describes the graph: nodes with their location and state, blocks as edges, covered-by edges dashed.
func (g *ARG) Diagram() *diagram.Graph {
	d := &diagram.Graph{Title: "abstract reachability graph"}
	g.walk(func(n *node) {
		x := diagram.Node{ID: n.id, Label: n.loc.String() + "\n" + n.state.Expr().StringN(maxLabel)}
		switch {
		case n.loc == g.p.Error || n.loc.Cut != "":
			x.Kind = diagram.Error
		case n.coveredBy == nil && !n.expanded(len(n.loc.Out)):
			x.Kind = diagram.Open
		}
		d.Nodes = append(d.Nodes, x)
	})
	g.walk(func(n *node) {
		if n.parent != nil {
			var lines []string
			for i := range n.block.Ops() {
				lines = append(lines, n.block.Ops()[i].String())
			}
			d.Edges = append(d.Edges, diagram.Edge{From: n.parent.id, To: n.id, Label: strings.Join(lines, "\n")})
		}
		if n.coveredBy != nil {
			d.Edges = append(d.Edges, diagram.Edge{From: n.id, To: n.coveredBy.id, Dashed: true})
		}
	})
	return d
}
