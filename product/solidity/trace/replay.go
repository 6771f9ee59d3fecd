package trace

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
)

// A state maps variables to concrete values, and to symbolic ones over the values that are not chosen.
type state struct {
	value, any map[*logic.Term]*logic.Term
}

// moment is the state at a marker.
type moment struct {
	step   int
	proc   string                      // procedure called next; "" after a call
	values map[*logic.Term]*logic.Term // those that are certain are ground
}

// execution is a replay.
type execution struct {
	p     *lower.Procedure
	f     *logic.Factory
	state state
	given map[int][]*logic.Term // by operation
	// facts are assumed about unchosen values; claims are the path conditions, each with the number of facts
	// that precede it.
	facts  []*logic.Term
	claims []claim

	moments []moment
	answers []answer
	failure *vc.Failure
}

// An answer is a choice of external code in the current transaction.
type answer struct {
	moment int
	value  *logic.Term
}

// claim is a condition of the path, with the number of facts that precede it.
type claim struct {
	cond  *logic.Term
	facts int
}

// replay executes a counterexample. An error describes the deviation.
func replay(ctx context.Context, p *lower.Procedure, cex *program.Counterexample) (*execution, error) {
	x := &execution{p: p, f: p.Program.Terms, given: map[int][]*logic.Term{}, state: state{map[*logic.Term]*logic.Term{}, map[*logic.Term]*logic.Term{}}}
	for _, h := range cex.Havocs {
		x.given[h.ID] = append(x.given[h.ID], h.Value)
	}
	at := p.Program.Init
	for steps := 0; at != p.Program.Error; steps++ {
		if steps > maxSteps {
			return nil, fmt.Errorf("more than %d steps", maxSteps)
		}
		e, err := x.choose(at)
		if err != nil {
			return nil, err
		}
		for i := range e.Ops {
			if err := x.execute(&e.Ops[i], at == p.Program.Init); err != nil {
				return nil, err
			}
		}
		if as := p.Markers[e]; as != nil {
			x.mark(as)
		}
		if e.Goal != nil {
			x.failure = &p.Checks[e.Goal.ID-1]
		}
		at = e.Dst
	}
	if x.failure == nil {
		return nil, fmt.Errorf("no assertion fails")
	}
	return x, x.certain(ctx)
}

// eval evaluates a term.
func (x *execution) eval(t *logic.Term, in map[*logic.Term]*logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	return x.f.NewSubst(func(v *logic.Term) *logic.Term { return in[v] }).Apply(t)
}

// choose returns the enabled edge; the first operations of several exclude each other.
func (x *execution) choose(l *program.Location) (*program.Edge, error) {
	if len(l.Out) == 1 {
		return l.Out[0], nil
	}
	for _, e := range l.Out {
		if len(e.Ops) > 0 && e.Ops[0].Kind == program.OpAssume && x.eval(e.Ops[0].Expr, x.state.value).IsTrue() {
			return e, nil
		}
	}
	return nil, fmt.Errorf("the execution ends at %s", l.Pos)
}

// execute executes an operation; initial: an initialisation.
func (x *execution) execute(o *program.Op, initial bool) error {
	switch o.Kind {
	case program.OpAssign:
		v, a := x.eval(o.Expr, x.state.value), x.eval(o.Expr, x.state.any)
		x.state.value[o.Var.Sym], x.state.any[o.Var.Sym] = v, a
	case program.OpHavoc:
		v := x.f.Zero(o.Var.Sort())
		if vs := x.given[o.ID]; len(vs) > 0 {
			v, x.given[o.ID] = vs[0], vs[1:]
		}
		if v.Sort() != o.Var.Sort() {
			return fmt.Errorf("a value of another sort")
		}
		x.state.value[o.Var.Sym] = v
		if x.chosen(o, initial) {
			x.state.any[o.Var.Sym] = v
			if c := x.p.Cell(o.Var); x.p.Chosen[o.ID] && c != nil && x.p.Flow.Info.Kind(c.Decl) != boogie.Global && c.Decl.Attrs.Find("any") == nil && v.IsConst() {
				x.answers = append(x.answers, answer{len(x.moments) - 1, v})
			}
		} else {
			x.state.any[o.Var.Sym] = x.f.Fresh("any", v.Sort())
		}
	case program.OpAssume:
		if !x.eval(o.Expr, x.state.value).IsTrue() {
			return fmt.Errorf("a condition at %s does not hold", o.Pos)
		}
		c := x.eval(o.Expr, x.state.any)
		switch {
		case c.IsTrue():
		case o.Note == lower.Fact:
			x.facts = append(x.facts, c)
		default:
			x.claims = append(x.claims, claim{c, len(x.facts)})
		}
	default:
		return fmt.Errorf("an operation that is not known")
	}
	return nil
}

// chosen reports whether the environment chooses the value of an operation.
func (x *execution) chosen(o *program.Op, initial bool) bool {
	c := x.p.Cell(o.Var)
	switch {
	case x.p.Chosen[o.ID], x.p.Choice(o.Var):
		return true
	case c == nil || !initial: // a function, or a value that the program havocs
		return false
	case c.Const:
		return slices.Contains(chosenConstants, c.Name)
	case x.p.Flow.Info.Kind(c.Decl) == boogie.Global:
		return c.Name == "balance" || slices.Contains(clock, c.Name)
	}
	return c.Own && !c.Saved
}

// chosenConstants depend on time and sender; the driver constrains them.
var chosenConstants = []string{"block_coinbase", "tx_origin"}

// mark records the state.
func (x *execution) mark(as boogie.Attributes) {
	m := moment{values: map[*logic.Term]*logic.Term{}}
	m.step, _ = as.Number("marker")
	if a := as.Find("marker"); len(a.Args) > 1 {
		if s, ok := a.Args[1].(*boogie.StringLit); ok {
			m.proc = s.Value
		}
	}
	maps.Copy(m.values, x.state.any)
	x.moments = append(x.moments, m)
}

// certain checks that the path conditions hold for all unchosen values.
func (x *execution) certain(ctx context.Context) error {
	if len(x.claims) == 0 {
		return nil
	}
	ctx, cancel := work.Within(ctx, replayWork)
	defer cancel()
	s, err := z3.Open(x.f, smt.Options{Work: replayWork})
	if err != nil {
		return err
	}
	defer s.Close()
	told := 0
	for _, c := range x.claims {
		for ; told < c.facts; told++ {
			if err := s.Assert(x.facts[told]); err != nil {
				return err
			}
		}
		r, err := s.Check(ctx, x.f.Not(c.cond))
		switch {
		case err != nil:
			return err
		case r != smt.Unsat:
			return fmt.Errorf("the execution depends on a value that is approximated")
		}
		if err := s.Assert(c.cond); err != nil {
			return err
		}
	}
	return nil
}
