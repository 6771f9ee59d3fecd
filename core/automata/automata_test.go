package automata

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// letters of random automata, and the length up to which languages are compared.
const (
	letters = 2
	maxWord = 6
)

// drawDFA draws a partial DFA, all states of different kinds or of one.
func drawDFA(t *rapid.T) *DFA {
	n := rapid.IntRange(1, 5).Draw(t, "states")
	a := &DFA{States: make([]State, n)}
	for q := range a.States {
		s := &a.States[q]
		s.Accepting = rapid.Bool().Draw(t, "accepting")
		for l := range letters {
			if to := rapid.IntRange(-1, n-1).Draw(t, "to"); to >= 0 {
				s.Arcs = append(s.Arcs, Arc{l, to})
			}
		}
	}
	return a
}

func drawNFA(t *rapid.T) *NFA {
	a := &NFA{}
	n := rapid.IntRange(1, 4).Draw(t, "states")
	for q := range n {
		a.Add(q > 0 && rapid.Bool().Draw(t, "accepting"))
	}
	for range rapid.IntRange(0, 8).Draw(t, "arcs") {
		a.Connect(rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, letters-1).Draw(t, "letter"), rapid.IntRange(0, n-1).Draw(t, "to"))
	}
	return a
}

// accepts runs the NFA by trying all ways.
func accepts(a *NFA, q int, word []int) bool {
	if a.accepting[q] {
		return true
	}
	if len(word) == 0 {
		return false
	}
	for _, to := range a.arcs[q][word[0]] {
		if accepts(a, to, word[1:]) {
			return true
		}
	}
	return false
}

// accepts reports whether a word is in the language.
func (a *DFA) accepts(word []int) bool {
	if a.Empty() {
		return false
	}
	q := a.Init
next:
	for _, l := range word {
		for _, arc := range a.States[q].Arcs {
			if arc.Letter == l {
				q = arc.To
				continue next
			}
		}
		return false
	}
	return a.States[q].Accepting
}

// words visits all words up to maxWord, short ones first.
func words(visit func([]int) bool) {
	level := [][]int{nil}
	for range maxWord + 1 {
		var next [][]int
		for _, w := range level {
			if !visit(w) {
				return
			}
			for l := range letters {
				next = append(next, append(slices.Clone(w), l))
			}
		}
		level = next
	}
}

// TestOperations compares every operation with the languages' words.
func TestOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		a, b := drawDFA(t), drawNFA(t)
		full, pairs, err := Difference(ctx, a, b.Determinize(0), 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(pairs) != len(full.States) {
			t.Fatalf("%d pairs for %d states", len(pairs), len(full.States))
		}
		trim, _ := full.Trim()
		least, _ := trim.Minimize()
		var first []int
		found := false
		words(func(w []int) bool {
			want := a.accepts(w) && !accepts(b, 0, w)
			for name, x := range map[string]*DFA{"difference": full, "trim": trim, "least": least} {
				if got := x.accepts(w); got != want {
					t.Fatalf("%s accepts %v: %v", name, w, got)
				}
			}
			if want && !found {
				first, found = w, true
			}
			return true
		})
		word, ok := least.Shortest()
		if found && (!ok || len(word) != len(first) || !least.accepts(word)) || ok && len(word) > maxWord && found || !least.Empty() != ok {
			t.Fatalf("shortest %v %v, want the length of %v", word, ok, first)
		}
		distinguishable(t, least)
	})
}

// distinguishable checks that no two states accept the same words.
func distinguishable(t *rapid.T, a *DFA) {
	for p := range a.States {
		for q := range p {
			same := true
			words(func(w []int) bool {
				x, y := &DFA{a.States, p}, &DFA{a.States, q}
				same = x.accepts(w) == y.accepts(w)
				return same
			})
			if same && len(a.States) <= maxWord {
				t.Fatalf("states %d and %d accept the same words", p, q)
			}
		}
	}
}

// TestMinimize compares the classes with those that rounds of divisions by the successors' classes give (Moore's algorithm), numbers included.
func TestMinimize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "states")
		full := &DFA{States: make([]State, n)}
		for q := range full.States {
			s := &full.States[q]
			s.Kind, s.Accepting = rapid.IntRange(0, 1).Draw(t, "kind"), rapid.IntRange(0, 3).Draw(t, "accepting") == 0
			for l := range letters {
				if to := rapid.IntRange(-n/3-1, n-1).Draw(t, "to"); to >= 0 {
					s.Arcs = append(s.Arcs, Arc{l, to})
				}
			}
		}
		a, _ := full.Trim()
		want := make([]int, len(a.States))
		for count := 0; ; {
			split := map[string]int{}
			next := make([]int, len(want))
			for q, s := range a.States {
				key := fmt.Sprint(want[q], s.Kind, s.Accepting)
				for l := range letters {
					for _, arc := range s.Arcs {
						if arc.Letter == l {
							key += fmt.Sprint(" ", l, want[arc.To])
						}
					}
				}
				if _, ok := split[key]; !ok {
					split[key] = len(split)
				}
				next[q] = split[key]
			}
			want = next
			if len(split) == count {
				break
			}
			count = len(split)
		}
		least, got := a.Minimize()
		if !slices.Equal(got, want) || len(want) > 0 && len(least.States) != slices.Max(want)+1 {
			t.Fatalf("%+v: classes %v, want %v", a, got, want)
		}
	})
}

// TestLimits: size and context end a difference.
func TestLimits(t *testing.T) {
	a := &DFA{}
	for q := range 20 {
		a.States = append(a.States, State{Kind: q, Accepting: q == 19, Arcs: []Arc{{0, min(q+1, 19)}}})
	}
	b := &NFA{}
	b.Add(false)
	if _, _, err := Difference(context.Background(), a, b.Determinize(0), 5); !errors.Is(err, ErrSize) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Difference(ctx, a, b.Determinize(0), 100); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkMinimize(b *testing.B) {
	a := &DFA{}
	const n = 20000
	for q := range n {
		a.States = append(a.States, State{Kind: q % 100, Accepting: q == n-1, Arcs: []Arc{{0, (q + 1) % n}, {1, (q * 7) % n}}})
	}
	for b.Loop() {
		a.Minimize()
	}
}

// BenchmarkMinimizeChain has as many classes as states, each of which takes a round of divisions.
func BenchmarkMinimizeChain(b *testing.B) {
	a := &DFA{}
	const n = 5000
	for q := range n {
		a.States = append(a.States, State{Accepting: q == n-1})
		if q < n-1 {
			a.States[q].Arcs = []Arc{{0, q + 1}}
		}
	}
	for b.Loop() {
		a.Minimize()
	}
}
