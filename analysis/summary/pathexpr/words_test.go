package pathexpr

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
)

// words interprets expressions as sets of words of edges, up to a length.
type words struct{ longest int }

func (w words) Zero() map[string]bool { return map[string]bool{} }
func (w words) One() map[string]bool  { return map[string]bool{"": true} }
func (w words) Edge(e *program.Edge) map[string]bool {
	return map[string]bool{string(rune('a' + e.ID)): true}
}
func (w words) Cat(x, y map[string]bool) map[string]bool {
	out := map[string]bool{}
	for a := range x {
		for b := range y {
			if len(a)+len(b) <= w.longest {
				out[a+b] = true
			}
		}
	}
	return out
}
func (w words) Alt(xs []map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, x := range xs {
		maps.Copy(out, x)
	}
	return out
}
func (w words) Star(_ context.Context, body map[string]bool, _ *program.Location) (map[string]bool, error) {
	out := w.One()
	for n := 0; n != len(out); {
		n = len(out)
		maps.Copy(out, w.Cat(out, body))
	}
	return out, nil
}

// TestWords: the words of an expression are the paths of the graph, whatever its loops are like,
// and each is found once.
func TestWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &program.Program{Terms: logic.NewFactory()}
		n := rapid.IntRange(2, 6).Draw(t, "locations")
		for range n {
			p.NewLocation("main", program.Pos{})
		}
		p.Init, p.Error = p.Locs[0], p.NewLocation("", program.Pos{})
		for range rapid.IntRange(1, 2*n).Draw(t, "edges") {
			p.NewEdge(p.Locs[rapid.IntRange(0, n-1).Draw(t, "from")], p.Locs[rapid.IntRange(0, n).Draw(t, "to")])
		}
		w := words{longest: 7}
		s := New(p, p.Error)
		eval := NewEvaluator[map[string]bool](w)
		for _, l := range p.Locs {
			got, err := eval.Eval(context.Background(), s.ToTarget(l))
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			var walk func(l *program.Location, word string)
			walk = func(l *program.Location, word string) {
				if l == p.Error {
					want[word] = true
				} else if len(word) < w.longest {
					for _, e := range l.Out {
						walk(e.Dst, word+string(rune('a'+e.ID)))
					}
				}
			}
			walk(l, "")
			if !maps.Equal(got, want) {
				var b strings.Builder
				_ = p.Dump(&b)
				t.Fatalf("from %d: %v, want %v\n%s", l.ID, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)), b.String())
			}
		}
	})
}
