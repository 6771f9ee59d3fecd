package diagram

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLayout: boxes do not overlap, edges that are not back edges lead downwards, everything lies in the drawing, and
// a graph has one drawing.
func TestLayout(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := &Graph{}
		n := r.IntN(30)
		for i := range n {
			g.Nodes = append(g.Nodes, Node{ID: 10 * i, Label: strings.Repeat("x", r.IntN(60)) + strings.Repeat("\ny", r.IntN(9))})
		}
		for range r.IntN(50) {
			if n > 0 {
				g.Edges = append(g.Edges, Edge{From: 10 * r.IntN(n), To: 10*r.IntN(n+1) - 10*r.IntN(2), Label: "e", Dashed: r.IntN(8) == 0})
			}
		}
		d := g.Layout()
		if len(d.Boxes) != n || d.LeftOut != 0 {
			t.Fatalf("seed %d: %d boxes of %d", seed, len(d.Boxes), n)
		}
		at := map[int]Box{}
		for i, a := range d.Boxes {
			at[a.ID] = a
			if a.X < 0 || a.Y < 0 || a.X+a.Width > d.Width || a.Y+a.Height > d.Height {
				t.Errorf("seed %d: %+v outside of %d x %d", seed, a, d.Width, d.Height)
			}
			for _, b := range d.Boxes[:i] {
				if a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height {
					t.Errorf("seed %d: %d and %d overlap", seed, a.ID, b.ID)
				}
			}
		}
		for _, e := range d.Lines {
			if from, to := at[e.From], at[e.To]; e.From != e.To && !e.Dashed && e.Back == (from.Y < to.Y) {
				t.Errorf("seed %d: edge %d to %d, back %t", seed, e.From, e.To, e.Back)
			}
		}
		if again := g.Layout(); !slices.EqualFunc(d.Boxes, again.Boxes, func(a, b Box) bool { return a.X == b.X && a.Y == b.Y }) {
			t.Errorf("seed %d: another drawing", seed)
		}
	}
}

// TestTooLarge: a graph beyond the limit is cut, with the number of nodes left out.
func TestTooLarge(t *testing.T) {
	g := &Graph{}
	for i := range MaxNodes + 5 {
		g.Nodes = append(g.Nodes, Node{ID: i})
		g.Edges = append(g.Edges, Edge{From: i, To: i + 1})
	}
	if d := g.Layout(); d.LeftOut != 5 || len(d.Lines) != MaxNodes-1 {
		t.Errorf("%d left out, %d lines", d.LeftOut, len(d.Lines))
	}
}

// TestDOT: labels are escaped in Graphviz files, or Graphviz rejects them.
func TestDOT(t *testing.T) {
	g := &Graph{Nodes: []Node{{ID: 1, Label: "a\n\"b\"", Kind: Error}, {ID: 2}}, Edges: []Edge{{From: 1, To: 2, Label: `x\y`}, {From: 2, To: 1, Dashed: true}}}
	var b strings.Builder
	if err := g.WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`1 [label="a\n\"b\"", color=red];`, `1 -> 2 [label="x\\y\l"];`, `2 -> 1 [style=dashed, constraint=false];`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// TestCut: nodes at marked edges stay.
func TestCut(t *testing.T) {
	g := &Graph{Title: "t", LeftOut: 3}
	for i := range 10 {
		g.Nodes = append(g.Nodes, Node{ID: i})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i, Marked: i == 9})
		}
	}
	c := g.Cut(4)
	var ids []int
	for _, n := range c.Nodes {
		ids = append(ids, n.ID)
	}
	if !slices.Equal(ids, []int{0, 1, 8, 9}) || len(c.Edges) != 2 || !c.Edges[1].Marked || c.LeftOut != 9 || c.Title != "t" {
		t.Errorf("%v %+v", ids, c)
	}
	if g.Cut(10) != g {
		t.Error("a small graph is another one now")
	}
	var b strings.Builder
	if err := c.WriteDOT(&b); err != nil || !strings.Contains(b.String(), `8 -> 9 [label="", color=red`) {
		t.Errorf("%v %s", err, b.String())
	}
	if d := g.Layout(); !d.Lines[8].Marked || d.Lines[7].Marked || d.LeftOut != 3 {
		t.Errorf("%+v", d)
	}
}
