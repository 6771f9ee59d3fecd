package recurrence

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Runs with inputs that nobody chose often leave a loop at once. For a head that a run comes to, and a way round it that the program's text has, a solver chooses
// inputs with which the run comes there by the same path and then makes the way several times, if possible without a change of the variables on which the way
// depends (Q1), otherwise with one (Q2). What it answers are inputs of a run, nothing more.

// A Choice of inputs: some in turn, then others again and again.
type Choice struct{ first, cycle []*logic.Term }

// source begins runs of p with the inputs.
func (c *Choice) source(p *program.Program) func() interp.Source {
	return func() interp.Source { return &chosen{Choice: *c, f: p.Terms} }
}

// Zeros begins runs of p in which all inputs are zero and main has one argument.
func Zeros(p *program.Program) func() interp.Source { return (&Choice{}).source(p) }

type chosen struct {
	Choice
	f *logic.Factory
	n int
}

// argument is what main is called with where nobody chooses: the program's name, which is empty; nil: op asks for something else.
func argument(f *logic.Factory, op *program.Op) *logic.Term {
	switch {
	case !op.Unknown.OfMain() || !op.Var.Sort().IsBV():
		return nil
	case op.Unknown.Main.Index < 0:
		return f.BV(1, op.Var.Sort().Width())
	}
	return f.Zero(op.Var.Sort())
}

// Next implements interp.Source.
func (c *chosen) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		v := argument(c.f, op)
		return v, v != nil
	}
	i := c.n
	c.n++
	var v *logic.Term
	switch {
	case i < len(c.first):
		v = c.first[i]
	case len(c.cycle) > 0:
		v = c.cycle[(i-len(c.first))%len(c.cycle)]
	}
	return v, v != nil && v.Sort() == op.Var.Sort()
}

// Stems chooses inputs of runs to the loop heads that a run with inputs from source visits. Each choice that is found is given to yield, which returns false to
// end the search. Heads and ways for which known says so are left out.
func Stems(ctx context.Context, p *program.Program, source func() interp.Source, o Options, known map[string]bool, yield func(*Choice) bool) error {
	r, err := recordRun(ctx, p, headsOf(p), source(), 0, maxStem)
	if err != nil || r == nil {
		return err
	}
	solver, err := o.Open(p.Terms, o.Solver)
	if err != nil {
		return err
	}
	defer solver.Close()
	for _, h := range r.heads {
		v := r.visits[h][0]
		stem, err := stemTurn(p, r, v)
		if err != nil {
			continue
		}
		for i, w := range waysRound(p, h) {
			if err := ctx.Err(); err != nil {
				return err
			}
			key := stemKey(r.path[:v.at], h, i)
			if known[key] {
				continue
			}
			known[key] = true
			c, err := choose(ctx, p, solver, stem, w)
			if err != nil {
				return err
			}
			if c != nil && !yield(c) {
				return nil
			}
		}
	}
	return nil
}

// stemKey names a question.
func stemKey(path program.Path, h *program.Location, way int) string {
	key := []byte(fmt.Sprint(h.ID, " ", way, " "))
	for _, e := range path {
		key = append(key, byte(e.ID), byte(e.ID>>8), byte(e.ID>>16))
	}
	return string(key)
}

// symbols are names for the inputs of a path.
func symbols(p *program.Program, name string, path program.Path) []*logic.Term {
	var out []*logic.Term
	for _, e := range path {
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpHavoc && op.Input != nil {
				out = append(out, p.Terms.Var(fmt.Sprintf("#in.%s.%d.%s", name, len(out), op.Var.Sort()), op.Var.Sort()))
			}
		}
	}
	return out
}

