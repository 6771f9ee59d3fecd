package evidence

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// A proof is about executions that C defines: it assumes that no check (program.OpCheck) fails and all accesses
// are within live objects. This file finds the checks that are not proven, for the report. Intervals of an
// analysis that assumes all checks suffice to prove one: the first check that fails in an execution fails in a
// state that the intervals describe.

// An Obligation is a definedness condition at a source position; copies by inlining are identified.
type Obligation struct {
	Note string
	Pos  program.Pos
}

// A finding is the status of an unproven obligation.
type finding struct {
	Obligation
	always bool // fails whenever reached
}

// assumedAway begins the text of assumptions about undefined behaviour.
const assumedAway = "undefined behaviour was assumed away"

// assumeBehaviour reports the definedness conditions that a proof assumed.
func (s *explanation) assumeBehaviour(ctx context.Context) {
	defer s.journal.Begin("assumptions", "")()
	ctx, cancel := work.Within(ctx, assumptionWork)
	defer cancel()
	if d := s.answer.Doomed; d != nil {
		s.journal.Assume(program.AboutBehaviour, fmt.Sprintf("every execution ends here by undefined behaviour: %s", d.Note), d.Pos, true)
	}
	if s.stages.Sliced == nil {
		return
	}
	var found findings
	ranges := s.stages.Ranges
	if ranges == nil {
		ranges = interval.Analyze(ctx, s.stages.Sliced)
	}
	found.checks(s.stages.Sliced, ranges)
	s.prove(ctx, s.stages.Sliced, &found)
	found.accesses(ctx, s.stages.Original)
	for _, f := range found.list() {
		if d := s.answer.Doomed; d != nil && *d == f.Obligation {
			continue
		}
		s.dead = s.dead || f.always
		text := assumedAway + ": " + f.Note
		if f.always {
			text = "every execution that gets here ends by undefined behaviour: " + f.Note
		}
		s.journal.Assume(program.AboutBehaviour, text, f.Pos, f.always)
	}
}

// findings collects unproven obligations.
type findings struct {
	order []Obligation
	open  map[Obligation]*finding
	met   map[Obligation]bool // some copy is proven
}

func (fs *findings) add(note string, pos program.Pos, always bool) {
	o := Obligation{note, pos}
	f := fs.open[o]
	if f == nil {
		if fs.open == nil {
			fs.open = map[Obligation]*finding{}
		}
		f = &finding{o, true}
		fs.open[o] = f
		fs.order = append(fs.order, o)
	}
	f.always = f.always && always
}

func (fs *findings) holds(note string, pos program.Pos) {
	if fs.met == nil {
		fs.met = map[Obligation]bool{}
	}
	fs.met[Obligation{note, pos}] = true
}

