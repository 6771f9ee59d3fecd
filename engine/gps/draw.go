package gps

import (
	"fmt"
	"strings"

	"cupel/core/diagram"
	"cupel/core/program"
)

// draw draws the tree: branching nodes, leaves, loop heads and labels, with chains of edges between them;
// covering edges are dashed, and the counterexample's path is marked.
func (g *search) draw(cex *program.Counterexample) []*diagram.Graph {
	on := map[*node]bool{g.t.root: true}
	if cex != nil {
		n := g.t.root
		for _, e := range cex.Path {
			var to *node
			for c := n.first; c != nil && to == nil; c = c.next {
				if c.edge == e {
					to = c
				}
			}
			if to == nil {
				break
			}
			n = to
			on[n] = true
		}
	}
	d := &diagram.Graph{Title: "abstract reachability tree"}
	shown := func(n *node) bool {
		return n.parent == nil || n.first == nil || n.first.next != nil || n.loc.LoopHead || n.coveredBy != nil || len(n.covers) > 0 || len(n.order) > 0
	}
	g.walk(func(n *node) {
		if !shown(n) {
			return
		}
		if len(d.Nodes) >= maxDrawn && !on[n] {
			d.LeftOut++
			return
		}
		d.Nodes = append(d.Nodes, g.drawn(n))
		var edges []*program.Edge
		up := n
		for up.parent != nil {
			edges = append(edges, up.edge)
			if up = up.parent; shown(up) {
				break
			}
		}
		if up != n {
			d.Edges = append(d.Edges, diagram.Edge{From: int(up.id), To: int(n.id), Label: operations(edges), Marked: on[n]})
		}
		if n.coveredBy != nil {
			d.Edges = append(d.Edges, diagram.Edge{From: int(n.id), To: int(n.coveredBy.id), Dashed: true})
		}
	})
	return []*diagram.Graph{d}
}

// drawn is the picture of a node.
func (g *search) drawn(n *node) diagram.Node {
	x := diagram.Node{ID: int(n.id), Label: n.loc.String()}
	for _, t := range n.order {
		x.Label += "\n" + t.StringN(maxLabelText)
	}
	switch {
	case (n.loc == g.p.Error || n.loc.Cut != "") && !n.dead && !n.pruned:
		x.Kind = diagram.Error
	case n.parent == nil:
		x.Kind = diagram.Start
	case n.loc.LoopHead:
		x.Kind = diagram.Loop
	}
	switch {
	case n.dead, n.pruned:
		x.Label += "\n(dead end)"
	case n.first == nil && n.coveredBy == nil && x.Kind != diagram.Error && len(n.loc.Out) > 0:
		x.Kind = diagram.Open
	}
	return x
}

// operations prints those of edges given in reverse order.
func operations(edges []*program.Edge) string {
	var lines []string
	for i := len(edges) - 1; i >= 0; i-- {
		for k := range edges[i].Ops {
			if len(lines) == maxLabelLines {
				return strings.Join(lines, "\n") + fmt.Sprintf("\n(%d edges)", len(edges))
			}
			lines = append(lines, edges[i].Ops[k].String())
		}
	}
	return strings.Join(lines, "\n")
}
