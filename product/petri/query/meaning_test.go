package query

import (
	"fmt"
	"testing"
)

// TestMeaning: precedence and associativity, as the predicate prints.
func TestMeaning(t *testing.T) {
	n := net(t)
	for text, want := range map[string]string{
		"p1>=1&&p2>=1||buffer>=1":               "(p1 >= 1 && p2 >= 1) || id3 >= 1",
		"p1>=1||p2>=1&&buffer>=1":               "p1 >= 1 || (p2 >= 1 && id3 >= 1)",
		"(p1>=1||p2>=1)&&buffer>=1":             "(p1 >= 1 || p2 >= 1) && id3 >= 1",
		"!p1>=1&&p2>=1":                         "!(p1 >= 1) && p2 >= 1",
		"!(p1>=1&&p2>=1)":                       "!(p1 >= 1 && p2 >= 1)",
		"p1>=1=>p2>=1=>buffer>=1":               "!(p1 >= 1) || !(p2 >= 1) || id3 >= 1",
		"p1>=1=>p2>=1||buffer>=1":               "!(p1 >= 1) || p2 >= 1 || id3 >= 1",
		"p1 - p2 - buffer >= 0":                 "p1 - p2 - id3 >= 0",
		"p1 >= p2 + buffer":                     "p1 - p2 - id3 >= 0",
		"- p1 + p2 > -3":                        "p1 - p2 <= 2",
		"1 + p1 < 2*p2 + 4":                     "p1 - 2*p2 <= 2",
		"p1*3 == 2*p1 + p1":                     "true",
		"id4 = 1":                               "id4 == 1",
		`"buffer" >= 1`:                         "id3 >= 1",
		"fireable(t1, \"t-2\")":                 `fireable(t1) || fireable("t-2")`,
		" \t\n p1\r>=\n1 ":                      "p1 >= 1",
		"((((p1 >= 1))))":                       "p1 >= 1",
		"deadlock&&!deadlock":                   "deadlock && !(deadlock)",
		"true && (false || p1 >= 1)":            "p1 >= 1",
		`"odd \"name\" \\ x" - "deadlock" <= 0`: `"odd \"name\" \\ x" - "deadlock" <= 0`,
	} {
		p, err := Parse(text, n)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Format(n); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestLexemes: the tokens of a text.
func TestLexemes(t *testing.T) {
	for text, want := range map[string]string{
		"":          "the end@1",
		"a1.b_ <=2": `"a1.b_"@1 "<="@7 "2"@9 the end@10`,
		"=>==!=!":   `"=>"@1 "=="@3 "!="@5 "!"@7 the end@8`,
		`"a b"c`:    `"a b"@1 "c"@6 the end@7`,
		"12ab":      `"12"@1 "ab"@3 the end@5`,
		"<<=":       `"<"@1 "<="@2 the end@4`,
	} {
		ls, err := split(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		for i, l := range ls {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%v@%d", l, l.column)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
