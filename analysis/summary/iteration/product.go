package iteration

import (
	"context"
	"slices"
	"strings"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/work"
)

// Recurrence derives facts that hold after K iterations of a body.
type Recurrence struct {
	Name string
	// Facts adds its facts to the loop, and stops when the loop's limits are reached.
	Facts func(context.Context, *Loop)
}

// The recurrences, see the package comment. Translation is first in a product, as its results make the others cheaper.
var (
	Translation = Recurrence{"translation", translation}
	Lossy       = Recurrence{"lossy", lossy}
	Alternation = Recurrence{"alternation", alternation}
	Congruence  = Recurrence{"congruence", congruence}
	Guards      = Recurrence{"guards", guards}
	Polyhedral  = Recurrence{"polyhedral", polyhedral}
	Stratified  = Recurrence{"stratified", stratified}
)

// Product is the conjunction of recurrences, which share the counter.
type Product struct {
	name string
	o    Options
	rs   []Recurrence
}

// New returns the product of recurrences.
func New(o Options, rs ...Recurrence) *Product {
	names := make([]string, len(rs))
	for i, r := range rs {
		names[i] = r.Name
	}
	return &Product{name: strings.Join(names, "+"), o: o.withDefaults(), rs: rs}
}

// Name lists the recurrences.
func (d *Product) Name() string { return d.name }

// Star returns the identity or the facts about K >= 1 iterations.
func (d *Product) Star(ctx context.Context, a *summary.Algebra, body *summary.Transition) (*summary.Transition, error) {
	p := newPool(a, d.o)
	defer p.close()
	return d.starIn(ctx, a, body, p)
}

func (d *Product) starIn(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) (*summary.Transition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if body.IsFalse() || body.IsIdentity() {
		return a.Identity(), nil
	}
	d.o.Statistics.Stars++
	l, ctx := newLoop(ctx, a, body, p, d.o)
	defer l.p.close()
	if len(d.rs) == 0 {
		coarse(l)
		return l.transition(), nil
	}
	if len(body.Written()) == 0 {
		return a.Identity(), nil
	}
	if l.empty(ctx) {
		return a.Identity(), nil
	}
	for i, r := range d.rs {
		share, end := work.Within(ctx, work.Share(ctx, d.o.Work, 1/float64(len(d.rs)-i))) // what one leaves is for the others
		r.Facts(share, l)
		end()
	}
	return l.transition(), nil // the facts found hold whether or not ctx has ended
}

// coarse keeps the conjuncts of the guard that are about the state before the
// first iteration; those about unwritten variables hold all along.
func coarse(l *Loop) {
	for _, c := range logic.Conjuncts(l.body.Guard()) {
		if !slices.ContainsFunc(logic.FreeVars(c), func(v *logic.Term) bool { return !l.isVar(v) }) {
			l.Once(c)
		}
	}
	l.endpoints(l.once)
}
