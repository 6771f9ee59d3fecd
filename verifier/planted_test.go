package verifier

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/tests/effort"
)

// plantedRanking is a loop in variables x = a + m*b and y = b + l*x, a unimodular map of a and b: in each turn a gets smaller and b is any number, or a stays and b
// gets smaller, both from above a bound. The body is split into branches that do the same in other words. A spoiled loop has a branch besides in which nothing
// changes, or b grows for a while, so that it need not end.
func plantedRanking(r *rand.Rand, spoiled bool) string {
	m, l := r.IntN(7)-3, r.IntN(5)-2
	low := []int{r.IntN(7) - 3, r.IntN(7) - 3}
	var t strings.Builder
	any := "__VERIFIER_nondet_int()"
	fmt.Fprintf(&t, "int main(void) { int a = %s, b = %s; if (a < -1000 || a > 1000 || b < -1000 || b > 1000) return 0;\n", any, any)
	fmt.Fprintf(&t, "int x = a + %d * b, y = b + %d * x;\n", m, l)
	fmt.Fprintf(&t, "while (%d * x - %d * y > %d && y - %d * x > %d) {\n", 1+m*l, m, low[0], l, low[1])
	first := func() string {
		c := 1 + r.IntN(3)
		return fmt.Sprintf("a = %d * x - %d * y - %d; b = %s; if (b < -1000 || b > 1000) b = %d; x = a + %d * b; y = b + %d * x;", 1+m*l, m, c, any, r.IntN(9), m, l)
	}
	second := func() string {
		d := 1 + r.IntN(3)
		return []string{
			fmt.Sprintf("x -= %d; y -= %d;", m*d, d+l*m*d),
			fmt.Sprintf("b = y - %d * x - %d; y = %d * x - %d * y; x = y + %d * b; y = b + %d * x;", l, d, 1+m*l, m, m, l),
		}[r.IntN(2)]
	}
	split := func(s func() string) string {
		if r.IntN(2) == 0 {
			return s()
		}
		c := []string{"x & 1", "x < y", any, "y > 5"}[r.IntN(4)]
		return fmt.Sprintf("if (%s) { %s } else { %s }", c, s(), s())
	}
	fmt.Fprintf(&t, "int w = %s; if (w > 0) { %s } else ", any, split(first))
	if spoiled {
		nothing := []string{";", "if (y - " + fmt.Sprint(l) + " * x < 900) { " + fmt.Sprintf("x += %d; y += %d;", m, 1+l*m) + " } else ;"}[r.IntN(2)]
		fmt.Fprintf(&t, "if (w == -7) { %s } else ", nothing)
	}
	fmt.Fprintf(&t, "{ %s }\n} return 0; }", split(second))
	return t.String()
}

// TestPlantedRankings: measures that a map hides are found, and no loop is proven that need not end.
func TestPlantedRankings(t *testing.T) {
	n, found, spoiled := effort.Programs(2, 3, 500), 0, 0
	for i := range n {
		seed := effort.Seed(0) + uint64(i)
		text := plantedRanking(rand.New(rand.NewPCG(seed, 5)), false)
		if measuredReport(t, text, nil).Verdict == "TRUE" {
			found++
		} else {
			t.Logf("open (%d): %s", seed, text)
		}
		text = plantedRanking(rand.New(rand.NewPCG(seed, 5)), true)
		switch rep := measuredReport(t, text, func(c *Config) { c.Ranking = "" }); rep.Verdict {
		case "TRUE":
			t.Errorf("TRUE: %s\n%v", text, rep.Loops)
		case "FALSE":
			spoiled++
		}
	}
	t.Logf("of %d, %d are proven; of as many that need not end, %d are refuted", n, found, spoiled)
	if 2*found < n {
		t.Error("too few are proven")
	}
}
