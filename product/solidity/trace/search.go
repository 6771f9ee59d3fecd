package trace

import (
	"context"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// A Goal is an assertion that may fail in a function.
type Goal struct {
	Function *translate.Function
	Is       func(*vc.Failure) bool
}

// Bounds of a search; none: the defaults.
type Bounds struct {
	// Transactions bounds those after the deployment; Depth how deep calls of external code nest; Calls those that
	// it makes, one after the other, each time that it is called.
	Transactions, Depth, Calls int
}

// DefaultBounds are the bounds of a search where nothing else is said.
func DefaultBounds() Bounds { return Bounds{maxTransactions, maxCallDepth, maxCalls} }

// A Search looks for transactions of one contract that violate goals.
type Search struct {
	Source   *ast.Program
	Contract *ast.ContractDefinition
	// Functions are those of the contract, Others those of other contracts, some of which it may create.
	Functions, Others []*translate.Function
	Program           *boogie.Checked // the translation
	// First are sequences to try first, from the constructor on.
	First  [][]Call
	Bounds Bounds
}

// Find returns traces by goal index. A goal without a trace may still be violated. An error is internal, or the
// end of ctx.
func (s *Search) Find(ctx context.Context, goals []Goal) (map[int]*Trace, error) {
	if s.Bounds == (Bounds{}) {
		s.Bounds = DefaultBounds()
	}
	byName := procedures(s.Program.Program)
	found := map[int]*Trace{}
	x := &finder{Search: s, goals: goals, found: found, left: maxSearches, byName: byName}
	created, called := x.created()
	if slices.ContainsFunc(created, func(c *ast.ContractDefinition) bool { return len(translate.Transient(c)) > 0 }) {
		return found, nil // what they are when a transaction begins is not followed
	}
	x.several, x.src = len(called) > 0, newDeclarations(s.Source, append(created, s.Contract))
	var constructor *entry
	var others []*entry
	for _, f := range s.Functions {
		e := newEntry(x.src, byName, f)
		switch {
		case e == nil || !f.Entry:
		case e.fn.Kind == "constructor":
			constructor = e
		default:
			others = append(others, e)
		}
	}
	if constructor == nil {
		return found, nil
	}
	for _, f := range s.Others {
		i := slices.IndexFunc(created, func(c *ast.ContractDefinition) bool { return c.ID == f.Contract })
		if i < 0 || !f.Entry {
			continue
		}
		e := newEntry(x.src, byName, f)
		if e == nil {
			continue
		}
		e.contract, e.of = f.Contract, created[i].Name
		if e.fn.Kind != "constructor" {
			others = append(others, e)
		} else if called[f.Contract] && len(x.before) < maxDeployed {
			e.deploys = true
			x.before = append(x.before, e)
		}
	}
	x.entries = slices.Concat([]*entry{constructor}, others, x.before)
	if err := x.among(ctx, [][]*call{in(leaf(), x.entries[:1])}); err != nil {
		return found, err
	}
	if err := x.proposed(ctx, others, false); err != nil {
		return found, err
	}
	return found, x.nest(ctx, others)
}

// proposed tries the proposed sequences: those in which calls nest, or the others.
func (x *finder) proposed(ctx context.Context, others []*entry, nest bool) error {
	for _, calls := range x.First {
		if nest != slices.ContainsFunc(calls, func(c Call) bool { return len(c.Inside) > 0 }) {
			continue
		}
		if steps := named(calls, x.entries, x.backs(others, true)); steps != nil && x.left > 0 {
			x.left--
			if _, err := x.once(ctx, steps, x.entries); err != nil {
				return err
			}
		}
	}
	return nil
}

// nest searches with more and more transactions, without calls of external code and then with more and deeper
// ones.
func (x *finder) nest(ctx context.Context, others []*entry) error {
	var between []*entry
	for _, e := range others {
		if e.changes() {
			between = append(between, e)
		}
	}
	b := x.Bounds
	steps := func(v *variant, n int) [][]*call {
		all := [][]*call{in(deployment(), x.entries[:1])}
		for range n {
			all = append(all, in(v, between))
		}
		return all
	}
	longer := func(v *variant) error {
		for n := range b.Transactions {
			if n > 0 && len(between) == 0 {
				break
			}
			if err := x.among(ctx, append(steps(v, n), in(v, others))); err != nil {
				return err
			}
		}
		return nil
	}
	if err := longer(leaf()); err != nil || !x.src.leaves {
		return err
	}
	// Functions called back may fail, too.
	within := func(back []*entry, v *variant) error {
		for n := 1; n <= b.Transactions && x.open(back); n++ {
			for x.left > 0 {
				x.left--
				if t, err := x.once(ctx, steps(v, n), back); err != nil {
					return err
				} else if t == nil {
					break
				}
			}
		}
		return nil
	}
	for size := 2; size <= b.Depth+b.Calls; size++ {
		for depth := 1; depth < size && depth <= b.Depth; depth++ {
			for _, inside := range []bool{false, true} {
				back := x.backs(others, inside)
				if size-depth > b.Calls || len(back) == 0 {
					continue
				}
				v := nested(back, depth, size-depth)
				if bodies(x.byName, in(v, others), maxBodies) > maxBodies {
					continue
				}
				var err error
				if inside {
					err = within(back, v)
				} else {
					err = longer(v)
				}
				if err != nil {
					return err
				}
			}
		}
		if size == 2 && b.Depth > 0 {
			if err := x.proposed(ctx, others, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// open reports whether entries have open goals.
func (x *finder) open(es []*entry) bool {
	return slices.ContainsFunc(es, func(e *entry) bool {
		for i, g := range x.goals {
			if g.Function.Procedure == e.proc.Name && x.found[i] == nil {
				return true
			}
		}
		return false
	})
}

// finder is one run of a search.
type finder struct {
	*Search
	goals   []Goal
	found   map[int]*Trace
	left    int // number of searches left
	src     *declarations
	byName  map[string]*boogie.Procedure
	entries []*entry // the constructor first
	// before are constructors of other contracts, which are deployed before.
	before []*entry
	// several contracts run: the contract creates others, or calls them by their types.
	several bool
	alone   map[string]bool // see assemble
	timed   bool            // the contract reads number or time of blocks
}

// created returns the other contracts whose code runs: those that the contract creates or calls by their types, and those that these do;
// called are the ones that nobody creates.
func (x *finder) created() (out []*ast.ContractDefinition, called map[int]bool) {
	in := map[int]bool{}
	called = map[int]bool{}
	of := x.Functions
	for len(of) > 0 {
		var ds []*boogie.Procedure
		for _, f := range of {
			if d := x.byName[f.Procedure]; d != nil && d.Body != nil {
				ds = append(ds, d)
			}
		}
		of = nil
		made, typed := created(x.byName, ds)
		for _, id := range made {
			called[id] = false
		}
		for _, id := range typed {
			if _, ok := called[id]; !ok {
				called[id] = id != x.Contract.ID
			}
			if id != x.Contract.ID {
				made = append(made, id)
			}
		}
		for _, id := range made {
			c, ok := x.Source.Node(id).(*ast.ContractDefinition)
			if !ok || in[id] {
				continue
			}
			in[id] = true
			out = append(out, c)
			for _, f := range x.Others {
				if f.Contract == id {
					of = append(of, f)
				}
			}
		}
	}
	return out, called
}

// goal returns the open goal that a failure in a procedure belongs to; -1: none.
func (x *finder) goal(procedure string, f *vc.Failure) int {
	return slices.IndexFunc(x.goals, func(g Goal) bool { return g.Function.Procedure == procedure && g.Is(f) })
}

// among searches for traces with these steps, whose last one is restricted to functions with open goals.
func (x *finder) among(ctx context.Context, steps [][]*call) error {
	before := steps[:len(steps)-1]
	for x.left > 0 && ctx.Err() == nil {
		var last []*call
		for _, c := range steps[len(steps)-1] {
			if x.open([]*entry{c.entry}) {
				last = append(last, c)
			}
		}
		if len(last) == 0 {
			return nil
		}
		x.left--
		t, err := x.once(ctx, append(slices.Clone(before), last), of(last))
		if err != nil {
			return err
		}
		if t != nil {
			continue
		}
		if len(last) == 1 {
			return nil
		}
		// One may be too hard, or unsupported: each separately.
		for _, c := range last {
			if x.left--; x.left < 0 {
				return nil
			}
			for {
				t, err := x.once(ctx, append(slices.Clone(before), []*call{c}), []*entry{c.entry})
				if err != nil {
					return err
				}
				if t == nil {
					break
				}
			}
		}
		return nil
	}
	return ctx.Err()
}

// once searches for another trace with these steps that violates a goal of some entries; nil if there is none or the
// budget is spent.
func (x *finder) once(ctx context.Context, steps [][]*call, within []*entry) (*Trace, error) {
	var before [][]*call
	for _, e := range x.before {
		before = append(before, in(steps[0][0].in, []*entry{e}))
	}
	p, alone, err := x.assemble(append(before, steps...))
	if err != nil {
		return nil, err
	}
	open := func(f *vc.Failure) bool {
		for i, g := range x.goals {
			if slices.ContainsFunc(within, func(e *entry) bool { return e.proc.Name == g.Function.Procedure }) && x.found[i] == nil && g.Is(f) {
				return true
			}
		}
		return false
	}
	l, err := lower.Lower(ctx, p, driverName, lower.Options{Goal: open})
	if err != nil {
		return nil, nil // unsupported, or interrupted
	}
	q, _, err := passes.Default.Run(ctx, l.Program)
	if err != nil {
		return nil, nil
	}
	if q, _, err = passes.Scalars.Run(ctx, q); err != nil {
		return nil, nil
	}
	sub, cancel := work.Within(ctx, searchWork)
	defer cancel()
	var got *execution
	given := engine.Problem{Program: q, Tools: engine.Tools{Open: z3.Open, Confirm: func(ctx context.Context, cex *program.Counterexample) engine.Replay {
		e, err := replay(ctx, l, cex)
		if err != nil {
			return engine.Replay{Kind: engine.Differs, Text: err.Error()}
		}
		got = e
		return engine.Replay{}
	}}}
	r, err := bmc.New(bmc.Options{}).Verify(sub, given, engine.Quiet{})
	if err != nil {
		return nil, err
	}
	if r.Verdict != engine.False || got == nil {
		return nil, nil
	}
	x.alone, x.timed = alone, mentions(p.Program, clock)
	return x.note(got), nil
}

// note converts an execution to a trace.
func (x *finder) note(e *execution) *Trace {
	t := &Trace{}
	var running []*Transaction // each within the one before
	var entries []*entry
	for i, m := range e.moments {
		switch m.step {
		case createStep:
			last := running[len(running)-1]
			last.Created = append(last.Created, x.createdHere(e.p, &m))
		case moveStep:
			if one, ok := x.passed(e.p, &m); ok {
				last := running[len(running)-1]
				last.Passed = append(last.Passed, one)
			}
		case outStep:
			last := running[len(running)-1]
			last.Calls = append(last.Calls, x.external(e.p, &m))
		default:
			if m.proc == "" { // the end of a call
				running[len(running)-1].State = x.state(e.p, &m, !entries[len(entries)-1].deploys)
				running, entries = running[:len(running)-1], entries[:len(entries)-1]
				break
			}
			k := slices.IndexFunc(x.entries, func(e *entry) bool { return e.proc.Name == m.proc })
			in := &t.Transactions
			if m.step == backStep {
				calls := running[len(running)-1].Calls
				in = &calls[len(calls)-1].Transactions
			}
			*in = append(*in, x.transaction(e.p, &m, x.entries[k]))
			running, entries = append(running, &(*in)[len(*in)-1]), append(entries, x.entries[k])
		}
		for _, a := range e.answers {
			if a.moment == i && len(running) > 0 {
				last := running[len(running)-1]
				last.Answers = append(last.Answers, a.text())
			}
		}
	}
	if len(entries) == 0 {
		return nil
	}
	i := x.goal(entries[len(entries)-1].proc.Name, e.failure)
	if i < 0 || x.found[i] != nil {
		return nil
	}
	t.tidy()
	x.found[i] = t
	return t
}

// mentions reports whether procedures other than the driver mention one of some variables.
func mentions(p *boogie.Program, names []string) bool {
	found := false
	for _, d := range procedures(p) {
		if d.Name == driverName {
			continue
		}
		boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
			for _, e := range boogie.StmtExprs(s) {
				boogie.WalkExpr(e, func(e boogie.Expr) {
					x, ok := e.(*boogie.Ident)
					found = found || ok && slices.Contains(names, x.Name)
				})
			}
		})
	}
	return found
}

// short is the name of a function without its contract.
func short(name string) string {
	_, f, ok := strings.Cut(name, "::")
	if !ok {
		return name
	}
	return strings.Trim(f, "[]")
}
