package symex

import (
	"context"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
)

// explored is the set of abstract states whose continuations have been explored completely without reaching the
// error. It extends the paper's simple paths, which compare a state with those on its own path only.
//
// Soundness: when the search ends, every pruned abstract state equals an explored one, on the same path or
// another, so the explored states are closed under successors. An exploration may have pruned states that equal
// one of its ancestors; if a refinement removes such an ancestor, everything finished below it is removed as
// well (forget).
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

// forget removes the states added after the first n.
func (e *explored) forget(n int) {
	for _, k := range e.log[n:] {
		delete(e.keys, k)
	}
	e.log = e.log[:n]
}

// abstractState evaluates loc's predicates in the memory before an abstraction: constants where they are
// decided. If all are, the key identifies the single abstract state of the abstraction point.
func (x *explorer) abstractState(ctx context.Context, loc *program.Location, pr *locPrecision) ([]*logic.Term, string, error) {
	truth := make([]*logic.Term, len(pr.preds))
	var open []int
	for i, p := range pr.preds {
		truth[i] = x.m.value(p)
		if !truth[i].IsConst() {
			open = append(open, i)
		}
	}
	if x.o.Cover == engine.CoverAncestors && x.drawing == nil {
		return truth, "", nil // only repetition on the path counts, which conditions state
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
