package concolic

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// noteUntaken records the edges that an execution does not take when it takes e.
func (w *follower) noteUntaken(e *program.Edge) error {
	if len(e.Src.Out) < 2 {
		return nil
	}
	var branches []Branch
	for _, o := range e.Src.Out {
		if o == e || !w.opens(o) {
			continue
		}
		guard := w.f.True()
		for i := range o.Ops {
			if o.Ops[i].Kind != program.OpAssume {
				break
			}
			t, err := w.term(o.Ops[i].Expr, o.Pos)
			if err != nil {
				return err
			}
			guard = w.f.And(guard, t)
		}
		if !guard.IsConst() {
			branches = append(branches, Branch{Edge: o, Term: guard, Pos: o.Pos})
		}
	}
	w.addBranches(branches)
	return nil
}

// noteQueries records branches for the caller's formulas over the state before an operation.
func (w *follower) noteQueries(e *program.Edge, op *program.Op) error {
	if w.ask == nil || op.Expr == nil || w.fixed(op.Expr) {
		return nil
	}
	var branches []Branch
	queries := w.ask(op)
	if len(queries) == 0 {
		return nil
	}
	if whole, err := w.term(op.Expr, e.Pos); err != nil || whole.IsConst() {
		return err // its parts are not decided here either
	}
	for n, q := range queries {
		if q == nil {
			continue
		}
		t, err := w.term(q, e.Pos)
		if err != nil {
			return err
		}
		if !t.IsConst() {
			branches = append(branches, Branch{Op: op, N: n, Term: t, Pos: e.Pos})
		}
	}
	w.addBranches(branches)
	return nil
}

// addBranches adds branches, positioned after all conditions that evaluating their terms produced.
func (w *follower) addBranches(branches []Branch) {
	for _, t := range branches {
		if w.depends(t.Term) {
			t.At, t.Step = len(w.path.Conditions), w.step
			w.path.Branches = append(w.path.Branches, t)
		}
	}
}

// opens reports whether the leading assumptions of an edge may depend on inputs.
func (w *follower) opens(e *program.Edge) bool {
	for i := range e.Ops {
		if e.Ops[i].Kind != program.OpAssume {
			break
		}
		if !w.fixed(e.Ops[i].Expr) {
			return true
		}
	}
	return false
}

// fixed reports whether the value of a term of the program depends neither on inputs nor on indeterminate values.
func (w *follower) fixed(t *logic.Term) bool {
	vars, ok := w.free[t]
	if !ok {
		vars = logic.FreeVars(t)
		w.free[t] = vars
	}
	for _, v := range vars {
		if s := w.state[v]; s == nil && w.p.VarOf(v) != nil || s != nil && w.containsSymbols(s) {
			return false
		}
	}
	return true
}

// containsSymbols reports whether a value contains symbols. Values share subterms, so each is visited once (cached).
func (w *follower) containsSymbols(t *logic.Term) bool {
	if t.IsVar() {
		return true
	}
	if t.IsConst() {
		return false
	}
	if known, ok := w.symbols[t]; ok {
		return known
	}
	found := false
	for _, a := range t.Args() {
		if found = w.containsSymbols(a); found {
			break
		}
	}
	w.symbols[t] = found
	return found
}

// depends reports whether a term contains symbols of inputs. Turns share subterms, so each is visited once (cached).
func (w *follower) depends(t *logic.Term) bool {
	if t.IsVar() {
		_, ok := w.table.SlotOf(t)
		return ok
	}
	if t.IsGround() {
		return false
	}
	if known, ok := w.inputs[t]; ok {
		return known
	}
	of := t.Args()
	if t.Op() == logic.OpForall || t.Op() == logic.OpExists {
		of = logic.FreeVars(t)
	}
	found := slices.ContainsFunc(of, w.depends)
	w.inputs[t] = found
	return found
}
