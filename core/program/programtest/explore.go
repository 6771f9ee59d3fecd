package programtest

import (
	"fmt"
	"sort"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Options of Explore.
type Options struct {
	// IgnoreChecks lets executions go on where an OpCheck fails.
	IgnoreChecks bool
	// Visit, when not nil, is called once with every state that is reached: the values of
	// p.Vars at a location. It keeps neither.
	Visit func(l *program.Location, v Valuation)
	// MaxStates stops the enumeration (default 200000).
	MaxStates int
}

// Result is the reachability of the error and the cuts.
type Result struct {
	Error  bool
	Cuts   []string // reasons of the reachable cuts, sorted, each once
	States int
}

// String prints the reachable targets, for comparisons.
func (r Result) String() string {
	return fmt.Sprintf("error %v, cuts %v", r.Error, r.Cuts)
}

// Explore enumerates the reachable states of a program whose variables are
// Booleans and bit-vectors, from every initial valuation of the variables.
func Explore(p *program.Program, o Options) (Result, error) {
	if o.MaxStates == 0 {
		o.MaxStates = 200_000
	}
	x, err := newExplorer(p, o)
	if err != nil {
		return Result{}, err
	}
	seen := map[string]bool{}
	type item struct {
		loc *program.Location
		val Valuation
	}
	var work []item
	add := func(l *program.Location, v Valuation) {
		k := fmt.Sprintf("%d:%s", l.ID, x.key(v))
		if !seen[k] {
			seen[k] = true
			if o.Visit != nil {
				o.Visit(l, v)
			}
			work = append(work, item{l, v})
		}
	}
	for _, v := range x.all(make(Valuation, len(p.Vars)), 0) {
		add(p.Init, v)
	}
	r := Result{}
	cuts := map[string]bool{}
	for len(work) > 0 {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > o.MaxStates {
			return r, fmt.Errorf("programtest: more than %d states", o.MaxStates)
		}
		r.Error = r.Error || it.loc == p.Error
		if it.loc.Cut != "" {
			cuts[it.loc.Cut] = true
			continue
		}
		for _, e := range it.loc.Out {
			for _, v := range x.Run(e.Ops, []Valuation{it.val}) {
				add(e.Dst, v)
			}
		}
	}
	for c := range cuts {
		r.Cuts = append(r.Cuts, c)
	}
	sort.Strings(r.Cuts)
	r.States = len(seen)
	return r, nil
}

// A Valuation holds constants, indexed as Program.Vars.
type Valuation []*logic.Term

type evalKey struct {
	t *logic.Term
	v string
}

type explorer struct {
	p     *program.Program
	o     Options
	index map[*program.Var]int
	memo  map[evalKey]*logic.Term
}

func (x *explorer) key(v Valuation) string {
	var b strings.Builder
	for _, t := range v {
		if t == nil {
			b.WriteByte('-')
		} else {
			fmt.Fprintf(&b, "%d,", t.ID())
		}
	}
	return b.String()
}

// values lists the values of a sort.
func (x *explorer) values(s *logic.Sort) []*logic.Term {
	if s.IsBool() {
		return []*logic.Term{x.p.Terms.False(), x.p.Terms.True()}
	}
	var vs []*logic.Term
	for i := range 1 << s.Width() {
		vs = append(vs, x.p.Terms.BV(uint64(i), s.Width()))
	}
	return vs
}

func (x *explorer) all(v Valuation, i int) []Valuation {
	if i == len(v) {
		return []Valuation{append(Valuation(nil), v...)}
	}
	var out []Valuation
	for _, c := range x.values(x.p.Vars[i].Sort()) {
		v[i] = c
		out = append(out, x.all(v, i+1)...)
	}
	return out
}

func (x *explorer) eval(t *logic.Term, v Valuation) *logic.Term {
	k := evalKey{t, x.key(v)}
	if r := x.memo[k]; r != nil {
		return r
	}
	m := map[*logic.Term]*logic.Term{}
	for i, w := range x.p.Vars {
		m[w.Sym] = v[i]
	}
	r := x.p.Terms.Subst(t, m)
	x.memo[k] = r
	return r
}

// Run executes operations from each valuation.
func (x *explorer) Run(ops []program.Op, vs []Valuation) []Valuation {
	for i := range ops {
		var next []Valuation
		for _, v := range vs {
			next = append(next, x.step(&ops[i], v)...)
		}
		vs = next
	}
	return vs
}

func (x *explorer) step(o *program.Op, v Valuation) []Valuation {
	with := func(c *logic.Term) Valuation {
		n := append(Valuation(nil), v...)
		n[x.index[o.Var]] = c
		return n
	}
	switch o.Kind {
	case program.OpAssume:
		if x.eval(o.Expr, v).IsTrue() {
			return []Valuation{v}
		}
		return nil
	case program.OpCheck:
		if x.o.IgnoreChecks || x.eval(o.Expr, v).IsTrue() {
			return []Valuation{v}
		}
		return nil
	case program.OpAssign:
		return []Valuation{with(x.eval(o.Expr, v))}
	case program.OpHavoc:
		var out []Valuation
		for _, c := range x.values(o.Var.Sort()) {
			out = append(out, with(c))
		}
		return out
	case program.OpChoice:
		var out []Valuation
		for _, alt := range o.Alts {
			out = append(out, x.Run(alt, []Valuation{v})...)
		}
		return out
	}
	return []Valuation{v}
}
