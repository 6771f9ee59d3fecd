package concolic

import (
	"cupel/logic"
	"cupel/program"
)

// passed notes the edges that an execution passes by when it takes e.
func (w *follower) passed(e *program.Edge) error {
	if len(e.Src.Out) < 2 {
		return nil
	}
	var turns []Turn
	for _, o := range e.Src.Out {
		if o == e {
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
			turns = append(turns, Turn{Edge: o, Term: guard, Pos: o.Pos})
		}
	}
	w.note(turns)
	return nil
}

// asked notes the caller's questions about the state before an operation.
func (w *follower) asked(e *program.Edge, op *program.Op) error {
	if w.ask == nil {
		return nil
	}
	var turns []Turn
	for n, q := range w.ask(op) {
		t, err := w.term(q, e.Pos)
		if err != nil {
			return err
		}
		if !t.IsConst() {
			turns = append(turns, Turn{Op: op, N: n, Term: t, Pos: e.Pos})
		}
	}
	w.note(turns)
	return nil
}

// note keeps turns behind all conditions that their terms came with.
func (w *follower) note(turns []Turn) {
	for _, t := range turns {
		if w.depends(t.Term) {
			t.At, t.Step = len(w.path.Conditions), w.step
			w.path.Turns = append(w.path.Turns, t)
		}
	}
}

// depends reports whether a term speaks of what comes in.
func (w *follower) depends(t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if _, ok := w.table.SlotOf(v); ok {
			return true
		}
	}
	return false
}
