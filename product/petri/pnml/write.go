package pnml

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"cupel/product/petri"
)

// Write writes the net as a PNML document with one page, which Read turns back into an
// equal net: identifiers, names, tokens and arcs, but no positions. Inhibitor arcs are written as TAPAAL does, as arcs with type="inhibitor".
func Write(dst io.Writer, n *petri.Net) error {
	w := bufio.NewWriter(dst)
	fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n")
	fmt.Fprintf(w, "<net id=%s type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n<page id=\"page0\">\n", attr(n.Name))
	m := n.Initial()
	for p, pl := range n.Places {
		fmt.Fprintf(w, "<place id=%s>%s", attr(pl.ID), nameLabel(pl.Name))
		if m[p] != 0 {
			fmt.Fprintf(w, "<initialMarking><text>%d</text></initialMarking>", m[p])
		}
		fmt.Fprintln(w, "</place>")
	}
	for _, t := range n.Transitions {
		fmt.Fprintf(w, "<transition id=%s>%s</transition>\n", attr(t.ID), nameLabel(t.Name))
	}
	k := 0
	arc := func(from, to, kind string, weight int64) {
		fmt.Fprintf(w, "<arc id=\"arc%d\" source=%s target=%s%s>", k, attr(from), attr(to), kind)
		if weight != 1 {
			fmt.Fprintf(w, "<inscription><text>%d</text></inscription>", weight)
		}
		fmt.Fprintln(w, "</arc>")
		k++
	}
	for _, t := range n.Transitions {
		for _, a := range t.Pre {
			arc(n.Places[a.Index].ID, t.ID, "", a.Weight)
		}
		for _, a := range t.Post {
			arc(t.ID, n.Places[a.Index].ID, "", a.Weight)
		}
		for _, a := range t.Inhibitors {
			arc(n.Places[a.Index].ID, t.ID, ` type="inhibitor"`, a.Weight)
		}
	}
	fmt.Fprintf(w, "</page>\n</net>\n</pnml>\n")
	return w.Flush() // reports the first error of all writes above
}

func nameLabel(name string) string {
	if name == "" {
		return ""
	}
	return "<name><text>" + escape(name) + "</text></name>"
}

func attr(s string) string { return `"` + escape(s) + `"` }

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never fails
	return b.String()
}
