package bmc

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// variables numbers the program's variables and evaluates terms over them.
type variables struct {
	f       *logic.Factory
	all     []*program.Var
	index   []int32       // by the ID of a symbol: variable number + 1
	initial []*logic.Term // initial values, made on demand
	small   map[*logic.Term]bool
}

func number(p *program.Program) *variables {
	n := &variables{f: p.Terms, all: p.Vars, initial: make([]*logic.Term, len(p.Vars)), small: map[*logic.Term]bool{}}
	last := uint32(0)
	for _, v := range p.Vars {
		last = max(last, v.Sym.ID())
	}
	n.index = make([]int32, last+1)
	for i, v := range p.Vars {
		n.index[v.Sym.ID()] = int32(i) + 1
	}
	return n
}

// of returns the number of the variable with a symbol, or -1.
func (n *variables) of(sym *logic.Term) int {
	if id := sym.ID(); int(id) < len(n.index) {
		return int(n.index[id]) - 1
	}
	return -1
}

// values holds the values of all variables as copy-on-write chunks.
type values struct {
	pieces []*piece
	own    []bool
}

type piece [pieceSize]*logic.Term

func (n *variables) begin() *values {
	k := (len(n.all) + pieceSize - 1) / pieceSize
	m := &values{pieces: make([]*piece, k), own: make([]bool, k)}
	for i := range m.pieces {
		m.pieces[i], m.own[i] = new(piece), true
	}
	return m
}

func (m *values) clone() *values {
	clear(m.own)
	return &values{pieces: append([]*piece(nil), m.pieces...), own: make([]bool, len(m.own))}
}

func (m *values) set(i int, t *logic.Term) {
	k := i / pieceSize
	if m.pieces[k][i%pieceSize] == t {
		return
	}
	if !m.own[k] {
		p := *m.pieces[k]
		m.pieces[k], m.own[k] = &p, true
	}
	m.pieces[k][i%pieceSize] = t
}

// get returns the value of a variable.
func (n *variables) get(m *values, i int) *logic.Term {
	if t := m.pieces[i/pieceSize][i%pieceSize]; t != nil {
		return t
	}
	if n.initial[i] == nil {
		n.initial[i] = n.f.Fresh(n.all[i].Name, n.all[i].Sort())
	}
	return n.initial[i]
}

// eval evaluates a term in a state.
func (n *variables) eval(m *values, t *logic.Term) *logic.Term {
	switch {
	case t.IsGround():
		return t
	case t.IsVar():
		if i := n.of(t); i >= 0 {
			return n.get(m, i)
		}
		return t
	}
	small, known := n.small[t]
	if !known {
		small = treeSize(t, smallTerm) <= smallTerm
		n.small[t] = small
	}
	if small {
		return n.tree(m, t)
	}
	return n.f.NewSubst(func(v *logic.Term) *logic.Term {
		if i := n.of(v); i >= 0 {
			return n.get(m, i)
		}
		return nil
	}).Apply(t)
}

func (n *variables) tree(m *values, t *logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	if t.IsVar() {
		if i := n.of(t); i >= 0 {
			return n.get(m, i)
		}
		return t
	}
	args := make([]*logic.Term, len(t.Args()))
	changed := false
	for i, a := range t.Args() {
		args[i] = n.tree(m, a)
		changed = changed || a != args[i]
	}
	if !changed {
		return t
	}
	return n.f.Rebuild(t, args)
}

// treeSize counts the nodes of t as a tree, giving up above limit.
func treeSize(t *logic.Term, limit int) int {
	if t.Op() == logic.OpForall || t.Op() == logic.OpExists {
		return limit + 1
	}
	n := 1
	for _, a := range t.Args() {
		if n += treeSize(a, limit-n); n > limit {
			break
		}
	}
	return n
}