// list returns the findings, those that always fail first, then by source position.
func (fs *findings) list() []finding {
	var out []finding
	for _, o := range fs.order {
		f := *fs.open[o]
		f.always = f.always && !fs.met[o]
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b finding) int {
		switch {
		case a.always != b.always && a.always:
			return -1
		case a.always != b.always:
			return 1
		case a.Pos.File != b.Pos.File:
			return strings.Compare(a.Pos.File, b.Pos.File)
		case a.Pos.Line != b.Pos.Line:
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
	return out
}

// checks examines the checks of a program without choices.
func (fs *findings) checks(p *program.Program, r *interval.Result) {
	for _, e := range p.Edges {
		st := r.At(e.Src)
		for i := range e.Ops {
			if st == nil {
				break
			}
			if op := &e.Ops[i]; op.Kind == program.OpCheck {
				value, known := st.Truth(op.Expr)
				switch {
				case known && value, st.Assume(op.Expr, false) == nil:
					fs.holds(op.Note, op.Pos)
				case op.Expr.IsFalse() && op.Note == invalidCall:
					fs.add(op.Note, op.Pos, false) // its guard is beyond intervals
				default:
					fs.add(op.Note, op.Pos, known)
				}
			}
			st = r.Step(st, &e.Ops[i])
		}
	}
}

// invalidCall is the note of the check after all candidates of a call through a pointer.
const invalidCall = "call through an invalid pointer"

// accesses examines the operations of a program on memory and on pointers.
func (fs *findings) accesses(ctx context.Context, p *program.Program) {
	m := objectsOf(p)
	any := false
	for _, e := range p.Edges {
		for i := range e.Ops {
			any = any || questionable(&e.Ops[i]) != ""
		}
	}
	if !any {
		return
	}
	var r *interval.Result
	if len(p.Edges) <= maxAccessEdges {
		r = interval.Analyze(ctx, p)
	}
	dead := m.mayBeDead(p)
	for _, e := range p.Edges {
		var st *interval.State
		if r != nil {
			if st = r.At(e.Src); st == nil {
				continue
			}
		}
		gone := dead[e.Src.ID].clone()
		for i := range e.Ops {
			op := &e.Ops[i]
			if note := questionable(op); note != "" && !m.fine(st, gone, op) {
				pos := op.Pos
				if !pos.IsValid() {
					pos = e.Pos
				}
				fs.add(note, pos, false)
			}
			gone.step(m, op)
			if r != nil {
				if st = r.Step(st, op); st == nil {
					break
				}
			}
		}
	}
}

// questionable is what is wrong with a use of memory where its behaviour is undefined; empty: it always has one.
func questionable(op *program.Op) string {
	_, note := op.MemoryCheck()
	return note
}

// extent is the address range of a named object.
type extent struct{ lo, end *big.Int }

// holds reports whether the addresses from lo to end lie in the object, the last one at its end at most.
func (x extent) holds(lo, end *big.Int) bool { return x.lo.Cmp(lo) <= 0 && end.Cmp(x.end) <= 0 }

// extents are the named objects of a program; they are disjoint.
type extents struct {
	all    []extent
	byBase map[*logic.Term]int
}

func objectsOf(p *program.Program) *extents {
	m := &extents{byBase: map[*logic.Term]int{}}
	for _, o := range p.Objects {
		if o.Size <= 0 || !o.Base.IsConst() {
			continue
		}
		lo := o.Base.BVBig()
		m.byBase[o.Base] = len(m.all)
		m.all = append(m.all, extent{lo, new(big.Int).Add(lo, big.NewInt(o.Size))})
	}
	return m
}

// fine reports whether an access is proven to be within the live named object that its pointer belongs to, or two pointers to belong to one; or a release to be one of null.
func (m *extents) fine(st *interval.State, gone deaths, op *program.Op) bool {
	if op.Kind == program.OpFree {
		lo, hi := bounds(st, op.Expr)
		return lo != nil && lo.Sign() == 0 && hi.Sign() == 0
	}
	size := op.Size
	if size.Op() == logic.OpIte && size.Arg(2).IsConst() && size.Arg(2).BVBig().Sign() == 0 { // skipped if the condition fails
		if st != nil {
			if st = st.Assume(size.Arg(0), true); st == nil {
				return true
			}
		}
		size = size.Arg(1)
	}
	_, n := bounds(st, size)
	if n != nil && n.Sign() == 0 {
		return true
	}
	lo, hi := bounds(st, op.Expr)
	from, to := bounds(st, op.From())
	if lo == nil || from == nil || n == nil {
		return false
	}
	end := hi
	if op.Accesses() {
		end = new(big.Int).Add(hi, n)
	}
	for i, x := range m.all {
		if x.holds(lo, end) {
			return x.holds(from, to) && !gone[i]
		}
	}
	return false
}

// bounds are the least and the greatest value of a term; nil: unknown.
func bounds(st *interval.State, t *logic.Term) (lo, hi *big.Int) {
	if t.IsConst() {
		return t.BVBig(), t.BVBig()
	}
	if st == nil {
		return nil, nil
	}
	x := st.Unsigned(t)
	if lo, hi = x.Lo(), x.Hi(); lo == nil || hi == nil {
		return nil, nil
	}
	return lo, hi
}

// deaths are the objects that may be dead.
type deaths map[int]bool

func (d deaths) clone() deaths {
	c := make(deaths, len(d))
	for i := range d {
		c[i] = true
	}
	return c
}

// step tracks the lifetimes of variables.
func (d deaths) step(m *extents, op *program.Op) {
	if op.Note != program.Automatic {
		return
	}
	i, ok := m.byBase[op.Expr]
	switch {
	case !ok:
	case op.Kind == program.OpAlloc && op.Size.IsConst() && op.Size.BVBig().Cmp(new(big.Int).Sub(m.all[i].end, m.all[i].lo)) == 0:
		delete(d, i) // otherwise it is shorter than the object
	case op.Kind == program.OpFree:
		d[i] = true
	}
}

// mayBeDead computes for every location the named objects that may be dead there.
func (m *extents) mayBeDead(p *program.Program) []deaths {
	at := make([]deaths, len(p.Locs))
	at[p.Init.ID] = deaths{}
	work := []*program.Location{p.Init}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			d := at[l.ID].clone()
			for i := range e.Ops {
				d.step(m, &e.Ops[i])
			}
			changed := at[e.Dst.ID] == nil
			if changed {
				at[e.Dst.ID] = deaths{}
			}
			for i := range d {
				if !at[e.Dst.ID][i] {
					at[e.Dst.ID][i], changed = true, true
				}
			}
			if changed {
				work = append(work, e.Dst)
			}
		}
	}
	for i := range at {
		if at[i] == nil {
			at[i] = deaths{}
		}
	}
	return at
}
