package loop

import (
	"errors"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
)

// An automaton is a contract as a loop, lowered for engines.
type automaton struct {
	*lower.Procedure
	head *program.Location
	// leaves and resumes are the calls of unknown code that edges begin, and behind which they continue, by number;
	// within are the procedures with these calls.
	leaves, resumes map[*program.Edge]int
	within          []string
}

// errNoLoop means that no transaction terminates, so that nothing can be found.
var errNoLoop = errors.New("no loop")

// link adds the edges for calls of unknown code: from their beginning to the loop head, and from the head to
// the code after them, where everything but the state is arbitrary.
func link(s *system, l *lower.Procedure) (*automaton, error) {
	a := &automaton{Procedure: l, leaves: map[*program.Edge]int{}, resumes: map[*program.Edge]int{}}
	q := l.Program
	for at := range l.Loops { // the procedure's only own loop
		a.head = at
	}
	if a.head == nil {
		return nil, errNoLoop
	}
	var from []*program.Location
	var back *program.Location
	for _, e := range q.Edges {
		switch as := l.Markers[e]; {
		case marked(as, leave):
			a.leaves[e] = len(from)
			from = append(from, e.Dst)
			a.within = append(a.within, a.started(e.Src))
		case marked(as, resume):
			back = e.Dst
		}
	}
	if back != nil {
		cut(q, back)
		a.resume(s, from, back)
	}
	program.MarkLoopHeads(q)
	if err := program.SanityProgram(q); err != nil {
		return nil, err
	}
	return a, nil
}

// started is the procedure whose transaction comes to a location.
func (a *automaton) started(at *program.Location) string {
	seen := map[*program.Location]bool{}
	for todo := []*program.Location{at}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, e := range l.In {
			if as := a.Markers[e]; marked(as, begin) {
				return text(as.Find("marker").Args[1])
			}
			todo = append(todo, e.Src)
		}
	}
	return ""
}

// marked reports whether attributes contain a marker.
func marked(as boogie.Attributes, marker string) bool {
	x := as.Find("marker")
	return x != nil && text(x.Args[0]) == marker
}

// text is the value of a string.
func text(e boogie.Expr) string {
	if s, ok := e.(*boogie.StringLit); ok {
		return s.Value
	}
	return ""
}

// cut removes the edges out of a location.
func cut(q *program.Program, at *program.Location) {
	for _, e := range at.Out {
		e.Dst.In = slices.DeleteFunc(e.Dst.In, func(x *program.Edge) bool { return x == e })
		q.Edges = slices.DeleteFunc(q.Edges, func(x *program.Edge) bool { return x == e })
	}
	for i, e := range q.Edges {
		e.ID = i
	}
	at.Out = nil
}

// resume adds the edges.
func (a *automaton) resume(s *system, from []*program.Location, back *program.Location) {
	q := a.Program
	havocs := 0
	defined := map[*program.Var]bool{}
	for _, e := range q.Edges {
		for op := range program.AllOps(e.Ops) {
			havocs = max(havocs, op.ID)
			if e.Src != q.Init {
				op.Defines(func(v *program.Var) { defined[v] = true })
			}
		}
	}
	havoc := func(v *program.Var) program.Op {
		havocs++
		return program.Op{Kind: program.OpHavoc, Var: v, ID: havocs, Pos: a.head.Pos}
	}
	var this *program.Var
	for _, v := range q.Vars {
		if c := a.Cell(v); c != nil && c.Own && c.Name == "this" {
			this = v
		}
	}
	which := q.NewVar("$which", logic.Int)
	q.NewEdge(back, q.NewLocation(back.Func, back.Pos), havoc(which))
	back = back.Out[0].Dst
	f := q.Terms
	rest := f.True()
	for i, at := range from {
		is := f.Eq(which.Sym, f.IntConst(int64(i)))
		if i == len(from)-1 {
			is = f.True()
		}
		ops := []program.Op{program.Assume(f.And(rest, is))}
		rest = f.And(rest, f.Not(is))
		for _, v := range q.Vars {
			switch c := a.Cell(v); {
			case !defined[v] || v == which || c != nil && !c.Saved && s.state[c.Name]:
			case c != nil && c.Name == "this" && this != nil:
				ops = append(ops, program.Assign(v, this.Sym))
			default:
				ops = append(ops, havoc(v))
			}
		}
		behind := q.NewLocation(at.Func, at.Pos)
		behind.Out, at.Out = at.Out, nil
		for _, e := range behind.Out {
			e.Src = behind
		}
		a.resumes[q.NewEdge(back, behind, ops...)] = i
		q.NewEdge(at, a.head)
	}
}
