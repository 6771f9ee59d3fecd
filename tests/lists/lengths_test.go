package lists

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cupel/analysis/absint/shape"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/tests/effort"
)

// shorter are the heads, in the module, of loops of which it is proved that lists get shorter in them, with what is inside; nil: nothing is proved.
func (s *subject) shorter(t *testing.T, hasty bool) map[*program.Location]map[*program.Location]bool {
	ctx, stop := work.Within(t.Context(), 300_000)
	defer stop()
	p, err := passes.Inline(s.Module, passes.InlineOptions{SymbolicBases: true})
	if err != nil {
		t.Fatal(err)
	}
	r := shape.Analyse(ctx, shape.Task{Program: p, Static: s.judge.Globals, Blocks: s.Module.Blocks, Lengths: true, Hasty: hasty})
	if r.Lengths == nil {
		return nil
	}
	bodies := program.LoopBodies(p)
	out, open := map[*program.Location]map[*program.Location]bool{}, map[*program.Location]bool{}
	for _, h := range r.Lengths.Heads() {
		root := rootOf(h)
		if open[root] = open[root] || !r.Lengths.Ends(ctx, h); open[root] {
			delete(out, root)
			continue
		}
		if out[root] == nil {
			out[root] = map[*program.Location]bool{}
		}
		for l := range bodies[h] {
			out[root][rootOf(l)] = true
		}
	}
	return out
}

func rootOf(l *program.Location) *program.Location {
	for l.Origin != nil {
		l = l.Origin
	}
	return l
}

// TestRandomLengths: executions of random programs make few turns in the loops of which it is proved that lists get shorter in them.
func TestRandomLengths(t *testing.T) {
	const steps, most = 6000, 400 // more turns than blocks can be made in so many steps
	count, first := effort.Programs(100, 400, 10000), effort.Seed(0)
	proved, turns := 0, 0
	for i := range count {
		seed := first + uint64(i)
		source := Wild(seed)
		if i%2 == 1 {
			source = Tidy(seed / 2)
		}
		s := read(t, source)
		heads := s.shorter(t, i%3 == 0)
		if len(heads) == 0 {
			continue
		}
		proved++
		for run := range 30 {
			r := rand.New(rand.NewPCG(uint64(run), 7))
			visits := map[*program.Location]int{}
			wrong := ""
			s.RunWith(t.Context(), &bits{logic.NewFactory(), r, 10 + r.IntN(90)}, interp.Options{MaxSteps: steps, Visit: func(l *program.Location) bool {
				l = rootOf(l)
				for h, body := range heads {
					switch {
					case l == h:
						if visits[h]++; visits[h] > 1 {
							turns++
						}
						if visits[h] > most {
							wrong = fmt.Sprintf("%d turns at %s", visits[h], h.Pos)
						}
					case !body[l]:
						visits[h] = 0
					}
				}
				return wrong == ""
			}})
			if wrong != "" {
				t.Errorf("seed %d, run %d: %s\n%s", seed, run, wrong, source)
				break
			}
		}
	}
	t.Logf("%d of %d programs have loops in which lists get shorter, %d turns of them", proved, count, turns)
	if 10*proved < count {
		t.Error("too few programs")
	}
}
