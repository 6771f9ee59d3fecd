package sizeinduction

import (
	"testing"

	"cupel/core/program"
	"cupel/core/program/programtest"
)

// TestAhead: the order of two heads within one iteration of the loop that contains both: nested loops, and loops in sequence.
func TestAhead(t *testing.T) {
	p := programtest.Text(`i n : int
		S -> A; input n
		A -> B; assume (< i n)
		B -> B; assume (< i 5)
		B -> C; assume (not (< i 5))
		C -> C; assume (< i 6)
		C -> A; assume (not (< i 6))
		A -> D; assume (not (< i n))
		D -> D; assume (< i 7)
		D -> error; assume (not (< i 7))`)
	at := map[string]*program.Location{"": nil}
	for _, l := range p.Locs {
		at[l.Pos.File] = l
	}
	o := newOrder(p)
	for leader, ahead := range map[string]string{"S": "SABCD", "A": "AD", "B": "BCAD", "C": "CAD", "D": "D"} {
		for _, follower := range []string{"", "S", "A", "B", "C", "D"} {
			want := follower == ""
			for _, c := range ahead {
				want = want || string(c) == follower
			}
			if got := o.ahead(at[leader], at[follower]); got != want {
				t.Errorf("the leader at %s, the follower at %q: ahead %v", leader, follower, got)
			}
		}
	}
	for name, l := range at {
		if l != nil && (o.stops(l) != (name != "B2") || o.early[l] != (name == "S")) {
			t.Errorf("%s: stops %v, early %v", name, o.stops(l), o.early[l])
		}
	}
}
