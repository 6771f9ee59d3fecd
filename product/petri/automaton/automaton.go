package automaton

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/petri"
	"cupel/product/petri/bmc"
)

// A System is a net with a goal as a program whose error location is reachable exactly if the goal is.
type System struct {
	Program *program.Program

	transition map[*program.Edge]int
}

// New encodes the net and goal, a result of petri.Net.Normalize. Token counts are
// mathematical integers.
func New(n *petri.Net, goal *petri.Predicate) *System {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	s := &System{Program: p, transition: map[*program.Edge]int{}}
	vars := make([]*program.Var, len(n.Places))
	tokens := make([]*logic.Term, len(n.Places))
	for i := range n.Places {
		// The colon keeps identifiers apart from every other symbol.
		vars[i] = p.NewVar("place:"+n.Places[i].ID, logic.Int)
		tokens[i] = vars[i].Sym
	}
	at := func(line int) program.Pos { return program.Pos{File: "net", Line: line, Col: 1} }
	p.Init = p.NewLocation("net", at(1))
	head := p.NewLocation("net", at(2))
	p.Error = p.NewLocation("net", at(3))

	num := func(k int64) *logic.Term { return f.IntConst(k) }
	var start []program.Op
	for i, k := range n.Initial() {
		start = append(start, program.Assign(vars[i], num(k)))
	}
	p.NewEdge(p.Init, head, start...)
	p.NewEdge(head, p.Error, program.Assume(bmc.Formula(f, goal, tokens)))
	for i := range n.Transitions {
		t := &n.Transitions[i]
		var enabled []*logic.Term
		for _, a := range t.Pre {
			enabled = append(enabled, f.Ge(tokens[a.Index], num(a.Weight)))
		}
		for _, a := range t.Inhibitors {
			enabled = append(enabled, f.Lt(tokens[a.Index], num(a.Weight)))
		}
		ops := []program.Op{program.Assume(f.And(enabled...))}
		for _, a := range t.Effect {
			ops = append(ops, program.Assign(vars[a.Index], f.Add(tokens[a.Index], num(a.Weight))))
		}
		s.transition[p.NewEdge(head, head, ops...)] = i
	}
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return s
}

// Sequence returns the firing sequence of a path of the program, or of a program derived by passes.
func (s *System) Sequence(path []*program.Edge) []int {
	var seq []int
	for _, e := range path {
		for ; e != nil; e = e.Origin {
			if t, ok := s.transition[e]; ok {
				seq = append(seq, t)
				break
			}
		}
	}
	return seq
}
