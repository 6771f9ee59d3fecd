package distinguished

import (
	"slices"

	"cupel/logic"
	"cupel/program"
)

// Phases divides the locations of a program that Transform has made by how far its loops have come: whether a loop that writes a cell has passed
// the distinguished index since it was entered, and whether what it counts with is beyond that. With these cases apart, what holds of a written
// cell is a fact without "if", which convex invariants can say: most loops that fill, copy or change arrays need nothing else. The executions stay
// the same. It is p where there is nothing to divide or too much comes of it.
func Phases(p *program.Program) *program.Program {
	q, _ := phases(p, 0, maxPhases)
	return q
}

// Segments is Phases for an analysis that follows only what is possible: behind a loop, too, indices that it has not passed are divided into those
// before it began and those that it did not come to. The formulas hold at locations of the result.
func Segments(p *program.Program) (*program.Program, map[*program.Location]*logic.Term) {
	for _, window := range []int{maxDivided, 3, 2, 1} {
		if q, holds := phases(p, window, maxSegments); q != p {
			return q, holds
		}
	}
	return p, nil
}

// phases divides p. window is how many loops are remembered behind the last one, with what is beyond; 0: all, without that.
func phases(p *program.Program, window, most int) (*program.Program, map[*program.Location]*logic.Term) {
	d := &dividing{window: window, most: most, holds: map[*program.Location]*logic.Term{}, p: p, f: p.Terms, loops: map[*program.Location]*passing{}, copies: map[place]*program.Location{}}
	for _, v := range p.Vars {
		if isIndex(v) && v.Sort() == logic.Int {
			d.index = v.Sym
		}
	}
	if d.index == nil || !d.survey() {
		return p, nil
	}
	if !d.divide() {
		return p, nil
	}
	return d.q, d.holds
}

// A passing is a loop that writes cells.
type passing struct {
	number int
	inside map[*program.Location]bool
	count  *logic.Term // what it compares the distinguished index with; nil: several terms
	down   bool        // it counts downwards
}

// A place is a location and how far the loops have come: two bits for each, passed and beyond.
type place struct {
	l    *program.Location
	bits uint64
}

const (
	passed = 1 << iota
	beyond
)

// shift is where the bits of a loop begin.
func (l *passing) shift() int { return 2 * l.number }

type dividing struct {
	window int // how many loops are remembered behind them; 0: all, without what is beyond
	most   int
	holds  map[*program.Location]*logic.Term // what the phase of a head says

	p      *program.Program
	f      *logic.Factory
	index  *logic.Term                    // the distinguished one, of integers
	loops  map[*program.Location]*passing // by head
	heads  []*program.Location
	q      *program.Program
	copies map[place]*program.Location
	todo   []place
}

// survey finds the loops that write cells.
func (d *dividing) survey() bool {
	bodies := program.LoopBodies(d.p)
	for _, e := range d.p.Edges {
		op, atom := d.meets(e)
		if atom == nil {
			continue
		}
		if head := innermost(bodies, e); head != nil {
			d.passes(head, bodies, d.count(e, op, atom))
		}
	}
	if d.behind() {
		d.surveyReads(bodies)
	}
	for _, l := range d.loops {
		l.down = l.count != nil && d.falls(l)
	}
	return len(d.heads) > 0
}

// passes notes that a loop compares a term with the distinguished index.
func (d *dividing) passes(head *program.Location, bodies map[*program.Location]map[*program.Location]bool, count *logic.Term) {
	l := d.loops[head]
	if l == nil {
		if len(d.heads) == maxDivided {
			return
		}
		l = &passing{number: len(d.heads), inside: bodies[head], count: count}
		d.loops[head] = l
		d.heads = append(d.heads, head)
	}
	if l.count != count {
		l.count = nil
	}
}

// innermost is the head of the smallest loop that an edge lies in; nil: none.
func innermost(bodies map[*program.Location]map[*program.Location]bool, e *program.Edge) (head *program.Location) {
	for h, inside := range bodies {
		if inside[e.Src] && inside[e.Dst] && (head == nil || len(inside) < len(bodies[head]) || len(inside) == len(bodies[head]) && h.ID < head.ID) {
			head = h
		}
	}
	return head
}

// meets is the condition under which an operation of an edge, the first such, writes the distinguished cell of an array; nil: there is none, or it always does.
func (d *dividing) meets(e *program.Edge) (op int, atom *logic.Term) {
	for i, o := range e.Ops {
		if o.Kind != program.OpAssign || !isCell(o.Var) || o.Expr.Op() != logic.OpIte || o.Expr.Arg(0).Op() != logic.OpEq {
			continue
		}
		if c := o.Expr.Arg(0); d.counted(c) != nil {
			return i, c
		}
	}
	return 0, nil
}

