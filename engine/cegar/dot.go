package cegar

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cupel/core/diagram"
	"cupel/core/program"
)

// Diagram describes the graph: nodes with their location, its line and the state, blocks as edges with the lines of their
// operations, covered-by edges dashed.
func (g *ARG) Diagram() *diagram.Graph { return g.diagram(nil) }

// along returns the nodes on a path, as far as the graph contains it.
func (g *ARG) along(path []*program.Edge) map[*node]bool {
	on := map[*node]bool{g.root: true}
	n := g.root
next:
	for {
		for _, c := range n.children {
			if k := len(c.block.Edges); k <= len(path) && slices.Equal(c.block.Edges, path[:k]) {
				n, path = c, path[k:]
				on[n] = true
				continue next
			}
		}
		return on
	}
}

// lineOf is a place in the source by a format: its line, behind its file's name where there are several files; "" without a place.
func lineOf(p *program.Program, at program.Pos, format string) string {
	if at.Line == 0 {
		return ""
	}
	line := strconv.Itoa(at.Line)
	if len(p.Files) > 1 {
		line = filepath.Base(at.File) + ":" + line
	}
	return fmt.Sprintf(format, line)
}

// diagram draws the graph with the edges of a path marked.
func (g *ARG) diagram(path []*program.Edge) *diagram.Graph {
	on := g.along(path)
	d := &diagram.Graph{Title: "abstract reachability graph"}
	g.walk(func(n *node) {
		x := diagram.Node{ID: n.id, Label: n.loc.String() + lineOf(g.p, n.loc.Pos, " at line %s") + "\n" + n.state.Expr().StringN(maxLabel)}
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
				o := &n.block.Ops()[i]
				lines = append(lines, lineOf(g.p, o.Pos, "%s: ")+o.String())
			}
			d.Edges = append(d.Edges, diagram.Edge{From: n.parent.id, To: n.id, Label: strings.Join(lines, "\n"), Marked: on[n]})
		}
		if n.coveredBy != nil {
			d.Edges = append(d.Edges, diagram.Edge{From: n.id, To: n.coveredBy.id, Dashed: true})
		}
	})
	return d
}
