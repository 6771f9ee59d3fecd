package testgen

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c/library"
)

// A point is a coverage target: an edge, or an operation in a state that satisfies a formula. The latter are
// outcomes of parts of conditions that are one formula in the program but several branches for a compiler.
type point struct {
	edge   *program.Edge // in the flat program
	op     *program.Op   // nil: the edge is the point
	holds  *logic.Term   // in the state before op
	goal   int           // number of the branch; -1: none
	proven bool          // proven unreachable
}

// points are those of a program.
type points struct {
	all    []point
	ofEdge [][]int               // by edge ID
	ofOp   map[*program.Op][]int // points with formulas
	busy   []bool                // by edge ID: has operations with formulas
}

// branchPoints returns the branches of a module in its flat program, except in library functions.
func branchPoints(goals []*passes.BranchGoal, p *program.Program) *points {
	of := map[*program.Edge]int{}
	for i, g := range goals {
		if !library.Within(g.Pos.File) {
			for _, e := range g.Edges {
				of[e] = i
			}
		}
	}
	ps := newPoints(p)
	for _, e := range p.Edges {
		if g, ok := of[e.Origin]; ok && e.Branch != nil {
			ps.add(point{edge: e, goal: g})
		}
		if !library.Within(e.Pos.File) {
			ps.fine(p.Terms, e)
		}
	}
	return ps
}

// errorPoints returns the edges into the error.
func errorPoints(p *program.Program) *points {
	ps := newPoints(p)
	for _, e := range p.Error.In {
		ps.add(point{edge: e, goal: 0})
	}
	return ps
}

func newPoints(p *program.Program) *points {
	return &points{ofEdge: make([][]int, len(p.Edges)), busy: make([]bool, len(p.Edges)), ofOp: map[*program.Op][]int{}}
}

func (ps *points) add(p point) {
	n := len(ps.all)
	ps.all = append(ps.all, p)
	if p.op == nil {
		ps.ofEdge[p.edge.ID] = append(ps.ofEdge[p.edge.ID], n)
		return
	}
	ps.ofOp[p.op] = append(ps.ofOp[p.op], n)
	ps.busy[p.edge.ID] = true
}

// fine adds the parts of an edge's conditions.
func (ps *points) fine(f *logic.Factory, e *program.Edge) {
	for i := range e.Ops {
		op := &e.Ops[i]
		if op.Expr == nil || logic.Size(op.Expr) > maxFineSize {
			continue
		}
		var parts []*logic.Term
		switch {
		case op.Kind == program.OpAssume && e.Branch != nil:
			parts = append(divide(f, op.Expr), choices(f, op.Expr)...)
		case op.Kind == program.OpAssign:
			parts = choices(f, op.Expr)
		}
		for _, t := range parts[:min(len(parts), maxFine)] {
			if !t.IsConst() {
				ps.add(point{edge: e, op: op, holds: t, goal: -1})
			}
		}
	}
}

// divide lists the ways to satisfy a condition that short-circuit evaluation distinguishes: for a disjunction,
// each disjunct alone. None if the condition cannot be divided.
func divide(f *logic.Factory, t *logic.Term) []*logic.Term {
	neg := t.Op() == logic.OpNot
	if neg {
		t = t.Arg(0)
	}
	op := t.Op()
	if op != logic.OpAnd && op != logic.OpOr {
		return nil
	}
	parts := make([]*logic.Term, len(t.Args()))
	for i, a := range t.Args() {
		if parts[i] = a; neg {
			parts[i] = f.Not(a)
		}
	}
	alone := (op == logic.OpOr) != neg
	var out []*logic.Term
	for i := range parts {
		var rest []*logic.Term
		for j, p := range parts {
			if j != i && alone {
				p = f.Not(p)
			}
			if j != i {
				rest = append(rest, p)
			}
		}
		with := f.And(rest...)
		finer := divide(f, parts[i])
		if alone && len(finer) == 0 {
			finer = []*logic.Term{parts[i]}
		}
		for _, x := range finer {
			out = append(out, f.And(x, with))
		}
		if len(out) > maxFine {
			break
		}
	}
	return out
}

// choices lists the outcomes of conditions inside a term.
func choices(f *logic.Factory, t *logic.Term) []*logic.Term {
	var out []*logic.Term
	logic.Walk(func(u *logic.Term) bool {
		if u.Op() != logic.OpIte {
			return true
		}
		c := u.Arg(0)
		divisible := divide(f, c) != nil || divide(f, f.Not(c)) != nil
		if truth := isTruth(u.Arg(1)) && isTruth(u.Arg(2)); truth && !divisible {
			return true // a comparison used as a number
		}
		for _, x := range []*logic.Term{c, f.Not(c)} {
			if finer := divide(f, x); len(finer) > 0 {
				out = append(out, finer...)
			} else {
				out = append(out, x)
			}
		}
		return true
	}, t)
	return out
}

// isTruth reports whether t is 0 or 1.
func isTruth(t *logic.Term) bool {
	return t.Sort().IsBV() && t.IsConst() && t.BVBig().BitLen() <= 1
}
