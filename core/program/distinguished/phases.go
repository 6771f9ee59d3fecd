package distinguished

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Phases splits the locations of a program made by Transform by loop progress: whether a loop that writes a cell has passed the distinguished index since
// it was entered, and whether its counter is beyond the index. With these cases apart, an invariant about a written cell needs no implication, and is a
// convex polyhedron: this suffices for most loops that fill, copy or change arrays. The executions are preserved. The result is p where there is nothing
// to split, the product exceeds a limit, or ctx ends.
func Phases(ctx context.Context, p *program.Program) *program.Program {
	q, _ := phases(ctx, p, dividing{most: maxPhases})
	return q
}

// Segments is Phases for an analysis that explores only feasible phases: after a loop, too, the indices that it has not passed are divided into those
// before its start and those after its end. The returned formulas hold at locations of the result.
func Segments(ctx context.Context, p *program.Program) (*program.Program, map[*program.Location]*logic.Term) {
	for _, window := range []int{maxDivided, 3, 2, 1} {
		if q, holds := phases(ctx, p, dividing{window: window, most: maxSegments, reads: true}); q != p {
			return q, holds
		}
	}
	return p, nil
}

// SegmentsWritten is Segments for facts about written cells, for programs with large read-only loops: these are not split.
func SegmentsWritten(ctx context.Context, p *program.Program) (*program.Program, map[*program.Location]*logic.Term) {
	return phases(ctx, p, dividing{window: 1, most: maxSegments})
}

// phases splits p as configured by how.
func phases(ctx context.Context, p *program.Program, how dividing) (*program.Program, map[*program.Location]*logic.Term) {
	d := &how
	d.holds, d.p, d.f, d.loops, d.copies = map[*program.Location]*logic.Term{}, p, p.Terms, map[*program.Location][]*traversal{}, map[place]*program.Location{}
	for _, v := range p.Vars {
		if isIndex(v) && v.Sort() == logic.Int {
			d.indices = append(d.indices, v.Sym)
		}
	}
	if len(d.indices) == 0 || !d.survey() {
		return p, nil
	}
	if !d.divide(ctx) {
		return p, nil
	}
	return d.q, d.holds
}

// A traversal is a loop that writes cells at a distinguished index, with that index.
type traversal struct {
	number int
	head   *program.Location
	inside map[*program.Location]bool
	index  *logic.Term
	count  *logic.Term // the term it compares the index with; nil: several terms
	down   bool        // it counts downwards
}

// A place is a location with a phase: for each traversal two bits, "passed" and "beyond".
type place struct {
	l    *program.Location
	bits uint64
}

const (
	passed = 1 << iota
	beyond
)

// shift is the position of the traversal's bits.
func (l *traversal) shift() int { return 2 * l.number }

// contains reports whether an edge lies in the loop.
func (l *traversal) contains(e *program.Edge) bool { return l.inside[e.Src] && l.inside[e.Dst] }

type dividing struct {
	window int  // number of loops whose phase, with "beyond", is kept after their exit; 0: all, without "beyond"
	reads  bool // loops that only read are divided, too
	most   int
	holds  map[*program.Location]*logic.Term // the formula that the phase implies at a loop head

	p          *program.Program
	f          *logic.Factory
	indices    []*logic.Term                      // the distinguished ones, of integers
	loops      map[*program.Location][]*traversal // by head
	traversals []*traversal
	q          *program.Program
	copies     map[place]*program.Location
	todo       []place
}

// survey finds the loops that write cells.
func (d *dividing) survey() bool {
	bodies := program.LoopBodies(d.p)
	for _, e := range d.p.Edges {
		for _, m := range d.meets(e) {
			if head := innermost(bodies, e); head != nil {
				d.noteTraversal(head, bodies, m.index, d.count(e, m))
			}
		}
	}
	if d.behind() && d.reads {
		d.surveyReads(bodies)
	}
	for _, l := range d.traversals {
		l.down = l.count != nil && d.countsDown(l)
	}
	return len(d.traversals) > 0 || len(d.indices) > 1
}

// noteTraversal records that a loop compares a term with a distinguished index.
func (d *dividing) noteTraversal(head *program.Location, bodies map[*program.Location]map[*program.Location]bool, index, count *logic.Term) {
	l := d.traversal(head, index)
	if l == nil {
		if len(d.traversals) == maxDivided*len(d.indices) {
			return
		}
		l = &traversal{number: len(d.traversals), head: head, inside: bodies[head], index: index, count: count}
		d.loops[head] = append(d.loops[head], l)
		d.traversals = append(d.traversals, l)
	}
	if l.count != count {
		l.count = nil
	}
}