// stemTurn is the path of a run to a visit as a formula over its inputs.
func stemTurn(p *program.Program, r *record, v visit) (*turn, error) {
	path := r.path[:v.at]
	t := newStem(p, symbols(p, "stem", path))
	for _, e := range path {
		for i := range e.Ops {
			if err := t.op(e.Ops, i); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// newStem begins a path from the beginning of the program.
func newStem(p *program.Program, inputs []*logic.Term) *turn {
	var live []interp.Span
	for _, o := range p.Objects {
		if b, ok := word(o.Base); ok && o.Size > 0 {
			live = append(live, interp.Span{Base: b, Size: uint64(o.Size)})
		}
	}
	t := &turn{p: p, f: p.Terms, normaliser: newNormaliser(p.Terms), name: "stem", values: map[*logic.Term]*logic.Term{}, unknown: map[*logic.Term]bool{}, live: live, inputs: inputs, lost: map[uint64]bool{}, reads: map[*program.Var]bool{}, stem: true}
	for _, x := range p.Vars {
		t.values[x.Sym] = p.Terms.Zero(x.Sort())
	}
	return t
}

// waysRound are ways from a head back to it on which no other location is passed twice, the shortest first.
func waysRound(p *program.Program, h *program.Location) []program.Path {
	type open struct {
		path program.Path
		at   *program.Location
	}
	// What does not lead back is not tried.
	back := program.Reaching(p, h)
	var out []program.Path
	queue := []open{{nil, h}}
	for n := 0; len(queue) > 0 && len(out) < maxRound && n < maxSearch; n++ {
		o := queue[0]
		queue = queue[1:]
		for _, e := range o.at.Out {
			if !back[e.Dst.ID] || slices.ContainsFunc(o.path, func(x *program.Edge) bool { return x.Dst == e.Dst }) {
				continue
			}
			path := append(slices.Clip(o.path), e)
			if e.Dst == h {
				out = append(out, path)
			} else {
				queue = append(queue, open{path, e.Dst})
			}
		}
	}
	return out
}

// choose asks for inputs with which the stem ends where the way can be made; nil: there are none, or no answer.
func choose(ctx context.Context, p *program.Program, solver smt.Solver, stem *turn, path program.Path) (*Choice, error) {
	f := p.Terms
	w := Way{Path: path, Inputs: symbols(p, "way", path)}
	t, err := newTurn(p, "way", w, stem.live)
	if err != nil {
		return nil, nil
	}
	at := func(x *logic.Term) *logic.Term { return f.Subst(x, stem.values) }
	base := slices.Concat(stem.needs, stem.given)
	for _, x := range slices.Concat(t.needs, t.given) {
		base = append(base, at(x))
	}
	if slices.ContainsFunc(base, (*logic.Term).IsFalse) {
		return nil, nil
	}
	var still []*logic.Term
	for _, v := range dependsOn(p, t) {
		if !v.Sort().IsArray() {
			still = append(still, at(f.Eq(v, t.at(v))))
		}
	}
	// Once more round, with the same inputs.
	var again []*logic.Term
	for _, x := range slices.Concat(t.needs, t.given) {
		again = append(again, at(t.at(x)))
	}
	for _, more := range [][]*logic.Term{still, again} {
		if slices.ContainsFunc(more, (*logic.Term).IsFalse) {
			continue
		}
		r, err := solver.Check(ctx, slices.Concat(base, more)...)
		if err != nil {
			return nil, err
		}
		if r != smt.Sat {
			continue
		}
		m, err := solver.Model()
		if err != nil {
			return nil, err
		}
		c := &Choice{}
		for _, x := range stem.inputs {
			c.first = append(c.first, m.Value(x))
		}
		for _, x := range w.Inputs {
			c.cycle = append(c.cycle, m.Value(x))
		}
		return c, nil
	}
	return nil, nil
}

// dependsOn are the variables on whose values the needs of a turn depend, also through other turns.
func dependsOn(p *program.Program, t *turn) []*logic.Term {
	var out []*logic.Term
	add := func(x *logic.Term) {
		for _, v := range logic.FreeVars(x) {
			if p.VarOf(v) != nil && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	for _, x := range slices.Concat(t.needs, t.given) {
		add(x)
	}
	for i := 0; i < len(out); i++ {
		add(t.at(out[i]))
	}
	return out
}
