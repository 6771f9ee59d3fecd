package validate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/pathcond"
	"cupel/core/work"
	"cupel/evidence/witness/read"
)

// An exploration is symbolic execution of a program, ordered by progress of the witness automaton.
type exploration struct {
	x       *executable
	t       *tracker // nil: every path to the error is accepted
	f       *logic.Factory
	decider *pathcond.Decider
	edges   int
	fresh   int
	paths   int               // completed paths
	open    string            // why not all executions were explored; "": all were
	reach   map[string][]bool // by variable of the plan: locations, by ID, from which it may still be assigned
	found   func(ctx context.Context, given []incoming) (bool, error)
}

// path is a partial path.
type path struct {
	loc    *program.Location
	values map[*logic.Term]*logic.Term // of variables, by symbol
	stack  []frame
	pc     []*logic.Term
	model  map[*logic.Term]*logic.Term // of pc; nil: unknown
	came   []incoming                  // inputs with symbolic values
	states []int
}

type frame struct {
	call   *interp.Call
	values []*logic.Term
}

func (p *path) clone() *path {
	q := *p
	q.values, q.stack = maps.Clone(p.values), slices.Clone(p.stack)
	q.pc, q.came = slices.Clip(p.pc), slices.Clip(p.came)
	return &q
}

var errStop = errors.New("found")

// explore explores paths until found accepts one to the error, none is left, or a budget is spent.
func (x *executable) explore(ctx context.Context, t *tracker, open smt.Opener, found func(context.Context, []incoming) (bool, error)) (e *exploration, ok bool, err error) {
	e = &exploration{x: x, t: t, f: x.p.Terms, found: found, reach: map[string][]bool{}}
	e.decider = pathcond.New(e.f, func() (smt.Solver, error) { return open(e.f, smt.Options{Work: exploreOne}) })
	defer e.decider.Close()
	whole := ctx
	ctx, stop := work.Within(ctx, exploreAll)
	defer stop()
	first := &path{loc: x.p.Init, values: map[*logic.Term]*logic.Term{}, model: map[*logic.Term]*logic.Term{}}
	if t != nil {
		first.states = t.start()
	}
	todo := []*path{first}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next, err := e.follow(ctx, p)
		switch {
		case errors.Is(err, errStop):
			return e, true, nil
		case whole.Err() != nil:
			return e, false, whole.Err()
		case err != nil && ctx.Err() == nil:
			return e, false, err
		case ctx.Err() != nil || e.edges > exploreEdges:
			e.incomplete("the budget for the exploration of paths was spent")
			return e, false, nil
		}
		slices.SortStableFunc(next, func(a, b *path) int { return e.progress(a) - e.progress(b) })
		todo = append(todo, next...)
	}
	return e, false, nil
}

func (e *exploration) progress(p *path) int {
	if len(p.states) == 0 {
		return 0
	}
	return p.states[len(p.states)-1]
}

func (e *exploration) incomplete(why string, args ...any) {
	if e.open == "" {
		e.open = fmt.Sprintf(why, args...)
	}
}

