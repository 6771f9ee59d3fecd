package models

import (
	"fmt"
	"slices"
	"strings"
)

// All lists the figures, then the families.
func All() []Model { return slices.Concat(figures, families) }

var families = []Model{
	{"counter", []Parameter{{"bits", 1, 1000}}, "binary counter with inhibitor arcs; all bits set", counter},
	{"dphil", []Parameter{{"philosophers", 2, maxNodes}}, "dining philosophers; every second one eats", philosophers},
	{"distant", []Parameter{{"buffers", 1, maxNodes}, {"missing", 1, maxTokens}}, "figure 1.12 with a chain of buffers; reachable", distant(0)},
	{"distant-neg", []Parameter{{"buffers", 1, maxNodes}, {"missing", 1, maxTokens}}, "distant with a token too few; not reachable", distant(1)},
	{"chain", []Parameter{{"n", 1, maxNodes}, {"k", 1, maxNodes}}, "chain n+k: k tokens, n to n+k-1 buffers away", chain},
	{"fms", []Parameter{{"parts", 1, maxTokens}}, "flexible manufacturing system; all parts are assembled", fms},
	{"kanban", []Parameter{{"cards", 1, maxTokens}}, "production with Kanban cards; two cells full, two waiting", kanban},
}

// exactly is the target of one marking: the places, given as in the notation, have the tokens given, the others none.
func exactly(places string, tokens map[string]int64) string {
	var goal []string
	for _, p := range strings.Fields(places) {
		name, _, _ := strings.Cut(p, "=")
		goal = append(goal, fmt.Sprintf("%s == %d", name, tokens[name]))
	}
	return strings.Join(goal, " && ")
}

// counter has a transition per bit that sets it when all lower ones are set, and clears them, and one that clears all.
func counter(k []int64) (string, string) {
	var places, goal, lower []string
	var b strings.Builder
	for i := range k[0] {
		bit := fmt.Sprintf("b%d", i)
		fmt.Fprintf(&b, "inc%d: %s -> %s, %s<1\n", i, strings.Join(lower, "+"), bit, bit)
		lower = append(lower, bit)
		places, goal = append(places, bit+"=0"), append(goal, bit+" == 1")
	}
	fmt.Fprintf(&b, "reset: %s ->\n", strings.Join(lower, "+"))
	return strings.Join(places, " ") + "\n" + b.String(), strings.Join(goal, " && ")
}

// philosophers take their forks one by one, in any order, and put them back together.
func philosophers(k []int64) (string, string) {
	n := k[0]
	var places []string
	goal := map[string]int64{}
	for i := range n {
		goal[fmt.Sprint("think", i)], goal[fmt.Sprint("fork", i)] = 1, 1
	}
	var b strings.Builder
	for i := range n {
		next := (i + 1) % n
		places = append(places, fmt.Sprintf("think%d=1 fork%d=1 wl%d=0 wr%d=0 hl%d=0 hr%d=0", i, i, i, i, i, i))
		fmt.Fprintf(&b, "hungry%d: think%d -> wl%d+wr%d\n", i, i, i, i)
		fmt.Fprintf(&b, "left%d: wl%d+fork%d -> hl%d\n", i, i, next, i)
		fmt.Fprintf(&b, "right%d: wr%d+fork%d -> hr%d\n", i, i, i, i)
		fmt.Fprintf(&b, "done%d: hl%d+hr%d -> fork%d+fork%d+think%d\n", i, i, i, i, next, i)
		if i%2 == 0 && i+1 < n {
			goal[fmt.Sprint("hl", i)], goal[fmt.Sprint("hr", i)] = 1, 1
			goal[fmt.Sprint("think", i)], goal[fmt.Sprint("fork", i)], goal[fmt.Sprint("fork", next)] = 0, 0, 0
		}
	}
	text := strings.Join(places, " ")
	return text + "\n" + b.String(), exactly(text, goal)
}

// buffers are the moves between the places p1 to p(n+1), forward to p1 and back.
func buffers(n int64) string {
	var b strings.Builder
	for i := int64(1); i <= n; i++ {
		fmt.Fprintf(&b, "f%d: p%d -> p%d\nb%d: p%d -> p%d\n", i, i+1, i, i, i, i+1)
	}
	return b.String()
}

