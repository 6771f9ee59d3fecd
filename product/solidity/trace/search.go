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

// A Search looks for transactions of one contract that violate goals.
type Search struct {
	Source    *ast.Program
	Contract  *ast.ContractDefinition
	Functions []*translate.Function // of the contract
	Program   *boogie.Checked       // the translation
	// First are sequences to try first: procedures, the constructor's first.
	First [][]string
}

// Find returns traces by goal index. A goal without a trace may still be violated. An error is internal, or the
// end of ctx.
func (s *Search) Find(ctx context.Context, goals []Goal) (map[int]*Trace, error) {
	byName, src := procedures(s.Program.Program), newDeclarations(s.Source, s.Contract)
	var constructor *entry
	var others []*entry
	for _, f := range s.Functions {
		e := newEntry(src, byName, f)
		switch {
		case e == nil || !f.Entry:
		case e.fn.Kind == "constructor":
			constructor = e
		default:
			others = append(others, e)
		}
	}
	found := map[int]*Trace{}
	if constructor == nil {
		return found, nil
	}
	x := &finder{Search: s, src: src, goals: goals, found: found, left: maxSearches}
	if err := x.among(ctx, [][]*entry{{constructor}}); err != nil {
		return found, err
	}
	for _, ps := range s.First {
		if steps := named(ps, append([]*entry{constructor}, others...)); steps != nil {
			if err := x.among(ctx, steps); err != nil {
				return found, err
			}
		}
	}
	var between []*entry
	for _, e := range others {
		if e.changes() {
			between = append(between, e)
		}
	}
	for n := range maxTransactions {
		if n > 0 && len(between) == 0 {
			break
		}
		steps := [][]*entry{{constructor}}
		for range n {
			steps = append(steps, between)
		}
		if err := x.among(ctx, append(steps, others)); err != nil {
			return found, err
		}
	}
	if x.back = x.backs(others); len(x.back) == 0 || !src.leaves {
		return found, nil
	}
	for n := range maxWithCallbacks {
		steps := [][]*entry{{constructor}}
		for range n {
			steps = append(steps, between)
		}
		if err := x.among(ctx, append(steps, others)); err != nil {
			return found, err
		}
	}
	// Functions called back may fail, too.
	x.inside = true
	for x.back = x.backs(others); x.left > 0 && x.open(x.back); x.left-- {
		if t, err := x.once(ctx, [][]*entry{{constructor}, between}); t == nil || err != nil {
			return found, err
		}
	}
	return found, nil
}

// named returns the steps of a sequence of procedures; nil if one is no entry, or there are too many.
func named(procedures []string, es []*entry) [][]*entry {
	var steps [][]*entry
	for _, n := range procedures {
		i := slices.IndexFunc(es, func(e *entry) bool { return e.proc.Name == n })
		if i < 0 || (i == 0) != (len(steps) == 0) || len(steps) > maxNamed {
			return nil
		}
		steps = append(steps, []*entry{es[i]})
	}
	return steps
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
	goals []Goal
	found map[int]*Trace
	left  int // number of searches left
	src   *declarations
	back  []*entry // entries for callbacks
	// inside: goals are in functions called back.
	inside bool
	alone  map[string]bool // see assemble
	timed  bool            // the contract reads number or time of blocks
}

// goal returns the open goal that a failure in a procedure belongs to; -1: none.
func (x *finder) goal(procedure string, f *vc.Failure) int {
	return slices.IndexFunc(x.goals, func(g Goal) bool { return g.Function.Procedure == procedure && g.Is(f) })
}

// among searches for traces with these steps, whose last one is restricted to functions with open goals.
func (x *finder) among(ctx context.Context, steps [][]*entry) error {
	for x.left > 0 && ctx.Err() == nil {
		var last []*entry
		for _, e := range steps[len(steps)-1] {
			if x.open([]*entry{e}) {
				last = append(last, e)
			}
		}
		if len(last) == 0 {
			return nil
		}
		x.left--
		t, err := x.once(ctx, append(slices.Clone(steps[:len(steps)-1]), last))
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
		for _, e := range last {
			if x.left--; x.left < 0 {
				return nil
			}
			for {
				t, err := x.once(ctx, append(slices.Clone(steps[:len(steps)-1]), []*entry{e}))
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

// once searches for another trace with these steps; nil if there is none or the budget is spent.
func (x *finder) once(ctx context.Context, steps [][]*entry) (*Trace, error) {
	p, alone, err := assemble(x.src, x.Program, steps, x.back)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	within := steps[len(steps)-1]
	if x.inside {
		within = x.back
	}
	for _, e := range within {
		names[e.proc.Name] = true
	}
	open := func(f *vc.Failure) bool {
		for i, g := range x.goals {
			if names[g.Function.Procedure] && x.found[i] == nil && g.Is(f) {
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
	return x.note(got, steps), nil
}

// note converts an execution to a trace.
func (x *finder) note(e *execution, steps [][]*entry) *Trace {
	t := &Trace{}
	var last *entry
	for i, m := range e.moments {
		if m.step == moveStep {
			if one, ok := x.passed(e.p, &m); ok {
				tx := &t.Transactions[len(t.Transactions)-1]
				tx.Passed = append(tx.Passed, one)
			}
			continue
		}
		if m.proc == "" {
			t.Transactions[len(t.Transactions)-1].State = x.state(e.p, &m)
			continue
		}
		if m.step == backStep {
			k := slices.IndexFunc(x.back, func(e *entry) bool { return e.proc.Name == m.proc })
			tx := &t.Transactions[len(t.Transactions)-1]
			tx.Callbacks = append(tx.Callbacks, x.transaction(e.p, &m, x.back[k]))
			if x.inside {
				last = x.back[k]
			}
			continue
		}
		k := slices.IndexFunc(steps[m.step], func(e *entry) bool { return e.proc.Name == m.proc })
		last = steps[m.step][k]
		tx := x.transaction(e.p, &m, last)
		for _, a := range e.answers {
			if a.moment == i {
				tx.Answers = append(tx.Answers, a.text())
			}
		}
		t.Transactions = append(t.Transactions, tx)
	}
	if last == nil {
		return nil
	}
	i := x.goal(last.proc.Name, e.failure)
	if i < 0 || x.found[i] != nil {
		return nil
	}
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
