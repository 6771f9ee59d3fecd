package traceabs

import (
	"context"
	"errors"
	"slices"
	"testing"

	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// forged is a proof with another formula for one state, or with transitions to
// another state.
type forged struct {
	proof
	state int
	says  *logic.Term
	next  int // of all transitions, unless negative
}

func (p forged) formula(q int) *logic.Term {
	if q == p.state && p.says != nil {
		return p.says
	}
	return p.proof.formula(q)
}

func (p forged) transitions(visit func(q, letter, next int)) {
	p.proof.transitions(func(q, letter, next int) {
		if p.next >= 0 {
			next = p.next
		}
		visit(q, letter, next)
	})
}

// TestCheckerRefuses: every kind of change in a proof is detected.
func TestCheckerRefuses(t *testing.T) {
	p := program1()
	f := p.Terms
	x, err := newSearch(options(t, nil), enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	ctx := context.Background()
	if err := x.run(ctx); err != nil || x.Cex != nil || !x.rest.Empty() {
		t.Fatal(err, x.Cex)
	}
	check := func(proofs []proof) error {
		return (&Checker{p: p, proofs: proofs}).Check(ctx, z3.Open)
	}
	if err := check(x.proofs); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, proofs []proof) {
		if err := check(proofs); !errors.Is(err, ErrProof) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("no automata", nil)
	last := len(x.proofs) - 1
	refused("one automaton less", x.proofs[:last])
	start, _ := x.proofs[last].Start(ctx)
	replace := func(a proof) []proof {
		out := append([]proof(nil), x.proofs...)
		out[last] = a
		return out
	}
	states := map[int]bool{}
	x.proofs[last].transitions(func(q, _, next int) { states[q], states[next] = true, true })
	v := p.Vars[0].Sym
	for q := range states {
		switch {
		case q == start:
			refused("an initial state that says something", replace(forged{x.proofs[last], q, f.Le(v, f.IntConst(7)), -1}))
		case x.proofs[last].Accepting(q):
			refused("an accepting state that says nothing", replace(forged{x.proofs[last], q, f.True(), -1}))
		default:
			refused("a state that says too much", replace(forged{x.proofs[last], q, f.And(f.Eq(v, f.IntConst(7)), f.Eq(v, f.IntConst(8))), -1}))
		}
	}
	refused("transitions to the accepting state", replace(forged{x.proofs[last], -1, nil, falseState}))
}

// TestSingle: a path without a proof is taken away alone.
func TestSingle(t *testing.T) {
	p := program1()
	e := p.Edges
	path := []*program.Edge{e[0], e[2], e[7]}
	x, err := newSearch(options(t, func(o *Options) { o.Analysis = None }), enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	ctx := context.Background()
	words := [][]int{{0, 2, 7}, {0, 1, 3, 5, 2, 7}, {0, 1, 3, 5, 1, 3, 5, 2, 7}}
	for _, w := range words {
		if !inLanguage(x.rest, w) {
			t.Fatalf("%v is no path to the error", w)
		}
	}
	if err := x.exclude(ctx, path); err != nil {
		t.Fatal(err)
	}
	for i, w := range words {
		if inLanguage(x.rest, w) != (i > 0) {
			t.Errorf("%v: %v", w, i == 0)
		}
	}
}

// inLanguage reports whether a word is in the language of a.
func inLanguage(a *automata.DFA, word []int) bool {
	q := a.Init
	for _, l := range word {
		arcs := a.States[q].Arcs
		i := slices.IndexFunc(arcs, func(arc automata.Arc) bool { return arc.Letter == l })
		if i < 0 {
			return false
		}
		q = arcs[i].To
	}
	return a.States[q].Accepting
}
