package diagram_test

import (
	"fmt"

	"cupel/core/diagram"
)

func ExampleGraph_Layout() {
	g := &diagram.Graph{Nodes: []diagram.Node{{ID: 1, Label: "begin"}, {ID: 2, Label: "loop"}}, Edges: []diagram.Edge{{From: 1, To: 2}, {From: 2, To: 1}}}
	for _, b := range g.Layout().Boxes {
		fmt.Println(b.Text[0].Line, b.X, b.Y)
	}
	// Output:
	// begin 0 0
	// loop 3 73
}
