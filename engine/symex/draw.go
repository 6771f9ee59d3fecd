package symex

import (
	"strings"

	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
)

// infeasible marks a path without execution.
const infeasible = "infeasible"

// A drawn is a node of the drawn tree: its parent's path extended by edges.
type drawn struct {
	parent   *drawn
	edge     *program.Edge // nil at the root
	loc      *program.Location
	children []*drawn
	note     string // the outcome of the path
	preds    string // predicates of the abstract state
}

// drawing records the tree of explored paths for display; paths explored again after a refinement appear once.
// A nil drawing records nothing.
type drawing struct {
	root  *drawn
	trail []*drawn // nodes of the current path, by its length
	size  int
	left  int // number of paths omitted
}

func newDrawing(p *program.Program) *drawing {
	root := &drawn{loc: p.Init}
	return &drawing{root: root, trail: []*drawn{root}, size: 1}
}

// take extends the path of n edges by an edge.
func (d *drawing) take(n int, e *program.Edge) {
	if d == nil {
		return
	}
	if n >= len(d.trail) { // an ancestor is omitted
		d.left++
		return
	}
	d.trail = d.trail[:n+1]
	at := d.trail[n]
	for _, c := range at.children {
		if c.edge == e {
			d.trail = append(d.trail, c)
			return
		}
	}
	if d.size == maxDrawn {
		d.left++
		return
	}
	d.size++
	c := &drawn{parent: at, edge: e, loc: e.Dst}
	at.children = append(at.children, c)
	d.trail = append(d.trail, c)
}

// at returns the node of the current path at n edges; nil if omitted.
func (d *drawing) at(n int) *drawn {
	if d == nil || n >= len(d.trail) {
		return nil
	}
	return d.trail[n]
}

// state records the abstract state after n edges.
func (d *drawing) state(n int, preds string) {
	if at := d.at(n); at != nil {
		at.preds, at.note = preds, ""
	}
}

// note records the outcome of the path of n edges.
func (d *drawing) note(n int, text string) {
	if at := d.at(n); at != nil {
		at.note = text
	}
}

// end records that the path of n edges is infeasible, unless it has an outcome.
func (d *drawing) end(n int) {
	if at := d.at(n); at != nil && at.note == "" {
		at.note = infeasible
	}
}

// draw draws the tree: branching nodes, leaves, loop heads and abstract states; the counterexample's path is
// marked.
func (x *explorer) draw(cex *program.Counterexample) []*diagram.Graph {
	on := map[*drawn]bool{x.drawing.root: true}
	if cex != nil {
		at := x.drawing.root
	path:
		for _, e := range cex.Path {
			for _, c := range at.children {
				if c.edge == e {
					at = c
					on[c] = true
					continue path
				}
			}
			break
		}
	}
	title := "tree of paths"
	if x.o.Abstract {
		title = "tree of abstract states"
	}
	d := &diagram.Graph{Title: title, LeftOut: x.drawing.left}
	ids := map[*drawn]int{}
	shown := func(n *drawn) bool {
		return n.parent == nil || len(n.children) != 1 || n.loc.LoopHead || n.note != "" || n.preds != ""
	}
	for stack := []*drawn{x.drawing.root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := len(n.children) - 1; i >= 0; i-- {
			stack = append(stack, n.children[i])
		}
		if !shown(n) {
			continue
		}
		ids[n] = len(ids)
		d.Nodes = append(d.Nodes, x.node(n, ids[n]))
		var lines []string
		up := n
		for up.parent != nil {
			lines = append(lines, text(up.edge))
			if up = up.parent; shown(up) {
				break
			}
		}
		if up != n {
			var b strings.Builder
			for i := len(lines) - 1; i >= 0; i-- {
				if b.Len() > 0 && lines[i] != "" {
					b.WriteString("\n")
				}
				b.WriteString(lines[i])
			}
			d.Edges = append(d.Edges, diagram.Edge{From: ids[up], To: ids[n], Label: b.String(), Marked: on[n]})
		}
	}
	return []*diagram.Graph{d}
}

func (x *explorer) node(n *drawn, id int) diagram.Node {
	d := diagram.Node{ID: id, Label: n.loc.String()}
	if n.preds != "" {
		d.Label += "\n" + n.preds
	}
	if n.note != "" {
		d.Label += "\n(" + n.note + ")"
	}
	switch {
	case (n.loc == x.p.Error || n.loc.Cut != "") && n.note != infeasible:
		d.Kind = diagram.Error
	case n.parent == nil:
		d.Kind = diagram.Start
	case n.loc.LoopHead:
		d.Kind = diagram.Loop
	}
	return d
}

// text is what an edge does.
func text(e *program.Edge) string {
	var ops []string
	for i := range e.Ops {
		if i == maxLabelOps {
			ops = append(ops, "...")
			break
		}
		ops = append(ops, e.Ops[i].String())
	}
	return strings.Join(ops, "; ")
}

// decided lists the predicates whose values a state determines.
func decided(preds, truth []*logic.Term) string {
	var lines []string
	for i, t := range truth {
		switch {
		case t.IsTrue():
			lines = append(lines, preds[i].StringN(maxLabel))
		case t.IsFalse():
			lines = append(lines, "not "+preds[i].StringN(maxLabel))
		}
	}
	if len(lines) == 0 {
		return "nothing is known"
	}
	return strings.Join(lines, "\n")
}
