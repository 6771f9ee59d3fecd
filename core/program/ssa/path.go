package ssa

import (
	"sort"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// An Encoding is a path as a sequence of formulas. Position k is the moment
// before edge k; position Len is the end.
type Encoding struct {
	Steps   []interpolation.Step // one per edge
	p       *program.Program
	state   *State
	history map[*program.Var][]binding
	holders map[*logic.Term][]holder
	made    map[*logic.Term]bool // the symbols of the encoding
}

// A binding is a value that a variable has from a position on.
type binding struct {
	from int
	term *logic.Term
}

// A holder is a variable whose value is a symbol in positions from..to.
type holder struct {
	v        *program.Var
	from, to int
}

// Encode encodes a path, whose edges must connect, from any initial values.
func Encode(p *program.Program, path []*program.Edge, o Options) *Encoding {
	e := &Encoding{p: p, state: NewState(p, o), history: map[*program.Var][]binding{}}
	for k, edge := range path {
		base := len(e.state.trail)
		e.Steps = append(e.Steps, e.state.Step(edge.Ops))
		for _, c := range e.state.trail[base:] {
			hs := e.history[c.v]
			now := e.state.Value(c.v)
			switch n := len(hs); {
			case n > 0 && hs[n-1].from == k+1:
				hs[n-1].term = now
			case n > 0 && hs[n-1].term == now:
			default:
				hs = append(hs, binding{k + 1, now})
			}
			e.history[c.v] = hs
		}
	}
	return e
}

// Len returns the number of edges.
func (e *Encoding) Len() int { return len(e.Steps) }

// Value returns the value of v at position k.
func (e *Encoding) Value(k int, v *program.Var) *logic.Term {
	hs := e.history[v]
	i := sort.Search(len(hs), func(i int) bool { return hs[i].from > k })
	if i == 0 {
		return e.state.symbol(v, 0)
	}
	return hs[i-1].term
}

// Instance returns t, over program variables, in the state at position k.
func (e *Encoding) Instance(k int, t *logic.Term) *logic.Term {
	return e.p.Terms.NewSubst(func(sym *logic.Term) *logic.Term {
		if v := e.p.VarOf(sym); v != nil {
			return e.Value(k, v)
		}
		return nil
	}).Apply(t)
}

// Back is the inverse of Instance: it replaces every symbol by the variable that
// has it as value at position k, and reports false when some symbol is no
// variable's value there. In the definitional style an interpolant between
// steps k-1 and k always has an image.
func (e *Encoding) Back(k int, t *logic.Term) (*logic.Term, bool) {
	e.index()
	image := map[*logic.Term]*logic.Term{}
	for _, sym := range logic.FreeVars(t) {
		for _, h := range e.holders[sym] {
			if h.from <= k && k <= h.to {
				image[sym] = h.v.Sym
				break
			}
		}
		if image[sym] == nil && e.made[sym] {
			return nil, false
		}
	}
	return e.p.Terms.Subst(t, image), true
}

// index finds the variables that hold symbols, in the order of p.Vars.
func (e *Encoding) index() {
	if e.holders != nil {
		return
	}
	e.holders, e.made = map[*logic.Term][]holder{}, map[*logic.Term]bool{}
	for _, g := range e.state.guards {
		e.made[g] = true
	}
	for _, v := range e.p.Vars {
		from, term := 0, e.state.symbol(v, 0)
		hold := func(to int) {
			if term.IsVar() && from <= to {
				e.holders[term] = append(e.holders[term], holder{v, from, to})
			}
		}
		for _, b := range e.history[v] {
			hold(b.from - 1)
			from, term = b.from, b.term
		}
		hold(len(e.Steps))
		for _, sym := range e.state.symbols[v] {
			e.made[sym] = true
		}
	}
}

// StepFormula returns the conjunction of the definitions and assumptions of edge k.
func (e *Encoding) StepFormula(k int) *logic.Term {
	f := e.p.Terms
	var cs []*logic.Term
	for _, d := range e.Steps[k].Defs {
		cs = append(cs, f.Eq(d.Sym, d.Value))
	}
	return f.And(append(cs, e.Steps[k].Assumes...)...)
}

// Resolve returns the havocs and choices of an execution; see State.Resolve.
func (e *Encoding) Resolve(holds func(*logic.Term) bool) (havocs []Havoc, choices []int) {
	return e.state.Resolve(holds)
}
