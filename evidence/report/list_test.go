package report

import (
	"strings"
	"testing"
)

// TestList: hostile texts in a list are escaped, and long lists of steps are cut.
func TestList(t *testing.T) {
	steps := make([]string, maxFlow+3)
	l := List{Title: hostile, Context: Context{CommandLine: "cupel petri"}, Items: []Item{{Name: hostile, Answer: hostile, Badge: Bad, Where: hostile, Notes: []string{hostile}, Steps: []string{hostile}},
		{Name: "p", Answer: "TRUE", Badge: Good, Steps: steps}, {Name: "q", Answer: "TRUE", Badge: Good}}}
	var b strings.Builder
	if err := WriteList(&b, l); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") {
		t.Error("text of the input is markup")
	}
	for _, want := range []string{`<span class="badge TRUE">TRUE</span>p`, ", 2 TRUE", "… and 3 more steps.", "cupel petri"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}
