package validate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/program"
)

// asserted turns the claims in a module into goals: the error is reached if the value of one is false or its
// evaluation is undefined. claims maps goals to claims. Claims with side effects are refused.
type asserted struct {
	m      *program.Module
	byVar  map[string]*claim // begin and value
	claims map[*program.Goal]*claim
	inside map[*program.Location]bool // locations added
}

func assertClaims(m *program.Module, claims []*claim) *asserted {
	a := &asserted{m: m, byVar: map[string]*claim{}, claims: map[*program.Goal]*claim{}, inside: map[*program.Location]bool{}}
	for _, k := range claims {
		if k.refused == "" {
			a.byVar[k.begin], a.byVar[k.value] = k, k
		}
	}
	for _, fn := range m.Funcs {
		if fn == m.Entry {
			continue // it initialises the variables
		}
		marked := map[*program.Edge]map[int]*claim{}
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					if k := a.assigned(&e.Ops[i]); k != nil && e.Ops[i].Var.CName == k.begin {
						a.mark(marked, e, i, k, map[*program.Edge]bool{})
					}
				}
			}
		}
		for _, l := range slices.Clone(fn.Locs) {
			for _, e := range slices.Clone(l.Out) {
				a.split(fn, e, marked[e])
			}
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			l.In = nil
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				if e.Dst != m.Error && e.Dst != m.Halt { // these belong to no function
					e.Dst.In = append(e.Dst.In, e)
				}
			}
		}
	}
	return a
}

// impure returns an event expression with side effects, or nil. Memory accesses are judged by the interpreter.
func impure(m *program.Module, exprs []*claim) *claim {
	a := &asserted{m: m, byVar: map[string]*claim{}}
	for _, k := range exprs {
		a.byVar[k.begin], a.byVar[k.value] = k, k
	}
	for _, fn := range m.Funcs {
		if fn == m.Entry {
			continue
		}
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					if k := a.assigned(&e.Ops[i]); k != nil && e.Ops[i].Var.CName == k.begin {
						a.mark(map[*program.Edge]map[int]*claim{}, e, i, k, map[*program.Edge]bool{})
					}
				}
			}
		}
	}
	for _, k := range exprs {
		if k.refused != "" && k.refused != readsMemory {
			return k
		}
	}
	return nil
}

const readsMemory = "it reads memory through a pointer, of which nothing says that it is there"

// assigned returns the claim whose variable an operation assigns, or nil.
func (a *asserted) assigned(op *program.Op) *claim {
	if op.Kind != program.OpAssign || !strings.HasPrefix(op.Var.CName, prefix) {
		return nil
	}
	return a.byVar[op.Var.CName]
}

// mark marks the operations that evaluate a claim, from the i-th of an edge on.
func (a *asserted) mark(marked map[*program.Edge]map[int]*claim, e *program.Edge, i int, k *claim, seen map[*program.Edge]bool) {
	if seen[e] {
		return
	}
	seen[e] = true
	if marked[e] == nil {
		marked[e] = map[int]*claim{}
	}
	for ; i < len(e.Ops); i++ {
		op := &e.Ops[i]
		marked[e][i] = k
		switch own := a.assigned(op); {
		case own == k && op.Var.CName == k.value:
			return
		case own == k, op.Kind == program.OpCheck, op.Kind == program.OpAssume, op.Kind == program.OpAssign && op.Var.Temp:
		case op.Kind == program.OpAssign && op.Var.CName == "":
		case op.Kind == program.OpAccess && !op.Accesses():
		case op.Kind == program.OpAccess:
			if k.refused == "" {
				k.refused = readsMemory
			}
		default:
			k.refused = "it does more than compute a value"
		}
	}
	for _, next := range e.Dst.Out {
		a.mark(marked, next, 0, k, seen)
	}
	if len(e.Dst.Out) == 0 {
		k.refused = "its evaluation does not end"
	}
}

// split divides an edge where the error is reached in its middle.
func (a *asserted) split(fn *program.Func, e *program.Edge, marked map[int]*claim) {
	ops, dst, goal := slices.Clone(e.Ops), e.Dst, e.Goal
	last, from := e, 0
	fails := func(i int, op program.Op, holds program.Op, g program.Goal, k *claim) {
		at := fn.NewLocation(op.Pos)
		a.inside[at] = true
		last.Ops, last.Dst, last.Goal = slices.Clone(ops[from:i]), at, nil
		no := holds
		no.Expr = a.m.Terms.Not(holds.Expr)
		bad := program.Connect(at, a.m.Error, no)
		bad.Pos = op.Pos
		bad.Goal = a.m.NewGoal(g)
		a.claims[bad.Goal] = k
		last = &program.Edge{ID: len(at.Out), Src: at, Pos: e.Pos}
		at.Out = append(at.Out, last)
		from = i
	}
	for i := 0; i < len(ops); i++ {
		op := ops[i]
		k := marked[i]
		if k == nil || k.refused != "" {
			continue
		}
		if !op.Pos.IsValid() {
			op.Pos = e.Pos
		}
		switch {
		case op.Kind == program.OpCheck:
			holds := program.Op{Kind: program.OpAssume, Expr: op.Expr, Pos: op.Pos}
			fails(i, op, holds, program.Goal{Check: op.Check, Note: fmt.Sprintf("undefined behaviour in the invariant: %s", op.Note), Func: fn.Name, Pos: op.Pos}, k)
			ops[i] = holds
		case a.assigned(&op) == k && op.Var.CName == k.value:
			f := a.m.Terms
			holds := program.Op{Kind: program.OpAssume, Expr: f.Not(f.Eq(op.Expr, f.Zero(op.Expr.Sort()))), Pos: op.Pos}
			fails(i, op, holds, program.Goal{Note: "the invariant", Func: fn.Name, Pos: op.Pos}, k)
			ops[i] = holds
		}
	}
	last.Ops, last.Dst, last.Goal = ops[from:], dst, goal
}
