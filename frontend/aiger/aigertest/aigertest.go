package aigertest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// A Circuit has its inputs, latches and gates in the order of the binary format.
type Circuit struct {
	inputs          int
	latches         [][2]int // next, reset
	gates           [][2]int
	bad, constraint []int
}

// Draw draws a circuit with few states.
func Draw(t *rapid.T) *Circuit {
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	d := &Circuit{inputs: n(0, 2)}
	latches, gates := n(0, 3), n(0, 5)
	top := 2*(d.inputs+latches+gates) + 1
	for i := range latches {
		own := 2 * (d.inputs + i + 1)
		d.latches = append(d.latches, [2]int{n(0, top), []int{0, 1, own}[n(0, 2)]})
	}
	for i := range gates {
		lhs := 2 * (d.inputs + latches + i + 1)
		a := n(0, lhs-1)
		d.gates = append(d.gates, [2]int{a, n(0, a)})
	}
	for range n(1, 2) {
		d.bad = append(d.bad, n(0, top))
	}
	for range n(0, 1) {
		d.constraint = append(d.constraint, n(0, top))
	}
	return d
}

// Text writes the circuit in a format.
func (d *Circuit) Text(binary bool) string {
	var b strings.Builder
	i, l, g := d.inputs, len(d.latches), len(d.gates)
	fmt.Fprintf(&b, "%s %d %d %d 0 %d %d %d\n", map[bool]string{true: "aig", false: "aag"}[binary], i+l+g, i, l, g, len(d.bad), len(d.constraint))
	for k := range i {
		if !binary {
			fmt.Fprintln(&b, 2*(k+1))
		}
	}
	for k, x := range d.latches {
		if !binary {
			fmt.Fprint(&b, 2*(i+k+1), " ")
		}
		fmt.Fprintln(&b, x[0], x[1])
	}
	for _, x := range slices.Concat(d.bad, d.constraint) {
		fmt.Fprintln(&b, x)
	}
	for k, x := range d.gates {
		lhs := 2 * (i + l + k + 1)
		if binary {
			b.WriteByte(byte(lhs - x[0])) // below 128
			b.WriteByte(byte(x[0] - x[1]))
		} else {
			fmt.Fprintln(&b, lhs, x[0], x[1])
		}
	}
	return b.String()
}

// Reachable tells whether a bad state is reached, by a search of the states as the definition of circuits says.
func (d *Circuit) Reachable() bool {
	type state [3]bool
	seen := map[state]bool{}
	var work []state
	for bits := range 8 {
		var s state
		ok := true
		for k := range s {
			s[k] = bits>>k&1 == 1
			switch {
			case k >= len(d.latches):
				ok = ok && !s[k]
			case d.latches[k][1] < 2:
				ok = ok && s[k] == (d.latches[k][1] == 1)
			}
		}
		if ok {
			work = append(work, s)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
	next:
		for in := range 1 << d.inputs {
			vals := []bool{false}
			for k := range d.inputs {
				vals = append(vals, in>>k&1 == 1)
			}
			vals = append(vals, s[:len(d.latches)]...)
			lit := func(l int) bool { return vals[l/2] != (l%2 == 1) }
			for _, g := range d.gates {
				vals = append(vals, lit(g[0]) && lit(g[1]))
			}
			for _, c := range d.constraint {
				if !lit(c) {
					continue next
				}
			}
			if slices.ContainsFunc(d.bad, lit) {
				return true
			}
			var to state
			for k, l := range d.latches {
				to[k] = lit(l[0])
			}
			work = append(work, to)
		}
	}
	return false
}
