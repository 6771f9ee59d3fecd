package petri_test

import (
	"context"
	"fmt"

	"cupel/product/petri"
)

// A buffer of three cells that is emptied in pairs.
func Example() {
	b := petri.NewBuilder("buffer")
	free, full := b.AddPlace("free", 3), b.AddPlace("full", 0)
	put, get := b.AddTransition("put"), b.AddTransition("get")
	b.AddInput(free, put, 1)
	b.AddOutput(full, put, 1)
	b.AddInput(full, get, 2)
	b.AddOutput(free, get, 2)
	n, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := n.Replay([]int{put, put, get, put})
	fmt.Println(n.FormatMarking(m), err)
	_, err = n.Replay([]int{put, get})
	fmt.Println(err)
	ys, _ := n.Invariants(context.Background(), 10)
	fmt.Println("bounds", n.Bounds(ys))
	fmt.Println(n.Normalize(petri.Deadlock()).Format(n))
	// Output:
	// free=2 full=1 <nil>
	// step 1: get: transition is not enabled
	// bounds [3 3]
	// free <= 0 && full <= 1
}
