package reduce

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

var long = flag.Bool("long", false, "compare on 1,000 large random nets")

// TestOracle: the reduced question has the original one's answer, and every sequence that
// reaches the reduced goal lifts to one that reaches the goal.
func TestOracle(t *testing.T) {
	nets, cfg := 500, petritest.Small()
	if *long {
		nets, cfg = 1000, petritest.Large()
	}
	rng := rand.New(rand.NewPCG(5, 9))
	var counts [ruleCount]int
	lifted := 0
	for range nets {
		n, _ := petritest.Net(rng, cfg)
		if rng.IntN(3) == 0 {
			n = mirrored(t, n, rng.IntN(len(n.Places)), 1+rng.Int64N(3))
		}
		space, ok := petritest.Explore(n, cfg.States)
		if !ok {
			t.Fatal("the mirrored net has more markings")
		}
		for k := range 6 {
			goal := petritest.Predicate(rng, space, 2)
			if k == 0 {
				goal = petri.Deadlock()
			}
			r, err := Reduce(context.Background(), n, goal)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range r.counts {
				counts[i] += c
			}
			reduced, ok := petritest.Explore(r.Net, 4*cfg.States)
			if !ok {
				t.Fatalf("the reduced net has more markings\n%s", describe(n, goal, r))
			}
			want := space.Reachable(goal)
			if got := reduced.Reachable(r.Goal); got != want {
				t.Fatalf("reduced goal reachable: %v, original: %v\n%s", got, want, describe(n, goal, r))
			}
			if !want {
				continue
			}
			seq := runTo(r.Net, r.Goal)
			if err := petritest.CheckSequence(n, r.Lift(seq), goal); err != nil {
				t.Fatalf("%v\n%s", err, describe(n, goal, r))
			}
			lifted++
		}
	}
	t.Logf("%d sequences lifted; %v", lifted, (&Result{counts: counts}).String())
	for i, c := range counts {
		if c < 20 {
			t.Errorf("%s: only %d times", ruleNames[i], c)
		}
	}
}

// mirrored adds a place with k times the arcs and tokens of p, and some tokens more.
func mirrored(t *testing.T, n *petri.Net, p int, k int64) *petri.Net {
	b := petri.NewBuilder(n.Name)
	for q, tokens := range n.Initial() {
		b.AddPlace(n.Places[q].ID, tokens)
	}
	q := b.AddPlace("mirror", k*n.Initial()[p]+k/2)
	for i, tr := range n.Transitions {
		b.AddTransition(tr.ID)
		arcs := func(add func(p, t int, w int64), list []petri.Arc) {
			for _, a := range list {
				add(a.Index, i, a.Weight)
				if a.Index == p {
					add(q, i, k*a.Weight)
				}
			}
		}
		arcs(b.AddInput, tr.Pre)
		arcs(b.AddOutput, tr.Post)
		for _, a := range tr.Inhibitors {
			b.AddInhibitor(a.Index, i, a.Weight)
		}
	}
	out, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// runTo finds a sequence to the goal by plain search.
func runTo(n *petri.Net, goal *petri.Predicate) []int {
	type node struct {
		m   petri.Marking
		seq []int
	}
	queue := []node{{n.Initial(), nil}}
	seen := map[string]bool{}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		if n.Holds(goal, c.m) {
			return c.seq
		}
		for t := range n.Transitions {
			m, err := n.Fire(c.m, t)
			if err != nil || seen[fmt.Sprint(m)] {
				continue
			}
			seen[fmt.Sprint(m)] = true
			queue = append(queue, node{m, append(c.seq[:len(c.seq):len(c.seq)], t)})
		}
	}
	return nil
}

func describe(n *petri.Net, goal *petri.Predicate, r *Result) string {
	list := func(n *petri.Net) string {
		s := fmt.Sprintf("%v, initially %s\n", n, n.FormatMarking(n.Initial()))
		for _, t := range n.Transitions {
			s += fmt.Sprintf("%s: -%v +%v !%v\n", t.ID, t.Pre, t.Post, t.Inhibitors)
		}
		return s
	}
	return list(n) + goal.Format(n) + "\n" + list(r.Net) + r.Goal.Format(r.Net) + "\n" + r.String()
}
