package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"cupel/verifier/portfolio"
)

// programs of two kinds, that two engines suit.
func examples() []Program {
	var out []Program
	for i := range 40 {
		p := Program{Name: fmt.Sprintf("p%02d", i), Family: fmt.Sprintf("f%d", i%5), Features: map[string]int{"loops": i % 2, "size": i}, Runs: map[string]Run{
			"quick": {CPU: 1, Work: 1_000_000}, "deep": {CPU: 10, Work: 10_000_000}, "none": {Ended: true, CPU: 0.1, Work: 50_000}}}
		if i%2 == 0 {
			p.Runs["quick"] = Run{Solved: true, CPU: 0.1, Work: 90_000}
		} else {
			p.Runs["deep"] = Run{Solved: true, CPU: 2, Work: 2_000_000}
		}
		out = append(out, p)
	}
	return out
}

// TestTable: the schedule fitted to given runs, which can be parsed again.
func TestTable(t *testing.T) {
	o := Options{Features: []string{"size", "loops"}, Engines: []string{"none", "deep", "quick"}, Budget: 5, Least: 5, Depth: 2}
	table := Table(examples(), o)
	text := Text(table)
	want := "class-1 when loops <= 0: quick 100k, deep 6400k, none 1600k\nclass-2: deep 6400k, quick 100k, none 1600k\n"
	if text != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	if _, err := portfolio.ParseTable([]byte(text), o.Features, o.Engines); err != nil {
		t.Error(err)
	}
	if s := Judge(table, examples(), o); s.Solved != 40 || s.Seconds < 41.9 || s.Seconds > 42.1 {
		t.Errorf("%+v", s)
	}
	if s := CrossValidate(examples(), o); s.Solved != 40 {
		t.Errorf("%+v", s)
	}
	if s := Best(examples(), o); s.Solved != 40 || s.Seconds < 41.9 || s.Seconds > 42.1 {
		t.Errorf("%+v", s)
	}
	// Where one class is all, the quick engine is first, for a short turn.
	o.Depth = 0
	if text := Text(Table(examples(), o)); !strings.HasPrefix(text, "class-1: quick 100k, deep 6400k") {
		t.Error(text)
	}
}

// TestFactors: the engine that decides a class's programs gets the most, and the bound tells what the others lose.
func TestFactors(t *testing.T) {
	share := func(c *portfolio.Class, _ Program) ([]string, *portfolio.Shares) {
		s := &portfolio.Shares{Equal: 100 * time.Millisecond}
		w := c.Weights()
		for _, e := range c.Engines() {
			s.Weights, s.First, s.Before = append(s.Weights, max(w[e], 0.25)), append(s.First, 100*time.Millisecond), append(s.Before, 0)
		}
		return c.Engines(), s
	}
	table, err := portfolio.ParseTable([]byte("odd when loops > 0: none*1 1k, quick*1 1k, deep*1 1k\neven: none*1 1k, quick*1 1k, deep*1 1k\n"), []string{"loops"}, []string{"none", "quick", "deep"})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Budget: 8, Least: 5}
	programs := examples()
	before := JudgeShares(table, programs, o, share)
	fitted := Factors(table, programs, o, share)
	after := JudgeShares(fitted, programs, o, share)
	if w := fitted.Classes[0].Weights(); w["deep"] <= w["quick"] || after.Solved != 40 || after.Seconds >= before.Seconds {
		t.Errorf("%s%+v, %+v before", Text(fitted), after, before)
	}
	if s := CrossValidateFactors(table, programs, o, share); s.Solved != after.Solved || math.Abs(s.Seconds-after.Seconds) > 0.01 {
		t.Errorf("%+v by factors of other families, %+v by those of all: they are alike", s, after)
	}
	if greatest, most, open := Bound(table, programs, o, share); greatest < 0.5 || greatest > 3 || most > greatest || open != 0 {
		t.Errorf("bound %g, 99th percentile %g, %d open", greatest, most, open)
	}
	if again, err := portfolio.ParseTable([]byte(Text(fitted)), []string{"loops"}, []string{"none", "quick", "deep"}); err != nil || again.Classes[0].Weights()["deep"] != fitted.Classes[0].Weights()["deep"] {
		t.Errorf("%v: %s", err, Text(fitted))
	}
}
