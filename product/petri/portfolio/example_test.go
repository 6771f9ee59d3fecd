package portfolio_test

import (
	"context"
	"fmt"

	"cupel/product/petri"
	"cupel/product/petri/portfolio"
	"cupel/product/petri/query"
)

// Two processes take two locks in opposite orders.
func Example() {
	b := petri.NewBuilder("locks")
	a, c := b.AddPlace("a", 1), b.AddPlace("c", 1)
	for i, order := range [][2]int{{a, c}, {c, a}} {
		idle, half := b.AddPlace(fmt.Sprint("idle", i), 1), b.AddPlace(fmt.Sprint("half", i), 0)
		take, work := b.AddTransition(fmt.Sprint("take", i)), b.AddTransition(fmt.Sprint("work", i))
		b.AddInput(idle, take, 1)
		b.AddInput(order[0], take, 1)
		b.AddOutput(half, take, 1)
		b.AddInput(half, work, 1)
		b.AddInput(order[1], work, 1)
		for _, p := range []int{idle, a, c} {
			b.AddOutput(p, work, 1)
		}
	}
	n, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	checker := portfolio.New(n, portfolio.Options{})
	r := checker.Check(context.Background(), petri.Deadlock())
	fmt.Println(r.Verdict, "in", len(r.Sequence), "steps:", n.FormatMarking(r.Marking))
	both, err := query.Parse("half0 + a >= 2", n)
	if err != nil {
		fmt.Println(err)
		return
	}
	r = checker.Check(context.Background(), both)
	fmt.Println(r.Verdict, r.Certificate)
	// Output:
	// reachable in 2 steps: half0=1 half1=1
	// unreachable complete state space, reduced by stubborn sets to 1
}