// traversal returns the traversal of a loop and an index; nil: the loop does not write there.
func (d *dividing) traversal(head *program.Location, index *logic.Term) *traversal {
	for _, l := range d.loops[head] {
		if l.index == index {
			return l
		}
	}
	return nil
}

// innermost returns the head of the innermost loop that contains the edge; nil: none.
func innermost(bodies map[*program.Location]map[*program.Location]bool, e *program.Edge) (head *program.Location) {
	for h, inside := range bodies {
		if inside[e.Src] && inside[e.Dst] && (head == nil || len(inside) < len(bodies[head]) || len(inside) == len(bodies[head]) && h.ID < head.ID) {
			head = h
		}
	}
	return head
}

// meets are the conditions under which operations of an edge, the first such for each index, write a distinguished cell of an array.
func (d *dividing) meets(e *program.Edge) (out []atom) {
	for i, o := range e.Ops {
		if o.Kind != program.OpAssign || !isCell(o.Var) || o.Expr.Op() != logic.OpIte || o.Expr.Arg(0).Op() != logic.OpEq {
			continue
		}
		c := o.Expr.Arg(0)
		if index, count := d.counted(c); count != nil && !slices.ContainsFunc(out, func(a atom) bool { return a.index == index }) {
			out = append(out, atom{c, index, i})
		}
	}
	return out
}

// counted returns the distinguished index that an equality compares, and the term on the other side; nil: none.
func (d *dividing) counted(eq *logic.Term) (index, with *logic.Term) {
	for _, index := range d.indices {
		for i := range 2 {
			if eq.Arg(i) == index {
				return index, eq.Arg(1 - i)
			}
		}
		if d.behind() {
			if with := d.solved(index, eq); with != nil {
				return index, with
			}
		}
	}
	return nil, nil
}

// divide makes the product of the program with the phases of its loops; false: it is too large, or ctx has ended.
func (d *dividing) divide(ctx context.Context) bool {
	d.q = program.NewCopy(d.p).Program
	d.q.Error = d.copyOf(d.p.Error)
	d.q.Init = d.at(place{d.p.Init, 0})
	for len(d.todo) > 0 {
		x := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if len(d.q.Locs) > d.most*len(d.p.Locs)+d.most || ctx.Err() != nil {
			return false
		}
		made := len(d.q.Edges)
		for _, e := range x.l.Out {
			d.follow(x, e)
		}
		units := wayWork
		for _, e := range d.q.Edges[made:] {
			units += wayWork + len(e.Ops)*copiedWork
		}
		work.Spend(ctx, units)
	}
	d.q.VarOf(nil) // builds the index
	return true
}

// follow copies an edge for the phases before it, once for each of those behind it.
func (d *dividing) follow(x place, e *program.Edge) {
	ways := d.writes(x.bits, e)
	for _, l := range d.traversals {
		if e.Dst == l.head && !l.inside[e.Src] { // it is entered
			for i := range ways {
				ways[i].bits &^= (passed | beyond) << l.shift()
			}
		}
		if d.behind() && l.inside[e.Src] && !l.inside[e.Dst] { // those long before it do not count any more
			for _, o := range d.traversals {
				if o.head.ID < l.head.ID && d.between(o.head, l.head) >= d.window && !o.inside[l.head] {
					for i := range ways {
						ways[i].bits &^= (passed | beyond) << o.shift()
					}
				}
			}
		}
		if !d.behind() && l.inside[e.Src] && !l.inside[e.Dst] { // at the exit only "passed" is kept
			for i := range ways {
				ways[i].bits &^= beyond << l.shift()
			}
		}
	}
	for _, l := range d.loops[e.Dst] {
		if l.count == nil {
			continue
		}
		shift := l.shift()
		var cut []way
		past := d.indexPassed(l)
		for _, w := range ways {
			w.bits &^= beyond << shift
			cut = append(cut, way{w.bits, with(w.ops, program.Assume(d.f.Not(past)))}, way{w.bits | beyond<<shift, with(w.ops, program.Assume(past))})
		}
		ways = cut
	}
	for _, w := range ways {
		if d.disordered(e.Dst, w.bits) {
			continue
		}
		n := d.q.NewEdge(d.at(x), d.at(place{e.Dst, w.bits}), w.ops...)
		n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, e.Branch, e.Goal, e
	}
}