// distant is a transition that needs k[1] tokens more than p1 has; they are at the end of k[0] buffers, but for few.
func distant(few int64) func(k []int64) (string, string) {
	return func(k []int64) (string, string) {
		n, need := k[0], k[1]+1
		places, goal := []string{"p0=0", "p1=1"}, []string{"p0 == 1", "p1 == 1"}
		for i := int64(2); i <= n; i++ {
			places, goal = append(places, fmt.Sprintf("p%d=0", i)), append(goal, fmt.Sprintf("p%d == 0", i))
		}
		places, goal = append(places, fmt.Sprintf("p%d=%d", n+1, k[1]-few)), append(goal, fmt.Sprintf("p%d == %d", n+1, k[1]-few))
		return strings.Join(places, " ") + fmt.Sprintf("\nt0: %dp1 -> %dp1+p0\n", need, need) + buffers(n), strings.Join(goal, " && ")
	}
}

// chain has a token in each of the places n to n+k-1 buffers away, and t0 needs all of them.
func chain(k []int64) (string, string) {
	n, need := k[0], k[1]
	last := n + need
	places, goal := []string{"p0=0"}, []string{"p0 == 1"}
	for i := int64(1); i <= last; i++ {
		tokens := 0
		if i > n {
			tokens = 1
		}
		places, goal = append(places, fmt.Sprintf("p%d=%d", i, tokens)), append(goal, fmt.Sprintf("p%d == %d", i, tokens))
	}
	return strings.Join(places, " ") + fmt.Sprintf("\nt0: %dp1 -> %dp1+p0\n", need, need) + buffers(last-1), strings.Join(goal, " && ")
}

// fms makes three kinds of parts on three groups of machines, of which the first two are joined.
func fms(k []int64) (string, string) {
	n := k[0]
	places := fmt.Sprintf(`P1=%d P1wM1=0 P1M1=0 P1d=0 P1s=0 P1wP2=0 P2=%d P2wM2=0 P2M2=0 P2d=0 P2s=0 P2wP1=0
P12=0 P12wM3=0 P12M3=0 P12s=0 P3=%d P3wM2=0 P3s=0 M1=3 M2=1 M3=2`, n, n, n)
	return places + `
tP1: P1 -> P1wM1
tP1M1: P1wM1+M1 -> P1M1
tP1e: P1M1 -> P1d+M1
tP1s: P1d -> P1s
tP1j: P1d -> P1wP2
tP1b: P1s -> P1
tP2: P2 -> P2wM2
tP2M2: P2wM2+M2 -> P2M2
tP2e: P2M2 -> P2d+M2
tP2s: P2d -> P2s
tP2j: P2d -> P2wP1
tP2b: P2s -> P2
join: P1wP2+P2wP1 -> P12
tP12: P12 -> P12wM3
tM3: P12wM3+M3 -> P12M3
tP12e: P12M3 -> P12s+M3
tP12b: P12s -> P1+P2
tP3: P3 -> P3wM2
tP3M2: P3wM2+M2 -> M2+P3s
tP3b: P3s -> P3`, exactly(places, map[string]int64{"P12s": n, "P3": n, "M1": 3, "M2": 1, "M3": 2})
}

// kanban has four cells with cards, the second and third of which work side by side.
func kanban(k []int64) (string, string) {
	n := k[0]
	places := fmt.Sprintf(`card1=%d m1=0 back1=0 out1=0 card2=%d m2=0 back2=0 out2=0 card3=%d m3=0 back3=0 out3=0 card4=%d m4=0 back4=0 out4=0`, n, n, n, n)
	return places + `
in1: card1 -> m1
redo1: m1 -> back1
ok1: m1 -> out1
again1: back1 -> m1
split: out1+card2+card3 -> card1+m2+m3
redo2: m2 -> back2
ok2: m2 -> out2
again2: back2 -> m2
redo3: m3 -> back3
ok3: m3 -> out3
again3: back3 -> m3
join: out2+out3+card4 -> card2+card3+m4
redo4: m4 -> back4
ok4: m4 -> out4
again4: back4 -> m4
leave4: out4 -> card4`, exactly(places, map[string]int64{"back1": n, "out2": n, "back3": n, "out4": n})
}
