package diagram

import (
	"fmt"
	"io"
	"strings"
)

// WriteDOT prints graphs for Graphviz one after the other, each behind a comment with its title.
func WriteDOT(w io.Writer, graphs []*Graph) error {
	for _, g := range graphs {
		if len(graphs) > 1 {
			if _, err := fmt.Fprintf(w, "// %s\n", strings.ReplaceAll(g.Title, "\n", " ")); err != nil {
				return err
			}
		}
		if err := g.WriteDOT(w); err != nil {
			return err
		}
	}
	return nil
}
