package fit

import (
	"fmt"
	"strings"
	"testing"

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