// A way is one case of an edge with the phase it leads to.
type way struct {
	bits uint64
	ops  []program.Op
}

// writes divides an edge by whether it meets the distinguished indices.
func (d *dividing) writes(bits uint64, e *program.Edge) (ways []way) {
	if d.behind() {
		for _, c := range d.choices(e) {
			bits := bits
			for _, l := range d.traversals {
				if l.count != nil && l.contains(e) && slices.ContainsFunc(c.met, func(m meeting) bool { return m.index == l.index && m.count == l.count }) {
					bits |= passed << l.shift()
				}
			}
			ways = append(ways, way{bits, c.ops})
		}
		return ways
	}
	ways = d.orders(way{bits, e.Ops}, e)
	atoms := d.meets(e)
	var met []atom
	for i := len(atoms) - 1; i >= 0; i-- { // the last one first, so that places stay
		a := atoms[i]
		same := slices.ContainsFunc(met, func(b atom) bool { return d.same(e, a, b) })
		for _, l := range d.traversals {
			if l.index != a.index || !l.contains(e) || l.count != d.count(e, a) {
				continue
			}
			var next []way
			for _, w := range ways {
				yes, no := d.split(w.ops, a.op)
				if !same || w.bits == bits { // not both indices at once
					next = append(next, way{w.bits | passed<<l.shift(), yes})
				}
				next = append(next, way{w.bits, no})
			}
			ways, met = next, append(met, a)
			break
		}
	}
	return ways
}

// same reports whether two comparisons on an edge are of different indices with the same value.
func (d *dividing) same(e *program.Edge, a, b atom) bool {
	count, with := d.count(e, a), d.count(e, b)
	if a.index == b.index || count != with {
		return false
	}
	same := true
	for o := range program.AllOps(e.Ops[min(a.op, b.op):max(a.op, b.op)]) {
		o.Defines(func(v *program.Var) { same = same && !logic.Occurs(v.Sym, count) })
	}
	return same
}

// orders divides an edge into the error by which of the cells that are read is at which distinguished index.
func (d *dividing) orders(w way, e *program.Edge) (ways []way) {
	if e.Dst != d.p.Error || len(d.indices) < 2 {
		return []way{w}
	}
	for i, o := range w.ops {
		if o.Kind != program.OpAssume || o.Expr.Op() != logic.OpOr || !logic.Occurs(d.indices[0], o.Expr) {
			continue
		}
		for _, c := range o.Expr.Args() {
			ops := slices.Clone(w.ops)
			ops[i].Expr = c
			for _, eq := range logic.Conjuncts(c) {
				ops = d.decided(ops, i+1, eq)
			}
			ways = append(ways, way{w.bits, ops})
		}
		return ways
	}
	return []way{w}
}

// decided returns operations in which, from one on, the distinguished index equals the term it is compared with and the other index does not.
func (d *dividing) decided(ops []program.Op, from int, eq *logic.Term) []program.Op {
	if eq.Op() != logic.OpEq {
		return ops
	}
	index, count := d.counted(eq)
	if count == nil {
		return ops
	}
	ops = d.settle(ops, atom{eq, index, from}, true)
	for _, k := range d.indices {
		if k != index {
			ops = d.settle(ops, atom{d.f.Eq(count, k), k, from}, false)
		}
	}
	return ops
}

// disordered reports whether the phase contradicts the order of the indices: the loop has passed the later one but not the earlier one.
func (d *dividing) disordered(l *program.Location, bits uint64) bool {
	ps := d.loops[l]
	if len(ps) != 2 || ps[0].count == nil || ps[0].count != ps[1].count || ps[0].down != ps[1].down {
		return false
	}
	first, later := ps[0], ps[1]
	if (first.index == d.indices[0]) == first.down {
		first, later = later, first
	}
	return bits&(beyond<<first.shift()) == 0 && bits&(beyond<<later.shift()) != 0
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
	for _, l := range d.loops[x.l] {
		if l.count == nil || x.l == d.p.Init { // no comparison has been executed at Init
			continue
		}
		past := d.indexPassed(l)
		if x.bits&(beyond<<l.shift()) == 0 {
			past = d.f.Not(past)
		}
		if d.holds[n] != nil {
			past = d.f.And(d.holds[n], past)
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
