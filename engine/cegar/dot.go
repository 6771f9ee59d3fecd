package cegar

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDOT prints the graph for Graphviz: nodes with their location and state,
// blocks as edges, covered-by edges dashed, unsafe nodes red, nodes that are
// neither expanded nor covered grey.
func (g *ARG) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph arg {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n")
	g.walk(func(n *node) {
		attrs := ""
		switch {
		case n.loc == g.p.Error || n.loc.Cut != "":
			attrs = ", color=red"
		case n.coveredBy == nil && !n.expanded(len(n.loc.Out)):
			attrs = ", color=gray"
		}
		fmt.Fprintf(b, "  %d [label=\"%s\\n%s\"%s];\n", n.id, dotEscape(n.loc.String()), dotEscape(n.state.Expr().StringN(maxLabel)), attrs)
	})
	g.walk(func(n *node) {
		if n.parent != nil {
			var lines []string
			for i := range n.block.Ops() {
				o := n.block.Ops()[i]
				lines = append(lines, dotEscape(o.String())+`\l`)
			}
			fmt.Fprintf(b, "  %d -> %d [label=\"%s\"];\n", n.parent.id, n.id, strings.Join(lines, ""))
		}
		if n.coveredBy != nil {
			fmt.Fprintf(b, "  %d -> %d [style=dashed, constraint=false];\n", n.id, n.coveredBy.id)
		}
	})
	b.WriteString("}\n")
	return b.Flush()
}

func dotEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}
