package verifier

import (
	"context"
	"fmt"
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
)

// noLoop is why executions end where nothing is left to be shown.
const noLoop = "no loop and no recursion is left"

// byFiniteness looks for a proof that needs no argument about single loops: there are none, or a bound of their turns is not exceeded, which the analyses before
// an engine show for loops that count, and engines for trees of paths that are finite.
func (t *termination) byFiniteness(ctx context.Context) *answer {
	const name = "finite"
	if !t.cut.None() {
		return nil
	}
	open := t.openHeads()
	if proof := t.counted(ctx, open); proof != nil {
		for _, h := range open {
			t.closeProven(h, name, "the number of its turns is bounded", proof)
		}
		return t.allCounted(name, proof)
	}
	if len(open) < 2 {
		return nil
	}
	uncut := false
	for _, h := range open {
		if proof := t.counted(ctx, []*program.Location{h}); proof != nil {
			t.closeProven(h, name, "the number of its turns is bounded", proof)
			uncut = true // no execution comes to one, whatever the other loops do
		}
	}
	if uncut && len(t.openHeads()) == 0 {
		return t.allCounted(name, nil)
	}
	return nil
}

// allCounted is the answer where counters of all loops are bounded and no cut is reached, which last, if it is not nil, shows of loops without another proof.
func (t *termination) allCounted(name string, last *answer) *answer {
	if len(t.heads) == 0 {
		return t.source.ended(noLoop, name, []*answer{last})
	}
	return t.proven(fmt.Sprintf("the number of turns of each of %d loops is bounded", len(t.heads)), name)
}

// counted is a proof that each of some loops makes a bounded number of turns whenever an execution enters it, and no cut is reached; nil: there is none.
func (t *termination) counted(ctx context.Context, heads []*program.Location) *answer {
	c, err := t.counters(ctx, heads)
	if err != nil {
		return nil
	}
	f := t.ask(ctx, c.program)
	if t.reached(f) != engine.True {
		return nil
	}
	if f.answer.reduced = c.reduced; len(heads) == len(t.all) {
		f.answer.ranks = c.ranks
	}
	return f.answer
}

// A countedProgram counts the turns of some loops, and fails where there are too many.
type countedProgram struct {
	program *program.Program
	ranks   [][]*logic.Term // see certify.Ends
	reduced []string        // what is believed of it
}

// counters makes a program that counts the turns of some loops.
func (t *termination) counters(ctx context.Context, heads []*program.Location) (*countedProgram, error) {
	limit := t.original.Terms.BVBig(new(big.Int).Lsh(big.NewInt(1), turnLimit), turnBits)
	reused, err := t.reused(ctx)
	if err != nil {
		return nil, err
	}
	at := make([]*program.Location, len(heads))
	for i, h := range heads {
		at[i] = reused.Locs[h.ID]
	}
	p, terms, err := passes.Counted(reused, at, turnBits, limit)
	if err != nil {
		return nil, err
	}
	c := &countedProgram{program: p, ranks: make([][]*logic.Term, len(terms))}
	for i, r := range terms {
		c.ranks[i] = []*logic.Term{r}
	}
	if t.descends {
		c.reduced = append(c.reduced, endlessRecursion)
	}
	c.reduced = append(c.reduced, "instrumentation with counters of turns")
	return c, nil
}
