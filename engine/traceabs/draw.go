package traceabs

import (
	"fmt"
	"strings"

	"cupel/core/diagram"
	"cupel/core/program"
)

// draw draws the remaining automaton and the last Floyd-Hoare automata that were subtracted.
func (x *search) draw(cex *program.Counterexample) []*diagram.Graph {
	graphs := []*diagram.Graph{x.drawRest(cex)}
	first := max(0, len(x.proofs)-maxDrawn)
	for i, p := range x.proofs[first:] {
		g := x.drawProof(p)
		g.Title = fmt.Sprintf("Floyd-Hoare automaton %d of %d", first+i+1, len(x.proofs))
		graphs = append(graphs, g)
	}
	return graphs
}

// drawRest draws the paths to targets that are not refuted.
func (x *search) drawRest(cex *program.Counterexample) *diagram.Graph {
	d := &diagram.Graph{Title: "paths to the error that are not refuted"}
	if x.rest.Empty() {
		d.Nodes = append(d.Nodes, diagram.Node{Label: "there are none", Kind: diagram.Start})
		return d
	}
	on := map[[2]int]bool{} // state, letter
	if cex != nil {
		q := x.rest.Init
	path:
		for _, e := range cex.Path {
			for _, a := range x.rest.States[q].Arcs {
				if a.Letter == e.ID {
					on[[2]int{q, e.ID}] = true
					q = a.To
					continue path
				}
			}
			break
		}
	}
	for q := range x.rest.States {
		s := &x.rest.States[q]
		n := diagram.Node{ID: q, Label: x.p.Locs[s.Kind].String()}
		switch {
		case s.Accepting:
			n.Kind = diagram.Error
		case q == x.rest.Init:
			n.Kind = diagram.Start
		case x.p.Locs[s.Kind].LoopHead:
			n.Kind = diagram.Loop
		}
		d.Nodes = append(d.Nodes, n)
		for _, a := range s.Arcs {
			d.Edges = append(d.Edges, diagram.Edge{From: q, To: a.To, Label: text(x.p.Edges[a.Letter]), Marked: on[[2]int{q, a.Letter}]})
		}
	}
	return d
}

// drawProof draws the explored part of an automaton; edges between the same states are combined.
func (x *search) drawProof(p proof) *diagram.Graph {
	d := &diagram.Graph{}
	seen := map[int]bool{}
	node := func(q int) {
		if seen[q] {
			return
		}
		seen[q] = true
		n := diagram.Node{ID: q, Label: p.formula(q).StringN(maxLabel)}
		switch {
		case p.Accepting(q):
			n.Kind = diagram.Error
		case len(d.Nodes) == 0:
			n.Kind = diagram.Start
		}
		d.Nodes = append(d.Nodes, n)
	}
	at := map[[2]int]int{} // edges by their end points
	var letters [][]int
	p.transitions(func(q, letter, next int) {
		node(q)
		node(next)
		ends := [2]int{q, next}
		i, ok := at[ends]
		if !ok {
			i = len(d.Edges)
			at[ends] = i
			d.Edges = append(d.Edges, diagram.Edge{From: q, To: next})
			letters = append(letters, nil)
		}
		letters[i] = append(letters[i], letter)
	})
	for i, ls := range letters {
		var lines []string
		for k, l := range ls {
			if k == maxLetters {
				lines = append(lines, fmt.Sprintf("and %d more", len(ls)-k))
				break
			}
			lines = append(lines, text(x.p.Edges[l]))
		}
		d.Edges[i].Label = strings.Join(lines, "\n")
	}
	return d
}

// text prints the operations of an edge.
func text(e *program.Edge) string {
	var ops []string
	for i := range e.Ops {
		if i == maxLetters {
			ops = append(ops, "...")
			break
		}
		ops = append(ops, e.Ops[i].String())
	}
	return strings.Join(ops, "; ")
}
