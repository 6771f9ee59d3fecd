package iteration

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/summary"
)

// Domain over-approximates the reflexive transitive closure of loop bodies.
type Domain interface {
	// Name is the domain's name in reports.
	Name() string
	// Star returns a transition that contains body iterated n times for every
	// n >= 0. Its facts are linear and free of quantifiers. Limits of the domain
	// make the result weaker; the error is that of ctx.
	Star(ctx context.Context, a *summary.Algebra, body *summary.Transition) (*summary.Transition, error)
}

// Options bound the work on one loop body.
type Options struct {
	CheckWork  int         // for one solver call, in units of package work; 0: defaultCheck
	Work       int         // for one body, after which the analysis of it stops; 0: defaultBody
	Models     int         // of one projection or one hull; 0: 12
	Size       int         // distinct subterms of a projected guard; 0: 80
	Dimensions int         // of one convex hull; 0: 4
	Splits     int         // predicates on which Split tries a body; 0: 12
	Depth      int         // how often Split cuts a piece again; 0: 2
	Eager      bool        // Split cuts where it makes one of the phases more precise; otherwise both must be
	Whole      bool        // a loop is summarised as a whole, without phases
	Statistics *Statistics // counts; nil: not wanted
}

func (o Options) withDefaults() Options {
	def := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	def(&o.CheckWork, defaultCheck)
	def(&o.Work, defaultBody)
	def(&o.Models, 12)
	def(&o.Size, 80)
	def(&o.Dimensions, 4)
	def(&o.Splits, 12)
	def(&o.Depth, 2)
	if o.Statistics == nil {
		o.Statistics = &Statistics{}
	}
	return o
}

// Statistics counts what the domains did.
type Statistics struct {
	Stars       int // bodies analysed by a product
	Checks      int // solver calls
	Models      int // of them satisfiable
	Undecided   int // of them undecided
	Hulls       int // convex hulls
	Projections int // quantifier eliminations that needed the solver
	Dropped     int // of them given up: weaker facts
	Splits      int // bodies cut into phases
}

// Coarse is the cheapest domain: after one iteration or more the written variables are arbitrary, except counters, and the parts of the guard over unwritten
// variables or the first state hold. It uses no solver.
func Coarse(o Options) Domain { return &Product{name: "coarse", o: o.withDefaults()} }

// recurrences are those of choice, in the order of a product.
var recurrences = []Recurrence{Translation, Lossy, Congruence, Alternation, Guards}

// all adds those that are weaker than others or pay rarely.
var all = append(recurrences[:len(recurrences):len(recurrences)], Polyhedral, Stratified)

// Default is the domain of choice for programs: the recurrences of choice, and phases by
// predicates.
func Default(o Options) Domain { return phased(New(o, recurrences...), o) }

// Strong adds sums and phases by directions to Default, and more phases by predicates.
func Strong(o Options) Domain {
	o.Eager = true
	d := phased(New(o, append(recurrences[:len(recurrences):len(recurrences)], Stratified)...), o)
	if o.Whole {
		return d
	}
	return NewDirections(d, o)
}

// phased adds phases by predicates.
func phased(d Domain, o Options) Domain {
	if o.Whole {
		return d
	}
	return NewSplit(d, o)
}

// ByName returns the domain of a name: default, strong, coarse, or a list of
// recurrences such as translation+lossy, with phases.
func ByName(name string, o Options) (Domain, error) {
	switch name {
	case "default":
		return Default(o), nil
	case "strong":
		return Strong(o), nil
	case "coarse":
		return Coarse(o), nil
	}
	var rs []Recurrence
	for _, part := range strings.Split(name, "+") {
		i := slices.IndexFunc(all, func(r Recurrence) bool { return r.Name == part })
		if i < 0 {
			return nil, fmt.Errorf("unknown iteration domain %q; choose default, strong, coarse, or some of %s", part, New(o, all...).Name())
		}
		rs = append(rs, all[i])
	}
	return phased(New(o, rs...), o), nil
}

// Minus returns the difference of counts.
func (s Statistics) Minus(t Statistics) Statistics {
	return Statistics{s.Stars - t.Stars, s.Checks - t.Checks, s.Models - t.Models, s.Undecided - t.Undecided, s.Hulls - t.Hulls,
		s.Projections - t.Projections, s.Dropped - t.Dropped, s.Splits - t.Splits}
}
