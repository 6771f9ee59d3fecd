package ssa

import (
	"maps"
	"slices"
	"strconv"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// Style is the encoding of assignments.
type Style uint8

// The styles.
const (
	// Symbolic substitutes: the value of a variable is a term over the symbols of
	// initial values and havocs.
	Symbolic Style = iota
	// Definitional gives every assignment a symbol of its own, defined by a Def; no two variables share a symbol.
	Definitional
)

// Options of a State.
type Options struct {
	Style Style
	// Initial gives variables their initial values; nil, or a nil value: the
	// symbol x#0.
	Initial func(v *program.Var) *logic.Term
}

// A State is a symbolic memory. The zero value of a variable is its initial
// symbol x#0. A State belongs to one goroutine.
type State struct {
	p       *program.Program
	o       Options
	vals    map[*program.Var]*logic.Term
	version map[*program.Var]int // of the last symbol made
	symbols map[*program.Var][]*logic.Term
	guards  []*logic.Term // Booleans made for choices
	trace   []event
	trail   []change
	subst   *logic.Substitution // of the current values; nil after a change
}

// A change is an undo record.
type change struct {
	v       *program.Var
	old     *logic.Term
	version int
}

// A Mark is a position in a State's history, for Undo.
type Mark struct{ trail, trace, guards int }

// NewState returns the memory at p's Init: every variable has any value.
func NewState(p *program.Program, o Options) *State {
	return &State{p: p, o: o, vals: map[*program.Var]*logic.Term{}, version: map[*program.Var]int{},
		symbols: map[*program.Var][]*logic.Term{}}
}

// Clone returns an independent copy without the history: it cannot be undone
// beyond this moment.
func (s *State) Clone() *State {
	symbols := make(map[*program.Var][]*logic.Term, len(s.symbols))
	for v, syms := range s.symbols {
		symbols[v] = slices.Clip(syms)
	}
	return &State{p: s.p, o: s.o, vals: maps.Clone(s.vals), version: maps.Clone(s.version),
		symbols: symbols, guards: slices.Clip(s.guards), trace: slices.Clone(s.trace)}
}

// symbol returns x#k.
func (s *State) symbol(v *program.Var, k int) *logic.Term {
	for i := len(s.symbols[v]); i <= k; i++ {
		s.symbols[v] = append(s.symbols[v], s.p.Terms.Var(v.Sym.Name()+"#"+strconv.Itoa(i), v.Sort()))
	}
	return s.symbols[v][k]
}

// Value returns v's current value.
func (s *State) Value(v *program.Var) *logic.Term {
	if t := s.vals[v]; t != nil {
		return t
	}
	if s.o.Initial != nil {
		if t := s.o.Initial(v); t != nil {
			return t
		}
	}
	return s.symbol(v, 0)
}

// Set assigns a variable a term.
func (s *State) Set(v *program.Var, t *logic.Term) { s.set(v, t, s.version[v]) }

// Havocs returns the havocs executed so far outside of choices.
func (s *State) Havocs() []Havoc {
	var hs []Havoc
	for _, e := range s.trace {
		if e.havoc != nil {
			hs = append(hs, *e.havoc)
		}
	}
	return hs
}

// Eval returns t, a term over program variables, in the current state.
func (s *State) Eval(t *logic.Term) *logic.Term {
	if s.subst == nil {
		s.subst = s.p.Terms.NewSubst(func(sym *logic.Term) *logic.Term {
			if v := s.p.VarOf(sym); v != nil {
				return s.Value(v)
			}
			return nil
		})
	}
	return s.subst.Apply(t)
}

func (s *State) set(v *program.Var, t *logic.Term, version int) {
	s.trail = append(s.trail, change{v, s.vals[v], s.version[v]})
	s.vals[v], s.version[v], s.subst = t, version, nil
}

// fresh makes and returns v's next symbol its value.
func (s *State) fresh(v *program.Var) *logic.Term {
	k := s.version[v] + 1
	sym := s.symbol(v, k)
	s.set(v, sym, k)
	return sym
}

// Mark returns the present moment.
func (s *State) Mark() Mark { return Mark{len(s.trail), len(s.trace), len(s.guards)} }

// Undo returns to an earlier Mark; the version numbers used since then are used again.
func (s *State) Undo(m Mark) {
	for i := len(s.trail) - 1; i >= m.trail; i-- {
		c := s.trail[i]
		if c.old == nil {
			delete(s.vals, c.v)
		} else {
			s.vals[c.v] = c.old
		}
		s.version[c.v] = c.version
	}
	s.trail, s.trace, s.guards, s.subst = s.trail[:m.trail], s.trace[:m.trace], s.guards[:m.guards], nil
}

// Apply executes one operation and returns the assumptions, over the State's symbols, under which the execution continues; constants true are left out. In
// the definitional style use Step, which returns the definitions as well.
func (s *State) Apply(o *program.Op) []*logic.Term {
	var st interpolation.Step
	s.apply(o, &st)
	return st.Assumes
}

// Step executes operations in order and returns their definitions and assumptions.
func (s *State) Step(ops []program.Op) interpolation.Step {
	var st interpolation.Step
	for i := range ops {
		s.apply(&ops[i], &st)
	}
	return st
}

func (s *State) apply(o *program.Op, st *interpolation.Step) {
	switch o.Kind {
	case program.OpAssume:
		s.assume(o.Expr, st)
	case program.OpAssign:
		s.assign(o.Var, s.Eval(o.Expr), st)
	case program.OpHavoc:
		sym := s.fresh(o.Var)
		s.trace = append(s.trace, event{havoc: &Havoc{Var: o.Var, Input: o.Input, ID: o.ID, Sym: sym}})
	case program.OpChoice:
		s.choice(o.Alts, st)
	}
}

func (s *State) assume(t *logic.Term, st *interpolation.Step) {
	if t = s.Eval(t); !t.IsTrue() {
		st.Assumes = append(st.Assumes, t)
	}
}

func (s *State) assign(v *program.Var, t *logic.Term, st *interpolation.Step) {
	if s.o.Style == Symbolic {
		s.set(v, t, s.version[v])
		return
	}
	st.Defs = append(st.Defs, interpolation.Def{Sym: s.fresh(v), Value: t})
}
