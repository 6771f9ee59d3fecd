package measured

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A Measure is a tuple of terms over the variables of a program, of bit-vector sorts, compared as signed numbers, or of sort Int. The empty tuple never gets smaller.
type Measure []*logic.Term

// check refuses measures that cannot be compared.
func (m Measure) check(h *program.Location) error {
	for _, t := range m {
		if !t.Sort().IsBV() && !t.Sort().IsInt() {
			return fmt.Errorf("measured: the measure at %s has the sort %s", h.Pos, t.Sort())
		}
	}
	return nil
}

// Note is that of the goals of Of, WithinNote that of the others of Within.
const (
	Note       = "the measure of the loop gets smaller"
	WithinNote = "the loop is entered where its measure gets smaller"
)

// Heads are the locations that need a measure, by ID: the heads of p's loops.
func Heads(p *program.Program) []*program.Location {
	var out []*program.Location
	for _, l := range loops(p) {
		out = append(out, l.head)
	}
	return out
}

// Of returns the program whose error is reached where a measure does not get smaller; a head without one may be visited once each time its loop is entered. Locations
// and edges have those of p as Origin, and each head has a goal of its own, whose ID is one more than that of the head.
func Of(p *program.Program, measures map[*program.Location]Measure) (*program.Program, error) {
	return Some(p, Heads(p), measures)
}

// Some is Of for the loops of some heads. If its error is unreachable, an execution visits each of these finitely often without leaving its loop.
func Some(p *program.Program, heads []*program.Location, measures map[*program.Location]Measure) (*program.Program, error) {
	return Within(p, heads, measures, nil)
}

// Within is Some, and its error is also reached where an execution comes to a head in a state in which the condition for it does not hold, over the variables of p.
// That its error is unreachable shows no more than with Some; turns are known to begin in such states.
func Within(p *program.Program, heads []*program.Location, measures map[*program.Location]Measure, conditions map[*program.Location]*logic.Term) (*program.Program, error) {
	for h, m := range measures {
		if err := m.check(h); err != nil {
			return nil, err
		}
	}
	x := newMaker(p)
	x.within = conditions
	for _, l := range loops(p) {
		if slices.Contains(heads, l.head) {
			x.add(l, &ranking{x: x, loop: l, tuple: measures[l.head]})
		}
	}
	return x.make()
}

// Outside returns the program whose error is reached where an execution comes to a head in a state in which the condition for it does not hold.
func Outside(p *program.Program, conditions map[*program.Location]*logic.Term) (*program.Program, error) {
	x := newMaker(p)
	x.within = conditions
	for _, l := range loops(p) {
		x.loops, x.watches = append(x.loops, l), append(x.watches, nil)
	}
	return x.make()
}

// Old is the variable of a program of Of for p in which a component of the measure of a head of p is remembered; nil: there is none.
func Old(q *program.Program, head *program.Location, i int) *program.Var {
	name := oldName(head, i)
	for _, v := range q.Vars {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func oldName(head *program.Location, i int) string { return fmt.Sprintf("#measure.%d.%d", head.ID, i) }

// Aimed returns the program whose error may be reached at each visit of a head that Of watches, whatever the values: what a pass keeps because it decides
// whether that error is reached is what termination depends on.
func Aimed(p *program.Program) (*program.Program, error) {
	x := newMaker(p)
	for _, l := range loops(p) {
		x.add(l, &chance{x: x})
	}
	return x.make()
}

// A loop is a node of the nesting forest.
type loop struct {
	head *program.Location
	in   map[*program.Location]bool
	// entered elsewhere than at the head
	irreducible bool
}

// loops are those of p by the ID of the head.
func loops(p *program.Program) []*loop {
	bodies := program.LoopBodies(p)
	reached := map[*program.Location]bool{}
	for _, l := range program.Postorder(p) {
		reached[l] = true
	}
	var out []*loop
	for _, h := range p.Locs {
		in := bodies[h]
		if in == nil {
			continue
		}
		l := &loop{head: h, in: in}
		for m := range in {
			for _, e := range m.In {
				l.irreducible = l.irreducible || m != h && !in[e.Src] && reached[e.Src]
			}
			l.irreducible = l.irreducible || m != h && m == p.Init
		}
		out = append(out, l)
	}
	return out
}

// A watch observes the visits of a loop's head.
type watch interface {
	// demand is what has to hold when an execution comes back to the head, after some operations.
	demand() ([]program.Op, *logic.Term)
	// remember is done at each visit; inside: of an execution that is in the loop already.
	remember(inside bool) []program.Op
	// enter is done when the loop is entered elsewhere.
	enter() []program.Op
}

// ranking demands that a tuple gets smaller.
type ranking struct {
	x     *maker
	loop  *loop
	tuple Measure
	old   []*program.Var
	seen  *program.Var // nil: the head is visited first
}

func (r *ranking) prepare() {
	for i, t := range r.tuple {
		r.old = append(r.old, r.x.ghost(oldName(r.loop.head, i), t.Sort()))
	}
	if r.loop.irreducible {
		r.seen = r.x.ghost(fmt.Sprintf("#visited.%d", r.loop.head.ID), logic.BVSort(1))
	}
}

func (r *ranking) demand() ([]program.Op, *logic.Term) {
	f := r.x.f
	var old []*logic.Term
	for _, v := range r.old {
		old = append(old, v.Sym)
	}
	smaller := r.x.smaller(r.tuple, old)
	if r.seen != nil {
		smaller = f.Or(f.Eq(r.seen.Sym, f.BV(0, 1)), smaller)
	}
	return nil, smaller
}

// smaller says that a tuple is smaller than old values, lexicographically.
func (x *maker) smaller(tuple Measure, before []*logic.Term) *logic.Term {
	f := x.f
	smaller := f.False()
	for i := len(tuple) - 1; i >= 0; i-- {
		t, old := tuple[i], before[i]
		var less *logic.Term
		switch {
		case t.Sort().IsInt():
			less = f.And(f.Lt(t, old), f.Le(f.IntConst(0), old))
		case sabotage.Active(sabotage.MeasureUnsigned):
			less = f.ULt(t, old)
		default:
			less = f.SLt(t, old)
		}
		smaller = f.Or(less, f.And(f.Eq(t, old), smaller))
	}
	return smaller
}

func (r *ranking) remember(bool) []program.Op {
	var ops []program.Op
	for i, t := range r.tuple {
		ops = append(ops, program.Assign(r.old[i], t))
	}
	if r.seen != nil {
		ops = append(ops, program.Assign(r.seen, r.x.f.BV(1, 1)))
	}
	return ops
}

func (r *ranking) enter() []program.Op {
	return []program.Op{program.Assign(r.seen, r.x.f.BV(0, 1))}
}

// chance demands what may hold or not.
type chance struct {
	x   *maker
	bit *program.Var
}

func (c *chance) prepare() { c.bit = c.x.ghost("#ends", logic.BVSort(1)) }

func (c *chance) demand() ([]program.Op, *logic.Term) {
	return []program.Op{program.Havoc(c.bit, nil)}, c.x.f.Eq(c.bit.Sym, c.x.f.BV(0, 1))
}

func (c *chance) remember(bool) []program.Op { return nil }

func (c *chance) enter() []program.Op { return nil }
