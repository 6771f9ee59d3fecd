package symex

import (
	"strings"

	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
)

// infeasible is what became of a path that no execution takes.
const infeasible = "infeasible"

// A drawn is a path of the tree that is drawn: its parent's followed by edges.
type drawn struct {
	parent   *drawn
	edge     *program.Edge // nil at the root
	loc      *program.Location
	children []*drawn
	note     string // what became of it
	preds    string // what is known of the state
}

// drawing is the tree of the paths that the search took, for people. What refinements have made it take again is there once. nil draws nothing.
type drawing struct {
	root  *drawn
	trail []*drawn // of the present path, by its length
	size  int
	left  int // paths that are not drawn
}

func newDrawing(p *program.Program) *drawing {
	root := &drawn{loc: p.Init}
	return &drawing{root: root, trail: []*drawn{root}, size: 1}
}

// take follows an edge behind a path of n edges.
func (d *drawing) take(n int, e *program.Edge) {
	if d == nil {
		return
	}
	if n >= len(d.trail) { // something above is not drawn
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

// at is the end of a path of n edges; nil: it is not drawn.
func (d *drawing) at(n int) *drawn {
	if d == nil || n >= len(d.trail) {
		return nil
	}
	return d.trail[n]
}

// state notes what is known behind a path of n edges.
func (d *drawing) state(n int, preds string) {
	if at := d.at(n); at != nil {
		at.preds, at.note = preds, ""
	}
}

// note says what became of a path of n edges.
func (d *drawing) note(n int, text string) {
	if at := d.at(n); at != nil {
		at.note = text
	}
}

// end says that a path of n edges is infeasible, unless something else was said.
func (d *drawing) end(n int) {
	if at := d.at(n); at != nil && at.note == "" {
		at.note = infeasible
	}
}

// draw describes the tree: nodes where paths part or end, loop heads and abstract states; the path of the counterexample is marked.
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

// decided lists the predicates that a state decides; the others may hold or not.
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
