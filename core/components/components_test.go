package components_test

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/components"
)

// TestOf compares with reachability: two nodes are in a component exactly when each reaches
// the other, and components come before those that reach them.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "nodes")
		out := make([][]int, n)
		reach := make([][]bool, n)
		for v := range n {
			out[v] = rapid.SliceOfN(rapid.IntRange(-1, n-1), 0, 3).Draw(t, "successors")
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for _, w := range out[v] {
				if w >= 0 {
					reach[v][w] = true
				}
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		root := rapid.IntRange(0, n-1).Draw(t, "root")
		of := make([]int, n)
		for v := range of {
			of[v] = -1
		}
		all := components.Of(n, []int{root, root}, func(v, i int) (int, bool) {
			if i == len(out[v]) {
				return 0, false
			}
			return out[v][i], true
		})
		for i, c := range all {
			for _, v := range c {
				of[v] = i
			}
		}
		if last := all[len(all)-1]; last[len(last)-1] != root {
			t.Fatalf("the root, entered first, is not the last of %v", all)
		}
		for v := range n {
			if (of[v] >= 0) != reach[root][v] {
				t.Fatalf("node %d of %v", v, all)
			}
			for w := range n {
				if of[v] < 0 || of[w] < 0 {
					continue
				}
				if (of[v] == of[w]) != (reach[v][w] && reach[w][v]) || reach[v][w] && of[v] < of[w] {
					t.Fatalf("nodes %d and %d in %v", v, w, all)
				}
			}
		}
	})
}
