package symex

import (
	"context"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// explored is the set of abstract states whose continuations have all been
// explored without reaching the error. It extends the paper's simple paths,
// which compare a state with those on its own path only: an abstract state that
// was finished on another path need not be explored again.
//
// Why this is sound: when the search ends, every abstract state that was pruned
// is one that was explored, on the path or elsewhere, so the explored states are
// closed under successors. An exploration may have pruned states that equal one
// of its ancestors; when a refinement takes such an ancestor back, everything
// finished below it is taken back with it (see forget).
type explored struct {
	keys map[string]bool
	log  []string
}

func (e *explored) has(key string) bool { return e.keys[key] }
func (e *explored) len() int            { return len(e.log) }

func (e *explored) add(key string) {
	if e.keys == nil {
		e.keys = map[string]bool{}
	}
	if !e.keys[key] {
		e.keys[key] = true
		e.log = append(e.log, key)
	}
}

// forget drops what was added after the first n states.
func (e *explored) forget(n int) {
	for _, k := range e.log[n:] {
		delete(e.keys, k)
	}
	e.log = e.log[:n]
}

// abstractState returns the values of loc's predicates before an abstraction,
// as constants where they are decided, and a key when all of them are: the
// abstraction point then stands for exactly one abstract state.
func (x *explorer) abstractState(ctx context.Context, loc *program.Location, pr *locPrecision) ([]*logic.Term, string, error) {
	truth := make([]*logic.Term, len(pr.preds))
	var open []int
	for i, p := range pr.preds {
		truth[i] = x.m.value(p)
		if !truth[i].IsConst() {
			open = append(open, i)
		}
	}
	if len(open) > 0 {
		if x.model == nil || len(open) > maxOpen {
			return truth, "", nil
		}
		lits := make([]*logic.Term, len(open))
		for k, i := range open {
			v := x.model.value(truth[i])
			if v == nil {
				return truth, "", nil
			}
			if lits[k] = truth[i]; v.IsFalse() {
				lits[k] = x.f.Not(truth[i])
			}
		}
		_, r, err := x.solve(ctx, len(x.m.pc), x.f.Not(x.f.And(lits...)))
		if err != nil || r != smt.Unsat {
			return truth, "", err
		}
		for k, i := range open {
			truth[i] = x.f.BoolConst(lits[k] == truth[i])
		}
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(loc.ID))
	b.WriteByte(':')
	for _, t := range truth {
		if t.IsTrue() {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return truth, b.String(), nil
}
