package cegar

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cupel/product/petri"
)

// beyond are the parts that go beyond the thesis and change more than the effort.
const beyond = Exact | OnTheWay

// build reads a net in the notation of the figures, one transition a line:
//
//	t0: p1 + 2p2 -> p0, inhibited by p3
//
// Places are p0, p1, ... with the given tokens.
func build(t testing.TB, text string, tokens ...int64) *petri.Net {
	t.Helper()
	initial := map[string]int64{}
	var order []string
	for i, k := range tokens {
		name := fmt.Sprint("p", i)
		initial[name] = k
		order = append(order, name)
	}
	return parse(t, text, initial, order)
}

// parse is build for any names of places; those not in order are added as they are met.
func parse(t testing.TB, text string, initial map[string]int64, order []string) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("figure")
	places := map[string]int{}
	place := func(name string) int {
		p, ok := places[name]
		if !ok {
			p = b.AddPlace(name, initial[name])
			places[name] = p
		}
		return p
	}
	for _, name := range order {
		place(name)
	}
	side := func(s string, add func(p int, w int64)) {
		for _, term := range strings.FieldsFunc(s, func(c rune) bool { return c == '+' || c == ' ' }) {
			name := strings.TrimLeft(term, "0123456789")
			k := int64(1)
			if w := strings.TrimSuffix(term, name); w != "" {
				var err error
				if k, err = strconv.ParseInt(w, 10, 64); err != nil {
					t.Fatal(err)
				}
			}
			add(place(name), k)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		rest, inhibitors, _ := strings.Cut(rest, ", inhibited by")
		in, out, ok := strings.Cut(rest, "->")
		if !ok {
			t.Fatalf("cannot read %q", line)
		}
		u := b.AddTransition(name)
		side(in, func(p int, w int64) { b.AddInput(p, u, w) })
		side(out, func(p int, w int64) { b.AddOutput(p, u, w) })
		side(inhibitors, func(p int, w int64) { b.AddInhibitor(p, u, w) })
	}
	net, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// exactly is the target of reachability: one marking.
func exactly(tokens ...int64) []petri.Row {
	var rows []petri.Row
	for p, k := range tokens {
		rows = append(rows, petri.Row{Terms: []petri.Arc{{Index: p, Weight: 1}}, Rel: petri.EQ, Bound: k})
	}
	return rows
}

// cover is the target of coverability of one place.
func cover(p int, k int64) []petri.Row {
	return []petri.Row{{Terms: []petri.Arc{{Index: p, Weight: 1}}, Rel: petri.GE, Bound: k}}
}

// names writes a sequence as the thesis does.
func names(net *petri.Net, seq []int) string {
	var out []string
	for _, t := range seq {
		out = append(out, net.Transitions[t].ID)
	}
	return strings.Join(out, " ")
}

// The nets of the figures. Where a figure is an image, the net was rebuilt from the text.
const (
	fig3 = `t0: p1 + p2 -> 2p0 + p2
	        t1: p1 -> p2
	        t2: 2p2 -> 2p1
	        t3: p3 -> p1
	        t4: p1 -> p3`
	fig5a = `t0: p1 -> p1 + p0
	         t1: p3 -> p2 + p0
	         t2: p2 -> p3`
	fig5b = `t0: p1 -> p1 + p0
	         t1: p2 -> p1
	         t2: p1 -> p2`
	fig7 = `t0: p1 -> p0
	        t1: p1 + p2 -> p0 + p1`
	fig8 = `t0: p1 + p2 -> p0 + p1 + p2
	        t1: p1 -> p2
	        t2: p2 -> p1
	        t3: p2 -> p3
	        t4: p3 -> p2`
	fig10 = `t0: p1 -> p1 + p0, inhibited by p3
	         t1: p2 -> p1
	         t2: p1 -> p2
	         t3: p3 -> p2
	         t4: p2 -> p3`
	fig11 = `t0: 2p1 -> 2p1 + p0
	         t1: p2 -> p1
	         t2: p1 -> p2
	         t3: -> p2
	         t4: p2 ->`
	fig12 = `t0: 3p1 -> 3p1 + p0
	         t1: p2 -> p1
	         t2: p1 -> p2
	         t3: p3 -> p2
	         t4: p2 -> p3
	         t5: p4 -> p3
	         t6: p3 -> p4`
	fig13a = `t0: 2p1 -> 2p1 + p0
	          t1: 2p2 -> p1
	          t2: p1 -> 2p2
	          t3: -> p2
	          t4: p2 ->`
	fig13b = `t0: 2p1 -> 2p1 + p0
	          t1: 2p2 + p5 -> p1 + p5
	          t2: p1 -> 2p2
	          t3: p3 -> p2 + p3
	          t4: p2 + p4 -> p4
	          t5: p3 -> p4
	          t6: p4 -> p5`
)
