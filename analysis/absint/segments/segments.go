package segments

import (
	"context"
	"slices"

	"cupel/analysis/absint"
	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/distinguished"
	"cupel/core/program/passes"
	"cupel/core/work"
)

// Result maps the locations of a program over cells to segments.
type Result struct {
	d   *domain
	sol *absint.Solution[state] // nil: the analysis did not finish
}

// Analyze finds facts about the program that c is of. It does at most the work that the settings allow.
func Analyze(ctx context.Context, c *distinguished.Cells, o relational.Options) *Result {
	return analyze(ctx, c, o, distinguished.Segments)
}

// AnalyzeWritten finds facts about cells that loops write. Loops that only read are not divided, which may be large.
func AnalyzeWritten(ctx context.Context, c *distinguished.Cells, o relational.Options) *Result {
	return analyze(ctx, c, o, distinguished.SegmentsWritten)
}

func analyze(ctx context.Context, c *distinguished.Cells, o relational.Options, divide func(context.Context, *program.Program) (*program.Program, map[*program.Location]*logic.Term)) *Result {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	part, end := work.Within(ctx, divideWork)
	q, holds := divide(part, c.Program)
	end()
	r := &Result{d: newDomain(c, q, holds, relational.NewDomain(ctx, stop, q, o))}
	limits := absint.Options{Delay: delay, Narrowings: narrowings, Inductive: true, Restart: true}
	if sol, err := absint.Solve[state](ctx, c.Program, r.d, limits); err == nil {
		r.sol = sol
	}
	return r
}

// Complete reports whether the analysis finished.
func (r *Result) Complete() bool { return r.sol != nil }

// Safe reports whether no execution of the program reaches the error or a cut.
func (r *Result) Safe() bool {
	return r.sol != nil && !slices.ContainsFunc(r.d.cells.Targets(), func(l *program.Location) bool {
		_, reached := r.sol.At(l)
		return reached
	})
}

// Segments returns formulas over the variables, the distinguished index and the cells at it: at l, every index with its cells satisfies one of them. nil:
// no result.
func (r *Result) Segments(l *program.Location) []*logic.Term {
	if r.sol == nil {
		return nil
	}
	s, _ := r.sol.At(l)
	var out []*logic.Term
	for _, x := range s {
		out = append(out, r.d.relations.Formula(x.s))
	}
	return out
}

// Invariant returns the quantified array invariant at a location of the program over cells, as a formula over the variables of the program before
// Transform. The invariants of all locations together are inductive. nil: no result.
func (r *Result) Invariant(l *program.Location) *logic.Term {
	if r.sol == nil {
		return nil
	}
	s, ok := r.sol.At(l)
	if !ok {
		return r.d.cells.Terms.False()
	}
	f, live := r.d.cells.Terms, r.d.liveness()
	var forget []*logic.Term
	for _, v := range r.d.cells.Vars { // dead variables may differ from those of the program before passes
		if slices.Contains(r.d.cells.Scratch, v) || !r.d.cells.Index(v) && !live.Has(l, v) {
			forget = append(forget, v.Sym)
		}
	}
	var all []*logic.Term
	for i, t := range r.Segments(l) {
		if within := r.d.holds[s[i].at]; within != nil {
			t = f.And(t, within)
		}
		all = append(all, without(f, t, forget))
	}
	return r.d.cells.Quantify(r.d.cells.Terms.Or(all...))
}

// A segment is the abstract element for the indices in one segment of a location.
type segment struct {
	at *program.Location // of the phases
	s  *relational.State
}

// state is a set of program states: for every index, the variables, the index and its cells are in one of the segments. Invariant: it is not empty and sorted.
type state []segment

// domain implements absint.Domain on the program over cells.
type domain struct {
	cells     *distinguished.Cells
	relations *relational.Domain
	init      *program.Location
	copies    map[*program.Edge][]*program.Edge // in the phases
	holds     map[*program.Location]*logic.Term // the definition of the segment at each location of the phases
	live      *passes.Liveness                  // nil: not computed
}

// liveness is that of the program over cells.
func (d *domain) liveness() *passes.Liveness {
	if d.live == nil {
		d.live = passes.Live(d.cells.Program)
	}
	return d.live
}

func newDomain(c *distinguished.Cells, q *program.Program, holds map[*program.Location]*logic.Term, d *relational.Domain) *domain {
	r := &domain{cells: c, relations: d, init: q.Init, holds: holds, copies: map[*program.Edge][]*program.Edge{}}
	for _, e := range q.Edges {
		of := e
		if q != c.Program {
			of = e.Origin
		}
		r.copies[of] = append(r.copies[of], e)
	}
	return r
}

// Initial implements absint.Domain.
func (d *domain) Initial() state { return state{{d.init, d.relations.Initial()}} }

func find(s state, l *program.Location) (int, bool) {
	return slices.BinarySearchFunc(s, l.ID, func(x segment, id int) int { return x.at.ID - id })
}

