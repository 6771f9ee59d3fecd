package relational

import (
	"cmp"
	"slices"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// key is a class of executions: for the last two loops that they entered, the
// older first, twice the number of the head plus 2, plus 1 when an iteration is
// complete. 0: no loop.
type key [2]int

// collapsed is the class of all executions, where there are too many classes.
var collapsed = key{-1, -1}

// enter returns the class after entering the loop at head l.
func (k key) enter(l *program.Location) key {
	e := 2*l.ID + 2
	switch {
	case k == collapsed:
		return k
	case k[0]|1 == e|1: // the entry of an earlier visit is dropped
		k = key{k[1], 0}
	case k[1]|1 == e|1:
		k[1] = 0
	}
	switch {
	case k[0] == 0:
		return key{e, 0}
	case k[1] == 0:
		return key{k[0], e}
	}
	return key{k[1], e}
}

// iterate returns the class after an iteration of the loop at head l.
func (k key) iterate(l *program.Location) key {
	for i, e := range k {
		if k != collapsed && e == 2*l.ID+2 {
			k[i]++
		}
	}
	return k
}

func (k key) compare(l key) int { return cmp.Or(cmp.Compare(k[0], l[0]), cmp.Compare(k[1], l[1])) }

// part is the state of one class of executions.
type part struct {
	key key
	s   *State
}

// parts describes the union of its parts' states; it has at least one, they are
// sorted by key.
type parts []part

// partition is the trace partitioning domain (Rival and Mauborgne, "The trace partitioning abstract domain", TOPLAS 2007) by whether the last loops have
// been iterated: an invariant that holds only after the first iteration, or only before it, is not joined away.
type partition struct {
	*Domain
	innermost []*program.Loop
}

func newPartition(d *Domain) *partition {
	_, innermost := program.Loops(d.p)
	return &partition{d, innermost}
}

// Initial has one part.
func (d *partition) Initial() parts { return parts{{s: d.Domain.Initial()}} }

// Post executes an edge from every part.
func (d *partition) Post(ps parts, e *program.Edge) (parts, bool) {
	var out parts
	head, back := d.entersHead(e)
	for _, p := range ps {
		s, ok := d.Domain.Post(p.s, e)
		if !ok {
			continue
		}
		k := p.key
		switch {
		case head && back:
			k = k.iterate(e.Dst)
		case head:
			k = k.enter(e.Dst)
		}
		out = d.insert(out, part{k, s})
	}
	return out, len(out) > 0
}

// entersHead reports whether e leads to the head of a loop, and whether from inside it.
func (d *partition) entersHead(e *program.Edge) (head, back bool) {
	in := d.innermost[e.Dst.ID]
	if in == nil || in.Head != e.Dst {
		return false, false
	}
	for l := d.innermost[e.Src.ID]; l != nil; l = l.Parent {
		if l == in {
			return true, true
		}
	}
	return true, false
}

// insert adds a part to ps, which it may change.
func (d *partition) insert(ps parts, p part) parts {
	i, found := slices.BinarySearchFunc(ps, p, func(a, b part) int { return a.key.compare(b.key) })
	if found {
		ps[i].s = d.Domain.Join(ps[i].s, p.s)
		return ps
	}
	return slices.Insert(ps, i, p)
}

// limit makes one part of all when there are too many, for good.
func (d *partition) limit(ps parts) parts {
	if len(ps) == 1 || len(ps) <= maxParts && ps[0].key != collapsed {
		return ps
	}
	return d.collapse(ps)
}

// Join joins class by class.
func (d *partition) Join(ps, qs parts) parts {
	out := slices.Clone(ps)
	for _, q := range qs {
		if sabotage.Active(sabotage.RelationalPartition) {
			break
		}
		out = d.insert(out, q)
	}
	return d.limit(out)
}

// Leq compares class by class.
func (d *partition) Leq(ps, qs parts) bool {
	for _, p := range ps {
		if !slices.ContainsFunc(qs, func(q part) bool {
			return (q.key == p.key || q.key == collapsed) && d.Domain.Leq(p.s, q.s)
		}) {
			return false
		}
	}
	return true
}

// Widen widens class by class.
func (d *partition) Widen(ps, qs parts, n int) parts {
	if ps[0].key == collapsed || qs[0].key == collapsed {
		ps, qs = d.collapse(ps), d.collapse(qs)
	}
	out := slices.Clone(ps)
	for _, q := range qs {
		i, found := slices.BinarySearchFunc(out, q, func(a, b part) int { return a.key.compare(b.key) })
		switch {
		case !found:
			out = slices.Insert(out, i, q)
		case !d.Domain.Leq(q.s, out[i].s):
			out[i].s = d.Domain.Widen(out[i].s, q.s, n)
		}
	}
	return d.limit(out)
}

func (d *partition) collapse(ps parts) parts {
	s := ps[0].s
	for _, p := range ps[1:] {
		s = d.Domain.Join(s, p.s)
	}
	return parts{{collapsed, s}}
}

// Simplify simplifies every part.
func (d *partition) Simplify(l *program.Location, ps parts) parts {
	out := slices.Clone(ps)
	for i, p := range out {
		out[i].s = d.Domain.Simplify(l, p.s)
	}
	return out
}