// counted is what an equality compares the distinguished index with; nil: it does not.
func (d *dividing) counted(eq *logic.Term) *logic.Term {
	for i := range 2 {
		if eq.Arg(i) == d.index {
			return eq.Arg(1 - i)
		}
	}
	if d.behind() {
		return d.solved(eq)
	}
	return nil
}

// divide makes the product of the program with the phases of its loops; false: it is too large.
func (d *dividing) divide() bool {
	d.q = program.NewCopy(d.p).Program
	d.q.Error = d.copyOf(d.p.Error)
	d.q.Init = d.at(place{d.p.Init, 0})
	for len(d.todo) > 0 {
		x := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if len(d.q.Locs) > d.most*len(d.p.Locs)+d.most {
			return false
		}
		for _, e := range x.l.Out {
			d.follow(x, e)
		}
	}
	d.q.VarOf(nil) // builds the index
	return true
}

// follow copies an edge for the phases before it, once for each of those behind it.
func (d *dividing) follow(x place, e *program.Edge) {
	type way struct {
		bits uint64
		ops  []program.Op
	}
	ways := []way{{x.bits, e.Ops}}
	if d.behind() {
		ways = nil
		for _, c := range d.cases(e) {
			bits := x.bits
			for _, h := range d.heads {
				if l := d.loops[h]; l.count != nil && l.inside[e.Src] && l.inside[e.Dst] && slices.Contains(c.met, l.count) {
					bits |= passed << l.shift()
				}
			}
			ways = append(ways, way{bits, c.ops})
		}
	} else if op, atom := d.meets(e); atom != nil {
		for _, h := range d.heads {
			if l := d.loops[h]; l.inside[e.Src] && l.inside[e.Dst] && l.count == d.count(e, op, atom) {
				w := ways[0]
				yes, no := d.split(w.ops, op)
				ways = []way{{w.bits | passed<<l.shift(), yes}, {w.bits, no}}
				break
			}
		}
	}
	for _, h := range d.heads {
		l := d.loops[h]
		if e.Dst == h && !l.inside[e.Src] { // it is entered
			for i := range ways {
				ways[i].bits &^= (passed | beyond) << l.shift()
			}
		}
		if d.behind() && l.inside[e.Src] && !l.inside[e.Dst] { // those long before it do not count any more
			for _, early := range d.heads {
				if o := d.loops[early]; early.ID < h.ID && d.between(early, h) >= d.window && !o.inside[h] {
					for i := range ways {
						ways[i].bits &^= (passed | beyond) << o.shift()
					}
				}
			}
		}
		if !d.behind() && l.inside[e.Src] && !l.inside[e.Dst] { // it is left: whether it has passed the index is what counts
			for i := range ways {
				ways[i].bits &^= beyond << l.shift()
			}
		}
	}
	if l := d.loops[e.Dst]; l != nil && l.count != nil {
		shift := l.shift()
		var cut []way
		past := d.past(l)
		for _, w := range ways {
			w.bits &^= beyond << shift
			cut = append(cut, way{w.bits, with(w.ops, program.Assume(d.f.Not(past)))}, way{w.bits | beyond<<shift, with(w.ops, program.Assume(past))})
		}
		ways = cut
	}
	for _, w := range ways {
		n := d.q.NewEdge(d.at(x), d.at(place{e.Dst, w.bits}), w.ops...)
		n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, e.Branch, e.Goal, e
	}
}

// with appends an operation to a copy.
func with(ops []program.Op, o program.Op) []program.Op {
	return append(ops[:len(ops):len(ops)], o)
}

// split are the operations where the condition under which one of them writes a cell holds, and where it does not.
func (d *dividing) split(ops []program.Op, op int) (yes, no []program.Op) {
	way := func(cond, value *logic.Term) []program.Op {
		o := ops[op]
		o.Expr = value
		return append(append(with(ops[:op], program.Assume(cond)), o), ops[op+1:]...)
	}
	ite := ops[op].Expr
	return way(ite.Arg(0), ite.Arg(1)), way(d.f.Not(ite.Arg(0)), ite.Arg(2))
}

// at is the copy of a location in some phases.
func (d *dividing) at(x place) *program.Location {
	if x.l == d.p.Error {
		return d.q.Error
	}
	if n := d.copies[x]; n != nil {
		return n
	}
	n := d.copyOf(x.l)
	d.copies[x] = n
	if l := d.loops[x.l]; l != nil && l.count != nil && x.l != d.p.Init { // where executions begin, nothing has been compared
		past := d.past(l)
		if x.bits&(beyond<<l.shift()) == 0 {
			past = d.f.Not(past)
		}
		d.holds[n] = past
	}
	d.todo = append(d.todo, x)
	return n
}

func (d *dividing) copyOf(l *program.Location) *program.Location {
	n := d.q.NewLocation(l.Func, l.Pos)
	n.LoopHead, n.LoopPos, n.Cut, n.CutByRecursion, n.Origin = l.LoopHead, l.LoopPos, l.Cut, l.CutByRecursion, l
	return n
}
