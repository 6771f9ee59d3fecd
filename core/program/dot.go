package program

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDOT prints the CFA as a Graphviz graph: loop heads are doubly circled,
// the error is a red octagon, cuts are orange.
func (p *Program) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph cfa {\n  node [shape=circle, fontname=monospace];\n  edge [fontname=monospace];\n")
	for _, l := range p.Locs {
		label, attrs := l.String(), ""
		switch {
		case l == p.Error:
			label, attrs = "error", ", shape=octagon, color=red"
		case l.Cut != "":
			label, attrs = l.Cut, ", shape=octagon, color=orange"
		case l.LoopHead:
			attrs = ", shape=doublecircle"
		}
		if l == p.Init {
			attrs += ", style=bold"
		}
		fmt.Fprintf(b, "  %d [label=\"%s\"%s];\n", l.ID, dotEscape(label), attrs)
	}
	for _, e := range p.Edges {
		lines := make([]string, len(e.Ops))
		for i, o := range e.Ops {
			lines[i] = dotEscape(o.String())
		}
		fmt.Fprintf(b, "  %d -> %d [label=\"%s\"];\n", e.Src.ID, e.Dst.ID, strings.Join(lines, `\l`))
	}
	b.WriteString("}\n")
	return b.Flush()
}

func dotEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}
