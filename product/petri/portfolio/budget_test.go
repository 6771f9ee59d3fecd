package portfolio

import (
	"testing"
	"time"

	"cupel/core/work"
	"cupel/product/petri/models"
)

// TestShortLimit: figure 1.13b of the thesis, not reachable, is decided with ten seconds' worth of work, of which the methods before the one that decides it leave
// about half.
func TestShortLimit(t *testing.T) {
	net, property, err := models.Generate("fig1.13b")
	if err != nil {
		t.Fatal(err)
	}
	units := work.For(10 * time.Second)
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	if r := New(net, Options{Work: units}).Check(ctx, property.Goal()); r.Verdict != Unreachable {
		t.Errorf("%v: %v", r.Verdict, r.Reasons)
	}
}

func TestBudget(t *testing.T) {
	attempts := func(most ...int) (out []attempt) {
		for _, n := range most {
			out = append(out, attempt{most: n})
		}
		return out
	}
	for _, c := range []struct {
		name string
		left int
		most []int
		want int
	}{
		{"enough for all", 100, []int{10, 20, 30}, 10},
		{"equal shares", 30, []int{50, 50, 50}, 10},
		{"what others cannot use", 30, []int{50, 3, 2}, 25},
		{"the last one has all", 30, []int{50}, 30},
		{"nothing is left", 0, []int{50, 50}, 1},
	} {
		if got := budget(c.left, attempts(c.most...)); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
