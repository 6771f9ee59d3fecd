package bmc

import (
	"encoding/binary"
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// What is reachable from a state depends on its values and on those literals of its guard that share symbols
// with them, directly or transitively. The remaining literals only state that the state is reached; where a
// model proves that, they are redundant and dropped. Two states whose values and relevant literals are equal up
// to renaming of symbols have the same continuations.

// essence is the part of a state that determines its continuations.
type essence struct {
	syms   map[*logic.Term]bool // symbols of the values and literals
	order  []*logic.Term        // the same, ordered
	lits   []*logic.Term        // literals of the guard, from the root on
	others bool                 // the guard has further literals
}

// symbols returns the free symbols of a term; false if it is too large.
func (x *search) symbols(t *logic.Term) ([]*logic.Term, bool) {
	if t.IsGround() {
		return nil, true
	}
	if t.IsVar() {
		return []*logic.Term{t}, true
	}
	s, known := x.free[t]
	if !known {
		if treeSize(t, maxEssence) <= maxEssence {
			s = logic.FreeVars(t)
		}
		x.free[t] = s
	}
	return s, s != nil
}

func (e *essence) add(syms []*logic.Term) {
	for _, v := range syms {
		if !e.syms[v] {
			e.syms[v] = true
			e.order = append(e.order, v)
		}
	}
}

// essence returns the essence of a state at a location; nil if it is too large.
func (x *search) essence(l *program.Location, s *state) *essence {
	if s.g.depth > maxEssence {
		return nil
	}
	e := &essence{syms: map[*logic.Term]bool{}}
	for _, i := range x.liveAt(l) {
		syms, ok := x.symbols(x.vars.get(s.m, i))
		if !ok {
			return nil
		}
		e.add(syms)
	}
	type open struct {
		lit  *logic.Term
		syms []*logic.Term
		in   bool
	}
	var lits []open
	for g := s.g; g.up != nil; g = g.up {
		syms, ok := x.symbols(g.lit)
		if !ok {
			return nil
		}
		lits = append(lits, open{g.lit, syms, false})
	}
	slices.Reverse(lits)
	for changed := true; changed; {
		changed = false
		for i := range lits {
			o := &lits[i]
			if o.in || !slices.ContainsFunc(o.syms, func(v *logic.Term) bool { return e.syms[v] }) {
				continue
			}
			o.in, changed = true, true
			e.add(o.syms)
		}
	}
	for _, o := range lits {
		if o.in {
			e.lits = append(e.lits, o.lit)
		} else {
			e.others = true
		}
	}
	return e
}

// A sight is a state at a loop head from which execution continued.
type sight struct {
	g    *guard
	lits map[*logic.Term]bool // of its essence, with canonical names; nil: the whole guard counts
}

// standard returns the state's values and literals with canonical symbol names, which are equal for states that
// are equal up to renaming.
func (x *search) standard(l *program.Location, s *state, e *essence) (string, map[*logic.Term]bool) {
	names := map[*logic.Term]*logic.Term{}
	count := map[*logic.Sort]int{}
	rename := func(t *logic.Term) *logic.Term {
		syms, _ := x.symbols(t)
		for _, v := range syms {
			if names[v] != nil {
				continue
			}
			k := count[v.Sort()]
			count[v.Sort()]++
			if k == len(x.names[v.Sort()]) {
				x.names[v.Sort()] = append(x.names[v.Sort()], x.f.Fresh("same", v.Sort()))
			}
			names[v] = x.names[v.Sort()][k]
		}
		return x.f.Subst(t, names)
	}
	key := binary.LittleEndian.AppendUint32([]byte{1}, uint32(l.ID))
	for _, i := range x.liveAt(l) {
		key = binary.LittleEndian.AppendUint32(key, rename(x.vars.get(s.m, i)).ID())
	}
	lits := map[*logic.Term]bool{}
	for _, t := range e.lits {
		lits[rename(t)] = true
	}
	for _, v := range e.order {
		for _, t := range x.bounds[v] {
			lits[rename(t)] = true
		}
	}
	return string(key), lits
}

// exact is the key of a state whose essence is too large: its values as they are.
func (x *search) exact(l *program.Location, s *state) string {
	key := binary.LittleEndian.AppendUint32([]byte{0}, uint32(l.ID))
	for _, i := range x.liveAt(l) {
		key = binary.LittleEndian.AppendUint32(key, x.vars.get(s.m, i).ID())
	}
	return string(key)
}

// covered reports whether execution continued earlier, at the same location, from a reachable state that has
// all continuations of this one. If not it returns the key and the sight under which to record the state.
func (x *search) covered(l *program.Location, s *state, e *essence) (string, sight, bool) {
	var key string
	now := sight{g: s.g}
	if e == nil {
		key = x.exact(l, s)
	} else {
		key, now.lits = x.standard(l, s, e)
	}
	for _, before := range x.seen[key] {
		if e == nil {
			if s.g.extends(before.g) {
				return key, now, true
			}
			continue
		}
		if !before.g.sat && !s.g.extends(before.g) {
			continue
		}
		weaker := true
		for t := range before.lits {
			weaker = weaker && now.lits[t]
		}
		if weaker {
			return key, now, true
		}
	}
	return key, now, false
}

// A renamed is a symbol with its name after forget renamed it.
type renamed struct{ before, now *logic.Term }

// forget replaces the guard of a state by its essence and keeps the model that proves the state reachable.
// Guards of different states are disjoint; an equation on the symbol way keeps them so after the literals that
// separated them are dropped.
func (x *search) forget(n *node, s *state, e *essence) *state {
	if e == nil || !e.others || s.g.vals == nil || len(e.lits)+1 >= s.g.depth {
		return s
	}
	n.reached = s.g.vals
	for _, v := range e.order {
		n.kept = append(n.kept, renamed{v, v})
	}
	vals := maps.Clone(s.g.vals)
	out := &state{m: s.m, loop: s.loop, count: s.count}
	lits := e.lits
	if e.syms[x.way] { // the state mentions earlier values of way
		old := x.f.Fresh("way", x.way.Sort())
		vals[old] = vals[x.way]
		if vals[old] == nil {
			vals[old] = x.f.Zero(old.Sort())
		}
		n.kept[slices.Index(e.order, x.way)].now = old
		to := map[*logic.Term]*logic.Term{x.way: old}
		out.m = s.m.clone()
		for _, i := range x.liveAt(n.loc) {
			out.m.set(i, x.f.Subst(x.vars.get(s.m, i), to))
		}
		lits = nil
		for _, t := range e.lits {
			lits = append(lits, x.f.Subst(t, to))
		}
	}
	x.ways++
	g := x.gs.and(x.gs.root, x.wayIs(x.ways))
	for _, t := range lits {
		if g = x.gs.and(g, t); g == nil {
			n.reached, n.kept = nil, nil
			return s // contradicts the model; kept as it was
		}
	}
	vals[x.way] = x.wayValue(x.ways)
	out.g = g
	g.satisfiable(vals)
	x.remember(x.model(vals))
	return out
}

func (x *search) wayIs(k int) *logic.Term { return x.f.Eq(x.way, x.wayValue(k)) }

func (x *search) wayValue(k int) *logic.Term {
	if x.way.Sort() == logic.Int {
		return x.f.IntConst(int64(k))
	}
	return x.f.BV(uint64(k), x.way.Sort().Width())
}