// insert adds a segment, or joins it with the one that is there. It may change s.
func (d *domain) insert(s state, x segment) state {
	i, found := find(s, x.at)
	if found {
		s[i].s = d.within(x.at, d.relations.Join(s[i].s, x.s))
		return s
	}
	return slices.Insert(s, i, x)
}

// Post implements absint.Domain.
func (d *domain) Post(s state, e *program.Edge) (state, bool) {
	known := d.instances(s, e)
	if known == nil {
		return nil, false
	}
	var out state
	for _, c := range d.copies[e] {
		i, ok := find(s, c.Src)
		if !ok {
			continue
		}
		if x, ok := d.relations.Post(s[i].s, d.with(c, known)); ok {
			out = d.insert(out, segment{c.Dst, d.relations.Close(x)})
		}
	}
	return out, len(out) > 0
}

// with returns a copy of an edge in which the values of reads are known.
func (d *domain) with(c *program.Edge, known map[*logic.Term]*logic.Term) *program.Edge {
	if len(known) == 0 {
		return c
	}
	n := *c
	n.Ops = nil
	for _, op := range c.Ops {
		n.Ops = append(n.Ops, op)
		if op.Kind == program.OpHavoc && known[op.Var.Sym] != nil {
			n.Ops = append(n.Ops, program.Assume(known[op.Var.Sym]))
		}
	}
	return &n
}

// instances returns formulas about the values that an edge reads at other indices, by their variables: the join of the segments that the cell may be in. nil:
// no execution takes the edge.
func (d *domain) instances(s state, e *program.Edge) map[*logic.Term]*logic.Term {
	known := map[*logic.Term]*logic.Term{}
	if e.Dst == d.cells.Error { // the index may have been chosen there
		return known
	}
	all, from := s, 0
	for i, op := range e.Ops {
		if op.Kind != program.OpHavoc {
			continue
		}
		r, ok := d.cells.Reads[op.Var.Sym]
		if !ok {
			continue
		}
		all = d.exec(all, e.Ops[from:i])
		from = i
		at := d.there(all, r, op.Var)
		if at == nil {
			return nil
		}
		known[op.Var.Sym] = d.relations.Formula(at)
		all = d.exec(all, []program.Op{op, program.Assume(known[op.Var.Sym])})
		from = i + 1
	}
	return known
}

// exec executes operations on all segments.
func (d *domain) exec(s state, ops []program.Op) (out state) {
	if len(ops) == 0 {
		return s
	}
	for _, x := range s {
		if y, ok := d.relations.Exec(x.s, ops); ok {
			out = append(out, segment{x.at, y})
		}
	}
	return out
}

// there returns the states of the program's variables and the cell of a read, as v; nil: there are none. The cells at the current index, and all values
// specific to it, are projected out, since another index has others; the value read is the same for all.
func (d *domain) there(s state, r distinguished.Read, v *program.Var) (at *relational.State) {
	ops := []program.Op{program.Assume(d.cells.Terms.Eq(r.Place, r.Index)), program.Assign(v, r.Cell.Sym)}
	for _, k := range d.cells.Known {
		ops = append(ops, program.Havoc(k, nil))
	}
	for _, k := range d.cells.Scratch { // an edge's copies of cells at the indices
		if _, same := d.cells.Reads[k.Sym]; !same {
			ops = append(ops, program.Havoc(k, nil))
		}
	}
	for _, x := range d.exec(s, ops) {
		if at == nil {
			at = x.s
		} else {
			at = d.relations.Join(at, x.s)
		}
	}
	return at
}

// Join implements absint.Domain.
func (d *domain) Join(s, t state) state {
	out := slices.Clone(s)
	for _, x := range t {
		out = d.insert(out, x)
	}
	return out
}

// Widen implements absint.Domain.
func (d *domain) Widen(s, t state, n int) state {
	out := slices.Clone(s)
	for _, x := range t {
		if i, found := find(out, x.at); found {
			out[i].s = d.within(x.at, d.relations.Widen(out[i].s, x.s, n))
		} else {
			out = slices.Insert(out, i, x)
		}
	}
	return out
}

// within intersects a widened element with its segment's definition. As that formula is fixed, widening still terminates.
func (d *domain) within(l *program.Location, s *relational.State) *relational.State {
	if f := d.holds[l]; f != nil {
		if t, ok := d.relations.Exec(s, []program.Op{program.Assume(f)}); ok {
			return t
		}
	}
	return s
}

// Leq implements absint.Domain.
func (d *domain) Leq(s, t state) bool {
	for _, x := range s {
		if i, found := find(t, x.at); !found || !d.relations.Leq(x.s, t[i].s) {
			return false
		}
	}
	return true
}

// Simplify implements absint.Simplifier.
func (d *domain) Simplify(_ *program.Location, s state) state {
	out := slices.Clone(s)
	for i := range out {
		out[i].s = d.relations.Simplify(out[i].at, out[i].s)
	}
	return out
}
