package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/evidence"
	"cupel/frontend/c/library"
)

// dependsOn names a library function without a model, and its place, on whose
// value it depends that an execution takes its path; "" when there is none. The
// value of such a function is one that the model does not know, so nothing but a
// model of it could confirm the execution: the program itself is never run for
// that.
func (s *inlining) dependsOn(cex *program.Counterexample, out *interp.Outcome) string {
	if s.closed != nil || len(out.Path) == 0 || len(out.Path) >= interp.ReplayTrace {
		return unknownResult(cex.Path, nil) // calls of a closed program, and what is not kept, are not followed
	}
	return unknownResult(out.Path, relevant(out.Path))
}

// independent follows the values through an execution of so many steps and
// reports whether none without a model decides anything: a value that a term
// mentions need not matter, as the sign of a NaN where there is none.
func (s *inlining) independent(ctx context.Context, cex *program.Counterexample, o interp.Options, steps int) bool {
	if steps > evidence.DependSteps {
		return false
	}
	o.Depend, o.Trace, o.MaxSteps = true, false, evidence.DependSteps+1
	out, err := interp.Replay(ctx, s.original, cex, o)
	if err != nil || out.Kind != interp.ReachedError {
		return false
	}
	for _, d := range out.Depends {
		if d.Op != nil && d.Op.Note != "" && d.Op.Note != program.OrderNote {
			return false
		}
	}
	return true
}

// unknownResult names the first havoc of a library function without a model on a
// path that counts; nil: all count. Orders of evaluation do not: see inAnyOrder.
func unknownResult(path []*program.Edge, counts func(i int, op *program.Op) bool) string {
	for i, e := range path {
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpHavoc || op.Note == "" || op.Note == program.OrderNote || counts != nil && !counts(i, op) {
				continue
			}
			pos := op.Pos
			if !pos.IsValid() {
				pos = e.Pos
			}
			for k := i; k >= 0 && strings.HasPrefix(pos.File, library.Dir); k-- {
				pos = path[k].Pos // the call in the program
			}
			if !pos.IsValid() {
				return op.Note
			}
			return fmt.Sprintf("%s at %s", op.Note, pos)
		}
	}
	return ""
}

// bounds is the file of the library's bodies that say only what range a result
// is in.
const bounds = library.Dir + "/bounds.c"

// bound reports whether the assumptions of an edge are the range of an unknown result: the function's true value always satisfies them. The branches of
// these bodies do not count as such.
func bound(e *program.Edge) bool { return e.Branch == nil && e.Pos.File == bounds }

// relevant slices a path backwards: it tells the havocs apart whose value some
// assumption, check or access behind them on the path depends on. Along the path
// all others may have any value.
func relevant(path []*program.Edge) func(i int, op *program.Op) bool {
	type occurrence struct {
		at int
		op *program.Op
	}
	counts := map[occurrence]bool{}
	needed := map[*logic.Term]bool{}
	free := map[*logic.Term][]*logic.Term{}
	need := func(ts ...*logic.Term) {
		for _, t := range ts {
			if t == nil {
				continue
			}
			vs, known := free[t]
			if !known {
				vs = logic.FreeVars(t)
				free[t] = vs
			}
			for _, v := range vs {
				needed[v] = true
			}
		}
	}
	for i, e := range slices.Backward(path) {
		for j := range slices.Backward(e.Ops) {
			switch op := &e.Ops[j]; op.Kind {
			case program.OpAssign:
				if needed[op.Var.Sym] {
					delete(needed, op.Var.Sym)
					need(op.Expr)
				}
			case program.OpHavoc:
				if needed[op.Var.Sym] {
					delete(needed, op.Var.Sym)
					counts[occurrence{i, op}] = true
				}
			case program.OpAssume:
				if bound(e) {
					break
				}
				if op.Note == program.RangeNote && !slices.ContainsFunc(logic.FreeVars(op.Expr), func(v *logic.Term) bool { return needed[v] }) {
					break // some values satisfy it
				}
				need(op.Expr)
			default: // of the operations with alternatives and calls everything counts
				for o := range program.AllOps(e.Ops[j : j+1]) {
					need(o.Expr, o.Size, o.Origin)
					need(o.Args...)
					if o.Kind == program.OpHavoc {
						counts[occurrence{i, o}] = true
					}
				}
			}
		}
	}
	return func(i int, op *program.Op) bool { return counts[occurrence{i, op}] }
}
