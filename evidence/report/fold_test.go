package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/evidence"
)

const library = `#include <x.h>
static int unused(int a)
{
  int r = 0;
  while (a--) r++;
  return r;
}

int other(int a,
          int b) {
  return a + b;
}

int passed(int a)
{
  if (a)
    return 1;
  return 2;
}

int last(void) {
  return 3;
}`

// TestFolds: functions that are not passed are folded, the head and the end of one that is passed stay.
func TestFolds(t *testing.T) {
	for _, c := range []struct {
		visited []int // lines, from 1
		whole   bool
		want    string
	}{
		{[]int{16}, false, "1-13 unused, other"},
		{[]int{5}, false, "8-23 other, passed, last"},
		{nil, false, "1-23 unused, other, passed, last"},
		{nil, true, ""},
		{[]int{3, 11, 16, 22}, false, ""},
	} {
		var lines []line
		for i, text := range strings.Split(library, "\n") {
			l := line{Number: i + 1, Text: text}
			if slices.Contains(c.visited, i+1) {
				l.Visits = 1
			}
			lines = append(lines, l)
		}
		var got []string
		for _, f := range folds(lines, c.whole) {
			got = append(got, fmt.Sprintf("%d-%d %s", f.From+1, f.To+1, f.Text))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v: %q, want %q", c.visited, s, c.want)
		}
	}
}

// TestWarned: warnings of one kind are one, with their places.
func TestWarned(t *testing.T) {
	w := grouped([]string{"a.c:1:2: warning: odd", "a.c:3:4: warning: odd", "a.c:3:4: warning: odd", "other", "b c.c:1:1: x"})
	if len(w.Kinds) != 3 || w.Places != 2 || w.Kinds[0].Text != "odd" || !slices.Equal(w.Kinds[0].Places, []string{"a.c:1:2", "a.c:3:4"}) || !w.Few() {
		t.Errorf("%+v", w)
	}
}

// TestAdvices: where an engine says that a construct is not supported, more time is no advice.
func TestAdvices(t *testing.T) {
	members := []evidence.Member{{Engine: "gps", Reason: "unsupported: inline assembly at a.c:1:1"}, {Engine: "bmc", Reason: "unsupported: inline assembly at a.c:1:1"}, {Reason: "time limit"}}
	for _, c := range []struct {
		report   evidence.Report
		has, not string
		n        int
	}{
		{evidence.Report{Verdict: "UNKNOWN", ReasonKind: "time"}, "--timeout", "supported", 1},
		{evidence.Report{Verdict: "UNKNOWN", ReasonKind: "time", Portfolio: &evidence.Portfolio{Members: members}}, "Not supported: inline assembly at a.c:1:1.", "--timeout", 2},
		{evidence.Report{Verdict: "TRUE", Portfolio: &evidence.Portfolio{Members: members}}, "", "inline", 0},
	} {
		got := advices(&c.report)
		all := strings.Join(got, " ")
		if len(got) != c.n || !strings.Contains(all, c.has) || strings.Contains(all, c.not) {
			t.Errorf("%+v: %q", c.report, got)
		}
	}
}
