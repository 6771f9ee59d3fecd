package execution

import (
	"strings"
	"testing"
)

// steps makes a step for each letter; the value of x counts them.
func steps(letters string) *Trace {
	t := &Trace{}
	for i, c := range letters {
		s := Step{File: "a.c", Line: int(c-'a') + 1, Depth: 1, Text: string(c), Changes: []Change{{Name: "x", Value: strings.Repeat("I", i+1)}}}
		if c == 'w' {
			s.Text, s.Branch = "while (c)", "true"
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// shape writes a repetition as (first)times.
func shape(items []item) string {
	var b strings.Builder
	for i := range items {
		switch x := &items[i]; {
		case x.left > 0:
			b.WriteString("~")
		case x.step != nil:
			b.WriteString(x.step.Text[:1])
		default:
			b.WriteString("(" + shape(x.first) + ")" + string(rune('0'+x.times+1)))
		}
	}
	return b.String()
}

// TestFold: which repetitions are folded, nested ones included.
func TestFold(t *testing.T) {
	for _, c := range []struct{ steps, want string }{
		{"", ""},
		{"abcabc", "abcabc"},
		{"abababc", "(ab)3c"},
		{"aaabaaabaaab", "((a)3b)3"},
		{"awbbwbbwbbwbbc", "a(wbb)4c"},
		{"bawbawbawbac", "ba(wba)3c"},
		{"wxyyyzwxyyyyzwxyyyzq", "(wx(y)3z)3q"},
	} {
		if got := shape(fold(steps(c.steps))); got != c.want {
			t.Errorf("%s: %s, want %s", c.steps, got, c.want)
		}
	}
}

// TestFoldValues: the values shown after a repetition are the last ones, and nothing is folded across missing steps.
func TestFoldValues(t *testing.T) {
	items := fold(steps("aaaa"))
	if r := items[0]; len(items) != 1 || r.times != 3 || len(r.last) != 1 || r.last[0].Value != "IIII" {
		t.Errorf("%+v", items)
	}
	tr := steps("aabaaa")
	tr.LeftOut, tr.LeftOutAfter = 9, 3
	if got := shape(fold(tr)); got != "aab~(a)3" {
		t.Error(got)
	}
	var b strings.Builder
	if err := tr.WriteText(&b, true); err != nil || !strings.Contains(b.String(), "... 9 steps are left out ...") {
		t.Errorf("%v\n%s", err, b.String())
	}
}