// follow extends a path until it forks or ends.
func (e *exploration) follow(ctx context.Context, p *path) ([]*path, error) {
	for {
		if e.edges++; e.edges > exploreEdges {
			return nil, nil
		}
		if e.edges%256 == 0 {
			work.Spend(ctx, 64)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l := p.loc
		if l.Cut != "" {
			e.incomplete("%s", l.Cut)
			return nil, nil
		}
		if n := len(p.stack); n > 0 && p.stack[n-1].call.Exit == l {
			e.leave(p)
			continue
		}
		if c := e.x.calls[l]; c != nil {
			if len(p.stack) > 500 {
				e.incomplete("deep recursion")
				return nil, nil
			}
			fr := frame{call: c, values: make([]*logic.Term, len(c.Locals))}
			for i, v := range c.Locals {
				fr.values[i] = p.values[v.Sym]
			}
			if c.Alone {
				for i := range p.stack {
					if p.stack[i].call.Exit == c.Exit {
						e.incomplete("recursion in a function whose locals have addresses")
						return nil, nil
					}
				}
			}
			p.stack = append(p.stack[:len(p.stack):len(p.stack)], fr)
			next, err := e.edge(ctx, p, c.Enter)
			if err != nil || len(next) != 1 {
				return next, err
			}
			p = next[0]
			continue
		}
		if len(l.Out) == 0 {
			e.paths++
			return nil, nil
		}
		var next []*path
		for i, out := range l.Out {
			q := p
			if i < len(l.Out)-1 {
				q = p.clone()
			}
			found, err := e.edge(ctx, q, out)
			if err != nil {
				return nil, err
			}
			next = append(next, found...)
		}
		if len(next) != 1 {
			if len(next) == 0 {
				e.paths++
			}
			return next, nil
		}
		p = next[0]
	}
}

func (e *exploration) leave(p *path) {
	fr := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	c := fr.call
	if c.Into != nil {
		p.values[c.Into.Sym] = e.read(p, c.Result.Sym)
	}
	for i, v := range c.Locals {
		if fr.values[i] == nil {
			delete(p.values, v.Sym)
		} else {
			p.values[v.Sym] = fr.values[i]
		}
	}
	p.loc = c.Return.Dst
}

// read returns the value of a variable; arbitrary if it was never written.
func (e *exploration) read(p *path, sym *logic.Term) *logic.Term {
	t := p.values[sym]
	if t == nil {
		t = e.symbol(sym.Sort())
		p.values[sym] = t
	}
	return t
}

func (e *exploration) symbol(s *logic.Sort) *logic.Term {
	e.fresh++
	return e.f.Var(fmt.Sprintf("#path%d.%s", e.fresh, s), s)
}

func (e *exploration) term(p *path, t *logic.Term) *logic.Term {
	vars := logic.FreeVars(t)
	if len(vars) == 0 {
		return t
	}
	m := make(map[*logic.Term]*logic.Term, len(vars))
	for _, v := range vars {
		if e.x.p.VarOf(v) != nil {
			m[v] = e.read(p, v)
		}
	}
	return e.f.Subst(t, m)
}

// assume adds a condition to a path; false if the path becomes infeasible.
func (e *exploration) assume(ctx context.Context, p *path, t *logic.Term) (bool, error) {
	for _, c := range logic.Conjuncts(t) {
		switch {
		case c.IsTrue() || slices.Contains(p.pc, c):
			continue
		case c.IsFalse():
			return false, nil
		}
		if logic.Size(c) > exploreTerm {
			e.incomplete("a condition is too large")
			return false, nil
		}
		known := len(p.pc)
		if p.model == nil {
			known = 0
		}
		a, err := e.decider.Extend(ctx, p.pc, known, []*logic.Term{c})
		if err != nil {
			return false, err
		}
		switch {
		case a.Result == smt.Unsat:
			return false, nil
		case a.Result == smt.Unknown:
			e.incomplete("the solver has no answer for a path")
			return false, nil
		case a.Values == nil:
			p.model = nil
		case p.model == nil:
			p.model = a.Values
		default:
			m := maps.Clone(p.model)
			maps.Copy(m, a.Values)
			p.model = m
		}
		p.pc = append(p.pc, c)
	}
	return true, nil
}

// edge executes an edge. It forks if the automaton depends on an unknown value.
func (e *exploration) edge(ctx context.Context, p *path, edge *program.Edge) ([]*path, error) {
	var ways []*path
	type item struct {
		p *path
		i int
	}
	todo := []item{{p, 0}}
	for len(todo) > 0 {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p, dead := it.p, false
		for i := it.i; i < len(edge.Ops) && !dead; i++ {
			op := &edge.Ops[i]
			switch op.Kind {
			case program.OpAssume, program.OpCheck:
				ok, err := e.assume(ctx, p, e.term(p, op.Expr))
				if err != nil {
					return nil, err
				}
				dead = !ok
			case program.OpHavoc:
				v := e.symbol(op.Var.Sort())
				p.values[op.Var.Sym] = v
				p.came = append(p.came, incoming{op, v})
				if e.t != nil && op.Input != nil { // a constant simplifies everything after it
					if c := e.t.hint(p.states, op.Input.Paren); c != "" && e.t.chain {
						if k := constant(e.f, op.Var.Sort(), c); k != nil {
							q := p.clone()
							q.values[op.Var.Sym] = k
							q.came[len(q.came)-1] = incoming{op, k}
							if ok, err := e.assume(ctx, p, e.f.Not(e.f.Eq(v, k))); err != nil {
								return nil, err
							} else if ok {
								todo = append(todo, item{p, i + 1})
							}
							p = q
						}
					}
				}
			case program.OpAssign:
				t := e.term(p, op.Expr)
				p.values[op.Var.Sym] = t
				if e.t == nil || edge.Src.Func == e.x.entry || !strings.HasPrefix(op.Var.CName, prefix) || !e.t.cares(p.states, op.Var.CName) {
					continue
				}
				yes := e.f.Not(e.f.Eq(t, e.f.Zero(t.Sort())))
				q := p.clone()
				for _, w := range []struct {
					p    *path
					cond *logic.Term
					is   bool
				}{{q, e.f.Not(yes), false}, {p, yes, true}} {
					ok, err := e.assume(ctx, w.p, w.cond)
					if err != nil {
						return nil, err
					}
					w.p.states = e.t.assigned(w.p.states, op.Var.CName, w.is)
					switch {
					case !ok || len(w.p.states) == 0:
						dead = dead || w.is
					case !w.is:
						todo = append(todo, item{q, i + 1})
					}
				}
			case program.OpAccess, program.OpAlloc, program.OpFree:
			default:
				return nil, fmt.Errorf("an operation that cannot be followed at %s", op.Pos)
			}
		}
		if dead {
			continue
		}
		if e.t != nil {
			if p.states = e.t.branched(p.states, edge); len(p.states) == 0 {
				continue
			}
		}
		if p.loc = edge.Dst; e.hopeless(p) {
			e.paths++
			continue
		}
		if edge.Dst == e.x.p.Error {
			if err := e.reached(ctx, p, edge); err != nil {
				return nil, err
			}
			continue
		}
		ways = append(ways, p)
	}
	slices.Reverse(ways) // paths preferred by the witness first; the last one is popped first
	return ways, nil
}

// hopeless reports whether the automaton can make no progress from here.
func (e *exploration) hopeless(p *path) bool {
	if e.t == nil || p.loc == e.x.p.Error {
		return false
	}
	for _, s := range p.states {
		for i := range e.t.a.States[s] {
			edge := &e.t.a.States[s][i]
			ev := e.t.p.events[edge]
			if edge.To == read.Violation || ev != nil && (ev.always || ev.outcome != "") {
				return false
			}
			if ev == nil || edge.To == read.Sink {
				continue
			}
			for v := range ev.vars {
				if e.assignable(v)[p.loc.ID] {
					return false
				}
			}
		}
	}
	return true
}

// assignable returns the locations from which a variable may be assigned: backwards along edges, and from the
// end of a function to its call sites.
func (e *exploration) assignable(name string) []bool {
	if r := e.reach[name]; r != nil {
		return r
	}
	p := e.x.p
	back := make([][]*program.Location, len(p.Locs))
	var todo []*program.Location
	r := make([]bool, len(p.Locs))
	for _, edge := range p.Edges {
		back[edge.Dst.ID] = append(back[edge.Dst.ID], edge.Src)
		for i := range edge.Ops {
			if op := &edge.Ops[i]; op.Kind == program.OpAssign && op.Var.CName == name && !r[edge.Src.ID] {
				r[edge.Src.ID] = true
				todo = append(todo, edge.Src)
			}
		}
	}
	for _, c := range e.x.calls {
		if c.Exit != nil {
			back[c.Return.Dst.ID] = append(back[c.Return.Dst.ID], c.Exit)
		}
	}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range back[l.ID] {
			if !r[m.ID] {
				r[m.ID] = true
				todo = append(todo, m)
			}
		}
	}
	e.reach[name] = r
	return r
}

// reached tries a path to the error.
func (e *exploration) reached(ctx context.Context, p *path, last *program.Edge) error {
	e.paths++
	if e.t != nil && !e.t.accepts(p.states, last) {
		return nil
	}
	if p.model == nil {
		a, err := e.decider.Extend(ctx, p.pc, 0, nil)
		switch {
		case err != nil:
			return err
		case a.Result == smt.Unsat:
			return nil
		case a.Values == nil:
			e.incomplete("the solver has no model for a path to the violation")
			return nil
		}
		p.model = a.Values
	}
	given := make([]incoming, len(p.came))
	for i, c := range p.came {
		v := c.value
		if v.IsVar() {
			if v = p.model[v]; v == nil && !c.value.Sort().IsArray() {
				v = e.f.Zero(c.value.Sort())
			}
		}
		given[i] = incoming{c.op, v}
	}
	ok, err := e.found(ctx, given)
	if err != nil {
		return err
	}
	if ok {
		return errStop
	}
	e.incomplete("a path to the violation was not confirmed by the interpreter")
	return nil
}
