package ssa

import (
	"strconv"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// Havoc is an executed OpHavoc; Sym is the symbol of the value it took.
type Havoc struct {
	Var   *program.Var
	Input *program.Input // nil when the havoc is no program input
	ID    int            // of the operation
	Sym   *logic.Term
}

// An event is a nondeterministic decision of an execution: the value of a havoc, or the alternative taken of a choice.
type event struct {
	havoc  *Havoc
	guards []*logic.Term // of a choice: alternative i is the first with a true guard, or the last
	alts   [][]event
}

// choice executes all alternatives from the current state and joins them.
func (s *State) choice(alts [][]program.Op, st *interpolation.Step) {
	f := s.p.Terms
	ev := event{guards: s.makeGuards(alts)}
	outer := s.trace
	type outcome struct {
		vals   map[*program.Var]*logic.Term
		assume *logic.Term
	}
	var outcomes []outcome
	var changed []*program.Var
	seen := map[*program.Var]bool{}
	for _, alt := range alts {
		s.trace = nil
		base := len(s.trail)
		sub := s.Step(alt)
		st.Defs = append(st.Defs, sub.Defs...) // definitions are harmless where the alternative is not taken
		out := outcome{map[*program.Var]*logic.Term{}, f.And(sub.Assumes...)}
		for _, c := range s.trail[base:] {
			if !seen[c.v] {
				seen[c.v] = true
				changed = append(changed, c.v)
			}
			out.vals[c.v] = s.Value(c.v)
		}
		outcomes = append(outcomes, out)
		ev.alts = append(ev.alts, s.trace)
		s.restore(base)
	}
	s.trace = append(outer, ev)
	pick := func(of func(outcome) *logic.Term) *logic.Term {
		t := of(outcomes[len(outcomes)-1])
		for i := len(outcomes) - 2; i >= 0; i-- {
			t = f.Ite(ev.guards[i], of(outcomes[i]), t)
		}
		return t
	}
	if a := pick(func(o outcome) *logic.Term { return o.assume }); !a.IsTrue() {
		st.Assumes = append(st.Assumes, a)
	}
	joined := make([]*logic.Term, len(changed))
	for i, v := range changed {
		joined[i] = pick(func(o outcome) *logic.Term {
			if t := o.vals[v]; t != nil {
				return t
			}
			return s.Value(v)
		})
	}
	for i, v := range changed {
		if joined[i] != s.Value(v) {
			s.assign(v, joined[i], st)
		}
	}
}

// restore resets the variables' values to an earlier moment of the trail but keeps counting versions, so that symbols of different alternatives differ.
func (s *State) restore(base int) {
	first := map[*program.Var]*logic.Term{}
	var order []*program.Var
	for _, c := range s.trail[base:] {
		if _, ok := first[c.v]; !ok {
			first[c.v] = c.old
			order = append(order, c.v)
		}
	}
	for _, v := range order {
		s.set(v, first[v], s.version[v])
		if first[v] == nil {
			delete(s.vals, v)
		}
	}
}

// makeGuards returns, for every alternative but the last, the condition to take it given that those before were not taken.
func (s *State) makeGuards(alts [][]program.Op) []*logic.Term {
	if len(alts) == 2 {
		a, b := leading(alts[0]), leading(alts[1])
		if a != nil && b != nil && s.p.Terms.Not(a) == b {
			return []*logic.Term{s.Eval(a)}
		}
	}
	var gs []*logic.Term
	for range len(alts) - 1 {
		g := s.p.Terms.Var("choice#"+strconv.Itoa(len(s.guards)), logic.Bool)
		s.guards = append(s.guards, g)
		gs = append(gs, g)
	}
	return gs
}

func leading(ops []program.Op) *logic.Term {
	if len(ops) > 0 && ops[0].Kind == program.OpAssume {
		return ops[0].Expr
	}
	return nil
}

// Resolve returns the decisions of the execution that a model describes, given the truth of terms over the State's symbols: the havocs that are executed
// and the index of the alternative of every choice on the way, in order.
func (s *State) Resolve(holds func(*logic.Term) bool) (havocs []Havoc, choices []int) {
	return resolve(s.trace, holds)
}

func resolve(trace []event, holds func(*logic.Term) bool) (havocs []Havoc, choices []int) {
	for _, ev := range trace {
		if ev.havoc != nil {
			havocs = append(havocs, *ev.havoc)
			continue
		}
		i := 0
		for i < len(ev.guards) && !holds(ev.guards[i]) {
			i++
		}
		hs, cs := resolve(ev.alts[i], holds)
		havocs = append(havocs, hs...)
		choices = append(append(choices, i), cs...)
	}
	return havocs, choices
}

// Chooser returns a function for program.Path.Back that returns the choices in order.
func Chooser(choices []int) func(alternatives int) int {
	next := 0
	return func(alternatives int) int {
		if next >= len(choices) {
			return 0
		}
		next++
		return min(choices[next-1], alternatives-1)
	}
}
