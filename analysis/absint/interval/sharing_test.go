package interval

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/analysis/absint"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
)

// comparing counts the chunks that comparisons of states have to look into.
type comparing struct {
	*Domain
	chunks int
}

// Leq counts.
func (d *comparing) Leq(s, t *State) bool {
	for i, p := range s.pages {
		for j, c := range p {
			if c != t.pages[i][j] {
				d.chunks++
			}
		}
	}
	return d.Domain.Leq(s, t)
}

var _ absint.Domain[*State] = (*comparing)(nil)

// TestComparisonsLocal: with narrowing, too, comparing the states at a location costs what changes there, however many variables there are.
func TestComparisonsLocal(t *testing.T) {
	chunks := func(assignments int) int {
		var b strings.Builder
		for i := range assignments {
			fmt.Fprintf(&b, "x%d : int\n", i)
		}
		for i := range assignments {
			fmt.Fprintf(&b, "L%d -> L%d; x%d := %d\n", i, i+1, i, i)
		}
		fmt.Fprintf(&b, "L%d -> error", assignments)
		p := programtest.Text(b.String())
		d := &comparing{Domain: NewDomain(p)}
		if _, err := absint.Solve[*State](context.Background(), p, d, absint.Options{Delay: delay, Narrowings: narrowings}); err != nil {
			t.Fatal(err)
		}
		return d.chunks
	}
	if few, many := chunks(100), chunks(1000); few == 0 || many > 11*few {
		t.Errorf("%d chunks compared for 100 assignments, %d for 1000", few, many)
	}
}

// TestInvariantsTogether: rendering states one after the other gives what rendering each alone does, whichever state came before.
func TestInvariantsTogether(t *testing.T) {
	p := programtest.Text(`x : int
y : int
A -> B; x := 0
B -> C; assume (<= x 3); y := x
C -> D; x := 7
D -> E; y := 1
B -> F; assume (<= 0 x); havoc x; havoc y
F -> G; assume (and (<= 2 x) (<= x 5))
G -> error`)
	r := Analyze(context.Background(), p)
	if !r.Complete() {
		t.Fatal("not complete")
	}
	backwards := slices.Clone(p.Locs)
	slices.Reverse(backwards)
	distinct := map[*logic.Term]bool{}
	for _, ls := range [][]*program.Location{p.Locs, backwards} {
		together := r.Invariants(ls)
		for _, l := range ls {
			want := p.Terms.False()
			if s := r.At(l); s != nil {
				want = s.Formula(p.Terms)
			}
			if together[l] != want || r.Invariant(l) != want {
				t.Errorf("L%d: %s, alone %s", l.ID, together[l].SMTLIB(), want.SMTLIB())
			}
			distinct[want] = true
		}
	}
	if len(distinct) < 4 {
		t.Errorf("only %d different invariants", len(distinct))
	}
}
